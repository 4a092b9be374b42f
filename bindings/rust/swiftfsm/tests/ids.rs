//! Enums of ids: variants may have any names.

use swiftfsm::{Builder, Id, Machine, Outcome};

/// Names that the prelude has, and a number of a variant that is an expression.
mod shadowing {
    swiftfsm::ids! {
        #[allow(non_camel_case_types)]
        pub enum State { None, Some, Option = 2 + 5, Ok => "fine", Err, id, name }
        pub enum Event { Clone, Copy, String, Id }
        pub enum Numbers { Number }
    }

    swiftfsm::predicate! {
        pub enum Level = 2 { None => "no level", Some }
    }
}

/// The macros in a module where all variants are names.
mod glob {
    #[allow(unused_imports)]
    use State::*;
    swiftfsm::ids! {
        #[allow(non_camel_case_types)]
        pub enum State { None, Some, Option, Self_, i32 }
    }
}

use shadowing::{Event, Level, State};

#[test]
fn variants_may_have_the_names_of_the_prelude() {
    assert_eq!(State::ALL.len(), 7);
    for (number, state) in [0, 1, 7, 8, 9, 10, 11].into_iter().zip(State::ALL) {
        assert_eq!((state.id(), State::from_id(number)), (number, Some(*state)));
    }
    for unknown in [-1, 2, 6, 12, i32::MIN, i32::MAX] {
        assert_eq!(State::from_id(unknown), None);
    }
    assert_eq!(
        (State::None.name(), State::Ok.name(), State::id.name()),
        (Some("None"), Some("fine"), Some("id"))
    );
    assert_eq!(
        (Level::None.name(), Level::from_id(1)),
        (Some("no level"), Some(Level::Some))
    );
    assert_eq!(shadowing::Numbers::from_id(0), Some(shadowing::Numbers::Number));
    assert_eq!(glob::State::from_id(4), Some(glob::State::i32));
}

#[test]
fn raw_identifiers_have_the_names_of_the_keywords() {
    swiftfsm::ids! {
        #[allow(non_camel_case_types)]
        enum r#struct { Idle, r#match }
        #[allow(non_camel_case_types)]
        enum Event { r#loop, r#move => "move-on" }
    }
    swiftfsm::predicate! {
        #[allow(non_camel_case_types)]
        enum Kind = 0 { r#dyn, r#static => "fixed" }
    }
    assert_eq!((r#struct::TYPE, r#struct::r#match.name()), ("struct", Some("match")));
    assert_eq!(
        (Event::r#loop.name(), Event::r#move.name()),
        (Some("loop"), Some("move-on"))
    );
    assert_eq!(
        (Kind::r#dyn.name(), Kind::r#static.name()),
        (Some("dyn"), Some("fixed"))
    );

    let document = "\
definition d
  ids states Idle match
  ids events loop move-on
  initial Idle
  warnings off all
  state Idle
    loop -> match
  state match
    move-on -> Idle
";
    assert!(swiftfsm::Bindings::<r#struct, Event, ()>::new()
        .read(document, "")
        .is_ok());
}

#[test]
fn a_machine_runs_in_a_state_that_is_called_none() {
    let mut builder = Builder::<State, Event, ()>::new();
    builder.predicate::<Level>();
    builder
        .row(State::None, Event::Clone, State::Some)
        .matching(&[Level::Some]);
    builder.row(State::Some, Event::Copy, State::None);
    builder.warnings(false);
    let mut machine = Machine::lenient(&builder.build().unwrap(), State::None, ()).unwrap();
    assert_eq!(machine.state(), Some(State::None));
    assert_eq!(machine.send(Event::Clone).unwrap(), Outcome::Unhandled);
}
