//! Documents: definitions as text, and the callbacks for them.

use crate::callable::{roles, CFunction, Parameters, ParametersAt};
use crate::callback::{self, ActionResult, Callback, GuardResult, ProviderResult, ResolverResult, UpdateResult};
use crate::error::Error;
use crate::id::{Id, Invariant};
use crate::step::Step;
use swiftfsm_sys as sys;

mod names;

mod reading;

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
    /// The first callback that could not be made.
    failed: Option<Error>,
    marker: Invariant<S, E, C>,
}

impl<S: Id, E: Id, C> Default for Bindings<S, E, C> {
    fn default() -> Self {
        Self::new()
    }
}

/// Three methods for each role: their names, its number, what the closure is and what it returns.
macro_rules! roles {
    ($($(#[$meta:meta])* $name:ident $with:ident $in_c:ident = $made:ident $role:ident, $context:ty, $how:ident, $result:ident $(<$id:ty>)?, $returns_id:literal;)*) => {$(
        $(#[$meta])*
        #[must_use]
        pub fn $name<F, R>(self, name: impl Into<String>, callback: F) -> Self
        where
            F: Fn(&Step<'_, S, E, C>, $context) -> R + Send + Sync + 'static,
            R: $result$(<$id>)?,
        {
            let made = callback::make::<S, E, C, _, $returns_id>(move |step, context| callback(step, context.$how()).code());
            self.bind(sys::$role, name.into(), Ok(made))
        }

        #[doc = concat!("The same with parameters: see [`Row::guard_with`](crate::Row::guard_with), [`Bindings::", stringify!($name), "`].")]
        #[must_use]
        pub fn $with<A, R>(
            self,
            name: impl Into<String>,
            callback: impl for<'a> Fn(&Step<'a, S, E, C>, $context, <A as ParametersAt<'a>>::Taken) -> R
                + Send
                + Sync
                + 'static,
        ) -> Self
        where
            A: Parameters,
            R: $result$(<$id>)?,
        {
            self.bind(sys::$role, name.into(), roles::$made::<S, E, C, A, R>(callback))
        }

        #[doc = concat!("The same in C: see [`CFunction`], [`Bindings::", stringify!($name), "`].")]
        #[must_use]
        pub fn $in_c(self, name: impl Into<String>, callback: &CFunction) -> Self {
            self.bind(sys::$role, name.into(), Ok(callback.callback()))
        }
    )*};
}

impl<S: Id, E: Id, C> Bindings<S, E, C> {
    /// Makes bindings without any callback.
    pub fn new() -> Self {
        Bindings {
            bound: Vec::new(),
            is_unbound: false,
            failed: None,
            marker: std::marker::PhantomData,
        }
    }

    roles! {
        /// Binds a guard.
        guard guard_with guard_c = guard SFSM_GUARD, &C, look, GuardResult, false;
        /// Binds an action.
        action action_with action_c = action SFSM_ACTION, &mut C, act, ActionResult, false;
        /// Binds a resolver.
        resolver resolver_with resolver_c = resolver SFSM_RESOLVER, &C, look, ResolverResult<S>, true;
        /// Binds an entry callback.
        entry entry_with entry_c = action SFSM_ENTRY, &mut C, act, ActionResult, false;
        /// Binds an exit callback.
        exit exit_with exit_c = action SFSM_EXIT, &mut C, act, ActionResult, false;
        /// Binds a cycle callback.
        cycle cycle_with cycle_c = action SFSM_CYCLE, &mut C, act, ActionResult, false;
        /// Binds an update callback.
        update update_with update_c = update SFSM_UPDATE, &mut C, act, UpdateResult<E>, true;
        /// Binds the provider of a predicate type.
        provider provider_with provider_c = provider SFSM_PROVIDER, &C, look, ProviderResult, false;
        /// Binds a hook for events that have no row, which the document names.
        on_unhandled on_unhandled_with on_unhandled_c = action SFSM_UNHANDLED_HOOK, &mut C, act, ActionResult, false;
        /// Binds a hook for every step, which the document names; with the name "" one that it does not name, after
        /// which the table cannot be written.
        on_step on_step_with on_step_c = action SFSM_STEP_HOOK, &mut C, act, ActionResult, false;
    }

    fn bind(mut self, role: i32, name: String, made: Result<Callback, Error>) -> Self {
        match made {
            Ok(callback) => self.bound.push((role, name, callback)),
            Err(error) => {
                self.failed.get_or_insert(error);
            }
        }
        self
    }

    /// Lets callbacks be missing: the table can be checked, asked and replayed, but runs no machine.
    #[must_use]
    pub fn unbound(mut self) -> Self {
        self.is_unbound = true;
        self
    }
}
