//! The names in a table.

use super::definition::Table;
use crate::id::Id;
use crate::text;
use std::os::raw::c_char;
use swiftfsm_sys as sys;

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

    /// Returns the label of a row of a document.
    pub fn row_label(&self, row: usize) -> Option<&str> {
        unsafe { text::borrowed(sys::sfsm_table_row_label(self.raw, row)) }
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
}
