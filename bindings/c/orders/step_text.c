#include "step_text.h"

#include <stdio.h>
#include <string.h>

enum { LEAF_LIMIT = 16 };

const char *step_text_event(const sfsm_table *table, sfsm_id event) {
    const char *name = sfsm_table_event_name(table, event);
    return event == SFSM_NONE ? "create" : event == SFSM_EVENTLESS ? "eventless" : name == NULL ? "unknown" : name;
}

const char *step_text_row(const sfsm_table *table, size_t row, char *place, size_t size) {
    const char *label = row == 0 ? NULL : sfsm_table_row_label(table, row);
    if (label != NULL || row == 0) {
        return label;
    }
    sfsm_transition transition = {.size = sizeof transition};
    for (size_t i = 0; sfsm_table_transition(table, i, &transition) == SFSM_OK; i++) {
        if (transition.row == row) {
            snprintf(place, size, "line %d", (int)transition.line);
            return place;
        }
    }
    return NULL;
}

const char *step_text_outcome(sfsm_outcome outcome) {
    switch (outcome) {
    case SFSM_TRANSITIONED:
        return "transitioned";
    case SFSM_REFUSED:
        return "refused";
    case SFSM_UNHANDLED:
        return "unhandled";
    case SFSM_DEFERRED:
        return "deferred";
    default:
        return sfsm_status_name(outcome);
    }
}

bool step_text_states(const sfsm_machine *machine, char *text) {
    sfsm_id states[LEAF_LIMIT];
    size_t count = 0, length = 0;
    if (sfsm_machine_states(machine, states, LEAF_LIMIT, &count) != SFSM_OK || count > LEAF_LIMIT) {
        return false;
    }
    text[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        const char *name = sfsm_table_state_name(sfsm_machine_table(machine), states[i]);
        if (name == NULL || length + strlen(name) + 2 > STATE_TEXT_SIZE) {
            return false;
        }
        length += (size_t)sprintf(text + length, "%s%s", i == 0 ? "" : "+", name);
    }
    return true;
}
