//! Replays: many events over many tokens, without machines.

mod lengths;
mod parts;
mod policies;
mod results;

use crate::column::Column;
use crate::error::Error;
use crate::id::{Id, Predicate};
use crate::table::Table;
use crate::words::Start;
use lengths::{Length, Lengths};
use parts::Progress;
use std::fmt;
use std::marker::PhantomData;
use std::mem::{self, size_of};
use swiftfsm_sys as sys;

pub use policies::{Guards, OnViolation};
pub use results::{ReplayCounts, Violation};

/// What to replay, and where to write the results: `Replay::new(&mut states, &events)...run(&table)`.
///
/// Each token has [`Table::replay_width`] numbers in `states`, one in a flat definition: its state, or [`Replay::NEW`] for a
/// new one, which starts with its first event. All slices are borrowed until the replay has run.
pub struct Replay<'a, S, E, C> {
    raw: sys::sfsm_replay,
    lengths: Lengths,
    cases: Vec<sys::sfsm_case_column>,
    arguments: Vec<sys::sfsm_argument_column>,
    progress: Option<Progress<'a>>,
    marker: PhantomData<(&'a mut C, S, E)>,
}

/// One method for each slice: its field, the type of its elements and how long it must be.
macro_rules! slices {
    ($($(#[$meta:meta])* $name:ident: $type:ty, $as:ident, $length:ident;)*) => {$(
        $(#[$meta])*
        #[must_use]
        pub fn $name(mut self, values: $type) -> Self {
            self.raw.$name = values.$as();
            self.lengths.add(stringify!($name), values.len(), Length::$length);
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
            lengths: Lengths::new(states.len()),
            cases: Vec::new(),
            arguments: Vec::new(),
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
        self.lengths.add("tokens", tokens.len, Length::Events);
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
        self.lengths.add("cases", column.len, Length::Events);
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
        self.lengths.add("argument", column.len, Length::Events);
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
        self.lengths.contexts = contexts.len();
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
        self.raw.token_count = self.lengths.check(table, &self.raw)?;
        let raw = &mut self.raw;
        raw.cases = self.cases.as_ptr();
        raw.case_column_count = self.cases.len();
        raw.arguments = self.arguments.as_ptr();
        raw.argument_column_count = self.arguments.len();
        unsafe { parts::run(table.as_ptr(), raw, self.progress.take()) }
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
