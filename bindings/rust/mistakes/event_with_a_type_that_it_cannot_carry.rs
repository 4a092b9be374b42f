#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let mut builder = GateBuilder::new();
    builder.event::<(i64, &str)>(Event::Coin);
    //~ E0277 ArgumentType` is not (satisfied|implemented)
    builder.event::<(Vec<u8>,)>(Event::Pass);
}
