//! Nanoseconds for one step through the crate swiftfsm, and how that compares with the same step through swiftfsm-sys: callbacks of
//! C's form, and `sfsm_machine_send` called directly, over the same library in the same process.
//!
//! Slices of both alternate; the line of a comparison has the medians of several processes. Both sides must come to the same
//! state by the same callbacks. With --check nothing is measured but that. Exit status 1 if a goal is missed.

#![warn(unsafe_op_in_unsafe_fn)]

use std::os::raw::c_void;
use std::process::{Command, ExitCode};
use std::ptr;
use std::time::Instant;
use swiftfsm::{Builder, Id, Machine, Table};
use swiftfsm_sys::*;

const SLICE_EVENTS: usize = 65_536;
const ROUNDS: usize = 31;
const PROCESSES: usize = 11;

swiftfsm::ids! {
    enum State { Locked, Unlocked }
    enum Event { Coin, Pass }
}

/// What ran, and in which order.
#[derive(Default)]
struct Tally {
    count: u64,
    trace: u64,
}

impl Tally {
    #[inline(always)]
    fn mark(&mut self, number: u64) {
        self.count += 1;
        self.trace = self.trace.rotate_left(5) ^ number;
    }
}

/// Returns a number that the compiler does not know.
fn at_run_time(number: u64) -> u64 {
    unsafe { ptr::read_volatile(&number) }
}

// ---- The same in C ----

unsafe extern "C" fn c_action<const NUMBER: u64>(_: *const sfsm_step, context: *mut c_void) -> i32 {
    unsafe { (*(context as *mut Tally)).mark(NUMBER) };
    0
}

unsafe extern "C" fn c_guard(_: *const sfsm_step, context: *mut c_void) -> i32 {
    unsafe { (*(context as *mut Tally)).mark(7) };
    1
}

