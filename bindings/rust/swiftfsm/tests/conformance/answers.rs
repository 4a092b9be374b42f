//! Answers: what calls came to, compared with what is written.

use crate::divergence::Divergence;
use crate::json::Json;
use swiftfsm::{Error, Outcome, Prediction, Reason, Table, View};
use swiftfsm_sys as sys;

/// What a call came to.
#[derive(Default)]
pub struct Answer {
    pub code: i32,
    pub is_callback_error: bool,
    /// The target of a probe; the event that an update hands over.
    pub id: i32,
    pub ids: Vec<i32>,
    pub reasons: Vec<Reason>,
}

impl Answer {
    pub fn of<T>(result: Result<T, Error>, take: impl FnOnce(T, &mut Answer)) -> Self {
        let mut answer = Answer {
            id: sys::SFSM_NONE,
            ..Answer::default()
        };
        match result {
            Ok(value) => take(value, &mut answer),
            Err(error) => {
                answer.code = error.status().code();
                answer.is_callback_error = matches!(error, Error::Callback(_));
            }
        }
        answer
    }

    pub fn done<T>(result: Result<T, Error>) -> Self {
        Answer::of(result, |_, _| ())
    }

    pub fn outcome(result: Result<Outcome, Error>) -> Self {
        Answer::of(result, |outcome, answer| answer.code = outcome as i32)
    }

    pub fn probed(result: Result<Prediction<i32>, Error>) -> Self {
        Answer::of(result, |probed, answer| {
            answer.code = probed.outcome as i32;
            answer.id = probed.state.unwrap_or(sys::SFSM_NONE);
        })
    }

    pub fn listed(result: Result<Vec<i32>, Error>) -> Self {
        Answer::of(result, |ids, answer| answer.ids = ids)
    }

    pub fn explained(result: Result<(Outcome, Vec<Reason>), Error>) -> Self {
        Answer::of(result, |(outcome, reasons), answer| {
            answer.code = outcome as i32;
            answer.reasons = reasons;
        })
    }

    pub fn code(code: i32) -> Self {
        Answer {
            code,
            id: sys::SFSM_NONE,
            ..Answer::default()
        }
    }

    /// Compares this with what is written.
    pub fn check<C>(&self, call: &Json, machine: &View<i32, i32, C>, failed: bool, divergence: &Divergence) {
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
        let hides_outcome = self.is_callback_error && failed && follows;
        if words(self.code) != outcome && !hides_outcome {
            divergence.tell(line, format!("the outcome is {}, not {outcome}", words(self.code)));
        }
        let id_of = |state: Option<i32>| state.unwrap_or(sys::SFSM_NONE);
        let compare = |name: &str, found: String, expected: String| {
            if found != expected {
                divergence.tell(line, format!("{name} is {found}, not {expected}"));
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
                compare(name, self.id.to_string(), number(name));
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
                format!("{:?}", self.ids),
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
            self.check_reasons(call, &machine.table(), divergence);
        }
    }

    fn check_reasons<C>(&self, call: &Json, table: &Table<i32, i32, C>, divergence: &Divergence) {
        let expected = call.get("reasons").list();
        if self.reasons.len() != expected.len() {
            let text = format!("there are {} reasons instead of {}", self.reasons.len(), expected.len());
            divergence.tell(call.get("result").get("line"), text);
        }
        for (reason, expected) in self.reasons.iter().zip(expected) {
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
                divergence.tell(expected.get("line"), format!("the reason is {found:?}, not {wanted:?}"));
            }
        }
    }
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
