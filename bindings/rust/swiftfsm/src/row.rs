//! Rows of a builder.

use crate::builder::Builder;
use crate::callback::{self, ActionResult, Callback, GuardResult, ResolverResult};
use crate::error::Error;
use crate::id::{Id, Predicate};
use crate::step::Step;
use std::mem;
use swiftfsm_sys as sys;

/// A row that is being written. It belongs to the definition when this is dropped, at the end of the statement.
///
/// Closures receive the [`Step`] and the machine's context. They must be `Send` and `Sync`, since machines of one table run on
/// many threads; and they must not panic for the sake of control: a panic is carried through, but costs what panics cost.
pub struct Row<'b, S: Id, E: Id, C> {
    builder: &'b mut Builder<S, E, C>,
    raw: sys::sfsm_row,
    guards: Vec<Callback>,
    actions: Vec<Callback>,
    resolvers: Vec<Callback>,
    matches: Vec<(i32, Vec<i32>)>,
    targets: Vec<i32>,
    conditions: Vec<(i32, bool)>,
    raised: Vec<i32>,
}

impl<'b, S: Id, E: Id, C> Row<'b, S, E, C> {
    pub(crate) fn new(builder: &'b mut Builder<S, E, C>, raw: sys::sfsm_row) -> Self {
        Row {
            builder,
            raw,
            guards: Vec::new(),
            actions: Vec::new(),
            resolvers: Vec::new(),
            matches: Vec::new(),
            targets: Vec::new(),
            conditions: Vec::new(),
            raised: Vec::new(),
        }
    }

    pub(crate) fn push_guard(&mut self, made: Result<Callback, Error>) {
        self.guards.extend(self.builder.made(made));
    }

    pub(crate) fn push_action(&mut self, made: Result<Callback, Error>) {
        self.actions.extend(self.builder.made(made));
    }

    pub(crate) fn push_resolver(&mut self, made: Result<Callback, Error>) {
        self.resolvers.extend(self.builder.made(made));
    }

    /// Adds a guard. All must agree; they are called in order, up to the first that refuses. It must be free of side
    /// effects, since questions call it too.
    pub fn guard<F, R>(mut self, guard: F) -> Self
    where
        F: Fn(&Step<'_, S, E, C>, &C) -> R + Send + Sync + 'static,
        R: GuardResult,
    {
        self.push_guard(Ok(callback::make::<S, E, C, _, false>(move |step, context| {
            guard(step, context.look()).code()
        })));
        self
    }

    /// Adds an action. Actions run in order. One that returns an error ends the step.
    pub fn action<F, R>(mut self, action: F) -> Self
    where
        F: Fn(&Step<'_, S, E, C>, &mut C) -> R + Send + Sync + 'static,
        R: ActionResult,
    {
        self.push_action(Ok(callback::make::<S, E, C, _, false>(move |step, context| {
            action(step, context.act()).code()
        })));
        self
    }

    /// Sets the resolver of a row to [`Dynamic`](crate::Dynamic): it returns the next state, or `None` to refuse.
    pub fn resolver<F, R>(mut self, resolver: F) -> Self
    where
        F: Fn(&Step<'_, S, E, C>, &C) -> R + Send + Sync + 'static,
        R: ResolverResult<S>,
    {
        self.push_resolver(Ok(callback::make::<S, E, C, _, true>(move |step, context| {
            resolver(step, context.look()).code()
        })));
        self
    }

    /// Lets the row be for one of these cases of a predicate type: `.matching(&[Policy::Weak])`.
    pub fn matching<P: Predicate>(self, cases: &[P]) -> Self {
        let cases: Vec<i32> = cases.iter().map(|case| case.id()).collect();
        self.matching_of(P::PREDICATE, &cases)
    }

    /// The same by numbers.
    pub fn matching_of(mut self, predicate: i32, cases: &[i32]) -> Self {
        self.matches.push((predicate, cases.to_vec()));
        self
    }

    /// Replaces the earlier rows of other blocks for the same state, event and matches, such as those of superstates.
    pub fn overriding(mut self) -> Self {
        self.raw.flags |= sys::SFSM_OVERRIDING;
        self
    }

    /// Leaves no more states of a chart than the row must.
    pub fn local(mut self) -> Self {
        self.raw.flags |= sys::SFSM_LOCAL;
        self
    }

    /// Adds one more target, in another child of a parallel state.
    pub fn and(mut self, state: S) -> Self {
        self.targets.push(state.id());
        self
    }

    /// Lets the row be for machines in which a state is active.
    pub fn when_in(mut self, state: S) -> Self {
        self.conditions.push((state.id(), true));
        self
    }

    /// Lets the row be for machines in which a state is not active.
    pub fn when_not_in(mut self, state: S) -> Self {
        self.conditions.push((state.id(), false));
        self
    }

    /// Raises an event when the row is taken: it comes before events that were sent.
    pub fn raises(mut self, event: E) -> Self {
        self.raised.push(event.id());
        self
    }
}

impl<S: Id, E: Id, C> Drop for Row<'_, S, E, C> {
    fn drop(&mut self) {
        let hand_over = |callbacks: &mut Vec<Callback>| -> Vec<sys::sfsm_callback> {
            mem::take(callbacks).into_iter().map(Callback::hand_over).collect()
        };
        let (guards, actions) = (hand_over(&mut self.guards), hand_over(&mut self.actions));
        let mut resolvers = mem::take(&mut self.resolvers).into_iter();
        let matches: Vec<sys::sfsm_match> = self
            .matches
            .iter()
            .map(|(predicate, values)| sys::sfsm_match {
                predicate: *predicate,
                value: *values.first().unwrap_or(&sys::SFSM_NONE),
                values: values.as_ptr(),
                value_count: values.len(),
            })
            .collect();
        let mut row = self.raw;
        row.guards = guards.as_ptr();
        row.guard_count = guards.len();
        row.actions = actions.as_ptr();
        row.action_count = actions.len();
        row.matches = matches.as_ptr();
        row.match_count = matches.len();
        if let Some(resolver) = resolvers.next() {
            row.resolver = resolver.hand_over();
        }
        let number = match self.builder.push_row(&row) {
            Some(number) => number,
            None => return,
        };
        for resolver in resolvers {
            self.builder
                .add_callback(sys::sfsm_builder_set_resolver, number, resolver);
        }
        let builder = self.builder.as_ptr();
        // The row is there, so what is rejected is reported by the build.
        unsafe {
            for &state in &self.targets {
                self.builder.note(sys::sfsm_builder_add_target(builder, number, state));
            }
            for &(state, is_in) in &self.conditions {
                self.builder
                    .note(sys::sfsm_builder_add_in_guard(builder, number, state, is_in));
            }
            for &event in &self.raised {
                self.builder.note(sys::sfsm_builder_add_raise(builder, number, event));
            }
        }
    }
}
