//! Views: what can be asked of a machine at any time, inside of its callbacks too.

use crate::core;
use crate::error::check;
use crate::id::{Id, Invariant};
use crate::table::Table;
use std::marker::PhantomData;
use swiftfsm_sys as sys;

/// What can be asked of a machine: [`Machine`](crate::Machine) and [`Handle`](crate::Handle) are views of one.
///
/// It stays on its thread: a [`Machine`](crate::Machine) may be moved to another one, but a callback has any number of
/// handles, all of one machine.
pub struct View<S, E, C> {
    raw: *mut sys::sfsm_machine,
    marker: Invariant<S, E, C>,
}

impl<S, E, C> View<S, E, C> {
    /// # Safety
    /// The machine lives as long as the view, and its table has callbacks for the context `C`.
    #[inline]
    pub(crate) unsafe fn new(raw: *mut sys::sfsm_machine) -> Self {
        View {
            raw,
            marker: PhantomData,
        }
    }

    /// Returns the machine for functions of `swiftfsm-sys`. It stays this object's: to release it, to replace its context,
    /// or to call a function that runs callbacks while its context is borrowed, is undefined behaviour.
    #[inline]
    pub fn as_ptr(&self) -> *mut sys::sfsm_machine {
        self.raw
    }
}

impl<S: Id, E: Id, C> View<S, E, C> {
    /// Returns the current state; inside a step, the old one until the commit. In a chart: the active leaf, or the outermost
    /// active parallel state. `None` if the machine is stopped.
    #[inline]
    pub fn state(&self) -> Option<S> {
        S::from_id(unsafe { sys::sfsm_machine_state(self.raw) })
    }

    /// Returns whether the machine is not stopped.
    pub fn is_running(&self) -> bool {
        unsafe { sys::sfsm_machine_state(self.raw) != sys::SFSM_NONE }
    }

    /// Returns whether a state is active.
    pub fn is_in(&self, state: S) -> bool {
        unsafe { sys::sfsm_machine_in(self.raw, state.id()) }
    }

    /// Returns the active leaves, in the order of the states; of a flat definition the current state.
    pub fn states(&self) -> Vec<S> {
        let ids = core::list(|ids, capacity, count| {
            check(unsafe { sys::sfsm_machine_states(self.raw, ids, capacity, count) })
        });
        ids.unwrap_or_default().into_iter().filter_map(S::from_id).collect()
    }

    /// Returns whether the machine stopped because it entered a final state that has no parent.
    pub fn is_done(&self) -> bool {
        unsafe { sys::sfsm_machine_is_done(self.raw) }
    }

    /// Returns how many events wait.
    pub fn pending(&self) -> usize {
        unsafe { sys::sfsm_machine_pending(self.raw) }
    }

    /// Returns when the next timer is due; `None` if none runs.
    pub fn due(&self) -> Option<i64> {
        let mut time = 0;
        (unsafe { sys::sfsm_machine_due(self.raw, &mut time) } == sys::SFSM_OK).then_some(time)
    }

    /// Returns the time that the machine was told last; while events that were due are sent, the time of the one under way.
    pub fn now(&self) -> i64 {
        unsafe { sys::sfsm_machine_now(self.raw) }
    }

    /// Returns the number that the callback returned whose failure this machine reported last; 0 if none failed yet.
    pub fn failure(&self) -> i32 {
        unsafe { sys::sfsm_machine_failure(self.raw) }
    }

    /// Returns the table, as a reference of its own.
    pub fn table(&self) -> Table<S, E, C> {
        // The machine's callbacks are those of the table.
        unsafe { Table::adopt(sys::sfsm_table_retain(sys::sfsm_machine_table(self.raw))) }
    }
}
