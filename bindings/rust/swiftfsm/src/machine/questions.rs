//! What a machine would do: predictions, and what is permitted.

use super::instance::Machine;
use crate::core::{EVENTS, STATES};
use crate::error::Error;
use crate::id::Id;
use crate::message::Message;
use crate::outcome::Outcome;
use crate::prediction::{Prediction, Reason};
use swiftfsm_sys as sys;

impl<S: Id, E: Id, C> Machine<S, E, C> {
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
}
