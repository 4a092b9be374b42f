//! What becomes a value.

use super::{Pointer, Value};
use crate::error::Error;
use crate::generated::ValueType;
use crate::text;
use std::ffi::{CStr, CString};
use swiftfsm_sys as sys;

/// Something that becomes a value for the time of a call. Strings are copied where they do not end with a zero.
pub trait ToValue {
    #[doc(hidden)]
    const IS_NUMBER: bool = false;
    #[doc(hidden)]
    type Kept;
    #[doc(hidden)]
    fn keep(&self) -> Result<Self::Kept, Error>;
    #[doc(hidden)]
    fn value<'a>(&'a self, kept: &'a Self::Kept) -> Value<'a>;
}

/// One line for each type that needs nothing to be kept: how it becomes a value.
macro_rules! sent {
    ($($type:ty $([$number:literal])?: $value:ident => $sent:expr;)*) => {$(
        impl ToValue for $type {
            $(const IS_NUMBER: bool = $number;)?
            type Kept = ();
            #[inline]
            fn keep(&self) -> Result<(), Error> {
                Ok(())
            }
            #[inline]
            fn value<'a>(&'a self, _: &'a ()) -> Value<'a> {
                let $value = *self;
                $sent
            }
        }

        impl<'a> From<$type> for Value<'a> {
            #[inline]
            fn from($value: $type) -> Self {
                $sent
            }
        }
    )*};
}

sent! {
    bool: value => Value::of(ValueType::Bool, sys::sfsm_value_as { boolean: value });
    i8 [true]: value => Value::integer(value.into());
    i16 [true]: value => Value::integer(value.into());
    i32 [true]: value => Value::integer(value.into());
    i64 [true]: value => Value::integer(value);
    u8 [true]: value => Value::integer(value.into());
    u16 [true]: value => Value::integer(value.into());
    u32 [true]: value => Value::integer(value.into());
    u64 [true]: value => match i64::try_from(value) {
        Ok(value) => Value::integer(value),
        Err(_) => Value::of(ValueType::U64, sys::sfsm_value_as { u64: value }),
    };
    f32: value => Value::of(ValueType::F32, sys::sfsm_value_as { f32: value });
    f64: value => Value::of(ValueType::F64, sys::sfsm_value_as { f64: value });
    Pointer: value => Value::of(ValueType::Ptr, sys::sfsm_value_as { ptr: value.0 });
}

impl<'a> From<&'a CStr> for Value<'a> {
    fn from(text: &'a CStr) -> Self {
        Value::of(ValueType::Str, sys::sfsm_value_as { str: text.as_ptr() })
    }
}

impl ToValue for &CStr {
    type Kept = ();
    fn keep(&self) -> Result<(), Error> {
        Ok(())
    }
    fn value<'a>(&'a self, _: &'a ()) -> Value<'a> {
        Value::from(*self)
    }
}

impl ToValue for &str {
    type Kept = CString;
    fn keep(&self) -> Result<CString, Error> {
        text::to_c(self)
    }
    fn value<'a>(&'a self, kept: &'a CString) -> Value<'a> {
        Value::from(kept.as_c_str())
    }
}

impl ToValue for String {
    type Kept = CString;
    fn keep(&self) -> Result<CString, Error> {
        text::to_c(self)
    }
    fn value<'a>(&'a self, kept: &'a CString) -> Value<'a> {
        Value::from(kept.as_c_str())
    }
}

impl<'v> ToValue for Value<'v> {
    type Kept = ();
    fn keep(&self) -> Result<(), Error> {
        Ok(())
    }
    fn value<'a>(&'a self, _: &'a ()) -> Value<'a> {
        *self
    }
}
