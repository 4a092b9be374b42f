//! Builders: definitions from rows.

use crate::arguments::ArgumentTypes;
use crate::block::{Block, Superstate};
use crate::callback::{self, ActionResult, Callback, ProviderResult};
use crate::diagnostics::Diagnostics;
use crate::error::{check, Error};
use crate::fault;
use crate::generated::{DiagnosticKind, Status, ValueType};
use crate::id::{Id, Invariant, Predicate};
use crate::row::Row;
use crate::step::Step;
use crate::table::Table;
use crate::text;
use crate::value::type_name;
use crate::words::{Source, Target, Trigger};
use std::ffi::CString;
use std::marker::PhantomData;
use std::mem::size_of;
use std::os::raw::{c_char, c_void};
use std::panic::Location;
use std::ptr;
use swiftfsm_sys as sys;

/// When entry and exit callbacks run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum EntryExit {
    /// The default: only if the state changes.
    OnChange = sys::SFSM_ON_CHANGE,
    /// Also if it stays, but not for an internal row.
    Always = sys::SFSM_ALWAYS,
}

/// How guards select among rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum GuardPolicy {
    /// The default: one row for a source, an event and each combination of cases. If its guard refuses, the event is
    /// refused.
    Exclusive = sys::SFSM_EXCLUSIVE,
    /// Rows are tried in order, as users of UML expect: the first is taken whose guards agree.
    FirstMatch = sys::SFSM_FIRST_MATCH,
}

/// A phase of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
#[allow(missing_docs)]
pub enum Phase {
    Resolve = sys::SFSM_PHASE_RESOLVE,
    Exit = sys::SFSM_PHASE_EXIT,
    Actions = sys::SFSM_PHASE_ACTIONS,
    Commit = sys::SFSM_PHASE_COMMIT,
    Entry = sys::SFSM_PHASE_ENTRY,
}

/// Collects a definition, and builds a [`Table`] of it.
///
/// `S` and `E` are the enums of states and events, `C` is the context that callbacks receive. Nothing here fails at once: what
/// the library rejects is reported by [`Builder::build`], together with every other error, with file and line.
///
/// ```
/// swiftfsm::ids! {
///     pub enum State { Locked, Unlocked }
///     pub enum Event { Coin, Pass }
/// }
/// use swiftfsm::{Builder, Machine, Outcome};
///
/// let mut builder = Builder::<State, Event, u32>::new();
/// builder.row(State::Locked, Event::Coin, State::Unlocked).action(|_, coins| *coins += 1);
/// builder.row(State::Unlocked, Event::Pass, State::Locked);
/// let table = builder.build()?;
///
/// let mut gate = Machine::new(&table, State::Locked, 0)?;
/// assert_eq!(gate.send(Event::Coin)?, Outcome::Transitioned);
/// assert_eq!((gate.state(), *gate.context()), (Some(State::Unlocked), 1));
/// # Ok::<(), swiftfsm::Error>(())
/// ```
pub struct Builder<S, E, C> {
    raw: *mut sys::sfsm_builder,
    /// The file of the last place, since most rows are in one.
    file: (&'static str, CString),
    /// An error that no build reports: there was no memory, or a string had a zero inside.
    failed: Option<Error>,
    /// The number of rows; `None` behind a document.
    row_count: Option<usize>,
    marker: Invariant<S, E, C>,
}

// A builder may be moved between threads; its closures are Send and Sync.
unsafe impl<S, E, C> Send for Builder<S, E, C> {}

impl<S, E, C> Drop for Builder<S, E, C> {
    fn drop(&mut self) {
        unsafe { sys::sfsm_builder_release(self.raw) };
        fault::resume_drops();
    }
}

impl<S: Id, E: Id, C> Default for Builder<S, E, C> {
    fn default() -> Self {
        Self::new()
    }
}

const AFTER_DOCUMENT: &str = "Rows that are added behind a document have numbers that are not known: add rows first.";

pub(crate) type AddCallback =
    unsafe extern "C" fn(*mut sys::sfsm_builder, usize, sys::sfsm_function, *mut c_void, sys::sfsm_finalizer) -> i32;
type AddHook =
    unsafe extern "C" fn(*mut sys::sfsm_builder, sys::sfsm_function, *mut c_void, sys::sfsm_finalizer) -> i32;
type NameIds = unsafe extern "C" fn(*mut sys::sfsm_builder, *const sys::sfsm_name, usize) -> i32;

// Every call below hands over the builder, and pointers that live as long as the call.
impl<S: Id, E: Id, C> Builder<S, E, C> {
    /// Makes a builder. States that the definition uses have the names of their enum; so have events.
    ///
    /// Panics if there is no memory.
    pub fn new() -> Self {
        let mut builder = Self::unnamed();
        builder.name_all::<S>(sys::sfsm_builder_name_states);
        builder.name_all::<E>(sys::sfsm_builder_name_events);
        builder
    }

