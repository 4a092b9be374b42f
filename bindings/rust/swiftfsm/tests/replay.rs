//! Replays over slices.

mod gate;

use gate::*;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use swiftfsm::*;

const NEW: i32 = Case::NONE;

#[test]
fn interleaved_tokens() {
    let table = turnstile();
    let events = numbers(&[Event::Coin, Event::Pass, Event::Kick, Event::Pass, Event::Coin]);
    let tokens = [0u8, 1, 0, 0, 1];
    let mut states = [NEW; 2];
    let mut outcomes = [0; 5];
    let mut rows = [0; 5];
    let mut row_counts = [0; 5];
    let mut violations = [Violation::default(); 4];
    let counts = Replay::new(&mut states, &events)
        .tokens(&tokens)
        .initial(State::Locked)
        .outcomes(&mut outcomes)
        .rows(&mut rows)
        .row_counts(&mut row_counts)
        .violations(&mut violations)
        .run(&table)
        .unwrap();
    assert_eq!(
        (
            counts.events,
            counts.transitioned,
            counts.unhandled,
            counts.violated_tokens
        ),
        (5, 4, 1, 1)
    );
    assert_eq!(
        (states, outcomes, rows),
        (
            [State::Locked.id(), State::Unlocked.id()],
            [1, 1, 3, 1, 1],
            [1, 2, 0, 4, 1]
        )
    );
    assert_eq!(row_counts, [0, 2, 1, 0, 1]);
    let first = violations[0];
    assert_eq!((first.index, first.token, first.event), (2, 0, Event::Kick.id()));
    assert_eq!(Outcome::from_code(first.outcome), Some(Outcome::Unhandled));
}

#[test]
fn lists_on_threads_with_contexts() {
    const TOKENS: usize = 1000;
    let table = turnstile();
    let events: Vec<u8> = [Event::Coin.id() as u8, Event::Pass.id() as u8].repeat(2 * TOKENS);
    let offsets: Vec<i64> = (0..=TOKENS as i64).map(|token| 4 * token).collect();
    let mut contexts = vec![Gate::default(); TOKENS];
    let mut states = vec![NEW; TOKENS];
    let calls = AtomicUsize::new(0);
    let counts = Replay::new(&mut states, &events)
        .offsets(&offsets)
        .initial(State::Locked)
        .contexts(&mut contexts)
        .call_actions()
        .threads(4)
        .progress(|done, total| {
            calls.fetch_add(1, Ordering::Relaxed);
            done <= total
        })
        .run(&table)
        .unwrap();
    assert_eq!(counts.transitioned, 4 * TOKENS as i64);
    assert!(contexts
        .iter()
        .all(|gate| gate.trace == ["unlock", "lock", "unlock", "lock"]));
    assert!(calls.load(Ordering::Relaxed) > 0);
}

fn failing() -> GateTable {
    let mut builder = builder();
    builder
        .row(State::Locked, Event::Coin, Same)
        .guard(|_, gate| gate.coins >= 0)
        .action(|step, gate| {
            gate.coins += 1;
            assert_eq!(step.machine().send(Event::Coin).unwrap_err().status(), Status::Busy);
            match gate.coins {
                3 => Err(Failure(-3).into()),
                5 => panic!("five"),
                _ => Ok(()),
            }
        });
    builder.warnings(false);
    builder.build().unwrap()
}

#[test]
fn failures_end_a_replay() {
    let table = failing();
    let events = [Event::Coin.id(); 10];
    for threads in [1, 3] {
        for (first, text) in [(0, "a callback failed with -3"), (3, "five")] {
            let mut contexts = vec![Gate {
                coins: first,
                ..Gate::default()
            }];
            let mut states = [NEW];
            let offsets = [0, 10];
            let run = || {
                Replay::new(&mut states, &events)
                    .offsets(&offsets)
                    .initial(State::Locked)
                    .contexts(&mut contexts)
                    .guards(Guards::Ask)
                    .call_actions()
                    .threads(threads)
                    .run(&table)
            };
            match catch_unwind(AssertUnwindSafe(run)) {
                Ok(result) => assert_eq!(result.unwrap_err().to_string(), text),
                Err(panic) => assert_eq!(panic.downcast_ref::<&str>(), Some(&text)),
            }
            assert_eq!(contexts[0].coins, if first == 0 { 3 } else { 5 });
        }
    }
}

