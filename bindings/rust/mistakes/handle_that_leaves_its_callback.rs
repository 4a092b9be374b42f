#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn keep(handle: Handle<'static, State, Event, Gate>) {}
fn main() {
    let mut builder = GateBuilder::new();
    builder.row(State::Locked, Event::Coin, State::Unlocked).action(|step, gate| {
        step.machine().stop().unwrap();
        //~ E0521|lifetime borrowed data escapes|lifetime may not live long enough
        keep(step.machine());
    });
}
