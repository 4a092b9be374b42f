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
    if (test->report->count > 0) {
        sfsm_builder_release(builder);
        return NULL;
    }
    return builder;
}
