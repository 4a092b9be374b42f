/* A document: its lines, what it declares and labels, and the sections behind its definition. */
#include <string.h>

#include "sections.h"

static const char order[] = "the order is: definition, diagnostics, transitions, runs; all but runs once";

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

/* ------------------------------------------------------------------------------------------------------------------
 * The definition
 * --------------------------------------------------------------------------------------------------------------- */

/* The lines below the heading of the definition, if it comes first. */
static void find_definition(test_case *test) {
    for (size_t i = 1; test->report->is_strict && i < test->lines.count; i++) {
        const line *const line = &test->lines.items[i];
        if (line->depth == 0 && token_is(&line->tokens.items[0], "definition")) {
            report_fault(test->report, line->number, "%s", order);
        }
    }
    if (test->lines.count == 0 || !token_is(&test->lines.items[0].tokens.items[0], "definition")) {
        return;
    }
    test->definition.items = test->lines.items + 1;
    while (1 + test->definition.count < test->lines.count &&
           test->definition.items[test->definition.count].depth > 0) {
        test->definition.count++;
    }
}

/* Adds the label before a line, and goes past it. */
static void take_label(test_case *test, cursor *cursor, size_t index) {
    if (cursor_sees_second(cursor, ":") && cursor_sees_word(cursor)) {
        *LIST_ADD(&test->arena, &test->labels) =
            (label){cursor_peek(cursor), cursor->line->number, index, false};
        cursor->next += 2;
    }
}

/* "Policy weak strong by office", or "Level of 100 by meter", from behind "predicate". */
static void read_predicate(test_case *test, cursor *cursor) {
    predicate predicate = {.line = cursor->line->number, .word = cursor_name(cursor, "a predicate type")};
    const bool has_names = !cursor_skip(cursor, "of");
    while (cursor_sees_name(cursor) && !cursor_sees(cursor, "by")) {
        const char *const word = cursor_name(cursor, "the name of a case");
        if (has_names) {
            *LIST_ADD(&test->arena, &predicate.words) = word;
        }
    }
    if (cursor_skip(cursor, "by")) {
        predicate.provider = cursor_name(cursor, "the name of a provider");
    }
    *LIST_ADD(&test->arena, &test->predicates) = predicate;
}

void case_open(test_case *test, report *report, char *contents) {
    *test = (test_case){.report = report};
    const text text = text_read(&test->arena, report, contents);
    test->announced_fault = text.announced_fault;
    test->lines.items = text.lines.items;
    test->lines.count = text.lines.count;
    find_definition(test);
    struct report silent = {.is_quiet = true};
    for (size_t i = 0; i < test->definition.count; i++) {
        cursor cursor = {&silent, &test->definition.items[i], 0};
        take_label(test, &cursor, i);
        if (cursor.line->depth == 1 && !is_row(cursor.line) && cursor_skip(&cursor, "predicate")) {
            read_predicate(test, &cursor);
        }
    }
    find_callables(test);
}

/* ------------------------------------------------------------------------------------------------------------------
 * The sections
 * --------------------------------------------------------------------------------------------------------------- */

/* A section that may stand once, and before others: its number is higher than that of the one before. */
static void begin(cursor *heading, int *former, int section, int32_t *line) {
    if (section < *former || (section == *former && line != NULL)) {
        cursor_fault(heading, "%s", order);
    }
    *former = section;
    if (line != NULL) {
        *line = heading->line->number;
    }
}

static void read_section(test_case *test, cursor *heading, lines below, int *former) {
    if (cursor_skip(heading, "diagnostics")) {
        begin(heading, former, 2, &test->diagnostics_line);
        cursor_expect_end(heading);
        read_diagnostics(test, below);
    } else if (cursor_skip(heading, "transitions")) {
        begin(heading, former, 3, &test->transitions_line);
        cursor_expect_end(heading);
        read_transitions(test, below);
    } else if (cursor_skip(heading, "run")) {
        begin(heading, former, 4, NULL);
        read_run(test, heading, below);
    } else {
        cursor_fault(heading, "there is no section %s", cursor_peek(heading));
    }
}

/* Labels that blocks are gone on with or adopted by are used. */
static void use_labels_of_definition(test_case *test) {
    for (size_t i = 0; i < test->definition.count; i++) {
        const line *const line = &test->definition.items[i];
        bool is_use = token_is(&line->tokens.items[0], "in");
        for (size_t j = 1; !is_row(line) && j < line->tokens.count; j++) {
            for (size_t k = 0; is_use && k < test->labels.count; k++) {
                label *const label = &test->labels.items[k];
                label->is_used = label->is_used || token_is(&line->tokens.items[j], label->word);
            }
            is_use = is_use || token_is(&line->tokens.items[j], "adopts");
        }
    }
}

/* What else must hold of a case of the conformance tests. */
static void check_use(test_case *test) {
    if (test->diagnostics_line == 0 && test->transitions_line == 0 && test->runs.count == 0) {
        report_fault(test->report, 1, "the case checks nothing: it needs diagnostics, transitions or a run");
    }
    for (size_t i = 0; i < test->callables.count; i++) {
        const callable_line *const found = &test->callables.items[i];
        const callback *const callback = find_callback(test, found->role, found->name);
        if (callback == NULL || !callback->is_registered) {
            report_fault(test->report, test->definition.items[found->index].number,
                         "the callable %s %s is registered nowhere", role_names[found->role], found->name);
        }
    }
    use_labels_of_definition(test);
    for (size_t i = 0; i < test->labels.count; i++) {
        if (!test->labels.items[i].is_used) {
            report_fault(test->report, test->labels.items[i].line, "label %s is not used", test->labels.items[i].word);
        }
    }
}

void case_read_sections(test_case *test) {
    lines lines = {test->report, test->lines.items, test->lines.count};
    int former = 1;
    if (lines_are_left(&lines)) {
        lines_next(&lines);
        lines_below(&lines, 0);
    }
    while (lines_are_left(&lines)) {
        cursor heading = lines_next(&lines);
        read_section(test, &heading, lines_below(&lines, 0), &former);
    }
    if (test->report->is_strict) {
        check_use(test);
    }
}
