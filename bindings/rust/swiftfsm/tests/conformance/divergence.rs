//! Where a run is not as it is written.

use crate::json::Json;
use std::cell::RefCell;

/// The first difference between a run and what is written; the others follow from it.
#[derive(Default)]
pub struct Divergence {
    text: RefCell<Option<String>>,
}

impl Divergence {
    /// Notes a difference at a line, unless there was one before.
    pub fn tell(&self, line: &Json, what: String) {
        self.text
            .borrow_mut()
            .get_or_insert(format!("line {}: {what}", line.number()));
    }

    pub fn is_told(&self) -> bool {
        self.text.borrow().is_some()
    }

    pub fn text(&self) -> Option<String> {
        self.text.borrow().clone()
    }
}
