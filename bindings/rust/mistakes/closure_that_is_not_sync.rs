#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let count = std::cell::Cell::new(0);
    let mut builder = GateBuilder::new();
    let row = builder.row(State::Locked, Event::Coin, State::Unlocked);
    //~ E0277 cannot be shared between threads safely
    row.action(move |_, _| count.set(1));
}
