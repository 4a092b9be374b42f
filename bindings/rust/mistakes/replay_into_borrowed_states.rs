#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let (mut states, events, table) = ([0], [0; 4], table());
    let first = &states[0];
    //~ E0502 cannot borrow `states` as mutable because it is also borrowed as immutable
    Replay::new(&mut states, &events).run(&table).unwrap();
    println!("{first}");
}
