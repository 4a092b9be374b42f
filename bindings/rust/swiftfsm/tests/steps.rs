//! Steps: callbacks of all roles, what they are told, and what they may return.

mod gate;

use gate::*;
use std::fmt;
use swiftfsm::*;

#[test]
fn outcomes_and_traces() {
    let table = turnstile();
    let mut gate = machine(&table);
    assert_eq!(gate.send(Event::Coin).unwrap(), Outcome::Transitioned);
    assert_eq!(gate.send(Event::Pass).unwrap(), Outcome::Transitioned);
    assert_eq!(gate.send(Event::Kick).unwrap(), Outcome::Unhandled);
    assert_eq!((gate.state(), gate.is_in(State::Locked)), (Some(State::Locked), true));
    assert_eq!(gate.context().trace, ["unlock", "lock"]);
    assert_eq!(gate.run(&[Event::Coin, Event::Pass].repeat(500)).unwrap(), 1000);
    assert_eq!(gate.into_context().trace.len(), 1002);
}

#[test]
fn all_roles_in_order() {
    let mut builder = builder();
    let base = builder
        .superstate("base")
        .entry(|_, gate: &mut Gate| gate.note("entry of base"))
        .superstate();
    builder
        .in_superstate(base)
        .row(Event::Kick, State::Broken)
        .action(|_, gate| gate.note("crack"));
    builder
        .state(State::Locked)
        .adopts(base)
        .exit(|step, gate| gate.note(format!("exit to {:?}", step.target())));
    builder
        .state(State::Unlocked)
        .adopts(base)
        .entry(|step, gate| gate.note(format!("entry from {:?}", step.source())))
        .cycle(|step, gate| gate.note(format!("cycle in {:?}", step.state())))
        .update(|step, gate| {
            gate.note(format!("update at {}", step.time()));
            (step.time() > 5.0).then_some(Event::Pass)
        });
    builder.final_state(State::Broken);
    builder
        .row(State::Locked, Event::Coin, Dynamic)
        .guard(|_, gate| gate.coins >= 0)
        .resolver(|_, gate| (gate.coins < 2).then_some(State::Unlocked))
        .action(|step, gate| gate.note(format!("row {:?}", step.row())));
    builder.row(State::Unlocked, Event::Coin, Same);
    builder.row(State::Unlocked, Event::Pass, State::Locked);
    builder.on_unhandled(|step, gate| gate.note(format!("unhandled {:?}", step.event())));
    builder.on_step(|step, gate| gate.note(step.outcome().map_or("failed", |outcome| outcome.name())));
    let (table, warnings) = builder.build_with_warnings().unwrap();
    assert_eq!(warnings.kinds(), []);
    let mut gate = machine(&table);
    for event in [Event::Coin, Event::Coin, Event::Repair] {
        gate.send(event).unwrap();
    }
    assert_eq!(gate.update(1.0).unwrap(), None);
    assert_eq!(gate.update(6.0).unwrap(), Some(Outcome::Transitioned));
    gate.context_mut().coins = 2;
    assert_eq!(gate.send(Event::Coin).unwrap(), Outcome::Refused);
    gate.context_mut().coins = -1;
    assert_eq!(gate.send(Event::Coin).unwrap(), Outcome::Refused);
    assert_eq!(gate.send(Event::Kick).unwrap(), Outcome::Transitioned);
    let expected = [
        "exit to Some(Unlocked)",
        "row Some(2)",
        "entry of base",
        "entry from Some(Locked)",
        "transitioned",
        "cycle in Some(Unlocked)",
        "transitioned",
        "unhandled Some(Repair)",
        "unhandled",
        "update at 1",
        "update at 6",
        "entry of base",
        "transitioned",
        "refused",
        "refused",
        "exit to Some(Broken)",
        "crack",
        "transitioned",
    ];
    assert_eq!(gate.context().trace, expected);
}

