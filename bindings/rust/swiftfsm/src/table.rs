//! Tables: immutable definitions that any number of machines run.

use crate::core;
use crate::error::{check, Error};
use crate::fault;
use crate::generated::ValueType;
use crate::id::{Id, Invariant};
use crate::text;
use std::fmt;
use std::marker::PhantomData;
use std::mem::size_of;
use std::os::raw::c_char;
use swiftfsm_sys as sys;

/// A checked and compiled definition. A clone is another reference to the same table; the closures in it are dropped with
/// the last one. Any number of threads may use one table at the same time.
pub struct Table<S, E, C> {
    raw: *const sys::sfsm_table,
    marker: Invariant<S, E, C>,
}

// A table is immutable and counts its references atomically. Its closures are Send and Sync, and it has no context.
unsafe impl<S, E, C> Send for Table<S, E, C> {}
unsafe impl<S, E, C> Sync for Table<S, E, C> {}

impl<S, E, C> Table<S, E, C> {
    /// # Safety
    /// The caller owns the reference, and the callbacks are those for the context `C`.
    pub(crate) unsafe fn adopt(raw: *const sys::sfsm_table) -> Self {
        Table {
            raw,
            marker: PhantomData,
        }
    }

    /// Returns the table for functions of `swiftfsm-sys`. It stays this object's.
    pub fn as_ptr(&self) -> *const sys::sfsm_table {
        self.raw
    }
}

impl<S, E, C> Clone for Table<S, E, C> {
    fn clone(&self) -> Self {
        unsafe { Table::adopt(sys::sfsm_table_retain(self.raw)) }
    }
}

impl<S, E, C> Drop for Table<S, E, C> {
    fn drop(&mut self) {
        unsafe { sys::sfsm_table_release(self.raw) };
        fault::resume_drops();
    }
}

impl<S, E, C> fmt::Debug for Table<S, E, C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (states, rows) = unsafe {
            (
                sys::sfsm_table_state_count(self.raw),
                sys::sfsm_table_row_count(self.raw),
            )
        };
        formatter
            .debug_struct("Table")
            .field("states", &states)
            .field("rows", &rows)
            .finish()
    }
}

/// What a state of a chart is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StateKind {
    /// A state with at most one active child. Also every state of a flat definition.
    Plain,
    /// A state that no row leaves.
    Final,
    /// A state all of whose children are active.
    Parallel,
    /// No state, but a target: the child of its parent that was active last.
    ShallowHistory,
    /// No state, but a target: the leaves below its parent that were active last.
    DeepHistory,
}

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

/// Which callbacks of a row: see [`Table::callback_name`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i32)]
pub enum RowRole {
    /// Its guards.
    Guard = sys::SFSM_GUARD,
    /// Its actions.
    Action = sys::SFSM_ACTION,
    /// Its resolver.
    Resolver = sys::SFSM_RESOLVER,
}

// Every function below reads an immutable table; the strings that it returns live as long as that.
impl<S: Id, E: Id, C> Table<S, E, C> {
    /// Returns the states in ascending order of their numbers.
    pub fn states(&self) -> Vec<S> {
        let count = unsafe { sys::sfsm_table_state_count(self.raw) };
        (0..count)
            .filter_map(|index| S::from_id(unsafe { sys::sfsm_table_state_at(self.raw, index) }))
            .collect()
    }

    /// Returns the events in ascending order of their numbers.
    pub fn events(&self) -> Vec<E> {
        let count = unsafe { sys::sfsm_table_event_count(self.raw) };
        (0..count)
            .filter_map(|index| E::from_id(unsafe { sys::sfsm_table_event_at(self.raw, index) }))
            .collect()
    }

    /// Returns the predicate types and the number of cases of each.
    pub fn predicates(&self) -> Vec<(i32, i32)> {
        let count = unsafe { sys::sfsm_table_predicate_count(self.raw) };
        let predicate = |index| unsafe {
            let id = sys::sfsm_table_predicate_at(self.raw, index);
            (id, sys::sfsm_table_case_count(self.raw, id))
        };
        (0..count).map(predicate).collect()
    }

    /// Returns the types of what an event carries.
    pub fn arguments(&self, event: E) -> Vec<ValueType> {
        let count = unsafe { sys::sfsm_table_argument_count(self.raw, event.id()) };
        let argument = |index| unsafe { sys::sfsm_table_argument_type(self.raw, event.id(), index) };
        (0..count)
            .filter_map(|index| ValueType::from_code(argument(index)))
            .collect()
    }

    /// Returns the definition's initial state.
    pub fn initial(&self) -> Option<S> {
        S::from_id(unsafe { sys::sfsm_table_initial(self.raw) })
    }

