//! Threads: one table for all, a machine for one at a time.

mod gate;

use gate::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
use std::thread;
use swiftfsm::*;

fn is_send<T: Send>() {}
fn is_sync<T: Sync>() {}

#[test]
fn what_types_promise() {
    is_send::<GateTable>();
    is_sync::<GateTable>();
    // A table has no context: those of its machines need not be Send.
    is_sync::<Table<State, Event, std::rc::Rc<u8>>>();
    is_send::<GateMachine>();
    is_send::<GateBuilder>();
    is_send::<Error>();
    is_sync::<Error>();
}

#[test]
fn machines_of_one_table_run_in_parallel() {
    const STEPS: usize = 20_000;
    let count = Arc::new(AtomicUsize::new(0));
    let counted = count.clone();
    let mut builder = builder();
    builder
        .row(State::Locked, Event::Coin, State::Unlocked)
        .action(|_, gate| gate.coins += 1);
    builder
        .row(State::Unlocked, Event::Pass, State::Locked)
        .action(move |_, _| {
            counted.fetch_add(1, Ordering::Relaxed);
        });
    let table = builder.build().unwrap();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut gate = machine(&table.clone());
                for _ in 0..STEPS {
                    gate.send(Event::Coin).unwrap();
                    gate.send(Event::Pass).unwrap();
                }
                assert_eq!(gate.context().coins, STEPS as i64);
            });
        }
    });
    assert_eq!(count.load(Ordering::Relaxed), 4 * STEPS);
}

#[test]
fn a_machine_is_moved_between_threads() {
    let mut gate = machine(&turnstile());
    for _ in 0..10 {
        gate = thread::spawn(move || {
            gate.send(Event::Coin).unwrap();
            gate
        })
        .join()
        .unwrap();
    }
    assert_eq!(gate.context().trace.len(), 10);
}

#[test]
fn a_failure_stays_with_its_thread() {
    let mut builder = builder();
    builder
        .row(State::Locked, Event::Coin, Same)
        .action(|_, gate| match gate.coins % 3 {
            0 => Err(Failure(-1 - gate.coins as i32).into()),
            _ => Ok(()),
        });
    builder.warnings(false);
    let table = builder.build().unwrap();
    thread::scope(|scope| {
        for first in 0..4 {
            let table = &table;
            scope.spawn(move || {
                let mut gate = machine(table);
                for coins in first..first + 3_000 {
                    gate.context_mut().coins = coins;
                    match gate.send(Event::Coin) {
                        Ok(_) => assert_ne!(coins % 3, 0),
                        Err(error) => assert_eq!(error.downcast::<Failure>().unwrap(), Failure(-1 - coins as i32)),
                    }
                }
            });
        }
    });
}
