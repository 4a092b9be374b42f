#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let mut builder = Builder::<State, Event, &mut u32>::new();
    builder.row(State::Locked, Event::Coin, State::Unlocked).action(|_, count| **count += 1);
    let table = builder.build().unwrap();
    let mut gate: Machine<State, Event, &mut u32>;
    {
        let mut count = 0;
        //~ E0597 `count` does not live long enough
        gate = Machine::new(&table, State::Locked, &mut count).unwrap();
    }
    //~ after
    gate.send(Event::Coin).unwrap();
}