    /// Returns the name of a state, as the definition has it.
    pub fn state_name(&self, state: S) -> Option<&str> {
        unsafe { text::borrowed(sys::sfsm_table_state_name(self.raw, state.id())) }
    }

    /// Returns the name of an event.
    pub fn event_name(&self, event: E) -> Option<&str> {
        unsafe { text::borrowed(sys::sfsm_table_event_name(self.raw, event.id())) }
    }

    /// Returns the name of a predicate type.
    pub fn predicate_name(&self, predicate: i32) -> Option<&str> {
        unsafe { text::borrowed(sys::sfsm_table_predicate_name(self.raw, predicate)) }
    }

    /// Returns the name of a case.
    pub fn case_name(&self, predicate: i32, case: i32) -> Option<&str> {
        unsafe { text::borrowed(sys::sfsm_table_case_name(self.raw, predicate, case)) }
    }

    /// Returns the state of a name, or of a name that it had before.
    pub fn state_named(&self, name: &str) -> Option<S> {
        S::from_id(unsafe { sys::sfsm_table_state_named(self.raw, name.as_ptr().cast(), name.len()) })
    }

    /// Returns the event of a name, or of a name that it had before.
    pub fn event_named(&self, name: &str) -> Option<E> {
        E::from_id(unsafe { sys::sfsm_table_event_named(self.raw, name.as_ptr().cast(), name.len()) })
    }

    /// Returns the names of the superstates, in the order in which they were opened.
    pub fn superstates(&self) -> Vec<Option<&str>> {
        let count = unsafe { sys::sfsm_table_superstate_count(self.raw) };
        let name = |index| unsafe { text::borrowed(sys::sfsm_table_superstate_name(self.raw, index)) };
        (0..count).map(name).collect()
    }

    /// Returns the parent of a state in a chart.
    pub fn parent(&self, state: S) -> Option<S> {
        S::from_id(unsafe { sys::sfsm_table_parent(self.raw, state.id()) })
    }

    /// Returns what a state of a chart is.
    pub fn kind(&self, state: S) -> StateKind {
        match unsafe { sys::sfsm_table_kind(self.raw, state.id()) } {
            sys::SFSM_FINAL => StateKind::Final,
            sys::SFSM_PARALLEL => StateKind::Parallel,
            sys::SFSM_SHALLOW_HISTORY => StateKind::ShallowHistory,
            sys::SFSM_DEEP_HISTORY => StateKind::DeepHistory,
            _ => StateKind::Plain,
        }
    }

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

    /// Returns the name of the document.
    pub fn name(&self) -> Option<&str> {
        unsafe { text::borrowed(sys::sfsm_table_name(self.raw)) }
    }

    /// Returns the version of the document.
    pub fn version(&self) -> Option<&str> {
        unsafe { text::borrowed(sys::sfsm_table_version(self.raw)) }
    }

    /// Returns the label of a row of a document.
    pub fn row_label(&self, row: usize) -> Option<&str> {
        unsafe { text::borrowed(sys::sfsm_table_row_label(self.raw, row)) }
    }

    /// Returns the line of a row; `None` if it is unknown. Cost: O(transitions).
    pub fn row_line(&self, row: usize) -> Option<u32> {
        let rows = (0..self.transition_count()).filter_map(|index| self.raw_transition(index).ok());
        let found = rows.into_iter().find(|each| each.row == row)?;
        u32::try_from(found.line).ok().filter(|&line| line > 0)
    }

    /// Returns the name of a callback of a row, by its index from 0.
    pub fn callback_name(&self, row: usize, role: RowRole, index: usize) -> Option<&str> {
        unsafe { text::borrowed(self.raw_callback_name(row, role, index)) }
    }

    pub(crate) fn raw_callback_name(&self, row: usize, role: RowRole, index: usize) -> *const c_char {
        unsafe { sys::sfsm_table_callback_name(self.raw, row, role as i32, index) }
    }

    /// Returns the name of an argument of an event.
    pub fn argument_name(&self, event: E, index: usize) -> Option<&str> {
        unsafe { text::borrowed(sys::sfsm_table_argument_name(self.raw, event.id(), index)) }
    }

    /// Returns the size in bytes of what steps use.
    pub fn size(&self) -> usize {
        unsafe { sys::sfsm_table_size(self.raw) }
    }

    /// Returns a hash of what the definition does; never 0.
    pub fn snapshot_key(&self) -> u64 {
        unsafe { sys::sfsm_table_snapshot_key(self.raw) }
    }

    /// Returns the SHA-256 of the canonical document. Fails where the definition cannot be written.
    pub fn fingerprint(&self) -> Result<[u8; 32], Error> {
        let mut bytes = [0; 32];
        check(unsafe { sys::sfsm_table_fingerprint(self.raw, bytes.as_mut_ptr()) })?;
        Ok(bytes)
    }
}
