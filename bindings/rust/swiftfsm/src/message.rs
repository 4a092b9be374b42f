//! Messages: everything that can be sent to a machine.

use crate::id::{Case, Id};
use crate::value::Value;
use std::marker::PhantomData;
use std::mem::size_of;
use swiftfsm_sys as sys;

/// An event or a request, with the cases of predicate types and the arguments that it carries. An event alone is a message
/// too: `machine.probe(Event::Coin)`.
#[derive(Clone, Copy, Debug)]
pub struct Message<'a, S, E> {
    event: i32,
    requested: i32,
    cases: &'a [Case],
    arguments: &'a [Value<'a>],
    numbers: u32,
    marker: PhantomData<(S, E)>,
}

impl<'a, S: Id, E: Id> Message<'a, S, E> {
    /// Makes a message of an event.
    #[inline]
    pub fn event(event: E) -> Self {
        Message::new(event.id(), sys::SFSM_NONE)
    }

    /// Makes the request of a state.
    #[inline]
    pub fn request(state: S) -> Self {
        Message::new(sys::SFSM_REQUEST, state.id())
    }

    /// Makes a message whose event is left open, where a function chooses it: [`permitted`](crate::Machine::permitted) and
    /// [`update_with`](crate::Machine::update_with).
    #[inline]
    pub fn open() -> Self {
        Message::new(sys::SFSM_ANY, sys::SFSM_NONE)
    }

    /// Sets the present case of each predicate type, in any order.
    #[must_use]
    #[inline]
    pub fn cases(mut self, cases: &'a [Case]) -> Self {
        self.cases = cases;
        self
    }

    /// Sets what the event carries.
    #[must_use]
    #[inline]
    pub fn arguments(mut self, arguments: &'a [Value<'a>]) -> Self {
        self.arguments = arguments;
        self
    }

    #[inline]
    const fn new(event: i32, requested: i32) -> Self {
        Message {
            event,
            requested,
            cases: &[],
            arguments: &[],
            numbers: 0,
            marker: PhantomData,
        }
    }

    /// Sets which arguments are numbers, a bit for each: they are no strings, though in C 0 may be NULL.
    #[inline]
    pub(crate) fn numbers(mut self, numbers: u32) -> Self {
        self.numbers = numbers;
        self
    }

    /// Returns whether one of the numbers is 0.
    #[inline]
    pub(crate) fn has_zero(&self) -> bool {
        self.numbers != 0 && (0..self.arguments.len()).any(|index| self.is_zero(index))
    }

    #[inline]
    fn is_zero(&self, index: usize) -> bool {
        self.numbers >> index & 1 != 0 && self.arguments[index].is_zero()
    }

    /// Makes a call with the message in C, where a 0 in place of a string is a number that the library refuses.
    #[cold]
    #[inline(never)]
    pub(crate) fn with_numbers<R>(
        &self,
        table: *const sys::sfsm_table,
        call: impl FnOnce(&sys::sfsm_message) -> R,
    ) -> R {
        let mut arguments = self.arguments.to_vec();
        for (index, argument) in arguments.iter_mut().enumerate() {
            let declared = unsafe { sys::sfsm_table_argument_type(table, self.event, index) };
            if declared == sys::SFSM_STR && self.is_zero(index) {
                *argument = Value::zero();
            }
        }
        let message = Message {
            arguments: &arguments,
            ..*self
        };
        call(&message.raw())
    }

    /// Returns the message in C. It borrows from this one.
    #[inline]
    pub(crate) fn raw(&self) -> sys::sfsm_message {
        sys::sfsm_message {
            size: size_of::<sys::sfsm_message>(),
            event: self.event,
            requested: self.requested,
            cases: self.cases.as_ptr().cast(),
            case_count: self.cases.len(),
            arguments: self.arguments.as_ptr().cast(),
            argument_count: self.arguments.len(),
        }
    }
}

impl<S: Id, E: Id> From<E> for Message<'_, S, E> {
    fn from(event: E) -> Self {
        Message::event(event)
    }
}