    /// Makes a builder that knows no names: for documents, which have their own. An event of the enum that no row uses is not
    /// known to its table.
    pub fn unnamed() -> Self {
        let raw = unsafe { sys::sfsm_builder_create() };
        assert!(!raw.is_null(), "there is not enough memory for a builder");
        Builder {
            raw,
            file: ("", CString::default()),
            failed: None,
            row_count: Some(0),
            marker: PhantomData,
        }
    }

    /// Returns the builder for functions of `swiftfsm-sys`. It stays this object's.
    pub fn as_ptr(&self) -> *mut sys::sfsm_builder {
        self.raw
    }

    // ---- Rows ----

    /// Adds a row: from a state ([`Any`](crate::Any): every state), for an event (`Any`: every event;
    /// [`Eventless`](crate::Eventless): none), to a state, [`Same`](crate::Same), [`Internal`](crate::Internal),
    /// [`Dynamic`](crate::Dynamic) or [`Defer`](crate::Defer).
    #[track_caller]
    pub fn row(
        &mut self,
        source: impl Into<Source<S>>,
        event: impl Into<Trigger<E>>,
        target: impl Into<Target<S>>,
    ) -> Row<'_, S, E, C> {
        self.add_row(
            source.into().id,
            event.into().id,
            target.into().id,
            0,
            Location::caller(),
        )
    }

