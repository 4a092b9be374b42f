/* What a command sends. */
#include <stdio.h>
#include <string.h>

#include "messages.h"
#include "names.h"
#include "simulator.h"

/* Whether a row for this event names a predicate type. */
static bool is_asked_for(const sfsm_table *table, sfsm_id event, sfsm_id predicate) {
    for (size_t i = 0; i < sfsm_table_transition_count(table); i++) {
        sfsm_transition transition = {.size = sizeof transition};
        size_t count = 0;
        sfsm_table_transition(table, i, &transition);
        const bool is_meant = transition.event == event || (transition.event == SFSM_ANY && event != SFSM_REQUEST);
        if (is_meant && transition.rank > 0 &&
            sfsm_table_transition_cases(table, i, predicate, NULL, 0, &count) == SFSM_OK &&
            count < (size_t)sfsm_table_case_count(table, predicate)) {
            return true;
        }
    }
    return false;
}

static bool has_provider(const simulator *simulator, const char *word) {
    for (size_t i = 0; i < simulator->words.predicates.count; i++) {
        const predicate *const type = &simulator->words.predicates.items[i];
        if (strcmp(type->word, word) == 0 && type->provider != NULL) {
            return true;
        }
    }
    return false;
}

/* Asks for the cases that rows need, and that neither the command nor a provider tells. */
static bool ask_cases(simulator *simulator, sending *sending) {
    const sfsm_table *const table = simulator->document.table;
    for (size_t i = 0; i < sfsm_table_predicate_count(table); i++) {
        const sfsm_id predicate = sfsm_table_predicate_at(table, i);
        bool is_told = has_provider(simulator, sfsm_table_predicate_name(table, predicate));
        for (size_t j = 0; j < sending->cases.count; j++) {
            is_told = is_told || sending->cases.items[j].predicate == predicate;
        }
        if (is_told || !is_asked_for(table, sending->message.event, predicate)) {
            continue;
        }
        const sfsm_id value = ask_case(simulator, predicate, "");
        if (value == SFSM_NONE) {
            return false;
        }
        *LIST_ADD(&simulator->arena, &sending->cases) = (sfsm_case){predicate, value};
    }
    return true;
}

/* Takes a value of a type; a text needs no quotes. */
static sfsm_value take_argument(simulator *simulator, cursor *cursor, sfsm_value_type type) {
    if (type == SFSM_STR && cursor_sees_name(cursor)) {
        return (sfsm_value){.type = SFSM_STR, .as.str = cursor_name(cursor, "a text")};
    }
    return take_value_of(&simulator->words, cursor, type);
}

/* Asks for an argument until it is of its type. */
static bool ask_argument(simulator *simulator, sfsm_id event, size_t index, sfsm_value *out_value) {
    const sfsm_table *const table = simulator->document.table;
    const sfsm_value_type type = sfsm_table_argument_type(table, event, index);
    const char *const name = sfsm_table_argument_name(table, event, index);
    buffer prompt = {NULL, 0, 0};
    buffer_add_format(&prompt, "  %s %s? ", type_text(&simulator->words, type), name == NULL ? "argument" : name);
    const char *answer;
    bool is_taken = false;
    while (!is_taken && (answer = read_line(simulator, prompt.text)) != NULL) {
        const line line = text_read_line(&simulator->arena, answer, 1);
        simulator->report.count = 0;
        cursor cursor = {&simulator->report, &line, 0};
        *out_value = take_argument(simulator, &cursor, type);
        cursor_expect_end(&cursor);
        is_taken = simulator->report.count == 0;
        if (!is_taken) {
            refuse(simulator, "%s", simulator->report.first_text);
        }
    }
    buffer_release(&prompt);
    return is_taken;
}

/* Takes the values and cases that stand behind an event. */
static void take_rest(simulator *simulator, cursor *cursor, sending *sending) {
    const sfsm_table *const table = simulator->document.table;
    const sfsm_id event = sending->message.event;
    const size_t count = sfsm_table_argument_count(table, event);
    while (!cursor_is_at_end(cursor)) {
        if (cursor_sees(cursor, "[")) {
            const sent_cases cases = take_cases(&simulator->words, cursor);
            for (size_t i = 0; i < cases.count; i++) {
                *LIST_ADD(&simulator->arena, &sending->cases) = cases.items[i];
            }
        } else if (!cursor_skip(cursor, "(") && !cursor_skip(cursor, ",") && !cursor_skip(cursor, ")")) {
            if (sending->message.argument_count == count) {
                cursor_fault(cursor, "%s carries %zu argument%s, and %s is one more", name_of_event(table, event), count,
                             count == 1 ? "" : "s", cursor_peek(cursor));
                return;
            }
            const size_t index = sending->message.argument_count++;
            sending->arguments[index] =
                take_argument(simulator, cursor, sfsm_table_argument_type(table, event, index));
        }
    }
}

bool take_sending(simulator *simulator, cursor *cursor, bool is_request, sending *sending) {
    const char *const name = cursor_name(cursor, is_request ? "a state" : "an event");
    const sfsm_table *const table = simulator->document.table;
    *sending = (struct sending){.message = SFSM_MESSAGE(SFSM_REQUEST)};
    if (simulator->report.count > 0) {
        refuse(simulator, "%s", simulator->report.first_text);
        return false;
    }
    const sfsm_id id = is_request ? state_of_name(&simulator->document, name) : event_of_name(&simulator->document, name);
    if (id == SFSM_NONE) {
        simulator->has_failed = true;
        return false;
    }
    sending->message.event = is_request ? SFSM_REQUEST : id;
    sending->message.requested = is_request ? id : SFSM_NONE;
    take_rest(simulator, cursor, sending);
    if (simulator->report.count > 0) {
        refuse(simulator, "%s", simulator->report.first_text);
        return false;
    }
    const size_t declared = is_request ? 0 : sfsm_table_argument_count(table, id);
    for (; sending->message.argument_count < declared; sending->message.argument_count++) {
        const size_t index = sending->message.argument_count;
        if (!ask_argument(simulator, id, index, &sending->arguments[index])) {
            return false;
        }
    }
    if (!ask_cases(simulator, sending)) {
        return false;
    }
    sending->message.arguments = sending->arguments;
    sending->message.cases = sending->cases.items;
    sending->message.case_count = sending->cases.count;
    return true;
}
