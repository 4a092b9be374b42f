//! What the mistakes are made with.

use swiftfsm::{Builder, Machine, Table};

swiftfsm::ids! {
    pub enum State { Locked, Unlocked }
    pub enum Event { Coin, Pass }
    pub enum Other { Coin, Pass }
}

swiftfsm::predicate! {
    pub enum Policy = 0 { Weak, Strong }
}

#[derive(Default)]
pub struct Gate {
    pub coins: i64,
    pub name: &'static str,
}

pub type GateBuilder = Builder<State, Event, Gate>;
pub type GateTable = Table<State, Event, Gate>;
pub type GateMachine = Machine<State, Event, Gate>;

pub fn table() -> GateTable {
    let mut builder = GateBuilder::new();
    builder.row(State::Locked, Event::Coin, State::Unlocked);
    builder.build().unwrap()
}

pub fn machine() -> GateMachine {
    Machine::new(&table(), State::Locked, Gate::default()).unwrap()
}
