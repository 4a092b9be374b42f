/* A call to the machine, and the callbacks that run meanwhile. */
#include "performance.h"

/* What a call sends; `arguments` are lent. */
static sfsm_message message_of(const call *call, const sfsm_value *arguments) {
    const bool asks_all = call->verb == PERMITTED;
    return (sfsm_message){
        .size = sizeof(sfsm_message),
        .event = call->verb == REQUEST || call->is_request ? SFSM_REQUEST
                 : asks_all                                ? SFSM_ANY
                                                           : call->id,
        .requested = call->id,
        .cases = call->cases.items,
        .case_count = call->cases.count,
        .arguments = arguments,
        .argument_count = call->arguments.count,
    };
}

static sfsm_status send_later(performance *performance, const call *call) {
    uint64_t timer = 0;
    const sfsm_status status = sfsm_machine_send_later(performance->machine, call->id, call->delay, &timer);
    if (call->timer > 0) {
        performance->timers[call->timer] = timer;
    }
    return status;
}

/* Performs a call; one that sends nothing but an event or a request takes the shorter way. */
static sfsm_outcome call_with(performance *performance, const call *call, const sfsm_message *message,
                              answer *answer) {
    sfsm_machine *const machine = performance->machine;
    const bool is_plain = !call->has_cases && !call->has_arguments;
    switch (call->verb) {
    case SEND:
        return is_plain ? sfsm_machine_send(machine, call->id) : sfsm_machine_send_message(machine, message);
    case SEND_LATER:
        return send_later(performance, call);
    case CANCEL:
        return sfsm_machine_cancel(machine, performance->timers[call->timer]);
    case ADVANCE:
        return sfsm_machine_advance(machine, call->now);
    case RAISE:
        return sfsm_machine_raise(machine, call->id);
    case REQUEST:
        return is_plain ? sfsm_machine_request(machine, call->id) : sfsm_machine_send_message(machine, message);
    case START:
        return sfsm_machine_start(machine, call->id);
    case STOP:
        return sfsm_machine_stop(machine);
    case UPDATE_TIME:
        return sfsm_machine_update(machine, call->time, NULL, call->is_handed_over ? &answer->id : NULL);
    case SET_STATE:
        return sfsm_machine_set_state(machine, call->id);
    case SET_STATES:
        return sfsm_machine_set_states(machine, call->states.items, call->states.count);
    case RUN:
        return sfsm_machine_run_pending(machine);
    case DISCARD:
        return sfsm_machine_discard_pending(machine);
    case PROBE:
        return sfsm_machine_probe(machine, message, &answer->id);
    case PERMITTED:
        return sfsm_machine_permitted(machine, is_plain ? NULL : message, call->flags, answer->ids, CAPACITY,
                                      &answer->count);
    case EXPLAIN:
        return sfsm_machine_explain(machine, message, answer->reasons, CAPACITY, &answer->count);
    }
    return SFSM_BAD_VALUE;
}

/* Performs a call by the host, from outside of callbacks, or by the library. */
static sfsm_outcome call_library(performance *performance, const call *call, answer *answer) {
    sfsm_value *const lent = call->has_arguments ? lend_arguments(&call->arguments) : NULL;
    const sfsm_message message = message_of(call, lent);
    const host *const host = performance->frame->outer == NULL ? performance->host : NULL;
    sfsm_outcome outcome = SFSM_OK;
    if (host == NULL || !host->perform(performance, call, &message, &outcome)) {
        outcome = call_with(performance, call, &message, answer);
    }
    if (call->has_arguments) {
        take_back_arguments(lent, call->arguments.count);
    }
    return outcome;
}

void perform_call(performance *performance, const call *call) {
    frame frame = {.call = call, .outer = performance->frame};
    answer answer = {.id = SFSM_NONE};
    performance->frame = &frame;
    answer.outcome = call_library(performance, call, &answer);
    performance->frame = frame.outer;
    if (performance->has_diverged) {
        return;
    }
    if (frame.next < call->trace.count) {
        const happening *const missing = &call->trace.items[frame.next];
        diverge(performance, missing->line, "%s is expected, but not called", role_names[missing->role]);
    }
    check_answer(performance, call, &answer);
}
