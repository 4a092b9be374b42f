#include <string.h>

#include "check_case.h"
#include "row.h"

/* Whether a row says that it is meant for a case; a row that says nothing of a type is meant for all. */
static bool is_meant_for(const row *row, int32_t predicate, int32_t value) {
    for (size_t i = 0; i < row->matches.count; i++) {
        const match *const match = &row->matches.items[i];
        if (match->predicate != predicate) {
            continue;
        }
        for (size_t j = 0; j < match->values.count; j++) {
            if (match->values.items[j] == value) {
                return true;
            }
        }
        return false;
    }
    return true;
}

/* Compares the cases of each predicate type for which a transition is meant. */
static void check_cases(test_case *test, size_t index, const row *row, const state_row *expected) {
    for (size_t i = 0; i < sfsm_table_predicate_count(test->table); i++) {
        const int32_t type = sfsm_table_predicate_at(test->table, i);
        const int32_t case_count = sfsm_table_case_count(test->table, type);
        const size_t capacity = (size_t)case_count;
        int32_t *const values = arena_take(&test->arena, capacity * sizeof *values);
        size_t count = 0;
        const sfsm_status status = sfsm_table_transition_cases(test->table, index, type, values, capacity, &count);
        size_t next = 0;
        bool is_alike = status == SFSM_OK && count <= capacity;
        for (int32_t value = 0; is_alike && value < case_count; value++) {
            if (is_meant_for(row, type, value)) {
                is_alike = next < count && values[next] == value;
                next++;
            }
        }
        if (!is_alike || next != count) {
            report_fault(test->report, expected->line, "transition %zu is meant for other cases of %s", index,
                         id_text(test, PREDICATE, type));
        }
    }
}

/* Compares what only rows of charts say. */
static void check_parts(test_case *test, size_t index, const row *row, const state_row *expected) {
    const size_t targets = row->targets.count, guards = row->in_guards.count, events = row->raised.count;
    const size_t capacity = targets + guards + events;
    int32_t *const ids = arena_take(&test->arena, capacity * sizeof *ids);
    bool *const are_active = arena_take(&test->arena, capacity * sizeof *are_active);
    size_t count = 0;
    bool is_alike = sfsm_table_transition_targets(test->table, index, ids, capacity, &count) == SFSM_OK &&
                    count == targets;
    for (size_t i = 0; is_alike && i < targets; i++) {
        is_alike = ids[i] == row->targets.items[i];
    }
    is_alike = is_alike &&
               sfsm_table_transition_conditions(test->table, index, ids, are_active, capacity, &count) == SFSM_OK &&
               count == guards;
    for (size_t i = 0; is_alike && i < guards; i++) {
        is_alike = ids[i] == row->in_guards.items[i].state && are_active[i] == row->in_guards.items[i].is_in;
    }
    is_alike = is_alike && sfsm_table_transition_raised(test->table, index, ids, capacity, &count) == SFSM_OK &&
               count == events;
    for (size_t i = 0; is_alike && i < events; i++) {
        is_alike = ids[i] == row->raised.items[i];
    }
    if (!is_alike) {
        report_fault(test->report, expected->line, "transition %zu has other targets, conditions or events", index);
    }
}

/* Compares a transition with its row as that was written. */
static void check_transition(test_case *test, const sfsm_transition *actual, const row *row,
                             const state_row *expected) {
    const char *differs = NULL;
    if (actual->source != expected->source) {
        differs = "source";
    } else if (actual->row != row->number) {
        differs = "row";
    } else if (actual->event != row->event) {
        differs = "event";
    } else if (actual->target != row->targets.items[0]) {
        differs = "target";
    } else if ((size_t)actual->rank != row->matches.count) {
        differs = "rank";
    } else if (actual->flags != row->flags) {
        differs = "flags";
    } else if (actual->line != row->line || actual->file == NULL || strcmp(actual->file, test->report->path) != 0) {
        differs = "place";
    } else if (actual->guard_count != row->in_guards.count + row->guard_count ||
               actual->action_count != row->action_count) {
        differs = "callbacks";
    }
    if (differs != NULL) {
        report_fault(test->report, expected->line, "the %s of a transition differs: it is line %d in state %s", differs,
                     (int)actual->line, id_text(test, STATE, actual->source));
    }
}

void check_transitions(test_case *test) {
    if (test->transitions_line == 0) {
        return;
    }
    const size_t count = sfsm_table_transition_count(test->table);
    if (count != test->transitions.count) {
        report_fault(test->report, test->transitions_line, "there are %zu transitions, not %zu", count,
                     test->transitions.count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const state_row *const expected = &test->transitions.items[i];
        sfsm_transition actual = {.size = sizeof actual};
        const sfsm_status status = sfsm_table_transition(test->table, i, &actual);
        if (status != SFSM_OK) {
            report_fault(test->report, test->transitions_line, "transition %zu: %s", i, sfsm_status_name(status));
            return;
        }
        const row row = read_row(test, expected->index);
        check_transition(test, &actual, &row, expected);
        check_cases(test, i, &row, expected);
        check_parts(test, i, &row, expected);
    }
}
