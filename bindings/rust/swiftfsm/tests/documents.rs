//! Documents: reading, the names of enums, writing and pictures.

use swiftfsm::*;

swiftfsm::ids! {
    enum State { Locked, OpenWide }
    enum Event { Coin, Pass }
}
type Gate = Vec<String>;

const TURNSTILE: &str = "definition turnstile version 3
  ids states locked = 0 open-wide = 1
  ids events coin = 0 pass = 1
  initial locked
  predicate Policy weak strong by office
  event coin (i64 cents)
  thanks: state locked
    entry lock
    paid: coin ? enough -> open-wide / thank
    pass [Policy weak] -> same / beep
  state open-wide
    pass -> locked
";

fn bindings() -> Bindings<State, Event, Gate> {
    Bindings::new()
        .guard("enough", |step, _| Ok(step.argument::<i64>(0)? >= 150))
        .action("thank", |_, gate: &mut Gate| gate.push("thank".to_string()))
        .action("beep", |_, gate| gate.push("beep".to_string()))
        .entry("lock", |_, gate| gate.push("lock".to_string()))
        .provider("office", |_, _| 0)
}

fn kinds(error: &Error) -> Vec<DiagnosticKind> {
    error.diagnostics().expect("diagnostics").kinds()
}

#[test]
fn a_document_is_run() {
    let table = Table::read(TURNSTILE, "turnstile.fsm", bindings()).unwrap();
    assert_eq!(
        (table.name(), table.version(), table.initial()),
        (Some("turnstile"), Some("3"), Some(State::Locked))
    );
    assert_eq!((table.row_label(1), table.row_line(1)), (Some("paid"), Some(9)));
    assert_eq!(table.callback_name(1, RowRole::Guard, 0), Some("enough"));
    assert_eq!(table.callback_name(1, RowRole::Action, 1), None);
    assert_eq!(
        (table.argument_name(Event::Coin, 0), table.state_named("open-wide")),
        (Some("cents"), Some(State::OpenWide))
    );
    assert_eq!((table.event_named("fly"), table.predicates()), (None, vec![(0, 2)]));
    let mut gate = Machine::new(&table, Initial, Gate::new()).unwrap();
    assert_eq!(gate.send_with(Event::Coin, (149,)).unwrap(), Outcome::Refused);
    gate.send(Event::Pass).unwrap();
    gate.send_with(Event::Coin, (150,)).unwrap();
    gate.send(Event::Pass).unwrap();
    assert_eq!(gate.context()[..], ["beep", "thank", "lock"]);
}

#[test]
fn faults_have_places() {
    let text = TURNSTILE
        .replace("-> same", "=> same")
        .replace("initial locked", "initially locked");
    let error = bindings().read(&text, "wrong.fsm").unwrap_err();
    let faults = error.diagnostics().unwrap();
    assert_eq!(
        faults.kinds(),
        [DiagnosticKind::DocumentSyntax, DiagnosticKind::DocumentSyntax],
        "{error}"
    );
    assert_eq!((faults[0].file(), faults[0].line()), ("wrong.fsm", 4));
    assert!(
        faults[0].column > 0 && error.to_string().starts_with("wrong.fsm:4:"),
        "{error}"
    );
    for wrong in ["", "definition\n\tx", "definition\n  a b -> \u{0}", "not a definition"] {
        assert!(bindings().read(wrong, "").is_err(), "{wrong:?}");
    }
}

#[test]
fn callbacks_that_are_missing() {
    let error = Bindings::<State, Event, Gate>::new().read(TURNSTILE, "").unwrap_err();
    assert_eq!(kinds(&error), [DiagnosticKind::UnboundCallback; 5], "{error}");
    let table = Bindings::<State, Event, Gate>::new()
        .unbound()
        .read(TURNSTILE, "")
        .unwrap();
    let error = Machine::new(&table, State::Locked, Gate::new()).unwrap_err();
    assert_eq!(error.status(), Status::UnboundCallbacks);
    // A role counts: a guard is no action.
    let wrong = bindings().guard("beep", |_, _| true);
    assert!(wrong.read(TURNSTILE, "").is_ok());
}

