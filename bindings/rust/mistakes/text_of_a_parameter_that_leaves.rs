#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let mut builder = GateBuilder::new();
    let row = builder.row(State::Locked, Event::Coin, State::Unlocked);
    //~ E0521|lifetime borrowed data escapes|lifetime may not live long enough
    row.action_with::<(&str,), _>(|_, gate, (name,)| gate.name = name);
}
