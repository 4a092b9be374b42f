//! What is compared, and how it is measured.

use crate::tally::{Event, State, Tally};
use crate::{in_c, in_rust};
use std::ptr;
use std::time::Instant;
use swiftfsm::{Id, Machine, Table};
use swiftfsm_sys::{sfsm_machine_release, sfsm_machine_state, sfsm_row};

pub const SLICE_EVENTS: usize = 65_536;

pub struct Comparison {
    pub name: &'static str,
    table: fn() -> Table<State, Event, Tally>,
    rows: fn() -> Vec<sfsm_row>,
    takes_amounts: bool,
    pub goal: f64,
}

pub const COMPARISONS: [Comparison; 7] = [
    Comparison {
        name: "functions",
        table: in_rust::of_functions,
        rows: in_c::plain_rows,
        takes_amounts: false,
        goal: 1.1,
    },
    Comparison {
        name: "closures, one capture",
        table: in_rust::of_closures::<1>,
        rows: in_c::plain_rows,
        takes_amounts: false,
        goal: 1.3,
    },
    Comparison {
        name: "closures, two captures",
        table: in_rust::of_closures::<2>,
        rows: in_c::plain_rows,
        takes_amounts: false,
        goal: 1.3,
    },
    Comparison {
        name: "closures with ?",
        table: in_rust::of_results,
        rows: in_c::two_rows,
        takes_amounts: false,
        goal: 1.3,
    },
    Comparison {
        name: "guard and action",
        table: in_rust::of_guards,
        rows: in_c::guarded_rows,
        takes_amounts: false,
        goal: 1.3,
    },
    Comparison {
        name: "an argument",
        table: in_rust::of_arguments,
        rows: in_c::amount_rows,
        takes_amounts: true,
        goal: 1.3,
    },
    // What is known at run time only takes a second call through a pointer.
    Comparison {
        name: "Box<dyn Fn>",
        table: in_rust::of_boxes,
        rows: in_c::plain_rows,
        takes_amounts: false,
        goal: 1.5,
    },
];

/// Runs a slice. Returns nanoseconds for an event.
fn time_of(run: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    let outcomes = run();
    let passed = start.elapsed();
    assert_eq!(outcomes, SLICE_EVENTS as u64, "a step was not taken");
    passed.as_nanos() as f64 / SLICE_EVENTS as f64
}

pub fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Measures in this process: Rust, then C.
pub fn measure(comparison: &Comparison, rounds: usize) -> (f64, f64) {
    let mut machine = Machine::new(&(comparison.table)(), State::Locked, Tally::default()).expect("a machine");
    let mut c_tally = Tally::default();
    let c_tally = ptr::addr_of_mut!(c_tally);
    let reference = in_c::machine(&(comparison.rows)(), comparison.takes_amounts, c_tally);
    let events: Vec<Event> = (0..SLICE_EVENTS).map(|index| Event::ALL[index % 2]).collect();
    let ids: Vec<i32> = swiftfsm::numbers(&events);
    let (mut times, mut c_times) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        if comparison.takes_amounts {
            c_times.push(time_of(|| in_c::slice_with_amounts(reference, &ids)));
            times.push(time_of(|| in_rust::slice_with_amounts(&mut machine, &events)));
        } else {
            c_times.push(time_of(|| in_c::slice(reference, &ids)));
            times.push(time_of(|| in_rust::slice(&mut machine, &events)));
        }
    }
    let (tally, c_tally) = (machine.context(), unsafe { &*c_tally });
    assert!(tally.count >= (rounds * SLICE_EVENTS) as u64);
    assert_eq!(
        (tally.count, tally.trace),
        (c_tally.count, c_tally.trace),
        "{}: not the same calls",
        comparison.name
    );
    assert_eq!(
        machine.state().map(Id::id),
        Some(unsafe { sfsm_machine_state(reference) })
    );
    unsafe { sfsm_machine_release(reference) };
    (median(&mut times), median(&mut c_times))
}
