//! Arguments: several values at a time, as tuples.

use crate::error::Error;
use crate::generated::{Status, ValueType};
use crate::value::sent::ToValue;
use crate::value::taken::ArgumentType;
use crate::value::{FromValue, Value};

/// What an event is sent with: a tuple of up to twelve numbers, strings, booleans and pointers, or a slice of
/// [`Value`]s.
pub trait Arguments {
    /// Calls a function with the values, and which of them are numbers of Rust, a bit for each.
    #[doc(hidden)]
    fn with<R>(&self, body: impl FnOnce(&[Value<'_>], u32) -> Result<R, Error>) -> Result<R, Error>;
}

/// The types that an event declares: `(i64, &str)`, of the types of [`ArgumentType`].
pub trait ArgumentTypes {
    #[doc(hidden)]
    fn types() -> Vec<ValueType>;
}

/// What the arguments of an event are taken as: a tuple of types of [`FromValue`]. Trailing arguments may be left out.
pub trait FromArguments<'a>: Sized {
    #[doc(hidden)]
    fn from_arguments(values: &[Value<'a>]) -> Result<Self, Error>;
}

impl Arguments for [Value<'_>] {
    fn with<R>(&self, body: impl FnOnce(&[Value<'_>], u32) -> Result<R, Error>) -> Result<R, Error> {
        body(self, 0)
    }
}

impl<T: Arguments + ?Sized> Arguments for &T {
    fn with<R>(&self, body: impl FnOnce(&[Value<'_>], u32) -> Result<R, Error>) -> Result<R, Error> {
        (**self).with(body)
    }
}

#[inline]
pub(crate) fn argument<'a, T: FromValue<'a>>(values: &[Value<'a>], index: usize) -> Result<T, Error> {
    match values.get(index) {
        Some(value) => value.get(),
        None => Err(too_few()),
    }
}

#[cold]
#[inline(never)]
fn too_few() -> Error {
    Error::with_text(
        Status::ArgumentCount,
        "A callback takes more arguments than its event carries.",
    )
}

macro_rules! tuples {
    ($(($($type:ident $kept:ident $index:tt),*))*) => {$(
        impl<$($type: ToValue),*> Arguments for ($($type,)*) {
            #[inline]
            fn with<R>(&self, body: impl FnOnce(&[Value<'_>], u32) -> Result<R, Error>) -> Result<R, Error> {
                $(let $kept = self.$index.keep()?;)*
                body(&[$(self.$index.value(&$kept)),*], 0 $(| ($type::IS_NUMBER as u32) << $index)*)
            }
        }

        impl<$($type: ArgumentType),*> ArgumentTypes for ($($type,)*) {
            fn types() -> Vec<ValueType> {
                vec![$($type::TYPE),*]
            }
        }

        impl<'a, $($type: FromValue<'a>),*> FromArguments<'a> for ($($type,)*) {
            #[inline]
            #[allow(unused_variables)]
            fn from_arguments(values: &[Value<'a>]) -> Result<Self, Error> {
                Ok(($(argument::<$type>(values, $index)?,)*))
            }
        }
    )*};
}

tuples! {
    ()
    (A a 0)
    (A a 0, B b 1)
    (A a 0, B b 1, C c 2)
    (A a 0, B b 1, C c 2, D d 3)
    (A a 0, B b 1, C c 2, D d 3, E e 4)
    (A a 0, B b 1, C c 2, D d 3, E e 4, F f 5)
    (A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6)
    (A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6, H h 7)
    (A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6, H h 7, I i 8)
    (A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6, H h 7, I i 8, J j 9)
    (A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6, H h 7, I i 8, J j 9, K k 10)
    (A a 0, B b 1, C c 2, D d 3, E e 4, F f 5, G g 6, H h 7, I i 8, J j 9, K k 10, L l 11)
}
