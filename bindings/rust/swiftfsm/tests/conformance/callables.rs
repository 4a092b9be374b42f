//! Callables of cases, in two ways: as closures with parameters, and as functions in C.

use crate::closures;
use crate::json::Json;
use crate::native::Native;
use crate::player::{Machine, Player};
use crate::signature::{Callee, Signature};
use std::collections::HashMap;
use swiftfsm::{Bindings, Error};

/// How callables are made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Callables {
    Closures,
    InC,
}

/// The callback as a callable, if it has a signature.
pub fn callee(callback: &Json) -> Option<Callee> {
    let text = callback.get("signature");
    (!text.is_null()).then(|| Callee {
        role: callback.get("role").text().to_string(),
        name: callback.get("name").text().to_string(),
        signature: Signature::read(text.text()),
    })
}

pub fn bind_native<'j>(
    all: Bindings<i32, i32, Player<'j>>,
    role: &str,
    name: String,
    native: &Native,
) -> Bindings<i32, i32, Player<'j>> {
    let bind = match role {
        "guard" => Bindings::guard_c,
        "resolver" => Bindings::resolver_c,
        "provider" => Bindings::provider_c,
        "update" => Bindings::update_c,
        "action" => Bindings::action_c,
        "entry" => Bindings::entry_c,
        "exit" => Bindings::exit_c,
        "cycle" => Bindings::cycle_c,
        "unhandled" => Bindings::on_unhandled_c,
        "step" => Bindings::on_step_c,
        other => panic!("there is no role {other}"),
    };
    bind(all, name, &native.function)
}

/// Adds a hook of the machine itself.
pub fn hook<'j>(
    machine: &mut Machine<'j>,
    role: &'static str,
    hooks: &HashMap<String, Callee>,
    callables: Callables,
    natives: &mut Vec<Native>,
) -> Result<(), Error> {
    match (hooks.get(role), callables) {
        (None, _) if role == "step" => machine.on_step(|step, player| player.play(step, "step", "").map(|_| ())),
        (None, _) => machine.on_unhandled(|step, player| player.play(step, "unhandled", "").map(|_| ())),
        (Some(callee), Callables::Closures) => {
            closures::hook(machine, callee.clone()).expect("a closure with these parameters")
        }
        (Some(callee), Callables::InC) => {
            let native = Native::of(callee.clone());
            let added = if role == "step" {
                machine.on_step_c(&native.function)
            } else {
                machine.on_unhandled_c(&native.function)
            };
            natives.push(native);
            added
        }
    }
}

/// Variadic functions, too many parameters for a tuple, and results that are not those of a role: no closure has these.
pub fn is_for_c(case: &Json) -> bool {
    case.get("has_variadics").is_true()
        || ["callables/many-arguments.fsm", "callables/every-type.fsm"].contains(&case.get("path").text())
        || case.get("path").text() == "callables/an-unfit-hook-for-unhandled-events.fsm"
        || case.get("has_errors").is_true() && case.get("path").text().contains("results-of-")
}

/// A function in C has no handle for calls from inside.
#[test]
fn callables_in_c() {
    let makes_calls = |case: &Json| {
        let runs = case.get("runs").list().iter();
        let traces = runs.flat_map(|run| run.get("calls").list().iter().flat_map(|call| call.get("trace").list()));
        let mut inner = traces.filter(|happening| !happening.get("calls").list().is_empty());
        inner.next().is_some()
    };
    let (count, runs) = crate::run_all(Callables::InC, |case| {
        case.get("has_callables").is_true() && (is_for_c(case) || !makes_calls(case))
    });
    assert!(count > 60 && runs > 40, "{count} cases, {runs} runs");
}

/// What callables are given is compared: each case fails of which the first thing that is given is another one.
#[test]
fn wrong_things_given_are_told() {
    let begin = r#""given": [{"type": "i32", "value": ""#;
    let json = Json::read(&crate::cases().replace(begin, &format!("{begin}47")));
    let mut count = 0;
    for case in json.get("cases").list() {
        let runs = case.get("runs").list().iter();
        let mut traces = runs.flat_map(|run| run.get("calls").list().iter().flat_map(|call| call.get("trace").list()));
        let is_changed = |happening: &Json| {
            let given = happening.get("given").list().first();
            given.map_or(false, |first| first.get("type").text() == "i32")
        };
        if !traces.any(is_changed) {
            continue;
        }
        count += 1;
        let ways = [Callables::Closures, Callables::InC];
        let without_calls = case.get("path").text() != "callables/a-call-within-a-call.fsm";
        for way in ways
            .into_iter()
            .filter(|&way| way == Callables::InC && without_calls || way == Callables::Closures && !is_for_c(case))
        {
            let faults = crate::check(case, way).0.join("");
            assert!(faults.contains("given is"), "{}: {faults}", case.get("path").text());
        }
    }
    assert!(count > 15, "{count}");
}
