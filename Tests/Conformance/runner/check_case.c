#include <string.h>

#include "performance.h"

/* Compares what the table tells of the events that the case declares. */
static void check_events(test_case *test, const sfsm_table *table) {
    for (size_t i = 0; i < test->event_types.count; i++) {
        const event_type *const event = &test->event_types.items[i];
        bool is_alike = sfsm_table_argument_count(table, event->id) == event->types.count;
        for (size_t j = 0; j <= event->types.count; j++) {
            const int32_t type = j < event->types.count ? event->types.items[j] : 0;
            is_alike = is_alike && sfsm_table_argument_type(table, event->id, j) == type;
        }
        if (!is_alike) {
            report_fault(test->report, event->line, "the table tells of other arguments");
        }
    }
}

/* Compares what the table tells of the superstates: their names, in the order of their blocks. */
static void check_superstates(test_case *test, const sfsm_table *table) {
    size_t count = 0;
    for (size_t i = 0; i < test->blocks.count; i++) {
        const block *const block = &test->blocks.items[i];
        if (block->is_superstate) {
            const char *const name = sfsm_table_superstate_name(table, count++);
            const bool is_alike = name == NULL || block->name == NULL ? name == block->name
                                                                      : strcmp(name, block->name) == 0;
            if (!is_alike) {
                report_fault(test->report, block->line, "the table tells another name of the superstate");
            }
        }
    }
    if (sfsm_table_superstate_count(table) != count) {
        report_fault(test->report, 1, "the table tells of %zu superstates", sfsm_table_superstate_count(table));
    }
}

bool is_chart(const test_case *test) {
    for (size_t i = 0; i < test->blocks.count; i++) {
        const block *const block = &test->blocks.items[i];
        if (!block->is_superstate && block->parent != SFSM_NONE) {
            return true;
        }
    }
    return false;
}

/* Compares what the table tells of each state of a chart: its parent, and what it is. */
static void check_nesting(test_case *test, const sfsm_table *table) {
    for (size_t i = 0; i < test->blocks.count && is_chart(test); i++) {
        const block *const block = &test->blocks.items[i];
        int32_t parent = SFSM_NONE;
        uint32_t kind = 0;
        bool has_children = false;
        /* Any block of the state may say it. */
        for (size_t j = 0; j < test->blocks.count; j++) {
            const struct block *const other = &test->blocks.items[j];
            const bool is_same = !other->is_superstate && other->state == block->state;
            parent = is_same && other->parent != SFSM_NONE ? other->parent : parent;
            kind |= is_same ? other->kind : 0;
            has_children = has_children || (!other->is_superstate && other->parent == block->state);
        }
        /* Without children it is a state as any other. */
        kind &= has_children ? ~0U : ~(uint32_t)SFSM_PARALLEL;
        if (!block->is_superstate && (sfsm_table_parent(table, block->state) != parent ||
                                      sfsm_table_kind(table, block->state) != kind)) {
            report_fault(test->report, block->line, "the table tells another parent or kind of the state");
        }
    }
}

static void check_definition(test_case *test, const char *path, const char *document) {
    sfsm_builder *const builder =
        document != NULL && !test->is_no_document ? read_document(test, path, document) : build_definition(test, path);
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
            report_fault(test->report, line, "there is no table: %s", sfsm_status_name(status));
        }
        return;
    }
    check_events(test, table);
    check_superstates(test, table);
    check_nesting(test, table);
    check_transitions(test, table, path);
    for (size_t i = 0; i < test->runs.count; i++) {
        perform_run(test, &test->runs.items[i], table);
    }
    sfsm_table_release(table);
}

void check_case(test_case *test, report *report, char *contents) {
    arena copies = {0};
    const char *const document = report->is_read ? arena_text(&copies, contents, strlen(contents)) : NULL;
    case_read(test, report, contents);
    if (report->count == 0) {
        make_callables(test);
        if (report->count == 0 && !report->is_skipped) {
            check_definition(test, report->path, document);
        }
        release_callables(test);
    }
    arena_release(&copies);
}
