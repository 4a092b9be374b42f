//! Nanoseconds for one step through the crate swiftfsm, and how that compares with the same step through swiftfsm-sys: callbacks of
//! C's form, and `sfsm_machine_send` called directly, over the same library in the same process.
//!
//! Slices of both alternate; the line of a comparison has the medians of several processes. Both sides must come to the same
//! state by the same callbacks. With --check nothing is measured but that. Exit status 1 if a goal is missed.

#![warn(unsafe_op_in_unsafe_fn)]

mod comparison;
mod in_c;
mod in_rust;
mod tally;

use comparison::{measure, median, COMPARISONS, SLICE_EVENTS};
use std::process::{Command, ExitCode};

const ROUNDS: usize = 31;
const PROCESSES: usize = 11;

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
