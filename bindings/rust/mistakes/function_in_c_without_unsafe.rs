#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

extern "C" fn is_exact(gate: &Gate, cents: i64) -> bool {
    gate.coins == cents
}

fn main() {
    //~ E0133 call to unsafe
    let exact = CFunction::new(is_exact as *const (), "bool(context, i64)").unwrap();
}
