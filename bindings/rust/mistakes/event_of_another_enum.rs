#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let mut gate = machine();
    gate.send(Event::Coin).unwrap();
    //~ E0308 expected `Event`, found `Other`|expected enum `(gate::)?Event`, found enum `(gate::)?Other`
    gate.send(Other::Coin).unwrap();
}
