//! Calls of cases: on a machine, or from inside of its callbacks.

use crate::answers::Answer;
use crate::json::Json;
use crate::player::{Machine, Player};
use crate::values::Sent;
use swiftfsm::{Case, Error, Message, Start, Timer};
use swiftfsm_sys as sys;

type Handle<'h, 'j> = swiftfsm::Handle<'h, i32, i32, Player<'j>>;

/// On what a call is made: on a machine, or inside of a callback.
pub enum On<'a, 'h, 'j> {
    Machine(&'a mut Machine<'j>),
    Inside(&'a Handle<'h, 'j>, &'a Player<'j>),
}

/// Performs a call, and compares what it came to.
pub fn perform<'j>(mut on: On<'_, '_, 'j>, call: &'j Json) {
    match &on {
        On::Machine(machine) => machine.context().begin(call),
        On::Inside(_, player) => player.begin(call),
    }
    let cases: Vec<Case> = call
        .get("cases")
        .pairs()
        .into_iter()
        .map(|(predicate, value)| Case { predicate, value })
        .collect();
    let sent = Sent::of(call.get("arguments"));
    let values = sent.values(call.get("arguments"));
    let id = call.get("id").id();
    let message = match call.get("verb").text() {
        "permitted" => Message::open(),
        "request" => Message::request(id),
        _ if call.get("is_request").is_true() => Message::request(id),
        _ => Message::event(id),
    };
    let message = message.cases(&cases).arguments(&values);
    let answer = match &mut on {
        On::Machine(machine) => on_machine(machine, call, &message),
        On::Inside(handle, player) => inside(handle, player, call, &message),
    };
    match on {
        On::Machine(machine) => finish(machine.context(), machine, call, &answer),
        On::Inside(handle, player) => finish(player, handle, call, &answer),
    }
}

fn finish<'j>(player: &Player<'j>, machine: &swiftfsm::View<i32, i32, Player<'j>>, call: &'j Json, answer: &Answer) {
    let has_failed = player.end();
    if !player.divergence.is_told() {
        answer.check(call, machine, has_failed, &player.divergence);
    }
}

fn is_plain(call: &Json) -> bool {
    call.get("cases").is_null() && call.get("arguments").is_null()
}

fn on_machine(machine: &mut Machine<'_>, call: &Json, message: &Message<'_, i32, i32>) -> Answer {
    let (id, flags) = (call.get("id").id(), call.get("flags").number() as u32);
    match call.get("verb").text() {
        "send" if is_plain(call) => Answer::outcome(machine.send(id)),
        "request" if is_plain(call) => Answer::outcome(machine.request(id)),
        "send" | "request" => Answer::outcome(machine.send_message(message)),
        "send later" => {
            let timer = machine.send_later(id, call.get("delay").number());
            note_timer(machine.context(), call, timer)
        }
        "cancel" => {
            let timer = timer_of(machine.context(), call);
            Answer::done(machine.cancel(timer))
        }
        "advance" => Answer::done(machine.advance(call.get("now").number())),
        // From outside this is the same as a send.
        "raise" => Answer::outcome(machine.handle().raise(id)),
        "start" => Answer::done(machine.start(start_of(id))),
        "stop" => Answer::done(machine.stop()),
        "update time" => {
            let time = call.get("time").text().parse().expect("a time");
            if call.get("is_handed_over").is_true() {
                return Answer::of(machine.updated_event(time), |event, answer| {
                    answer.id = event.unwrap_or(sys::SFSM_NONE);
                });
            }
            Answer::of(machine.update(time), |outcome, answer| {
                answer.code = outcome.map_or(0, |outcome| outcome as i32)
            })
        }
        "set state" => Answer::done(machine.set_state(start_of(id))),
        "set states" => Answer::done(machine.set_states(&call.get("states").ids())),
        "run" => Answer::done(machine.run_pending()),
        "discard" => {
            machine.discard_pending();
            Answer::code(sys::SFSM_OK)
        }
        "probe" => Answer::probed(machine.probe(*message)),
        "explain" => Answer::explained(machine.explain(*message)),
        "permitted" if is_plain(call) || flags == 3 => permitted_in_c(machine.as_ptr(), call, flags),
        "permitted" => match flags {
            0 => Answer::listed(machine.permitted(*message)),
            1 => Answer::listed(machine.permitted_without_guards(*message)),
            _ => Answer::listed(machine.permitted_states(*message)),
        },
        other => panic!("there is no call {other}"),
    }
}

