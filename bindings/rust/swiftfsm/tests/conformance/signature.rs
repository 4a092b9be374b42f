//! Signatures of callables, and what these are given.

use crate::json::Json;
use swiftfsm::{Pointer, Value, ValueType};

/// A callback that a case has, with its signature if it is a callable.
#[derive(Clone)]
pub struct Callee {
    pub role: String,
    pub name: String,
    pub signature: Signature,
}

/// What a callable asks for, in words: "i32", "predicate(0)", "...".
#[derive(Clone)]
pub struct Signature {
    pub text: String,
    pub words: Vec<String>,
}

impl Signature {
    pub fn read(text: &str) -> Self {
        let inside = &text[text.find('(').expect("parameters") + 1..text.len() - 1];
        let words = inside.split(',').map(str::trim).filter(|word| !word.is_empty());
        Signature {
            text: text.to_string(),
            words: words.map(str::to_string).collect(),
        }
    }

    pub fn result(&self) -> &str {
        self.text.split('(').next().expect("a result").trim()
    }

    pub fn is_variadic(&self) -> bool {
        self.words.last().map_or(false, |word| word.ends_with("..."))
    }

    pub fn takes(&self, word: &str) -> bool {
        self.words.iter().any(|each| each == word)
    }

    /// What does not come with every step: arguments of the event, and cases.
    pub fn own_words(&self) -> String {
        let told = ["context", "event", "source", "target", "step", "time"];
        let own = self.words.iter().filter(|word| !told.contains(&word.as_str()));
        own.map(String::as_str).collect::<Vec<_>>().join(", ")
    }
}

/// What a case says that a parameter is given, as text; "_" where the word of the parameter says all.
pub fn written(item: &Json) -> String {
    if item.has("cases") {
        return format!("cases {:?}", item.get("cases").pairs());
    }
    if item.has("arguments") {
        let each: Vec<String> = item.get("arguments").list().iter().map(written).collect();
        return format!("arguments {each:?}");
    }
    let kind = item.get("type").text();
    match kind {
        "" => "_".to_string(),
        "str" => match item.get("value") {
            Json::Null => "str none".to_string(),
            value => format!("str {:?}", value.text()),
        },
        "ptr" => format!("ptr {}", item.get("pointer").number()),
        "f32" | "f64" => format!("{kind} {}", item.get("bits").text()),
        _ => format!("{kind} {}", item.get("value").text()),
    }
}

/// A value in the same way.
pub fn told(value: &Value<'_>) -> String {
    match value.kind() {
        ValueType::Str => match value.get::<Option<&str>>().expect("a string") {
            None => "str none".to_string(),
            Some(text) => format!("str {text:?}"),
        },
        ValueType::Ptr => format!("ptr {}", value.get::<Pointer>().expect("a pointer").0 as usize / 16),
        ValueType::F32 => format!("f32 {:08x}", value.get::<f32>().expect("a float").to_bits()),
        ValueType::F64 => format!("f64 {:016x}", value.get::<f64>().expect("a float").to_bits()),
        kind => format!("{} {value}", format!("{kind:?}").to_lowercase()),
    }
}

#[test]
fn signatures_are_read() {
    let signature = Signature::read("bool(context, event, predicate(1), i32)");
    assert_eq!((signature.result(), signature.words.len()), ("bool", 4));
    assert_eq!(signature.own_words(), "predicate(1), i32");
    assert!(!signature.is_variadic() && Signature::read("void(args...)").is_variadic());
    assert!(Signature::read("void()").words.is_empty());
}
