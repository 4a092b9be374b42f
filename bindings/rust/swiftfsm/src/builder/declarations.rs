//! What a builder declares: events and what they carry, predicate types, the initial state, hooks, and names.

use super::definition::{names_of, Builder};
use crate::arguments::ArgumentTypes;
use crate::callback::{self, ActionResult, Callback, ProviderResult};
use crate::error::Error;
use crate::generated::ValueType;
use crate::id::{Id, Predicate};
use crate::step::Step;
use crate::value::type_name;
use std::os::raw::c_void;
use std::panic::Location;
use swiftfsm_sys as sys;

pub(crate) type AddHook =
    unsafe extern "C" fn(*mut sys::sfsm_builder, sys::sfsm_function, *mut c_void, sys::sfsm_finalizer) -> i32;

impl<S: Id, E: Id, C> Builder<S, E, C> {
    /// Declares what an event carries: `builder.event::<(i64, &str)>(Event::Pay)`.
    #[track_caller]
    pub fn event<A: ArgumentTypes>(&mut self, event: E) -> &mut Self {
        self.declare_event(event, &A::types(), Location::caller())
    }

    /// The same with types that are known at run time only.
    #[track_caller]
    pub fn event_of(&mut self, event: E, types: &[ValueType]) -> &mut Self {
        self.declare_event(event, types, Location::caller())
    }

    fn declare_event(&mut self, event: E, types: &[ValueType], place: &'static Location<'static>) -> &mut Self {
        let names: Vec<&str> = types.iter().map(|&each| type_name(each)).collect();
        let (file, line) = self.place(place);
        if let Some(types) = self.c_string(&names.join(", ")) {
            let types = types.as_ptr();
            let status = unsafe { sys::sfsm_builder_add_event_at(self.raw, event.id(), types, file, line) };
            self.note(status);
        }
        self
    }

    /// Declares an enum as a predicate type. A strict machine must be sent one of its cases with every event.
    #[track_caller]
    pub fn predicate<P: Predicate>(&mut self) -> &mut Self {
        self.declare_predicate(P::PREDICATE, P::ALL.len() as i32, Location::caller());
        self.name_ids(sys::sfsm_builder_name_predicates, &[(P::PREDICATE, P::TYPE)]);
        self.give_names(&names_of::<P>(), |builder, names, count| unsafe {
            sys::sfsm_builder_name_cases(builder, P::PREDICATE, names, count)
        })
    }

    /// Declares a predicate type by its number and its number of cases.
    #[track_caller]
    pub fn predicate_of(&mut self, predicate: i32, case_count: i32) -> &mut Self {
        self.declare_predicate(predicate, case_count, Location::caller());
        self
    }

    fn declare_predicate(&mut self, predicate: i32, case_count: i32, place: &'static Location<'static>) {
        let (file, line) = self.place(place);
        let status = unsafe { sys::sfsm_builder_add_predicate_at(self.raw, predicate, case_count, file, line) };
        self.note(status);
    }

    /// Declares an enum as a predicate type, with the closure that provides its present case if none is sent. It must be
    /// free of side effects. `builder.provided(|_, order| order.standing)`
    #[track_caller]
    pub fn provided<F, R>(&mut self, provider: F) -> &mut Self
    where
        F: Fn(&Step<'_, S, E, C>, &C) -> R + Send + Sync + 'static,
        R: ProviderResult,
        R::Case: Predicate,
    {
        self.predicate::<R::Case>();
        self.provider_of(R::Case::PREDICATE, provider)
    }

    /// Sets the provider of a predicate type by its number.
    pub fn provider_of<F, R>(&mut self, predicate: i32, provider: F) -> &mut Self
    where
        F: Fn(&Step<'_, S, E, C>, &C) -> R + Send + Sync + 'static,
        R: ProviderResult,
    {
        let callback = callback::make::<S, E, C, _, false>(move |step, context| provider(step, context.look()).code());
        let raw = callback.hand_over();
        let status =
            unsafe { sys::sfsm_builder_set_provider(self.raw, predicate, raw.function, raw.context, raw.finalizer) };
        self.note(status);
        self
    }

    /// Declares the initial state. Without one each machine names its own.
    #[track_caller]
    pub fn initial(&mut self, state: S) -> &mut Self {
        let (file, line) = self.place(Location::caller());
        let status = unsafe { sys::sfsm_builder_set_initial_at(self.raw, state.id(), file, line) };
        self.note(status);
        self
    }

    /// Adds a hook for all machines: it is called after every step, handled or not, and after a start or a stop.
    pub fn on_step<F, R>(&mut self, hook: F) -> &mut Self
    where
        F: Fn(&Step<'_, S, E, C>, &mut C) -> R + Send + Sync + 'static,
        R: ActionResult,
    {
        self.add_hook(sys::sfsm_builder_on_step, hook)
    }

    /// Adds a hook for all machines: it is called for an event that has no row in the current state.
    pub fn on_unhandled<F, R>(&mut self, hook: F) -> &mut Self
    where
        F: Fn(&Step<'_, S, E, C>, &mut C) -> R + Send + Sync + 'static,
        R: ActionResult,
    {
        self.add_hook(sys::sfsm_builder_on_unhandled, hook)
    }

    fn add_hook<F, R>(&mut self, add: AddHook, hook: F) -> &mut Self
    where
        F: Fn(&Step<'_, S, E, C>, &mut C) -> R + 'static,
        R: ActionResult,
    {
        let made = callback::make::<S, E, C, _, false>(move |step, context| hook(step, context.act()).code());
        self.add_made_hook(add, Ok(made))
    }

    pub(crate) fn add_made_hook(&mut self, add: AddHook, made: Result<Callback, Error>) -> &mut Self {
        if let Some(callback) = self.made(made) {
            let raw = callback.hand_over();
            let status = unsafe { add(self.raw, raw.function, raw.context, raw.finalizer) };
            self.note(status);
        }
        self
    }

    /// Names a state, for diagnostics and documents.
    pub fn name_state(&mut self, state: S, name: &str) -> &mut Self {
        self.name_ids(sys::sfsm_builder_name_states, &[(state.id(), name)])
    }

    /// Names an event, which becomes known to the table.
    pub fn name_event(&mut self, event: E, name: &str) -> &mut Self {
        self.name_ids(sys::sfsm_builder_name_events, &[(event.id(), name)])
    }
}
