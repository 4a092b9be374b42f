//! The timers of a machine, and its time.

use super::instance::Machine;
use crate::error::Error;
use crate::generated::Status;
use crate::id::Id;
use crate::timer::{Clock, Timer};
use std::time::Instant;
use swiftfsm_sys as sys;

impl<S: Id, E: Id, C> Machine<S, E, C> {
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
        let status = unsafe { sys::sfsm_machine_advance(core.0, now) };
        if status == sys::SFSM_BAD_VALUE {
            let text = format!("The time {now} is earlier than the one that was told last.");
            return Err(Error::with_text(Status::BadValue, text));
        }
        core.finish(status).map(|_| ())
    }

    /// The same by a clock. A moment before the time that was told last is that time.
    pub fn advance_to(&mut self, clock: &Clock, moment: Instant) -> Result<(), Error> {
        let time = clock.at(moment).max(self.now());
        self.advance(time)
    }
}
