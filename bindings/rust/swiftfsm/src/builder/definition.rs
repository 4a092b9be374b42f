//! The definition that a builder collects.

use crate::callback::Callback;
use crate::error::Error;
use crate::fault;
use crate::generated::Status;
use crate::id::{Id, Invariant};
use crate::text;
use std::ffi::CString;
use std::marker::PhantomData;
use std::os::raw::{c_char, c_void};
use std::panic::Location;
use std::ptr;
use swiftfsm_sys as sys;

/// Collects a definition, and builds a [`Table`](crate::Table) of it.
///
/// `S` and `E` are the enums of states and events, `C` is the context that callbacks receive. Nothing here fails at once: what
/// the library rejects is reported by [`Builder::build`], together with every other error, with file and line.
///
/// ```
/// swiftfsm::ids! {
///     pub enum State { Locked, Unlocked }
///     pub enum Event { Coin, Pass }
/// }
/// use swiftfsm::{Builder, Machine, Outcome};
///
/// let mut builder = Builder::<State, Event, u32>::new();
/// builder.row(State::Locked, Event::Coin, State::Unlocked).action(|_, coins| *coins += 1);
/// builder.row(State::Unlocked, Event::Pass, State::Locked);
/// let table = builder.build()?;
///
/// let mut gate = Machine::new(&table, State::Locked, 0)?;
/// assert_eq!(gate.send(Event::Coin)?, Outcome::Transitioned);
/// assert_eq!((gate.state(), *gate.context()), (Some(State::Unlocked), 1));
/// # Ok::<(), swiftfsm::Error>(())
/// ```
pub struct Builder<S, E, C> {
    pub(super) raw: *mut sys::sfsm_builder,
    /// The file of the last place, since most rows are in one.
    file: (&'static str, CString),
    /// An error that no build reports: there was no memory, or a string had a zero inside.
    pub(super) failed: Option<Error>,
    /// The number of rows; `None` behind a document.
    pub(super) row_count: Option<usize>,
    marker: Invariant<S, E, C>,
}

// A builder may be moved between threads; its closures are Send and Sync.
unsafe impl<S, E, C> Send for Builder<S, E, C> {}

impl<S, E, C> Drop for Builder<S, E, C> {
    fn drop(&mut self) {
        unsafe { sys::sfsm_builder_release(self.raw) };
        fault::resume_drops();
    }
}

impl<S: Id, E: Id, C> Default for Builder<S, E, C> {
    fn default() -> Self {
        Self::new()
    }
}

pub(crate) type AddCallback =
    unsafe extern "C" fn(*mut sys::sfsm_builder, usize, sys::sfsm_function, *mut c_void, sys::sfsm_finalizer) -> i32;
type NameIds = unsafe extern "C" fn(*mut sys::sfsm_builder, *const sys::sfsm_name, usize) -> i32;

// Every call below hands over the builder, and pointers that live as long as the call.
impl<S: Id, E: Id, C> Builder<S, E, C> {
    /// Makes a builder. States that the definition uses have the names of their enum; so have events.
    ///
    /// Panics if there is no memory.
    pub fn new() -> Self {
        let mut builder = Self::unnamed();
        builder.name_all::<S>(sys::sfsm_builder_name_states);
        builder.name_all::<E>(sys::sfsm_builder_name_events);
        builder
    }

    /// Makes a builder that knows no names: for documents, which have their own. An event of the enum that no row uses is not
    /// known to its table.
    pub fn unnamed() -> Self {
        let raw = unsafe { sys::sfsm_builder_create() };
        assert!(!raw.is_null(), "there is not enough memory for a builder");
        Builder {
            raw,
            file: ("", CString::default()),
            failed: None,
            row_count: Some(0),
            marker: PhantomData,
        }
    }

    /// Returns the builder for functions of `swiftfsm-sys`. It stays this object's.
    pub fn as_ptr(&self) -> *mut sys::sfsm_builder {
        self.raw
    }

    /// Notes a status that no build reports; what a build reports is not noted.
    pub(crate) fn note(&mut self, status: i32) {
        if status == sys::SFSM_OUT_OF_MEMORY && self.failed.is_none() {
            self.failed = Some(Status::OutOfMemory.into());
        }
    }

    /// Returns a callback; that there is none is an error of the build.
    pub(crate) fn made(&mut self, made: Result<Callback, Error>) -> Option<Callback> {
        match made {
            Ok(callback) => Some(callback),
            Err(error) => {
                self.failed.get_or_insert(error);
                None
            }
        }
    }

    /// Returns a string for C; a zero inside of it is an error of the build.
    pub(crate) fn c_string(&mut self, text: &str) -> Option<CString> {
        match text::to_c(text) {
            Ok(text) => Some(text),
            Err(error) => {
                self.failed.get_or_insert(error);
                None
            }
        }
    }

    /// Returns the place of a call. The file lives until the next place.
    pub(crate) fn place(&mut self, place: &'static Location<'static>) -> (*const c_char, i32) {
        if !ptr::eq(self.file.0, place.file()) {
            self.file = (place.file(), CString::new(place.file()).unwrap_or_default());
        }
        (self.file.1.as_ptr(), place.line() as i32)
    }

    pub(crate) fn add_callback(&mut self, add: AddCallback, number: usize, callback: Callback) {
        let raw = callback.hand_over();
        let status = unsafe { add(self.raw, number, raw.function, raw.context, raw.finalizer) };
        self.note(status);
        fault::resume_drops();
    }

    fn name_all<T: Id>(&mut self, name_all: NameIds) {
        self.name_ids(name_all, &names_of::<T>());
    }

    pub(super) fn name_ids(&mut self, name_all: NameIds, names: &[(i32, &str)]) -> &mut Self {
        self.give_names(names, |builder, names, count| unsafe {
            name_all(builder, names, count)
        })
    }

    /// Gives names to the library with a function that takes the builder, an array and its count.
    pub(super) fn give_names(
        &mut self,
        names: &[(i32, &str)],
        give: impl FnOnce(*mut sys::sfsm_builder, *const sys::sfsm_name, usize) -> i32,
    ) -> &mut Self {
        let owned: Vec<(i32, CString)> = names
            .iter()
            .filter_map(|(id, name)| Some((*id, self.c_string(name)?)))
            .collect();
        let raw: Vec<sys::sfsm_name> = owned
            .iter()
            .map(|(id, name)| sys::sfsm_name {
                id: *id,
                name: name.as_ptr(),
            })
            .collect();
        let status = give(self.raw, raw.as_ptr(), raw.len());
        self.note(status);
        self
    }
}

/// The numbers and names of an enum's variants.
pub(super) fn names_of<T: Id>() -> Vec<(i32, &'static str)> {
    T::ALL
        .iter()
        .filter_map(|each| Some((each.id(), each.name()?)))
        .collect()
}
