//! What stands in rows beside states and events, and where a machine starts.

use crate::id::Id;
use swiftfsm_sys as sys;

/// Every state, as the source of a row; every event; every state that may be requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Any;
/// A target: the current state. Cycle callbacks run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Same;
/// A target: the current state. Only actions run, never entry, exit or cycle callbacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Internal;
/// A target: the state that the row's resolver returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dynamic;
/// A target: the event waits until other states are active.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defer;
/// The event of a row that is tried without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eventless;
/// Where a machine starts: in the definition's initial state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Initial;
/// Where a machine starts: in the state in which it stopped, or else the initial one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastState;
/// A machine that [`Machine::start`](crate::Machine::start) will start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Makes a word of C's numbers, from an enum and from the units above.
macro_rules! word {
    ($(#[$meta:meta])* $name:ident, $from:literal, $($unit:ident = $number:ident),*) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name<T> {
            pub(crate) id: i32,
            marker: std::marker::PhantomData<T>,
        }

        impl<T> $name<T> {
            pub(crate) const fn of(id: i32) -> Self {
                $name { id, marker: std::marker::PhantomData }
            }
        }

        #[doc = $from]
        impl<T: Id> From<T> for $name<T> {
            fn from(id: T) -> Self {
                Self::of(id.id())
            }
        }

        $(impl<T: Id> From<$unit> for $name<T> {
            fn from(_: $unit) -> Self {
                Self::of(sys::$number)
            }
        })*
    };
}

word! {
    /// The source of a row: a state, or [`Any`].
    Source, "A state.", Any = SFSM_ANY
}
word! {
    /// The event of a row: an event, [`Any`] or [`Eventless`].
    Trigger, "An event.", Any = SFSM_ANY, Eventless = SFSM_EVENTLESS
}
word! {
    /// The target of a row: a state, [`Same`], [`Internal`], [`Dynamic`] or [`Defer`]; of a request also [`Any`].
    Target, "A state.", Same = SFSM_SAME, Internal = SFSM_INTERNAL, Dynamic = SFSM_DYNAMIC, Defer = SFSM_DEFER,
    Any = SFSM_ANY
}
word! {
    /// Where a machine starts: a state, [`Initial`], [`LastState`] or [`Stopped`].
    Start, "A state.", Initial = SFSM_INITIAL, LastState = SFSM_LAST_STATE, Stopped = SFSM_NONE
}
