#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let mut builder = GateBuilder::new();
    let mut gate = machine();
    let row = builder.row(State::Locked, Event::Coin, State::Unlocked);
    //~ E0277 cannot be shared between threads safely
    row.action(|_, _| { gate.send(Event::Pass); });
    gate.send(Event::Coin).unwrap();
}
