//! How a replay treats guards and violations.

use swiftfsm_sys as sys;

/// How guards, resolvers and providers are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Guards {
    /// The default: nothing is replayed if a row has a guard or a dynamic target, or there is a provider without a column.
    Refuse = sys::SFSM_REFUSE_GUARDS,
    /// Guards are not called and count as true.
    Assume = sys::SFSM_ASSUME_GUARDS,
    /// Guards, resolvers and providers are called.
    Ask = sys::SFSM_ASK_GUARDS,
}

/// What happens after a violation: an event that no row takes, or that guards refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum OnViolation {
    /// The default: the token stays in its state and goes on.
    Stay = sys::SFSM_STAY,
    /// The token's later events are skipped.
    StopToken = sys::SFSM_STOP_TOKEN,
    /// The replay ends.
    Stop = sys::SFSM_STOP,
}
