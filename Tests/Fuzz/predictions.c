#include "predictions.h"

#include "machines.h"
#include "oracle.h"

/* What the present states permit is what is probed, as long as nothing happens in between. */
static bool is_predictable(const owned *place) {
    if (current.is_wild || current.depth > 0 || place->has_plan) {
        return false;
    }
    /* What follows by itself after a plan or a failure comes first. */
    return known(sfsm_machine_run_pending(place->machine)) == SFSM_OK && place->machine != NULL;
}

/* Reasons: one row is taken if one would be, and if none is, one has refused or no row is for it. Returns the number of the
 * last row that is taken, 0 if none is. */
static size_t check_reasons(sfsm_machine *machine, const sfsm_message *message, sfsm_outcome probed) {
    sfsm_reason reasons[MOST_ROWS * 4];
    size_t count = 0, taken = 0, refused = 0, row = 0;
    const sfsm_outcome explained = known(sfsm_machine_explain(machine, message, reasons, COUNT(reasons), &count));
    expect_result(explained, probed, "explain foretells what probe foretells");
    const bool is_all = explained > 0 && count <= COUNT(reasons);
    for (size_t i = 0; is_all && i < count; i++) {
        expect(reasons[i].kind >= SFSM_TAKEN && reasons[i].kind <= SFSM_NOT_TRIED, "a reason is in the header");
        sfsm_transition transition = {.size = sizeof transition};
        expect(sfsm_table_transition(sfsm_machine_table(machine), reasons[i].transition, &transition) == SFSM_OK,
               "a reason has a row");
        if (reasons[i].kind == SFSM_TAKEN) {
            row = transition.row;
            taken++;
        }
        refused += reasons[i].kind == SFSM_GUARD_REFUSED || reasons[i].kind == SFSM_RESOLVER_REFUSED;
    }
    if (is_all) {
        expect(explained != SFSM_REFUSED || refused > 0, "a row that refuses is explained");
        expect(explained != SFSM_UNHANDLED || refused == 0, "what is not handled was not refused");
        expect((explained == SFSM_TRANSITIONED || explained == SFSM_DEFERRED) == (taken > 0), "what is taken is explained");
        expect(taken <= 1 || current.definition.is_chart, "one row is taken");
    }
    return row;
}

/* The oracle's verdict, if it has one. */
static void ask_oracle(const owned *place, const sfsm_message *message, sfsm_outcome probed, sfsm_id target,
                       verdict *out_verdict) {
    const definition *const of = &current.definition;
    sfsm_id cases[MOST_PREDICATES];
    const sfsm_id state = sfsm_machine_state(place->machine);
    *out_verdict = (verdict){.is_judged = false};
    if (of->is_chart || state == SFSM_NONE || !find_cases(message, cases) ||
        (of->has_resolvers && !of->resolves_first) || (of->has_callables && current.failing != 0)) {
        return;
    }
    for (uint32_t type = 0; type < of->predicate_count; type++) {
        if (cases[type] == SFSM_NONE && !place->is_lenient) {
            return;
        }
    }
    const verdict found = judge(state, message, cases);
    if (!found.is_judged) {
        return;
    }
    *out_verdict = found;
    expect_result(probed, found.outcome, "the outcome is the oracle's");
    expect(probed != SFSM_TRANSITIONED || target == found.target, "the target is the oracle's");
}

void predict_and_send(owned *place) {
    sfsm_machine *const machine = place->machine;
    bool is_sound = false;
    if (once_in(4)) {
        change_weather();
    }
    const bool is_predicted = is_predictable(place);
    if (place->machine == NULL) {
        return;
    }
    const sfsm_message *const message = draw_message(false, &is_sound);
    if (!is_predicted) {
        known(sfsm_machine_send_message(machine, message));
        return;
    }
    sfsm_id target = UNKNOWN;
    const sfsm_outcome probed = known(sfsm_machine_probe(machine, message, &target));
    const size_t explained = check_reasons(machine, message, probed);
    verdict verdict = {.is_judged = false};
    if (is_sound) {
        ask_oracle(place, message, probed, target, &verdict);
    }
    const sfsm_id source = sfsm_machine_state(machine);
    current.watched = machine;
    current.seen = 0;
    const sfsm_outcome sent = known(sfsm_machine_send_message(machine, message));
    current.watched = NULL;
    const bool is_flat = !current.definition.is_chart;
    const bool may_differ = sent == SFSM_CALLBACK_FAILED || (sent == SFSM_UNKNOWN_CASE && current.definition.has_callables);
    if (!may_differ && (is_flat || (sent != SFSM_STEP_LIMIT_REACHED && sent != SFSM_QUEUE_FULL))) {
        expect_result(sent, probed, "sending does what probe foretold");
    }
    if (sent == SFSM_TRANSITIONED || sent == SFSM_REFUSED || sent == SFSM_UNHANDLED) {
        expect(current.seen > 0 && current.seen_outcome == sent, "the step hook is told the outcome");
    }
    if (sent == SFSM_TRANSITIONED && is_flat) {
        expect(current.seen_source == source && (current.seen_target == target || message->event == SFSM_REQUEST),
               "the step hook is told the states");
        expect(!verdict.is_judged || current.seen_row == verdict.row, "the row that is taken is the oracle's");
        expect(explained == 0 || current.seen_row == explained, "the row that is taken is the one that was explained");
    }
}

/* ------------------------------------------------------------------------------------------------------------------
 * Permitted
 * --------------------------------------------------------------------------------------------------------------- */

