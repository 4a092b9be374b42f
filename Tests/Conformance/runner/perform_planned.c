/* Calls that a host performs itself: the library plans each step, and the callbacks are called from here (chapter 10). */
#include "planning.h"

static sfsm_outcome plan_call(sfsm_machine *machine, const call *call, const sfsm_message *message, sfsm_plan *plan) {
    switch (call == NULL ? RUN : call->verb) {
    case START:
        return sfsm_machine_plan_start(machine, call->id, plan);
    case STOP:
        return sfsm_machine_plan_stop(machine, plan);
    case ADVANCE:
        return sfsm_machine_plan_due(machine, call->now, plan);
    case RUN:
        return sfsm_machine_plan_pending(machine, plan);
    default:
        return sfsm_machine_plan(machine, message, plan);
    }
}

/* Plans a call, or what waits (NULL), as often as callbacks postpone it. */
static sfsm_outcome make_plan(performance *performance, const call *call, const sfsm_message *message,
                              sfsm_plan *plan) {
    planning *const planning = performance->host->context;
    sfsm_outcome outcome;
    bool is_first = true;
    do {
        begin_planning(planning, is_first);
        outcome = plan_call(performance->machine, call, message, plan);
        is_first = false;
    } while (end_planning(planning));
    return outcome;
}

/* Performs a plan, if one is open. Returns the outcome of the step. */
static sfsm_outcome perform_plan(sfsm_machine *machine, sfsm_plan *plan, sfsm_outcome outcome) {
    sfsm_callback callback;
    int32_t next, result = 0;
    while (plan->outcome == SFSM_TRANSITIONED && result >= 0 && (next = sfsm_plan_next(plan, &callback)) > 0) {
        void *const context = callback.context != NULL ? callback.context : plan->step->context;
        switch (next) {
        case SFSM_PLAN_CALL:
            result = callback.function(plan->step, context);
            break;
        case SFSM_PLAN_RESOLVE:
            outcome = sfsm_machine_resolve(machine, plan, callback.function(plan->step, context));
            break;
        default:
            sfsm_machine_commit(machine, plan);
        }
    }
    return plan->outcome == SFSM_TRANSITIONED ? sfsm_machine_complete(machine, plan, result) : outcome;
}

/* Whether what waits stays as it is after this. */
static bool ends_run(sfsm_outcome outcome) {
    return outcome == SFSM_CALLBACK_FAILED || outcome == SFSM_UNKNOWN_STATE || outcome == SFSM_UNKNOWN_CASE ||
           outcome == SFSM_STEP_LIMIT_REACHED;
}

/* An event that was sent and waits: behind so many others. Over a chart raised events come in between, so that it is known
 * by its id, which no case leaves waiting before. */
typedef struct awaited_event {
    bool is_known_by_id;
    sfsm_id event;
    size_t before;
} awaited_event;

/* Whether a plan is that of the event; it was planned as so many waited. */
static bool is_plan_of(awaited_event *event, const sfsm_plan *plan, size_t waiting, size_t still_waiting) {
    if (event == NULL) {
        return false;
    }
    return event->is_known_by_id ? plan->step->event == event->event
                                 : still_waiting < waiting && event->before-- == 0;
}

/* Plans and performs what waits, as far as it goes. The outcome becomes that of the event that is awaited, if one is. */
static sfsm_outcome perform_pending(performance *performance, sfsm_outcome outcome, awaited_event *awaited, bool is_run) {
    sfsm_machine *const machine = performance->machine;
    sfsm_plan plan = {.size = sizeof plan};
    for (;;) {
        const size_t waiting = sfsm_machine_pending(machine);
        const sfsm_outcome planned = make_plan(performance, NULL, NULL, &plan);
        if (planned == SFSM_OK) {
            return outcome;
        }
        const bool is_awaited = is_plan_of(awaited, &plan, waiting, sfsm_machine_pending(machine));
        const sfsm_outcome next = perform_plan(machine, &plan, planned);
        if (is_awaited) {
            awaited = NULL;
        }
        if (is_awaited || (is_run && ends_run(next)) || next == SFSM_STEP_LIMIT_REACHED) {
            outcome = next;
        }
        if (ends_run(next)) {
            return outcome;
        }
    }
}

/* Tells the time. What comes of the events that are due is not told, but for a failure. */
static sfsm_outcome advance(performance *performance, const call *call) {
    sfsm_plan plan = {.size = sizeof plan};
    for (;;) {
        const sfsm_outcome planned = make_plan(performance, call, NULL, &plan);
        if (planned == SFSM_OK || planned == SFSM_BAD_VALUE || planned == SFSM_BUSY) {
            return planned;
        }
        const sfsm_outcome next = perform_plan(performance->machine, &plan, planned);
        if (ends_run(next) || next == SFSM_OUT_OF_MEMORY || next == SFSM_QUEUE_FULL) {
            return next;
        }
    }
}

/* Whether states are nested. */
static bool is_chart(const sfsm_table *table) {
    bool is_nested = false;
    for (size_t i = 0; !is_nested && i < sfsm_table_state_count(table); i++) {
        is_nested = sfsm_table_parent(table, sfsm_table_state_at(table, i)) != SFSM_NONE;
    }
    return is_nested;
}

static sfsm_outcome call_planned(performance *performance, const call *call, const sfsm_message *message) {
    sfsm_machine *const machine = performance->machine;
    sfsm_plan plan = {.size = sizeof plan};
    awaited_event awaited = {is_chart(performance->table), message->event, sfsm_machine_pending(machine)};
    if (call->verb == RUN) {
        return perform_pending(performance, SFSM_OK, NULL, true);
    }
    if (call->verb == ADVANCE) {
        return advance(performance, call);
    }
    sfsm_outcome outcome = make_plan(performance, call, message, &plan);
    const bool is_queued = outcome == SFSM_QUEUED;
    outcome = perform_plan(machine, &plan, outcome);
    if (outcome < 0 || ends_run(outcome)) {
        return outcome;
    }
    outcome = perform_pending(performance, outcome, is_queued ? &awaited : NULL, false);
    const bool is_life = call->verb == START || call->verb == STOP;
    return is_life && outcome == SFSM_TRANSITIONED ? SFSM_OK : outcome;
}

/* Performs an event, a request, a start, a stop or what waits step by step. */
static bool perform_by_plans(performance *performance, const call *call, const sfsm_message *message,
                             sfsm_outcome *out_outcome) {
    const bool has_steps = call->verb == SEND || call->verb == REQUEST || call->verb == START || call->verb == STOP ||
                           call->verb == RUN || call->verb == ADVANCE;
    if (has_steps) {
        *out_outcome = call_planned(performance, call, message);
    }
    return has_steps;
}

planning planning_host(bool postpones) {
    return (planning){.host = {.perform = perform_by_plans, .call_back = reply}, .postpones = postpones};
}
