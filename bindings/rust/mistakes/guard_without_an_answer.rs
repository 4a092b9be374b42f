#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let mut builder = GateBuilder::new();
    builder.row(State::Locked, Event::Coin, State::Unlocked).guard(|_, gate| gate.coins > 0);
    //~ E0277 GuardResult
    builder.row(State::Locked, Event::Pass, State::Unlocked).guard(|_, gate| gate.coins);
}
