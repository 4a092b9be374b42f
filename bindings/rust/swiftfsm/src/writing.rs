//! Writing: definitions as documents, JSON and pictures.

use crate::builder::Builder;
use crate::error::{check, Error};
use crate::generated::Status;
use crate::id::Id;
use crate::table::Table;
use std::mem::size_of;
use std::os::raw::{c_char, c_void};
use std::slice;
use swiftfsm_sys as sys;

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Format {
    /// The document, in its canonical form.
    Text = sys::SFSM_TEXT,
    /// The same as JSON.
    Json = sys::SFSM_JSON,
    /// A picture for graphviz.
    Dot = sys::SFSM_DOT,
    /// A picture for Mermaid.
    Mermaid = sys::SFSM_MERMAID,
    /// A picture for PlantUML.
    PlantUml = sys::SFSM_PLANTUML,
    /// A table of states by events, for a terminal.
    Matrix = sys::SFSM_MATRIX,
    /// The same as a table of Markdown.
    Markdown = sys::SFSM_MARKDOWN,
    /// The same as an element `<table>` of HTML.
    Html = sys::SFSM_HTML,
}

/// What pictures show. Ids that the definition does not have are ignored.
#[derive(Clone, Debug)]
pub struct Picture<S> {
    /// The present states, which are marked.
    pub current: Vec<S>,
    /// States to leave out, with all that leads there.
    pub hidden: Vec<S>,
    /// If there are any: only these states, and those that one row leads to or comes from.
    pub focus: Vec<S>,
    /// How often each row was taken, row 1 first; or empty.
    pub taken: Vec<u64>,
    /// Whether superstates are not drawn: their rows are those of each state that adopts them.
    pub is_flat: bool,
}

impl<S> Default for Picture<S> {
    fn default() -> Self {
        Picture {
            current: Vec::new(),
            hidden: Vec::new(),
            focus: Vec::new(),
            taken: Vec::new(),
            is_flat: false,
        }
    }
}

impl<S: Id, E: Id, C> Table<S, E, C> {
    /// Writes the definition. Fails with `UnnamedCallback` and `BadValue` where no document can say it; pictures can show any
    /// definition.
    pub fn write(&self, format: Format) -> Result<String, Error> {
        self.draw(format, &Picture::default())
    }

    /// Draws the definition. Fails with `OutOfRange` if `taken` is neither empty nor as long as there are rows.
    pub fn draw(&self, format: Format, picture: &Picture<S>) -> Result<String, Error> {
        let ids = |states: &[S]| -> Vec<i32> { states.iter().map(|state| state.id()).collect() };
        let (current, hidden, focus) = (ids(&picture.current), ids(&picture.hidden), ids(&picture.focus));
        let mut writing = plain_writing(format);
        writing.flags = if picture.is_flat { sys::SFSM_FLAT } else { 0 };
        writing.current = current.as_ptr();
        writing.current_count = current.len();
        writing.hidden = hidden.as_ptr();
        writing.hidden_count = hidden.len();
        writing.focus = focus.as_ptr();
        writing.focus_count = focus.len();
        writing.taken = picture.taken.as_ptr();
        writing.taken_count = picture.taken.len();
        written(format, |context| unsafe {
            sys::sfsm_table_write(self.as_ptr(), &writing, Some(append), context)
        })
    }
}

impl<S: Id, E: Id, C> Builder<S, E, C> {
    /// Writes the definition so far, [`Format::Text`] or [`Format::Json`]. Nothing is checked: one with errors can be written
    /// too.
    pub fn write(&self, format: Format) -> Result<String, Error> {
        let writing = plain_writing(format);
        written(format, |context| unsafe {
            sys::sfsm_builder_write(self.as_ptr(), &writing, Some(append), context)
        })
    }
}

/// Returns why a definition cannot be written.
pub(crate) fn no_document() -> Error {
    Error::with_text(
        Status::BadValue,
        "No document can say this definition: a name has characters that documents do not allow, two ids have one name, or \
         a row is too long.",
    )
}

fn plain_writing(format: Format) -> sys::sfsm_writing {
    // All other fields are counts of 0 and their arrays.
    let mut writing: sys::sfsm_writing = unsafe { std::mem::zeroed() };
    writing.size = size_of::<sys::sfsm_writing>();
    writing.format = format as i32;
    writing
}

fn written(format: Format, write: impl FnOnce(*mut c_void) -> i32) -> Result<String, Error> {
    let mut bytes: Vec<u8> = Vec::new();
    let status = write(&mut bytes as *mut Vec<u8> as *mut c_void);
    if status == sys::SFSM_BAD_VALUE && matches!(format, Format::Text | Format::Json) {
        return Err(no_document());
    }
    check(status)?;
    String::from_utf8(bytes).map_err(|_| Status::BadValue.into())
}

unsafe extern "C" fn append(context: *mut c_void, bytes: *const c_char, count: usize) -> i32 {
    // The context is the vector of the call that is under way.
    let all = unsafe { &mut *(context as *mut Vec<u8>) };
    all.extend_from_slice(unsafe { slice::from_raw_parts(bytes.cast(), count) });
    sys::SFSM_OK
}
