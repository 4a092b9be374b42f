#![doc = include_str!("../../README.md")]
#![warn(missing_docs, unsafe_op_in_unsafe_fn)]

mod arguments;
mod bindings;
mod block;
mod builder;
mod callable;
mod callback;
mod column;
mod core;
mod diagnostics;
mod error;
mod fault;
#[rustfmt::skip]
mod generated;
mod handle;
mod id;
mod journal;
mod machine;
mod message;
mod outcome;
mod prediction;
mod replay;
mod row;
mod snapshot;
mod step;
mod table;
mod text;
mod timer;
mod value;
mod view;
mod words;
mod writing;

pub use arguments::{ArgumentTypes, Arguments, FromArguments};
pub use bindings::Bindings;
pub use block::{Block, Superstate};
pub use builder::{Builder, EntryExit, GuardPolicy, Phase};
pub use callable::{CFunction, Parameter, ParameterAt, Parameters, ParametersAt};
pub use callback::{ActionResult, GuardResult, ProviderResult, ResolverResult, UpdateResult};
pub use column::{numbers, Column, TextColumn};
pub use diagnostics::{Diagnostic, Diagnostics, Place};
pub use error::{BoxError, Error, Failure};
pub use generated::{DiagnosticKind, ReasonKind, SnapshotPart, Status, ValueType};
pub use handle::Handle;
#[doc(hidden)]
pub use id::__name;
pub use id::{Case, Id, Predicate};
pub use journal::{JournalForm, Replayed};
pub use machine::Machine;
pub use message::Message;
pub use outcome::Outcome;
pub use prediction::{Prediction, Reason};
pub use replay::{Guards, OnViolation, Replay, ReplayCounts, Violation};
pub use row::Row;
pub use snapshot::{Missing, Timers};
pub use step::Step;
pub use table::{RowRole, StateKind, Table, Transition};
pub use timer::{Clock, Timer};
pub use value::sent::ToValue;
pub use value::taken::ArgumentType;
pub use value::{FromValue, Pointer, Value};
pub use view::View;
pub use words::{
    Any, Defer, Dynamic, Eventless, Initial, Internal, LastState, Same, Source, Start, Stopped, Target, Trigger,
};
pub use writing::{Format, Picture};

// Slices of these are handed to the library as they are.
const _: () = {
    use std::mem::size_of;
    assert!(size_of::<Case>() == size_of::<swiftfsm_sys::sfsm_case>());
    assert!(size_of::<Value<'static>>() == size_of::<swiftfsm_sys::sfsm_value>());
    assert!(size_of::<Violation>() == size_of::<swiftfsm_sys::sfsm_violation>());
};

/// Returns the version of the loaded library, "0.2.0".
pub fn version() -> &'static str {
    // Static text.
    unsafe { text::borrowed(swiftfsm_sys::sfsm_version_string()) }.unwrap_or_default()
}
