/* The commands of the simulator. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "formats.h"
#include "messages.h"
#include "names.h"
#include "simulator.h"

/* ------------------------------------------------------------------------------------------------------------------
 * What a command comes to
 * --------------------------------------------------------------------------------------------------------------- */

/* "transitioned", "unknown event" */
static const char *words_of(simulator *simulator, sfsm_outcome outcome) {
    const char *const name = sfsm_status_name(outcome);
    char *const words = arena_text(&simulator->arena, name, strlen(name));
    for (char *letter = words; *letter != '\0'; letter++) {
        *letter = *letter == '_' ? ' ' : (char)(*letter >= 'A' && *letter <= 'Z' ? *letter + 32 : *letter);
    }
    return strncmp(words, "sfsm ", 5) == 0 ? words + 5 : words;
}

/* Shows the outcome and the states after a command. */
static void show_outcome(simulator *simulator, const char *line, sfsm_outcome outcome) {
    buffer states = {NULL, 0, 0};
    write_states(simulator, &states);
    const char *const words = words_of(simulator, outcome);
    if (!simulator->is_json) {
        const bool is_plain = outcome == SFSM_TRANSITIONED || outcome == SFSM_OK;
        printf("  %s%s-> %s\n", is_plain ? "" : words, is_plain ? "" : " ", states.text);
        buffer_release(&states);
        return;
    }
    buffer json = {NULL, 0, 0};
    json_begin_object(&json, NULL);
    json_add_text(&json, "command", line);
    json_begin_array(&json, "calls");
    buffer_add(&json, buffer_text(&simulator->calls), simulator->calls.length);
    json_end_array(&json);
    json_add_text(&json, "outcome", words);
    json_add_text(&json, "state", states.text);
    json_add_number(&json, "time", simulator->time);
    json_end_object(&json);
    json_print(&json);
    buffer_release(&states);
}

/* ------------------------------------------------------------------------------------------------------------------
 * Commands
 * --------------------------------------------------------------------------------------------------------------- */

static void send(simulator *simulator, cursor *cursor, const char *line, bool is_request) {
    sending sending;
    if (!take_sending(simulator, cursor, is_request, &sending)) {
        return;
    }
    simulator_remember(simulator);
    show_outcome(simulator, line, sfsm_machine_send_message(simulator->machine, &sending.message));
    sfsm_machine_discard_pending(simulator->machine);
}

/* "coin ? enough -> unlocked", of a transition. */
static void write_row(const simulator *simulator, const sfsm_transition *row, buffer *text) {
    const sfsm_table *const table = simulator->document.table;
    const char *const reserved = row->target == SFSM_SAME       ? "same"
                                 : row->target == SFSM_INTERNAL ? "internal"
                                 : row->target == SFSM_DYNAMIC  ? "dynamic"
                                 : row->target == SFSM_DEFER    ? "defer"
                                 : row->target == SFSM_ANY      ? "any"
                                                                : NULL;
    buffer_add_format(text, "line %d: %s %s", (int)row->line,
                      row->source == SFSM_ANY ? "any" : name_of_state(table, row->source),
                      row->event == SFSM_ANY         ? "any"
                      : row->event == SFSM_REQUEST   ? "request"
                      : row->event == SFSM_EVENTLESS ? "eventless"
                                                     : name_of_event(table, row->event));
    for (size_t i = 0; i < row->guard_count; i++) {
        const char *const name = sfsm_table_callback_name(table, row->row, SFSM_GUARD, i);
        buffer_add_format(text, "%s%s", name == NULL ? "" : i == 0 ? " ? " : " ", name == NULL ? "" : name);
    }
    buffer_add_format(text, " -> %s", reserved != NULL ? reserved : name_of_state(table, row->target));
}

