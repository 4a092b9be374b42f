//! Machines: a current state and a context, over a table.

use crate::arguments::Arguments;
use crate::callback::{self, ActionResult};
use crate::core::{Core, EVENTS, STATES};
use crate::error::{check, Error};
use crate::fault;
use crate::handle::Handle;
use crate::id::Id;
use crate::journal::Writer;
use crate::message::Message;
use crate::outcome::Outcome;
use crate::prediction::{Prediction, Reason};
use crate::step::Step;
use crate::table::Table;
use crate::timer::{Clock, Timer};
use crate::view::View;
use crate::words::Start;
use std::fmt;
use std::mem::{size_of, ManuallyDrop};
use std::ops::Deref;
use std::os::raw::c_void;
use std::ptr::{self, NonNull};
use std::time::Instant;
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
    view: View<S, E, C>,
    context: NonNull<C>,
    pub(crate) writer: Option<NonNull<Writer>>,
}

// The context is the machine's own; hooks and the writer of a journal are Send.
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
        drop(fault::take(raw));
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
    fn core(&mut self) -> Core {
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

    /// Sends an event: its step, and those of all events that its callbacks send to this machine.
    ///
    /// Returns the outcome of this event. Fails with `NotRunning`, `UnknownEvent`, `ReservedId`, `MissingPredicate` (the
    /// machine is strict, and the table has predicate types without a provider), `ArgumentCount` (the event declares arguments),
    /// `UnknownState` (a resolver named one), `UnknownCase`, `StepLimitReached`; and with what a callback fails with.
    /// Cost: O(1) in rows, states and events. Allocates nothing, takes no lock.
    #[inline(always)]
    pub fn send(&mut self, event: E) -> Result<Outcome, Error> {
        self.core().send(event.id())
    }

    /// Sends an event with what it carries: `machine.send_with(Event::Pay, (1250, "bank 77"))`.
    ///
    /// Integers are converted to the type that the event declares if that holds them, and to a float that is exactly the
    /// same. Fails as [`Machine::send`], with `ArgumentCount` and `ArgumentType` (the text says which argument), and with
    /// `BadValue` for a string with a zero inside. Allocates nothing unless a `&str` or a `String` is sent.
    #[inline]
    pub fn send_with(&mut self, event: E, arguments: impl Arguments) -> Result<Outcome, Error> {
        let core = self.core();
        arguments.with(|values| core.send_message(&Message::<S, E>::event(event).arguments(values)))
    }

    /// Sends an event or a request with cases and arguments. Fails as [`Machine::send_with`] and with `MissingPredicate`,
    /// `UnknownPredicate`, `RepeatedPredicate` and `UnknownCase` (the text says which).
    pub fn send_message(&mut self, message: &Message<'_, S, E>) -> Result<Outcome, Error> {
        self.core().send_message(message)
    }

    /// Requests that the machine go to a state. Returns [`Outcome::Unhandled`] if no row allows it.
    pub fn request(&mut self, state: S) -> Result<Outcome, Error> {
        self.send_message(&Message::request(state))
    }

    /// Sends many events, one after the other, but faster. Returns how many were sent: all of them. The first error ends
    /// the call.
    pub fn run(&mut self, events: &[E]) -> Result<usize, Error> {
        let mut ids = [0; 256];
        for chunk in events.chunks(ids.len()) {
            for (id, event) in ids.iter_mut().zip(chunk) {
                *id = event.id();
            }
            let raw = self.view.as_ptr();
            let result =
                unsafe { sys::sfsm_machine_run(raw, ids.as_ptr(), chunk.len(), ptr::null_mut(), ptr::null_mut()) };
            self.core().finish(result)?;
        }
        Ok(events.len())
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

    /// Tells the machine that time has passed: its update callbacks run, up to the first that names an event, which is
    /// sent. The time is yours, and is passed through. Returns the outcome of the event; `None` if there is none.
    pub fn update(&mut self, time: f64) -> Result<Option<Outcome>, Error> {
        let core = self.core();
        let result = unsafe { sys::sfsm_machine_update(core.0, time, ptr::null(), ptr::null_mut()) };
        core.finish(result).map(Outcome::from_code)
    }

    /// The same with cases and arguments for the event. The message is [`Message::open`].
    pub fn update_with(&mut self, time: f64, message: &Message<'_, S, E>) -> Result<Option<Outcome>, Error> {
        let core = self.core();
        let result = unsafe { sys::sfsm_machine_update(core.0, time, &message.raw(), ptr::null_mut()) };
        core.finish(result).map(Outcome::from_code)
    }

    /// As [`Machine::update`], but returns the event instead of sending it.
    pub fn updated_event(&mut self, time: f64) -> Result<Option<E>, Error> {
        let core = self.core();
        let mut event = sys::SFSM_NONE;
        core.finish(unsafe { sys::sfsm_machine_update(core.0, time, ptr::null(), &mut event) })?;
        Ok(E::from_id(event))
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

    /// Predicts what sending a message would do. Nothing changes; guards, resolvers and providers are called.
    pub fn probe<'m>(&mut self, message: impl Into<Message<'m, S, E>>) -> Result<Prediction<S>, Error>
    where
        S: 'm,
        E: 'm,
    {
        self.core().probe(&message.into())
    }

    /// Lists the events that would be taken now. The message is [`Message::open`], with cases. Cost: a probe for each event.
    pub fn permitted(&mut self, message: Message<'_, S, E>) -> Result<Vec<E>, Error> {
        self.core().permitted(&message, EVENTS)
    }

    /// Lists the events for which a row matches; guards and resolvers are not called.
    pub fn permitted_without_guards(&mut self, message: Message<'_, S, E>) -> Result<Vec<E>, Error> {
        self.core().permitted(&message, EVENTS | sys::SFSM_WITHOUT_GUARDS)
    }

    /// Lists the states that may be requested now.
    pub fn permitted_states(&mut self, message: Message<'_, S, E>) -> Result<Vec<S>, Error> {
        self.core().permitted(&message, STATES)
    }

    /// Predicts what sending a message would do, with a reason for each row that the state has for it, in the order in which
    /// they are tried.
    pub fn explain<'m>(&mut self, message: impl Into<Message<'m, S, E>>) -> Result<(Outcome, Vec<Reason>), Error>
    where
        S: 'm,
        E: 'm,
    {
        self.core().explain(&message.into())
    }

    /// Sends an event after a delay, in the unit of [`Machine::advance`]. Fails with `NotRunning`, `UnknownEvent`,
    /// `ArgumentCount` (the event declares arguments) and `BadValue` (the delay is negative).
    pub fn send_later(&mut self, event: E, delay: i64) -> Result<Timer, Error> {
        self.core().send_later(event.id(), delay).map(Timer)
    }

    /// Cancels a timer. Fails with `OutOfRange` if it does not run.
    pub fn cancel(&mut self, timer: Timer) -> Result<(), Error> {
        let core = self.core();
        core.finish(unsafe { sys::sfsm_machine_cancel(core.0, timer.0) })
            .map(|_| ())
    }

    /// Tells the machine the time, and sends the events that are due by then. The library has no clock; the unit is
    /// yours. Fails with `BadValue` if the time is earlier than that told last; and with what a callback fails with: the
    /// events behind it stay due.
    pub fn advance(&mut self, now: i64) -> Result<(), Error> {
        let core = self.core();
        core.finish(unsafe { sys::sfsm_machine_advance(core.0, now) })
            .map(|_| ())
    }

    /// The same by a clock. A moment before the time that was told last is that time.
    pub fn advance_to(&mut self, clock: &Clock, moment: Instant) -> Result<(), Error> {
        let time = clock.at(moment).max(self.now());
        self.advance(time)
    }

    /// Runs the events that a failure left waiting. Fails as [`Machine::send`]; the rest still waits then.
    pub fn run_pending(&mut self) -> Result<(), Error> {
        let core = self.core();
        core.finish(unsafe { sys::sfsm_machine_run_pending(core.0) })
            .map(|_| ())
    }

    /// Drops the events that wait. Timers go on.
    pub fn discard_pending(&mut self) {
        unsafe { sys::sfsm_machine_discard_pending(self.view.as_ptr()) };
    }

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
        let raw =
            callback::make::<S, E, C, _, false>(move |step, context| hook(step, context.act()).code()).hand_over();
        check(unsafe { add(self.view.as_ptr(), raw.function, raw.context, raw.finalizer) })
    }

    /// Returns a handle, which can do what a callback can.
    pub fn handle(&mut self) -> Handle<'_, S, E, C> {
        unsafe { Handle::new(self.view.as_ptr()) }
    }
}

type AddHook =
    unsafe extern "C" fn(*mut sys::sfsm_machine, sys::sfsm_function, *mut c_void, sys::sfsm_finalizer) -> i32;
