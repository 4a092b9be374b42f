//! Callbacks with parameters in blocks.

use super::function::CFunction;
use super::parameters::{Parameters, ParametersAt};
use super::roles;
use crate::block::Block;
use crate::callback::{ActionResult, UpdateResult};
use crate::id::Id;
use crate::step::Step;
use swiftfsm_sys as sys;

/// Callbacks with parameters: see [`Row::guard_with`](crate::Row::guard_with).
impl<S: Id, E: Id, C> Block<'_, S, E, C> {
    /// Adds an entry callback with parameters.
    pub fn entry_with<A, R>(
        self,
        entry: impl for<'a> Fn(&Step<'a, S, E, C>, &mut C, <A as ParametersAt<'a>>::Taken) -> R + Send + Sync + 'static,
    ) -> Self
    where
        A: Parameters,
        R: ActionResult,
    {
        self.add_made(sys::sfsm_builder_on_entry, roles::action::<S, E, C, A, R>(entry))
    }

    /// Adds an entry callback in C.
    pub fn entry_c(self, entry: &CFunction) -> Self {
        self.add_made(sys::sfsm_builder_on_entry, Ok(entry.callback()))
    }

    /// Adds an exit callback with parameters.
    pub fn exit_with<A, R>(
        self,
        exit: impl for<'a> Fn(&Step<'a, S, E, C>, &mut C, <A as ParametersAt<'a>>::Taken) -> R + Send + Sync + 'static,
    ) -> Self
    where
        A: Parameters,
        R: ActionResult,
    {
        self.add_made(sys::sfsm_builder_on_exit, roles::action::<S, E, C, A, R>(exit))
    }

    /// Adds an exit callback in C.
    pub fn exit_c(self, exit: &CFunction) -> Self {
        self.add_made(sys::sfsm_builder_on_exit, Ok(exit.callback()))
    }

    /// Adds a cycle callback with parameters.
    pub fn cycle_with<A, R>(
        self,
        cycle: impl for<'a> Fn(&Step<'a, S, E, C>, &mut C, <A as ParametersAt<'a>>::Taken) -> R + Send + Sync + 'static,
    ) -> Self
    where
        A: Parameters,
        R: ActionResult,
    {
        self.add_made(sys::sfsm_builder_on_cycle, roles::action::<S, E, C, A, R>(cycle))
    }

    /// Adds a cycle callback in C.
    pub fn cycle_c(self, cycle: &CFunction) -> Self {
        self.add_made(sys::sfsm_builder_on_cycle, Ok(cycle.callback()))
    }

    /// Adds an update callback with parameters.
    pub fn update_with<A, R>(
        self,
        update: impl for<'a> Fn(&Step<'a, S, E, C>, &mut C, <A as ParametersAt<'a>>::Taken) -> R + Send + Sync + 'static,
    ) -> Self
    where
        A: Parameters,
        R: UpdateResult<E>,
    {
        self.add_made(sys::sfsm_builder_on_update, roles::update::<S, E, C, A, R>(update))
    }

    /// Adds an update callback in C.
    pub fn update_c(self, update: &CFunction) -> Self {
        self.add_made(sys::sfsm_builder_on_update, Ok(update.callback()))
    }

    /// Adds an action of entering the default with parameters.
    pub fn on_default_with<A, R>(
        self,
        action: impl for<'a> Fn(&Step<'a, S, E, C>, &mut C, <A as ParametersAt<'a>>::Taken) -> R + Send + Sync + 'static,
    ) -> Self
    where
        A: Parameters,
        R: ActionResult,
    {
        self.add_made(sys::sfsm_builder_on_default, roles::action::<S, E, C, A, R>(action))
    }

    /// Adds an action of entering the default in C.
    pub fn on_default_c(self, action: &CFunction) -> Self {
        self.add_made(sys::sfsm_builder_on_default, Ok(action.callback()))
    }
}
