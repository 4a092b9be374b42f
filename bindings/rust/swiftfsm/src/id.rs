//! Ids: enums whose variants are states, events or cases.

use std::fmt::Debug;
use std::marker::PhantomData;
use swiftfsm_sys::SFSM_FIRST_ID;

/// A state, an event or a case: an enum that [`ids!`](crate::ids) or [`predicate!`](crate::predicate) makes, or an `i32`
/// where the ids are known at run time only.
///
/// The sixteen lowest numbers are reserved: a call with one of them fails.
pub trait Id: Copy + Eq + Debug + Send + Sync + 'static {
    /// The name of the enum.
    const TYPE: &'static str;
    /// All variants in their order; none for `i32`.
    const ALL: &'static [Self];

    /// Returns the number.
    fn id(self) -> i32;

    /// Returns what a number stands for; `None` if no variant has it, and for reserved numbers.
    fn from_id(id: i32) -> Option<Self>;

    /// Returns the name of a variant; `None` for an `i32`.
    fn name(self) -> Option<&'static str>;
}

impl Id for i32 {
    const TYPE: &'static str = "i32";
    const ALL: &'static [Self] = &[];

    #[inline]
    fn id(self) -> i32 {
        self
    }

    #[inline]
    fn from_id(id: i32) -> Option<Self> {
        (id >= SFSM_FIRST_ID).then_some(id)
    }

    fn name(self) -> Option<&'static str> {
        None
    }
}

/// An enum that describes something outside of the machine, on which rows may depend: made by
/// [`predicate!`](crate::predicate). Its cases are numbered from 0.
pub trait Predicate: Id {
    /// The number of the predicate type among those of a definition.
    const PREDICATE: i32;
}

/// The name of an identifier: that of a raw one is without `r#`.
#[doc(hidden)]
pub const fn __name(identifier: &'static str) -> &'static str {
    if let [b'r', b'#', name @ ..] = identifier.as_bytes() {
        if let Ok(name) = std::str::from_utf8(name) {
            return name;
        }
    }
    identifier
}

/// Makes enums of states and events.
///
/// Numbers and names may be given: a variant without a number has that of the one before it plus one, the first has 0; its
/// name is its identifier, `match` for `r#match`. Names are for diagnostics, documents and people. The enums implement
/// [`Id`](crate::Id), `Copy`, `Eq`, `Ord`, `Hash` and `Debug`.
///
/// ```
/// swiftfsm::ids! {
///     /// The states of a gate.
///     pub enum State { Locked, Unlocked = 5, BeforeHold => "before-hold" }
///     pub enum Event { Coin, Pass }
/// }
/// use swiftfsm::Id;
/// assert_eq!(State::BeforeHold.id(), 6);
/// assert_eq!(State::BeforeHold.name(), Some("before-hold"));
/// assert_eq!(Event::from_id(1), Some(Event::Pass));
/// ```
#[macro_export]
macro_rules! ids {
    ($($(#[$meta:meta])* $visible:vis enum $name:ident {
        $($(#[$variant_meta:meta])* $variant:ident $(= $number:expr)? $(=> $text:literal)?),* $(,)?
    })*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(i32)]
        $visible enum $name { $($(#[$variant_meta])* $variant $(= $number)?),* }

        impl $crate::Id for $name {
            const TYPE: &'static ::core::primitive::str = $crate::__name(stringify!($name));
            const ALL: &'static [Self] = &[$(Self::$variant),*];

            #[inline]
            fn id(self) -> ::core::primitive::i32 {
                self as ::core::primitive::i32
            }

            #[inline]
            fn from_id(id: ::core::primitive::i32) -> ::core::option::Option<Self> {
                // Paths, since variants may have any names, such as None.
                struct __Numbers;
                #[allow(non_upper_case_globals)]
                impl __Numbers {
                    $(const $variant: ::core::primitive::i32 = $name::$variant as ::core::primitive::i32;)*
                }
                ::core::option::Option::Some(match id {
                    $(__Numbers::$variant => Self::$variant,)*
                    _ => return ::core::option::Option::None,
                })
            }

            fn name(self) -> ::core::option::Option<&'static ::core::primitive::str> {
                ::core::option::Option::Some(match self {
                    $(Self::$variant => $crate::ids!(@name $variant $($text)?),)*
                })
            }
        }
    )*};
    (@name $variant:ident) => { $crate::__name(stringify!($variant)) };
    (@name $variant:ident $text:literal) => { $text };
}

/// Makes an enum that is a predicate type of the given number. Its cases are numbered from 0.
///
/// ```
/// swiftfsm::predicate! {
///     /// How strictly the gate is watched.
///     pub enum Policy = 0 { Weak, Strong }
/// }
/// use swiftfsm::{Case, Id, Predicate};
/// assert_eq!((Policy::PREDICATE, Policy::Strong.id()), (0, 1));
/// assert_eq!(Case::from(Policy::Strong), Case { predicate: 0, value: 1 });
/// ```
#[macro_export]
macro_rules! predicate {
    ($(#[$meta:meta])* $visible:vis enum $name:ident = $number:literal {
        $($(#[$variant_meta:meta])* $variant:ident $(=> $text:literal)?),* $(,)?
    }) => {
        $crate::ids! {
            $(#[$meta])*
            $visible enum $name { $($(#[$variant_meta])* $variant $(=> $text)?),* }
        }

        impl $crate::Predicate for $name {
            const PREDICATE: ::core::primitive::i32 = $number;
        }
    };
}

/// A case of a predicate type, as it is sent: `Policy::Weak.into()`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Case {
    /// The number of the predicate type.
    pub predicate: i32,
    /// The number of the case, from 0; [`Case::NONE`]: none.
    pub value: i32,
}

impl Case {
    /// The value where no case was sent.
    pub const NONE: i32 = swiftfsm_sys::SFSM_NONE;
}

impl<P: Predicate> From<P> for Case {
    fn from(case: P) -> Self {
        Case {
            predicate: P::PREDICATE,
            value: case.id(),
        }
    }
}

/// What an object says of its types, which it does not own: states, events and the context that callbacks receive.
pub(crate) type Invariant<S, E, C> = PhantomData<(S, E, fn(C) -> C)>;
