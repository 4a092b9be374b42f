/* diagnostics and transitions: what is expected of the definition, before anything runs. */
#include <string.h>

#include "sections.h"

static void read_fields(test_case *test, cursor *cursor, finding *finding) {
    do {
        if (cursor_skip(cursor, "state")) {
            finding->state = take_id(test, cursor, STATE);
        } else if (cursor_skip(cursor, "event")) {
            finding->event = take_id(test, cursor, EVENT);
        } else if (cursor_skip(cursor, "target")) {
            finding->target = take_id(test, cursor, STATE);
        } else if (cursor_skip(cursor, "predicate")) {
            finding->predicate = take_id(test, cursor, PREDICATE);
        } else if (cursor_skip(cursor, "case")) {
            const char *const word = cursor_name(cursor, "a case");
            finding->value = case_number(test, finding->line, finding->predicate, word);
        } else if (cursor_skip(cursor, "saying")) {
            *LIST_ADD(&test->arena, &finding->sayings) = cursor_quoted(cursor, "a text in quotes");
        } else {
            cursor_fault(cursor, "state, event, target, predicate, case or saying is expected here, not %s",
                         cursor_peek(cursor));
        }
    } while (cursor_skip(cursor, ","));
    cursor_expect(cursor, ")");
}

/* "implicit clash: a b for [Mood glad, Policy weak] (state locked)", of which the first words are needed. */
static void read_finding(test_case *test, cursor *cursor) {
    finding finding = {.line = cursor->line->number, .state = OMITTED, .event = OMITTED, .target = OMITTED,
                       .predicate = OMITTED, .value = OMITTED};
    finding.kind = cursor_words(cursor, &test->arena, ":", "(");
    if (cursor_skip(cursor, ":")) {
        do {
            const label *const label = use_label(test, finding.line, cursor_word(cursor, "a label"));
            *LIST_ADD(&test->arena, &finding.places) = label == NULL ? 0 : label->line;
        } while (cursor_sees_word(cursor) && !cursor_sees(cursor, "for"));
    }
    if (cursor_skip(cursor, "for")) {
        finding.combination = take_cases(test, cursor);
    }
    if (cursor_skip(cursor, "(")) {
        read_fields(test, cursor, &finding);
    }
    cursor_expect_end(cursor);
    *LIST_ADD(&test->arena, &test->findings) = finding;
}

void read_diagnostics(test_case *test, lines lines) {
    if (!lines_are_left(&lines)) {
        report_fault(test->report, test->diagnostics_line, "no diagnostics at all are written as: none");
    }
    const size_t count = lines.count;
    while (lines_are_left(&lines)) {
        cursor cursor = lines_next(&lines);
        if (count == 1 && cursor_sees(&cursor, "none") && cursor.line->tokens.count == 1) {
            return;
        }
        if (cursor.line->depth > 1) {
            cursor_fault(&cursor, "nothing stands below a diagnostic");
        }
        read_finding(test, &cursor);
    }
}

void read_transitions(test_case *test, lines lines) {
    while (lines_are_left(&lines)) {
        cursor cursor = lines_next(&lines);
        if (cursor.line->depth > 1) {
            cursor_fault(&cursor, "nothing stands below transitions");
        }
        state_row expected = {.line = cursor.line->number};
        expected.source = take_id(test, &cursor, STATE);
        cursor_expect(&cursor, ":");
        do {
            const label *const label = use_label(test, expected.line, cursor_word(&cursor, "the label of a row"));
            if (label != NULL && !is_row_label(test, label)) {
                cursor_fault(&cursor, "%s is not the label of a row", label->word);
            } else if (label != NULL) {
                expected.index = label->index;
                *LIST_ADD(&test->arena, &test->transitions) = expected;
            }
        } while (cursor_sees_word(&cursor));
        cursor_expect_end(&cursor);
    }
}
