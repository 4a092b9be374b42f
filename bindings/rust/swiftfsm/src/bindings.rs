//! Documents: definitions as text, and the callbacks for them.

use crate::builder::Builder;
use crate::callback::{self, ActionResult, Callback, GuardResult, ProviderResult, ResolverResult, UpdateResult};
use crate::diagnostics::Diagnostics;
use crate::error::{check, Error};
use crate::generated::DiagnosticKind;
use crate::id::{Id, Invariant};
use crate::step::Step;
use crate::table::Table;
use crate::text;
use std::mem::size_of;
use std::os::raw::c_char;
use std::ptr;
use swiftfsm_sys as sys;

/// The callbacks that a document names. A name may be bound once for each role; closures are as those of rows.
///
/// ```
/// swiftfsm::ids! {
///     enum State { Locked, Unlocked }
///     enum Event { Coin, Pass }
/// }
/// use swiftfsm::{Bindings, Machine};
///
/// let text = "definition turnstile\n  state locked\n    coin ? enough -> unlocked / thank\n  state unlocked\n    \
///             pass -> locked\n  event coin (i64)\n";
/// let table = Bindings::<State, Event, i64>::new()
///     .guard("enough", |step, _| Ok(step.argument::<i64>(0)? >= 150))
///     .action("thank", |step, cents| {
///         *cents += step.argument::<i64>(0)?;
///         Ok(())
///     })
///     .read(text, "turnstile.fsm")?;
/// let mut gate = Machine::new(&table, State::Locked, 0)?;
/// gate.send_with(Event::Coin, (200,))?;
/// assert_eq!((gate.state(), *gate.context()), (Some(State::Unlocked), 200));
/// # Ok::<(), swiftfsm::Error>(())
/// ```
pub struct Bindings<S, E, C> {
    bound: Vec<(i32, String, Callback)>,
    is_unbound: bool,
    marker: Invariant<S, E, C>,
}

impl<S: Id, E: Id, C> Default for Bindings<S, E, C> {
    fn default() -> Self {
        Self::new()
    }
}

