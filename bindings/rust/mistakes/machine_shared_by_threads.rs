#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let gate = machine();
    std::thread::scope(|scope| {
        //~ E0277 cannot be shared between threads safely
        scope.spawn(|| gate.state());
    });
}
