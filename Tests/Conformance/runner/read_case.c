#include "sections.h"

bool lines_are_left(const lines *lines) {
    return lines->count > 0;
}

cursor lines_next(lines *lines) {
    lines->count--;
    return (cursor){lines->report, lines->items++, 0};
}

lines lines_below(lines *lines, size_t depth) {
    struct lines below = {lines->report, lines->items, 0};
    while (below.count < lines->count && below.items[below.count].depth > depth) {
        below.count++;
    }
    lines->items += below.count;
    lines->count -= below.count;
    return below;
}

/* A section that may stand once, and before others: its number is higher than that of the one before. */
static void begin(cursor *heading, int *former, int section, int32_t *line) {
    if (section < *former || (section == *former && line != NULL)) {
        cursor_fault(heading, "the order is: definition, diagnostics, transitions, runs; all but runs once");
    }
    *former = section;
    if (line != NULL) {
        *line = heading->line->number;
    }
}

static void read_sections(test_case *test, lines lines) {
    int32_t definition_line = 0;
    int former = 0;
    while (lines_are_left(&lines)) {
        cursor heading = lines_next(&lines);
        struct lines below = lines_below(&lines, 0);
        if (cursor_skip(&heading, "definition")) {
            begin(&heading, &former, 1, &definition_line);
            cursor_expect_end(&heading);
            read_definition(test, below);
        } else if (cursor_skip(&heading, "diagnostics")) {
            begin(&heading, &former, 2, &test->diagnostics_line);
            cursor_expect_end(&heading);
            read_diagnostics(test, below);
        } else if (cursor_skip(&heading, "transitions")) {
            begin(&heading, &former, 3, &test->transitions_line);
            cursor_expect_end(&heading);
            read_transitions(test, below);
        } else if (cursor_skip(&heading, "run")) {
            begin(&heading, &former, 4, NULL);
            read_run(test, &heading, below);
        } else {
            cursor_fault(&heading, "there is no section %s", cursor_peek(&heading));
        }
    }
    if (definition_line == 0) {
        report_fault(test->report, 1, "the case has no definition");
    }
}

void case_read(test_case *test, report *report, char *contents) {
    *test = (test_case){.report = report};
    const text text = text_read(&test->arena, report, contents);
    test->announced_fault = text.announced_fault;
    if (report->count > 0) {
        return;
    }
    read_sections(test, (lines){report, text.lines.items, text.lines.count});
    if (test->diagnostics_line == 0 && test->transitions_line == 0 && test->runs.count == 0) {
        report_fault(report, 1, "the case checks nothing: it needs diagnostics, transitions or a run");
    }
    for (size_t i = 0; i < test->callbacks.count; i++) {
        const callback *const callback = test->callbacks.items[i];
        if (callback->signature != NULL && !callback->is_registered) {
            report_fault(report, callback->signature->line, "the callable %s %s is registered nowhere",
                         role_names[callback->role], callback->name);
        }
    }
    for (size_t i = 0; i < test->labels.count; i++) {
        if (!test->labels.items[i].is_used) {
            report_fault(report, test->labels.items[i].line, "label %s is not used", test->labels.items[i].word);
        }
    }
}
