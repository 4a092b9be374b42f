#include "differences.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void differences_add(differences *differences, const char *kind, bool is_breaking, const char *format, ...) {
    char text[1200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    *LIST_ADD(&differences->arena, &differences->items) =
        (difference){kind, arena_text(&differences->arena, text, strlen(text)), is_breaking};
    differences->breaking_count += is_breaking;
}

void differences_release(differences *differences) {
    arena_release(&differences->arena);
}

void add_differences(buffer *json, const differences *differences) {
    for (size_t i = 0; i < differences->items.count; i++) {
        const difference *const difference = &differences->items.items[i];
        json_begin_object(json, NULL);
        json_add_text(json, "kind", difference->kind);
        json_add_bool(json, "breaking", difference->is_breaking);
        json_add_text(json, "text", difference->text);
        json_end_object(json);
    }
}

/* What states and events have in common. */
typedef struct vocabulary {
    const char *kind;
    size_t (*count)(const sfsm_table *);
    sfsm_id (*at)(const sfsm_table *, size_t);
    const char *(*name)(const sfsm_table *, sfsm_id);
    /* By a former name too. */
    sfsm_id (*named)(const sfsm_table *, const char *, size_t);
} vocabulary;

static sfsm_id predicate_named(const sfsm_table *table, const char *name, size_t length) {
    for (size_t i = 0; i < sfsm_table_predicate_count(table); i++) {
        const sfsm_id id = sfsm_table_predicate_at(table, i);
        const char *const known = sfsm_table_predicate_name(table, id);
        if (known != NULL && strlen(known) == length && memcmp(known, name, length) == 0) {
            return id;
        }
    }
    return SFSM_NONE;
}

static const vocabulary states = {"state", sfsm_table_state_count, sfsm_table_state_at, sfsm_table_state_name,
                                  sfsm_table_state_named};
static const vocabulary events = {"event", sfsm_table_event_count, sfsm_table_event_at, sfsm_table_event_name,
                                  sfsm_table_event_named};
static const vocabulary predicates = {"predicate", sfsm_table_predicate_count, sfsm_table_predicate_at,
                                      sfsm_table_predicate_name, predicate_named};

/* Compares one name of the old document, and its number. */
static void compare_id(differences *differences, const vocabulary *words, const sfsm_table *new, const char *name,
                       sfsm_id id) {
    const sfsm_id now = words->named(new, name, strlen(name));
    const char *const name_now = now == SFSM_NONE ? NULL : words->name(new, now);
    const char *const other = words->name(new, id);
    if (name_now == NULL) {
        differences_add(differences, words->kind, true,
                        "%s %s (%d) is gone: if another takes its place, that one should say \"was %s\"", words->kind, name,
                        (int)id, name);
    } else if (strcmp(name_now, name) != 0) {
        const bool is_taken = now != id && other != NULL;
        differences_add(differences, words->kind, is_taken, "%s %s (%d) is now %s (%d)%s%s", words->kind, name, (int)id,
                        name_now, (int)now, is_taken ? ", and its number that of " : "", is_taken ? other : "");
    } else if (now != id) {
        differences_add(differences, words->kind, true, "%s %s had the number %d and has %d now%s%s", words->kind, name,
                        (int)id, (int)now, other != NULL ? "; the old one is that of " : "", other != NULL ? other : "");
    }
}

static void compare_words(differences *differences, const vocabulary *words, const sfsm_table *old,
                          const sfsm_table *new) {
    for (size_t i = 0; i < words->count(old); i++) {
        const sfsm_id id = words->at(old, i);
        const char *const name = words->name(old, id);
        if (name != NULL) {
            compare_id(differences, words, new, name, id);
        }
    }
    for (size_t i = 0; i < words->count(new); i++) {
        const sfsm_id id = words->at(new, i);
        const char *const name = words->name(new, id);
        /* One with a former name has been told of already. */
        const char *const before = words->name(old, id);
        const bool is_renamed = before != NULL && words->named(new, before, strlen(before)) == id;
        if (name != NULL && words->named(old, name, strlen(name)) == SFSM_NONE && !is_renamed) {
            differences_add(differences, words->kind, false, "%s %s (%d) is new", words->kind, name, (int)id);
        }
    }
}

/* The number of a case by its name, or -1. */
static sfsm_id case_named(const sfsm_table *table, sfsm_id predicate, const char *name) {
    for (sfsm_id value = 0; value < sfsm_table_case_count(table, predicate); value++) {
        const char *const known = sfsm_table_case_name(table, predicate, value);
        if (known != NULL && strcmp(known, name) == 0) {
            return value;
        }
    }
    return -1;
}

static void compare_cases(differences *differences, const sfsm_table *old, const sfsm_table *new, sfsm_id before,
                          sfsm_id now) {
    const char *const type = sfsm_table_predicate_name(old, before);
    for (sfsm_id value = 0; value < sfsm_table_case_count(old, before); value++) {
        const char *const name = sfsm_table_case_name(old, before, value);
        const sfsm_id value_now = name == NULL ? value : case_named(new, now, name);
        if (value_now < 0) {
            differences_add(differences, "case", true, "case %s (%d) of %s is gone", name, (int)value, type);
        } else if (value_now != value) {
            differences_add(differences, "case", true, "case %s of %s had the number %d and has %d now", name, type,
                            (int)value, (int)value_now);
        }
    }
    for (sfsm_id value = 0; value < sfsm_table_case_count(new, now); value++) {
        const char *const name = sfsm_table_case_name(new, now, value);
        if (name != NULL && case_named(old, before, name) < 0) {
            differences_add(differences, "case", false, "case %s (%d) of %s is new", name, (int)value, type);
        }
    }
}

void compare_ids(differences *differences, const sfsm_table *old, const sfsm_table *new) {
    compare_words(differences, &states, old, new);
    compare_words(differences, &events, old, new);
    compare_words(differences, &predicates, old, new);
    for (size_t i = 0; i < sfsm_table_predicate_count(old); i++) {
        const sfsm_id before = sfsm_table_predicate_at(old, i);
        const char *const name = sfsm_table_predicate_name(old, before);
        const sfsm_id now = name == NULL ? SFSM_NONE : predicate_named(new, name, strlen(name));
        if (now != SFSM_NONE) {
            compare_cases(differences, old, new, before, now);
        }
    }
}
