//! Errors: why a call was not carried out, what is wrong with a definition, and what callbacks returned.

use crate::diagnostics::Diagnostics;
use crate::generated::Status;
use crate::text;
use std::fmt;
use swiftfsm_sys as sys;

/// What a callback may fail with: any error, of which `?` and `into()` make one. A function with errors of its own type is called
/// in a closure: `.action(|step, gate| Ok(act(step, gate)?))`.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Why a call failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The call could not be carried out, and has changed nothing.
    Status(Status, Box<str>),
    /// The definition has errors.
    Definition(Diagnostics),
    /// A snapshot does not fit the definition.
    Snapshot(Status, Diagnostics),
    /// A callback returned this error, which is the value itself: see [`Error::downcast`].
    Callback(BoxError),
    /// A replay ended early: at an event, or because of a column (chapter 14 of `swiftfsm.h` says which).
    Replay(Status, Box<crate::replay::ReplayCounts>),
}

impl Error {
    /// Returns the status of the library: [`Status::CallbackFailed`] for the error of a callback.
    pub fn status(&self) -> Status {
        match self {
            Error::Status(status, _) | Error::Snapshot(status, _) | Error::Replay(status, _) => *status,
            Error::Definition(_) => Status::InvalidDefinition,
            Error::Callback(_) => Status::CallbackFailed,
        }
    }

    /// Returns what is wrong with a definition or a snapshot, if it is that.
    pub fn diagnostics(&self) -> Option<&Diagnostics> {
        match self {
            Error::Definition(diagnostics) | Error::Snapshot(_, diagnostics) => Some(diagnostics),
            _ => None,
        }
    }

    /// Returns the error that a callback returned, if it is of this type.
    pub fn downcast_ref<T: std::error::Error + 'static>(&self) -> Option<&T> {
        match self {
            Error::Callback(error) => error.downcast_ref(),
            _ => None,
        }
    }

    /// Returns the error that a callback returned, if it is of this type; otherwise this error.
    pub fn downcast<T: std::error::Error + 'static>(self) -> Result<T, Self> {
        match self {
            Error::Callback(error) => error.downcast().map(|error| *error).map_err(Error::Callback),
            other => Err(other),
        }
    }

    pub(crate) fn with_text(status: Status, text: impl Into<Box<str>>) -> Self {
        Error::Status(status, text.into())
    }

    pub(crate) fn of(code: i32) -> Self {
        match Status::from_code(code) {
            Some(status) => Error::with_text(status, status.text()),
            None => Error::with_text(Status::BadValue, format!("The library returned {code}.")),
        }
    }
}

impl From<Status> for Error {
    fn from(status: Status) -> Self {
        Error::of(status.code())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Status(_, text) => formatter.write_str(text),
            Error::Definition(diagnostics) => diagnostics.fmt(formatter),
            Error::Snapshot(status, diagnostics) if diagnostics.is_empty() => {
                formatter.write_str(&stored_text("snapshot", *status))
            }
            Error::Snapshot(_, diagnostics) => diagnostics.fmt(formatter),
            Error::Callback(error) => error.fmt(formatter),
            Error::Replay(status, counts) if counts.index >= 0 => {
                write!(formatter, "{} (at {})", status.text(), counts.index)
            }
            Error::Replay(status, _) => formatter.write_str(status.text()),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Callback(error) => Some(&**error),
            _ => None,
        }
    }
}

/// Returns what a status says of a snapshot or a journal that is read.
pub(crate) fn stored_text(name: &str, status: Status) -> String {
    match status {
        Status::BadValue => format!("This is no {name} of this definition."),
        Status::BadConfiguration => {
            format!("The {name} is damaged or cut off, or its states cannot be active together.")
        }
        Status::Unsupported => format!("The {name} has a later format: update the library."),
        _ => status.text().to_string(),
    }
}

/// An error that is a number alone, as callbacks in C return it. The number must be negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure(pub i32);

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "a callback failed with {}", self.0)
    }
}

impl std::error::Error for Failure {}

impl Status {
    /// Returns the name in C, `SFSM_NOT_RUNNING`.
    pub fn name(self) -> &'static str {
        unsafe { text::borrowed(sys::sfsm_status_name(self.code())) }.unwrap_or_default()
    }

    /// Returns a sentence that says what it means and what to do.
    pub fn text(self) -> &'static str {
        unsafe { text::borrowed(sys::sfsm_status_text(self.code())) }.unwrap_or_default()
    }
}

impl fmt::Display for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.text())
    }
}

/// Fails with the error of a negative status.
#[inline]
pub(crate) fn check(status: i32) -> Result<(), Error> {
    if status < 0 {
        return Err(Error::of(status));
    }
    Ok(())
}
