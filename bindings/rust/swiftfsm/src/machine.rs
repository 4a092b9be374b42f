//! Machines: a current state and a context, over a table.

// In the order in which the documentation has their functions.
mod instance;

mod events;

mod questions;

mod timers;

mod hooks;

pub use instance::Machine;
