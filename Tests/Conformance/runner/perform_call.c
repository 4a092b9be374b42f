/* A call to the machine, and the callbacks that run meanwhile. */
#include "performance.h"

/* The forms that take arguments, for which the others are short. */
static sfsm_outcome call_with(sfsm_machine *machine, const call *call, const sfsm_value *arguments, answer *answer) {
    const sfsm_case *const cases = call->cases.items;
    const size_t count = call->cases.count;
    const size_t argument_count = call->arguments.count;
    switch (call->verb) {
    case SEND:
        return sfsm_machine_send_with(machine, call->id, cases, count, arguments, argument_count);
    case PROBE:
        return sfsm_machine_probe_with(machine, call->id, cases, count, arguments, argument_count, &answer->id);
    case EXPLAIN:
        return sfsm_machine_explain_with(machine, call->id, cases, count, arguments, argument_count, answer->reasons,
                                         CAPACITY, &answer->count);
    default:
        return SFSM_BAD_VALUE;
    }
}

static sfsm_outcome call_library(sfsm_machine *machine, const call *call, answer *answer) {
    const sfsm_case *const cases = call->cases.items;
    const size_t count = call->cases.count;
    if (call->has_arguments) {
        sfsm_value *const lent = lend_arguments(&call->arguments);
        const sfsm_outcome outcome = call_with(machine, call, lent, answer);
        take_back_arguments(lent, call->arguments.count);
        return outcome;
    }
    switch (call->verb) {
    case SEND:
        return call->has_cases ? sfsm_machine_send_matching(machine, call->id, cases, count)
                               : sfsm_machine_send(machine, call->id);
    case REQUEST:
        return call->has_cases ? sfsm_machine_request_matching(machine, call->id, cases, count)
                               : sfsm_machine_request(machine, call->id);
    case START:
        return sfsm_machine_start(machine, call->id);
    case STOP:
        return sfsm_machine_stop(machine);
    case UPDATE_TIME:
        return sfsm_machine_update(machine, call->time, call->is_handed_over ? &answer->id : NULL);
    case SET_STATE:
        return sfsm_machine_set_state(machine, call->id);
    case RUN:
        return sfsm_machine_run_pending(machine);
    case DISCARD:
        return sfsm_machine_discard_pending(machine);
    case PROBE:
        return call->has_cases ? sfsm_machine_probe_with(machine, call->id, cases, count, NULL, 0, &answer->id)
                               : sfsm_machine_probe(machine, call->id, &answer->id);
    case PERMITTED:
        return call->has_cases || call->flags != 0
                   ? sfsm_machine_permitted_matching(machine, cases, count, call->flags, answer->ids, CAPACITY,
                                                     &answer->count)
                   : sfsm_machine_permitted(machine, answer->ids, CAPACITY, &answer->count);
    case EXPLAIN:
        return sfsm_machine_explain(machine, call->is_request ? SFSM_REQUEST : call->id,
                                    call->is_request ? call->id : SFSM_NONE, cases, count, answer->reasons, CAPACITY,
                                    &answer->count);
    }
    return SFSM_BAD_VALUE;
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
