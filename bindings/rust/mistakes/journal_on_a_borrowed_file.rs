#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let mut gate = machine();
    let mut bytes: Vec<u8> = Vec::new();
    //~ E0597|E0716 `bytes` does not live long enough
    gate.set_journal(JournalForm::Bytes, &mut bytes).unwrap();
}
