//! Parameters: what one parameter of a closure may be.

use crate::error::Error;
use crate::generated::{Status, ValueType};
use crate::id::Predicate;
use crate::value::taken::ArgumentType;
use crate::value::{type_name, Pointer};
use std::ffi::CStr;
use std::os::raw::{c_char, c_void};
use std::str;
use swiftfsm_sys as sys;

/// The type of one parameter of a closure: `bool`, integers, floats, `&str`, `Option<&str>`, `&CStr`, `Option<&CStr>` and
/// [`Pointer`] are the next argument of the event; an enum that is a [`Predicate`] is the case of its type, sent or provided,
/// as an `Option`.
pub trait Parameter: for<'a> ParameterAt<'a> {
    /// As C passes it.
    #[doc(hidden)]
    type Raw: Copy;
    /// Writes the word in signatures.
    #[doc(hidden)]
    fn write(signature: &mut String);
    #[doc(hidden)]
    unsafe fn take(raw: Self::Raw, step: &sys::sfsm_step) -> Result<<Self as ParameterAt<'_>>::Taken, Error>;
}

/// What a closure receives for a [`Parameter`] in a step.
pub trait ParameterAt<'a>: sealed::Sealed {
    /// Of a predicate type an `Option` of it, of anything else the type itself.
    type Taken;
}

/// What a parameter says of itself decides what C passes: only the types here are parameters.
mod sealed {
    pub trait Sealed {}
}

/// One line for each type of an argument: what C passes, and how it is taken.
macro_rules! arguments {
    ($($type:ty as $raw:ty: $value:ident => $taken:expr;)*) => {$(
        impl sealed::Sealed for $type {}

        impl<'a> ParameterAt<'a> for $type {
            type Taken = Self;
        }

        impl Parameter for $type {
            type Raw = $raw;
            fn write(signature: &mut String) {
                signature.push_str(type_name(<$type as ArgumentType>::TYPE));
            }
            #[inline]
            unsafe fn take($value: $raw, _: &sys::sfsm_step) -> Result<Self, Error> {
                $taken
            }
        }
    )*};
}

arguments! {
    bool as bool: value => Ok(value);
    i8 as i8: value => Ok(value);
    i16 as i16: value => Ok(value);
    i32 as i32: value => Ok(value);
    i64 as i64: value => Ok(value);
    u8 as u8: value => Ok(value);
    u16 as u16: value => Ok(value);
    u32 as u32: value => Ok(value);
    u64 as u64: value => Ok(value);
    f32 as f32: value => Ok(value);
    f64 as f64: value => Ok(value);
    Pointer as *mut c_void: value => Ok(Pointer(value));
}

/// One line for each type of a string: how it is taken from one that may not be there.
macro_rules! strings {
    ($($type:ty => $taken:ty: $text:ident => $expression:expr;)*) => {$(
        impl sealed::Sealed for $type {}

        impl<'a> ParameterAt<'a> for $type {
            type Taken = $taken;
        }

        impl Parameter for $type {
            type Raw = *const c_char;
            fn write(signature: &mut String) {
                signature.push_str(type_name(ValueType::Str));
            }
            #[inline]
            unsafe fn take<'a>(raw: *const c_char, _: &'a sys::sfsm_step) -> Result<$taken, Error> {
                let $text: Option<&'a CStr> = (!raw.is_null()).then(|| unsafe { CStr::from_ptr(raw) });
                $expression
            }
        }
    )*};
}

strings! {
    Option<&CStr> => Option<&'a CStr>: text => Ok(text);
    &CStr => &'a CStr: text => text.ok_or_else(missing);
    Option<&str> => Option<&'a str>: text => text.map(CStr::to_str).transpose().map_err(|_| not_utf8());
    &str => &'a str: text => text.ok_or_else(missing)?.to_str().map_err(|_| not_utf8());
}

#[cold]
fn missing() -> Error {
    Error::with_text(
        Status::ArgumentType,
        "A callback takes a string that is not there: let it take an Option.",
    )
}

#[cold]
fn not_utf8() -> Error {
    Error::with_text(
        Status::ArgumentType,
        "A callback takes a string that is not UTF-8: let it take a &CStr.",
    )
}

impl<P: Predicate> sealed::Sealed for P {}

impl<'a, P: Predicate> ParameterAt<'a> for P {
    type Taken = Option<P>;
}

impl<P: Predicate> Parameter for P {
    type Raw = i32;
    fn write(signature: &mut String) {
        signature.push_str("predicate(");
        signature.push_str(&P::PREDICATE.to_string());
        signature.push(')');
    }
    #[inline]
    unsafe fn take(raw: i32, _: &sys::sfsm_step) -> Result<Option<P>, Error> {
        Ok(if raw == sys::SFSM_NONE { None } else { P::from_id(raw) })
    }
}
