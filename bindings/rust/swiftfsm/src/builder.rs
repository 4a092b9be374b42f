//! Builders: definitions from rows.

// In the order in which the documentation has their functions.
mod definition;

mod rows;

mod blocks;

mod declarations;

mod policies;

mod building;

pub(crate) use definition::AddCallback;
pub use definition::Builder;
pub use policies::{EntryExit, GuardPolicy, Phase};
