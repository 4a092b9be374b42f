//! Plays a run: callbacks are compared with what is expected next, do what stands there, and answer so.

use crate::calls::{self, Answer, On};
use crate::json::Json;
use crate::values::is_alike;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use swiftfsm::{BoxError, Failure, Id, Timer};
use swiftfsm_sys as sys;

pub type Table<'j> = swiftfsm::Table<i32, i32, Player<'j>>;
pub type Machine<'j> = swiftfsm::Machine<i32, i32, Player<'j>>;
pub type Step<'s, 'j> = swiftfsm::Step<'s, i32, i32, Player<'j>>;

/// A call under way, and how many of its callbacks were called.
struct Frame<'j> {
    call: &'j Json,
    next: usize,
    has_failed: bool,
}

/// The context of a machine.
#[derive(Default)]
pub struct Player<'j> {
    frames: RefCell<Vec<Frame<'j>>>,
    pub timers: RefCell<HashMap<i64, Timer>>,
    pub machine: Cell<usize>,
    fault: RefCell<Option<String>>,
}

/// The name of an outcome or a status, "unknown state".
pub fn words(code: i32) -> String {
    let name = unsafe { std::ffi::CStr::from_ptr(sys::sfsm_status_name(code)) };
    name.to_string_lossy()
        .trim_start_matches("SFSM_")
        .to_lowercase()
        .replace('_', " ")
}

/// The name of a type of values, "i32"; "none" for 0.
fn type_words(code: i32) -> String {
    swiftfsm::ValueType::from_code(code).map_or("none".to_string(), |kind| format!("{kind:?}").to_lowercase())
}

impl<'j> Player<'j> {
    pub fn diverge(&self, line: &Json, what: String) {
        self.fault
            .borrow_mut()
            .get_or_insert(format!("line {}: {what}", line.number()));
    }

    pub fn has_diverged(&self) -> bool {
        self.fault.borrow().is_some()
    }

    pub fn fault(&self) -> Option<String> {
        self.fault.borrow().clone()
    }

    pub fn begin(&self, call: &'j Json) {
        self.frames.borrow_mut().push(Frame {
            call,
            next: 0,
            has_failed: false,
        });
    }

    /// Ends a call. Returns whether one of its callbacks has failed.
    pub fn end(&self) -> bool {
        let frame = self.frames.borrow_mut().pop().expect("a call is under way");
        if let Some(missing) = frame.call.get("trace").list().get(frame.next) {
            let role = missing.get("role").text();
            self.diverge(missing.get("line"), format!("{role} is expected, but not called"));
        }
        frame.has_failed
    }