    /// Adds a row that [`Machine::request`](crate::Machine::request) takes: to a state, or for every state (`Any`).
    #[track_caller]
    pub fn request_row(&mut self, source: impl Into<Source<S>>, target: impl Into<Target<S>>) -> Row<'_, S, E, C> {
        self.add_row(
            source.into().id,
            sys::SFSM_REQUEST,
            target.into().id,
            0,
            Location::caller(),
        )
    }

    pub(crate) fn add_row(
        &mut self,
        source: i32,
        event: i32,
        target: i32,
        block: usize,
        place: &'static Location<'static>,
    ) -> Row<'_, S, E, C> {
        let (file, line) = self.place(place);
        let mut row: sys::sfsm_row = unsafe { std::mem::zeroed() };
        row.source = source;
        row.event = event;
        row.target = target;
        row.block = block;
        row.file = file;
        row.line = line;
        Row::new(self, row)
    }

    // ---- Blocks ----

    /// Opens a block for a state: its callbacks, its superstates and its place in a chart. Several blocks of one state
    /// add up.
    #[track_caller]
    pub fn state(&mut self, state: S) -> Block<'_, S, E, C> {
        self.add_block(state, 0, Location::caller())
    }

    /// Opens the block of a final state: no row leaves it.
    #[track_caller]
    pub fn final_state(&mut self, state: S) -> Block<'_, S, E, C> {
        self.add_block(state, sys::SFSM_FINAL, Location::caller())
    }

    /// Opens the block of a parallel state: all of its children are active at the same time.
    #[track_caller]
    pub fn parallel(&mut self, state: S) -> Block<'_, S, E, C> {
        self.add_block(state, sys::SFSM_PARALLEL, Location::caller())
    }

    /// Opens the block of a history: no state, but a target, the child of its parent that was active last.
    #[track_caller]
    pub fn history(&mut self, state: S) -> Block<'_, S, E, C> {
        self.add_block(state, sys::SFSM_SHALLOW_HISTORY, Location::caller())
    }

    /// Opens the block of a deep history: the leaves below its parent that were active last.
    #[track_caller]
    pub fn deep_history(&mut self, state: S) -> Block<'_, S, E, C> {
        self.add_block(state, sys::SFSM_DEEP_HISTORY, Location::caller())
    }

    fn add_block(&mut self, state: S, flags: u32, place: &'static Location<'static>) -> Block<'_, S, E, C> {
        let (file, line) = self.place(place);
        let mut block = 0;
        let status = unsafe { sys::sfsm_builder_add_state_at(self.raw, state.id(), flags, file, line, &mut block) };
        self.note(status);
        Block::new(self, block, state.id())
    }

    /// Opens a superstate: rows and callbacks for every state that adopts it. The name is for diagnostics; "" for none.
    #[track_caller]
    pub fn superstate(&mut self, name: &str) -> Block<'_, S, E, C> {
        let (file, line) = self.place(Location::caller());
        let mut block = 0;
        let status = unsafe { sys::sfsm_builder_add_superstate_at(self.raw, file, line, &mut block) };
        self.note(status);
        if let Some(name) = self.c_string(name).filter(|name| !name.as_bytes().is_empty()) {
            let status = unsafe { sys::sfsm_builder_name_superstate(self.raw, block, name.as_ptr()) };
            self.note(status);
        }
        Block::new(self, block, sys::SFSM_NONE)
    }

    /// Goes on with a superstate.
    pub fn in_superstate(&mut self, superstate: Superstate) -> Block<'_, S, E, C> {
        Block::new(self, superstate.0, sys::SFSM_NONE)
    }

    // ---- Declarations ----

    /// Declares what an event carries: `builder.event::<(i64, &str)>(Event::Pay)`.
    #[track_caller]
    pub fn event<A: ArgumentTypes>(&mut self, event: E) -> &mut Self {
        self.declare_event(event, &A::types(), Location::caller())
    }

    /// The same with types that are known at run time only.
    #[track_caller]
    pub fn event_of(&mut self, event: E, types: &[ValueType]) -> &mut Self {
        self.declare_event(event, types, Location::caller())
    }

    fn declare_event(&mut self, event: E, types: &[ValueType], place: &'static Location<'static>) -> &mut Self {
        let names: Vec<&str> = types.iter().map(|&each| type_name(each)).collect();
        let (file, line) = self.place(place);
        if let Some(types) = self.c_string(&names.join(", ")) {
            let types = types.as_ptr();
            let status = unsafe { sys::sfsm_builder_add_event_at(self.raw, event.id(), types, file, line) };
            self.note(status);
        }
        self
    }

    /// Declares an enum as a predicate type. A strict machine must be sent one of its cases with every event.
    #[track_caller]
    pub fn predicate<P: Predicate>(&mut self) -> &mut Self {
        self.declare_predicate(P::PREDICATE, P::ALL.len() as i32, Location::caller());
        self.name_ids(sys::sfsm_builder_name_predicates, &[(P::PREDICATE, P::TYPE)]);
        let cases: Vec<(i32, &str)> = P::ALL
            .iter()
            .filter_map(|each| Some((each.id(), each.name()?)))
            .collect();
        let names: Vec<(i32, CString)> = cases
            .iter()
            .filter_map(|(id, name)| Some((*id, self.c_string(name)?)))
            .collect();
        let raw: Vec<sys::sfsm_name> = names
            .iter()
            .map(|(id, name)| sys::sfsm_name {
                id: *id,
                name: name.as_ptr(),
            })
            .collect();
        let status = unsafe { sys::sfsm_builder_name_cases(self.raw, P::PREDICATE, raw.as_ptr(), raw.len()) };
        self.note(status);
        self
    }

    /// Declares a predicate type by its number and its number of cases.
    #[track_caller]
    pub fn predicate_of(&mut self, predicate: i32, case_count: i32) -> &mut Self {
        self.declare_predicate(predicate, case_count, Location::caller());
        self
    }

    fn declare_predicate(&mut self, predicate: i32, case_count: i32, place: &'static Location<'static>) {
        let (file, line) = self.place(place);
        let status = unsafe { sys::sfsm_builder_add_predicate_at(self.raw, predicate, case_count, file, line) };
        self.note(status);
    }

    /// Declares an enum as a predicate type, with the closure that provides its present case if none is sent. It must be
    /// free of side effects. `builder.provided(|_, order| order.standing)`
    #[track_caller]
    pub fn provided<F, R>(&mut self, provider: F) -> &mut Self
    where
        F: Fn(&Step<'_, S, E, C>, &C) -> R + Send + Sync + 'static,
        R: ProviderResult,
        R::Case: Predicate,
    {
        self.predicate::<R::Case>();
        self.provider_of(R::Case::PREDICATE, provider)
    }

    /// Sets the provider of a predicate type by its number.
    pub fn provider_of<F, R>(&mut self, predicate: i32, provider: F) -> &mut Self
    where
        F: Fn(&Step<'_, S, E, C>, &C) -> R + Send + Sync + 'static,
        R: ProviderResult,
    {
        let callback = callback::make::<S, E, C, _, false>(move |step, context| provider(step, context.look()).code());
        let raw = callback.hand_over();
        let status =
            unsafe { sys::sfsm_builder_set_provider(self.raw, predicate, raw.function, raw.context, raw.finalizer) };
        self.note(status);
        self
    }

    /// Declares the initial state. Without one each machine names its own.
    #[track_caller]
    pub fn initial(&mut self, state: S) -> &mut Self {
        let (file, line) = self.place(Location::caller());
        let status = unsafe { sys::sfsm_builder_set_initial_at(self.raw, state.id(), file, line) };
        self.note(status);
        self
    }

    /// Adds a hook for all machines: it is called after every step, handled or not, and after a start or a stop.
    pub fn on_step<F, R>(&mut self, hook: F) -> &mut Self
    where
        F: Fn(&Step<'_, S, E, C>, &mut C) -> R + Send + Sync + 'static,
        R: ActionResult,
    {
        self.add_hook(sys::sfsm_builder_on_step, hook)
    }

    /// Adds a hook for all machines: it is called for an event that has no row in the current state.
    pub fn on_unhandled<F, R>(&mut self, hook: F) -> &mut Self
    where
        F: Fn(&Step<'_, S, E, C>, &mut C) -> R + Send + Sync + 'static,
        R: ActionResult,
    {
        self.add_hook(sys::sfsm_builder_on_unhandled, hook)
    }

    fn add_hook<F, R>(&mut self, add: AddHook, hook: F) -> &mut Self
    where
        F: Fn(&Step<'_, S, E, C>, &mut C) -> R + 'static,
        R: ActionResult,
    {
        let raw =
            callback::make::<S, E, C, _, false>(move |step, context| hook(step, context.act()).code()).hand_over();
        let status = unsafe { add(self.raw, raw.function, raw.context, raw.finalizer) };
        self.note(status);
        self
    }

    /// Names a state, for diagnostics and documents.
    pub fn name_state(&mut self, state: S, name: &str) -> &mut Self {
        self.name_ids(sys::sfsm_builder_name_states, &[(state.id(), name)])
    }

    /// Names an event, which becomes known to the table.
    pub fn name_event(&mut self, event: E, name: &str) -> &mut Self {
        self.name_ids(sys::sfsm_builder_name_events, &[(event.id(), name)])
    }

    // ---- Policies ----

    /// Chooses how guards select among rows.
    pub fn guards(&mut self, policy: GuardPolicy) -> &mut Self {
        let status = unsafe { sys::sfsm_builder_set_guard_policy(self.raw, policy as i32) };
        self.note(status);
        self
    }

    /// Chooses when entry and exit callbacks run.
    pub fn entry_exit(&mut self, policy: EntryExit) -> &mut Self {
        let status = unsafe { sys::sfsm_builder_set_entry_exit_policy(self.raw, policy as i32) };
        self.note(status);
        self
    }

    /// Sets the order of a step. The default is resolve, exit, actions, commit, entry.
    pub fn order(&mut self, phases: [Phase; 5]) -> &mut Self {
        let phases = phases.map(|phase| phase as i32);
        let status = unsafe { sys::sfsm_builder_set_phase_order(self.raw, phases.as_ptr(), phases.len()) };
        self.note(status);
        self
    }

    /// Chooses whether one kind of warning is reported.
    pub fn warning(&mut self, kind: DiagnosticKind, is_reported: bool) -> &mut Self {
        let status = unsafe { sys::sfsm_builder_set_warning(self.raw, kind.code(), is_reported) };
        self.note(status);
        self
    }

    /// Chooses whether warnings are reported at all.
    pub fn warnings(&mut self, are_reported: bool) -> &mut Self {
        let status = unsafe { sys::sfsm_builder_set_warning(self.raw, sys::SFSM_ALL_WARNINGS, are_reported) };
        self.note(status);
        self
    }

    // ---- Building ----

    /// Checks the definition and compiles it. Fails with [`Error::Definition`], which has every error and warning, each with
    /// file and line. Cost: O(rows).
    pub fn build(self) -> Result<Table<S, E, C>, Error> {
        self.build_with_warnings().map(|(table, _)| table)
    }

    /// The same, with the warnings of a definition without errors.
    pub fn build_with_warnings(mut self) -> Result<(Table<S, E, C>, Diagnostics), Error> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let (mut table, mut list) = (ptr::null_mut(), ptr::null_mut());
        let status = unsafe { sys::sfsm_builder_build(self.raw, &mut table, &mut list) };
        let diagnostics = unsafe { Diagnostics::take(list) };
        if status == sys::SFSM_INVALID_DEFINITION {
            return Err(Error::Definition(diagnostics));
        }
        check(status)?;
        Ok((unsafe { Table::adopt(table) }, diagnostics))
    }

    // ---- For rows, blocks and documents ----

    /// Notes a status that no build reports; what a build reports is not noted.
    pub(crate) fn note(&mut self, status: i32) {
        if status == sys::SFSM_OUT_OF_MEMORY && self.failed.is_none() {
            self.failed = Some(Status::OutOfMemory.into());
        }
    }

    /// Returns a string for C; a zero inside of it is an error of the build.
    pub(crate) fn c_string(&mut self, text: &str) -> Option<CString> {
        match text::to_c(text) {
            Ok(text) => Some(text),
            Err(error) => {
                self.failed.get_or_insert(error);
                None
            }
        }
    }

    /// Returns the place of a call. The file lives until the next place.
    pub(crate) fn place(&mut self, place: &'static Location<'static>) -> (*const c_char, i32) {
        if !ptr::eq(self.file.0, place.file()) {
            self.file = (place.file(), CString::new(place.file()).unwrap_or_default());
        }
        (self.file.1.as_ptr(), place.line() as i32)
    }

    pub(crate) fn add_callback(&mut self, add: AddCallback, number: usize, callback: Callback) {
        let raw = callback.hand_over();
        let status = unsafe { add(self.raw, number, raw.function, raw.context, raw.finalizer) };
        self.note(status);
        fault::resume_drops();
    }

    /// Adds a row. Returns its number, if it is known.
    pub(crate) fn push_row(&mut self, row: &sys::sfsm_row) -> Option<usize> {
        let size = size_of::<sys::sfsm_row>();
        let status = unsafe { sys::sfsm_builder_add_rows_at(self.raw, row, 1, size, row.file, row.line) };
        self.note(status);
        fault::resume_drops();
        if status < 0 {
            return None;
        }
        self.row_count = self.row_count.map(|count| count + 1);
        if self.row_count.is_none() {
            self.failed
                .get_or_insert_with(|| Error::with_text(Status::Unsupported, AFTER_DOCUMENT));
        }
        self.row_count
    }

    /// Forgets how many rows there are.
    pub(crate) fn forget_row_count(&mut self) {
        self.row_count = None;
    }

    fn name_all<T: Id>(&mut self, name_all: NameIds) {
        let names: Vec<(i32, &str)> = T::ALL
            .iter()
            .filter_map(|each| Some((each.id(), each.name()?)))
            .collect();
        self.name_ids(name_all, &names);
    }

    fn name_ids(&mut self, name_all: NameIds, names: &[(i32, &str)]) -> &mut Self {
        let owned: Vec<(i32, CString)> = names
            .iter()
            .filter_map(|(id, name)| Some((*id, self.c_string(name)?)))
            .collect();
        let raw: Vec<sys::sfsm_name> = owned
            .iter()
            .map(|(id, name)| sys::sfsm_name {
                id: *id,
                name: name.as_ptr(),
            })
            .collect();
        let status = unsafe { name_all(self.raw, raw.as_ptr(), raw.len()) };
        self.note(status);
        self
    }
}
