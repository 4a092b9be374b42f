//! All orders in which two or three threads can take their steps with one table and its machines: whoever is last lets go of
//! the closures, once, and nobody before.

mod gate;

use gate::*;
use std::sync::{mpsc, Arc, Mutex};
use std::thread;
use swiftfsm::*;

/// What one thread has in its hands; and where machines are handed over to others.
struct Hands {
    table: Option<GateTable>,
    machine: Option<GateMachine>,
    counter: Arc<Mutex<Option<GateMachine>>>,
}

impl Hands {
    fn holds_any(&self) -> bool {
        self.table.is_some() || self.machine.is_some()
    }
}

type Move = fn(&mut Hands);

fn make(hands: &mut Hands) {
    hands.machine = hands.table.as_ref().map(machine);
}

fn again(hands: &mut Hands) {
    hands.table = hands.table.clone();
}

/// There and back, so that an order matters to no other machine.
fn send(hands: &mut Hands) {
    if let Some(gate) = &mut hands.machine {
        let coins = gate.context().coins;
        assert_eq!(gate.send(Event::Coin).unwrap(), Outcome::Transitioned);
        assert_eq!(gate.send(Event::Coin).unwrap(), Outcome::Unhandled);
        assert_eq!(gate.send(Event::Pass).unwrap(), Outcome::Transitioned);
        assert_eq!((gate.state(), gate.context().coins), (Some(State::Locked), coins + 1));
    }
}

fn drop_table(hands: &mut Hands) {
    hands.table = None;
}

fn drop_machine(hands: &mut Hands) {
    hands.machine = None;
}

fn hand_over(hands: &mut Hands) {
    *hands.counter.lock().unwrap() = hands.machine.take();
}

fn take_over(hands: &mut Hands) {
    hands.machine = hands.counter.lock().unwrap().take();
}

/// Calls `visit` with every order of threads that have so many moves left.
fn for_each_order(left: &mut [usize], order: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize])) {
    if left.iter().all(|count| *count == 0) {
        return visit(order);
    }
    for thread in 0..left.len() {
        if left[thread] > 0 {
            left[thread] -= 1;
            order.push(thread);
            for_each_order(left, order, visit);
            order.pop();
            left[thread] += 1;
        }
    }
}

/// Plays one order on threads, each of which moves when it is told to, and has nothing left at its end. `held` is what the
/// closures of the table hold.
fn play(scripts: &[&'static [Move]], order: &[usize]) {
    let held = Arc::new(());
    let kept = held.clone();
    let mut builder = builder();
    builder
        .row(State::Locked, Event::Coin, State::Unlocked)
        .action(move |_, gate| gate.coins += Arc::strong_count(&kept).min(1) as i64);
    builder.row(State::Unlocked, Event::Pass, State::Locked);
    let table = builder.build().unwrap();
    let counter = Arc::new(Mutex::new(None));
    thread::scope(|scope| {
        let threads: Vec<_> = scripts
            .iter()
            .map(|script| {
                let (turn, turns) = mpsc::channel::<()>();
                let (done, ends) = mpsc::channel::<bool>();
                let mut hands = Hands {
                    table: Some(table.clone()),
                    machine: None,
                    counter: counter.clone(),
                };
                scope.spawn(move || {
                    for make_move in *script {
                        turns.recv().unwrap();
                        make_move(&mut hands);
                        done.send(hands.holds_any()).unwrap();
                    }
                });
                (turn, ends)
            })
            .collect();
        drop(table);
        let mut holding = vec![true; scripts.len()];
        for &thread in order {
            threads[thread].0.send(()).unwrap();
            holding[thread] = threads[thread].1.recv().unwrap();
            let is_held = holding.contains(&true) || counter.lock().unwrap().is_some();
            assert_eq!(Arc::strong_count(&held), 1 + is_held as usize, "{order:?}");
        }
    });
    *counter.lock().unwrap() = None;
    assert_eq!(Arc::strong_count(&held), 1, "{order:?}");
}

/// Plays all orders. Returns how many there are.
fn play_all(scripts: &[&'static [Move]]) -> usize {
    let mut left: Vec<usize> = scripts.iter().map(|script| script.len()).collect();
    let mut count = 0;
    for_each_order(&mut left, &mut Vec::new(), &mut |order| {
        play(scripts, order);
        count += 1;
    });
    count
}

#[test]
fn two_threads_that_make_send_and_drop() {
    const ONE: &[Move] = &[make, send, drop_table, send, drop_machine];
    const OTHER: &[Move] = &[again, make, drop_table, send, drop_machine];
    assert_eq!(play_all(&[ONE, ONE]), 252);
    assert_eq!(play_all(&[ONE, OTHER]), 252);
}

#[test]
fn three_threads_that_drop_in_every_order() {
    const TABLE_FIRST: &[Move] = &[make, drop_table, drop_machine];
    const MACHINE_FIRST: &[Move] = &[make, drop_machine, drop_table];
    assert_eq!(play_all(&[TABLE_FIRST, MACHINE_FIRST, &[send, drop_table]]), 560);
}

#[test]
fn machines_that_change_threads() {
    const GIVER: &[Move] = &[make, drop_table, hand_over];
    const TAKER: &[Move] = &[drop_table, take_over, send, drop_machine];
    assert_eq!(play_all(&[GIVER, TAKER]), 35);
    assert_eq!(play_all(&[GIVER, TAKER, &[drop_table, take_over, drop_machine]]), 4200);
}
