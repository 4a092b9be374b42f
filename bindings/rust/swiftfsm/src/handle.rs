//! Handles: the machine inside of its own callbacks.

use crate::arguments::Arguments;
use crate::core::{Core, EVENTS, STATES};
use crate::error::{check, Error};
use crate::fault::Aside;
use crate::id::Id;
use crate::message::Message;
use crate::outcome::Outcome;
use crate::prediction::{Prediction, Reason};
use crate::timer::Timer;
use crate::view::View;
use std::marker::PhantomData;
use std::ops::Deref;
use std::os::raw::c_void;
use swiftfsm_sys as sys;

/// A machine inside of one of its callbacks. What a callback must not do with its own machine is not here.
///
/// A handle stays on the thread of its callback. Events that are sent wait, and run after the step. Questions that call guards take the context, since these look at it.
pub struct Handle<'a, S, E, C> {
    view: View<S, E, C>,
    marker: PhantomData<&'a ()>,
}

impl<S, E, C> Deref for Handle<'_, S, E, C> {
    type Target = View<S, E, C>;

    fn deref(&self) -> &View<S, E, C> {
        &self.view
    }
}

impl<S: Id, E: Id, C> Handle<'_, S, E, C> {
    /// # Safety
    /// A callback of the machine runs for as long as the handle lives.
    pub(crate) unsafe fn new(raw: *mut sys::sfsm_machine) -> Self {
        Handle {
            view: unsafe { View::new(raw) },
            marker: PhantomData,
        }
    }

    /// Sends an event: it waits until the step is over. Returns [`Outcome::Queued`].
    /// Fails with `Busy` in a guard, a resolver or a provider of a probe; with `UnknownEvent` and others of
    /// [`Machine::send`](crate::Machine::send).
    pub fn send(&self, event: E) -> Result<Outcome, Error> {
        self.call(|core| core.send(event.id()))
    }

    /// Sends an event with arguments, which are copied.
    pub fn send_with(&self, event: E, arguments: impl Arguments) -> Result<Outcome, Error> {
        arguments.with(|values, numbers| self.send_message(&Message::event(event).arguments(values).numbers(numbers)))
    }

    /// Sends an event or a request with cases and arguments.
    pub fn send_message(&self, message: &Message<'_, S, E>) -> Result<Outcome, Error> {
        self.call(|core| core.send_message(message))
    }

    /// Requests a state.
    pub fn request(&self, state: S) -> Result<Outcome, Error> {
        self.send_message(&Message::request(state))
    }

    /// Raises an event in a chart: it is taken before all events that were sent, with the cases of the step.
    pub fn raise(&self, event: E) -> Result<Outcome, Error> {
        self.call(|core| core.outcome(unsafe { sys::sfsm_machine_raise(core.0, event.id()) }))
    }

    /// Stops the machine after the events that wait already.
    pub fn stop(&self) -> Result<(), Error> {
        self.call(|core| core.stop().map(|_| ()))
    }

    /// Sends an event after a delay.
    pub fn send_later(&self, event: E, delay: i64) -> Result<Timer, Error> {
        self.call(|core| core.send_later(event.id(), delay).map(Timer))
    }

    /// Cancels a timer. Fails with `OutOfRange` if it does not run.
    pub fn cancel(&self, timer: Timer) -> Result<(), Error> {
        self.call(|core| {
            core.finish(unsafe { sys::sfsm_machine_cancel(core.0, timer.0) })
                .map(|_| ())
        })
    }

    /// Drops the events that wait; the step under way goes on.
    pub fn discard_pending(&self) {
        unsafe { sys::sfsm_machine_discard_pending(self.as_ptr()) };
    }

    /// Predicts what sending a message would do now. Guards and resolvers are called with this context.
    pub fn probe<'m>(&self, context: &C, message: impl Into<Message<'m, S, E>>) -> Result<Prediction<S>, Error>
    where
        S: 'm,
        E: 'm,
    {
        let message = message.into();
        self.ask(context, |core| core.probe(&message))
    }

    /// Lists the events that would be taken now. The message is [`Message::open`], with cases.
    pub fn permitted(&self, context: &C, message: Message<'_, S, E>) -> Result<Vec<E>, Error> {
        self.ask(context, |core| core.permitted(&message, EVENTS))
    }

    /// Lists the states that may be requested now.
    pub fn permitted_states(&self, context: &C, message: Message<'_, S, E>) -> Result<Vec<S>, Error> {
        self.ask(context, |core| core.permitted(&message, STATES))
    }

    /// Predicts what sending a message would do now, with a reason for each row that the state has for it.
    pub fn explain<'m>(
        &self,
        context: &C,
        message: impl Into<Message<'m, S, E>>,
    ) -> Result<(Outcome, Vec<Reason>), Error>
    where
        S: 'm,
        E: 'm,
    {
        let message = message.into();
        self.ask(context, |core| core.explain(&message))
    }

    /// Makes a call. What callbacks of the step failed with before is not its business.
    fn call<R>(&self, call: impl FnOnce(Core) -> Result<R, Error>) -> Result<R, Error> {
        let _before = Aside::put();
        call(Core(self.as_ptr()))
    }

    /// Makes a call that calls guards, resolvers and providers, which only look at the context. They receive it by way of the
    /// callback's borrow of it.
    fn ask<R>(&self, context: &C, call: impl FnOnce(Core) -> Result<R, Error>) -> Result<R, Error> {
        /// Puts the context back, also if a guard panics.
        struct Back(*mut sys::sfsm_machine, *mut c_void);
        impl Drop for Back {
            fn drop(&mut self) {
                unsafe { sys::sfsm_machine_set_context(self.0, self.1) };
            }
        }
        let machine = self.as_ptr();
        let before = unsafe { sys::sfsm_machine_context(machine) };
        // In a replay, whose contexts are not a machine's to replace, this fails.
        check(unsafe { sys::sfsm_machine_set_context(machine, context as *const C as *mut c_void) })?;
        let _back = Back(machine, before);
        self.call(call)
    }
}
