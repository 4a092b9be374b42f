//! The same cases as in every language: Tests/Conformance, as JSON, where SWIFTFSM_CASES says or in build/conformance.json.

#![warn(unsafe_op_in_unsafe_fn)]

mod answers;
mod callables;
mod calls;
mod closures;
mod divergence;
mod json;
mod native;
mod player;
mod signature;
mod values;

use answers::words;
use callables::{bind_native, callee, hook, is_for_c, Callables};
use calls::On;
use json::Json;
use native::Native;
use player::{Machine, Player, Table};
use signature::Callee;
use std::collections::HashMap;
use std::path::PathBuf;
use swiftfsm::{Bindings, Error, Stopped};

/// The callbacks of a case, each of which knows its role and its name only; and the functions in C among them.
fn bindings<'j>(case: &Json, callables: Callables) -> (Bindings<i32, i32, Player<'j>>, Vec<Native>) {
    let mut natives = Vec::new();
    let mut all: Bindings<i32, i32, Player<'j>> = Bindings::new();
    for callback in case.get("callbacks").list() {
        let name = callback.get("name").text().to_string();
        let (known, role) = (name.clone(), callback.get("role").text());
        if known.is_empty() {
            continue; // a machine's own
        }
        if let Some(callee) = callee(callback) {
            all = if callables == Callables::InC {
                let native = Native::of(callee);
                let all = bind_native(all, role, known, &native);
                natives.push(native);
                all
            } else {
                closures::bind(all, callee).unwrap_or_else(|_| panic!("no closure has the parameters of {name}"))
            };
            continue;
        }
        all = match role {
            "guard" => all.guard(known, move |step, player| Ok(player.play(step, "guard", &name)? > 0)),
            "resolver" => all.resolver(known, move |step, player| {
                Ok(Some(player.play(step, "resolver", &name)?))
            }),
            "provider" => all.provider(known, move |step, player| player.play(step, "provider", &name)),
            "update" => all.update(known, move |step, player| Ok(Some(player.play(step, "update", &name)?))),
            "action" => all.action(known, move |step, player| {
                player.play(step, "action", &name).map(|_| ())
            }),
            "entry" => all.entry(known, move |step, player| player.play(step, "entry", &name).map(|_| ())),
            "exit" => all.exit(known, move |step, player| player.play(step, "exit", &name).map(|_| ())),
            "cycle" => all.cycle(known, move |step, player| player.play(step, "cycle", &name).map(|_| ())),
            "unhandled" => all.on_unhandled(known, move |step, player| {
                player.play(step, "unhandled", &name).map(|_| ())
            }),
            "step" => all.on_step(known, move |step, player| player.play(step, "step", &name).map(|_| ())),
            other => panic!("there is no role {other}"),
        };
    }
    (all, natives)
}

fn machine<'j>(
    table: &Table<'j>,
    run: &Json,
    hooks: &HashMap<String, Callee>,
    callables: Callables,
    natives: &mut Vec<Native>,
) -> Result<Machine<'j>, Error> {
    let start = match run.get("initial") {
        Json::Null => Stopped.into(),
        initial => calls::start_of(initial.id()),
    };
    let mut machine = if run.get("lenient").is_true() {
        Machine::lenient(table, start, Player::default())?
    } else {
        Machine::new(table, start, Player::default())?
    };
    machine.context().machine.set(machine.as_ptr() as usize);
    if run.get("on_unhandled").is_true() {
        hook(&mut machine, "unhandled", hooks, callables, natives)?;
    }
    if run.get("on_step").is_true() {
        hook(&mut machine, "step", hooks, callables, natives)?;
    }
    Ok(machine)
}

/// Returns what is wrong with a run.
fn perform<'j>(
    table: &Table<'j>,
    run: &'j Json,
    hooks: &HashMap<String, Callee>,
    callables: Callables,
) -> Option<String> {
    let expected = run.get("failure");
    let mut natives = Vec::new();
    let mut machine = match machine(table, run, hooks, callables, &mut natives) {
        Ok(_) if !expected.is_null() => return Some("the machine was made".to_string()),
        Ok(machine) => machine,
        Err(error) if words(error.status().code()) == expected.text() => return None,
        Err(error) => return Some(format!("line {}: {error}", run.get("line").number())),
    };
    native::begin(machine.context());
    for call in run.get("calls").list() {
        calls::perform(On::Machine(&mut machine), call);
        let divergence = &machine.context().divergence;
        if divergence.is_told() {
            return divergence.text();
        }
    }
    None
}

