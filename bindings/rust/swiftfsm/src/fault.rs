//! Faults: errors and panics of callbacks, kept on the thread until the call has returned from C.
//!
//! Callbacks run on the thread of the call. What one of them fails with is kept with its machine, and is taken by the call
//! on that machine that is under way. The usual call, where nothing is kept, reads one variable of the thread.

use crate::error::{BoxError, Error, Failure};
use std::any::Any;
use std::cell::Cell;
use std::mem;
use std::panic::{self, AssertUnwindSafe};
use std::ptr;
use swiftfsm_sys as sys;

pub(crate) enum Fault {
    Error(BoxError),
    Panic(Box<dyn Any + Send>),
}

impl Fault {
    /// Goes on with a panic; returns an error.
    pub(crate) fn surface(self) -> Error {
        match self {
            Fault::Error(error) => Error::Callback(error),
            Fault::Panic(panic) => panic::resume_unwind(panic),
        }
    }
}

/// Drops what nobody receives. A panic of that has nowhere to go: C is below, or another fault comes first.
#[cold]
pub(crate) fn discard<T>(value: T) {
    if let Err(first) = panic::catch_unwind(AssertUnwindSafe(|| drop(value))) {
        // What it panics with is mostly a string. Where the drop of that panics, too, there may be no end.
        if let Err(second) = panic::catch_unwind(AssertUnwindSafe(|| drop(first))) {
            mem::forget(second);
        }
    }
}

struct Kept {
    machine: *const sys::sfsm_machine,
    fault: Fault,
    next: *mut Kept,
}

// Of one thread: where C alone sends to machines, nobody takes what their callbacks fail with.
const LIMIT: usize = 16;

thread_local! {
    #[allow(clippy::declare_interior_mutable_const)]
    static KEPT: Cell<*mut Kept> = const { Cell::new(ptr::null_mut()) };
}

#[inline]
pub(crate) fn is_none() -> bool {
    KEPT.with(|kept| kept.get().is_null())
}

/// Keeps the first fault of a machine. NULL: of no machine.
#[cold]
pub(crate) fn keep(machine: *const sys::sfsm_machine, fault: Fault) {
    KEPT.with(|kept| {
        let (mut each, mut count) = (kept.get(), 0);
        while !each.is_null() {
            count += 1;
            // The list is this thread's own, and nothing of it is freed while it is walked.
            let entry = unsafe { &*each };
            if entry.machine == machine || count == LIMIT {
                return discard(fault);
            }
            each = entry.next;
        }
        kept.set(Box::into_raw(Box::new(Kept {
            machine,
            fault,
            next: kept.get(),
        })));
    });
}

/// Takes the fault of a machine.
#[cold]
pub(crate) fn take(machine: *const sys::sfsm_machine) -> Option<Fault> {
    KEPT.with(|kept| {
        let mut link = kept as *const Cell<*mut Kept> as *mut *mut Kept;
        // Every pointer in the list is one of Box::into_raw; the one that is taken leaves the list first.
        unsafe {
            while !(*link).is_null() {
                let each = *link;
                if (*each).machine == machine {
                    *link = (*each).next;
                    return Some(Box::from_raw(each).fault);
                }
                link = ptr::addr_of_mut!((*each).next);
            }
        }
        None
    })
}

/// Takes whatever was kept last, and drops the rest.
pub(crate) fn take_any() -> Option<Fault> {
    let mut last = None;
    while let Some(entry) = KEPT.with(|kept| {
        let first = kept.get();
        (!first.is_null()).then(|| unsafe {
            let entry = Box::from_raw(first);
            kept.set(entry.next);
            entry
        })
    }) {
        discard(last.replace(entry.fault));
    }
    last
}

/// What was kept before a call inside of a callback: put back when the call ends.
pub(crate) struct Aside(*mut Kept);

impl Aside {
    pub(crate) fn put() -> Self {
        Aside(KEPT.with(|kept| kept.replace(ptr::null_mut())))
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        if !is_none() {
            discard(take_any());
        }
        KEPT.with(|kept| kept.set(self.0));
    }
}

/// Keeps an error of a callback. Returns what the callback returns to C.
#[cold]
pub(crate) fn keep_error(machine: *const sys::sfsm_machine, error: BoxError) -> i32 {
    let code = match error.downcast_ref::<Failure>() {
        Some(failure) if failure.0 < 0 => failure.0,
        _ => sys::SFSM_FAILED,
    };
    keep(machine, Fault::Error(error));
    code
}

/// Keeps a panic of a callback. Returns what the callback returns to C.
#[cold]
pub(crate) fn keep_panic(machine: *const sys::sfsm_machine, panic: Box<dyn Any + Send>) -> i32 {
    keep(machine, Fault::Panic(panic));
    sys::SFSM_FAILED
}

/// Goes on with a panic of something that was dropped inside of C, unless this thread panics already.
pub(crate) fn resume_drops() {
    if is_none() || std::thread::panicking() {
        return;
    }
    if let Some(Fault::Panic(panic)) = take(ptr::null()) {
        panic::resume_unwind(panic);
    }
}
