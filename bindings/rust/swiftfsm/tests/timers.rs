//! Timers, by numbers and by a clock.

mod gate;

use gate::*;
use std::time::{Duration, Instant};
use swiftfsm::*;

#[test]
fn events_are_sent_later() {
    let mut gate = machine(&turnstile());
    let later = gate.send_later(Event::Coin, 50).unwrap();
    let sooner = gate.send_later(Event::Pass, 20).unwrap();
    assert_ne!(later, sooner);
    assert_eq!(gate.due(), Some(20));
    gate.advance(30).unwrap();
    assert_eq!((gate.due(), gate.now()), (Some(50), 30));
    gate.cancel(later).unwrap();
    assert_eq!(gate.cancel(sooner).unwrap_err().status(), Status::OutOfRange);
    gate.advance(i64::MAX).unwrap();
    assert_eq!((gate.context().trace.len(), gate.due()), (1, None));
}

#[test]
fn from_inside_of_a_callback() {
    let mut builder = builder();
    builder
        .row(State::Locked, Event::Coin, State::Unlocked)
        .action(|step, _| {
            let machine = step.machine();
            let dropped = machine.send_later(Event::Kick, 1)?;
            machine.cancel(dropped)?;
            machine.send_later(Event::Pass, 5)?;
            Ok(())
        });
    builder
        .row(State::Unlocked, Event::Pass, State::Locked)
        .action(|step, gate| gate.coins = step.machine().now());
    let mut gate = machine(&builder.build().unwrap());
    gate.advance(100).unwrap();
    gate.send(Event::Coin).unwrap();
    gate.advance(200).unwrap();
    assert_eq!((gate.state(), gate.context().coins), (Some(State::Locked), 105));
}

#[test]
fn a_clock_counts_in_its_unit() {
    let start = Instant::now();
    let clock = Clock::starting_at(start, Duration::from_millis(10));
    assert_eq!(
        [0, 9, 10, 25].map(|passed| clock.at(start + Duration::from_millis(passed))),
        [0, 0, 1, 2]
    );
    assert_eq!(clock.instant(3), Some(start + Duration::from_millis(30)));
    assert_eq!((clock.instant(-1), clock.until(0)), (None, Some(Duration::ZERO)));
    assert_eq!(clock.at(start - Duration::from_millis(1)), 0);
    let mut gate = machine(&turnstile());
    gate.send_later(Event::Coin, 2).unwrap();
    gate.advance_to(&clock, start + Duration::from_millis(19)).unwrap();
    assert_eq!(gate.state(), Some(State::Locked));
    gate.advance_to(&clock, start + Duration::from_millis(20)).unwrap();
    assert_eq!(gate.state(), Some(State::Unlocked));
    // The time does not go back.
    gate.advance_to(&clock, start).unwrap();
    assert_eq!(gate.now(), 2);
}

#[test]
fn waiting_for_what_is_due() {
    let clock = Clock::new(Duration::from_millis(1));
    let mut gate = machine(&turnstile());
    gate.advance(clock.now()).unwrap();
    gate.send_later(Event::Coin, 5).unwrap();
    let mut turns = 0;
    while let Some(due) = gate.due() {
        std::thread::sleep(clock.until(due).unwrap());
        gate.advance(clock.now()).unwrap();
        turns += 1;
    }
    assert_eq!(gate.state(), Some(State::Unlocked));
    assert!((1..=3).contains(&turns), "{turns} turns");
}

#[test]
fn what_was_overdue_in_a_snapshot_has_come() {
    let table = turnstile();
    let mut gate = machine(&table);
    gate.send_later(Event::Coin, 5).unwrap();
    let snapshot = gate.snapshot_json(Timers::Left).unwrap();
    let overdue = snapshot.replace("\"left\":5", "\"left\":-7");
    gate.restore(&overdue).unwrap();
    assert_eq!(gate.due(), Some(-7));
    let clock = Clock::new(Duration::from_millis(1));
    assert_eq!(gate.due().and_then(|due| clock.until(due)), Some(Duration::ZERO));
    assert_eq!(clock.until(i64::MIN), Some(Duration::ZERO));
    gate.advance(clock.now()).unwrap();
    assert_eq!((gate.state(), gate.due()), (Some(State::Unlocked), None));
}
