//! Closures with parameters, and functions in C of any signature.

mod gate;

use gate::*;
use std::fmt;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::Arc;
use swiftfsm::*;

#[derive(Debug)]
struct TooHeavy(i64);

impl fmt::Display for TooHeavy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "too heavy by {}", self.0)
    }
}

impl std::error::Error for TooHeavy {}

/// A coin carries what it is worth and who throws it in.
fn paid() -> GateBuilder {
    let mut builder = builder();
    builder.event::<(i64, &str)>(Event::Coin);
    builder.final_state(State::Unlocked);
    builder
}

#[test]
fn arguments_are_parameters() {
    let mut builder = builder();
    builder.event::<(i64, &str)>(Event::Coin);
    builder
        .row(State::Locked, Event::Coin, Dynamic)
        .guard_with::<(i64,), _>(|_, gate, (cents,)| cents > gate.coins)
        .guard_with::<(i64, &str), _>(|_, _, (_, who)| Ok(who != "mallory"))
        .resolver_with::<(i64,), _>(|_, _, (cents,)| (cents < 1000).then_some(State::Unlocked))
        .action_with::<(i64, &str), _>(|step, gate, (cents, who)| {
            gate.coins += cents;
            gate.note(format!("{:?} of {who}", step.event()));
        });
    builder
        .state(State::Unlocked)
        .entry_with::<(i64, Option<&str>), _>(|_, gate, (cents, who)| gate.note(format!("entry {cents} {who:?}")));
    builder
        .state(State::Locked)
        .exit_with::<(), _>(|step, gate, ()| gate.note(format!("exit {:?}", step.target())))
        .update_with::<(), _>(|step, _, ()| (step.time() > 1.0).then_some(Event::Kick));
    builder.row(State::Locked, Event::Kick, State::Broken);
    builder.final_state(State::Broken);
    builder.row(State::Unlocked, Event::Coin, Same);
    builder
        .state(State::Unlocked)
        .cycle_with::<(i64, &str), _>(|_, gate, (cents, _)| gate.note(format!("cycle {cents}")));
    let table = builder.build().unwrap();
    let mut gate = machine(&table);
    assert_eq!(gate.send_with(Event::Coin, (0, "ann")).unwrap(), Outcome::Refused);
    assert_eq!(gate.send_with(Event::Coin, (5, "mallory")).unwrap(), Outcome::Refused);
    assert_eq!(gate.send_with(Event::Coin, (1000, "ann")).unwrap(), Outcome::Refused);
    assert_eq!(gate.send_with(Event::Coin, (5, "ann")).unwrap(), Outcome::Transitioned);
    assert_eq!(gate.send_with(Event::Coin, (6, "bob")).unwrap(), Outcome::Transitioned);
    let expected = [
        "exit Some(Unlocked)",
        "Some(Coin) of ann",
        "entry 5 Some(\"ann\")",
        "cycle 6",
    ];
    assert_eq!(gate.context().trace, expected);
    let mut gate = machine(&table);
    assert_eq!(gate.update(2.0).unwrap(), Some(Outcome::Transitioned));
}

#[test]
fn cases_are_parameters_and_are_provided() {
    let mut builder = builder();
    builder.provided(|_, gate| if gate.coins > 0 { Policy::Strong } else { Policy::Weak });
    builder
        .row(State::Locked, Event::Pass, Same)
        .action_with::<(Policy,), _>(|_, gate, (policy,)| gate.note(format!("{policy:?}")));
    builder.on_step_with::<(Policy,), _>(|step, gate, (policy,)| gate.note(format!("{:?} {policy:?}", step.outcome())));
    builder.on_unhandled_with::<(Policy,), _>(|_, gate, (policy,)| gate.note(format!("unhandled {policy:?}")));
    let table = builder.build().unwrap();
    let mut gate = machine(&table);
    gate.send(Event::Pass).unwrap();
    gate.context_mut().coins = 1;
    let (weak, pass) = ([Policy::Weak.into()], Message::event(Event::Pass));
    gate.send_message(&pass.cases(&weak)).unwrap();
    gate.send(Event::Kick).unwrap();
    gate.clear_hooks();
    gate.on_step_with::<(Policy,), _>(|_, gate, (policy,)| gate.note(format!("own {policy:?}")))
        .unwrap();
    gate.send(Event::Pass).unwrap();
    let expected = [
        "Some(Weak)",
        "Some(Transitioned) Some(Weak)",
        "Some(Weak)",
        "Some(Transitioned) Some(Weak)",
        "unhandled Some(Strong)",
        "Some(Unhandled) Some(Strong)",
        "Some(Strong)",
        "Some(Transitioned) Some(Strong)",
        "own Some(Strong)",
    ];
    assert_eq!(gate.context().trace, expected);
}

