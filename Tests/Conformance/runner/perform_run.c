/* A machine is told what a run says. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "performance.h"

/* More ids or reasons than any case names. */
enum { CAPACITY = 256 };

/* What a call gave beside its outcome. */
typedef struct answer {
    sfsm_outcome outcome;
    int32_t id;
    int32_t ids[CAPACITY];
    sfsm_reason reasons[CAPACITY];
    size_t count;
} answer;

const char *outcome_words(test_case *test, int32_t outcome) {
    const char *const name = sfsm_status_name(outcome);
    char *const words = arena_text(&test->arena, name, strlen(name));
    for (char *letter = words; *letter != '\0'; letter++) {
        *letter = *letter == '_' ? ' ' : (char)tolower((unsigned char)*letter);
    }
    return strncmp(words, "sfsm ", 5) == 0 ? words + 5 : words;
}

/* ------------------------------------------------------------------------------------------------------------------
 * Calls
 * --------------------------------------------------------------------------------------------------------------- */

static sfsm_outcome call_library(sfsm_machine *machine, const call *call, answer *answer) {
    const sfsm_case *const cases = call->cases.items;
    const size_t count = call->cases.count;
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
        return sfsm_machine_run(machine);
    case DISCARD:
        return sfsm_machine_discard(machine);
    case PROBE:
        return sfsm_machine_probe(machine, call->id, &answer->id);
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

/* ------------------------------------------------------------------------------------------------------------------
 * What comes of them
 * --------------------------------------------------------------------------------------------------------------- */

static void check_outcome(performance *performance, const result *expected, sfsm_outcome outcome) {
    test_case *const test = performance->test;
    const int32_t state = sfsm_machine_state(performance->machine);
    const char *const words = outcome_words(test, outcome);
    if (strcmp(words, expected->outcome) != 0 || state != expected->state) {
        diverge(performance, expected->line, "the result is %s %s, not %s %s", words, id_text(test, STATE, state),
                expected->outcome, id_text(test, STATE, expected->state));
    }
}

static void check_number(performance *performance, const result *expected, const char *what, long actual, long wanted) {
    if (actual != wanted) {
        diverge(performance, expected->line, "%s is %ld, not %ld", what, actual, wanted);
    }
}

static void check_ids(performance *performance, const call *call, const answer *answer) {
    const vocabulary vocabulary = (call->flags & SFSM_REQUESTS) != 0 ? STATE : EVENT;
    const result *const expected = &call->result;
    check_number(performance, expected, "the number of what is permitted", (long)answer->count,
                 (long)expected->ids.count);
    for (size_t i = 0; i < expected->ids.count && i < answer->count; i++) {
        if (answer->ids[i] != expected->ids.items[i]) {
            diverge(performance, expected->line, "%s is permitted, not %s",
                    id_text(performance->test, vocabulary, answer->ids[i]),
                    id_text(performance->test, vocabulary, expected->ids.items[i]));
        }
    }
}

static void check_details(performance *performance, const call *call, const answer *answer) {
    test_case *const test = performance->test;
    sfsm_machine *const machine = performance->machine;
    const result *const expected = &call->result;
    if (expected->has_failure) {
        check_number(performance, expected, "the failure", sfsm_machine_failure(machine), expected->failure);
    }
    if (expected->has_pending) {
        check_number(performance, expected, "the number of waiting events", (long)sfsm_machine_pending(machine),
                     (long)expected->pending);
    }
    if (expected->has_target && answer->id != expected->target) {
        diverge(performance, expected->line, "the target is %s", id_text(test, STATE, answer->id));
    }
    if (expected->has_event && answer->id != expected->event) {
        diverge(performance, expected->line, "the event is %s", id_text(test, EVENT, answer->id));
    }
    if (expected->has_rejected) {
        sfsm_case actual = {0, 0};
        sfsm_machine_rejected_case(machine, &actual.predicate, &actual.value);
        if (actual.predicate != expected->rejected.predicate || actual.value != expected->rejected.value) {
            diverge(performance, expected->line, "rejected is %s %s", id_text(test, PREDICATE, actual.predicate),
                    case_text(test, actual.predicate, actual.value));
        }
    }
    if (expected->has_ids) {
        check_ids(performance, call, answer);
    }
}

static void check_reasons(performance *performance, const call *call, const answer *answer) {
    static const char *const kinds[] = {"", "taken", "not matched", "guard refused", "resolver refused", "not tried"};
    test_case *const test = performance->test;
    for (size_t i = 0; i < call->reasons.count; i++) {
        const reason *const expected = &call->reasons.items[i];
        const sfsm_reason actual = i < answer->count ? answer->reasons[i] : (sfsm_reason){.kind = 0};
        sfsm_transition transition = {.size = sizeof transition};
        if (i >= answer->count ||
            sfsm_table_transition(performance->table, actual.transition, &transition) != SFSM_OK) {
            diverge(performance, expected->line, "there is no such reason");
        } else if (transition.row != expected->row || actual.kind != expected->kind ||
                   actual.predicate != expected->mismatch.predicate || actual.value != expected->mismatch.value ||
                   actual.guard != expected->guard) {
            const bool is_known = actual.kind >= SFSM_TAKEN && actual.kind <= SFSM_NOT_TRIED;
            diverge(performance, expected->line, "of line %d the reason is: %s, %s %s, guard %d", (int)transition.line,
                    is_known ? kinds[actual.kind] : "unknown", id_text(test, PREDICATE, actual.predicate),
                    case_text(test, actual.predicate, actual.value), (int)actual.guard);
        }
    }
    if (answer->count > call->reasons.count) {
        diverge(performance, call->result.line, "there are %zu reasons, not %zu", answer->count, call->reasons.count);
    }
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
    check_outcome(performance, &call->result, answer.outcome);
    check_details(performance, call, &answer);
    if (call->verb == EXPLAIN) {
        check_reasons(performance, call, &answer);
    }
}

/* ------------------------------------------------------------------------------------------------------------------
 * Runs
 * --------------------------------------------------------------------------------------------------------------- */

static sfsm_status create(const run *run, performance *performance) {
    if (!run->is_lenient) {
        return sfsm_machine_create(performance->table, run->initial, performance, &performance->machine);
    }
    const sfsm_machine_options options = {sizeof options, run->initial, SFSM_LENIENT, performance};
    return sfsm_machine_create_with(performance->table, &options, &performance->machine);
}

void perform_run(test_case *test, const run *run, const sfsm_table *table) {
    performance performance = {.test = test, .table = table};
    callback hooks[] = {{UNHANDLED, "", &performance}, {STEP, "", &performance}};
    for (size_t i = 0; i < test->callbacks.count; i++) {
        test->callbacks.items[i]->performance = &performance;
    }
    const sfsm_status status = create(run, &performance);
    const char *const expected = run->failure == NULL ? "ok" : run->failure;
    if (strcmp(outcome_words(test, status), expected) != 0) {
        report_fault(test->report, run->line, "creating the machine gives %s", outcome_words(test, status));
    }
    if (run->observes_unhandled) {
        sfsm_machine_on_unhandled(performance.machine, perform_callback, &hooks[0], NULL);
    }
    if (run->observes_steps) {
        sfsm_machine_on_step(performance.machine, perform_callback, &hooks[1], NULL);
    }
    for (size_t i = 0; performance.machine != NULL && i < run->calls.count && !performance.has_diverged; i++) {
        perform_call(&performance, &run->calls.items[i]);
    }
    sfsm_machine_release(performance.machine);
}
