#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let mut builder = GateBuilder::new();
    builder.row(Any, Event::Coin, Same);
    //~ E0277 Source<(gate::)?State>
    builder.row(Same, Event::Coin, State::Unlocked);
}
