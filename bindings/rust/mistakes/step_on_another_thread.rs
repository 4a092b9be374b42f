#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let mut builder = GateBuilder::new();
    builder.row(State::Locked, Event::Coin, State::Unlocked).action(|step, _| {
        std::thread::scope(|scope| {
            //~ E0277 cannot be (sent|shared) between threads safely
            scope.spawn(|| step.machine().send(Event::Pass).unwrap());
        });
    });
}
