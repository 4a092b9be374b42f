//! The hooks of a machine.

use super::instance::Machine;
use crate::callback::{self, ActionResult, Callback};
use crate::error::{check, Error};
use crate::fault;
use crate::id::Id;
use crate::step::Step;
use std::os::raw::c_void;
use std::ptr;
use swiftfsm_sys as sys;

pub(crate) type AddHook =
    unsafe extern "C" fn(*mut sys::sfsm_machine, sys::sfsm_function, *mut c_void, sys::sfsm_finalizer) -> i32;

impl<S: Id, E: Id, C> Machine<S, E, C> {
    /// Adds a hook that is called after every step, handled or not, and after a start or a stop, behind those of the
    /// table.
    pub fn on_step<F, R>(&mut self, hook: F) -> Result<(), Error>
    where
        F: Fn(&Step<'_, S, E, C>, &mut C) -> R + Send + 'static,
        R: ActionResult,
    {
        self.add_hook(sys::sfsm_machine_on_step, hook)
    }

    /// Adds a hook for events that have no row in the current state.
    pub fn on_unhandled<F, R>(&mut self, hook: F) -> Result<(), Error>
    where
        F: Fn(&Step<'_, S, E, C>, &mut C) -> R + Send + 'static,
        R: ActionResult,
    {
        self.add_hook(sys::sfsm_machine_on_unhandled, hook)
    }

    /// Removes all hooks that were added to this machine.
    pub fn clear_hooks(&mut self) {
        let raw = self.view.as_ptr();
        unsafe {
            sys::sfsm_machine_on_step(raw, None, ptr::null_mut(), None);
            sys::sfsm_machine_on_unhandled(raw, None, ptr::null_mut(), None);
        }
        fault::resume_drops();
    }

    fn add_hook<F, R>(&mut self, add: AddHook, hook: F) -> Result<(), Error>
    where
        F: Fn(&Step<'_, S, E, C>, &mut C) -> R + 'static,
        R: ActionResult,
    {
        let made = callback::make::<S, E, C, _, false>(move |step, context| hook(step, context.act()).code());
        self.add_made_hook(add, made)
    }

    pub(crate) fn add_made_hook(&mut self, add: AddHook, made: Callback) -> Result<(), Error> {
        let raw = made.hand_over();
        check(unsafe { add(self.view.as_ptr(), raw.function, raw.context, raw.finalizer) })
    }
}
