//! Blocks of a builder: everything about a state or a superstate other than where its rows lead.

use crate::builder::{AddCallback, Builder};
use crate::callback::{self, ActionResult, Callback, UpdateResult};
use crate::error::Error;
use crate::id::Id;
use crate::row::Row;
use crate::step::Step;
use crate::words::{Target, Trigger};
use std::panic::Location;
use swiftfsm_sys as sys;

/// A superstate of a builder: rows and callbacks for every state that adopts it. It is never active.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Superstate(pub(crate) usize);

/// The block of a state or a superstate. Callbacks run block by block, superstates first, then as they were added.
pub struct Block<'b, S: Id, E: Id, C> {
    builder: &'b mut Builder<S, E, C>,
    number: usize,
    state: i32,
}

impl<'b, S: Id, E: Id, C> Block<'b, S, E, C> {
    pub(crate) fn new(builder: &'b mut Builder<S, E, C>, number: usize, state: i32) -> Self {
        Block { builder, number, state }
    }

    /// Returns the superstate whose block this is, for [`Block::adopts`].
    pub fn superstate(&self) -> Superstate {
        Superstate(self.number)
    }

    /// Adds a row of this state, or of each state that adopts this superstate.
    #[track_caller]
    pub fn row(&mut self, event: impl Into<Trigger<E>>, target: impl Into<Target<S>>) -> Row<'_, S, E, C> {
        let (event, target) = (event.into().id, target.into().id);
        self.builder
            .add_row(self.state, event, target, self.number, Location::caller())
    }

    /// Adds a row for requests of a state.
    #[track_caller]
    pub fn request_row(&mut self, target: impl Into<Target<S>>) -> Row<'_, S, E, C> {
        self.builder.add_row(
            self.state,
            sys::SFSM_REQUEST,
            target.into().id,
            self.number,
            Location::caller(),
        )
    }

    /// Adopts a superstate.
    pub fn adopts(self, superstate: Superstate) -> Self {
        let status = unsafe { sys::sfsm_builder_adopt(self.builder.as_ptr(), self.number, superstate.0) };
        self.noted(status)
    }

    /// Adds a callback that runs after a step from another state.
    pub fn entry<F, R>(self, entry: F) -> Self
    where
        F: Fn(&Step<'_, S, E, C>, &mut C) -> R + Send + Sync + 'static,
        R: ActionResult,
    {
        self.add(sys::sfsm_builder_on_entry, entry)
    }

    /// Adds a callback that runs before a step to another state.
    pub fn exit<F, R>(self, exit: F) -> Self
    where
        F: Fn(&Step<'_, S, E, C>, &mut C) -> R + Send + Sync + 'static,
        R: ActionResult,
    {
        self.add(sys::sfsm_builder_on_exit, exit)
    }

    /// Adds a callback that runs after a step that came back to the same state.
    pub fn cycle<F, R>(self, cycle: F) -> Self
    where
        F: Fn(&Step<'_, S, E, C>, &mut C) -> R + Send + Sync + 'static,
        R: ActionResult,
    {
        self.add(sys::sfsm_builder_on_cycle, cycle)
    }

    /// Adds a callback of [`Machine::update`](crate::Machine::update): it may name an event, which is sent.
    pub fn update<F, R>(self, update: F) -> Self
    where
        F: Fn(&Step<'_, S, E, C>, &mut C) -> R + Send + Sync + 'static,
        R: UpdateResult<E>,
    {
        let callback = callback::make::<S, E, C, _, true>(move |step, context| update(step, context.act()).code());
        self.builder
            .add_callback(sys::sfsm_builder_on_update, self.number, callback);
        self
    }

    /// Nests the state, or the history, in another state.
    pub fn nested_in(self, parent: S) -> Self {
        let status = unsafe { sys::sfsm_builder_nest(self.builder.as_ptr(), self.number, parent.id()) };
        self.noted(status)
    }

    /// Sets the child that is entered with the state; of a history, the state that is entered while nothing is recorded.
    pub fn default_child(self, state: S) -> Self {
        let status = unsafe { sys::sfsm_builder_set_default(self.builder.as_ptr(), self.number, state.id()) };
        self.noted(status)
    }

    /// Adds an action that runs when the default is entered.
    pub fn on_default<F, R>(self, action: F) -> Self
    where
        F: Fn(&Step<'_, S, E, C>, &mut C) -> R + Send + Sync + 'static,
        R: ActionResult,
    {
        self.add(sys::sfsm_builder_on_default, action)
    }

    /// Sets the event that is raised when the state is done: when a final child is entered, or all children are done.
    pub fn on_done(self, event: E) -> Self {
        let status = unsafe { sys::sfsm_builder_on_done(self.builder.as_ptr(), self.number, event.id()) };
        self.noted(status)
    }

    /// Adds a timeout: the event is sent when the state has been active for so long, in the unit of
    /// [`Machine::advance`](crate::Machine::advance).
    pub fn timeout(self, delay: i64, event: E) -> Self {
        let status = unsafe { sys::sfsm_builder_add_timeout(self.builder.as_ptr(), self.number, delay, event.id()) };
        self.noted(status)
    }

    fn add<F, R>(self, add: AddCallback, function: F) -> Self
    where
        F: Fn(&Step<'_, S, E, C>, &mut C) -> R + 'static,
        R: ActionResult,
    {
        let callback = callback::make::<S, E, C, _, false>(move |step, context| function(step, context.act()).code());
        self.builder.add_callback(add, self.number, callback);
        self
    }

    pub(crate) fn add_made(self, add: AddCallback, made: Result<Callback, Error>) -> Self {
        if let Some(callback) = self.builder.made(made) {
            self.builder.add_callback(add, self.number, callback);
        }
        self
    }

    fn noted(self, status: i32) -> Self {
        self.builder.note(status);
        self
    }
}
