//! Calls into the library on one machine: what `Machine` and `Handle` have in common.

use crate::error::Error;
use crate::fault;
use crate::generated::{ReasonKind, Status, ValueType};
use crate::id::Id;
use crate::message::Message;
use crate::outcome::Outcome;
use crate::prediction::{Prediction, Reason};
use crate::text;
use crate::value::type_name;
use std::mem::size_of;
use std::ptr;
use swiftfsm_sys as sys;

/// Which list [`permitted`] makes.
pub(crate) const EVENTS: u32 = 0;
pub(crate) const STATES: u32 = sys::SFSM_PERMITTED_STATES;

/// A pointer to a machine that lives as long as the call.
#[derive(Clone, Copy)]
pub(crate) struct Core(pub(crate) *mut sys::sfsm_machine);

// Every function below hands a live machine to the library, and nothing else that it keeps.
impl Core {
    /// Returns the outcome of a call that runs callbacks. Goes on with the panic of one; fails with its error.
    #[inline(always)]
    pub(crate) fn outcome(self, result: i32) -> Result<Outcome, Error> {
        match Outcome::from_code(result) {
            Some(outcome) if fault::is_none() => Ok(outcome),
            _ => self.settle_outcome(result),
        }
    }

    #[cold]
    #[inline(never)]
    fn settle_outcome(self, result: i32) -> Result<Outcome, Error> {
        self.finish(result)?;
        Outcome::from_code(result).ok_or_else(|| Error::of(result))
    }

    /// Returns the result of a call that runs callbacks, where 0 means done.
    pub(crate) fn finish(self, result: i32) -> Result<i32, Error> {
        if let Some(fault) = fault::take(self.0) {
            return Err(fault.surface());
        }
        if result >= 0 {
            return Ok(result);
        }
        let error = Error::of(result);
        Err(match Status::from_code(result).and_then(|status| self.detail(status)) {
            Some(detail) => Error::with_text(error.status(), format!("{error} {detail}")),
            None => error,
        })
    }

    /// Says which argument or case was wrong.
    fn detail(self, status: Status) -> Option<String> {
        match status {
            Status::ArgumentCount | Status::ArgumentType => {
                let (mut index, mut declared, mut sent) = (0, 0, 0);
                unsafe { sys::sfsm_machine_rejected_argument(self.0, &mut index, &mut declared, &mut sent) };
                let name = |code| ValueType::from_code(code).map_or("none", type_name);
                let number = index + 1;
                Some(format!(
                    "Argument {number}: declared is {}, sent was {}.",
                    name(declared),
                    name(sent)
                ))
            }
            Status::MissingPredicate | Status::UnknownPredicate | Status::RepeatedPredicate | Status::UnknownCase => {
                let (mut predicate, mut value) = (0, 0);
                unsafe {
                    sys::sfsm_machine_rejected_case(self.0, &mut predicate, &mut value);
                    let name = sys::sfsm_table_predicate_name(sys::sfsm_machine_table(self.0), predicate);
                    let name = text::copied(name).unwrap_or_else(|| predicate.to_string());
                    Some(match value {
                        sys::SFSM_NONE => format!("Predicate type {name}."),
                        _ => format!("Predicate type {name}, case {value}."),
                    })
                }
            }
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) fn send(self, event: i32) -> Result<Outcome, Error> {
        self.outcome(unsafe { sys::sfsm_machine_send(self.0, event) })
    }

    #[inline]
    pub(crate) fn send_message<S: Id, E: Id>(self, message: &Message<'_, S, E>) -> Result<Outcome, Error> {
        let send = |raw: &sys::sfsm_message| unsafe { sys::sfsm_machine_send_message(self.0, raw) };
        self.outcome(if message.has_zero() {
            message.with_numbers(unsafe { sys::sfsm_machine_table(self.0) }, send)
        } else {
            send(&message.raw())
        })
    }

    pub(crate) fn stop(self) -> Result<Option<Outcome>, Error> {
        let result = self.finish(unsafe { sys::sfsm_machine_stop(self.0) })?;
        Ok(Outcome::from_code(result))
    }

    pub(crate) fn send_later(self, event: i32, delay: i64) -> Result<u64, Error> {
        let mut timer = 0;
        let status = unsafe { sys::sfsm_machine_send_later(self.0, event, delay, &mut timer) };
        if status == sys::SFSM_BAD_VALUE {
            return Err(Error::with_text(Status::BadValue, "The delay is negative."));
        }
        self.finish(status)?;
        Ok(timer)
    }

    pub(crate) fn probe<S: Id, E: Id>(self, message: &Message<'_, S, E>) -> Result<Prediction<S>, Error> {
        let mut target = sys::SFSM_NONE;
        let outcome = self.outcome(unsafe { sys::sfsm_machine_probe(self.0, &message.raw(), &mut target) })?;
        Ok(Prediction {
            outcome,
            state: S::from_id(target),
        })
    }

    /// Lists events or states, as `flags` say.
    pub(crate) fn permitted<S: Id, E: Id, T: Id>(
        self,
        message: &Message<'_, S, E>,
        flags: u32,
    ) -> Result<Vec<T>, Error> {
        let raw = message.raw();
        let ids = list(|ids, capacity, count| {
            let status = unsafe { sys::sfsm_machine_permitted(self.0, &raw, flags, ids, capacity, count) };
            self.finish(status).map(|_| ())
        })?;
        Ok(ids.into_iter().filter_map(T::from_id).collect())
    }

    pub(crate) fn explain<S: Id, E: Id>(self, message: &Message<'_, S, E>) -> Result<(Outcome, Vec<Reason>), Error> {
        let raw = message.raw();
        let nothing = sys::sfsm_reason {
            transition: 0,
            kind: 0,
            predicate: 0,
            value: 0,
            guard: 0,
        };
        let (mut reasons, mut count) = (vec![nothing; 8], 0);
        loop {
            let outcome = self.outcome(unsafe {
                let size = size_of::<sys::sfsm_reason>();
                sys::sfsm_machine_explain_sized(self.0, &raw, reasons.as_mut_ptr(), size, reasons.len(), &mut count)
            })?;
            if count <= reasons.len() {
                reasons.truncate(count);
                let known = |id: i32| (id != sys::SFSM_NONE).then_some(id);
                let reason = |each: &sys::sfsm_reason| {
                    Some(Reason {
                        transition: each.transition,
                        kind: ReasonKind::from_code(each.kind)?,
                        predicate: known(each.predicate),
                        value: known(each.value),
                        guard: usize::try_from(each.guard).ok(),
                    })
                };
                return Ok((outcome, reasons.iter().filter_map(reason).collect()));
            }
            reasons.resize(count, nothing);
        }
    }
}

/// Lists ids with a function that takes an array, its capacity and a place for the count.
pub(crate) fn list(mut fill: impl FnMut(*mut i32, usize, *mut usize) -> Result<(), Error>) -> Result<Vec<i32>, Error> {
    let (mut ids, mut count) = (vec![0; 8], 0);
    loop {
        fill(ids.as_mut_ptr(), ids.len(), ptr::addr_of_mut!(count))?;
        let is_all = count <= ids.len();
        ids.resize(count, 0);
        if is_all {
            return Ok(ids);
        }
    }
}
