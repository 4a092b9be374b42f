#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let mut builder = GateBuilder::new();
    let row = builder.row(State::Locked, Event::Coin, State::Unlocked);
    //~ E0277|E0277 Vec<u8>
    row.guard_with::<(i64, Vec<u8>), _>(|_, gate, (cents, _)| cents > gate.coins);
}
