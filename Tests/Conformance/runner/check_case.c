#include "check.h"

void check_case(test_case *test, report *report, const char *path) {
    case_read(test, report, path);
    if (report->count > 0) {
        return;
    }
    sfsm_builder *const builder = build_definition(test, path);
    if (builder == NULL) {
        return;
    }
    sfsm_table *table = NULL;
    sfsm_diagnostics *diagnostics = NULL;
    const sfsm_status status = sfsm_builder_build(builder, &table, &diagnostics);
    check_diagnostics(test, diagnostics);
    sfsm_diagnostics_release(diagnostics);
    sfsm_builder_release(builder);
    if (table == NULL) {
        const int32_t line = test->runs.count > 0 ? test->runs.items[0].line : test->transitions_line;
        if (status != SFSM_INVALID_DEFINITION || line > 0) {
            report_fault(report, line, "there is no table: %s", sfsm_status_name(status));
        }
        return;
    }
    check_transitions(test, table, path);
    for (size_t i = 0; i < test->runs.count; i++) {
        perform_run(test, &test->runs.items[i], table);
    }
    sfsm_table_release(table);
}
