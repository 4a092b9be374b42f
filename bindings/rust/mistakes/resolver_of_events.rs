#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let mut builder = GateBuilder::new();
    builder.row(State::Locked, Event::Coin, Dynamic).resolver(|_, _| State::Locked);
    //~ E0277 ResolverResult<(gate::)?State>
    builder.row(State::Locked, Event::Pass, Dynamic).resolver(|_, _| Event::Coin);
}
