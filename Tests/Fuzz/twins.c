#include "twins.h"

#include "machines.h"
#include "snapshots.h"

/* Performs a plan that is open, to its end. Returns what it comes to. */
static sfsm_outcome perform(sfsm_machine *machine, sfsm_plan *plan, sfsm_outcome outcome) {
    int32_t result = 0;
    while (plan->outcome == SFSM_TRANSITIONED && result >= 0) {
        sfsm_callback callback;
        const int32_t next = known(sfsm_plan_next(plan, &callback));
        if (next <= SFSM_PLAN_END) {
            break;
        } else if (next == SFSM_PLAN_CALL) {
            result = callback.function(plan->step, callback.context != NULL ? callback.context : plan->step->context);
        } else if (next == SFSM_PLAN_RESOLVE) {
            outcome = known(sfsm_machine_resolve(machine, plan, callback.function(plan->step, callback.context)));
        } else {
            expect(sfsm_machine_commit(machine, plan) == SFSM_OK, "a plan commits where it says so");
        }
    }
    return plan->outcome == SFSM_TRANSITIONED ? known(sfsm_machine_complete(machine, plan, result)) : outcome;
}

/* The outcome of the message, after all that follows it, up to an error. */
static sfsm_outcome send_by_plans(sfsm_machine *machine, const sfsm_message *message) {
    sfsm_plan plan = {.size = sizeof plan};
    const sfsm_outcome first = perform(machine, &plan, known(sfsm_machine_plan(machine, message, &plan)));
    for (sfsm_outcome next = first; next > SFSM_OK;) {
        next = known(sfsm_machine_plan_pending(machine, &plan));
        next = next > SFSM_OK ? perform(machine, &plan, next) : next;
    }
    return first;
}

static sfsm_outcome advance_by_plans(sfsm_machine *machine, int64_t now) {
    sfsm_plan plan = {.size = sizeof plan};
    sfsm_outcome next;
    do {
        next = known(sfsm_machine_plan_due(machine, now, &plan));
        next = next > SFSM_OK ? perform(machine, &plan, next) : next;
    } while (next > SFSM_OK || next == SFSM_UNKNOWN_EVENT); /* the event is gone, and others may be due */
    return next;
}

static bool has_eventless_rows(const sfsm_table *table) {
    for (size_t i = 0; i < sfsm_table_transition_count(table); i++) {
        sfsm_transition one = {.size = sizeof one};
        if (sfsm_table_transition(table, i, &one) == SFSM_OK && one.event == SFSM_EVENTLESS) {
            return true;
        }
    }
    return false;
}

/* The snapshot, as snapshots of a chart without eventless rows are compared: some, but not all, have the flag that such rows
 * are to be tried. It stands behind the fingerprint and the name and version of the definition, which are empty here. */
enum { FLAGS = 4 + 4 + 32 + 4 + 4, RESTLESS = 8, RESUMING = 32 };

static text comparable_snapshot_of(const sfsm_machine *machine) {
    text snapshot = snapshot_of(machine, SFSM_SNAPSHOT_DUE);
    if (snapshot.length > FLAGS && !has_eventless_rows(sfsm_machine_table(machine))) {
        snapshot.bytes[FLAGS] &= ~RESTLESS;
    }
    return snapshot;
}

/* After what was due: a timer that is started meanwhile has another number, since the one that ran is gone sooner in a plan. */
static void expect_same_place(const sfsm_machine *one, const sfsm_machine *other) {
    sfsm_id leaves[2][MOST_STATES];
    size_t counts[2] = {0, 0};
    int64_t due[2] = {0, 0};
    known(sfsm_machine_states(one, leaves[0], MOST_STATES, &counts[0]));
    known(sfsm_machine_states(other, leaves[1], MOST_STATES, &counts[1]));
    expect(counts[0] == counts[1] && counts[0] <= MOST_STATES, "plans of what is due lead to as many states");
    expect(memcmp(leaves[0], leaves[1], counts[0] * sizeof leaves[0][0]) == 0, "plans of what is due lead to the same states");
    expect(known(sfsm_machine_due(one, &due[0])) == known(sfsm_machine_due(other, &due[1])) && due[0] == due[1],
           "after plans the same time is due");
    expect(sfsm_machine_now(one) == sfsm_machine_now(other), "after plans it is the same time");
    expect(sfsm_machine_pending(one) == sfsm_machine_pending(other), "after plans as much waits");
}

void compare_twins(owned *place) {
    bool is_sound = false;
    const uint32_t kind = below(4);
    if (current.is_wild || place->has_plan || known(sfsm_machine_run_pending(place->machine)) != SFSM_OK || place->machine == NULL) {
        return;
    }
    text snapshot = snapshot_of(place->machine, SFSM_SNAPSHOT_DUE);
    /* While a plan is postponed, its event is planned next: one that is sent is another. */
    if (snapshot.length <= FLAGS || (snapshot.bytes[FLAGS] & RESUMING) != 0) {
        clear(&snapshot);
        return;
    }
    sfsm_machine *const sender = twin_of(place, &snapshot), *const planner = twin_of(place, &snapshot);
    const uint32_t budget = current.budget;
    current.budget = 0; /* what callbacks draw would differ */
    sfsm_outcome sent, planned;
    if (kind == 3) {
        const int64_t now = sfsm_machine_now(sender) + (int64_t)below(16);
        sent = known(sfsm_machine_advance(sender, now));
        planned = advance_by_plans(planner, now);
    } else {
        const sfsm_message *const message = draw_message(false, &is_sound);
        sent = known(sfsm_machine_send_message(sender, message));
        planned = send_by_plans(planner, message);
    }
    current.budget = budget;
    if (sent != SFSM_STEP_LIMIT_REACHED) {
        expect_result(planned, sent, "a plan comes to what sending does");
    }
    if (sent != SFSM_STEP_LIMIT_REACHED && kind == 3) {
        expect_same_place(sender, planner);
    } else if (sent != SFSM_STEP_LIMIT_REACHED) {
        text one = comparable_snapshot_of(sender), other = comparable_snapshot_of(planner);
        expect(are_equal(&one, &other), "a plan leads to where sending does");
        clear(&one);
        clear(&other);
    }
    sfsm_machine_release(sender);
    sfsm_machine_release(planner);
    clear(&snapshot);
}
