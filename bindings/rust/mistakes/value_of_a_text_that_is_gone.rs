#![allow(unused)]
mod gate;
use gate::*;
use swiftfsm::*;

fn main() {
    let mut gate = machine();
    let value: Value<'_>;
    {
        let text = std::ffi::CString::new("euro").unwrap();
        //~ E0597 `text` does not live long enough
        value = Value::from(text.as_c_str());
    }
    //~ after
    gate.send_message(&Message::event(Event::Coin).arguments(&[value])).unwrap();
}