/// One method for each role: its name, its number, what the closure is and what it returns.
macro_rules! roles {
    ($($(#[$meta:meta])* $name:ident = $role:ident, $context:ty, $how:ident, $result:ident $(<$id:ty>)?, $returns_id:literal;)*) => {$(
        $(#[$meta])*
        #[must_use]
        pub fn $name<F, R>(mut self, name: impl Into<String>, callback: F) -> Self
        where
            F: Fn(&Step<'_, S, E, C>, $context) -> R + Send + Sync + 'static,
            R: $result$(<$id>)?,
        {
            let made = callback::make::<S, E, C, _, $returns_id>(move |step, context| callback(step, context.$how()).code());
            self.bound.push((sys::$role, name.into(), made));
            self
        }
    )*};
}

impl<S: Id, E: Id, C> Bindings<S, E, C> {
    /// Makes bindings without any callback.
    pub fn new() -> Self {
        Bindings {
            bound: Vec::new(),
            is_unbound: false,
            marker: std::marker::PhantomData,
        }
    }

    roles! {
        /// Binds a guard.
        guard = SFSM_GUARD, &C, look, GuardResult, false;
        /// Binds an action.
        action = SFSM_ACTION, &mut C, act, ActionResult, false;
        /// Binds a resolver.
        resolver = SFSM_RESOLVER, &C, look, ResolverResult<S>, true;
        /// Binds an entry callback.
        entry = SFSM_ENTRY, &mut C, act, ActionResult, false;
        /// Binds an exit callback.
        exit = SFSM_EXIT, &mut C, act, ActionResult, false;
        /// Binds a cycle callback.
        cycle = SFSM_CYCLE, &mut C, act, ActionResult, false;
        /// Binds an update callback.
        update = SFSM_UPDATE, &mut C, act, UpdateResult<E>, true;
        /// Binds the provider of a predicate type.
        provider = SFSM_PROVIDER, &C, look, ProviderResult, false;
        /// Binds a hook for events that have no row, which the document names.
        on_unhandled = SFSM_UNHANDLED_HOOK, &mut C, act, ActionResult, false;
        /// Binds a hook for every step, which the document names; with the name "" one that it does not name, after
        /// which the table cannot be written.
        on_step = SFSM_STEP_HOOK, &mut C, act, ActionResult, false;
    }

    /// Lets callbacks be missing: the table can be checked, asked and replayed, but runs no machine.
    #[must_use]
    pub fn unbound(mut self) -> Self {
        self.is_unbound = true;
        self
    }

    /// Reads a document and builds its table. The file is its name for diagnostics; "" for none.
    ///
    /// Fails with [`Error::Definition`], which has every error of the document, and of what the program expects of it: the
    /// enums and the document must have the same names and numbers (`ids` in the document), where upper and lower
    /// case, `-` and `_` do not count.
    pub fn read(self, text: &str, file: &str) -> Result<Table<S, E, C>, Error> {
        let mut builder = Builder::<S, E, C>::unnamed();
        builder.read(text, file, self)?;
        let (table, _) = builder.build_with_warnings()?;
        let mut diagnostics = Diagnostics::default();
        compare::<S>(
            &mut diagnostics,
            file,
            &table,
            sys::sfsm_table_state_name,
            &raw_states(&table),
        );
        compare::<E>(
            &mut diagnostics,
            file,
            &table,
            sys::sfsm_table_event_name,
            &raw_events(&table),
        );
        if diagnostics.has_error() {
            return Err(Error::Definition(diagnostics));
        }
        Ok(table)
    }
}

impl<S: Id, E: Id, C> Table<S, E, C> {
    /// Reads a document: [`Bindings::read`].
    pub fn read(text: &str, file: &str, bindings: Bindings<S, E, C>) -> Result<Self, Error> {
        bindings.read(text, file)
    }
}

impl<S: Id, E: Id, C> Builder<S, E, C> {
    /// Reads a document into this builder, all of it or nothing; several add up. Callbacks belong to the builder then.
    /// Rows may be added before it, not behind it. Names and numbers are not compared with the enums: see
    /// [`Bindings::read`].
    ///
    /// Fails with [`Error::Definition`]: up to 20 faults, or all callbacks that are missing.
    pub fn read(&mut self, text: &str, file: &str, bindings: Bindings<S, E, C>) -> Result<(), Error> {
        let c_file = text::to_c(file)?;
        let Bindings { bound, is_unbound, .. } = bindings;
        let mut names = Vec::new();
        for (_, name, _) in &bound {
            names.push(text::to_c(name)?);
        }
        let (mut raw, mut unnamed) = (Vec::new(), Vec::new());
        for ((role, _, callback), name) in bound.into_iter().zip(&names) {
            if name.as_bytes().is_empty() {
                unnamed.push((role, callback));
            } else {
                raw.push(sys::sfsm_binding {
                    role,
                    name: name.as_ptr(),
                    callback: callback.hand_over(),
                });
            }
        }
        // Closures take their arguments from the step, so the signatures that a document declares say nothing about them.
        let flags = sys::SFSM_OWN_SIGNATURES | if is_unbound { sys::SFSM_UNBOUND } else { 0 };
        let reading = sys::sfsm_reading {
            size: size_of::<sys::sfsm_reading>(),
            file: if file.is_empty() { ptr::null() } else { c_file.as_ptr() },
            bindings: raw.as_ptr(),
            binding_count: raw.len(),
            finder: None,
            context: ptr::null_mut(),
            flags,
            reserved: 0,
            byte_limit: 0,
            row_limit: 0,
        };
        let mut faults = ptr::null_mut();
        let status =
            unsafe { sys::sfsm_builder_read(self.as_ptr(), text.as_ptr().cast(), text.len(), &reading, &mut faults) };
        let diagnostics = unsafe { Diagnostics::take(faults) };
        crate::fault::resume_drops();
        if status == sys::SFSM_INVALID_DEFINITION {
            return Err(Error::Definition(diagnostics));
        }
        check(status)?;
        self.forget_row_count();
        for (role, callback) in unnamed {
            let raw = callback.hand_over();
            let is_step = role == sys::SFSM_STEP_HOOK;
            let add = if is_step {
                sys::sfsm_builder_on_step
            } else {
                sys::sfsm_builder_on_unhandled
            };
            check(unsafe { add(self.as_ptr(), raw.function, raw.context, raw.finalizer) })?;
        }
        Ok(())
    }
}

fn raw_states<S, E, C>(table: &Table<S, E, C>) -> Vec<i32> {
    let raw = table.as_ptr();
    unsafe {
        (0..sys::sfsm_table_state_count(raw))
            .map(|index| sys::sfsm_table_state_at(raw, index))
            .collect()
    }
}

fn raw_events<S, E, C>(table: &Table<S, E, C>) -> Vec<i32> {
    let raw = table.as_ptr();
    unsafe {
        (0..sys::sfsm_table_event_count(raw))
            .map(|index| sys::sfsm_table_event_at(raw, index))
            .collect()
    }
}

/// A name without what a document writes in another way than a program: before-hold is BeforeHold, write_off WriteOff.
fn plain(name: &str) -> String {
    name.chars()
        .filter(|each| !matches!(each, '-' | '_'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// Adds an error for each variant whose name and number are not those of the document, and for each id of the document that is
/// no variant.
fn compare<T: Id>(
    diagnostics: &mut Diagnostics,
    file: &str,
    table: &Table<impl Id, impl Id, impl Sized>,
    name_of: unsafe extern "C" fn(*const sys::sfsm_table, i32) -> *const c_char,
    ids: &[i32],
) {
    const FIX: &str = "give both the same names and numbers (\"ids\" in the document)";
    let named = |id| unsafe { text::borrowed(name_of(table.as_ptr(), id)) };
    if T::ALL.is_empty() {
        return;
    }
    for variant in T::ALL {
        let (name, id) = (variant.name().unwrap_or_default(), variant.id());
        let known = named(id);
        if known.map(plain) == Some(plain(name)) {
            continue;
        }
        let found = match known {
            Some(known) => format!("names {known}"),
            None => "does not have".to_string(),
        };
        let text = format!(
            "the program's {}::{variant:?} is {id}, which the document {found}: {FIX}",
            T::TYPE
        );
        diagnostics.add_error(DiagnosticKind::UnknownDocumentName, file, 0, text);
    }
    for &id in ids.iter().filter(|&&id| T::from_id(id).is_none()) {
        let name = named(id).map_or_else(|| id.to_string(), str::to_owned);
        let text = format!(
            "the document's {name} is {id}, which the program's {} does not have: {FIX}",
            T::TYPE
        );
        diagnostics.add_error(DiagnosticKind::UnknownDocumentName, file, 0, text);
    }
}
