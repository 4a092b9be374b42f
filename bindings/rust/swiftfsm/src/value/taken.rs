//! What a value is taken as.

use super::{FromValue, Pointer, Value};
use crate::generated::ValueType;
use std::ffi::CStr;

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
