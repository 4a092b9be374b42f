//! The policies of a definition: how guards select, when callbacks run, what is warned of.

use super::definition::Builder;
use crate::generated::DiagnosticKind;
use crate::id::Id;
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

impl<S: Id, E: Id, C> Builder<S, E, C> {
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
}
