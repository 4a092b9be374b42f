#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let mut builder = GateBuilder::new();
    builder.row(State::Locked, Event::Coin, State::Unlocked).action(|step, _| {
        let (here, there) = (step.machine(), step.machine());
        std::thread::scope(|scope| {
            //~ E0277 cannot be sent between threads safely
            scope.spawn(move || there.send(Event::Pass).unwrap());
            here.send(Event::Pass).unwrap();
        });
    });
}
