//! Providers and hooks with parameters.

use super::function::CFunction;
use super::parameters::{Parameters, ParametersAt};
use super::roles;
use crate::builder::Builder;
use crate::callback::ActionResult;
use crate::error::Error;
use crate::id::{Id, Predicate};
use crate::machine::Machine;
use crate::step::Step;
use swiftfsm_sys as sys;

/// Callbacks with parameters: see [`Row::guard_with`](crate::Row::guard_with).
impl<S: Id, E: Id, C> Builder<S, E, C> {
    /// Sets the provider of a predicate type, in C.
    pub fn provider_c<P: Predicate>(&mut self, provider: &CFunction) -> &mut Self {
        self.provider_c_of(P::PREDICATE, provider)
    }

    /// The same by its number.
    pub fn provider_c_of(&mut self, predicate: i32, provider: &CFunction) -> &mut Self {
        let raw = provider.callback().hand_over();
        let status = unsafe {
            sys::sfsm_builder_set_provider(self.as_ptr(), predicate, raw.function, raw.context, raw.finalizer)
        };
        self.note(status);
        self
    }

    /// Adds a hook for steps of all machines, with parameters: cases of predicate types.
    pub fn on_step_with<A, R>(
        &mut self,
        hook: impl for<'a> Fn(&Step<'a, S, E, C>, &mut C, <A as ParametersAt<'a>>::Taken) -> R + Send + Sync + 'static,
    ) -> &mut Self
    where
        A: Parameters,
        R: ActionResult,
    {
        self.add_made_hook(sys::sfsm_builder_on_step, roles::action::<S, E, C, A, R>(hook))
    }

    /// Adds a hook for steps of all machines, in C.
    pub fn on_step_c(&mut self, hook: &CFunction) -> &mut Self {
        self.add_made_hook(sys::sfsm_builder_on_step, Ok(hook.callback()))
    }

    /// Adds a hook for unhandled events of all machines, with parameters: cases of predicate types.
    pub fn on_unhandled_with<A, R>(
        &mut self,
        hook: impl for<'a> Fn(&Step<'a, S, E, C>, &mut C, <A as ParametersAt<'a>>::Taken) -> R + Send + Sync + 'static,
    ) -> &mut Self
    where
        A: Parameters,
        R: ActionResult,
    {
        self.add_made_hook(sys::sfsm_builder_on_unhandled, roles::action::<S, E, C, A, R>(hook))
    }

    /// Adds a hook for unhandled events of all machines, in C.
    pub fn on_unhandled_c(&mut self, hook: &CFunction) -> &mut Self {
        self.add_made_hook(sys::sfsm_builder_on_unhandled, Ok(hook.callback()))
    }
}

/// Hooks with parameters. They fail with `BadSignature` for parameters that are no cases of predicate types of the table.
impl<S: Id, E: Id, C> Machine<S, E, C> {
    /// Adds a hook for steps of this machine, with parameters: cases of predicate types.
    pub fn on_step_with<A, R>(
        &mut self,
        hook: impl for<'a> Fn(&Step<'a, S, E, C>, &mut C, <A as ParametersAt<'a>>::Taken) -> R + Send + 'static,
    ) -> Result<(), Error>
    where
        A: Parameters,
        R: ActionResult,
    {
        self.add_made_hook(sys::sfsm_machine_on_step, roles::action::<S, E, C, A, R>(hook)?)
    }

    /// Adds a hook for steps of this machine, in C.
    pub fn on_step_c(&mut self, hook: &CFunction) -> Result<(), Error> {
        self.add_made_hook(sys::sfsm_machine_on_step, hook.callback())
    }

    /// Adds a hook for unhandled events of this machine, with parameters: cases of predicate types.
    pub fn on_unhandled_with<A, R>(
        &mut self,
        hook: impl for<'a> Fn(&Step<'a, S, E, C>, &mut C, <A as ParametersAt<'a>>::Taken) -> R + Send + 'static,
    ) -> Result<(), Error>
    where
        A: Parameters,
        R: ActionResult,
    {
        self.add_made_hook(sys::sfsm_machine_on_unhandled, roles::action::<S, E, C, A, R>(hook)?)
    }

    /// Adds a hook for unhandled events of this machine, in C.
    pub fn on_unhandled_c(&mut self, hook: &CFunction) -> Result<(), Error> {
        self.add_made_hook(sys::sfsm_machine_on_unhandled, hook.callback())
    }
}
