//! Snapshots and journals.

mod gate;

use gate::*;
use std::io;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::{Arc, Mutex};
use swiftfsm::*;

#[test]
fn a_machine_goes_on_elsewhere() {
    let table = turnstile();
    let mut gate = machine(&table);
    gate.send(Event::Coin).unwrap();
    gate.send_later(Event::Pass, 7).unwrap();
    gate.advance(3).unwrap();
    let bytes = gate.snapshot(Timers::Left).unwrap();
    let due = gate.snapshot(Timers::Due).unwrap();
    let json = gate.snapshot_json(Timers::Left).unwrap();
    assert!(bytes.starts_with(b"SFSM") && json.contains("\"Unlocked\""), "{json}");
    for (snapshot, expected) in [(bytes, 104), (due, 7), (json.into_bytes(), 104)] {
        let mut other = machine(&turnstile());
        other.advance(100).unwrap();
        other.restore(&snapshot).unwrap();
        assert_eq!((other.state(), other.due()), (Some(State::Unlocked), Some(expected)));
        other.advance(200).unwrap();
        assert_eq!((other.state(), other.context().trace.len()), (Some(State::Locked), 1));
    }
}

/// Another version of the turnstile, where Unlocked is Open.
fn next_version() -> Table<i32, i32, ()> {
    let mut builder = Builder::<i32, i32, ()>::new();
    builder
        .name_state(7, "Open")
        .name_state(8, "Locked")
        .name_event(1, "Coin");
    builder.row(8, 1, 7);
    builder.row(7, 1, 8);
    builder.build().unwrap()
}

#[test]
fn another_version_by_names_and_a_function() {
    let mut gate = machine(&turnstile());
    gate.send(Event::Coin).unwrap();
    let snapshot = gate.snapshot(Timers::Left).unwrap();
    let mut next = Machine::new(&next_version(), 8, ()).unwrap();
    let error = next.restore(&snapshot).unwrap_err();
    assert_eq!(error.status(), Status::UnknownState);
    assert_eq!(
        error.diagnostics().unwrap().kinds(),
        [DiagnosticKind::SnapshotMismatch],
        "{error}"
    );
    assert_eq!(next.state(), Some(8));
    let mut asked = Vec::new();
    next.restore_with(&snapshot, |missing| {
        asked.push((missing.part, missing.name.to_string()));
        (missing.name == "Unlocked").then_some(7)
    })
    .unwrap();
    assert_eq!(
        (next.state(), asked),
        (Some(7), vec![(SnapshotPart::State, "Unlocked".to_string())])
    );
    let panicked = catch_unwind(AssertUnwindSafe(|| next.restore_with(&snapshot, |_| panic!("lost"))));
    assert_eq!(panicked.unwrap_err().downcast_ref::<&str>(), Some(&"lost"));
    assert_eq!(next.state(), Some(7));
}

#[test]
fn damaged_snapshots_change_nothing() {
    let mut gate = machine(&turnstile());
    gate.send(Event::Coin).unwrap();
    let bytes = gate.snapshot(Timers::Left).unwrap();
    let mut other = machine(&turnstile());
    for length in 0..bytes.len() {
        assert!(other.restore(&bytes[..length]).is_err());
        assert_eq!(other.state(), Some(State::Locked));
    }
    for wrong in ["", "{}", "{\"format\": 1}", "[", "SFSM"] {
        assert!(matches!(other.restore(wrong), Err(Error::Snapshot(..))), "{wrong}");
    }
}

#[test]
fn what_cannot_be_used_says_why() {
    let mut gate = machine(&turnstile());
    let bytes = gate.snapshot(Timers::Left).unwrap();
    let mut later = bytes.clone();
    later[4] = 9;
    let mut said = |snapshot: &[u8]| gate.restore(snapshot).unwrap_err().to_string();
    assert_eq!(said(b"nothing"), "This is no snapshot of this definition.");
    assert_eq!(
        said(&bytes[..bytes.len() - 1]),
        "The snapshot is damaged or cut off, or its states cannot be active together."
    );
    assert_eq!(said(&later), "The snapshot has a later format: update the library.");
    let json = gate.snapshot_json(Timers::Left).unwrap().replace("Locked", "Jammed");
    let text = gate.restore(&json).unwrap_err().to_string();
    assert!(text.contains("or name one in the function of restore_with"), "{text}");
    assert_eq!(
        gate.replay_journal([0; 100], 1).unwrap_err().to_string(),
        "The journal is damaged or cut off, or its states cannot be active together."
    );
    gate.advance(5).unwrap();
    assert_eq!(
        gate.advance(4).unwrap_err().to_string(),
        "The time 4 is earlier than the one that was told last."
    );
    assert_eq!(
        gate.send_later(Event::Coin, -1).unwrap_err().to_string(),
        "The delay is negative."
    );
}

