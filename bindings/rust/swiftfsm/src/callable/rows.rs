//! Callbacks with parameters in rows.

use super::function::CFunction;
use super::parameters::{Parameters, ParametersAt};
use super::roles;
use crate::callback::{ActionResult, GuardResult, ResolverResult};
use crate::id::Id;
use crate::row::Row;
use crate::step::Step;

/// Callbacks with parameters: closures that take a tuple of [`Parameters`] beside the step and the context, and functions in C.
/// That their parameters fit the events of the row is checked when the table is built.
impl<S: Id, E: Id, C> Row<'_, S, E, C> {
    /// Adds a guard with parameters:
    /// `.guard_with::<(i64, Policy), _>(|_, gate, (cents, policy)| cents >= gate.price)`.
    pub fn guard_with<A, R>(
        mut self,
        guard: impl for<'a> Fn(&Step<'a, S, E, C>, &C, <A as ParametersAt<'a>>::Taken) -> R + Send + Sync + 'static,
    ) -> Self
    where
        A: Parameters,
        R: GuardResult,
    {
        let made = roles::guard::<S, E, C, A, R>(guard);
        self.push_guard(made);
        self
    }

    /// Adds an action with parameters.
    pub fn action_with<A, R>(
        mut self,
        action: impl for<'a> Fn(&Step<'a, S, E, C>, &mut C, <A as ParametersAt<'a>>::Taken) -> R + Send + Sync + 'static,
    ) -> Self
    where
        A: Parameters,
        R: ActionResult,
    {
        let made = roles::action::<S, E, C, A, R>(action);
        self.push_action(made);
        self
    }

    /// Sets the resolver, with parameters.
    pub fn resolver_with<A, R>(
        mut self,
        resolver: impl for<'a> Fn(&Step<'a, S, E, C>, &C, <A as ParametersAt<'a>>::Taken) -> R + Send + Sync + 'static,
    ) -> Self
    where
        A: Parameters,
        R: ResolverResult<S>,
    {
        let made = roles::resolver::<S, E, C, A, R>(resolver);
        self.push_resolver(made);
        self
    }

    /// Adds a guard in C.
    pub fn guard_c(mut self, guard: &CFunction) -> Self {
        self.push_guard(Ok(guard.callback()));
        self
    }

    /// Adds an action in C.
    pub fn action_c(mut self, action: &CFunction) -> Self {
        self.push_action(Ok(action.callback()));
        self
    }

    /// Sets the resolver, in C.
    pub fn resolver_c(mut self, resolver: &CFunction) -> Self {
        self.push_resolver(Ok(resolver.callback()));
        self
    }
}