#[test]
fn arguments_are_typed() {
    let mut builder = builder();
    builder.event::<(i64, &str, Option<&str>, bool, f64)>(Event::Coin);
    builder.row(State::Locked, Event::Coin, Internal).action(|step, gate| {
        let (cents, name, nothing, is_new, ratio) = step.arguments::<(i64, &str, Option<&str>, bool, f64)>()?;
        gate.note(format!("{cents} {name} {nothing:?} {is_new} {ratio}"));
        // Trailing ones may be left out, and one is taken as any type that holds it.
        assert_eq!(step.arguments::<(i64,)>()?, (cents,));
        assert_eq!(step.argument::<i32>(0).unwrap_err().status(), Status::ArgumentType);
        assert_eq!(step.argument::<i64>(5).unwrap_err().status(), Status::ArgumentCount);
        Ok(())
    });
    builder.final_state(State::Locked);
    builder.warnings(false);
    let table = builder.build().unwrap();
    assert_eq!(table.arguments(Event::Coin)[..2], [ValueType::I64, ValueType::Str]);
    let mut gate = machine(&table);
    gate.send_with(Event::Coin, (7u8, "euro", "x".to_string(), true, 1.5f32))
        .unwrap();
    let values = [
        Value::from(-1),
        Value::no_string(),
        Value::no_string(),
        Value::from(false),
        Value::integer(2),
    ];
    let error = gate
        .send_message(&Message::event(Event::Coin).arguments(&values))
        .unwrap_err();
    assert_eq!(error.to_string(), "A callback takes an argument as str, but it is str.");
    assert_eq!(gate.context().trace, ["7 euro Some(\"x\") true 1.5"]);

    let error = gate.send_with(Event::Coin, (1,)).unwrap_err();
    assert_eq!(error.status(), Status::ArgumentCount);
    assert!(
        error
            .to_string()
            .ends_with("Argument 2: declared is str, sent was none."),
        "{error}"
    );
    let error = gate.send_with(Event::Coin, ("a", "b", "c", true, 1.0)).unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("Argument 1: declared is i64, sent was str."),
        "{error}"
    );
    assert_eq!(
        gate.send_with(Event::Coin, (1, "a\0b", "c", true, 1.0))
            .unwrap_err()
            .status(),
        Status::BadValue
    );
}

#[derive(Debug, PartialEq, Eq)]
struct TooHeavy(u32);

impl fmt::Display for TooHeavy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} kg is too heavy", self.0)
    }
}

impl std::error::Error for TooHeavy {}

#[test]
fn errors_come_back_as_they_are() {
    let mut builder = builder();
    builder
        .row(State::Locked, Event::Coin, State::Unlocked)
        .guard(|_, gate| {
            if gate.coins < 0 {
                Err("no guard for debts".into())
            } else {
                Ok(true)
            }
        })
        .action(|_, gate| {
            if gate.coins > 9 {
                Err(TooHeavy(3).into())
            } else {
                Ok(())
            }
        });
    builder.state(State::Unlocked).entry(|_, _| Err(Failure(-7).into()));
    builder.row(State::Unlocked, Event::Pass, State::Locked);
    let table = builder.build().unwrap();
    let mut gate = machine(&table);
    gate.context_mut().coins = 10;
    let error = gate.send(Event::Coin).unwrap_err();
    assert_eq!(error.status(), Status::CallbackFailed);
    assert_eq!(error.downcast_ref::<TooHeavy>(), Some(&TooHeavy(3)));
    assert_eq!(error.to_string(), "3 kg is too heavy");
    assert_eq!(error.downcast::<TooHeavy>().unwrap(), TooHeavy(3));
    assert_eq!(gate.state(), Some(State::Locked)); // before the commit
    gate.context_mut().coins = -1;
    assert_eq!(gate.send(Event::Coin).unwrap_err().to_string(), "no guard for debts");
    assert_eq!(gate.probe(Event::Coin).unwrap_err().to_string(), "no guard for debts");
    gate.context_mut().coins = 0;
    assert_eq!(
        gate.send(Event::Coin).unwrap_err().downcast::<Failure>().unwrap(),
        Failure(-7)
    );
    assert_eq!((gate.state(), gate.failure()), (Some(State::Unlocked), -7)); // behind it
}

