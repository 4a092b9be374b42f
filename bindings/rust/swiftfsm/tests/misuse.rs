//! What types do not forbid: the counterpart of Tests/C/test_misuse.c and test_results.c. Each mistake is a status, and
//! changes nothing.

mod gate;

use gate::*;
use swiftfsm::*;
use swiftfsm_sys as sys;

/// Ids as numbers, where any number can be written.
fn numbers() -> Table<i32, i32, ()> {
    let mut builder = Builder::<i32, i32, ()>::new();
    builder.row(0, 0, 1);
    builder.row(1, 1, 0);
    builder.build().unwrap()
}

fn status<T: std::fmt::Debug>(result: Result<T, Error>) -> Status {
    result.unwrap_err().status()
}

#[test]
fn unknown_ids() {
    let table = numbers();
    for unknown in [2, -1, 4711, i32::MAX, sys::SFSM_FIRST_ID] {
        assert_eq!(status(Machine::new(&table, unknown, ())), Status::UnknownState);
        let mut machine = Machine::new(&table, 0, ()).unwrap();
        assert_eq!(status(machine.send(unknown)), Status::UnknownEvent);
        assert_eq!(status(machine.send_with(unknown, (1,))), Status::UnknownEvent);
        assert_eq!(status(machine.probe(unknown)), Status::UnknownEvent);
        assert_eq!(status(machine.explain(unknown)), Status::UnknownEvent);
        assert_eq!(status(machine.request(unknown)), Status::UnknownState);
        assert_eq!(status(machine.send_later(unknown, 1)), Status::UnknownEvent);
        assert_eq!(status(machine.set_state(unknown)), Status::UnknownState);
        assert_eq!(status(machine.set_states(&[unknown])), Status::UnknownState);
        assert_eq!(machine.state(), Some(0));
        machine.stop().unwrap();
        assert_eq!(status(machine.start(unknown)), Status::UnknownState);
        assert_eq!((machine.state(), machine.is_running()), (None, false));
        assert_eq!((table.state_name(unknown), table.event_name(unknown)), (None, None));
    }
}

#[test]
fn reserved_ids() {
    let mut machine = Machine::new(&numbers(), 0, ()).unwrap();
    for reserved in i32::MIN..sys::SFSM_FIRST_ID {
        assert_eq!(status(machine.send(reserved)), Status::ReservedId);
        assert_eq!(status(machine.send_later(reserved, 1)), Status::ReservedId);
        assert_eq!(i32::from_id(reserved), None);
        for declare in 0..4 {
            let mut builder = Builder::<i32, i32, ()>::new();
            builder.row(0, 0, 1);
            builder.row(1, 1, 0);
            let _ = match declare {
                0 => builder.name_state(reserved, "state"),
                1 => builder.name_event(reserved, "event"),
                2 => builder.event::<(i32,)>(reserved),
                _ => builder.predicate_of(reserved, 2),
            };
            let error = builder.build().unwrap_err();
            assert_eq!(
                error.diagnostics().unwrap().kinds(),
                [DiagnosticKind::RejectedCall],
                "{error}"
            );
        }
    }
    assert_eq!(machine.state(), Some(0));
}

#[test]
fn calls_at_the_wrong_time() {
    let table = turnstile();
    let mut gate = machine(&table);
    assert_eq!(status(gate.start(State::Unlocked)), Status::AlreadyRunning);
    gate.run_pending().unwrap(); // nothing waits: nothing to do
    gate.stop().unwrap();
    assert_eq!(status(gate.stop()), Status::NotRunning);
    assert_eq!(status(gate.send(Event::Coin)), Status::NotRunning);
    assert_eq!(status(gate.probe(Event::Coin)), Status::NotRunning);
    assert_eq!(status(gate.permitted(Message::open())), Status::NotRunning);
    assert_eq!(status(gate.send_later(Event::Coin, 1)), Status::NotRunning);
    assert_eq!(gate.update(1.0).unwrap_err().status(), Status::NotRunning);
    gate.start(LastState).unwrap();
    assert_eq!(gate.state(), Some(State::Locked));
    assert_eq!(status(gate.start(Initial)), Status::AlreadyRunning);
    assert_eq!(
        status(Machine::new(&table, Initial, Gate::default())),
        Status::UnknownState
    );
}

#[test]
fn numbers_that_are_not_documented() {
    let table = turnstile();
    let mut gate = machine(&table);
    assert_eq!(status(gate.send_later(Event::Coin, -1)), Status::BadValue);
    assert_eq!(status(gate.cancel(Timer(1))), Status::OutOfRange);
    gate.advance(10).unwrap();
    assert_eq!(status(gate.advance(9)), Status::BadValue);
    assert_eq!(gate.now(), 10);
    assert_eq!(status(table.transition(4)), Status::OutOfRange);
    assert_eq!(status(table.transition_cases(0, 1)), Status::UnknownPredicate);
    // A message whose event is not left open, and one whose event is.
    assert_eq!(status(gate.permitted(Event::Coin.into())), Status::BadValue);
    assert_eq!(status(gate.update_with(0.0, &Event::Coin.into())), Status::BadValue);
    assert_eq!(status(gate.send_message(&Message::open())), Status::ReservedId);
    assert_eq!(status(gate.send_with(Event::Coin, (1,))), Status::ArgumentCount);
}

