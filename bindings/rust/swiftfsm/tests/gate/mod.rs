//! A turnstile that writes down what runs.

#![allow(dead_code)] // each test uses some of it

use swiftfsm::{Builder, DiagnosticKind, Machine, Table};

swiftfsm::ids! {
    pub enum State { Locked, Unlocked, Broken }
    pub enum Event { Coin, Pass, Kick, Repair }
}

swiftfsm::predicate! {
    pub enum Policy = 3 { Weak, Strong }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gate {
    pub trace: Vec<String>,
    pub coins: i64,
}

impl Gate {
    pub fn note(&mut self, what: impl Into<String>) {
        self.trace.push(what.into());
    }
}

pub type GateBuilder = Builder<State, Event, Gate>;
pub type GateTable = Table<State, Event, Gate>;
pub type GateMachine = Machine<State, Event, Gate>;

pub fn builder() -> GateBuilder {
    let mut builder = GateBuilder::new();
    // The enums are those of all tests.
    builder.warning(DiagnosticKind::UnusedEvent, false);
    builder
}

/// Four rows, with an action each.
pub fn turnstile() -> GateTable {
    let mut builder = builder();
    builder
        .row(State::Locked, Event::Coin, State::Unlocked)
        .action(|_, gate| gate.note("unlock"));
    builder
        .row(State::Locked, Event::Pass, State::Locked)
        .action(|_, gate| gate.note("alarm"));
    builder
        .row(State::Unlocked, Event::Coin, State::Unlocked)
        .action(|_, gate| gate.note("thank"));
    builder
        .row(State::Unlocked, Event::Pass, State::Locked)
        .action(|_, gate| gate.note("lock"));
    builder.build().expect("a definition without errors")
}

pub fn machine(table: &GateTable) -> GateMachine {
    Machine::new(table, State::Locked, Gate::default()).expect("a machine")
}
