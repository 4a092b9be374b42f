//! Values: what events carry.

pub(crate) mod sent;
pub(crate) mod taken;

use crate::error::Error;
use crate::generated::{Status, ValueType};
use std::ffi::CStr;
use std::fmt;
use std::marker::PhantomData;
use std::os::raw::c_void;
use std::ptr;
use swiftfsm_sys as sys;

/// A pointer that an event carries, unchanged. The library does not follow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer(pub *mut c_void);

/// A value that an event carries, with its type. Strings are borrowed.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub struct Value<'a> {
    raw: sys::sfsm_value,
    marker: PhantomData<&'a CStr>,
}

impl<'a> Value<'a> {
    /// Returns an integer that is converted to the type which the event declares, if that holds it; as in C, 0 also to a
    /// string or a pointer, that is not there.
    pub const fn integer(value: i64) -> Self {
        Value::of(ValueType::Integer, sys::sfsm_value_as { i64: value })
    }

    /// Returns a string that is not there: NULL in C.
    pub const fn no_string() -> Self {
        Value::of(ValueType::Str, sys::sfsm_value_as { str: ptr::null() })
    }

    /// Reads a value of a type from text, as `to_string` writes it. Fails with [`Status::BadValue`].
    pub fn read(kind: ValueType, text: &'a CStr) -> Result<Self, Error> {
        let mut value = Value::integer(0);
        let length = text.to_bytes().len();
        let status = unsafe { sys::sfsm_value_read(kind.code(), text.as_ptr(), length, &mut value.raw) };
        crate::error::check(status).map(|()| value)
    }

    /// Returns the type.
    pub fn kind(&self) -> ValueType {
        ValueType::from_code(self.raw.r#type).unwrap_or(ValueType::Ptr)
    }

    /// Returns the value as a type that holds every value of its own type.
    ///
    /// Fails with [`Status::ArgumentType`]: `i64` takes every signed integer and `u8`, `u16` and `u32`; `f64` takes `f32`;
    /// `&str` a string that is there and is UTF-8, `Option<&str>` also one that is not there.
    #[inline]
    pub fn get<T: FromValue<'a>>(&self) -> Result<T, Error> {
        match T::from_value(self) {
            Some(value) => Ok(value),
            None => Err(self.mismatch(T::NAME)),
        }
    }

    #[cold]
    #[inline(never)]
    fn mismatch(&self, name: &str) -> Error {
        let text = format!(
            "A callback takes an argument as {name}, but it is {}.",
            type_name(self.kind())
        );
        Error::with_text(Status::ArgumentType, text)
    }

    const fn of(kind: ValueType, value: sys::sfsm_value_as) -> Self {
        Value {
            raw: sys::sfsm_value {
                r#type: kind.code(),
                r#as: value,
            },
            marker: PhantomData,
        }
    }

    /// Returns whether this is the integer 0 without a type of its own.
    #[inline]
    pub(crate) fn is_zero(&self) -> bool {
        self.raw.r#type == ValueType::Integer.code() && unsafe { self.raw.r#as.i64 } == 0
    }

    /// Returns 0 as what it is: an i64, which is converted to no other type.
    pub(crate) const fn zero() -> Self {
        Value::of(ValueType::I64, sys::sfsm_value_as { i64: 0 })
    }

    /// Returns the number, if it is a signed integer, or an unsigned one.
    fn whole(&self) -> Option<i128> {
        let value = &self.raw.r#as;
        // The member is the one that the type names.
        unsafe {
            Some(match self.kind() {
                ValueType::I8 => value.i8.into(),
                ValueType::I16 => value.i16.into(),
                ValueType::I32 => value.i32.into(),
                ValueType::I64 | ValueType::Integer => value.i64.into(),
                ValueType::U8 => value.u8.into(),
                ValueType::U16 => value.u16.into(),
                ValueType::U32 => value.u32.into(),
                ValueType::U64 => value.u64.into(),
                _ => return None,
            })
        }
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", type_name(self.kind()), self)
    }
}

/// As the library writes it: true, -7, 0.1. A pointer and a string that is not there as "NULL" and "a pointer".
impl fmt::Display for Value<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut length = 0;
        let raw = sys::sfsm_value {
            r#type: self.shown_type(),
            r#as: self.raw.r#as,
        };
        if unsafe { sys::sfsm_value_text(&raw, ptr::null_mut(), 0, &mut length) } < 0 {
            return formatter.write_str(if unsafe { self.raw.r#as.ptr }.is_null() {
                "NULL"
            } else {
                "a pointer"
            });
        }
        let mut bytes = vec![0u8; length + 1];
        unsafe { sys::sfsm_value_text(&raw, bytes.as_mut_ptr().cast(), bytes.len(), &mut length) };
        bytes.truncate(length);
        formatter.write_str(&String::from_utf8_lossy(&bytes))
    }
}

impl Value<'_> {
    /// An integer without a type of its own is shown as an i64.
    fn shown_type(&self) -> i32 {
        if self.kind() == ValueType::Integer {
            ValueType::I64.code()
        } else {
            self.raw.r#type
        }
    }
}

/// The name of a type in documents, "i32".
pub(crate) fn type_name(kind: ValueType) -> &'static str {
    const NAMES: [&str; 14] = [
        "bool",
        "i8",
        "i16",
        "i32",
        "i64",
        "u8",
        "u16",
        "u32",
        "u64",
        "f32",
        "f64",
        "str",
        "ptr",
        "an integer",
    ];
    NAMES[kind.code() as usize - 1]
}

/// A type that a value can be taken as: see [`Value::get`].
pub trait FromValue<'a>: Sized {
    #[doc(hidden)]
    const NAME: &'static str;
    #[doc(hidden)]
    fn from_value(value: &Value<'a>) -> Option<Self>;
}