    /// Returns what is expected now.
    fn expect(&self, step: &Step<'_, 'j>, role: &str, name: &str) -> Option<&'j Json> {
        if self.has_diverged() {
            return None;
        }
        let mut frames = self.frames.borrow_mut();
        let frame = frames.last_mut().expect("a call is under way");
        let outcome = if role == "step" {
            words(step.as_raw().outcome)
        } else {
            String::new()
        };
        let line = frame.call.get("result").get("line");
        let expected = match frame.call.get("trace").list().get(frame.next) {
            Some(expected) => expected,
            None => {
                self.diverge(
                    line,
                    format!("{role} {name} {outcome} is called, but nothing more is expected"),
                );
                return None;
            }
        };
        frame.next += 1;
        let wanted = (
            expected.get("role").text(),
            expected.get("name").text(),
            expected.get("outcome").text(),
        );
        if wanted != (role, name, outcome.as_str()) {
            let text = format!("{role} {name} {outcome} is called, but {wanted:?} is expected");
            self.diverge(expected.get("line"), text);
            return None;
        }
        Some(expected)
    }

    /// Compares what the step tells, as far as it is written, and what must hold of every step.
    fn check_step(&self, step: &Step<'_, 'j>, expected: &Json) {
        let (raw, line) = (step.as_raw(), expected.get("line"));
        let machine = step.machine();
        if machine.as_ptr() as usize != self.machine.get() {
            self.diverge(line, "the step is of another machine".to_string());
        }
        let found = [raw.source, raw.event, raw.target];
        if !expected.get("step").is_null() && expected.get("step").ids() != found {
            self.diverge(line, format!("the step is {found:?}"));
        }
        let known = i32::from_id;
        if (step.source(), step.target(), step.event()) != (known(raw.source), known(raw.target), known(raw.event)) {
            self.diverge(line, "the step is told in another way than in C".to_string());
        }
        for (predicate, value) in expected.get("cases").pairs() {
            if step.case_of(predicate).unwrap_or(sys::SFSM_NONE) != value {
                self.diverge(
                    line,
                    format!("predicate type {predicate} is {:?}", step.case_of(predicate)),
                );
            }
        }
        let (values, written) = (step.values(), expected.get("arguments"));
        let verb = self
            .frames
            .borrow()
            .last()
            .map_or("", |frame| frame.call.get("verb").text());
        let declared = machine.table().arguments(raw.event).len();
        if verb != "permitted" && values.len() != declared {
            self.diverge(
                line,
                format!("the event carries {} values instead of {declared}", values.len()),
            );
        }
        let are_alike = values.len() == written.list().len()
            && values
                .iter()
                .zip(written.list())
                .all(|(value, expected)| is_alike(value, expected));
        if !written.is_null() && !are_alike {
            self.diverge(line, format!("the event carries {values:?}"));
        }
        let role = expected.get("role").text();
        let may_be_timed = role == "update" || (role == "provider" && verb == "update time");
        let time = expected.get("time");
        let expected_time = if time.is_null() {
            0.0
        } else {
            time.text().parse().expect("a time")
        };
        if (!time.is_null() || !may_be_timed) && step.time().to_bits() != f64::to_bits(expected_time) {
            self.diverge(line, format!("the time is {}", step.time()));
        }
        if let state @ Json::Number(_) = expected.get("state") {
            if machine.state().unwrap_or(sys::SFSM_NONE) != state.id() {
                self.diverge(line, format!("the state is {:?}", machine.state()));
            }
        }
    }

    /// Is called as a callback.
    pub fn play(&self, step: &Step<'_, 'j>, role: &str, name: &str) -> Result<i32, BoxError> {
        let expected = match self.expect(step, role, name) {
            Some(expected) => expected,
            None => return Ok(idle(role)),
        };
        self.check_step(step, expected);
        for call in expected.get("calls").list() {
            calls::perform(On::Inside(&step.machine(), self), call);
        }
        self.answer(role, expected)
    }

    fn answer(&self, role: &str, expected: &Json) -> Result<i32, BoxError> {
        let answer = expected.get("answer").id();
        let has_failed = match role {
            "resolver" | "update" => answer == sys::SFSM_FAILED,
            _ => answer < 0,
        };
        if has_failed {
            // A failure of a queued event's step fails the outermost call.
            for frame in self.frames.borrow_mut().iter_mut() {
                frame.has_failed = true;
            }
            return Err(Box::new(Failure(answer)));
        }
        Ok(answer)
    }

    /// Compares what a call came to with what is written.
    pub fn check_answer(
        &self,
        call: &Json,
        answer: &Answer,
        machine: &swiftfsm::View<i32, i32, Player<'j>>,
        failed: bool,
    ) {
        let result = call.get("result");
        let line = result.get("line");
        let outcome = result.get("outcome").text();
        // Rust returns the error of any callback, also of a step that follows: of an event that a callback had sent or a
        // chart raised, or of one that was waiting.
        let sends = call
            .get("trace")
            .list()
            .iter()
            .any(|happening| !happening.get("calls").list().is_empty());
        let follows = sends || matches!(outcome, "transitioned" | "queued");
        let hides_outcome = answer.is_callback_error && failed && follows;
        if words(answer.code) != outcome && !hides_outcome {
            self.diverge(line, format!("the outcome is {}, not {outcome}", words(answer.code)));
        }
        let id_of = |state: Option<i32>| state.unwrap_or(sys::SFSM_NONE);
        let compare = |name: &str, found: String, expected: String| {
            if found != expected {
                self.diverge(line, format!("{name} is {found}, not {expected}"));
            }
        };
        let number = |name: &str| result.get(name).number().to_string();
        compare("the state", id_of(machine.state()).to_string(), number("state"));
        if result.has("failure") {
            compare("the failure", machine.failure().to_string(), number("failure"));
        }
        if result.has("pending") {
            compare(
                "the number of events that wait",
                machine.pending().to_string(),
                number("pending"),
            );
        }
        for name in ["target", "event"] {
            if result.has(name) {
                compare(name, answer.id.to_string(), number(name));
            }
        }
        if result.has("rejected") {
            let (mut predicate, mut value) = (0, 0);
            unsafe { sys::sfsm_machine_rejected_case(machine.as_ptr(), &mut predicate, &mut value) };
            compare(
                "the case",
                format!("{:?}", [predicate, value]),
                format!("{:?}", result.get("rejected").ids()),
            );
        }
        if result.has("rejected_argument") {
            let (mut index, mut declared, mut sent) = (0, 0, 0);
            unsafe { sys::sfsm_machine_rejected_argument(machine.as_ptr(), &mut index, &mut declared, &mut sent) };
            let expected = result.get("rejected_argument");
            compare(
                "the argument",
                index.to_string(),
                expected.get("index").number().to_string(),
            );
            compare(
                "its declared type",
                type_words(declared),
                expected.get("declared").text().to_string(),
            );
            compare("its type", type_words(sent), expected.get("sent").text().to_string());
        }
        if result.has("ids") {
            compare(
                "the list",
                format!("{:?}", answer.ids),
                format!("{:?}", result.get("ids").ids()),
            );
        }
        if result.has("active") {
            let active = result.get("active").ids();
            compare(
                "the active states",
                format!("{:?}", machine.states()),
                format!("{active:?}"),
            );
            compare(
                "in",
                active.iter().all(|&state| machine.is_in(state)).to_string(),
                "true".to_string(),
            );
        }
        if result.has("done") {
            compare(
                "done",
                machine.is_done().to_string(),
                result.get("done").is_true().to_string(),
            );
        }
        if result.has("due") {
            let due = result.get("due");
            let expected = (!due.is_null()).then(|| due.number());
            compare("due", format!("{:?}", machine.due()), format!("{expected:?}"));
        }
        if call.get("verb").text() == "explain" {
            self.check_reasons(call, answer, &machine.table());
        }
    }

    fn check_reasons(&self, call: &Json, answer: &Answer, table: &Table<'j>) {
        let expected = call.get("reasons").list();
        if answer.reasons.len() != expected.len() {
            let text = format!(
                "there are {} reasons instead of {}",
                answer.reasons.len(),
                expected.len()
            );
            self.diverge(call.get("result").get("line"), text);
        }
        for (reason, expected) in answer.reasons.iter().zip(expected) {
            let row = table.transition(reason.transition).expect("a transition");
            let mismatch = [reason.predicate, reason.value].map(|id| id.unwrap_or(sys::SFSM_NONE));
            let guard = reason.guard.map_or(-1, |guard| guard as i64);
            let found = (
                i64::from(row.line),
                i64::from(reason.kind.code()),
                mismatch.to_vec(),
                guard,
            );
            let mut wanted = (
                expected.get("row_line").number(),
                expected.get("kind").number(),
                expected.get("mismatch").ids(),
                expected.get("guard").number(),
            );
            if reason.kind != swiftfsm::ReasonKind::NotMatched {
                wanted.2 = found.2.clone();
            }
            if reason.kind != swiftfsm::ReasonKind::GuardRefused {
                wanted.3 = found.3;
            }
            if found != wanted {
                self.diverge(expected.get("line"), format!("the reason is {found:?}, not {wanted:?}"));
            }
        }
    }
}

/// What is answered once nothing is as expected.
fn idle(role: &str) -> i32 {
    match role {
        "resolver" | "update" => sys::SFSM_NONE,
        _ => 0,
    }
}
