#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

struct Wide;
fn main() {}
//~ E0277 Sealed|Predicate
impl<'a> ParameterAt<'a> for Wide { type Taken = [u64; 8]; }