#[test]
fn errors_say_where() {
    let table = failing();
    let events = [Event::Coin.id(), 99];
    let replay = |states: &mut [i32]| {
        Replay::new(states, &events)
            .initial(State::Locked)
            .guards(Guards::Assume)
            .run(&table)
    };
    let error = replay(&mut [NEW]).unwrap_err();
    assert_eq!(error.status(), Status::UnknownEvent);
    match error {
        Error::Replay(_, counts) => assert_eq!((counts.index, counts.events), (1, 1)),
        other => panic!("{other}"),
    }
    assert_eq!(replay(&mut []).unwrap_err().status(), Status::OutOfRange);
    let mut states = [NEW];
    let error = Replay::new(&mut states, &events).run(&table).unwrap_err();
    assert_eq!(error.status(), Status::Unsupported); // a guard
    let cancelled = Replay::new(&mut states, &events[..1])
        .initial(State::Locked)
        .guards(Guards::Assume);
    assert_eq!(
        cancelled.progress(|_, _| false).run(&table).unwrap_err().status(),
        Status::CallbackFailed
    );
}

#[test]
fn lengths_are_checked() {
    let table = failing();
    let (events, mut states, mut short, mut long) = ([0; 4], [NEW; 2], [0; 3], [0; 9]);
    let wrong = |error: Result<ReplayCounts, Error>, text: &str| {
        let error = error.unwrap_err();
        assert_eq!((error.status(), error.to_string().as_str()), (Status::OutOfRange, text));
    };
    let tokens = [0u8; 3];
    wrong(
        Replay::new(&mut states, &events).tokens(&tokens).run(&table),
        "`tokens` has 3 elements instead of 4.",
    );
    wrong(
        Replay::new(&mut states, &events).offsets(&[0, 1]).run(&table),
        "`offsets` has 2 elements instead of 3.",
    );
    wrong(
        Replay::new(&mut states, &events).rows(&mut short).run(&table),
        "`rows` has 3 elements instead of 4.",
    );
    let mut counts = [0i64; 9];
    wrong(
        Replay::new(&mut states, &events).row_counts(&mut counts).run(&table),
        "`row_counts` has 9 elements instead of 2.",
    );
    wrong(
        Replay::new(&mut states, &events).entered(&mut counts).run(&table),
        "`entered` has 9 elements instead of 2.",
    );
    wrong(
        Replay::new(&mut states, &events).rows(&mut long).run(&table),
        "`rows` has 9 elements instead of 4.",
    );
    wrong(
        Replay::new(&mut states, &events).call_actions().run(&table),
        "`contexts` has 0 elements instead of 2.",
    );
    // One context for all tokens is for one thread.
    let mut shared = [Gate::default()];
    let shared = Replay::new(&mut states, &events)
        .contexts(&mut shared)
        .call_actions()
        .offsets(&[0, 2, 4])
        .threads(2);
    wrong(shared.run(&table), "`contexts` has 1 elements instead of 2.");
}

#[test]
fn cases_arguments_and_texts() {
    let mut builder = builder();
    builder.predicate::<Policy>();
    builder.event::<(i64, &str)>(Event::Coin);
    builder
        .row(State::Locked, Event::Coin, Same)
        .matching(&[Policy::Strong])
        .action(|step, gate| {
            let (cents, name) = step.arguments::<(i64, Option<&str>)>()?;
            gate.note(format!("{cents} {name:?}"));
            Ok(())
        });
    builder.warnings(false);
    let table = builder.build().unwrap();
    let names = [std::ffi::CString::new("a").unwrap()];
    let texts: TextColumn<'_> = [Some(names[0].as_c_str()), None, None].into_iter().collect();
    let (mut states, mut contexts) = ([NEW], [Gate::default()]);
    let cases = numbers(&[Policy::Strong, Policy::Weak, Policy::Strong]);
    let counts = Replay::new(&mut states, &[Event::Coin.id() as i8; 3])
        .initial(State::Locked)
        .cases::<Policy>(&cases)
        .argument(Event::Coin, 0, &[1i16, 2, 3])
        .argument(Event::Coin, 1, &texts)
        .contexts(&mut contexts)
        .call_actions()
        .on_violation(OnViolation::Stay)
        .run(&table)
        .unwrap();
    assert_eq!((counts.transitioned, counts.unhandled), (2, 1));
    assert_eq!(contexts[0].trace, ["1 Some(\"a\")", "3 None"]);
}
