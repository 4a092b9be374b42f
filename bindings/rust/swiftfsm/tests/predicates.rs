//! Predicate types: cases that are sent choose rows, and others are provided.

mod gate;

use gate::*;
use swiftfsm::*;

#[test]
fn predicates_choose_rows() {
    let mut builder = builder();
    builder.predicate::<Policy>();
    builder
        .row(State::Locked, Event::Pass, State::Broken)
        .matching(&[Policy::Strong]);
    builder
        .row(State::Locked, Event::Pass, Same)
        .matching(&[Policy::Weak])
        .action(|step, gate| {
            gate.note(format!("{:?}", step.case::<Policy>()));
        });
    builder.final_state(State::Broken);
    let table = builder.build().unwrap();
    assert_eq!(
        (table.predicate_name(3), table.case_name(3, 1)),
        (Some("Policy"), Some("Strong"))
    );
    assert_eq!(table.transition_cases(0, 3).unwrap(), [1]);
    let mut gate = machine(&table);
    let error = gate.send(Event::Pass).unwrap_err();
    assert_eq!(error.status(), Status::MissingPredicate);
    assert!(error.to_string().ends_with("Predicate type Policy."), "{error}");
    let (weak, strong) = ([Policy::Weak.into()], [Policy::Strong.into()]);
    let pass = Message::event(Event::Pass);
    assert_eq!(gate.send_message(&pass.cases(&weak)).unwrap(), Outcome::Transitioned);
    assert_eq!(gate.context().trace, ["Some(Weak)"]);
    let prediction = gate.probe(pass.cases(&strong)).unwrap();
    assert_eq!(
        prediction,
        Prediction {
            outcome: Outcome::Transitioned,
            state: Some(State::Broken)
        }
    );
    let (outcome, reasons) = gate.explain(pass.cases(&strong)).unwrap();
    let kinds: Vec<ReasonKind> = reasons.iter().map(|reason| reason.kind).collect();
    assert_eq!(
        (outcome, kinds),
        (Outcome::Transitioned, vec![ReasonKind::Taken, ReasonKind::NotMatched])
    );
    assert_eq!(gate.permitted(Message::open().cases(&strong)).unwrap(), [Event::Pass]);
    let mut lenient = Machine::lenient(&table, State::Locked, Gate::default()).unwrap();
    assert_eq!(lenient.send(Event::Pass).unwrap(), Outcome::Unhandled);
}

#[test]
fn providers_are_asked() {
    let mut builder = builder();
    builder.provided(|_, gate| if gate.coins > 0 { Policy::Strong } else { Policy::Weak });
    builder
        .row(State::Locked, Event::Pass, State::Broken)
        .matching(&[Policy::Strong]);
    builder.final_state(State::Broken);
    let mut gate = machine(&builder.build().unwrap());
    assert_eq!(gate.send(Event::Pass).unwrap(), Outcome::Unhandled);
    gate.context_mut().coins = 1;
    assert_eq!(gate.send(Event::Pass).unwrap(), Outcome::Transitioned);
}
