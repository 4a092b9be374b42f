//! Callbacks with parameters of their own: closures that take arguments of the event and cases of predicate types, and functions
//! in C of any signature. The library reads their signatures, and checks them when it builds a table.

// In the order in which the documentation has their functions.
mod rows;

mod blocks;

mod hooks;

mod function;

mod parameter;

mod parameters;

pub(crate) mod roles;

pub use function::CFunction;
pub use parameter::{Parameter, ParameterAt};
pub use parameters::{Parameters, ParametersAt};
