//! Closures and contexts are dropped exactly once, whatever happens.

mod gate;

use gate::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
use swiftfsm::*;

/// Counts how often it is dropped.
#[derive(Clone)]
struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

struct Count(Arc<AtomicUsize>);

impl Count {
    fn new() -> Self {
        Count(Arc::new(AtomicUsize::new(0)))
    }

    fn one(&self) -> Counted {
        Counted(self.0.clone())
    }

    fn drops(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

/// A closure that holds something.
fn held<R>(counted: Counted, result: R) -> impl Fn(&Step<'_, State, Event, Gate>, &mut Gate) -> R + Send + Sync
where
    R: Copy + Send + Sync,
{
    move |_, _| {
        let _ = &counted;
        result
    }
}

fn looked<R: Copy + Send + Sync>(
    counted: Counted,
    result: R,
) -> impl Fn(&Step<'_, State, Event, Gate>, &Gate) -> R + Send + Sync {
    move |_, _| {
        let _ = &counted;
        result
    }
}

/// A callback of each role. Returns how many these are.
fn fill(builder: &mut GateBuilder, count: &Count) -> usize {
    builder.predicate_of(1, 2).provider_of(1, looked(count.one(), 0));
    builder
        .row(State::Locked, Event::Coin, Dynamic)
        .guard(looked(count.one(), true))
        .guard(looked(count.one(), true))
        .resolver(looked(count.one(), State::Unlocked))
        .action(held(count.one(), ()))
        .action(held(count.one(), ()));
    builder
        .row(State::Unlocked, Event::Pass, State::Locked)
        .matching_of(1, &[0]);
    builder
        .state(State::Locked)
        .entry(held(count.one(), ()))
        .exit(held(count.one(), ()))
        .cycle(held(count.one(), ()))
        .update(held(count.one(), ()));
    builder
        .on_step(held(count.one(), ()))
        .on_unhandled(held(count.one(), ()));
    12
}

#[test]
fn with_the_last_reference_to_a_table() {
    let count = Count::new();
    let mut builder = builder();
    let callbacks = fill(&mut builder, &count);
    let table = builder.build().unwrap();
    let other = table.clone();
    let mut gate = Machine::lenient(&table, State::Locked, Gate::default()).unwrap();
    drop(table);
    assert_eq!(gate.send(Event::Coin).unwrap(), Outcome::Transitioned);
    drop(other);
    let again = gate.table();
    drop(gate);
    assert_eq!(count.drops(), 0);
    std::thread::spawn(move || drop(again)).join().unwrap();
    assert_eq!(count.drops(), callbacks);
}

#[test]
fn with_a_builder_that_builds_nothing() {
    let count = Count::new();
    let mut builder = builder();
    let callbacks = fill(&mut builder, &count);
    drop(builder);
    assert_eq!(count.drops(), callbacks);

    let mut builder = self::builder();
    fill(&mut builder, &count);
    builder.row(State::Locked, Event::Coin, State::Broken);
    assert!(builder.build().is_err());
    assert_eq!(count.drops(), 2 * callbacks);
}

#[test]
fn of_calls_that_are_rejected() {
    let count = Count::new();
    let mut builder = builder();
    builder.provider_of(1, looked(count.one(), 0)); // not declared
    assert_eq!(count.drops(), 1);
    builder
        .row(State::Locked, Event::Coin, Dynamic)
        .resolver(looked(count.one(), State::Locked))
        .resolver(looked(count.one(), State::Locked));
    assert_eq!(count.drops(), 2);
    drop(builder);
    assert_eq!(count.drops(), 3);
}

#[test]
fn of_bindings() {
    let count = Count::new();
    let bind = || {
        Bindings::<State, Event, Gate>::new()
            .guard("a", looked(count.one(), true))
            .action("b", held(count.one(), ()))
    };
    drop(bind());
    assert_eq!(count.drops(), 2);
    assert!(bind().read("definition\n  what is this", "").is_err());
    assert_eq!(count.drops(), 4);
    // One that the document does not name is dropped at once.
    let text =
        "definition\n  ids states Locked Unlocked Broken\n  ids events Coin Pass Kick Repair\n  named events Coin \
                Pass Kick Repair\n  warnings off all\n  state Locked\n    Coin ? a -> Unlocked\n  state Unlocked\n    \
                Pass -> Broken\n  state Broken final\n";
    let table = bind().read(text, "").unwrap();
    assert_eq!(count.drops(), 5);
    drop(table);
    assert_eq!(count.drops(), 6);
}

#[test]
fn of_machines() {
    let count = Count::new();
    let mut builder = Builder::<State, Event, Counted>::new();
    builder.row(State::Locked, Event::Coin, State::Locked).action(|_, _| ());
    builder.warnings(false);
    let table = builder.build().unwrap();
    let make = |state: Start<State>| Machine::new(&table, state, count.one());
    drop(make(State::Locked.into()).unwrap());
    assert_eq!(count.drops(), 1);
    assert!(make(State::Broken.into()).is_err());
    assert_eq!(count.drops(), 2);
    let context = make(State::Locked.into()).unwrap().into_context();
    assert_eq!(count.drops(), 2);
    drop(context);
    let hooks = Count::new();
    let mut machine = make(State::Locked.into()).unwrap();
    for _ in 0..3 {
        let hook = hooks.one();
        machine
            .on_step(move |_, _| assert!(hook.0.load(Ordering::SeqCst) < 9))
            .unwrap();
    }
    machine.clear_hooks();
    assert_eq!(hooks.drops(), 3);
    let hook = hooks.one();
    machine
        .on_unhandled(move |_, _| assert!(hook.0.load(Ordering::SeqCst) < 9))
        .unwrap();
    drop(machine);
    assert_eq!((count.drops(), hooks.drops()), (4, 4));
}

#[test]
fn values_without_a_size_are_dropped_too() {
    static DROPS: AtomicUsize = AtomicUsize::new(0);
    struct Nothing;
    impl Drop for Nothing {
        fn drop(&mut self) {
            DROPS.fetch_add(1, Ordering::SeqCst);
        }
    }
    let mut builder = builder();
    let nothing = Nothing;
    builder.row(State::Locked, Event::Coin, Same).action(move |_, gate| {
        let _ = &nothing;
        gate.note("x");
    });
    builder.warnings(false);
    let mut gate = machine(&builder.build().unwrap());
    gate.send(Event::Coin).unwrap();
    assert_eq!((DROPS.load(Ordering::SeqCst), gate.context().trace.len()), (0, 1));
    drop(gate);
    assert_eq!(DROPS.load(Ordering::SeqCst), 1);
}

#[test]
fn a_panic_of_a_drop_goes_on() {
    struct Loud;
    impl Drop for Loud {
        fn drop(&mut self) {
            panic!("dropped");
        }
    }
    let mut builder = builder();
    let loud = Loud;
    builder.row(State::Locked, Event::Coin, Same).action(move |_, _| {
        let _ = &loud;
    });
    let dropped = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| drop(builder)));
    assert_eq!(dropped.unwrap_err().downcast_ref::<&str>(), Some(&"dropped"));
}

/// An error that panics when it is dropped.
#[derive(Debug)]
struct Angry(&'static str);

impl std::fmt::Display for Angry {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.0)
    }
}