#[test]
fn cases_of_strict_machines() {
    let mut builder = builder();
    builder.predicate::<Policy>();
    builder.row(State::Locked, Event::Pass, Same).matching(&[Policy::Weak]);
    builder.warnings(false);
    let table = builder.build().unwrap();
    let mut gate = machine(&table);
    let weak: Case = Policy::Weak.into();
    for (cases, expected) in [
        (vec![], Status::MissingPredicate),
        (vec![weak, weak], Status::RepeatedPredicate),
        (vec![weak, Case { predicate: 4, value: 0 }], Status::UnknownPredicate),
        (vec![Case { predicate: 3, value: 2 }], Status::UnknownCase),
    ] {
        assert_eq!(
            status(gate.send_message(&Message::event(Event::Pass).cases(&cases))),
            expected
        );
    }
    assert_eq!(gate.state(), Some(State::Locked));
}

#[test]
fn every_error_of_a_definition() {
    let mut builder = builder();
    let line = line!() + 1;
    builder.row(State::Locked, Event::Coin, State::Unlocked);
    builder.row(State::Locked, Event::Coin, State::Broken);
    builder.row(State::Unlocked, Event::Pass, Dynamic);
    builder
        .row(State::Unlocked, Event::Kick, State::Locked)
        .resolver(|_, _| State::Locked);
    builder.state(State::Broken);
    let error = builder.build().unwrap_err();
    let faults = error.diagnostics().unwrap();
    use DiagnosticKind::*;
    assert_eq!(
        faults.kinds(),
        [Clash, MissingResolver, UnexpectedResolver, EmptyBlock, DeadEndState],
        "{error}"
    );
    assert_eq!((faults[0].file(), faults[0].line()), (file!(), line));
    assert_eq!(faults[0].places[1].line, line + 1);
    assert_eq!((faults[0].state, faults[0].event), (Some(0), Some(0)));
    assert!(faults.has_error() && faults[0].text.contains("Locked"));
    let expected = format!("{}:{line}: error: {}\n", file!(), faults[0].text);
    assert!(error.to_string().starts_with(&expected), "{error}");
    assert_eq!(Clash.name(), "clash");
}

#[test]
fn rows_of_blocks_and_bad_strings() {
    let mut builder = builder();
    builder
        .row(State::Locked, Event::Coin, Dynamic)
        .resolver(|_, _| State::Locked)
        .resolver(|_, _| State::Locked);
    assert_eq!(
        builder.build().unwrap_err().diagnostics().unwrap().kinds(),
        [DiagnosticKind::RejectedCall]
    );
    let mut builder = self::builder();
    builder.name_state(State::Locked, "a\0b");
    builder.row(State::Locked, Event::Coin, Same);
    assert_eq!(builder.build().unwrap_err().status(), Status::BadValue);
    // An empty definition, and predicate types of too many cases.
    let mut builder = self::builder();
    builder.predicate_of(1, 0);
    let kinds = builder.build().unwrap_err().diagnostics().unwrap().kinds();
    assert!(kinds.contains(&DiagnosticKind::RejectedCall), "{kinds:?}");
}

#[test]
fn a_probe_does_not_send() {
    let mut builder = builder();
    builder.row(State::Locked, Event::Coin, Same).guard(|step, gate| {
        let machine = step.machine();
        // In a send the event waits; in a probe the machine is busy.
        match machine.send(Event::Coin) {
            Err(error) => assert_eq!(error.status(), Status::Busy),
            Ok(outcome) => assert_eq!((outcome, gate.coins), (Outcome::Queued, 1)),
        }
        machine.discard_pending();
        true
    });
    builder.warnings(false);
    let mut gate = machine(&builder.build().unwrap());
    assert_eq!(gate.probe(Event::Coin).unwrap().outcome, Outcome::Transitioned);
    gate.context_mut().coins = 1;
    assert_eq!(gate.send(Event::Coin).unwrap(), Outcome::Transitioned);
}

#[test]
fn every_status_has_a_name_and_a_sentence() {
    let mut count = 0;
    for code in -100..0 {
        if let Some(status) = Status::from_code(code) {
            count += 1;
            assert_eq!(status.code(), code);
            assert!(
                status.name().starts_with("SFSM_") && status.text().ends_with('.'),
                "{status:?}"
            );
            assert_eq!(Error::from(status).to_string(), status.text());
        }
    }
    assert_eq!(count, 27);
    for code in 1..=5 {
        let name = Outcome::from_code(code).unwrap().name();
        assert!(!name.is_empty());
    }
    assert_eq!((Outcome::from_code(0), Outcome::from_code(6)), (None, None));
    assert_eq!(version(), env!("CARGO_PKG_VERSION"));
}

#[test]
fn no_number_is_a_string() {
    let mut builder = builder();
    builder.event::<(&str, i32)>(Event::Coin);
    builder
        .row(State::Locked, Event::Coin, Same)
        .guard(|step, _| Ok(step.argument::<Option<&str>>(0)? != Some("no")));
    let mut gate = machine(&builder.build().unwrap());
    for error in [
        gate.send_with(Event::Coin, (0, 0)).unwrap_err(),
        gate.send_with(Event::Coin, (0u64, 0)).unwrap_err(),
        gate.send_with(Event::Coin, (1, 0)).unwrap_err(),
    ] {
        assert_eq!(error.status(), Status::ArgumentType);
        assert!(error.to_string().contains("Argument 1: declared is str"), "{error}");
    }
    assert_eq!(gate.send_with(Event::Coin, ("", 0)).unwrap(), Outcome::Transitioned);
    assert_eq!(
        gate.send_with(Event::Coin, (Value::no_string(), 0)).unwrap(),
        Outcome::Transitioned
    );
}
