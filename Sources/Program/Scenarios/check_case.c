#include "performance.h"
#include "sections.h"

/* Whether a callback stands in the way of running scenarios, which is reported. */
static bool is_beyond_running(test_case *test) {
    for (size_t i = 0; i < test->callbacks.count; i++) {
        const callback *const callback = test->callbacks.items[i];
        if (callback->is_beyond_calling) {
            report_fault(test->report, callback->signature->line,
                         "scenarios cannot be run: %s %s takes \"...\" or \"args...\" behind other parameters than context "
                         "and at most two numbers, or beside another such callable without context",
                         role_names[callback->role], callback->name);
            return true;
        }
    }
    return false;
}

void case_check(test_case *test, const sfsm_diagnostics *diagnostics, const host *host) {
    case_read_sections(test);
    if (test->report->count > 0 || test->report->is_skipped) {
        return;
    }
    /* Errors that no section expects are for the caller to tell. */
    const bool expects = test->diagnostics_line > 0 || test->report->is_strict;
    if (expects) {
        check_diagnostics(test, diagnostics);
    }
    if (test->table == NULL) {
        const int32_t line = test->runs.count > 0 ? test->runs.items[0].line : test->transitions_line;
        if (line > 0 && expects) {
            report_fault(test->report, line, "there is no table: the definition has errors");
        }
        return;
    }
    check_transitions(test);
    if (test->runs.count > 0 && is_beyond_running(test)) {
        return;
    }
    for (size_t i = 0; i < test->runs.count; i++) {
        const size_t before = test->report->count;
        perform_run(test, &test->runs.items[i], host);
        test->passed += test->report->count == before;
    }
}
