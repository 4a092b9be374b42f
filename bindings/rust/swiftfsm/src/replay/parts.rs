//! The parts of a replay: on threads, with their faults and the progress that they tell.

use super::results::ReplayCounts;
use crate::error::Error;
use crate::fault::{self, Aside, Fault};
use crate::generated::Status;
use std::mem::{self, size_of};
use std::os::raw::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Mutex;
use std::thread;
use swiftfsm_sys as sys;

pub(super) type Progress<'a> = Box<dyn FnMut(i64, i64) -> bool + Send + 'a>;

/// Replays the events on this crate's threads.
///
/// # Safety
/// The table lives as long as the call, and what the replay points to is as long as it must be.
pub(super) unsafe fn run(
    table: *const sys::sfsm_table,
    raw: &mut sys::sfsm_replay,
    progress: Option<Progress<'_>>,
) -> Result<ReplayCounts, Error> {
    let parts = Parts {
        progress: Mutex::new(progress),
        fault: Mutex::new(None),
    };
    let context = &parts as *const Parts<'_> as *mut c_void;
    // Threads of this crate, since the callbacks' errors are kept on the thread that calls them.
    raw.parallel = Some(run_parts);
    raw.parallel_context = context;
    raw.progress = Some(tell);
    raw.progress_context = context;
    let mut counts: sys::sfsm_replay_counts = unsafe { mem::zeroed() };
    counts.size = size_of::<sys::sfsm_replay_counts>();
    let before = Aside::put();
    let status = unsafe { sys::sfsm_table_replay(table, raw, &mut counts) };
    let fault = fault::take_any();
    drop(before);
    let kept = parts
        .fault
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(first) = fault {
        fault::discard(kept);
        return Err(first.surface());
    }
    if let Some(first) = kept {
        return Err(first.surface());
    }
    let counts = ReplayCounts::of(&counts);
    match Status::from_code(status) {
        Some(status) => Err(Error::Replay(status, Box::new(counts))),
        None => Ok(counts),
    }
}

/// What the threads of a replay share.
struct Parts<'a> {
    progress: Mutex<Option<Progress<'a>>>,
    fault: Mutex<Option<Fault>>,
}

impl Parts<'_> {
    /// Keeps the first fault.
    fn keep(&self, fault: Fault) {
        let mut kept = self.fault.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if kept.is_some() {
            return fault::discard(fault);
        }
        *kept = Some(fault);
    }
}

#[derive(Clone, Copy)]
struct Part {
    run: unsafe extern "C" fn(*mut c_void, usize),
    parts: *mut c_void,
}

// The library lets its parts run on any threads.
unsafe impl Send for Part {}
unsafe impl Sync for Part {}

impl Part {
    fn run(&self, all: &Parts<'_>, number: usize) {
        let _before = Aside::put();
        unsafe { (self.run)(self.parts, number) };
        if let Some(fault) = fault::take_any() {
            all.keep(fault);
        }
    }
}

/// Runs each part once: on threads as far as there are any, and what is left on this one.
unsafe extern "C" fn run_parts(context: *mut c_void, part: sys::sfsm_part, parts: *mut c_void, count: usize) -> i32 {
    // The context is that of the call which is under way.
    let all = unsafe { &*(context as *const Parts<'_>) };
    let part = match part {
        Some(run) => Part { run, parts },
        None => return sys::SFSM_NULL_POINTER,
    };
    thread::scope(|scope| {
        let mut here = vec![0];
        for number in 1..count {
            let started = thread::Builder::new().spawn_scoped(scope, move || part.run(all, number));
            if started.is_err() {
                here.push(number);
            }
        }
        for number in here {
            part.run(all, number);
        }
    });
    sys::SFSM_OK
}

unsafe extern "C" fn tell(context: *mut c_void, done: i64, total: i64) -> i32 {
    // The context is that of the call which is under way.
    let all = unsafe { &*(context as *const Parts<'_>) };
    let mut progress = all.progress.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let told = match &mut *progress {
        Some(progress) => catch_unwind(AssertUnwindSafe(|| progress(done, total))),
        None => Ok(true),
    };
    match told {
        Ok(true) => sys::SFSM_OK,
        Ok(false) => sys::SFSM_CALLBACK_FAILED,
        Err(panic) => {
            all.keep(Fault::Panic(panic));
            sys::SFSM_CALLBACK_FAILED
        }
    }
}
