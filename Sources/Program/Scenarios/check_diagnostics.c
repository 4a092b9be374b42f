#include <stdio.h>
#include <string.h>

#include "check_case.h"

/* The label that stands on a line, or the line's number. */
static const char *place_text(test_case *test, int32_t line) {
    for (size_t i = 0; i < test->labels.count; i++) {
        if (test->labels.items[i].line == line) {
            return test->labels.items[i].word;
        }
    }
    char text[32];
    const int length = snprintf(text, sizeof text, "line-%d", (int)line);
    return arena_text(&test->arena, text, (size_t)length);
}

/* Text that grows as it is written. */
typedef struct writing {
    char text[1024];
    size_t length;
} writing;

static void write_word(writing *writing, const char *before, const char *word) {
    const size_t room = sizeof writing->text - writing->length;
    const int length = snprintf(writing->text + writing->length, room, "%s%s", before, word);
    writing->length += (size_t)length < room ? (size_t)length : room - 1;
}

/* A diagnostic as a case writes it, up to what it concerns. */
static const char *written(test_case *test, const char *kind, const int32_t *places, size_t place_count,
                           const sent_cases *combination) {
    writing writing = {.length = 0};
    write_word(&writing, "", kind);
    for (size_t i = 0; i < place_count; i++) {
        write_word(&writing, i == 0 ? ": " : " ", place_text(test, places[i]));
    }
    if (combination->count > 0) {
        write_word(&writing, " for ", cases_text(test, combination));
    }
    return arena_text(&test->arena, writing.text, writing.length);
}

/* The diagnostic at an index as a case writes it. */
static const char *told(test_case *test, const sfsm_diagnostics *diagnostics, size_t index,
                        const sfsm_diagnostic *diagnostic) {
    int32_t *const places = arena_take(&test->arena, (diagnostic->place_count + 1) * sizeof *places);
    for (size_t i = 0; i < diagnostic->place_count; i++) {
        const char *file = NULL;
        sfsm_diagnostics_place(diagnostics, index, i, &file, &places[i]);
    }
    sent_cases combination = {NULL, 0};
    for (size_t i = 0; i < diagnostic->case_count; i++) {
        sfsm_case part = {SFSM_NONE, SFSM_NONE};
        sfsm_diagnostics_case(diagnostics, index, i, &part.predicate, &part.value);
        *LIST_ADD(&test->arena, &combination) = part;
    }
    const char *const kind = sfsm_diagnostic_kind_name(diagnostic->kind);
    return written(test, kind, places, diagnostic->place_count, &combination);
}

/* Compares one field of a diagnostic, if the case names it. */
static void check_field(test_case *test, const finding *expected, const char *field, const char *expected_text,
                        const char *actual_text) {
    if (strcmp(expected_text, actual_text) != 0) {
        report_fault(test->report, expected->line, "the diagnostic concerns %s %s, not %s", field, actual_text,
                     expected_text);
    }
}

static void check_fields(test_case *test, const finding *expected, const sfsm_diagnostic *actual) {
    if (expected->state != OMITTED) {
        check_field(test, expected, "state", id_text(test, STATE, expected->state),
                    id_text(test, STATE, actual->state));
    }
    if (expected->event != OMITTED) {
        check_field(test, expected, "event", id_text(test, EVENT, expected->event),
                    id_text(test, EVENT, actual->event));
    }
    if (expected->target != OMITTED) {
        check_field(test, expected, "target", id_text(test, STATE, expected->target),
                    id_text(test, STATE, actual->target));
    }
    if (expected->predicate != OMITTED) {
        check_field(test, expected, "predicate", id_text(test, PREDICATE, expected->predicate),
                    id_text(test, PREDICATE, actual->predicate));
    }
    if (expected->value != OMITTED) {
        check_field(test, expected, "case", case_text(test, actual->predicate, expected->value),
                    case_text(test, actual->predicate, actual->value));
    }
    for (size_t i = 0; i < expected->sayings.count; i++) {
        if (strstr(actual->text, expected->sayings.items[i]) == NULL) {
            report_fault(test->report, expected->line, "the diagnostic does not say \"%s\": %s",
                         expected->sayings.items[i], actual->text);
        }
    }
}

void check_diagnostics(test_case *test, const sfsm_diagnostics *diagnostics) {
    const size_t count = sfsm_diagnostics_count(diagnostics);
    for (size_t i = 0; i < count; i++) {
        sfsm_diagnostic actual = {.size = sizeof actual};
        sfsm_diagnostics_get(diagnostics, i, &actual);
        if (test->diagnostics_line == 0) {
            /* No section: there must be no errors, and warnings do not matter. */
            if (actual.severity == SFSM_ERROR) {
                report_fault(test->report, actual.line, "not expected: %s", actual.text);
            }
            continue;
        }
        const char *const text = told(test, diagnostics, i, &actual);
        if (i >= test->findings.count) {
            report_fault(test->report, test->diagnostics_line, "not expected: %s", text);
            continue;
        }
        const finding *const expected = &test->findings.items[i];
        const char *const expected_text =
            written(test, expected->kind, expected->places.items, expected->places.count, &expected->combination);
        if (strcmp(text, expected_text) != 0) {
            report_fault(test->report, expected->line, "expected %s, but found %s", expected_text, text);
        } else {
            check_fields(test, expected, &actual);
        }
    }
    for (size_t i = count; i < test->findings.count; i++) {
        report_fault(test->report, test->findings.items[i].line, "not found: %s", test->findings.items[i].kind);
    }
}
