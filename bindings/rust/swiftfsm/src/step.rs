//! Steps: what a callback can ask.

use crate::arguments::{self, FromArguments};
use crate::error::Error;
use crate::generated::Status;
use crate::handle::Handle;
use crate::id::{Id, Invariant, Predicate};
use crate::outcome::Outcome;
use crate::value::{FromValue, Value};
use std::marker::PhantomData;
use std::slice;
use swiftfsm_sys as sys;

/// The step in which a callback runs. It costs nothing by itself, and cannot leave the callback.
pub struct Step<'a, S, E, C> {
    raw: &'a sys::sfsm_step,
    marker: Invariant<S, E, C>,
}

impl<'a, S, E, C> Step<'a, S, E, C> {
    #[inline]
    pub(crate) fn new(raw: &'a sys::sfsm_step) -> Self {
        Step {
            raw,
            marker: PhantomData,
        }
    }
}

impl<'a, S: Id, E: Id, C> Step<'a, S, E, C> {
    /// Returns the machine, to which a callback may send events: they run after the step.
    pub fn machine(&self) -> Handle<'a, S, E, C> {
        // The library has this machine for as long as the callback runs.
        unsafe { Handle::new(self.raw.machine) }
    }

    /// Returns the event; `None` in a start, a stop and an update, for a request and for a row without an event.
    #[inline]
    pub fn event(&self) -> Option<E> {
        E::from_id(self.raw.event)
    }

    /// Returns whether the step is that of a request.
    pub fn is_request(&self) -> bool {
        self.raw.event == sys::SFSM_REQUEST
    }

    /// Returns whether the step is that of a row without an event.
    pub fn is_eventless(&self) -> bool {
        self.raw.event == sys::SFSM_EVENTLESS
    }

    /// Returns the state before the step; `None` in a start.
    #[inline]
    pub fn source(&self) -> Option<S> {
        S::from_id(self.raw.source)
    }

    /// Returns the state after the step; `None` until it is resolved, in a stop, and in a hook for an event that was not
    /// taken. For a request it is always the requested state.
    #[inline]
    pub fn target(&self) -> Option<S> {
        S::from_id(self.raw.target)
    }

    /// Returns the state whose callback runs: one closure may serve many states.
    pub fn state(&self) -> Option<S> {
        S::from_id(unsafe { sys::sfsm_step_state(self.raw) })
    }

    /// Returns the outcome in a step hook; `None` in any other callback, and if the step failed.
    pub fn outcome(&self) -> Option<Outcome> {
        Outcome::from_code(self.raw.outcome)
    }

    /// Returns why the step failed, in a step hook.
    pub fn failure(&self) -> Option<Status> {
        Status::from_code(self.raw.outcome)
    }

    /// Returns the time of [`Machine::update`](crate::Machine::update); 0 in any other call.
    pub fn time(&self) -> f64 {
        self.raw.time
    }

    /// Returns the number of the row that is taken or tried, from 1; `None` if there is none. Cost: O(log rows).
    pub fn row(&self) -> Option<usize> {
        match unsafe { sys::sfsm_step_row(self.raw) } {
            0 => None,
            row => Some(row),
        }
    }

    /// Returns the case of a predicate type, sent or provided.
    pub fn case<P: Predicate>(&self) -> Option<P> {
        P::from_id(self.case_of(P::PREDICATE)?)
    }

    /// Returns the number of the case of the predicate type with this number.
    pub fn case_of(&self, predicate: i32) -> Option<i32> {
        let case = unsafe { sys::sfsm_step_case(self.raw, predicate) };
        (case != sys::SFSM_NONE).then_some(case)
    }

    /// Returns what the event carries.
    #[inline]
    pub fn values(&self) -> &'a [Value<'a>] {
        if self.raw.argument_count == 0 {
            return &[];
        }
        // A Value is an sfsm_value, and these live as long as the step.
        unsafe { slice::from_raw_parts(self.raw.arguments.cast(), self.raw.argument_count) }
    }

    /// Returns one argument, counted from 0. Fails with [`Status::ArgumentCount`] and [`Status::ArgumentType`].
    #[inline]
    pub fn argument<T: FromValue<'a>>(&self, index: usize) -> Result<T, Error> {
        arguments::argument(self.values(), index)
    }

    /// Returns the arguments as a tuple: `let (cents, reference) = step.arguments::<(i64, &str)>()?;`. Trailing ones may be
    /// left out. Fails as [`Step::argument`].
    #[inline]
    pub fn arguments<T: FromArguments<'a>>(&self) -> Result<T, Error> {
        T::from_arguments(self.values())
    }

    /// Returns the step for functions of `swiftfsm-sys`.
    pub fn as_raw(&self) -> &'a sys::sfsm_step {
        self.raw
    }
}