unsafe extern "C" fn c_amount(step: *const sfsm_step, context: *mut c_void) -> i32 {
    unsafe { (*(context as *mut Tally)).mark((*(*step).arguments).r#as.i64 as u64) };
    0
}

fn c_row(source: i32, event: i32, target: i32, guard: sfsm_function, action: sfsm_function) -> sfsm_row {
    let mut row: sfsm_row = unsafe { std::mem::zeroed() };
    row.source = source;
    row.event = event;
    row.target = target;
    row.guard = guard;
    row.action = action;
    row
}

fn c_machine(rows: &[sfsm_row], takes_amounts: bool, tally: *mut Tally) -> *mut sfsm_machine {
    unsafe {
        let builder = sfsm_builder_create();
        let (mut table, mut machine) = (ptr::null_mut(), ptr::null_mut());
        if takes_amounts {
            for event in 0..2 {
                let declared = sfsm_builder_add_event_at(builder, event, b"i64\0".as_ptr().cast(), ptr::null(), 0);
                assert_eq!(declared, SFSM_OK);
            }
        }
        let size = std::mem::size_of::<sfsm_row>();
        assert_eq!(
            sfsm_builder_add_rows_at(builder, rows.as_ptr(), rows.len(), size, ptr::null(), 0),
            SFSM_OK
        );
        assert_eq!(sfsm_builder_build(builder, &mut table, ptr::null_mut()), SFSM_OK);
        assert_eq!(sfsm_machine_create(table, 0, tally.cast(), &mut machine), SFSM_OK);
        sfsm_builder_release(builder);
        sfsm_table_release(table);
        machine
    }
}

fn plain_rows() -> Vec<sfsm_row> {
    vec![
        c_row(0, 0, 1, None, Some(c_action::<1>)),
        c_row(0, 1, 0, None, Some(c_action::<2>)),
        c_row(1, 0, 1, None, Some(c_action::<3>)),
        c_row(1, 1, 0, None, Some(c_action::<4>)),
    ]
}

fn guarded_rows() -> Vec<sfsm_row> {
    vec![
        c_row(0, 0, 1, Some(c_guard), Some(c_action::<1>)),
        c_row(1, 1, 0, Some(c_guard), Some(c_action::<4>)),
    ]
}

fn amount_rows() -> Vec<sfsm_row> {
    vec![
        c_row(0, 0, 1, None, Some(c_amount)),
        c_row(1, 1, 0, None, Some(c_amount)),
    ]
}

// ---- In Rust ----

type Gate = Machine<State, Event, Tally>;

fn of_functions() -> Table<State, Event, Tally> {
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
fn of_closures<const COUNT: usize>() -> Table<State, Event, Tally> {
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

fn of_boxes() -> Table<State, Event, Tally> {
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

fn of_results() -> Table<State, Event, Tally> {
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

fn of_guards() -> Table<State, Event, Tally> {
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

fn of_arguments() -> Table<State, Event, Tally> {
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

// ---- Measuring ----

struct Comparison {
    name: &'static str,
    table: fn() -> Table<State, Event, Tally>,
    rows: fn() -> Vec<sfsm_row>,
    takes_amounts: bool,
    goal: f64,
}

const COMPARISONS: [Comparison; 7] = [
    Comparison {
        name: "functions",
        table: of_functions,
        rows: plain_rows,
        takes_amounts: false,
        goal: 1.1,
    },
    Comparison {
        name: "closures, one capture",
        table: of_closures::<1>,
        rows: plain_rows,
        takes_amounts: false,
        goal: 1.3,
    },
    Comparison {
        name: "closures, two captures",
        table: of_closures::<2>,
        rows: plain_rows,
        takes_amounts: false,
        goal: 1.3,
    },
    Comparison {
        name: "closures with ?",
        table: of_results,
        rows: two_rows,
        takes_amounts: false,
        goal: 1.3,
    },
    Comparison {
        name: "guard and action",
        table: of_guards,
        rows: guarded_rows,
        takes_amounts: false,
        goal: 1.3,
    },
    Comparison {
        name: "an argument",
        table: of_arguments,
        rows: amount_rows,
        takes_amounts: true,
        goal: 1.3,
    },
    // What is known at run time only takes a second call through a pointer.
    Comparison {
        name: "Box<dyn Fn>",
        table: of_boxes,
        rows: plain_rows,
        takes_amounts: false,
        goal: 1.5,
    },
];

fn two_rows() -> Vec<sfsm_row> {
    vec![
        c_row(0, 0, 1, None, Some(c_action::<1>)),
        c_row(1, 1, 0, None, Some(c_action::<4>)),
    ]
}

#[inline(never)]
fn slice(machine: &mut Gate, events: &[Event]) -> u64 {
    let mut outcomes = 0;
    for &event in events {
        outcomes += machine.send(event).map_or(0, |outcome| outcome as u64);
    }
    outcomes
}

#[inline(never)]
fn slice_with_amounts(machine: &mut Gate, events: &[Event]) -> u64 {
    let mut outcomes = 0;
    for (index, &event) in events.iter().enumerate() {
        outcomes += machine
            .send_with(event, (index as i64,))
            .map_or(0, |outcome| outcome as u64);
    }
    outcomes
}

#[inline(never)]
fn c_slice(machine: *mut sfsm_machine, events: &[i32]) -> u64 {
    let mut outcomes = 0;
    for &event in events {
        outcomes += unsafe { sfsm_machine_send(machine, event) } as u64;
    }
    outcomes
}

#[inline(never)]
fn c_slice_with_amounts(machine: *mut sfsm_machine, events: &[i32]) -> u64 {
    let mut outcomes = 0;
    for (index, &event) in events.iter().enumerate() {
        let value = sfsm_value {
            r#type: SFSM_INTEGER,
            r#as: sfsm_value_as { i64: index as i64 },
        };
        let message = sfsm_message {
            size: std::mem::size_of::<sfsm_message>(),
            event,
            requested: SFSM_NONE,
            cases: ptr::null(),
            case_count: 0,
            arguments: &value,
            argument_count: 1,
        };
        outcomes += unsafe { sfsm_machine_send_message(machine, &message) } as u64;
    }
    outcomes
}

/// Runs a slice. Returns nanoseconds for an event.
fn time_of(run: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    let outcomes = run();
    let passed = start.elapsed();
    assert_eq!(outcomes, SLICE_EVENTS as u64, "a step was not taken");
    passed.as_nanos() as f64 / SLICE_EVENTS as f64
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Measures in this process: Rust, then C.
fn measure(comparison: &Comparison, rounds: usize) -> (f64, f64) {
    let mut machine = Machine::new(&(comparison.table)(), State::Locked, Tally::default()).expect("a machine");
    let mut c_tally = Tally::default();
    let c_tally = ptr::addr_of_mut!(c_tally);
    let reference = c_machine(&(comparison.rows)(), comparison.takes_amounts, c_tally);
    let events: Vec<Event> = (0..SLICE_EVENTS).map(|index| Event::ALL[index % 2]).collect();
    let ids: Vec<i32> = swiftfsm::numbers(&events);
    let (mut times, mut c_times) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        if comparison.takes_amounts {
            c_times.push(time_of(|| c_slice_with_amounts(reference, &ids)));
            times.push(time_of(|| slice_with_amounts(&mut machine, &events)));
        } else {
            c_times.push(time_of(|| c_slice(reference, &ids)));
            times.push(time_of(|| slice(&mut machine, &events)));
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

/// Measures in a new process, which prints both times.
fn measure_in_process(number: usize) -> (f64, f64) {
    let program = std::env::current_exe().expect("this program");
    let output = Command::new(program)
        .args(["--measure", &number.to_string()])
        .output()
        .expect("a process");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let times: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    (times[0], times[1])
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [option, number] = arguments.as_slice() {
        if option == "--measure" {
            let (time, c_time) = measure(&COMPARISONS[number.parse::<usize>().expect("a number")], ROUNDS);
            println!("{time} {c_time}");
            return ExitCode::SUCCESS;
        }
    }
    if arguments.iter().any(|each| each == "--check") {
        for comparison in &COMPARISONS {
            measure(comparison, 1);
        }
        println!("C and Rust did the same.");
        return ExitCode::SUCCESS;
    }
    println!("One step from Rust, ns: medians of {PROCESSES} processes with {ROUNDS} slices of {SLICE_EVENTS} events.");
    println!("REF is the same step through swiftfsm-sys.");
    println!("{:26}{:>8}{:>8}{:>8}{:>8}", "", "REF", "Rust", "ratio", "goal");
    let mut is_missed = false;
    for (number, comparison) in COMPARISONS.iter().enumerate() {
        let runs: Vec<(f64, f64)> = (0..PROCESSES).map(|_| measure_in_process(number)).collect();
        let of = |choose: fn(&(f64, f64)) -> f64| median(&mut runs.iter().map(choose).collect::<Vec<f64>>());
        let (time, c_time, ratio) = (of(|run| run.0), of(|run| run.1), of(|run| run.0 / run.1));
        let missed = ratio > comparison.goal;
        is_missed |= missed;
        let mark = if missed { "  missed" } else { "" };
        println!(
            "{:26}{c_time:8.2}{time:8.2}{ratio:8.2}{:8.1}{mark}",
            comparison.name, comparison.goal
        );
    }
    ExitCode::from(is_missed as u8)
}