#[test]
fn a_snapshot_that_cannot_be_taken_names_the_argument() {
    let mut builder = builder();
    builder.event::<(i32, Pointer)>(Event::Coin);
    builder
        .row(State::Locked, Event::Pass, State::Unlocked)
        .action(|step, _| {
            step.machine().send_with(Event::Coin, (1, Pointer(8 as *mut _)))?;
            Err("broken".into())
        });
    builder.row(State::Unlocked, Event::Coin, State::Locked);
    let mut gate = machine(&builder.build().unwrap());
    assert!(gate.send(Event::Pass).is_err());
    let error = gate.snapshot(Timers::Left).unwrap_err();
    assert_eq!(error.status(), Status::Unsupported);
    assert_eq!(error.to_string(), "Event Coin waits, whose argument 2 is a pointer.");
}

/// A place that a journal is written to, and read while it is.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<(Vec<u8>, usize)>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut log = self.0.lock().unwrap();
        log.1 += 1;
        if log.1 == 5 {
            return Err(io::Error::new(io::ErrorKind::Other, "the disk is full"));
        }
        log.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_journal_is_replayed() {
    let (log, lines) = (Log::default(), Log::default());
    let table = turnstile();
    let mut gate = machine(&table);
    gate.set_journal(JournalForm::Bytes, log.clone()).unwrap();
    for event in [Event::Coin, Event::Coin, Event::Pass] {
        gate.send(event).unwrap();
    }
    gate.journal_error().unwrap();
    let bytes = log.0.lock().unwrap().0.clone();
    let mut other = machine(&table);
    let replayed = other.replay_journal(&bytes, usize::MAX).unwrap();
    assert_eq!(
        replayed,
        Replayed {
            size: bytes.len(),
            steps: 3
        }
    );
    assert_eq!(
        other.snapshot(Timers::Due).unwrap(),
        gate.snapshot(Timers::Due).unwrap()
    );
    assert_eq!(other.context().trace.len(), 0); // no callback was called
    assert_eq!(other.replay_journal(&bytes, 1).unwrap().steps, 1);
    assert_eq!(other.state(), Some(State::Unlocked));
    // One that was cut is replayed as far as it goes; a damaged one changes nothing.
    assert_eq!(
        other
            .replay_journal(&bytes[..bytes.len() - 1], usize::MAX)
            .unwrap()
            .steps,
        2
    );
    assert_eq!(
        other.replay_journal("no journal at all", 1).unwrap_err().status(),
        Status::BadConfiguration
    );
    let mut damaged = bytes.clone();
    damaged[9] ^= 0xff;
    assert!(other.replay_journal(&damaged, 1).is_err());
    assert_eq!(other.state(), Some(State::Unlocked));
    // The fifth record cannot be written: the step stands.
    gate.send(Event::Coin).unwrap();
    assert_eq!(gate.state(), Some(State::Unlocked));
    let error = gate.journal_error().unwrap_err();
    assert_eq!(error.downcast::<io::Error>().unwrap().to_string(), "the disk is full");
    assert_eq!(gate.journal_error().unwrap_err().status(), Status::CallbackFailed);
    gate.set_journal(JournalForm::Json, lines.clone()).unwrap();
    gate.send(Event::Pass).unwrap();
    gate.end_journal();
    gate.send(Event::Coin).unwrap();
    let text = String::from_utf8(lines.0.lock().unwrap().0.clone()).unwrap();
    assert_eq!(text.lines().count(), 2);
    assert!(text.lines().nth(1).unwrap().starts_with("{\"step\":"), "{text}");
}

#[test]
fn a_journal_that_cannot_begin() {
    let log = Log::default();
    log.0.lock().unwrap().1 = 4;
    let mut gate = machine(&turnstile());
    let error = gate.set_journal(JournalForm::Bytes, log).unwrap_err();
    assert_eq!(error.to_string(), "the disk is full");
    gate.send(Event::Coin).unwrap();
    gate.journal_error().unwrap();
}
