//! Predictions: what sending a message would do, and why.

use crate::generated::ReasonKind;
use crate::outcome::Outcome;

/// What sending a message would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prediction<S> {
    /// The outcome.
    pub outcome: Outcome,
    /// The state after the step: the present one unless the outcome is [`Outcome::Transitioned`].
    pub state: Option<S>,
}

/// Why a row is taken or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The number of the transition, for [`Table::transition`](crate::Table::transition).
    pub transition: usize,
    /// What happens to it.
    pub kind: ReasonKind,
    /// The predicate type that does not match.
    pub predicate: Option<i32>,
    /// The case of it that was sent.
    pub value: Option<i32>,
    /// The number of the guard that refused, from 0; conditions on active states come first.
    pub guard: Option<usize>,
}
