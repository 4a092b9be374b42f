//! Journals: every step of a machine, written as it happens, to be replayed.

use crate::error::{check, stored_text, Error};
use crate::generated::Status;
use crate::id::Id;
use crate::machine::Machine;
use std::any::Any;
use std::io::{self, Write};
use std::mem::size_of;
use std::os::raw::{c_char, c_void};
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::ptr::{self, NonNull};
use std::slice;
use swiftfsm_sys as sys;

/// Where a journal goes, and what ended it.
pub(crate) struct Writer {
    target: Box<dyn Write + Send>,
    error: Option<io::Error>,
    panic: Option<Box<dyn Any + Send>>,
}

/// The form of a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JournalForm {
    /// Records of bytes.
    Bytes,
    /// A line of JSON for each record.
    Json,
}

/// How far a journal was replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// The bytes up to which it was: where the journal can go on.
    pub size: usize,
    /// The number of steps.
    pub steps: usize,
}

impl<S: Id, E: Id, C> Machine<S, E, C> {
    /// Writes the machine to a journal from now on: first a snapshot, then each step, a whole record with each call of the
    /// writer. A second journal takes the place of the first.
    ///
    /// If the writer fails later, the step stands, nothing more is written, and [`Machine::journal_error`] has its error.
    pub fn set_journal(&mut self, form: JournalForm, writer: impl Write + Send + 'static) -> Result<(), Error> {
        self.end_journal();
        let writer = Box::into_raw(Box::new(Writer {
            target: Box::new(writer),
            error: None,
            panic: None,
        }));
        let journal = sys::sfsm_journal {
            size: size_of::<sys::sfsm_journal>(),
            flags: if form == JournalForm::Json {
                sys::SFSM_JOURNAL_JSON
            } else {
                0
            },
            writer: Some(write),
            context: writer.cast(),
        };
        let status = unsafe { sys::sfsm_machine_set_journal(self.as_ptr(), &journal) };
        self.writer = NonNull::new(writer);
        let ended = self.journal_error();
        if status < 0 {
            self.end_journal();
        }
        ended.and_then(|()| check(status))
    }

    /// Ends the journal.
    pub fn end_journal(&mut self) {
        unsafe { sys::sfsm_machine_set_journal(self.as_ptr(), ptr::null()) };
        if let Some(writer) = self.writer.take() {
            // The library does not know it any more.
            drop(unsafe { Box::from_raw(writer.as_ptr()) });
        }
    }

    /// Returns why the journal ended: the error of its writer, or `OutOfMemory` or `Unsupported`. `Ok` while it goes on, and
    /// without one. A panic of the writer goes on from here.
    pub fn journal_error(&mut self) -> Result<(), Error> {
        if let Some(mut writer) = self.writer {
            // The library uses it during calls only.
            let writer = unsafe { writer.as_mut() };
            if let Some(panic) = writer.panic.take() {
                resume_unwind(panic);
            }
            if let Some(error) = writer.error.take() {
                return Err(Error::Callback(Box::new(error)));
            }
        }
        check(unsafe { sys::sfsm_machine_journal_status(self.as_ptr()) })
    }

    /// Makes this machine what the machine of a journal was after `limit` steps; `usize::MAX`: as far as it goes. A journal that
    /// was cut is replayed up to its last whole record. No callback is called. It may come from an untrusted source.
    ///
    /// Fails with `BadConfiguration` for a damaged record, and as [`Machine::restore`].
    pub fn replay_journal(&mut self, journal: impl AsRef<[u8]>, limit: usize) -> Result<Replayed, Error> {
        let journal = journal.as_ref();
        let mut replayed = Replayed { size: 0, steps: 0 };
        let status = unsafe {
            let (size, steps) = (&mut replayed.size, &mut replayed.steps);
            sys::sfsm_machine_replay_journal(
                self.as_ptr(),
                journal.as_ptr().cast(),
                journal.len(),
                limit,
                size,
                steps,
            )
        };
        match Status::from_code(status) {
            Some(status) => Err(Error::with_text(status, stored_text("journal", status))),
            None => Ok(replayed),
        }
    }
}

/// Takes a record. What the writer fails with is kept.
unsafe extern "C" fn write(context: *mut c_void, bytes: *const c_char, count: usize) -> i32 {
    // The context is the Writer in the machine's box, which nothing else uses during a call into the library.
    let writer = unsafe { &mut *(context as *mut Writer) };
    let bytes = unsafe { slice::from_raw_parts(bytes.cast::<u8>(), count) };
    match catch_unwind(AssertUnwindSafe(|| writer.target.write_all(bytes))) {
        Ok(Ok(())) => return sys::SFSM_OK,
        Ok(Err(error)) => writer.error = Some(error),
        Err(panic) => writer.panic = Some(panic),
    }
    sys::SFSM_CALLBACK_FAILED
}