/// Returns what is wrong with a case, and how many runs it has.
fn check(case: &Json, callables: Callables) -> (Vec<String>, usize) {
    let (document, path) = (case.get("document").text(), case.get("path").text());
    let (bindings, _natives) = bindings(case, callables);
    let hooks = case.get("callbacks").list().iter().filter_map(callee);
    let hooks = hooks.filter(|callee| callee.name.is_empty());
    let hooks: HashMap<String, Callee> = hooks.map(|callee| (callee.role.clone(), callee)).collect();
    let checked = match bindings.read(document, path) {
        Ok(_) if case.get("has_errors").is_true() => (vec![format!("{path}: it was built")], 0),
        Err(Error::Definition(_)) if case.get("has_errors").is_true() => (Vec::new(), 0),
        Err(error) => (vec![format!("{path}: {error}")], 0),
        Ok(table) => {
            let runs = case.get("runs").list();
            let faults = runs.iter().filter_map(|run| perform(&table, run, &hooks, callables));
            (faults.map(|fault| format!("{path}: {fault}")).collect(), runs.len())
        }
    };
    checked
}

fn cases() -> String {
    let path = std::env::var_os("SWIFTFSM_CASES").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../build/conformance.json"),
        PathBuf::from,
    );
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}: build the tests", path.display()))
}

/// Runs the cases that a condition chooses. Returns how many cases and runs there were.
fn run_all(callables: Callables, is_chosen: impl Fn(&Json) -> bool) -> (usize, usize) {
    let json = Json::read(&cases());
    let (mut faults, mut count, mut run_count) = (Vec::new(), 0, 0);
    for case in json.get("cases").list().iter().filter(|case| is_chosen(case)) {
        let (wrong, runs) = check(case, callables);
        faults.extend(wrong);
        count += 1;
        run_count += runs;
    }
    println!("{count} cases, {run_count} runs");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    (count, run_count)
}

#[test]
fn every_case() {
    let (count, runs) = run_all(Callables::Closures, |case| {
        !case.get("has_callables").is_true() || !is_for_c(case)
    });
    assert!(count > 780 && runs > 600, "{count} cases, {runs} runs");
}

/// A case whose row has a guard and an action, with what is expected of it.
fn coin(trace: &str, outcome: &str, state: i32) -> String {
    let document =
        "# x\\n\\ndefinition\\n  ids states locked unlocked\\n  ids events coin\\n  locked coin ? paid -> unlocked / \
                    thank\\n  state unlocked final\\n";
    let callbacks = r#"[{"role":"guard","name":"paid"},{"role":"action","name":"thank"}]"#;
    let call = format!(
        r#"{{"line":8,"verb":"send","id":0,"states":[],"is_request":false,"cases":null,"arguments":null,"time":"0",
            "is_handed_over":false,"delay":"0","now":"0","timer":0,"flags":0,"trace":[{trace}],"reasons":[],
            "result":{{"line":9,"outcome":"{outcome}","state":{state}}}}}"#
    );
    format!(
        r#"{{"path":"coin.fsm","document":"{document}","has_errors":false,"callbacks":{callbacks},"runs":[{{"line":7,
            "initial":0,"lenient":false,"on_unhandled":false,"on_step":false,"failure":null,"calls":[{call}]}}]}}"#
    )
}

fn happening(role: &str, name: &str, answer: i32) -> String {
    format!(
        r#"{{"line":8,"role":"{role}","name":"{name}","outcome":"","answer":{answer},"step":[0,0,1],"state":0,
            "time":null,"cases":[],"arguments":null,"calls":[]}}"#
    )
}

#[test]
fn wrong_cases_are_told() {
    let (guard, no, action) = (
        happening("guard", "paid", 1),
        happening("guard", "paid", 0),
        happening("action", "thank", 0),
    );
    let both = format!("{guard},{action}");
    let fault = |trace: &str, outcome: &str, state: i32| {
        let case = coin(trace, outcome, state);
        let (faults, runs) = check(&Json::read(&case), Callables::Closures);
        assert_eq!(runs, 1, "{faults:?}");
        faults.join("")
    };
    assert_eq!(fault(&both, "transitioned", 1), "");
    assert_eq!(fault(&no, "refused", 0), "");
    for (wrong, words) in [
        (fault(&both, "refused", 1), "the outcome is transitioned, not refused"),
        (fault(&both, "transitioned", 0), "the state is 1, not 0"),
        (
            fault(&guard, "transitioned", 1),
            "action thank  is called, but nothing more is expected",
        ),
        (
            fault(&action, "transitioned", 1),
            "guard paid  is called, but (\"action\", \"thank\", \"\") is expected",
        ),
        (
            fault(&format!("{no},{action}"), "refused", 0),
            "action is expected, but not called",
        ),
        (
            fault(&both.replace("[0,0,1]", "[0,0,0]"), "transitioned", 1),
            "the step is [0, 0, 1]",
        ),
        (
            fault(&both.replace("\"state\":0", "\"state\":1"), "transitioned", 1),
            "the state is Some(0)",
        ),
        (
            fault(&happening("guard", "paid", -4), "refused", 0),
            "the outcome is callback failed, not refused",
        ),
    ] {
        assert!(wrong.contains(words), "{wrong}");
    }
}
