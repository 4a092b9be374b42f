#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let table = table();
    Machine::new(&table, State::Locked, Gate::default()).unwrap();
    //~ E0308 mismatched types
    Machine::new(&table, State::Locked, String::new()).unwrap();
}
