//! Charts: the washing machine of chapter 12, with timers and snapshots of it.

use swiftfsm::*;

swiftfsm::ids! {
    enum State { Idle, Paused, Washing, Program, Filling, Spinning, Finished, Last, Door, Closed, Locked, Deep }
    enum Event { Start, Pause, Ready, Full, Time, Lock, Restart, Resume }
}

type Trace = Vec<String>;

fn washing() -> Table<State, Event, Trace> {
    use {Event::*, State::*};
    let mut builder = Builder::<State, Event, Trace>::new();
    builder.warnings(false);
    builder
        .state(Idle)
        .entry(|_, trace: &mut Trace| trace.push("idle".to_string()));
    builder
        .parallel(Washing)
        .on_done(Ready)
        .exit(|_, trace| trace.push("off".to_string()));
    builder
        .state(Program)
        .nested_in(Washing)
        .default_child(Filling)
        .on_default(|_, trace| trace.push("water".to_string()))
        .on_done(Ready);
    builder.state(Filling).nested_in(Program).timeout(10, Full);
    builder
        .state(Spinning)
        .nested_in(Program)
        .timeout(20, Time)
        .entry(|step, trace| {
            trace.push(format!("spin from {:?} at {}", step.source(), step.machine().now()));
        });
    builder.final_state(Finished).nested_in(Program);
    builder.history(Last).nested_in(Program);
    builder.deep_history(Deep).nested_in(Washing);
    builder.state(Door).nested_in(Washing).default_child(Closed);
    builder.state(Closed).nested_in(Door);
    builder.state(State::Locked).nested_in(Door);

    builder.row(Idle, Start, Washing);
    builder.row(Washing, Start, Defer);
    builder.row(Washing, Pause, Paused);
    builder.row(Washing, Ready, Idle);
    builder.row(Paused, Pause, Last);
    builder.row(Paused, Resume, Deep);
    builder.row(Filling, Full, Spinning).raises(Lock);
    builder.row(Spinning, Time, Finished);
    builder.row(Closed, Lock, State::Locked);
    builder.row(State::Locked, Eventless, Closed).when_not_in(Spinning);
    builder.row(Program, Restart, Filling).local();
    builder.row(Idle, Restart, Spinning).and(State::Locked);
    builder.build().unwrap()
}

#[test]
fn nesting_and_regions() {
    use {Event::*, State::*};
    let table = washing();
    assert_eq!(
        (table.parent(Filling), table.kind(Washing)),
        (Some(Program), StateKind::Parallel)
    );
    assert_eq!(
        (table.kind(Last), table.kind(Deep)),
        (StateKind::ShallowHistory, StateKind::DeepHistory)
    );
    let mut machine = Machine::new(&table, Idle, Trace::new()).unwrap();
    assert_eq!(machine.send(Start).unwrap(), Outcome::Transitioned);
    assert_eq!(
        (machine.state(), machine.states()),
        (Some(Washing), vec![Filling, Closed])
    );
    assert!(machine.is_in(Program) && machine.is_in(Washing) && !machine.is_in(Idle));
    assert_eq!(machine.send(Start).unwrap(), Outcome::Deferred);
    assert_eq!(machine.due(), Some(10));
    machine.advance(10).unwrap();
    assert_eq!(machine.states(), [Spinning, State::Locked]);
    machine.send(Pause).unwrap(); // the deferred event is tried again, and dropped
    assert_eq!((machine.states(), machine.due()), (vec![Paused], None));
    machine.send(Pause).unwrap();
    assert_eq!(machine.states(), [Spinning, Closed]);
    machine.send(Restart).unwrap();
    assert_eq!(machine.states(), [Filling, Closed]);
    machine.send(Pause).unwrap();
    machine.send(Resume).unwrap();
    assert_eq!(machine.states(), [Filling, Closed]);
    machine.advance(100).unwrap();
    assert_eq!((machine.states(), machine.is_done()), (vec![Idle], false));
    let expected = [
        "water",
        "spin from Some(Filling) at 10",
        "off",
        "spin from Some(Paused) at 10",
        "off",
    ];
    assert_eq!(machine.context()[..5], expected);
    machine.send(Restart).unwrap();
    assert_eq!(machine.states(), [Spinning, State::Locked]);
    let row = (0..table.transition_count()).map(|index| table.transition(index).unwrap());
    let conditions: Vec<_> = row.flat_map(|row| row.conditions).collect();
    assert_eq!(conditions, [(Spinning.id(), false)]);
}

#[test]
fn configurations_are_checked() {
    use State::*;
    let mut machine = Machine::new(&washing(), Idle, Trace::new()).unwrap();
    machine.set_states(&[Locked, Spinning]).unwrap();
    assert_eq!(machine.states(), [Spinning, Locked]);
    for wrong in [
        vec![Idle, Spinning],
        vec![Spinning],
        vec![Spinning, Spinning],
        vec![Washing],
    ] {
        assert_eq!(
            machine.set_states(&wrong).unwrap_err().status(),
            Status::BadConfiguration
        );
    }
    assert_eq!(machine.states(), [Spinning, Locked]);
    machine.set_states(&[]).unwrap();
    assert!(!machine.is_running());
    assert_eq!(machine.raise_from_outside(), Status::NotRunning);
}

trait FromOutside {
    fn raise_from_outside(&mut self) -> Status;
}

impl FromOutside for Machine<State, Event, Trace> {
    fn raise_from_outside(&mut self) -> Status {
        self.handle().raise(Event::Full).unwrap_err().status()
    }
}

#[test]
fn final_states_stop_the_machine() {
    let mut builder = Builder::<i32, i32, ()>::new();
    builder.state(1).nested_in(0);
    builder.state(0).default_child(1);
    builder.final_state(2);
    builder.row(1, 0, 2);
    let mut machine = Machine::new(&builder.build().unwrap(), 0, ()).unwrap();
    machine.send(0).unwrap();
    assert_eq!((machine.is_done(), machine.state()), (true, None));
}

#[test]
fn steps_that_never_end_are_stopped() {
    let mut builder = Builder::<i32, i32, u32>::new();
    builder.state(1).nested_in(0);
    builder.state(2).nested_in(0);
    builder.state(0).default_child(1);
    builder.row(1, Eventless, 2).guard(|_, &count| count > 0);
    builder.row(2, Eventless, 1).guard(|_, _| true);
    builder.row(1, 0, Internal).action(|_, count| *count += 1);
    builder.warnings(false);
    let mut machine = Machine::new(&builder.build().unwrap(), 0, 0).unwrap();
    assert_eq!(machine.send(0).unwrap_err().status(), Status::StepLimitReached);
    machine.discard_pending();
    assert_eq!(machine.pending(), 0);
}
