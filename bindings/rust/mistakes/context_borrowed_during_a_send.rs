#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let mut gate = machine();
    let context = gate.context();
    //~ E0502 cannot borrow `gate` as mutable because it is also borrowed as immutable
    gate.send(Event::Coin).unwrap();
    println!("{}", context.coins);
}
