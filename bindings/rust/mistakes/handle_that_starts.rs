#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let mut builder = GateBuilder::new();
    builder.row(State::Locked, Event::Coin, State::Unlocked).action(|step, _| {
        step.machine().stop().unwrap();
        //~ E0599 no method named `start` found
        step.machine().start(State::Locked).unwrap();
    });
}