/* Why the row of a reason is taken or not. */
static void write_reason(simulator *simulator, const sfsm_reason *reason, const sfsm_transition *row, buffer *text) {
    const sfsm_table *const table = simulator->document.table;
    size_t conditions = 0;
    sfsm_table_transition_conditions(table, reason->transition, NULL, NULL, 0, &conditions);
    const size_t guard = reason->guard < 0 ? 0 : (size_t)reason->guard;
    const char *const name =
        guard < conditions ? NULL : sfsm_table_callback_name(table, row->row, SFSM_GUARD, guard - conditions);
    switch (reason->kind) {
    case SFSM_TAKEN:
        buffer_add_text(text, "taken");
        break;
    case SFSM_NOT_MATCHED:
        buffer_add_format(text, "is not for %s %s", sfsm_table_predicate_name(table, reason->predicate),
                          reason->value == SFSM_NONE ? "none"
                                                     : case_text(&simulator->words, reason->predicate, reason->value));
        break;
    case SFSM_GUARD_REFUSED:
        buffer_add_format(text, "%s%s%s", name == NULL ? "its condition on active states does not hold" : "guard ",
                          name == NULL ? "" : name, name == NULL ? "" : " refuses");
        break;
    case SFSM_RESOLVER_REFUSED:
        buffer_add_text(text, "its resolver refuses");
        break;
    default:
        buffer_add_text(text, "not tried: another row comes first");
    }
}

static void why(simulator *simulator, cursor *cursor, const char *line) {
    enum { MOST = 256 };
    static sfsm_reason reasons[MOST];
    sending sending;
    size_t count = 0;
    const bool is_request = cursor_skip(cursor, "request");
    if (!take_sending(simulator, cursor, is_request, &sending)) {
        return;
    }
    const sfsm_outcome outcome =
        sfsm_machine_explain(simulator->machine, &sending.message, reasons, MOST, &count);
    buffer text = {NULL, 0, 0}, json = {NULL, 0, 0};
    json_begin_object(&json, NULL);
    json_add_text(&json, "command", line);
    json_add_text(&json, "outcome", words_of(simulator, outcome));
    json_begin_array(&json, "reasons");
    for (size_t i = 0; outcome > 0 && i < count && i < MOST; i++) {
        sfsm_transition row = {.size = sizeof row};
        sfsm_table_transition(simulator->document.table, reasons[i].transition, &row);
        buffer_clear(&text);
        write_row(simulator, &row, &text);
        buffer_add_text(&text, ": ");
        write_reason(simulator, &reasons[i], &row, &text);
        json_add_text(&json, NULL, text.text);
        if (!simulator->is_json) {
            printf("  %s\n", text.text);
        }
    }
    json_end_array(&json);
    json_end_object(&json);
    if (simulator->is_json) {
        json_print(&json);
    } else if (count == 0 || outcome <= 0) {
        printf("  %s\n", outcome <= 0 ? words_of(simulator, outcome) : "this state has no row for it");
    }
    buffer_release(&json);
    buffer_release(&text);
}

static void draw(simulator *simulator, cursor *cursor) {
    sfsm_id states[64];
    size_t count = 0;
    sfsm_machine_states(simulator->machine, states, 64, &count);
    const char *const name = cursor_is_at_end(cursor) ? "matrix" : cursor_name(cursor, "a format");
    const format *format = NULL;
    for (size_t i = 0; i < TEXT_FORMAT_COUNT; i++) {
        format = strcmp(formats[i].name, name) == 0 ? &formats[i] : format;
    }
    if (format == NULL) {
        refuse(simulator, "there is no format %s: dot, mermaid, plantuml, matrix, markdown or html", name);
        return;
    }
    const sfsm_writing writing = {.size = sizeof writing, .format = format->format, .current = states,
                                  .current_count = count < 64 ? count : 64};
    buffer text = {NULL, 0, 0};
    if (!write_document(&simulator->document, &writing, &text)) {
        simulator->has_failed = true;
    } else if (simulator->is_json) {
        buffer json = {NULL, 0, 0};
        json_begin_object(&json, NULL);
        json_add_text(&json, "command", "draw");
        json_add_text(&json, "text", text.text);
        json_end_object(&json);
        json_print(&json);
    } else {
        fwrite(buffer_text(&text), 1, text.length, stdout);
    }
    buffer_release(&text);
}