#[test]
fn a_case_that_nobody_sent_is_none() {
    let mut builder = builder();
    builder.predicate::<Policy>();
    builder
        .row(State::Locked, Event::Pass, Same)
        .action_with::<(Policy,), _>(|_, gate, (policy,)| gate.note(format!("{policy:?}")));
    let mut gate = Machine::lenient(&builder.build().unwrap(), State::Locked, Gate::default()).unwrap();
    gate.send(Event::Pass).unwrap();
    assert_eq!(gate.context().trace, ["None"]);
}

#[test]
fn the_build_compares_parameters_with_events() {
    let mut builder = paid();
    builder
        .row(State::Locked, Event::Coin, State::Unlocked)
        .guard_with::<(i32,), _>(|_, _, _| true);
    let error = builder.build().unwrap_err();
    let diagnostics = error.diagnostics().unwrap();
    assert_eq!(diagnostics.kinds(), [DiagnosticKind::SignatureMismatch]);
    let first = diagnostics.iter().next().unwrap();
    assert!(
        first.file().ends_with("tests/parameters.rs") && first.line() > 100,
        "{first}"
    );
    let text = error.to_string();
    assert!(
        text.contains("i32") && text.contains("i64") && text.contains("Coin"),
        "{text}"
    );

    let mut builder = paid();
    builder
        .row(State::Locked, Event::Coin, State::Unlocked)
        .action_with::<(i64, &str, bool), _>(|_, _, _| ());
    let text = builder.build().unwrap_err().to_string();
    assert!(text.contains("i64, str, bool"), "{text}");

    let mut builder = paid();
    builder
        .row(State::Locked, Event::Coin, State::Unlocked)
        .action_with::<(Policy,), _>(|_, _, _| ());
    let text = builder.build().unwrap_err().to_string();
    assert!(text.contains("predicate"), "{text}");
}

#[test]
fn a_hook_takes_no_arguments() {
    let mut gate = machine(&turnstile());
    let error = gate.on_step_with::<(i64,), _>(|_, _, _| ()).unwrap_err();
    assert_eq!(error.status(), Status::BadSignature);
    let error = gate.on_unhandled_with::<(Policy,), _>(|_, _, _| ()).unwrap_err();
    assert_eq!(error.status(), Status::BadSignature);
    assert_eq!(gate.send(Event::Coin).unwrap(), Outcome::Transitioned);
}

#[test]
fn strings_are_told_as_they_are() {
    let mut builder = paid();
    builder
        .row(State::Locked, Event::Coin, Same)
        .guard_with::<(i64, Option<&str>), _>(|_, _, (cents, who)| cents > 0 || who.is_none())
        .action_with::<(i64, &str), _>(|_, gate, (_, who)| gate.note(who));
    let mut gate = machine(&builder.build().unwrap());
    let [ann, summer] = ["ann", "\u{e9}t\u{e9}"].map(|text| std::ffi::CString::new(text).unwrap());
    let send = |gate: &mut GateMachine, cents: i64, who: Value<'_>| gate.send_with(Event::Coin, (cents, who));
    send(&mut gate, 1, Value::from(ann.as_c_str())).unwrap();
    let error = send(&mut gate, 1, Value::no_string()).unwrap_err();
    assert!(error.to_string().contains("let it take an Option"), "{error}");
    send(&mut gate, 1, Value::from(summer.as_c_str())).unwrap();
    let bytes = std::ffi::CString::new([0xffu8]).unwrap();
    let error = send(&mut gate, 1, Value::from(bytes.as_c_str())).unwrap_err();
    assert!(error.to_string().contains("not UTF-8"), "{error}");
    assert_eq!(error.status(), Status::CallbackFailed);
    assert_eq!(gate.context().trace, ["ann", "\u{e9}t\u{e9}"]);
}

