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

/* Performs a call; one that sends nothing but an event or a request takes the shorter way. */
static sfsm_outcome call_with(sfsm_machine *machine, const call *call, const sfsm_message *message, answer *answer) {
    const bool is_plain = !call->has_cases && !call->has_arguments;
    switch (call->verb) {
    case SEND:
        return is_plain ? sfsm_machine_send(machine, call->id) : sfsm_machine_send_message(machine, message);
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

static sfsm_outcome call_library(sfsm_machine *machine, const call *call, answer *answer) {
    sfsm_value *const lent = call->has_arguments ? lend_arguments(&call->arguments) : NULL;
    const sfsm_message message = message_of(call, lent);
    const sfsm_outcome outcome = call_with(machine, call, &message, answer);
    if (call->has_arguments) {
        take_back_arguments(lent, call->arguments.count);
    }
    return outcome;
}

void perform_call(performance *performance, const call *call) {
    frame frame = {.call = call, .outer = performance->frame};
    answer answer = {.id = SFSM_NONE};
    performance->frame = &frame;
    answer.outcome = call_library(performance->machine, call, &answer);
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
