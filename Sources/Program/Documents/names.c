#include "names.h"

#include <stdio.h>
#include <string.h>

#include "files.h"
#include "messages.h"
#include "text.h"

sfsm_id state_of_name(const document *document, const char *name) {
    const sfsm_id state = sfsm_table_state_named(document->table, name, strlen(name));
    if (state == SFSM_NONE) {
        nearest nearest = nearest_to(name);
        for (size_t i = 0; i < sfsm_table_state_count(document->table); i++) {
            nearest_offer(&nearest, name_of_state(document->table, sfsm_table_state_at(document->table, i)));
        }
        complain("%s has no state %s%s", file_name(document->path), name, nearest_question(&nearest));
    }
    return state;
}

sfsm_id event_of_name(const document *document, const char *name) {
    const sfsm_id event = sfsm_table_event_named(document->table, name, strlen(name));
    if (event == SFSM_NONE) {
        nearest nearest = nearest_to(name);
        for (size_t i = 0; i < sfsm_table_event_count(document->table); i++) {
            nearest_offer(&nearest, name_of_event(document->table, sfsm_table_event_at(document->table, i)));
        }
        complain("%s has no event %s%s", file_name(document->path), name, nearest_question(&nearest));
    }
    return event;
}

bool states_of_option(const document *document, const options *options, const char *name, arena *arena,
                      state_list *out_ids) {
    const option *const option = options_find(options, name);
    for (size_t i = 0; i < option->values.count; i++) {
        const char *next = option->values.items[i];
        while (next != NULL) {
            const size_t length = strcspn(next, ",");
            const sfsm_id state = state_of_name(document, arena_text(arena, next, length));
            if (state == SFSM_NONE) {
                return false;
            }
            *LIST_ADD(arena, out_ids) = state;
            next = next[length] == ',' ? next + length + 1 : NULL;
        }
    }
    return true;
}

/* The name, or a number in one of two places. */
static const char *name_or_number(const char *name, sfsm_id id) {
    static char numbers[2][16];
    static int next;
    if (name != NULL) {
        return name;
    }
    next = !next;
    snprintf(numbers[next], sizeof numbers[next], "%d", (int)id);
    return numbers[next];
}

const char *name_of_state(const sfsm_table *table, sfsm_id state) {
    return name_or_number(sfsm_table_state_name(table, state), state);
}

const char *name_of_event(const sfsm_table *table, sfsm_id event) {
    return name_or_number(sfsm_table_event_name(table, event), event);
}

/* Words that mean something in a document or a scenario where a name may stand. */
static bool is_reserved(const char *name) {
    static const char *const words[] = {
        "any",     "same",   "internal", "dynamic", "none",   "initial", "failed", "last",     "request", "eventless",
        "defer",   "by",     "and",      "raises",  "in",     "not",     "local",  "final",    "adopts",  "overriding",
        "was",     "reserved", "after",  "of",      "stopped", "from",
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(words[i], name) == 0) {
            return true;
        }
    }
    return false;
}

void write_name(buffer *text, const char *name) {
    if (is_plain_word(name) && !is_reserved(name)) {
        buffer_add_text(text, name);
        return;
    }
    buffer_add_text(text, "\"");
    for (; *name != '\0'; name++) {
        if (*name == '"' || *name == '\\') {
            buffer_add_text(text, "\\");
        }
        buffer_add(text, name, 1);
    }
    buffer_add_text(text, "\"");
}
