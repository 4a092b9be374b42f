//! The lengths of the slices of a replay.

use crate::error::Error;
use crate::generated::Status;
use crate::id::Id;
use crate::table::Table;
use swiftfsm_sys as sys;

/// How long a slice has to be.
#[derive(Clone, Copy)]
pub(super) enum Length {
    Events,
    Tokens,
    Lists,
    Rows,
}

/// How long the slices of a replay are.
pub(super) struct Lengths {
    pub(super) states: usize,
    pub(super) contexts: usize,
    slices: Vec<(&'static str, usize, Length)>,
}

impl Lengths {
    pub(super) fn new(states: usize) -> Self {
        Lengths {
            states,
            contexts: 0,
            slices: Vec::new(),
        }
    }

    /// Adds a slice.
    pub(super) fn add(&mut self, name: &'static str, len: usize, length: Length) {
        self.slices.push((name, len, length));
    }

    /// Returns the number of tokens. Fails with `OutOfRange` if a slice is not as long as it must be.
    pub(super) fn check<S: Id, E: Id, C>(
        &self,
        table: &Table<S, E, C>,
        raw: &sys::sfsm_replay,
    ) -> Result<usize, Error> {
        let width = table.replay_width();
        let tokens = self.states / width;
        if tokens * width != self.states || (tokens == 0 && raw.event_count > 0) {
            return Err(wrong("states", self.states, (tokens + 1) * width));
        }
        for &(name, len, length) in &self.slices {
            let needed = match length {
                Length::Events => raw.event_count,
                Length::Tokens => tokens,
                Length::Lists => tokens + 1,
                Length::Rows => table.row_count() + 1,
            };
            if len != needed {
                return Err(wrong(name, len, needed));
            }
        }
        let calls = raw.guards == sys::SFSM_ASK_GUARDS || raw.flags & sys::SFSM_CALL_ACTIONS != 0;
        if !calls || tokens == 0 {
            return Ok(tokens);
        }
        // A context that all tokens share is lent to one callback at a time.
        let is_shared = self.contexts == 1 && raw.thread_count <= 1;
        if self.contexts != tokens && !is_shared {
            return Err(wrong("contexts", self.contexts, tokens));
        }
        Ok(tokens)
    }
}

fn wrong(name: &str, len: usize, needed: usize) -> Error {
    let text = format!("`{name}` has {len} elements instead of {needed}.");
    Error::with_text(Status::OutOfRange, text)
}

impl<S: Id, E: Id, C> Table<S, E, C> {
    /// Returns how many numbers of `states` each token of a replay has: 1 in a flat definition.
    pub fn replay_width(&self) -> usize {
        unsafe { sys::sfsm_table_replay_width(self.as_ptr()) }
    }
}