#[test]
fn errors_and_panics_are_carried_through() {
    let mut builder = paid();
    builder
        .row(State::Locked, Event::Coin, State::Unlocked)
        .action_with::<(i64,), _>(|_, gate, (cents,)| match cents {
            0 => panic!("nothing"),
            1..=9 => {
                gate.coins += cents;
                Ok(())
            }
            _ => Err(TooHeavy(cents - 9).into()),
        });
    let mut gate = machine(&builder.build().unwrap());
    let error = gate.send_with(Event::Coin, (12, "ann")).unwrap_err();
    assert_eq!(error.downcast::<TooHeavy>().unwrap().0, 3);
    let panic = catch_unwind(AssertUnwindSafe(|| gate.send_with(Event::Coin, (0, "ann")))).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"nothing"));
    assert_eq!(gate.state(), Some(State::Locked));
    gate.send_with(Event::Coin, (9, "ann")).unwrap();
    assert_eq!((gate.state(), gate.context().coins), (Some(State::Unlocked), 9));
}

#[test]
fn documents_name_closures_with_parameters() {
    let text = "definition gate\n  ids states locked unlocked broken\n  ids events coin pass kick repair\n  \
                event coin (i64, str)\n  callable guard enough bool(i64)\n  state locked\n    \
                coin ? enough -> unlocked / thank\n    kick -> broken\n    repair -> same\n    pass -> same\n  \
                state unlocked final\n  state broken final\n";
    let read = |bindings: Bindings<State, Event, Gate>| bindings.read(text, "gate.fsm");
    let bindings = || {
        Bindings::new().action_with::<(i64, &str), _>("thank", |_, gate: &mut Gate, (cents, who)| {
            gate.note(format!("{cents} of {who}"));
        })
    };
    let error = read(bindings().guard_with::<(&str,), _>("enough", |_, _, _| true)).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("gate.fsm:7") && text.contains("str"), "{text}");
    let table = read(bindings().guard_with::<(i64,), _>("enough", |_, _, (cents,)| cents > 4)).unwrap();
    let mut gate = machine(&table);
    assert_eq!(gate.send_with(Event::Coin, (4, "ann")).unwrap(), Outcome::Refused);
    assert_eq!(gate.send_with(Event::Coin, (5, "ann")).unwrap(), Outcome::Transitioned);
    assert_eq!(gate.context().trace, ["5 of ann"]);
}

#[test]
fn closures_are_dropped_once() {
    let held = Arc::new(());
    let count = || Arc::strong_count(&held) - 1;
    let take = |held: &Arc<()>| {
        let held = held.clone();
        move |_: &Step<'_, State, Event, Gate>, _: &mut Gate, _: (i64,)| drop(held.clone())
    };
    let mut builder = paid();
    builder
        .row(State::Locked, Event::Coin, State::Unlocked)
        .action_with::<(i64,), _>(take(&held));
    assert_eq!(count(), 1);
    let table = builder.build().unwrap();
    let mut gate = machine(&table);
    gate.send_with(Event::Coin, (1, "ann")).unwrap();
    drop(table);
    assert_eq!(count(), 1);
    drop(gate);
    assert_eq!(count(), 0);

    let mut builder = paid();
    builder
        .row(State::Locked, Event::Coin, State::Unlocked)
        .action_with::<(i64,), _>(take(&held));
    drop(builder);
    assert_eq!(count(), 0);
    drop(Bindings::new().action_with::<(i64,), _>("thank", take(&held)));
    assert_eq!(count(), 0);
    assert!(machine(&turnstile()).on_step_with::<(i64,), _>(take(&held)).is_err());
    assert_eq!(count(), 0);
}

extern "C" fn is_exact(gate: &Gate, cents: i64) -> bool {
    gate.coins == cents
}

extern "C" fn count(gate: &mut Gate, event: i32) {
    gate.note(format!("event {event}"));
}

