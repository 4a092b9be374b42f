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

/* Where the flags of a snapshot stand: behind the fingerprint and the name and version of the definition, which are empty
 * here. */
enum { FLAGS = 4 + 4 + 32 + 4 + 4, RESTLESS = 8, RESUMING = 32 };

/* The snapshot, as snapshots of a chart without eventless rows are compared: some, but not all, have the flag that such rows
 * are to be tried. */
static text comparable_snapshot_of(const sfsm_machine *machine) {
    text snapshot = snapshot_of(machine, SFSM_SNAPSHOT_DUE);
    if (snapshot.length > FLAGS && !has_eventless_rows(sfsm_machine_table(machine))) {
        snapshot.bytes[FLAGS] &= ~RESTLESS;
    }
    return snapshot;
}

/* Takes out each `key`, with the number or the list of numbers that is its value, if `has_value`. */
static void take_out(text *json, const char *key, bool has_value) {
    for (char *at = json->bytes; at != NULL && (at = strstr(at, key)) != NULL;) {
        char *end = at + strlen(key);
        if (has_value) {
            end = *end == '[' ? strchr(end, ']') + 1 : end + strspn(end, "0123456789");
        }
        memmove(at, end, strlen(end) + 1);
        json->length -= (size_t)(end - at);
    }
}

/* The snapshot in JSON without the numbers of timers: in a plan the timer that was due is gone before another is started, which
 * may have its place then. Without the flag as above. */
static text comparable_json_of(const sfsm_machine *machine) {
    text json = snapshot_of(machine, SFSM_SNAPSHOT_DUE | SFSM_SNAPSHOT_JSON);
    if (json.length > 0) {
        json.bytes = realloc(json.bytes, json.length + 1);
        json.bytes[json.length] = '\0';
    }
    take_out(&json, ",\"number\":", true);
    take_out(&json, ",\"progress\":", true);
    if (!has_eventless_rows(sfsm_machine_table(machine))) {
        take_out(&json, ",\"flags\":[\"restless\"]", false);
        take_out(&json, "\"restless\",", false);
        take_out(&json, ",\"restless\"", false);
    }
    return json;
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
        text one = kind == 3 ? comparable_json_of(sender) : comparable_snapshot_of(sender);
        text other = kind == 3 ? comparable_json_of(planner) : comparable_snapshot_of(planner);
        expect(are_equal(&one, &other), "a plan leads to where sending does");
        clear(&one);
        clear(&other);
    }
    sfsm_machine_release(sender);
    sfsm_machine_release(planner);
    clear(&snapshot);
}
