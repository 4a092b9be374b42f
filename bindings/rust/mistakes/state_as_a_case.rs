#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let weak: Case = Policy::Weak.into();
    //~ E0277 the trait bound `.*Case: (std::convert::)?From<(gate::)?State>|trait `.*Predicate` is not implemented for `.*State`|Predicate` is not satisfied
    let locked: Case = State::Locked.into();
}
