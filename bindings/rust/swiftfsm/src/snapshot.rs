//! Snapshots: a machine as bytes or JSON, to restore it later in another one.

use crate::diagnostics::Diagnostics;
use crate::error::{check, Error};
use crate::generated::{SnapshotPart, Status};
use crate::id::Id;
use crate::machine::Machine;
use crate::text;
use std::any::Any;
use std::mem::size_of;
use std::os::raw::c_void;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::ptr;
use std::slice;
use swiftfsm_sys as sys;

/// How a snapshot stores timers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timers {
    /// What is left of them: they stand still while nobody has the machine.
    Left,
    /// The time at which they are due.
    Due,
}

/// Something in a snapshot that has no place in this version of the definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing<'a> {
    /// What it is.
    pub part: SnapshotPart,
    /// Its number in the snapshot; not of JSON.
    pub id: i32,
    /// Of a case: its predicate type, in this definition.
    pub predicate: Option<i32>,
    /// Its name; "" if it has none.
    pub name: &'a str,
}

impl<S: Id, E: Id, C> Machine<S, E, C> {
    /// Returns the machine as bytes: its active states, histories, timers and the events that wait; not its context.
    /// Fails with `Unsupported` if an event waits with a pointer.
    pub fn snapshot(&self, timers: Timers) -> Result<Vec<u8>, Error> {
        self.written(flags_of(timers))
    }

    /// Returns the machine as JSON.
    pub fn snapshot_json(&self, timers: Timers) -> Result<String, Error> {
        let bytes = self.written(flags_of(timers) | sys::SFSM_SNAPSHOT_JSON)?;
        String::from_utf8(bytes).map_err(|_| Error::from(Status::BadValue))
    }

    fn written(&self, flags: u32) -> Result<Vec<u8>, Error> {
        let (mut bytes, mut size) = (vec![0u8; 256], 0);
        loop {
            let buffer = bytes.as_mut_ptr().cast();
            let status = unsafe { sys::sfsm_machine_snapshot(self.as_ptr(), flags, buffer, bytes.len(), &mut size) };
            if status == sys::SFSM_OUT_OF_RANGE && size > bytes.len() {
                bytes.resize(size, 0);
                continue;
            }
            if status == sys::SFSM_UNSUPPORTED {
                return Err(self.pointer_that_waits());
            }
            check(status)?;
            bytes.truncate(size);
            return Ok(bytes);
        }
    }

    /// Returns the error for the argument that no snapshot can have.
    fn pointer_that_waits(&self) -> Error {
        let (mut index, declared, sent) = (0, ptr::null_mut(), ptr::null_mut());
        let name = unsafe {
            sys::sfsm_machine_rejected_argument(self.as_ptr(), &mut index, declared, sent);
            let event = sys::sfsm_machine_rejected_event(self.as_ptr());
            let name = sys::sfsm_table_event_name(sys::sfsm_machine_table(self.as_ptr()), event);
            text::copied(name).unwrap_or_else(|| event.to_string())
        };
        let number = index + 1;
        Error::with_text(
            Status::Unsupported,
            format!("Event {name} waits, whose argument {number} is a pointer."),
        )
    }

    /// Restores a snapshot, bytes or JSON, in this machine, stopped or not. No callback is called. It may come from an untrusted
    /// source, and from another version of the definition: then names count.
    ///
    /// Fails with [`Error::Snapshot`]: the machine is unchanged, and the diagnostics say what has no place.
    pub fn restore(&mut self, snapshot: impl AsRef<[u8]>) -> Result<(), Error> {
        self.restored(snapshot.as_ref(), ptr::null())
    }

    /// Restores a snapshot where a function decides what takes the place of what this version of the definition does not
    /// have: the number of a state, an event, a predicate type or a case; `None`: nothing does. For
    /// [`SnapshotPart::Definition`] any number accepts a definition with another name.
    pub fn restore_with(
        &mut self,
        snapshot: impl AsRef<[u8]>,
        migrate: impl FnMut(&Missing<'_>) -> Option<i32>,
    ) -> Result<(), Error> {
        let mut migration = Migration { migrate, panic: None };
        let restoring = restoring(&mut migration);
        let restored = self.restored(snapshot.as_ref(), &restoring);
        if let Some(panic) = migration.panic {
            resume_unwind(panic);
        }
        restored
    }

    fn restored(&mut self, snapshot: &[u8], restoring: *const sys::sfsm_restoring) -> Result<(), Error> {
        let mut faults = ptr::null_mut();
        let (bytes, size) = (snapshot.as_ptr().cast(), snapshot.len());
        let status = unsafe { sys::sfsm_machine_restore(self.as_ptr(), bytes, size, restoring, &mut faults) };
        let mut diagnostics = unsafe { Diagnostics::take(faults) };
        diagnostics.rename("sfsm_restoring.migrate", "the function of restore_with");
        match Status::from_code(status) {
            Some(status) => Err(Error::Snapshot(status, diagnostics)),
            None => Ok(()),
        }
    }
}

fn flags_of(timers: Timers) -> u32 {
    match timers {
        Timers::Left => 0,
        Timers::Due => sys::SFSM_SNAPSHOT_DUE,
    }
}

struct Migration<F> {
    migrate: F,
    panic: Option<Box<dyn Any + Send>>,
}

fn restoring<F: FnMut(&Missing<'_>) -> Option<i32>>(migration: &mut Migration<F>) -> sys::sfsm_restoring {
    let context = migration as *mut Migration<F> as *mut c_void;
    sys::sfsm_restoring {
        size: size_of::<sys::sfsm_restoring>(),
        migrate: Some(ask::<F>),
        context,
    }
}

unsafe extern "C" fn ask<F>(context: *mut c_void, missing: *const sys::sfsm_missing) -> i32
where
    F: FnMut(&Missing<'_>) -> Option<i32>,
{
    // The context is the Migration of the call that is under way, and strings are lent for this call.
    let (migration, missing) = unsafe { (&mut *(context as *mut Migration<F>), &*missing) };
    if migration.panic.is_some() {
        return sys::SFSM_NONE;
    }
    let name = match missing.length {
        0 => &[],
        length => unsafe { slice::from_raw_parts(missing.name.cast::<u8>(), length) },
    };
    let asked = AssertUnwindSafe(|| {
        (migration.migrate)(&Missing {
            part: SnapshotPart::from_code(missing.part)?,
            id: missing.id,
            predicate: (missing.predicate != sys::SFSM_NONE).then_some(missing.predicate),
            name: std::str::from_utf8(name).unwrap_or_default(),
        })
    });
    match catch_unwind(asked) {
        Ok(id) => id.unwrap_or(sys::SFSM_NONE),
        Err(panic) => {
            migration.panic = Some(panic);
            sys::SFSM_NONE
        }
    }
}
