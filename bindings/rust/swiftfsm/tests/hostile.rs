//! A stranger's document: names are only names, whatever they look like.

use swiftfsm::*;

#[test]
fn names_are_only_names() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../Tests/Fixtures/hostile.fsm");
    let text = std::fs::read_to_string(path).unwrap();
    let names: Vec<String> = text
        .lines()
        .filter_map(|line| line.strip_prefix("  state \"")?.strip_suffix('"'))
        .map(|name| name.replace("\\\"", "\"").replace("\\\\", "\\"))
        .collect();
    assert_eq!(names.len(), 20);
    let mut bindings = Bindings::new();
    for name in &names {
        let (acted, entered) = (name.clone(), name.clone());
        bindings = bindings
            .guard(name, |_, _| Ok(true))
            .action(name, move |_, called: &mut Vec<String>| called.push(acted.clone()))
            .entry(name, move |_, called| called.push(entered.clone()));
    }
    let table: Table<i32, i32, Vec<String>> = Table::read(&text, "hostile.fsm", bindings).unwrap();
    let mut machine = Machine::new(&table, Initial, Vec::new()).unwrap();
    for (number, name) in names.iter().enumerate() {
        let next = &names[(number + 1) % names.len()];
        let event = table.event_named(name).unwrap();
        assert_eq!(machine.send(event).unwrap(), Outcome::Transitioned);
        assert_eq!(table.state_name(machine.state().unwrap()), Some(next.as_str()));
        assert_eq!(machine.context()[2 * number..], [name.clone(), next.clone()]);
    }
    for format in [Format::Dot, Format::Html] {
        let picture = table.write(format).unwrap();
        assert!(!picture.contains("<script"), "{picture}");
    }
}
