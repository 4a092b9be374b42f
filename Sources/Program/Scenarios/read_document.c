/* The definition of a document, read and built by the library. */
#include <stdio.h>
#include <string.h>

#include "buffer.h"
#include "performance.h"
#include "sections.h"

static const sfsm_role roles[ROLE_COUNT] = {
    [ENTRY] = SFSM_ENTRY,       [EXIT] = SFSM_EXIT,         [CYCLE] = SFSM_CYCLE, [UPDATE] = SFSM_UPDATE,
    [GUARD] = SFSM_GUARD,       [ACTION] = SFSM_ACTION,     [RESOLVER] = SFSM_RESOLVER,
    [PROVIDER] = SFSM_PROVIDER, [UNHANDLED] = SFSM_UNHANDLED_HOOK, [STEP] = SFSM_STEP_HOOK,
};

/* An sfsm_finder: there is a callback for every name. */
static sfsm_status find(const sfsm_wanted *wanted, void *context, sfsm_callback *out_callback) {
    test_case *const test = context;
    role role = 0;
    while (role < STEP && roles[role] != wanted->role) {
        role++;
    }
    callback *const callback =
        registered_callback(test, role, arena_text(&test->arena, wanted->name, strlen(wanted->name)));
    if (wanted->signature != NULL && callback->signature == NULL) {
        read_signature(test, callback, wanted->signature);
        make_callable(test, callback);
    }
    *out_callback = registration(callback);
    return SFSM_OK;
}

/* Takes the numbers of all words from the canonical text, which has a line for each. */
static void read_vocabularies(test_case *test, const sfsm_builder *builder) {
    static const char *const names[VOCABULARY_COUNT] = {"states", "events", "predicates"};
    buffer canonical = {NULL, 0, 0};
    if (sfsm_builder_write(builder, NULL, buffer_write, &canonical) != SFSM_OK) {
        buffer_clear(&canonical);
    }
    struct report silent = {.is_quiet = true};
    char *next = canonical.text;
    while (next != NULL && *next != '\0') {
        char *const end = strchr(next, '\n');
        *end = '\0';
        if (strncmp(next, "  ids ", strlen("  ids ")) == 0) {
            const line line = text_read_line(&test->arena, next, 1);
            cursor cursor = {&silent, &line, 1};
            vocabulary vocabulary = 0;
            while (vocabulary < PREDICATE && !cursor_sees(&cursor, names[vocabulary])) {
                vocabulary++;
            }
            cursor.next++;
            const char *const word = cursor_name(&cursor, "a word");
            cursor_expect(&cursor, "=");
            *LIST_ADD(&test->arena, &test->vocabularies[vocabulary]) =
                (id_word){word, cursor_integer(&cursor, "a number")};
        }
        next = end + 1;
    }
    buffer_release(&canonical);
}

sfsm_status case_define(test_case *test, const char *text, size_t length, sfsm_diagnostics **out_diagnostics) {
    *out_diagnostics = NULL;
    sfsm_builder *const builder = sfsm_builder_create();
    if (builder == NULL) {
        return SFSM_OUT_OF_MEMORY;
    }
    const sfsm_reading reading = {.size = sizeof reading, .file = test->report->path, .finder = find, .context = test};
    sfsm_status status = sfsm_builder_read(builder, text, length, &reading, out_diagnostics);
    test->is_read = status == SFSM_OK;
    if (test->is_read) {
        read_vocabularies(test, builder);
        status = sfsm_builder_build(builder, &test->table, out_diagnostics);
    }
    read_hook_signatures(test);
    for (size_t i = 0; i < test->callbacks.count; i++) {
        callback *const callback = test->callbacks.items[i];
        if (callback->signature != NULL && callback->callable == NULL) {
            make_callable(test, callback);
        }
    }
    sfsm_builder_release(builder);
    return status;
}

void case_close(test_case *test) {
    sfsm_table_release(test->table);
    release_callables(test);
    arena_release(&test->arena);
}
