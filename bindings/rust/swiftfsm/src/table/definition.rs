//! A checked definition: its states, events and predicate types.

use crate::error::{check, Error};
use crate::fault;
use crate::generated::ValueType;
use crate::id::{Id, Invariant};
use crate::text;
use std::fmt;
use std::marker::PhantomData;
use swiftfsm_sys as sys;

/// A checked and compiled definition. A clone is another reference to the same table; the closures in it are dropped with
/// the last one. Any number of threads may use one table at the same time.
pub struct Table<S, E, C> {
    pub(super) raw: *const sys::sfsm_table,
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

    /// Returns the name of the document.
    pub fn name(&self) -> Option<&str> {
        unsafe { text::borrowed(sys::sfsm_table_name(self.raw)) }
    }

    /// Returns the version of the document.
    pub fn version(&self) -> Option<&str> {
        unsafe { text::borrowed(sys::sfsm_table_version(self.raw)) }
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
        let status = unsafe { sys::sfsm_table_fingerprint(self.raw, bytes.as_mut_ptr()) };
        if status == sys::SFSM_BAD_VALUE {
            return Err(crate::writing::no_document());
        }
        check(status)?;
        Ok(bytes)
    }
}
