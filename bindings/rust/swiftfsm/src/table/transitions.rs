//! The rows of a table, and the transitions that they are.

use super::definition::Table;
use crate::core;
use crate::error::{check, Error};
use crate::id::Id;
use crate::text;
use std::mem::size_of;
use swiftfsm_sys as sys;

/// A row of one state, its own or adopted. Numbers are those of `swiftfsm.h`, reserved ones included.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Transition {
    /// The number of the row, from 1.
    pub row: usize,
    /// The state, or `SFSM_ANY`.
    pub source: i32,
    /// The event, `SFSM_ANY`, `SFSM_REQUEST` or `SFSM_EVENTLESS`.
    pub event: i32,
    /// The targets, at least one.
    pub targets: Vec<i32>,
    /// The conditions: states that must be active (true), or must not be.
    pub conditions: Vec<(i32, bool)>,
    /// The events that the row raises.
    pub raised: Vec<i32>,
    /// The number of predicate types that the row names.
    pub rank: i32,
    /// `SFSM_OVERRIDING`, `SFSM_INHERITED`, `SFSM_LOCAL`.
    pub flags: u32,
    /// The file of the row; "" if it is unknown.
    pub file: String,
    /// The line of the row; 0 if it is unknown.
    pub line: u32,
    /// The number of guards, conditions included.
    pub guard_count: usize,
    /// The number of actions.
    pub action_count: usize,
}

// Every function below reads an immutable table.
impl<S: Id, E: Id, C> Table<S, E, C> {
    /// Returns the number of rows; adopted rows count once.
    pub fn row_count(&self) -> usize {
        unsafe { sys::sfsm_table_row_count(self.raw) }
    }

    /// Returns the number of transitions: an adopted row counts once for each state.
    pub fn transition_count(&self) -> usize {
        unsafe { sys::sfsm_table_transition_count(self.raw) }
    }

    /// Returns a transition, by its number from 0. Fails with `OutOfRange`.
    pub fn transition(&self, index: usize) -> Result<Transition, Error> {
        let found = self.raw_transition(index)?;
        let targets = core::list(|ids, capacity, count| {
            check(unsafe { sys::sfsm_table_transition_targets(self.raw, index, ids, capacity, count) })
        })?;
        let raised = core::list(|ids, capacity, count| {
            check(unsafe { sys::sfsm_table_transition_raised(self.raw, index, ids, capacity, count) })
        })?;
        let conditions = self.conditions(index)?;
        Ok(Transition {
            row: found.row,
            source: found.source,
            event: found.event,
            targets,
            conditions,
            raised,
            rank: found.rank,
            flags: found.flags,
            file: unsafe { text::copied(found.file) }.unwrap_or_default(),
            line: found.line.try_into().unwrap_or(0),
            guard_count: found.guard_count,
            action_count: found.action_count,
        })
    }

    pub(crate) fn raw_transition(&self, index: usize) -> Result<sys::sfsm_transition, Error> {
        let mut found: sys::sfsm_transition = unsafe { std::mem::zeroed() };
        found.size = size_of::<sys::sfsm_transition>();
        check(unsafe { sys::sfsm_table_transition(self.raw, index, &mut found) })?;
        Ok(found)
    }

    fn conditions(&self, index: usize) -> Result<Vec<(i32, bool)>, Error> {
        let (mut states, mut are_active, mut count) = (Vec::new(), Vec::new(), 0);
        loop {
            check(unsafe {
                let (states, are_active, capacity) = (states.as_mut_ptr(), are_active.as_mut_ptr(), states.len());
                sys::sfsm_table_transition_conditions(self.raw, index, states, are_active, capacity, &mut count)
            })?;
            if count <= states.len() {
                return Ok(states.into_iter().zip(are_active).take(count).collect());
            }
            states.resize(count, 0);
            are_active.resize(count, false);
        }
    }

    /// Returns the cases of a predicate type that a transition matches. Fails with `OutOfRange` and `UnknownPredicate`.
    pub fn transition_cases(&self, index: usize, predicate: i32) -> Result<Vec<i32>, Error> {
        core::list(|ids, capacity, count| {
            check(unsafe { sys::sfsm_table_transition_cases(self.raw, index, predicate, ids, capacity, count) })
        })
    }

    /// Returns the line of a row; `None` if it is unknown. Cost: O(transitions).
    pub fn row_line(&self, row: usize) -> Option<u32> {
        let rows = (0..self.transition_count()).filter_map(|index| self.raw_transition(index).ok());
        let found = rows.into_iter().find(|each| each.row == row)?;
        u32::try_from(found.line).ok().filter(|&line| line > 0)
    }
}