/// What a callback may do; what its types forbid is done in C, which says that the machine is busy.
fn inside<'j>(handle: &Handle<'_, 'j>, player: &Player<'j>, call: &Json, message: &Message<'_, i32, i32>) -> Answer {
    let id = call.get("id").id();
    match call.get("verb").text() {
        "send" if is_plain(call) => Answer::outcome(handle.send(id)),
        "request" if is_plain(call) => Answer::outcome(handle.request(id)),
        "send" | "request" => Answer::outcome(handle.send_message(message)),
        "send later" => note_timer(player, call, handle.send_later(id, call.get("delay").number())),
        "cancel" => Answer::done(handle.cancel(timer_of(player, call))),
        "raise" => Answer::outcome(handle.raise(id)),
        "stop" => Answer::of(handle.stop(), |_, answer| answer.code = sys::SFSM_QUEUED),
        "discard" => {
            handle.discard_pending();
            Answer::code(sys::SFSM_OK)
        }
        "probe" => Answer::probed(handle.probe(player, *message)),
        "explain" => Answer::explained(handle.explain(player, *message)),
        "permitted" if call.get("flags").number() == 0 => Answer::listed(handle.permitted(player, *message)),
        "permitted" => permitted_in_c(handle.as_ptr(), call, call.get("flags").number() as u32),
        _ => Answer::code(forbidden(handle.as_ptr(), call)),
    }
}

/// Makes a message of C with the cases of a call.
fn with_message(call: &Json, event: i32, ask: impl FnOnce(&sys::sfsm_message) -> i32) -> i32 {
    assert!(
        call.get("arguments").list().is_empty(),
        "a guard asks with arguments: no case does that yet"
    );
    let pairs = call.get("cases").pairs();
    let cases: Vec<sys::sfsm_case> = pairs
        .into_iter()
        .map(|(predicate, value)| sys::sfsm_case { predicate, value })
        .collect();
    ask(&sys::sfsm_message {
        size: std::mem::size_of::<sys::sfsm_message>(),
        event,
        requested: sys::SFSM_NONE,
        cases: cases.as_ptr(),
        case_count: cases.len(),
        arguments: std::ptr::null(),
        argument_count: 0,
    })
}

/// Lists what is permitted without any message, as NULL says in C, and with both flags.
fn permitted_in_c(machine: *mut sys::sfsm_machine, call: &Json, flags: u32) -> Answer {
    let (mut ids, mut count) = (vec![0; 4096], 0);
    let code = with_message(call, sys::SFSM_ANY, |message| {
        let message = if is_plain(call) { std::ptr::null() } else { message };
        unsafe { sys::sfsm_machine_permitted(machine, message, flags, ids.as_mut_ptr(), ids.len(), &mut count) }
    });
    ids.truncate(count);
    Answer {
        code,
        ids,
        ..Answer::default()
    }
}

/// Calls that a `Handle` does not have.
fn forbidden(machine: *mut sys::sfsm_machine, call: &Json) -> i32 {
    let (id, states) = (call.get("id").id(), call.get("states").ids());
    unsafe {
        match call.get("verb").text() {
            "start" => sys::sfsm_machine_start(machine, id),
            "advance" => sys::sfsm_machine_advance(machine, call.get("now").number()),
            "run" => sys::sfsm_machine_run_pending(machine),
            "set state" => sys::sfsm_machine_set_state(machine, id),
            "set states" => sys::sfsm_machine_set_states(machine, states.as_ptr(), states.len()),
            "update time" => sys::sfsm_machine_update(machine, 0.0, std::ptr::null(), std::ptr::null_mut()),
            other => panic!("there is no call {other}"),
        }
    }
}

pub fn start_of(id: i32) -> Start<i32> {
    match id {
        sys::SFSM_INITIAL => swiftfsm::Initial.into(),
        sys::SFSM_LAST_STATE => swiftfsm::LastState.into(),
        sys::SFSM_NONE => swiftfsm::Stopped.into(),
        id => id.into(),
    }
}

fn note_timer(player: &Player<'_>, call: &Json, timer: Result<Timer, Error>) -> Answer {
    if call.get("timer").number() > 0 {
        let number = *timer.as_ref().unwrap_or(&Timer(0));
        player.timers.borrow_mut().insert(call.get("timer").number(), number);
    }
    Answer::done(timer)
}

fn timer_of(player: &Player<'_>, call: &Json) -> Timer {
    player
        .timers
        .borrow()
        .get(&call.get("timer").number())
        .copied()
        .unwrap_or(Timer(0))
}
