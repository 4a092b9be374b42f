#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let mut builder = GateBuilder::new();
    let row = builder.row(State::Locked, Event::Coin, State::Unlocked);
    //~ E0499 cannot borrow `builder` as mutable more than once
    builder.row(State::Unlocked, Event::Pass, State::Locked);
    row.action(|_, _| ());
}
