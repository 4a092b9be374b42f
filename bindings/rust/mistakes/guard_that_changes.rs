#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let mut builder = GateBuilder::new();
    builder.row(State::Locked, Event::Coin, State::Unlocked).guard(|_, gate| {
        //~ E0594 cannot assign to `gate.coins`, which is behind a `&` reference
        gate.coins += 1;
        true
    });
}
