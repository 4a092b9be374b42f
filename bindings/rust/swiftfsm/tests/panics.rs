//! Panics of callbacks go on from the call that ran them, and leave the machine usable.

mod gate;

use gate::*;
use std::panic::{catch_unwind, AssertUnwindSafe};
use swiftfsm::*;

/// Returns the text with which something panics.
fn panic_of<R>(call: impl FnOnce() -> R) -> String {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(_) => panic!("nothing panicked"),
        Err(panic) => panic
            .downcast_ref::<&str>()
            .map(|text| text.to_string())
            .expect("a text"),
    }
}

/// Panics where nothing is returned.
fn fail(text: &'static str) {
    std::panic::panic_any(text);
}

fn panicking() -> GateTable {
    let mut builder = builder();
    builder
        .row(State::Locked, Event::Coin, State::Unlocked)
        .guard(|_, gate| if gate.coins == 1 { panic!("guard") } else { true })
        .action(|_, gate| {
            if gate.coins == 2 {
                panic!("action");
            }
        });
    builder.state(State::Unlocked).entry(|_, gate| {
        if gate.coins == 3 {
            panic!("entry");
        }
    });
    builder.row(State::Unlocked, Event::Pass, State::Locked);
    builder
        .row(State::Unlocked, Event::Coin, Dynamic)
        .resolver(|_, _| -> State { panic!("resolver") });
    builder.on_step(|step, gate| gate.note(format!("{:?}", step.failure())));
    builder.build().unwrap()
}

#[test]
fn of_every_role() {
    let table = panicking();
    let mut gate = machine(&table);
    for (coins, text, state) in [
        (1, "guard", State::Locked),
        (2, "action", State::Locked),
        (3, "entry", State::Unlocked),
    ] {
        gate.context_mut().coins = coins;
        assert_eq!(panic_of(|| gate.send(Event::Coin)), text);
        assert_eq!(gate.state(), Some(state));
    }
    assert_eq!(panic_of(|| gate.send(Event::Coin)), "resolver");
    assert_eq!(gate.send(Event::Pass).unwrap(), Outcome::Transitioned); // and it goes on
    gate.context_mut().coins = 1;
    assert_eq!(panic_of(|| gate.probe(Event::Coin)), "guard");
    assert_eq!(panic_of(|| gate.permitted(Message::open())), "guard");
    assert_eq!(panic_of(|| gate.explain(Event::Coin)), "guard");
    assert_eq!(gate.context().trace[..4], [r#"Some(CallbackFailed)"#; 4]);
}

#[test]
fn the_first_of_several_counts() {
    let mut builder = builder();
    builder
        .row(State::Locked, Event::Coin, Same)
        .action(|_, _| fail("first"));
    builder.on_step(|_, _| fail("second"));
    builder.warnings(false);
    let mut gate = machine(&builder.build().unwrap());
    assert_eq!(panic_of(|| gate.send(Event::Coin)), "first");
    assert_eq!(panic_of(|| gate.send(Event::Pass)), "second");
}

#[test]
fn of_another_machine_inside_of_a_callback() {
    let inner = machine(&panicking());
    let mut builder = Builder::<State, Event, GateMachine>::new();
    builder
        .row(State::Locked, Event::Coin, State::Unlocked)
        .action(|_, inner| {
            inner.context_mut().coins = 2;
            assert_eq!(panic_of(|| inner.send(Event::Coin)), "action");
            inner.context_mut().coins = 0;
            inner.send(Event::Coin)?;
            Ok(())
        });
    builder.row(State::Unlocked, Event::Coin, Same).action(|_, inner| {
        inner.send(Event::Coin)?; // its resolver panics, through both
        Ok(())
    });
    builder.warnings(false);
    let mut outer = Machine::new(&builder.build().unwrap(), State::Locked, inner).unwrap();
    assert_eq!(outer.send(Event::Coin).unwrap(), Outcome::Transitioned);
    assert_eq!(panic_of(|| outer.send(Event::Coin)), "resolver");
    assert_eq!(outer.state(), Some(State::Unlocked));
}

#[test]
fn of_a_question_in_a_hook_that_follows_a_failure() {
    let mut builder = builder();
    builder
        .row(State::Locked, Event::Coin, Same)
        .action(|_, _| fail("action"));
    builder
        .row(State::Locked, Event::Pass, Same)
        .guard(|_, _| -> bool { panic!("guard") });
    builder.on_step(|step, gate| {
        let asked = panic_of(|| step.machine().probe(gate, Event::Pass));
        gate.note(asked);
    });
    builder.warnings(false);
    let mut gate = machine(&builder.build().unwrap());
    assert_eq!(panic_of(|| gate.send(Event::Coin)), "action");
    assert_eq!(gate.context().trace, ["guard"]);
}

#[test]
fn of_timers_and_updates() {
    let mut builder = builder();
    builder
        .state(State::Locked)
        .timeout(5, Event::Kick)
        .update(|_, _| fail("update"));
    builder
        .row(State::Locked, Event::Kick, State::Broken)
        .action(|_, _| fail("timeout"));
    builder.row(State::Broken, Event::Repair, State::Locked);
    let mut gate = machine(&builder.build().unwrap());
    assert_eq!(panic_of(|| gate.update(0.0)), "update");
    gate.advance(4).unwrap();
    assert_eq!(panic_of(|| gate.advance(5)), "timeout");
    assert_eq!((gate.now(), gate.state()), (5, Some(State::Locked)));
}
