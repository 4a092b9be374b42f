/* What a document needs of a program: its callbacks by role. */
#include <stdlib.h>
#include <string.h>

#include "checked_file.h"

static const char *const plurals[ROLE_COUNT] = {
    [ENTRY] = "entries",  [EXIT] = "exits",         [CYCLE] = "cycles",       [UPDATE] = "updates",
    [GUARD] = "guards",   [ACTION] = "actions",     [RESOLVER] = "resolvers", [PROVIDER] = "providers",
    [UNHANDLED] = "hooks unhandled", [STEP] = "hooks step",
};

/* Guards first, then as a step calls them. */
static const role order[ROLE_COUNT] = {GUARD,  ACTION,   ENTRY,    EXIT,      CYCLE,
                                       UPDATE, RESOLVER, PROVIDER, UNHANDLED, STEP};

static int compare(const void *one, const void *other) {
    return strcmp(*(const char *const *)one, *(const char *const *)other);
}

/* The names of the callbacks in a role, in alphabetical order. The caller frees them. */
static const char **names_of(const test_case *test, role role, size_t *out_count) {
    const char **const names = calloc(test->callbacks.count + 1, sizeof *names);
    size_t count = 0;
    for (size_t i = 0; names != NULL && i < test->callbacks.count; i++) {
        const callback *const callback = test->callbacks.items[i];
        /* A machine's own hooks have no name. */
        if (callback->role == role && *callback->name != '\0') {
            names[count++] = callback->name;
        }
    }
    if (names != NULL) {
        qsort(names, count, sizeof *names, compare);
    }
    *out_count = count;
    return names;
}

void write_needs(const test_case *test, buffer *text) {
    for (size_t i = 0; i < ROLE_COUNT; i++) {
        size_t count = 0;
        const char **const names = names_of(test, order[i], &count);
        if (count > 0) {
            buffer_add_format(text, "%s%s", text->length > 0 ? ", " : "",
                              count == 1 ? role_names[order[i]] : plurals[order[i]]);
        }
        for (size_t j = 0; j < count; j++) {
            buffer_add_format(text, " %s", names[j]);
        }
        free(names);
    }
}

void add_needs(buffer *json, const test_case *test) {
    json_begin_object(json, "needs");
    for (size_t i = 0; i < ROLE_COUNT; i++) {
        size_t count = 0;
        const char **const names = names_of(test, order[i], &count);
        if (count > 0) {
            json_begin_array(json, role_names[order[i]]);
            for (size_t j = 0; j < count; j++) {
                json_add_text(json, NULL, names[j]);
            }
            json_end_array(json);
        }
        free(names);
    }
    json_end_object(json);
}
