//! Replays: many events over many tokens, without machines.

use crate::column::Column;
use crate::error::Error;
use crate::fault::{self, Aside, Fault};
use crate::generated::Status;
use crate::id::{Id, Predicate};
use crate::table::Table;
use crate::words::Start;
use std::fmt;
use std::marker::PhantomData;
use std::mem::{self, size_of};
use std::os::raw::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Mutex;
use std::thread;
use swiftfsm_sys as sys;

/// How guards, resolvers and providers are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Guards {
    /// The default: nothing is replayed if a row has a guard or a dynamic target, or there is a provider without a column.
    Refuse = sys::SFSM_REFUSE_GUARDS,
    /// Guards are not called and count as true.
    Assume = sys::SFSM_ASSUME_GUARDS,
    /// Guards, resolvers and providers are called.
    Ask = sys::SFSM_ASK_GUARDS,
}

/// What happens after a violation: an event that no row takes, or that guards refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum OnViolation {
    /// The default: the token stays in its state and goes on.
    Stay = sys::SFSM_STAY,
    /// The token's later events are skipped.
    StopToken = sys::SFSM_STOP_TOKEN,
    /// The replay ends.
    Stop = sys::SFSM_STOP,
}

/// An event that was not permitted.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Violation {
    /// The number of the event, from [`Replay::first_index`].
    pub index: i64,
    /// The token.
    pub token: i64,
    /// The state of the token.
    pub state: i32,
    /// The event.
    pub event: i32,
    /// The number of an [`Outcome`](crate::Outcome); or of `NotRunning` if the chart of the token was done.
    pub outcome: i32,
    reserved: i32,
}

/// The totals of a replay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReplayCounts {
    /// The events replayed: all, unless the replay ended early.
    pub events: i64,
    /// How many were taken.
    pub transitioned: i64,
    /// How many all guards refused.
    pub refused: i64,
    /// How many no row took.
    pub unhandled: i64,
    /// How many were skipped.
    pub skipped: i64,
    /// Refused and unhandled ones, including those beyond the capacity.
    pub violations: i64,
    /// The tokens whose first violation this replay found.
    pub violated_tokens: i64,
    /// Where the error is: of an event or, before anything is replayed, what `sfsm_table_replay` says; -1: nowhere.
    pub index: i64,
    /// What the callback that failed returned.
    pub failure: i32,
}

