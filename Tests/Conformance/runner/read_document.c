/* The definition of a case, read by the library as the document that it is. */
#include <stdio.h>
#include <string.h>

#include "performance.h"

static const sfsm_role roles[ROLE_COUNT] = {
    [ENTRY] = SFSM_ENTRY,       [EXIT] = SFSM_EXIT,         [CYCLE] = SFSM_CYCLE, [UPDATE] = SFSM_UPDATE,
    [GUARD] = SFSM_GUARD,       [ACTION] = SFSM_ACTION,     [RESOLVER] = SFSM_RESOLVER,
    [PROVIDER] = SFSM_PROVIDER, [UNHANDLED] = SFSM_UNHANDLED_HOOK, [STEP] = SFSM_STEP_HOOK,
};

/* Finds what the case has for a name. */
static sfsm_status find(const sfsm_wanted *wanted, void *context, sfsm_callback *out_callback) {
    const test_case *const test = context;
    role role = 0;
    while (roles[role] != wanted->role) {
        role++;
    }
    callback *const callback = find_callback(test, role, wanted->name);
    if (callback == NULL) {
        report_fault(test->report, wanted->line, "the library asks for %s %s", role_names[role], wanted->name);
        return SFSM_UNKNOWN_STATE;
    }
    if ((wanted->signature != NULL) != (callback->signature != NULL)) {
        report_fault(test->report, wanted->line, "the library tells another signature of %s", wanted->name);
    }
    *out_callback = registration(callback);
    return SFSM_OK;
}

/* The canonical text of a builder's definition: a string, which grows. */
typedef struct written {
    test_case *test;
    char *text;
    size_t length;
} written;

static sfsm_status append(void *context, const char *bytes, size_t count) {
    written *const written = context;
    char *const longer = arena_take(&written->test->arena, written->length + count + 1);
    memcpy(longer, written->text == NULL ? "" : written->text, written->length);
    memcpy(longer + written->length, bytes, count);
    written->text = longer;
    written->length += count;
    longer[written->length] = '\0';
    return SFSM_OK;
}

/* What a definition does; 0 if it has errors. */
static uint64_t hash_of(sfsm_builder *builder) {
    sfsm_table *table = NULL;
    sfsm_builder_build(builder, &table, NULL);
    const uint64_t hash = sfsm_table_snapshot_key(table);
    sfsm_table_release(table);
    return hash;
}

/* The canonical text must be read as the same definition, of which the text is the same. */
static void check_writing(test_case *test, const char *contents) {
    sfsm_builder *builders[2] = {sfsm_builder_create(), sfsm_builder_create()};
    written texts[2] = {{test, NULL, 0}, {test, NULL, 0}};
    const sfsm_reading reading = {.size = sizeof reading, .flags = SFSM_UNBOUND};
    for (size_t i = 0; i < 2 && test->report->count == 0; i++) {
        const char *const source = i == 0 ? contents : texts[0].text;
        sfsm_diagnostics *diagnostics = NULL;
        sfsm_status status = sfsm_builder_read(builders[i], source, strlen(source), &reading, &diagnostics);
        if (status == SFSM_OK) {
            status = sfsm_builder_write(builders[i], NULL, append, &texts[i]);
        }
        if (status != SFSM_OK) {
            report_fault(test->report, 1, "%s: %s:\n%s%s", i == 0 ? "writing" : "reading what was written",
                         sfsm_status_name(status), sfsm_diagnostics_text(diagnostics), source);
        }
        sfsm_diagnostics_release(diagnostics);
    }
    if (test->report->count == 0 && strcmp(texts[0].text, texts[1].text) != 0) {
        report_fault(test->report, 1, "the canonical text is written as another one:\n%s%s", texts[0].text, texts[1].text);
    }
    if (test->report->count == 0 && hash_of(builders[0]) != hash_of(builders[1])) {
        report_fault(test->report, 1, "the canonical text is another definition:\n%s", texts[0].text);
    }
    sfsm_builder_release(builders[0]);
    sfsm_builder_release(builders[1]);
}

sfsm_builder *read_document(test_case *test, const char *path, const char *contents) {
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_diagnostics *diagnostics = NULL;
    const sfsm_reading reading = {.size = sizeof reading, .file = path, .finder = find, .context = test};
    const sfsm_status status = sfsm_builder_read(builder, contents, strlen(contents), &reading, &diagnostics);
    if (status != SFSM_OK) {
        sfsm_diagnostic first = {.size = sizeof first};
        sfsm_diagnostics_get(diagnostics, 0, &first);
        report_fault(test->report, first.line, "the library does not read this: %s: %s", sfsm_status_name(status),
                     first.text == NULL ? "" : first.text);
    }
    sfsm_diagnostics_release(diagnostics);
    if (test->report->count == 0) {
        check_writing(test, contents);
    }
    if (test->report->count > 0) {
        sfsm_builder_release(builder);
        return NULL;
    }
    return builder;
}
