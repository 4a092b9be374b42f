#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let table = table();
    let name = table.state_name(State::Locked);
    //~ E0505 cannot move out of `table` because it is borrowed
    drop(table);
    println!("{name:?}");
}