/// What to replay, and where to write the results: `Replay::new(&mut states, &events)...run(&table)`.
///
/// Each token has [`Table::replay_width`] numbers in `states`, one in a flat definition: its state, or [`Replay::NEW`] for a
/// new one, which starts with its first event. All slices are borrowed until the replay has run.
pub struct Replay<'a, S, E, C> {
    raw: sys::sfsm_replay,
    state_count: usize,
    lengths: Vec<(&'static str, usize, Length)>,
    cases: Vec<sys::sfsm_case_column>,
    arguments: Vec<sys::sfsm_argument_column>,
    context_count: usize,
    progress: Option<Progress<'a>>,
    marker: PhantomData<(&'a mut C, S, E)>,
}

type Progress<'a> = Box<dyn FnMut(i64, i64) -> bool + Send + 'a>;

/// How long a slice has to be.
#[derive(Clone, Copy)]
enum Length {
    Events,
    Tokens,
    Lists,
    Rows,
}

/// One method for each slice: its field, the type of its elements and how long it must be.
macro_rules! slices {
    ($($(#[$meta:meta])* $name:ident: $type:ty, $as:ident, $length:ident;)*) => {$(
        $(#[$meta])*
        #[must_use]
        pub fn $name(mut self, values: $type) -> Self {
            self.raw.$name = values.$as();
            self.lengths.push((stringify!($name), values.len(), Length::$length));
            self
        }
    )*};
}

impl<'a, S: Id, E: Id, C> Replay<'a, S, E, C> {
    /// The state of a new token.
    pub const NEW: i32 = sys::SFSM_NONE;

    /// Makes a replay of events, as their numbers, or as codes if there is an [`Replay::event_map`].
    pub fn new(states: &'a mut [i32], events: impl Into<Column<'a>>) -> Self {
        let events = events.into();
        // Nothing but counts of 0, their arrays, and numbers whose 0 is the default.
        let mut raw: sys::sfsm_replay = unsafe { mem::zeroed() };
        raw.size = size_of::<sys::sfsm_replay>();
        raw.states = states.as_mut_ptr();
        raw.events = events.raw();
        raw.event_count = events.len;
        raw.initial = sys::SFSM_INITIAL;
        Replay {
            raw,
            state_count: states.len(),
            lengths: Vec::new(),
            cases: Vec::new(),
            arguments: Vec::new(),
            context_count: 0,
            progress: None,
            marker: PhantomData,
        }
    }

    /// Sets where new tokens start; the definition's initial state otherwise.
    #[must_use]
    pub fn initial(mut self, start: impl Into<Start<S>>) -> Self {
        self.raw.initial = start.into().id;
        self
    }

    /// Sets the token of each event: they are interleaved. Without tokens and offsets all events belong to token 0.
    #[must_use]
    pub fn tokens(mut self, tokens: impl Into<Column<'a>>) -> Self {
        let tokens = tokens.into();
        self.raw.tokens = tokens.raw();
        self.lengths.push(("tokens", tokens.len, Length::Events));
        self
    }

    /// Sets the event of each code, if events are codes; [`Replay::NEW`]: no event.
    #[must_use]
    pub fn event_map(mut self, events: &'a [i32]) -> Self {
        self.raw.event_map = events.as_ptr();
        self.raw.event_map_count = events.len();
        self
    }

    /// Sets the case of a predicate type for each event; [`Case::NONE`](crate::Case::NONE): none.
    #[must_use]
    pub fn cases<P: Predicate>(self, cases: impl Into<Column<'a>>) -> Self {
        self.cases_of(P::PREDICATE, cases)
    }

    /// The same by the number of the predicate type.
    #[must_use]
    pub fn cases_of(mut self, predicate: i32, cases: impl Into<Column<'a>>) -> Self {
        let column = cases.into();
        self.lengths.push(("cases", column.len, Length::Events));
        self.cases.push(sys::sfsm_case_column {
            predicate,
            reserved: 0,
            column: column.raw(),
        });
        self
    }

    /// Sets an argument, counted from 0, of an event. Values beside other events are not read.
    #[must_use]
    pub fn argument(mut self, event: E, number: u32, values: impl Into<Column<'a>>) -> Self {
        let column = values.into();
        self.lengths.push(("argument", column.len, Length::Events));
        self.arguments.push(sys::sfsm_argument_column {
            event: event.id(),
            number,
            column: column.raw(),
        });
        self
    }

    slices! {
        /// Sets where the events of each token begin, and where the last ends: lists, which are faster.
        offsets: &'a [i64], as_ptr, Lists;
        /// Sets the time of each event, in any unit.
        times: &'a [i64], as_ptr, Events;
        /// Receives the number of the outcome of each event; 0 if it was skipped.
        outcomes: &'a mut [u8], as_mut_ptr, Events;
        /// Receives the number of the row that each event took; 0: none.
        rows: &'a mut [i32], as_mut_ptr, Events;
        /// Receives how often each row was taken, by its number from 1: one element more than there are rows. Added to.
        row_counts: &'a mut [i64], as_mut_ptr, Rows;
        /// Receives the time that tokens had spent in the state that they left by each row. Needs `times` and `entered`.
        row_times: &'a mut [i64], as_mut_ptr, Rows;
        /// When each token entered its state, read and written; `i64::MIN` if unknown.
        entered: &'a mut [i64], as_mut_ptr, Tokens;
        /// The index of the first violation of each token, read and written; -1 for none.
        first: &'a mut [i64], as_mut_ptr, Tokens;
        /// Receives the times of these.
        first_times: &'a mut [i64], as_mut_ptr, Tokens;
    }

    /// Receives violations, in the order of the events; with lists, of their tokens. The first ones, if they are more.
    #[must_use]
    pub fn violations(mut self, violations: &'a mut [Violation]) -> Self {
        self.raw.violations = violations.as_mut_ptr().cast();
        self.raw.violation_capacity = violations.len();
        self
    }

    /// Sets the contexts for callbacks: one for each token; or one for all, with one thread.
    #[must_use]
    pub fn contexts(mut self, contexts: &'a mut [C]) -> Self {
        self.raw.contexts = contexts.as_mut_ptr().cast();
        self.raw.context_stride = if contexts.len() > 1 { size_of::<C>() } else { 0 };
        self.context_count = contexts.len();
        self
    }

    /// Chooses how guards, resolvers and providers are treated.
    #[must_use]
    pub fn guards(mut self, guards: Guards) -> Self {
        self.raw.guards = guards as i32;
        self
    }

    /// Chooses what happens after a violation.
    #[must_use]
    pub fn on_violation(mut self, then: OnViolation) -> Self {
        self.raw.on_violation = then as i32;
        self
    }

    /// Accepts events without cases of some predicate types.
    #[must_use]
    pub fn lenient(mut self) -> Self {
        self.raw.flags |= sys::SFSM_LENIENT;
        self
    }

    /// Calls everything that a step calls; otherwise only the states change.
    #[must_use]
    pub fn call_actions(mut self) -> Self {
        self.raw.flags |= sys::SFSM_CALL_ACTIONS;
        self
    }

    /// Skips events and codes that the table does not know; otherwise they end the replay.
    #[must_use]
    pub fn skip_unknown(mut self) -> Self {
        self.raw.flags |= sys::SFSM_SKIP_UNKNOWN;
        self
    }

    /// Sets the index of the first event, if these continue a longer log.
    #[must_use]
    pub fn first_index(mut self, index: i64) -> Self {
        self.raw.first_index = index;
        self
    }

    /// Divides lists among threads.
    #[must_use]
    pub fn threads(mut self, count: usize) -> Self {
        self.raw.thread_count = count;
        self
    }

    /// Calls a closure about every million events and at the end, with the events done so far and in total. One that
    /// returns false cancels the replay, which fails with `CallbackFailed`.
    #[must_use]
    pub fn progress(mut self, progress: impl FnMut(i64, i64) -> bool + Send + 'a) -> Self {
        self.progress = Some(Box::new(progress));
        self
    }

    /// Replays the events.
    ///
    /// Fails with [`Error::Replay`], which has the counts; with `OutOfRange` if a slice is not as long as it must be; with
    /// what a callback fails with. States and results are those of the events before the error. Cost: O(events), one to a
    /// few nanoseconds each without callbacks.
    pub fn run(mut self, table: &Table<S, E, C>) -> Result<ReplayCounts, Error>
    where
        C: Send,
    {
        self.check_lengths(table)?;
        let parts = Parts {
            progress: Mutex::new(self.progress.take()),
            fault: Mutex::new(None),
        };
        let raw = &mut self.raw;
        raw.cases = self.cases.as_ptr();
        raw.case_column_count = self.cases.len();
        raw.arguments = self.arguments.as_ptr();
        raw.argument_column_count = self.arguments.len();
        let context = &parts as *const Parts<'_> as *mut c_void;
        // Threads of this crate, since the callbacks' errors are kept on the thread that calls them.
        raw.parallel = Some(run_parts);
        raw.parallel_context = context;
        raw.progress = Some(tell);
        raw.progress_context = context;
        let mut counts: sys::sfsm_replay_counts = unsafe { mem::zeroed() };
        counts.size = size_of::<sys::sfsm_replay_counts>();
        let before = Aside::put();
        let status = unsafe { sys::sfsm_table_replay(table.as_ptr(), raw, &mut counts) };
        let fault = fault::take_any();
        drop(before);
        let kept = parts
            .fault
            .into_inner()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(fault) = fault.or(kept) {
            return Err(fault.surface());
        }
        let counts = ReplayCounts::of(&counts);
        match Status::from_code(status) {
            Some(status) => Err(Error::Replay(status, Box::new(counts))),
            None => Ok(counts),
        }
    }

    fn check_lengths(&mut self, table: &Table<S, E, C>) -> Result<(), Error> {
        let width = table.replay_width();
        let tokens = self.state_count / width;
        let wrong = |name: &str, len: usize, needed: usize| {
            let text = format!("`{name}` has {len} elements instead of {needed}.");
            Error::with_text(Status::OutOfRange, text)
        };
        if tokens * width != self.state_count || (tokens == 0 && self.raw.event_count > 0) {
            return Err(wrong("states", self.state_count, (tokens + 1) * width));
        }
        self.raw.token_count = tokens;
        for &(name, len, length) in &self.lengths {
            let needed = match length {
                Length::Events => self.raw.event_count,
                Length::Tokens => tokens,
                Length::Lists => tokens + 1,
                Length::Rows => table.row_count() + 1,
            };
            if len != needed {
                return Err(wrong(name, len, needed));
            }
        }
        let calls = self.raw.guards == sys::SFSM_ASK_GUARDS || self.raw.flags & sys::SFSM_CALL_ACTIONS != 0;
        if !calls || tokens == 0 {
            return Ok(());
        }
        // A context that all tokens share is lent to one callback at a time.
        let is_shared = self.context_count == 1 && self.raw.thread_count <= 1;
        if self.context_count != tokens && !is_shared {
            return Err(wrong("contexts", self.context_count, tokens));
        }
        Ok(())
    }
}

impl<S, E, C> fmt::Debug for Replay<'_, S, E, C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Replay")
            .field("events", &self.raw.event_count)
            .finish_non_exhaustive()
    }
}

impl<S: Id, E: Id, C> Table<S, E, C> {
    /// Returns how many numbers of `states` each token of a replay has: 1 in a flat definition.
    pub fn replay_width(&self) -> usize {
        unsafe { sys::sfsm_table_replay_width(self.as_ptr()) }
    }
}

impl ReplayCounts {
    fn of(raw: &sys::sfsm_replay_counts) -> Self {
        ReplayCounts {
            events: raw.events,
            transitioned: raw.transitioned,
            refused: raw.refused,
            unhandled: raw.unhandled,
            skipped: raw.skipped,
            violations: raw.violations,
            violated_tokens: raw.violated_tokens,
            index: raw.index,
            failure: raw.failure,
        }
    }
}

/// What the threads of a replay share.
struct Parts<'a> {
    progress: Mutex<Option<Progress<'a>>>,
    fault: Mutex<Option<Fault>>,
}

