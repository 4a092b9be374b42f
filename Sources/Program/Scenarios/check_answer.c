/* What comes of a call, held against its result. */
#include <ctype.h>
#include <string.h>

#include "performance.h"

const char *outcome_words(test_case *test, int32_t outcome) {
    const char *const name = sfsm_status_name(outcome);
    char *const words = arena_text(&test->arena, name, strlen(name));
    for (char *letter = words; *letter != '\0'; letter++) {
        *letter = *letter == '_' ? ' ' : (char)tolower((unsigned char)*letter);
    }
    return strncmp(words, "sfsm ", 5) == 0 ? words + 5 : words;
}

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
    const vocabulary vocabulary = (call->flags & SFSM_PERMITTED_STATES) != 0 ? STATE : EVENT;
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

/* Compares the active leaves, and asks of each state whether it is active. */
static void check_active(performance *performance, const result *expected) {
    test_case *const test = performance->test;
    int32_t active[CAPACITY];
    size_t count = 0;
    sfsm_machine_states(performance->machine, active, CAPACITY, &count);
    check_number(performance, expected, "the number of active leaves", (long)count, (long)expected->active.count);
    for (size_t i = 0; i < expected->active.count && i < count; i++) {
        if (active[i] != expected->active.items[i]) {
            diverge(performance, expected->line, "active is %s, not %s", id_text(test, STATE, active[i]),
                    id_text(test, STATE, expected->active.items[i]));
        }
    }
    for (size_t i = 0; i < sfsm_table_state_count(performance->table); i++) {
        const int32_t state = sfsm_table_state_at(performance->table, i);
        bool is_active = false;
        for (size_t j = 0; j < count && j < CAPACITY; j++) {
            int32_t above = active[j];
            while (above != state && above != SFSM_NONE) {
                above = sfsm_table_parent(performance->table, above);
            }
            is_active = is_active || above == state;
        }
        if (sfsm_machine_in(performance->machine, state) != is_active) {
            diverge(performance, expected->line, "whether %s is active is told in two ways", id_text(test, STATE, state));
        }
    }
}

static void check_due(performance *performance, const result *expected) {
    int64_t due = 0;
    const bool is_due = sfsm_machine_due(performance->machine, &due) == SFSM_OK;
    if (is_due != expected->is_due) {
        diverge(performance, expected->line, "%s waits for time", is_due ? "an event" : "no event");
    } else if (due != expected->due) {
        diverge(performance, expected->line, "the next event is due at %lld", (long long)due);
    }
}

/* Long, since each word of a result has its lines. */
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
    if (expected->has_rejected_argument) {
        rejected_argument actual = {0, 0, 0};
        const rejected_argument *const wanted = &expected->rejected_argument;
        sfsm_machine_rejected_argument(machine, &actual.index, &actual.declared, &actual.sent);
        if (actual.index != wanted->index || actual.declared != wanted->declared || actual.sent != wanted->sent) {
            diverge(performance, expected->line, "rejected is argument %zu (declared %s, sent %s)", actual.index,
                    type_text(test, actual.declared), type_text(test, actual.sent));
        }
    }
    if (expected->has_active) {
        check_active(performance, expected);
    }
    if (expected->has_done && sfsm_machine_is_done(machine) != expected->is_done) {
        diverge(performance, expected->line, "the machine is %sdone", expected->is_done ? "not " : "");
    }
    if (expected->has_due) {
        check_due(performance, expected);
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
        } else if (transition.line != expected->row_line || actual.kind != expected->kind ||
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

void check_answer(performance *performance, const call *call, const answer *answer) {
    check_outcome(performance, &call->result, answer->outcome);
    check_details(performance, call, answer);
    if (call->verb == EXPLAIN) {
        check_reasons(performance, call, answer);
    }
}
