//! Tables: immutable definitions that any number of machines run.

// In the order in which the documentation has their functions.
mod definition;

mod names;

mod transitions;

pub use definition::{StateKind, Table};
pub use names::RowRole;
pub use transitions::Transition;
