//! Diagnostics: the errors and warnings of a definition.

use crate::generated::DiagnosticKind;
use crate::text;
use std::fmt;
use std::mem::size_of;
use std::os::raw::c_char;
use std::ptr;
use swiftfsm_sys as sys;

/// An error or a warning.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// What is wrong.
    pub kind: DiagnosticKind,
    /// Whether it is an error; otherwise it is a warning.
    pub is_error: bool,
    /// The state concerned (of a row: its source).
    pub state: Option<i32>,
    /// The event concerned.
    pub event: Option<i32>,
    /// The target concerned.
    pub target: Option<i32>,
    /// The predicate type concerned.
    pub predicate: Option<i32>,
    /// The case concerned.
    pub value: Option<i32>,
    /// The column of the first place in a document, from 1; 0: none.
    pub column: i32,
    /// A sentence: what is wrong, with names, and a suggested fix.
    pub text: String,
    /// All places concerned, such as both rows of a clash.
    pub places: Vec<Place>,
}

/// A place in a source file or a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file; empty if it is unknown.
    pub file: String,
    /// The line, from 1; 0 if it is unknown.
    pub line: u32,
}

impl Diagnostic {
    /// Returns the file of the first place; "" if it is unknown.
    pub fn file(&self) -> &str {
        self.places.first().map_or("", |place| &place.file)
    }

    /// Returns the line of the first place; 0 if it is unknown.
    pub fn line(&self) -> u32 {
        self.places.first().map_or(0, |place| place.line)
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

/// The errors and warnings of a build, errors first. As text: "file:line: error: ...", one a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    text: String,
}

impl Diagnostics {
    /// Returns whether there is an error among them.
    pub fn has_error(&self) -> bool {
        self.list.iter().any(|each| each.is_error)
    }

    /// Returns the kinds, in order.
    pub fn kinds(&self) -> Vec<DiagnosticKind> {
        self.list.iter().map(|each| each.kind).collect()
    }

    /// Takes over a list of the library, which is released.
    ///
    /// # Safety
    /// The pointer is NULL, or owned by the caller.
    pub(crate) unsafe fn take(raw: *mut sys::sfsm_diagnostics) -> Self {
        unsafe {
            let count = sys::sfsm_diagnostics_count(raw);
            let list = (0..count).filter_map(|index| diagnostic(raw, index)).collect();
            let text = text::copied(sys::sfsm_diagnostics_text(raw)).unwrap_or_default();
            sys::sfsm_diagnostics_release(raw);
            Diagnostics { list, text }
        }
    }

    /// Writes another name for something of C.
    pub(crate) fn rename(&mut self, from: &str, to: &str) {
        self.text = self.text.replace(from, to);
        for each in &mut self.list {
            each.text = each.text.replace(from, to);
        }
    }

    /// Adds an error of this crate's own.
    pub(crate) fn add_error(&mut self, kind: DiagnosticKind, file: &str, line: u32, text: String) {
        self.text += &match (file, line) {
            ("", _) => format!("error: {text}\n"),
            (_, 0) => format!("{file}: error: {text}\n"),
            _ => format!("{file}:{line}: error: {text}\n"),
        };
        let place = Place {
            file: file.to_string(),
            line,
        };
        self.list.push(Diagnostic {
            kind,
            is_error: true,
            state: None,
            event: None,
            target: None,
            predicate: None,
            value: None,
            column: 0,
            text,
            places: if file.is_empty() { Vec::new() } else { vec![place] },
        });
    }
}

impl std::ops::Deref for Diagnostics {
    type Target = [Diagnostic];

    fn deref(&self) -> &[Diagnostic] {
        &self.list
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

impl DiagnosticKind {
    /// Returns the name in documents, "clash".
    pub fn name(self) -> &'static str {
        unsafe { text::borrowed(sys::sfsm_diagnostic_kind_name(self.code())) }.unwrap_or_default()
    }
}

unsafe fn diagnostic(raw: *const sys::sfsm_diagnostics, index: usize) -> Option<Diagnostic> {
    unsafe {
        let mut found: sys::sfsm_diagnostic = std::mem::zeroed();
        found.size = size_of::<sys::sfsm_diagnostic>();
        if sys::sfsm_diagnostics_get(raw, index, &mut found) < 0 {
            return None;
        }
        let places = (0..found.place_count)
            .filter_map(|number| place(raw, index, number))
            .collect();
        let known = |id: i32| (id != sys::SFSM_NONE).then_some(id);
        Some(Diagnostic {
            kind: DiagnosticKind::from_code(found.kind)?,
            is_error: found.severity == sys::SFSM_ERROR,
            state: known(found.state),
            event: known(found.event),
            target: known(found.target),
            predicate: known(found.predicate),
            value: known(found.value),
            column: found.column,
            text: text::copied(found.text).unwrap_or_default(),
            places,
        })
    }
}

unsafe fn place(raw: *const sys::sfsm_diagnostics, index: usize, number: usize) -> Option<Place> {
    let (mut file, mut line): (*const c_char, i32) = (ptr::null(), 0);
    unsafe {
        if sys::sfsm_diagnostics_place(raw, index, number, &mut file, &mut line) < 0 {
            return None;
        }
        Some(Place {
            file: text::copied(file).unwrap_or_default(),
            line: line as u32,
        })
    }
}