static bool is_listed(const sfsm_id *ids, size_t count, sfsm_id id) {
    for (size_t i = 0; i < count; i++) {
        if (ids[i] == id) {
            return true;
        }
    }
    return false;
}

void check_permitted(owned *place) {
    sfsm_machine *const machine = place->machine;
    const sfsm_table *const table = sfsm_machine_table(machine);
    bool is_sound = false;
    sfsm_message message = *draw_message(true, &is_sound);
    sfsm_id ids[64], wide[64];
    size_t count = 0, wide_count = 0;
    const uint32_t kind = below(8), flags = kind == 7 ? take_byte() : kind % 2 == 1 ? SFSM_PERMITTED_STATES : 0;
    const sfsm_status status = known(sfsm_machine_permitted(machine, &message, flags, ids, COUNT(ids), &count));
    if (current.is_wild || kind == 7 || status != SFSM_OK || count > COUNT(ids)) {
        return;
    }
    known(sfsm_machine_permitted(machine, &message, flags | SFSM_WITHOUT_GUARDS, wide, COUNT(wide), &wide_count));
    const size_t all = flags == 0 ? sfsm_table_event_count(table) : sfsm_table_state_count(table);
    size_t permitted = 0;
    for (size_t i = 0; i < all; i++) {
        const sfsm_id id = flags == 0 ? sfsm_table_event_at(table, i) : sfsm_table_state_at(table, i);
        message.event = flags == 0 ? id : SFSM_REQUEST;
        message.requested = id;
        permitted += is_listed(ids, count, id);
        if (flags == 0 && sfsm_table_argument_count(table, id) > 0) {
            continue; /* probe wants the arguments, for which permitted does not ask */
        }
        const sfsm_outcome probed = sfsm_machine_probe(machine, &message, NULL);
        expect((probed == SFSM_TRANSITIONED) == is_listed(ids, count, id), "what is permitted is what probe foretells");
        expect(probed != SFSM_TRANSITIONED || is_listed(wide, wide_count, id), "guards permit nothing more");
    }
    expect(permitted == count, "what is permitted is of the table, and is told once");
}

/* ------------------------------------------------------------------------------------------------------------------
 * Plans
 * --------------------------------------------------------------------------------------------------------------- */

static sfsm_plan plans[MACHINES];

static sfsm_plan *plan_of(const owned *place) {
    return &plans[place - current.machines];
}

void begin_plan(owned *place) {
    sfsm_machine *const machine = place->machine;
    sfsm_plan *const plan = plan_of(place);
    bool is_sound = false;
    *plan = (sfsm_plan){.size = is_mistaken() ? take_byte() % (sizeof *plan + 1) : sizeof *plan};
    sfsm_outcome outcome;
    switch (below(8)) {
    case 5: outcome = sfsm_machine_plan_start(machine, any_state(), plan); break;
    case 6: outcome = sfsm_machine_plan_stop(machine, plan); break;
    case 7: outcome = sfsm_machine_plan_due(machine, sfsm_machine_now(machine) + (int64_t)below(10), plan); break;
    case 4: outcome = sfsm_machine_plan_pending(machine, plan); break;
    default: outcome = sfsm_machine_plan(machine, draw_message(false, &is_sound), plan); break;
    }
    known(outcome);
    const bool is_open = machine != NULL && outcome == SFSM_TRANSITIONED;
    place->has_plan = is_open && place->machine == machine;
    if (is_open && !place->has_plan) {
        known(sfsm_machine_abandon(machine)); /* a guard has released it: it was kept for the plan */
    }
    expect(!place->has_plan || (plan->outcome == SFSM_TRANSITIONED && plan->step != NULL), "an open plan has a step");
    perform_plan(place, below(16));
}

/* One call of the plan; false when it is over, or nothing is left to do but to complete it. */
static bool perform_call(owned *place, sfsm_plan *plan, int32_t *out_result) {
    sfsm_callback callback;
    const int32_t next = known(sfsm_plan_next(plan, &callback));
    switch (next) {
    case SFSM_PLAN_CALL:
        expect(callback.function != NULL && callback.finalizer == NULL, "a plan says what to call");
        current.depth++;
        *out_result = callback.function(plan->step, callback.context != NULL ? callback.context : plan->step->context);
        current.depth--;
        return *out_result >= 0 && place->machine != NULL;
    case SFSM_PLAN_RESOLVE: {
        const int32_t answer = callback.function(plan->step, callback.context);
        return known(sfsm_machine_resolve(place->machine, plan, answer)) == SFSM_TRANSITIONED;
    }
    case SFSM_PLAN_COMMIT: return known(sfsm_machine_commit(place->machine, plan)) == SFSM_OK;
    default: return false;
    }
}

void perform_plan(owned *place, uint32_t kind) {
    sfsm_machine *const machine = place->machine;
    sfsm_plan *const plan = plan_of(place);
    if (machine == NULL || !place->has_plan) {
        return;
    }
    if (kind == 14) {
        known(sfsm_machine_abandon(machine));
        place->has_plan = false;
        return;
    }
    int32_t result = 0;
    place->is_performing = true;
    for (uint32_t left = kind == 13 ? below(4) : 1000; left > 0; left--) {
        if (!perform_call(place, plan, &result)) {
            break;
        }
    }
    place->is_performing = false;
    if (kind == 13 && place->machine != NULL) {
        return; /* to go on later, or never */
    }
    if (plan->outcome == SFSM_TRANSITIONED) {
        const sfsm_outcome completed = known(sfsm_machine_complete(machine, plan, result));
        if (completed == SFSM_BAD_VALUE) {
            known(sfsm_machine_abandon(machine));
        }
    }
    place->has_plan = false;
}
