//! The steps through the crate.

use crate::tally::{Event, State, Tally};
use std::ptr;
use swiftfsm::{Builder, Machine, Table};

/// Returns a number that the compiler does not know.
fn at_run_time(number: u64) -> u64 {
    unsafe { ptr::read_volatile(&number) }
}

pub fn of_functions() -> Table<State, Event, Tally> {
    fn action<const NUMBER: u64>(_: &swiftfsm::Step<'_, State, Event, Tally>, tally: &mut Tally) {
        tally.mark(NUMBER);
    }
    let mut builder = Builder::<State, Event, Tally>::new();
    builder
        .row(State::Locked, Event::Coin, State::Unlocked)
        .action(action::<1>);
    builder
        .row(State::Locked, Event::Pass, State::Locked)
        .action(action::<2>);
    builder
        .row(State::Unlocked, Event::Coin, State::Unlocked)
        .action(action::<3>);
    builder
        .row(State::Unlocked, Event::Pass, State::Locked)
        .action(action::<4>);
    builder.build().expect("a definition without errors")
}

/// A turnstile whose closures capture `count` numbers.
pub fn of_closures<const COUNT: usize>() -> Table<State, Event, Tally> {
    let mut builder = Builder::<State, Event, Tally>::new();
    let rows = [
        (State::Locked, Event::Coin, State::Unlocked),
        (State::Locked, Event::Pass, State::Locked),
        (State::Unlocked, Event::Coin, State::Unlocked),
        (State::Unlocked, Event::Pass, State::Locked),
    ];
    for (number, (source, event, target)) in (1..).zip(rows) {
        let mut parts = [0; COUNT];
        parts[0] = at_run_time(number);
        builder
            .row(source, event, target)
            .action(move |_, tally| tally.mark(parts.iter().sum()));
    }
    builder.build().expect("a definition without errors")
}

pub fn of_boxes() -> Table<State, Event, Tally> {
    type Action = Box<dyn Fn(&mut Tally) + Send + Sync>;
    let mut builder = Builder::<State, Event, Tally>::new();
    let mut add = |source, event, target, action: Action| {
        builder.row(source, event, target).action(move |_, tally| action(tally));
    };
    add(
        State::Locked,
        Event::Coin,
        State::Unlocked,
        Box::new(|tally| tally.mark(1)),
    );
    add(
        State::Locked,
        Event::Pass,
        State::Locked,
        Box::new(|tally| tally.mark(2)),
    );
    add(
        State::Unlocked,
        Event::Coin,
        State::Unlocked,
        Box::new(|tally| tally.mark(3)),
    );
    add(
        State::Unlocked,
        Event::Pass,
        State::Locked,
        Box::new(|tally| tally.mark(4)),
    );
    builder.build().expect("a definition without errors")
}

pub fn of_results() -> Table<State, Event, Tally> {
    let mut builder = Builder::<State, Event, Tally>::new();
    let rows = [
        (State::Locked, Event::Coin, State::Unlocked, 1),
        (State::Unlocked, Event::Pass, State::Locked, 4),
    ];
    for (source, event, target, number) in rows {
        let number = at_run_time(number);
        builder.row(source, event, target).action(move |_, tally| {
            if number == 0 {
                return Err("a number must not be 0".into());
            }
            tally.mark(number);
            Ok(())
        });
    }
    builder.build().expect("a definition without errors")
}

pub fn of_guards() -> Table<State, Event, Tally> {
    use std::sync::atomic::{AtomicU64, Ordering};
    // A guard sees the context, and does not change it: what it marks is put down by the action.
    static ASKED: AtomicU64 = AtomicU64::new(0);
    let mut builder = Builder::<State, Event, Tally>::new();
    let rows = [
        (State::Locked, Event::Coin, State::Unlocked, 1),
        (State::Unlocked, Event::Pass, State::Locked, 4),
    ];
    for (source, event, target, number) in rows {
        let (number, seven) = (at_run_time(number), at_run_time(7));
        builder
            .row(source, event, target)
            .guard(move |_, _| {
                ASKED.store(seven, Ordering::Relaxed);
                true
            })
            .action(move |_, tally| {
                tally.mark(ASKED.load(Ordering::Relaxed));
                tally.mark(number);
            });
    }
    builder.build().expect("a definition without errors")
}

pub fn of_arguments() -> Table<State, Event, Tally> {
    let mut builder = Builder::<State, Event, Tally>::new();
    builder.event::<(i64,)>(Event::Coin).event::<(i64,)>(Event::Pass);
    let rows = [
        (State::Locked, Event::Coin, State::Unlocked),
        (State::Unlocked, Event::Pass, State::Locked),
    ];
    for (source, event, target) in rows {
        builder.row(source, event, target).action(|step, tally| {
            tally.mark(step.argument::<i64>(0)? as u64);
            Ok(())
        });
    }
    builder.build().expect("a definition without errors")
}

#[inline(never)]
pub fn slice(machine: &mut Machine<State, Event, Tally>, events: &[Event]) -> u64 {
    let mut outcomes = 0;
    for &event in events {
        outcomes += machine.send(event).map_or(0, |outcome| outcome as u64);
    }
    outcomes
}

#[inline(never)]
pub fn slice_with_amounts(machine: &mut Machine<State, Event, Tally>, events: &[Event]) -> u64 {
    let mut outcomes = 0;
    for (index, &event) in events.iter().enumerate() {
        outcomes += machine
            .send_with(event, (index as i64,))
            .map_or(0, |outcome| outcome as u64);
    }
    outcomes
}
