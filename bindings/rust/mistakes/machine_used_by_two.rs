#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let mut gate = machine();
    let one = &mut gate;
    //~ E0499 cannot borrow `gate` as mutable more than once
    let other = &mut gate;
    one.send(Event::Coin).unwrap();
}