extern "C" fn is_known(names: &Arc<Vec<String>>, name: *const std::os::raw::c_char) -> bool {
    let name = unsafe { std::ffi::CStr::from_ptr(name) };
    names.iter().any(|each| each.as_bytes() == name.to_bytes())
}

#[test]
fn functions_in_c_are_callbacks() {
    let (exact, counted) = unsafe {
        (
            CFunction::new(is_exact as *const (), "bool(context, i64)").unwrap(),
            CFunction::new(count as *const (), "void(context, event)").unwrap(),
        )
    };
    let mut builder = builder();
    builder.event::<(i64, &str)>(Event::Coin);
    builder
        .row(State::Locked, Event::Coin, State::Unlocked)
        .guard_c(&exact)
        .action_c(&counted);
    builder.state(State::Unlocked).entry_c(&counted);
    builder.row(State::Unlocked, Event::Pass, State::Locked);
    builder.on_step_c(&counted);
    drop(exact);
    let table = builder.build().unwrap();
    let mut gate = machine(&table);
    gate.on_unhandled_c(&counted).unwrap();
    gate.context_mut().coins = 7;
    assert_eq!(gate.send_with(Event::Coin, (6, "ann")).unwrap(), Outcome::Refused);
    assert_eq!(gate.send_with(Event::Coin, (7, "ann")).unwrap(), Outcome::Transitioned);
    assert_eq!(gate.send(Event::Kick).unwrap(), Outcome::Unhandled);
    let expected = ["event 0", "event 0", "event 0", "event 0", "event 2", "event 2"];
    assert_eq!(gate.context().trace, expected);
}

#[test]
fn a_function_in_c_may_have_a_context() {
    let names = Arc::new(vec!["ann".to_string(), "bob".to_string()]);
    // The first argument is not passed: it is named, and left aside.
    extern "C" fn known(names: &Arc<Vec<String>>, _cents: i64, name: *const std::os::raw::c_char) -> bool {
        is_known(names, name)
    }
    let known = unsafe { CFunction::with_context(known as *const (), "bool(context, i64, str)", names.clone()) };
    let known = known.unwrap();
    let mut builder = paid();
    builder.row(State::Locked, Event::Coin, State::Unlocked).guard_c(&known);
    let table = builder.build().unwrap();
    drop(known);
    let mut gate = machine(&table);
    assert_eq!(gate.send_with(Event::Coin, (1, "eve")).unwrap(), Outcome::Refused);
    assert_eq!(gate.send_with(Event::Coin, (1, "bob")).unwrap(), Outcome::Transitioned);
    assert_eq!(Arc::strong_count(&names), 2);
    drop((table, gate));
    assert_eq!(Arc::strong_count(&names), 1);
}

#[test]
fn signatures_that_cannot_be_read_are_told() {
    let held = Arc::new(());
    let made = unsafe { CFunction::with_context(is_exact as *const (), "bool(context, long)", held.clone()) };
    let error = made.unwrap_err();
    assert_eq!(error.status(), Status::BadSignature);
    let text = error.to_string();
    assert!(
        text.contains("bool(context, long)") && text.contains("at byte 14"),
        "{text}"
    );
    assert_eq!(Arc::strong_count(&held), 1);
    let made = unsafe { CFunction::with_context(is_exact as *const (), "bool(\0)", held.clone()) };
    assert_eq!(made.unwrap_err().status(), Status::BadValue);
    assert_eq!(Arc::strong_count(&held), 1);
    let made = unsafe { CFunction::new(std::ptr::null(), "bool()") };
    assert_eq!(made.unwrap_err().status(), Status::NullPointer);
}

#[test]
fn the_build_compares_results_in_c() {
    let counted = unsafe { CFunction::new(count as *const (), "void(context, event)").unwrap() };
    let mut builder = builder();
    builder
        .row(State::Locked, Event::Coin, State::Unlocked)
        .guard_c(&counted);
    builder.final_state(State::Unlocked);
    let error = builder.build().unwrap_err();
    assert_eq!(
        error.diagnostics().unwrap().kinds(),
        [DiagnosticKind::SignatureMismatch]
    );
    assert!(error.to_string().contains("bool"), "{error}");
}
