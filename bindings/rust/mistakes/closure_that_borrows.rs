#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let mut builder = GateBuilder::new();
    {
        let price = 150;
        let row = builder.row(State::Locked, Event::Coin, State::Unlocked);
        //~ E0597|E0373 borrowed value does not live long enough|may outlive the current function
        row.guard(|_, gate| gate.coins >= price);
    }
    builder.build().unwrap();
}
