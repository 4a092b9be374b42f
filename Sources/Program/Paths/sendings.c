#include "sendings.h"

#include <string.h>

sfsm_message message_of(const sfsm_table *table, const sending *sending, sfsm_value *arguments) {
    sfsm_message message = SFSM_MESSAGE(sending->event);
    message.requested = sending->requested;
    message.cases = sending->cases;
    message.case_count = sending->case_count;
    message.argument_count = sfsm_table_argument_count(table, sending->event);
    message.arguments = arguments;
    for (size_t i = 0; i < message.argument_count; i++) {
        const sfsm_value_type type = sfsm_table_argument_type(table, sending->event, i);
        arguments[i] = (sfsm_value){.type = type, .as.u64 = 0};
        if (type == SFSM_STR) {
            arguments[i].as.str = "";
        }
    }
    return message;
}

/* Whether the machine would take this transition. */
static bool would_take(graph *graph, size_t index, const sending *sending) {
    enum { MOST = 4096 };
    static sfsm_reason reasons[MOST];
    sfsm_value arguments[SFSM_PARAMETER_LIMIT];
    const sfsm_message message = message_of(graph->document.table, sending, arguments);
    size_t count = 0;
    const sfsm_outcome outcome = sfsm_machine_explain(graph->machine, &message, reasons, MOST, &count);
    for (size_t i = 0; outcome > 0 && i < count && i < MOST; i++) {
        if (reasons[i].transition == index) {
            return reasons[i].kind == SFSM_TAKEN;
        }
    }
    return false;
}

/* The cases of all predicate types that a transition is meant for, of which one combination after the other is tried. */
typedef struct combination {
    size_t type_count;
    struct {
        sfsm_id *values;
        size_t count, next;
    } *types;
    sfsm_case *cases;
} combination;

static combination first_combination(graph *graph, size_t index) {
    const sfsm_table *const table = graph->document.table;
    combination first = {.type_count = sfsm_table_predicate_count(table)};
    first.types = arena_take(&graph->arena, (first.type_count + 1) * sizeof *first.types);
    first.cases = arena_take(&graph->arena, (first.type_count + 1) * sizeof *first.cases);
    for (size_t i = 0; i < first.type_count; i++) {
        const sfsm_id predicate = sfsm_table_predicate_at(table, i);
        const size_t capacity = (size_t)sfsm_table_case_count(table, predicate);
        first.types[i].values = arena_take(&graph->arena, capacity * sizeof *first.types[i].values);
        sfsm_table_transition_cases(table, index, predicate, first.types[i].values, capacity, &first.types[i].count);
        first.cases[i] = (sfsm_case){predicate, first.types[i].values[0]};
    }
    return first;
}

/* Goes on to the next combination, if there is one. */
static bool advance(combination *combination) {
    for (size_t i = 0; i < combination->type_count; i++) {
        combination->types[i].next++;
        const bool is_over = combination->types[i].next == combination->types[i].count;
        combination->types[i].next = is_over ? 0 : combination->types[i].next;
        combination->cases[i].value = combination->types[i].values[combination->types[i].next];
        if (!is_over) {
            return true;
        }
    }
    return false;
}

/* The state that a request for "any" asks for: the one at an index. */
static bool choose_request(graph *graph, size_t index, const sfsm_transition *transition, sending *sending) {
    const sfsm_table *const table = graph->document.table;
    sending->event = SFSM_REQUEST;
    if (transition->target != SFSM_ANY) {
        sending->requested = transition->target;
        return would_take(graph, index, sending);
    }
    for (size_t i = 0; i < sfsm_table_state_count(table); i++) {
        sending->requested = sfsm_table_state_at(table, i);
        if (would_take(graph, index, sending)) {
            return true;
        }
    }
    return false;
}

/* The event that a row for any event is taken by. */
static bool choose_event(graph *graph, size_t index, const sfsm_transition *transition, sending *sending) {
    const sfsm_table *const table = graph->document.table;
    sending->event = transition->event;
    if (transition->event != SFSM_ANY) {
        return would_take(graph, index, sending);
    }
    for (size_t i = 0; i < sfsm_table_event_count(table); i++) {
        sending->event = sfsm_table_event_at(table, i);
        if (would_take(graph, index, sending)) {
            return true;
        }
    }
    return false;
}

bool find_sending(graph *graph, size_t index, const sfsm_transition *transition, sfsm_id resolved, sending *out_sending) {
    enum { COMBINATION_LIMIT = 1024 };
    combination combination = first_combination(graph, index);
    sending sending = {.event = SFSM_NONE, .requested = SFSM_NONE, .cases = combination.cases,
                       .case_count = combination.type_count, .resolved = resolved,
                       .eventless_agree = graph->recorder.eventless_agree};
    graph->recorder.wanted_row = transition->row;
    graph->recorder.resolved = resolved;
    for (size_t tried = 0; tried < COMBINATION_LIMIT; tried++) {
        const bool is_found = transition->event == SFSM_REQUEST ? choose_request(graph, index, transition, &sending)
                                                                : choose_event(graph, index, transition, &sending);
        if (is_found) {
            *out_sending = sending;
            return true;
        }
        if (!advance(&combination)) {
            return false;
        }
    }
    return false;
}
