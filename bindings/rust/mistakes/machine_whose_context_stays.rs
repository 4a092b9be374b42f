#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let mut builder = Builder::<State, Event, std::rc::Rc<u8>>::new();
    builder.row(State::Locked, Event::Coin, State::Unlocked);
    let gate = Machine::new(&builder.build().unwrap(), State::Locked, std::rc::Rc::new(0)).unwrap();
    //~ E0277 cannot be sent between threads safely
    std::thread::spawn(move || gate.state());
}
