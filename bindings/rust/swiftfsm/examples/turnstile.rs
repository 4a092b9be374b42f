//! A turnstile: two states, two events, four rows. The first program to read.

use swiftfsm::{Builder, Error, Id, Machine};

swiftfsm::ids! {
    enum State { Locked => "locked", Unlocked => "unlocked" }
    enum Event { Coin => "coin", Pass => "pass" }
}

/// What a machine controls. Callbacks receive it.
#[derive(Default)]
struct Hardware {
    coins: u32,
    alarms: u32,
}

impl Hardware {
    fn say(&self, what: &str) {
        println!("  {what}");
    }
}

fn main() -> Result<(), Error> {
    let mut builder = Builder::<State, Event, Hardware>::new();
    builder
        .row(State::Locked, Event::Coin, State::Unlocked)
        .action(|_, gate| {
            gate.coins += 1;
            gate.say("the arm is released");
        });
    builder
        .row(State::Locked, Event::Pass, State::Locked)
        .action(|_, gate| {
            gate.alarms += 1;
            gate.say("the alarm sounds");
        });
    builder
        .row(State::Unlocked, Event::Coin, State::Unlocked)
        .action(|_, gate| {
            gate.coins += 1;
            gate.say("\"thank you\" lights up");
        });
    builder
        .row(State::Unlocked, Event::Pass, State::Locked)
        .action(|_, gate| gate.say("the arm is locked"));
    let turnstile = builder.build()?; // every error of the rows at once, with file and line

    let mut gate = Machine::new(&turnstile, State::Locked, Hardware::default())?;
    let name = |state: Option<State>| state.and_then(State::name).unwrap_or("stopped");
    for event in [Event::Pass, Event::Coin, Event::Coin, Event::Pass, Event::Pass] {
        println!("{}, {}", name(gate.state()), event.name().unwrap_or_default());
        let outcome = gate.send(event)?;
        println!("  {outcome}: {}", name(gate.state()));
    }
    println!("coins: {}, alarms: {}", gate.context().coins, gate.context().alarms);
    Ok(())
}
