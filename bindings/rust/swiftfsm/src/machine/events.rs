//! The events of a machine: sent, requested, named by updates, and waiting.

use super::instance::Machine;
use crate::arguments::Arguments;
use crate::error::Error;
use crate::id::Id;
use crate::message::Message;
use crate::outcome::Outcome;
use std::ptr;
use swiftfsm_sys as sys;

impl<S: Id, E: Id, C> Machine<S, E, C> {
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
        arguments.with(|values, numbers| {
            core.send_message(&Message::<S, E>::event(event).arguments(values).numbers(numbers))
        })
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
}
