//! The functions, structs and constants of `swiftfsm.h`, as they are in C. That header says what they mean: read it
//! first. The crate `swiftfsm` has them in Rust's terms, and checks what C leaves to the caller.
//!
//! ```
//! use swiftfsm_sys::*;
//! use std::ffi::CStr;
//!
//! let name = unsafe { CStr::from_ptr(sfsm_status_name(SFSM_TRANSITIONED)) };
//! assert_eq!(name.to_str(), Ok("SFSM_TRANSITIONED"));
//! ```
//!
//! # Safety
//!
//! Each function is as unsafe as it is in C: pointers must be NULL or valid, a machine is used by one thread at a time,
//! and nothing unwinds out of a callback: catch panics in it.

#![allow(non_camel_case_types, clippy::missing_safety_doc)]

#[rustfmt::skip]
mod constants;
#[rustfmt::skip]
mod functions;
#[rustfmt::skip]
mod types;

pub use constants::*;
pub use functions::*;
pub use types::*;
