#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let mut builder = GateBuilder::new();
    builder.row(State::Locked, Event::Coin, State::Unlocked);
    let table = builder.build().unwrap();
    //~ E0382 borrow of moved value: `builder`
    builder.row(State::Unlocked, Event::Pass, State::Locked);
}