static void advance(simulator *simulator, cursor *cursor, const char *line) {
    const int64_t delay = cursor_long(cursor, "how much time passes");
    cursor_expect_end(cursor);
    if (simulator->report.count > 0 || delay < 0 || simulator->time > INT64_MAX - delay) {
        refuse(simulator, "advance takes how much time passes, a whole number from 0 up");
        return;
    }
    simulator_remember(simulator);
    simulator->time += delay;
    const sfsm_outcome outcome = sfsm_machine_advance(simulator->machine, simulator->time);
    int64_t due = 0;
    if (!simulator->is_json) {
        printf("  time %" PRId64, simulator->time);
        if (sfsm_machine_due(simulator->machine, &due) == SFSM_OK) {
            printf(", the next timeout is due at %" PRId64, due);
        }
        putchar('\n');
    }
    show_outcome(simulator, line, outcome);
}

static void update(simulator *simulator, cursor *cursor, const char *line) {
    const double time = cursor_is_at_end(cursor) ? 0 : cursor_number(cursor, "a time");
    if (simulator->report.count > 0) {
        refuse(simulator, "%s", simulator->report.first_text);
        return;
    }
    simulator_remember(simulator);
    show_outcome(simulator, line, sfsm_machine_update(simulator->machine, time, NULL, NULL));
}

/* ------------------------------------------------------------------------------------------------------------------
 * The choice of a command
 * --------------------------------------------------------------------------------------------------------------- */

/* Carries out a command that is no event. False if there is none of this name. */
static bool perform_command(simulator *simulator, const char *name, cursor *cursor, const char *line) {
    if (strcmp(name, "?") == 0 || strcmp(name, "help") == 0) {
        simulator_help(simulator);
    } else if (strcmp(name, "why") == 0) {
        why(simulator, cursor, line);
    } else if (strcmp(name, "request") == 0) {
        send(simulator, cursor, line, true);
    } else if (strcmp(name, "send") == 0) {
        send(simulator, cursor, line, false);
    } else if (strcmp(name, "advance") == 0) {
        advance(simulator, cursor, line);
    } else if (strcmp(name, "update") == 0) {
        update(simulator, cursor, line);
    } else if (strcmp(name, "draw") == 0) {
        draw(simulator, cursor);
    } else if (strcmp(name, "undo") == 0) {
        if (simulator_undo(simulator)) {
            show_outcome(simulator, line, SFSM_OK);
        } else {
            refuse(simulator, "there is nothing to undo");
        }
    } else if (strcmp(name, "reset") == 0) {
        simulator_remember(simulator);
        show_outcome(simulator, line, simulator_reset(simulator));
    } else if (strcmp(name, "quit") == 0) {
        simulator->has_ended = true;
    } else {
        return false;
    }
    return true;
}

void simulator_perform(simulator *simulator, const char *typed) {
    const char *const text = arena_text(&simulator->arena, typed, strlen(typed));
    const line line = text_read_line(&simulator->arena, text, 1);
    if (line.tokens.count == 0) {
        return;
    }
    simulator->report.count = 0;
    buffer_clear(&simulator->calls);
    for (size_t i = 0; i < simulator->callbacks.count; i++) {
        simulator->callbacks.items[i]->is_answered = false;
    }
    cursor cursor = {&simulator->report, &line, 0};
    const bool is_command = cursor_skip(&cursor, ":");
    const char *const name = cursor_peek(&cursor);
    const bool is_event = sfsm_table_event_named(simulator->document.table, name, strlen(name)) != SFSM_NONE;
    struct cursor behind = cursor;
    behind.next++;
    if (!is_command && (is_event || cursor_sees_quoted(&cursor))) {
        send(simulator, &cursor, text, false);
    } else if (!perform_command(simulator, name, &behind, text)) {
        cursor.next = 0;
        send(simulator, &cursor, text, false);
    }
}
