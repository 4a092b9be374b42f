//! Values: what events carry.

use crate::error::Error;
use crate::generated::{Status, ValueType};
use crate::text;
use std::ffi::{CStr, CString};
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
    /// Returns an integer that is converted to the type which the event declares, if that holds it.
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

/// A type that an event may declare: bool, integers, floats, `&str` and [`Pointer`].
pub trait ArgumentType {
    /// The type.
    const TYPE: ValueType;
}

/// One line for each type of number: what it is taken from, and what is sent.
macro_rules! integers {
    ($($name:ident: $kind:ident <= $($wider:ident)*;)*) => {$(
        impl ArgumentType for $name {
            const TYPE: ValueType = ValueType::$kind;
        }

        impl<'a> FromValue<'a> for $name {
            const NAME: &'static str = stringify!($name);
            #[inline]
            fn from_value(value: &Value<'a>) -> Option<Self> {
                if value.raw.r#type == ValueType::$kind.code() {
                    return Some(unsafe { value.raw.r#as.$name });
                }
                // A function of its own keeps what is rare out of callers.
                #[cold]
                fn widened(value: &Value<'_>) -> Option<$name> {
                    match value.kind() {
                        $(ValueType::$wider)|* => value.whole().map(|number| number as $name),
                        _ => None,
                    }
                }
                widened(value)
            }
        }
    )*};
}

integers! {
    i8: I8 <= I8;
    i16: I16 <= I8 U8;
    i32: I32 <= I8 I16 U8 U16;
    i64: I64 <= I8 I16 I32 U8 U16 U32;
    u8: U8 <= U8;
    u16: U16 <= U8;
    u32: U32 <= U8 U16;
    u64: U64 <= U8 U16 U32;
}

impl ArgumentType for bool {
    const TYPE: ValueType = ValueType::Bool;
}
impl ArgumentType for f32 {
    const TYPE: ValueType = ValueType::F32;
}
impl ArgumentType for f64 {
    const TYPE: ValueType = ValueType::F64;
}
impl ArgumentType for str {
    const TYPE: ValueType = ValueType::Str;
}
impl ArgumentType for String {
    const TYPE: ValueType = ValueType::Str;
}
impl ArgumentType for CStr {
    const TYPE: ValueType = ValueType::Str;
}
impl<T: ArgumentType + ?Sized> ArgumentType for &T {
    const TYPE: ValueType = T::TYPE;
}
impl<T: ArgumentType> ArgumentType for Option<T> {
    const TYPE: ValueType = T::TYPE;
}
impl ArgumentType for Pointer {
    const TYPE: ValueType = ValueType::Ptr;
}

/// One line for each other type: its name, and how it is taken from a value.
macro_rules! taken {
    ($($type:ty, $name:literal: $value:ident => $taken:expr;)*) => {$(
        impl<'a> FromValue<'a> for $type {
            const NAME: &'static str = $name;
            #[inline]
            fn from_value($value: &Value<'a>) -> Option<Self> {
                $taken
            }
        }
    )*};
}

taken! {
    bool, "bool": value => match value.kind() {
        ValueType::Bool => Some(unsafe { value.raw.r#as.boolean }),
        _ => None,
    };
    f32, "f32": value => match value.kind() {
        ValueType::F32 => Some(unsafe { value.raw.r#as.f32 }),
        _ => None,
    };
    f64, "f64": value => match value.kind() {
        ValueType::F64 => Some(unsafe { value.raw.r#as.f64 }),
        ValueType::F32 => Some(unsafe { value.raw.r#as.f32 }.into()),
        _ => None,
    };
    Option<&'a CStr>, "str": value => (value.kind() == ValueType::Str).then(|| {
        let text = unsafe { value.raw.r#as.str };
        (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) })
    });
    Option<&'a str>, "str": value => match Option::<&CStr>::from_value(value)? {
        None => Some(None),
        Some(text) => text.to_str().ok().map(Some),
    };
    &'a CStr, "str": value => Option::<&CStr>::from_value(value)?;
    &'a str, "str": value => Option::<&str>::from_value(value)?;
    String, "str": value => Option::<&str>::from_value(value)?.map(str::to_owned);
    Pointer, "ptr": value => match value.kind() {
        ValueType::Ptr => Some(Pointer(unsafe { value.raw.r#as.ptr })),
        _ => None,
    };
}

/// Something that becomes a value for the time of a call. Strings are copied where they do not end with a zero.
pub trait ToValue {
    #[doc(hidden)]
    type Kept;
    #[doc(hidden)]
    fn keep(&self) -> Result<Self::Kept, Error>;
    #[doc(hidden)]
    fn value<'a>(&'a self, kept: &'a Self::Kept) -> Value<'a>;
}

/// One line for each type that needs nothing to be kept: how it becomes a value.
macro_rules! sent {
    ($($type:ty: $value:ident => $sent:expr;)*) => {$(
        impl ToValue for $type {
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
    i8: value => Value::integer(value.into());
    i16: value => Value::integer(value.into());
    i32: value => Value::integer(value.into());
    i64: value => Value::integer(value);
    u8: value => Value::integer(value.into());
    u16: value => Value::integer(value.into());
    u32: value => Value::integer(value.into());
    u64: value => match i64::try_from(value) {
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
