//! A line of what is applied to orders, as in bindings/c/orders/event_line.h:
//!
//! ```text
//! KEY ORDER create CUSTOMER
//! KEY ORDER EVENT [ARGUMENT ...]
//! @TIME
//! ```

use crate::order::{Event, Table};
use std::ffi::{CStr, CString};
use swiftfsm::{BoxError, Value, ValueType};

pub enum Line {
    /// In seconds.
    Time(i64),
    Event(EventLine),
}

pub struct EventLine {
    pub key: String,
    pub order: i64,
    /// Of the event; "create".
    pub name: String,
    /// Its arguments; the customer.
    pub words: Vec<CString>,
}

/// Reads a line; `None` for one that says nothing. The error says how to fix it.
pub fn read_line(text: &str) -> Result<Option<Line>, BoxError> {
    let mut words = divide(text)?;
    if words.is_empty() || text.starts_with('#') {
        return Ok(None);
    }
    if let Some(time) = words[0].strip_prefix('@') {
        return Ok(Some(Line::Time(read_number(time, "@")?)));
    }
    if words.len() < 3 {
        return Err("expected KEY ORDER EVENT [ARGUMENT ...]".into());
    }
    let rest: Result<Vec<CString>, _> = words.split_off(3).into_iter().map(CString::new).collect();
    let order = read_number(&words[1], "the order")?;
    let words = [words.remove(0), words.remove(1)];
    let [key, name] = words;
    Ok(Some(Line::Event(EventLine {
        key,
        order,
        name,
        words: rest?,
    })))
}

/// Reads a whole number. The error says what needs it.
fn read_number(word: &str, what: &str) -> Result<i64, BoxError> {
    match word.parse() {
        Ok(number) if !word.starts_with('+') => Ok(number),
        _ => Err(format!("{what} needs a whole number, not '{word}'").into()),
    }
}

fn divide(mut text: &str) -> Result<Vec<String>, BoxError> {
    let mut words = Vec::new();
    loop {
        text = text.trim_start_matches([' ', '\t', '\r']);
        if text.is_empty() {
            return Ok(words);
        }
        words.push(take_word(&mut text)?);
    }
}

/// Takes a word from the front of a text; one in quotes may have spaces, \" and \\.
fn take_word(text: &mut &str) -> Result<String, BoxError> {
    let quoted = match text.strip_prefix('"') {
        Some(quoted) => quoted,
        None => {
            let (word, rest) = text.split_at(text.find([' ', '\t']).unwrap_or(text.len()));
            *text = rest;
            return Ok(word.to_string());
        }
    };
    let (mut word, mut letters) = (String::new(), quoted.chars());
    while let Some(letter) = letters.next() {
        match letter {
            '"' => {
                *text = letters.as_str();
                return Ok(word);
            }
            '\\' if letters.as_str().starts_with(['"', '\\']) => word.extend(letters.next()),
            other => word.push(other),
        }
    }
    Err("a quote is not closed: write \\\" for a quote inside of a word".into())
}

/// Returns the arguments of an event. Strings are those of the line.
pub fn arguments_of<'l>(line: &'l EventLine, table: &Table, event: Event) -> Result<Vec<Value<'l>>, BoxError> {
    let types = table.arguments(event);
    if line.words.len() != types.len() {
        let names: Vec<String> = types.iter().map(|each| format!("{each:?}").to_lowercase()).collect();
        let (name, names, count) = (&line.name, names.join(", "), line.words.len());
        return Err(format!("'{name}' takes ({names}), not {count} arguments").into());
    }
    let value = |(word, kind): (&'l CString, &ValueType)| match kind {
        ValueType::Str => Ok(Value::from(word.as_c_str())),
        _ => Ok(Value::from(read_number(&text_of(word), &format!("'{}'", line.name))?)),
    };
    line.words.iter().zip(&types).map(value).collect()
}

pub fn text_of(word: &CStr) -> String {
    word.to_string_lossy().into_owned()
}