#[test]
fn events_of_callbacks_wait() {
    let mut builder = builder();
    builder
        .row(State::Locked, Event::Coin, State::Unlocked)
        .action(|step, gate| {
            let machine = step.machine();
            assert_eq!(machine.send(Event::Pass)?, Outcome::Queued);
            assert_eq!((machine.pending(), machine.state()), (1, Some(State::Locked)));
            assert_eq!(machine.probe(gate, Event::Coin)?.outcome, Outcome::Transitioned);
            assert_eq!(machine.permitted(gate, Message::open())?, [Event::Coin]);
            assert_eq!(machine.table().event_name(Event::Coin), Some("Coin"));
            gate.note("unlock");
            Ok(())
        });
    builder
        .row(State::Unlocked, Event::Pass, State::Locked)
        .action(|_, gate| {
            gate.note("lock");
            Err(TooHeavy(1).into())
        });
    let table = builder.build().unwrap();
    let mut gate = machine(&table);
    // The first event was taken, and what its callback sent has failed.
    assert_eq!(
        gate.send(Event::Coin).unwrap_err().downcast::<TooHeavy>().unwrap(),
        TooHeavy(1)
    );
    assert_eq!((gate.state(), gate.pending()), (Some(State::Unlocked), 0));
    assert_eq!(gate.context().trace, ["unlock", "lock"]);
}

#[test]
fn requests_are_rows() {
    let mut builder = builder();
    builder.request_row(State::Locked, State::Broken);
    builder.row(State::Broken, Event::Repair, State::Locked);
    let mut gate = machine(&builder.build().unwrap());
    assert_eq!(gate.permitted_states(Message::open()).unwrap(), [State::Broken]);
    assert_eq!(gate.request(State::Broken).unwrap(), Outcome::Transitioned);
    assert_eq!(gate.request(State::Broken).unwrap(), Outcome::Unhandled);
}

#[test]
fn hooks_of_a_machine() {
    let table = turnstile();
    let mut gate = machine(&table);
    gate.on_step(|step, gate| gate.note(format!("{:?}", step.event())))
        .unwrap();
    gate.on_unhandled(|_, gate| gate.note("what?")).unwrap();
    gate.send(Event::Kick).unwrap();
    gate.clear_hooks();
    gate.send(Event::Kick).unwrap();
    assert_eq!(gate.context().trace, ["what?", "Some(Kick)"]);
}

/// Everything that an update callback may return: a number of the event in its place, or an error.
#[test]
fn what_updates_return() {
    fn updated<R: UpdateResult<Event> + 'static>(result: fn() -> R) -> Result<Option<Event>, Error> {
        let mut builder = builder();
        builder.state(State::Locked).update(move |_, _| result());
        builder.row(State::Locked, Event::Coin, Same);
        builder.warnings(false);
        machine(&builder.build().unwrap()).updated_event(0.0)
    }
    assert_eq!(updated(|| ()).unwrap(), None);
    assert_eq!(updated(|| Event::Coin).unwrap(), Some(Event::Coin));
    assert_eq!(updated(|| Some(Event::Coin)).unwrap(), Some(Event::Coin));
    assert_eq!(updated(|| None).unwrap(), None);
    assert_eq!(updated(|| Ok(())).unwrap(), None);
    assert_eq!(updated(|| Ok(Event::Coin)).unwrap(), Some(Event::Coin));
    assert_eq!(updated(|| Ok(Some(Event::Coin))).unwrap(), Some(Event::Coin));
    let failed = updated(|| -> Result<Event, BoxError> { Err(Failure(-3).into()) });
    assert_eq!(failed.unwrap_err().downcast::<Failure>().unwrap(), Failure(-3));
}

/// A function whose errors are of a type of its own is called in a closure.
#[test]
fn errors_of_another_type() {
    fn count(text: &str, gate: &mut Gate) -> Result<(), std::num::ParseIntError> {
        gate.coins += text.parse::<i64>()?;
        Ok(())
    }
    let mut builder = builder();
    builder.event::<(&str,)>(Event::Coin);
    builder
        .row(State::Locked, Event::Coin, Same)
        .action(|step, gate| Ok(count(step.argument(0)?, gate)?));
    builder.warnings(false);
    let mut gate = machine(&builder.build().unwrap());
    assert_eq!(gate.send_with(Event::Coin, ("7",)).unwrap(), Outcome::Transitioned);
    let error = gate.send_with(Event::Coin, ("x",)).unwrap_err();
    assert!(error.downcast::<std::num::ParseIntError>().is_ok());
    assert_eq!(gate.context().coins, 7);
}
