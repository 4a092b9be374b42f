#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let mut builder = GateBuilder::new();
    let row = builder.row(State::Locked, Event::Coin, State::Unlocked);
    row.guard_with::<(i64,), _>(|_, gate, (cents,)| {
        //~ E0594 cannot assign to `gate.coins`, which is behind a `&` reference
        gate.coins += cents;
        true
    });
}
