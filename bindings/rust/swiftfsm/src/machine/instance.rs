//! A machine and its context, its state, its start and its stop.

use crate::core::Core;
use crate::error::{check, Error};
use crate::fault;
use crate::handle::Handle;
use crate::id::Id;
use crate::journal::Writer;
use crate::table::Table;
use crate::view::View;
use crate::words::Start;
use std::fmt;
use std::mem::{size_of, ManuallyDrop};
use std::ops::Deref;
use std::os::raw::c_void;
use std::ptr::{self, NonNull};
use swiftfsm_sys as sys;

/// A machine. It owns its context, which callbacks receive; for one of yours, `C` may be `&mut Hardware`.
///
/// What callbacks fail with: an error that one returns ends the step, and is returned as [`Error::Callback`] by the function
/// that ran the callback; a panic ends it too, and goes on from there. Before the commit (guards, and by default exit callbacks
/// and actions) the machine keeps its old state; after it (by default entry and cycle callbacks) it has the new one. Events
/// that wait go on waiting: see [`Machine::run_pending`]. The function also fails for a step of an event that a callback
/// had sent; then the first event was taken all the same.
///
/// A machine may be moved to another thread if its context may be.
pub struct Machine<S, E, C> {
    pub(super) view: View<S, E, C>,
    context: NonNull<C>,
    pub(crate) writer: Option<NonNull<Writer>>,
}

// The only view that may be moved: nothing else refers to the machine then. The context is the machine's own; hooks and the
// writer of a journal are Send.
unsafe impl<S, E, C: Send> Send for Machine<S, E, C> {}

impl<S, E, C> Deref for Machine<S, E, C> {
    type Target = View<S, E, C>;

    #[inline]
    fn deref(&self) -> &View<S, E, C> {
        &self.view
    }
}

impl<S, E, C> Drop for Machine<S, E, C> {
    fn drop(&mut self) {
        let raw = self.view.as_ptr();
        unsafe {
            let context = Box::from_raw(self.context.as_ptr());
            release(raw, self.writer);
            drop(context);
        }
    }
}

/// Releases a machine. No callback runs, since all functions that call them borrow the machine.
unsafe fn release(raw: *mut sys::sfsm_machine, writer: Option<NonNull<Writer>>) {
    unsafe {
        sys::sfsm_machine_release(raw);
        if let Some(writer) = writer {
            drop(Box::from_raw(writer.as_ptr()));
        }
    }
    if !fault::is_none() {
        fault::discard(fault::take(raw));
    }
    fault::resume_drops();
}

impl<S: Id, E: Id, C: fmt::Debug> fmt::Debug for Machine<S, E, C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Machine")
            .field("states", &self.states())
            .field("context", self.context())
            .finish()
    }
}

impl<S: Id, E: Id, C> Machine<S, E, C> {
    /// Makes a machine in a state, in the definition's initial state ([`Initial`](crate::Initial)), or stopped
    /// ([`Stopped`](crate::Stopped)). No callback runs, no entry callbacks either.
    ///
    /// Fails with `UnknownState`, `UnboundCallbacks` and `OutOfMemory`; the context is dropped then.
    pub fn new(table: &Table<S, E, C>, start: impl Into<Start<S>>, context: C) -> Result<Self, Error> {
        Machine::with_flags(table, start.into(), 0, context)
    }

    /// Makes a machine that accepts an event without cases of some predicate types: then only rows that do not name them
    /// match. Any other is strict.
    pub fn lenient(table: &Table<S, E, C>, start: impl Into<Start<S>>, context: C) -> Result<Self, Error> {
        Machine::with_flags(table, start.into(), sys::SFSM_LENIENT, context)
    }

    fn with_flags(table: &Table<S, E, C>, start: Start<S>, flags: u32, context: C) -> Result<Self, Error> {
        let mut context = Box::new(context);
        let options = sys::sfsm_machine_options {
            size: size_of::<sys::sfsm_machine_options>(),
            initial: start.id,
            flags,
            context: &mut *context as *mut C as *mut c_void,
            memory: ptr::null_mut(),
            memory_size: 0,
        };
        let mut raw = ptr::null_mut();
        check(unsafe { sys::sfsm_machine_create_with(table.as_ptr(), &options, &mut raw) })?;
        let pointer = NonNull::from(Box::leak(context));
        // From the pointer that the box was leaked as: the library lends this one to callbacks.
        unsafe { sys::sfsm_machine_set_context(raw, pointer.as_ptr().cast()) };
        Ok(Machine {
            view: unsafe { View::new(raw) },
            context: pointer,
            writer: None,
        })
    }

    #[inline(always)]
    pub(super) fn core(&mut self) -> Core {
        Core(self.view.as_ptr())
    }

    /// Returns the context.
    pub fn context(&self) -> &C {
        // No callback runs, since the functions that call them borrow the machine as `&mut`.
        unsafe { self.context.as_ref() }
    }

    /// Returns the context.
    pub fn context_mut(&mut self) -> &mut C {
        unsafe { self.context.as_mut() }
    }

    /// Drops the machine, and returns its context.
    pub fn into_context(self) -> C {
        let machine = ManuallyDrop::new(self);
        // The same as `drop` does, but for the context.
        unsafe {
            release(machine.view.as_ptr(), machine.writer);
            *Box::from_raw(machine.context.as_ptr())
        }
    }

    /// Starts a stopped machine: enters a state and runs its entry callbacks, then the events that they sent. Fails with
    /// `AlreadyRunning`, `UnknownState`; and with what an entry callback fails with: the machine runs then.
    pub fn start(&mut self, state: impl Into<Start<S>>) -> Result<(), Error> {
        let core = self.core();
        core.finish(unsafe { sys::sfsm_machine_start(core.0, state.into().id) })
            .map(|_| ())
    }

    /// Stops the machine: runs the exit callbacks, then drops the events that wait and ends the timers. Fails with
    /// `NotRunning`; and with what an exit callback fails with: the machine still runs then.
    pub fn stop(&mut self) -> Result<(), Error> {
        self.core().stop().map(|_| ())
    }

    /// Puts the machine, stopped or not, into a state without calling any callback. Events that wait stay; with
    /// [`Stopped`](crate::Stopped) they are dropped. Fails with `UnknownState`.
    pub fn set_state(&mut self, state: impl Into<Start<S>>) -> Result<(), Error> {
        let core = self.core();
        core.finish(unsafe { sys::sfsm_machine_set_state(core.0, state.into().id) })
            .map(|_| ())
    }

    /// Puts a chart into states, all leaves that are then active, without calling any callback. Fails with `UnknownState` and
    /// `BadConfiguration`.
    pub fn set_states(&mut self, states: &[S]) -> Result<(), Error> {
        let ids: Vec<i32> = states.iter().map(|state| state.id()).collect();
        let core = self.core();
        core.finish(unsafe { sys::sfsm_machine_set_states(core.0, ids.as_ptr(), ids.len()) })
            .map(|_| ())
    }

    /// Returns a handle, which can do what a callback can.
    pub fn handle(&mut self) -> Handle<'_, S, E, C> {
        unsafe { Handle::new(self.view.as_ptr()) }
    }
}