impl Parts<'_> {
    /// Keeps the first fault.
    fn keep(&self, fault: Fault) {
        let mut kept = self.fault.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        kept.get_or_insert(fault);
    }
}

#[derive(Clone, Copy)]
struct Part {
    run: unsafe extern "C" fn(*mut c_void, usize),
    parts: *mut c_void,
}

// The library lets its parts run on any threads.
unsafe impl Send for Part {}
unsafe impl Sync for Part {}

impl Part {
    fn run(&self, all: &Parts<'_>, number: usize) {
        let _before = Aside::put();
        unsafe { (self.run)(self.parts, number) };
        if let Some(fault) = fault::take_any() {
            all.keep(fault);
        }
    }
}

/// Runs each part once: on threads as far as there are any, and what is left on this one.
unsafe extern "C" fn run_parts(context: *mut c_void, part: sys::sfsm_part, parts: *mut c_void, count: usize) -> i32 {
    // The context is that of the call which is under way.
    let all = unsafe { &*(context as *const Parts<'_>) };
    let part = match part {
        Some(run) => Part { run, parts },
        None => return sys::SFSM_NULL_POINTER,
    };
    thread::scope(|scope| {
        let mut here = vec![0];
        for number in 1..count {
            let started = thread::Builder::new().spawn_scoped(scope, move || part.run(all, number));
            if started.is_err() {
                here.push(number);
            }
        }
        for number in here {
            part.run(all, number);
        }
    });
    sys::SFSM_OK
}

unsafe extern "C" fn tell(context: *mut c_void, done: i64, total: i64) -> i32 {
    // The context is that of the call which is under way.
    let all = unsafe { &*(context as *const Parts<'_>) };
    let mut progress = all.progress.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let told = match &mut *progress {
        Some(progress) => catch_unwind(AssertUnwindSafe(|| progress(done, total))),
        None => Ok(true),
    };
    match told {
        Ok(true) => sys::SFSM_OK,
        Ok(false) => sys::SFSM_CALLBACK_FAILED,
        Err(panic) => {
            all.keep(Fault::Panic(panic));
            sys::SFSM_CALLBACK_FAILED
        }
    }
}
