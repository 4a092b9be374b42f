#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let mut builder = GateBuilder::new();
    builder.row(State::Locked, Event::Coin, State::Unlocked);
    //~ E0277 Trigger<(gate::)?Event>
    builder.row(State::Locked, State::Locked, State::Unlocked);
}
