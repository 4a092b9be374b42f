#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let (mut states, mut rows, table) = ([0], [0; 4], table());
    let replay: Replay<'_, State, Event, Gate>;
    {
        let events = [0; 4];
        //~ E0597 `events` does not live long enough
        replay = Replay::new(&mut states, &events).rows(&mut rows);
    }
    //~ after
    replay.run(&table).unwrap();
}
