//! Plays a run: callbacks are compared with what is expected next, do what stands there, and answer so.

use crate::answers::words;
use crate::calls::{self, On};
use crate::divergence::Divergence;
use crate::json::Json;
use crate::signature::{written, Callee};
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
    pub divergence: Divergence,
}

impl<'j> Player<'j> {
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
            self.divergence
                .tell(missing.get("line"), format!("{role} is expected, but not called"));
        }
        frame.has_failed
    }

    /// Returns what is expected now.
    fn expect(&self, outcome: Option<i32>, role: &str, name: &str) -> Option<&'j Json> {
        if self.divergence.is_told() {
            return None;
        }
        let mut frames = self.frames.borrow_mut();
        let frame = frames.last_mut().expect("a call is under way");
        let outcome = outcome.filter(|_| role == "step").map_or(String::new(), words);
        let line = frame.call.get("result").get("line");
        let expected = match frame.call.get("trace").list().get(frame.next) {
            Some(expected) => expected,
            None => {
                self.divergence.tell(
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
            self.divergence.tell(expected.get("line"), text);
            return None;
        }
        Some(expected)
    }

    /// Compares what the step tells, as far as it is written, and what must hold of every step.
    fn check_step(&self, step: &Step<'_, 'j>, expected: &Json) {
        let (raw, line) = (step.as_raw(), expected.get("line"));
        let machine = step.machine();
        if machine.as_ptr() as usize != self.machine.get() {
            self.divergence.tell(line, "the step is of another machine".to_string());
        }
        let found = [raw.source, raw.event, raw.target];
        if !expected.get("step").is_null() && expected.get("step").ids() != found {
            self.divergence.tell(line, format!("the step is {found:?}"));
        }
        let known = i32::from_id;
        if (step.source(), step.target(), step.event()) != (known(raw.source), known(raw.target), known(raw.event)) {
            self.divergence
                .tell(line, "the step is told in another way than in C".to_string());
        }
        for (predicate, value) in expected.get("cases").pairs() {
            if step.case_of(predicate).unwrap_or(sys::SFSM_NONE) != value {
                self.divergence.tell(
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
            self.divergence.tell(
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
            self.divergence.tell(line, format!("the event carries {values:?}"));
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
            self.divergence.tell(line, format!("the time is {}", step.time()));
        }
        if let state @ Json::Number(_) = expected.get("state") {
            if machine.state().unwrap_or(sys::SFSM_NONE) != state.id() {
                self.divergence
                    .tell(line, format!("the state is {:?}", machine.state()));
            }
        }
    }

    /// Is called as a callback.
    pub fn play(&self, step: &Step<'_, 'j>, role: &str, name: &str) -> Result<i32, BoxError> {
        let expected = match self.expect(Some(step.as_raw().outcome), role, name) {
            Some(expected) => expected,
            None => return Ok(idle(role)),
        };
        self.act(step, role, expected)
    }

    /// Is called as a closure with parameters.
    pub fn play_given(&self, step: &Step<'_, 'j>, callee: &Callee, given: &[String]) -> Result<i32, BoxError> {
        let outcome = Some(step.as_raw().outcome).filter(|_| callee.signature.takes("step"));
        let expected = match self.expect(outcome, &callee.role, &callee.name) {
            Some(expected) => expected,
            None => return Ok(idle(&callee.role)),
        };
        self.check_given(expected, given);
        self.act(step, &callee.role, expected)
    }

    /// Is called as a function in C, which is told the step only if it takes it. Returns what that returns.
    pub fn called(&self, step: Option<&sys::sfsm_step>, callee: &Callee, given: &[String]) -> i32 {
        let expected = match self.expect(step.map(|step| step.outcome), &callee.role, &callee.name) {
            Some(expected) => expected,
            None => return idle(&callee.role),
        };
        self.check_given(expected, given);
        if let Some(step) = step {
            let found = [step.source, step.event, step.target];
            if !expected.get("step").is_null() && expected.get("step").ids() != found {
                self.divergence
                    .tell(expected.get("line"), format!("the step is {found:?}"));
            }
        }
        assert!(expected.get("calls").list().is_empty(), "a function in C has no handle");
        expected.get("answer").id()
    }

    /// Notes that a callable is called in another way than its signature says.
    pub fn diverge(&self, what: String) {
        self.divergence.tell(&Json::Null, what);
    }

    /// The predicate types of the table, in their order.
    pub fn predicates(&self) -> Vec<i32> {
        unsafe {
            let table = sys::sfsm_machine_table(self.machine.get() as *const _);
            let count = sys::sfsm_table_predicate_count(table);
            (0..count)
                .map(|index| sys::sfsm_table_predicate_at(table, index))
                .collect()
        }
    }

    fn check_given(&self, expected: &Json, given: &[String]) {
        let wanted: Vec<String> = expected.get("given").list().iter().map(written).collect();
        if !wanted.is_empty() && wanted != given {
            self.divergence
                .tell(expected.get("line"), format!("given is {given:?}, not {wanted:?}"));
        }
    }

    /// Compares the step, does what is written, and answers.
    fn act(&self, step: &Step<'_, 'j>, role: &str, expected: &'j Json) -> Result<i32, BoxError> {
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
}

/// What is answered once nothing is as expected.
fn idle(role: &str) -> i32 {
    match role {
        "resolver" | "update" => sys::SFSM_NONE,
        _ => 0,
    }
}
