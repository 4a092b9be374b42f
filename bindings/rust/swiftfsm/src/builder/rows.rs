//! The rows of a builder.

use super::definition::Builder;
use crate::error::Error;
use crate::fault;
use crate::generated::Status;
use crate::id::Id;
use crate::row::Row;
use crate::words::{Source, Target, Trigger};
use std::mem::size_of;
use std::panic::Location;
use swiftfsm_sys as sys;

const AFTER_DOCUMENT: &str = "Rows that are added behind a document have numbers that are not known: add rows first.";

impl<S: Id, E: Id, C> Builder<S, E, C> {
    /// Adds a row: from a state ([`Any`](crate::Any): every state), for an event (`Any`: every event;
    /// [`Eventless`](crate::Eventless): none), to a state, [`Same`](crate::Same), [`Internal`](crate::Internal),
    /// [`Dynamic`](crate::Dynamic) or [`Defer`](crate::Defer).
    #[track_caller]
    pub fn row(
        &mut self,
        source: impl Into<Source<S>>,
        event: impl Into<Trigger<E>>,
        target: impl Into<Target<S>>,
    ) -> Row<'_, S, E, C> {
        self.add_row(
            source.into().id,
            event.into().id,
            target.into().id,
            0,
            Location::caller(),
        )
    }

    /// Adds a row that [`Machine::request`](crate::Machine::request) takes: to a state, or for every state (`Any`).
    #[track_caller]
    pub fn request_row(&mut self, source: impl Into<Source<S>>, target: impl Into<Target<S>>) -> Row<'_, S, E, C> {
        self.add_row(
            source.into().id,
            sys::SFSM_REQUEST,
            target.into().id,
            0,
            Location::caller(),
        )
    }

    pub(crate) fn add_row(
        &mut self,
        source: i32,
        event: i32,
        target: i32,
        block: usize,
        place: &'static Location<'static>,
    ) -> Row<'_, S, E, C> {
        let (file, line) = self.place(place);
        let mut row: sys::sfsm_row = unsafe { std::mem::zeroed() };
        row.source = source;
        row.event = event;
        row.target = target;
        row.block = block;
        row.file = file;
        row.line = line;
        Row::new(self, row)
    }

    /// Adds a row. Returns its number, if it is known.
    pub(crate) fn push_row(&mut self, row: &sys::sfsm_row) -> Option<usize> {
        let size = size_of::<sys::sfsm_row>();
        let status = unsafe { sys::sfsm_builder_add_rows_at(self.raw, row, 1, size, row.file, row.line) };
        self.note(status);
        fault::resume_drops();
        if status < 0 {
            return None;
        }
        self.row_count = self.row_count.map(|count| count + 1);
        if self.row_count.is_none() {
            self.failed
                .get_or_insert_with(|| Error::with_text(Status::Unsupported, AFTER_DOCUMENT));
        }
        self.row_count
    }

    /// Forgets how many rows there are.
    pub(crate) fn forget_row_count(&mut self) {
        self.row_count = None;
    }
}
