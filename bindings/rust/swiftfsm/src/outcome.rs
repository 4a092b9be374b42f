//! Outcomes: the result of sending an event.

use std::fmt;

/// The result of sending an event or a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
pub enum Outcome {
    /// A row was taken and its callbacks ran; the state may be the same.
    Transitioned = 1,
    /// A row matches, but a guard or its resolver refused; nothing changed.
    Refused = 2,
    /// The state has no row for this event or request and these cases; nothing changed.
    Unhandled = 3,
    /// The event waits: it was sent from inside a step, or behind events that wait.
    Queued = 4,
    /// The event waits, since the row that was taken defers it.
    Deferred = 5,
}

impl Outcome {
    /// Returns the outcome that a number of `swiftfsm.h` stands for.
    #[inline]
    pub const fn from_code(code: i32) -> Option<Self> {
        Some(match code {
            1 => Outcome::Transitioned,
            2 => Outcome::Refused,
            3 => Outcome::Unhandled,
            4 => Outcome::Queued,
            5 => Outcome::Deferred,
            _ => return None,
        })
    }

    /// Returns the name, "transitioned".
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Transitioned => "transitioned",
            Outcome::Refused => "refused",
            Outcome::Unhandled => "unhandled",
            Outcome::Queued => "queued",
            Outcome::Deferred => "deferred",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