#[test]
fn enums_are_compared() {
    swiftfsm::ids! {
        enum Wrong { Locked, Open }
        enum Swapped { Pass, Coin }
    }
    let same = |_: &Step<'_, Wrong, Swapped, ()>, _: &()| true;
    let nothing = |_: &Step<'_, Wrong, Swapped, ()>, _: &mut ()| ();
    let error = Bindings::<Wrong, Swapped, ()>::new()
        .guard("enough", same)
        .action("thank", nothing)
        .action("beep", nothing)
        .entry("lock", nothing)
        .provider("office", |_, _| 0)
        .read(TURNSTILE, "turnstile.fsm")
        .unwrap_err();
    assert_eq!(kinds(&error), [DiagnosticKind::UnknownDocumentName; 3], "{error}");
    let first = "turnstile.fsm: error: the program's Wrong::Open is 1, which the document names open-wide: ";
    assert!(error.to_string().starts_with(first), "{error}");
    // What the document has, and the enum has not.
    swiftfsm::ids! {
        enum Few { Locked }
    }
    let error = Bindings::<Few, Event, ()>::new()
        .unbound()
        .read(TURNSTILE, "")
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("the document's open-wide is 1, which the program's Few does not have"),
        "{error}"
    );
}

#[test]
fn it_is_written_again() {
    let table = bindings().read(TURNSTILE, "").unwrap();
    let text = table.write(Format::Text).unwrap();
    let again = bindings().read(&text, "").unwrap();
    assert_eq!(again.write(Format::Text).unwrap(), text);
    assert_eq!(
        (again.fingerprint().unwrap(), again.snapshot_key()),
        (table.fingerprint().unwrap(), table.snapshot_key())
    );
    assert!(table.write(Format::Json).unwrap().starts_with('{'));
    let current = Picture {
        current: vec![State::OpenWide],
        taken: vec![1, 2, 3],
        ..Picture::default()
    };
    for format in [Format::Dot, Format::Mermaid, Format::PlantUml] {
        let picture = table.draw(format, &current).unwrap();
        assert!(
            picture.contains("wide") && picture != table.write(format).unwrap(),
            "{picture}"
        );
        let without = Picture {
            hidden: vec![State::OpenWide],
            ..Picture::default()
        };
        assert!(!table.draw(format, &without).unwrap().contains("wide"));
    }
    for format in [Format::Matrix, Format::Markdown, Format::Html] {
        assert!(table.write(format).unwrap().contains("coin"));
    }
    let wrong = Picture {
        taken: vec![1],
        ..Picture::default()
    };
    assert_eq!(
        table.draw(Format::Dot, &wrong).unwrap_err().status(),
        Status::OutOfRange
    );
}

#[test]
fn rows_and_documents_add_up() {
    let mut builder = Builder::<State, Event, Gate>::unnamed();
    builder.read(TURNSTILE, "turnstile.fsm", bindings()).unwrap();
    assert!(builder.write(Format::Text).unwrap().contains("open-wide"));
    builder
        .state(State::OpenWide)
        .exit(|_, gate| gate.push("exit".to_string()));
    let mut gate = Machine::new(&builder.build().unwrap(), State::OpenWide, Gate::new()).unwrap();
    gate.send(Event::Pass).unwrap();
    assert_eq!(gate.context()[..], ["exit", "lock"]);
    // Callbacks of programs have no names.
    assert_eq!(
        gate.table().write(Format::Text).unwrap_err().status(),
        Status::UnnamedCallback
    );
}

#[test]
fn a_definition_that_no_document_can_say() {
    ids! {
        pub enum Odd { Line => "two\nlines", Plain }
    }
    let mut builder = Builder::<Odd, Odd, ()>::new();
    builder.row(Odd::Line, Odd::Line, Odd::Plain);
    builder.row(Odd::Plain, Odd::Plain, Odd::Line);
    let text = "No document can say this definition: a name has characters";
    let said = builder.write(Format::Text).unwrap_err().to_string();
    assert!(said.starts_with(text), "{said}");
    let table = builder.build().unwrap();
    for error in [
        table.write(Format::Text).unwrap_err(),
        table.write(Format::Json).unwrap_err(),
        table.fingerprint().unwrap_err(),
    ] {
        assert_eq!(error.status(), Status::BadValue);
        assert!(error.to_string().starts_with(text), "{error}");
    }
    assert!(table.write(Format::Mermaid).is_ok());
}
