#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

struct Wide;
fn main() {}
//~ E0277 Sealed
impl<'a> ParametersAt<'a> for Wide { type Taken = [u64; 8]; }
