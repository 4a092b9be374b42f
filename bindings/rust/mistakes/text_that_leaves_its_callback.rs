#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let mut builder = GateBuilder::new();
    builder.row(State::Locked, Event::Coin, State::Unlocked).action(|step, gate| {
        //~ E0521|lifetime borrowed data escapes|lifetime may not live long enough
        gate.name = step.argument(0)?;
        Ok(())
    });
}
