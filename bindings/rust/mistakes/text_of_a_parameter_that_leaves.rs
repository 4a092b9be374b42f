#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let mut builder = GateBuilder::new();
    let row = builder.row(State::Locked, Event::Coin, State::Unlocked);
    row.action_with::<(&str,), _>(|_, gate, (name,)| {
        //~ E0521|E0308|lifetime borrowed data escapes|lifetime may not live long enough|mismatched types
        gate.name = name;
    });
}