impl std::error::Error for Angry {}

impl Drop for Angry {
    fn drop(&mut self) {
        panic!("dropped {}", self.0);
    }
}

/// Takes the error out of a result, without dropping it.
fn angry<R: std::fmt::Debug>(result: Result<R, Error>) -> &'static str {
    let angry = std::mem::ManuallyDrop::new(result.unwrap_err().downcast::<Angry>().unwrap());
    angry.0
}

// Only the first fault comes back. What is dropped beside it is dropped below C, where no panic may pass.
#[test]
fn a_second_fault_whose_drop_panics() {
    for first in 0..2 {
        for second in 0..2 {
            let mut builder = builder();
            builder
                .row(State::Locked, Event::Coin, Same)
                .action(move |_, _| -> Result<(), BoxError> {
                    match first {
                        0 => Err(Box::new(Angry("first"))),
                        _ => std::panic::panic_any("first"),
                    }
                });
            builder.on_step(move |_, _| -> Result<(), BoxError> {
                match second {
                    0 => Err(Box::new(Angry("second"))),
                    _ => std::panic::panic_any(Angry("second")),
                }
            });
            builder.warnings(false);
            let mut gate = machine(&builder.build().unwrap());
            let sent = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| angry(gate.send(Event::Coin))));
            match sent {
                Ok(text) => assert_eq!((text, first), ("first", 0)),
                Err(panic) => assert_eq!((panic.downcast_ref::<&str>(), first), (Some(&"first"), 1)),
            }
            assert_eq!(gate.state(), Some(State::Locked)); // and it goes on
        }
    }
}

#[test]
fn faults_of_several_threads_whose_drops_panic() {
    const TOKENS: usize = 64;
    let mut builder = builder();
    builder
        .row(State::Locked, Event::Coin, Same)
        .action(|_, _| Err(Box::new(Angry("part")) as BoxError));
    builder.on_step(|_, _| Err(Box::new(Angry("hook")) as BoxError));
    builder.warnings(false);
    let (mut states, mut contexts) = (vec![Case::NONE; TOKENS], vec![Gate::default(); TOKENS]);
    let offsets: Vec<i64> = (0..=TOKENS as i64).collect();
    let replayed = Replay::new(&mut states, &vec![Event::Coin.id(); TOKENS])
        .offsets(&offsets)
        .initial(State::Locked)
        .contexts(&mut contexts)
        .call_actions()
        .threads(4)
        .run(&builder.build().unwrap());
    assert_eq!(angry(replayed), "part");
}
