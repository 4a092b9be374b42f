#include "stored.h"

#include <string.h>

#include "names.h"

static int32_t do_nothing(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

sfsm_status find_nothing(const sfsm_wanted *wanted, void *context, sfsm_callback *out_callback) {
    (void)wanted;
    (void)context;
    *out_callback = (sfsm_callback){do_nothing, NULL, NULL};
    return SFSM_OK;
}

enum { MOST_LEAVES = 256 };

/* A machine over each document, and the active leaves of the old one. */
typedef struct comparison {
    differences *differences;
    const sfsm_table *table;
    sfsm_machine *old, *new;
    sfsm_id leaves[MOST_LEAVES];
    size_t leaf_count;
    /* The JSON of the first states that have a place, without its last brace; empty until there are some. */
    buffer base;
} comparison;

/* Puts the old machine into a state and its defaults. False if it is none to be in. */
static bool enter(comparison *self, sfsm_id state) {
    return sfsm_machine_set_state(self->old, state) == SFSM_OK &&
           sfsm_machine_states(self->old, self->leaves, MOST_LEAVES, &self->leaf_count) == SFSM_OK;
}

static bool is_leaf(const comparison *self, sfsm_id state) {
    for (size_t i = 0; i < self->leaf_count; i++) {
        if (self->leaves[i] == state) {
            return true;
        }
    }
    return false;
}

static bool is_below(const comparison *self, sfsm_id state, sfsm_id ancestor) {
    while (state != ancestor && state != SFSM_NONE) {
        state = sfsm_table_parent(self->table, state);
    }
    return state == ancestor;
}

/* Names of the active leaves below a state, or of all of them for SFSM_NONE. */
static void add_leaves(const comparison *self, buffer *json, sfsm_id ancestor) {
    json_begin_array(json, "states");
    for (size_t i = 0; i < self->leaf_count; i++) {
        if (ancestor == SFSM_NONE || is_below(self, self->leaves[i], ancestor)) {
            json_add_text(json, NULL, name_of_state(self->table, self->leaves[i]));
        }
    }
    json_end_array(json);
}

static sfsm_id accept_definition(void *context, const sfsm_missing *missing) {
    (void)context;
    return missing->part == SFSM_DEFINITION_PART ? 0 : SFSM_NONE;
}

/* Restores a snapshot over the new document, which says why not if it has another status than those of names. */
static bool has_place(comparison *self, const char *bytes, size_t size, const char *what, const char *name) {
    const sfsm_restoring restoring = {.size = sizeof restoring, .migrate = accept_definition};
    sfsm_diagnostics *diagnostics = NULL;
    const sfsm_status status = sfsm_machine_restore(self->new, bytes, size, &restoring, &diagnostics);
    sfsm_diagnostic first = {.size = sizeof first};
    if ((status == SFSM_BAD_CONFIGURATION || status == SFSM_ARGUMENT_TYPE) &&
        sfsm_diagnostics_get(diagnostics, 0, &first) == SFSM_OK) {
        differences_add(self->differences, "snapshot", true, "%s %s has no place: %s", what, name, first.text);
    }
    sfsm_diagnostics_release(diagnostics);
    return status == SFSM_OK;
}

/* The snapshot of the old machine as it is, with the timeouts of its states. */
static void compare_state(comparison *self, sfsm_id state) {
    if (!enter(self, state) || !is_leaf(self, state)) {
        return;
    }
    size_t size = 0;
    if (sfsm_machine_snapshot(self->old, 0, NULL, 0, &size) == SFSM_OK) {
        char *const place = arena_take(&self->differences->arena, size);
        const bool is_stored = sfsm_machine_snapshot(self->old, 0, place, size, &size) == SFSM_OK;
        if (is_stored && has_place(self, place, size, "a machine stored in", name_of_state(self->table, state)) &&
            self->base.length == 0) {
            json_begin_object(&self->base, NULL);
            json_add_number(&self->base, "format", 1);
            add_leaves(self, &self->base, SFSM_NONE);
        }
    }
}

/* Ends a snapshot in JSON that began with the base; if the old document has a place for it, the new one must. */
static void compare_json(comparison *self, buffer *json, const char *what, const char *name) {
    json_end_object(json);
    if (sfsm_machine_restore(self->old, json->text, json->length, NULL, NULL) == SFSM_OK) {
        has_place(self, json->text, json->length, what, name);
    }
    buffer_clear(json);
}

/* What was active in each of the states around a leaf, if that state has a history. */
static void compare_histories(comparison *self, sfsm_id leaf, buffer *json) {
    for (sfsm_id state = sfsm_table_parent(self->table, leaf); state != SFSM_NONE;
         state = sfsm_table_parent(self->table, state)) {
        if (!enter(self, leaf) || !is_leaf(self, leaf)) {
            return;
        }
        buffer_add(json, self->base.text, self->base.length);
        json_begin_array(json, "histories");
        json_begin_object(json, NULL);
        json_add_text(json, "state", name_of_state(self->table, state));
        add_leaves(self, json, state);
        json_end_object(json);
        json_end_array(json);
        compare_json(self, json, "a history with", name_of_state(self->table, leaf));
    }
}

/* An event with its arguments, each of them 0. */
static void compare_event(comparison *self, sfsm_id event, buffer *json) {
    static const char *const words[] = {NULL,  "bool", "i8",  "i16", "i32", "i64", "u8",
                                        "u16", "u32",  "u64", "f32", "f64", "str", "ptr"};
    buffer_add(json, self->base.text, self->base.length);
    json_begin_array(json, "sent");
    json_begin_object(json, NULL);
    json_add_text(json, "event", name_of_event(self->table, event));
    json_begin_array(json, "arguments");
    for (size_t i = 0; i < sfsm_table_argument_count(self->table, event); i++) {
        const sfsm_value_type type = sfsm_table_argument_type(self->table, event, i);
        json_begin_object(json, NULL);
        if (type == SFSM_STR || type == SFSM_PTR) {
            json_add_text(json, words[type], NULL);
        } else if (type == SFSM_BOOL) {
            json_add_bool(json, words[type], false);
        } else {
            json_add_number(json, words[type], 0);
        }
        json_end_object(json);
    }
    json_end_array(json);
    json_end_object(json);
    json_end_array(json);
    compare_json(self, json, "the event", name_of_event(self->table, event));
}

void compare_stored(differences *differences, const document *old, const document *new) {
    comparison self = {.differences = differences, .table = old->table};
    buffer json = {NULL, 0, 0};
    if (sfsm_machine_create(old->table, SFSM_NONE, NULL, &self.old) == SFSM_OK &&
        sfsm_machine_create(new->table, SFSM_NONE, NULL, &self.new) == SFSM_OK) {
        const size_t state_count = sfsm_table_state_count(old->table);
        for (size_t i = 0; i < state_count; i++) {
            compare_state(&self, sfsm_table_state_at(old->table, i));
        }
        for (size_t i = 0; i < state_count && self.base.length > 0; i++) {
            compare_histories(&self, sfsm_table_state_at(old->table, i), &json);
        }
        for (size_t i = 0; i < sfsm_table_event_count(old->table) && self.base.length > 0; i++) {
            compare_event(&self, sfsm_table_event_at(old->table, i), &json);
        }
    }
    buffer_release(&json);
    buffer_release(&self.base);
    sfsm_machine_release(self.old);
    sfsm_machine_release(self.new);
}
