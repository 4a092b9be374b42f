//! What a replay finds: violations and totals.

use swiftfsm_sys as sys;

/// An event that was not permitted.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Violation {
    /// The number of the event, from [`Replay::first_index`](crate::Replay::first_index).
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

impl ReplayCounts {
    pub(super) fn of(raw: &sys::sfsm_replay_counts) -> Self {
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
