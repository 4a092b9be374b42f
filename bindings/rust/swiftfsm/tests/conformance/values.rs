//! Values of cases: what is sent, and how what arrives is compared.

use crate::json::Json;
use std::ffi::{CStr, CString};
use swiftfsm::{FromValue, Pointer, Value, ValueType};

/// What a call sends; strings are those of this object.
pub struct Sent {
    texts: Vec<Option<CString>>,
}

impl Sent {
    pub fn of(values: &Json) -> Self {
        let text = |value: &Json| match value.get("value") {
            Json::Text(text) if value.get("type").text() == "str" => {
                Some(CString::new(text.as_str()).expect("no zero"))
            }
            _ => None,
        };
        Sent {
            texts: values.list().iter().map(text).collect(),
        }
    }

    pub fn values<'s>(&'s self, values: &Json) -> Vec<Value<'s>> {
        values
            .list()
            .iter()
            .zip(&self.texts)
            .map(|(value, text)| sent(value, text.as_deref()))
            .collect()
    }
}

fn sent<'s>(value: &Json, text: Option<&'s CStr>) -> Value<'s> {
    let written = value.get("value").text();
    let read = |kind| typed(kind, written);
    match value.get("type").text() {
        "str" => text.map_or_else(Value::no_string, Value::from),
        "ptr" => Value::from(pointer(value)),
        "f32" => Value::from(f32::from_bits(bits(value) as u32)),
        "f64" => Value::from(f64::from_bits(bits(value))),
        "integer" => Value::integer(written.parse().expect("a whole number")),
        "bool" => read(ValueType::Bool),
        "i8" => read(ValueType::I8),
        "i16" => read(ValueType::I16),
        "i32" => read(ValueType::I32),
        "i64" => read(ValueType::I64),
        "u8" => read(ValueType::U8),
        "u16" => read(ValueType::U16),
        "u32" => read(ValueType::U32),
        "u64" => read(ValueType::U64),
        other => panic!("there is no type {other}"),
    }
}

/// A number with its type. Nothing of the text is kept.
fn typed<'s>(kind: ValueType, text: &str) -> Value<'s> {
    let text = CString::new(text).expect("no zero");
    let value = Value::read(kind, &text).expect("a value of its type");
    match kind {
        ValueType::Bool => Value::from(value.get::<bool>().expect("a bool")),
        // Not a string: nothing is borrowed from the text.
        _ => unsafe { std::mem::transmute::<Value<'_>, Value<'s>>(value) },
    }
}

fn bits(value: &Json) -> u64 {
    u64::from_str_radix(value.get("bits").text(), 16).expect("hexadecimal")
}

/// A pointer for each number; nobody follows it.
fn pointer(value: &Json) -> Pointer {
    Pointer((value.get("pointer").number() as usize * 16) as *mut _)
}

/// Compares what the event carries with what is written: types, strings by what they say, and floats by their bits.
pub fn is_alike(value: &Value<'_>, expected: &Json) -> bool {
    let name = format!("{:?}", value.kind()).to_lowercase();
    if name != expected.get("type").text() {
        return false;
    }
    match value.kind() {
        ValueType::Str => {
            let text = Option::<&str>::from_value(value).expect("a string");
            match expected.get("value") {
                Json::Null => text.is_none(),
                written => text == Some(written.text()),
            }
        }
        ValueType::Ptr => value.get::<Pointer>().expect("a pointer") == pointer(expected),
        ValueType::F32 => value.get::<f32>().expect("a float").to_bits() == bits(expected) as u32,
        ValueType::F64 => value.get::<f64>().expect("a float").to_bits() == bits(expected),
        _ => value.to_string() == expected.get("value").text(),
    }
}
