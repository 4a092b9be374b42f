/* What is possible where the machine is. */
#include <stdio.h>

#include "names.h"
#include "simulator.h"

/* Whether some active state has a row for an event, or, of requests, for a state. No callback is called. */
static bool has_row(const simulator *simulator, sfsm_id id, bool is_request) {
    const sfsm_table *const table = simulator->document.table;
    for (size_t i = 0; i < sfsm_table_transition_count(table); i++) {
        sfsm_transition row = {.size = sizeof row};
        sfsm_table_transition(table, i, &row);
        const bool is_for_it = is_request ? row.event == SFSM_REQUEST && (row.target == id || row.target == SFSM_ANY)
                                          : row.event == id || row.event == SFSM_ANY;
        if (is_for_it && (row.source == SFSM_ANY || sfsm_machine_in(simulator->machine, row.source))) {
            return true;
        }
    }
    return false;
}

static void list(simulator *simulator, bool is_request, const char *before, buffer *json, const char *key) {
    const sfsm_table *const table = simulator->document.table;
    const size_t count = is_request ? sfsm_table_state_count(table) : sfsm_table_event_count(table);
    bool is_empty = true;
    json_begin_array(json, key);
    for (size_t i = 0; i < count; i++) {
        const sfsm_id id = is_request ? sfsm_table_state_at(table, i) : sfsm_table_event_at(table, i);
        const char *const name = is_request ? name_of_state(table, id) : name_of_event(table, id);
        if (!has_row(simulator, id, is_request)) {
            continue;
        }
        json_add_text(json, NULL, name);
        if (!simulator->is_json) {
            printf("%s%s", is_empty ? before : " ", name);
        }
        is_empty = false;
    }
    json_end_array(json);
    if (!simulator->is_json && !is_empty) {
        putchar('\n');
    }
}

void simulator_help(simulator *simulator) {
    buffer json = {NULL, 0, 0};
    json_begin_object(&json, NULL);
    json_add_text(&json, "command", "?");
    list(simulator, false, "  events with a row here: ", &json, "events");
    list(simulator, true, "  states that may be requested: ", &json, "requests");
    json_end_object(&json);
    if (simulator->is_json) {
        json_print(&json);
        return;
    }
    buffer_release(&json);
    puts("  EVENT [VALUE ...] [[TYPE CASE, ...]]   sends an event, with what it carries and cases of predicate types\n"
         "  request STATE    why EVENT    update [TIME]    advance TIME    draw [FORMAT]    undo    reset    quit    ?\n"
         "  a command whose name is an event's is written with a colon: :reset");
}
