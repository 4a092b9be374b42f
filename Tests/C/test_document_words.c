/* Documents in which one word is missing or another: whatever stands there, they are read, or the first fault is told of that
 * line or of what it leaves without a meaning below. */
#include "support.h"

#include <stdio.h>

static const char document[] = "definition\n"
                               "  format 1\n"
                               "  ids states off=0 on=1 \"gone away\"=7\n"
                               "  ids events power=3 \"-4\"=-4\n"
                               "  named events power louder\n"
                               "  guards first match\n"
                               "  entry exit always\n"
                               "  order resolve exit actions commit entry\n"
                               "  warnings off unreachable state, dead end state\n"
                               "  on unhandled note count\n"
                               "  on step note\n"
                               "  event power (i32 cents, str currency) was energy\n"
                               "  predicate Policy weak strong by office\n"
                               "  predicate Weather of 4\n"
                               "  callable guard enough bool(context, i32)\n"
                               "  first: initial off\n"
                               "  superstate common\n"
                               "    louder -> off / note\n"
                               "  other: superstate named \"what all have\"\n"
                               "    any -> internal / note count\n"
                               "  block: state off adopts common other was dark\n"
                               "    entry light hum\n"
                               "    power [Policy weak|strong, Weather 2] ? enough ready -> on / thank raises louder\n"
                               "    overriding louder -> same\n"
                               "  parallel on\n"
                               "    default sound / hush\n"
                               "    done power\n"
                               "    timeout 30 louder\n"
                               "    state sound final\n"
                               "    history last\n"
                               "      default sound\n"
                               "  in block\n"
                               "    exit dim\n"
                               "  state \"gone away\" in on\n"
                               "  off power ? in off -> dynamic by choose\n"
                               "  local on power -> sound and last\n"
                               "  any request -> on / note\n"
                               "  off eventless ? not in on -> defer\n";

enum { WORD_SIZE = 32 };

/* Reads the document with this in place of some of its bytes. */
static sfsm_status read_with(size_t first, size_t end, const char *other, sfsm_diagnostics **diagnostics) {
    char text[sizeof document + WORD_SIZE];
    const int length = snprintf(text, sizeof text, "%.*s%s%s", (int)first, document, other, document + end);
    sfsm_builder *const builder = sfsm_builder_create();
    const sfsm_reading reading = {.size = sizeof reading, .flags = SFSM_UNBOUND};
    const sfsm_status status = sfsm_builder_read(builder, text, (size_t)length, &reading, diagnostics);
    sfsm_builder_release(builder);
    return status;
}

static int line_of(size_t position) {
    int line = 1;
    for (size_t i = 0; i < position; i++) {
        line += document[i] == '\n';
    }
    return line;
}

static bool is_end(char byte) {
    return byte == ' ' || byte == '\n' || byte == '\0';
}

/* Each word, up to the end of it or of its line, becomes another. Returns how often that was a fault. */
static size_t faults_with(const char *other, bool with_rest) {
    size_t faults = 0, first = 0;
    while (document[first] != '\0') {
        size_t end = first;
        while (with_rest ? document[end] != '\n' && document[end] != '\0' : !is_end(document[end])) {
            end++;
        }
        if (end > first) {
            sfsm_diagnostics *diagnostics = NULL;
            const sfsm_status status = read_with(first, end, other, &diagnostics);
            if (status != SFSM_OK) {
                assert_status(status, SFSM_INVALID_DEFINITION);
                assert_true(sfsm_diagnostics_count(diagnostics) > 0);
                const sfsm_diagnostic fault = diagnostic_at(diagnostics, 0);
                if (fault.line < line_of(first) - 1 || fault.column < 1) {
                    fail_msg("with '%s' in line %d:\n%s", other, line_of(first), sfsm_diagnostics_text(diagnostics));
                }
                faults++;
            }
            sfsm_diagnostics_release(diagnostics);
        }
        while (!is_end(document[first])) {
            first++;
        }
        while (document[first] != '\0' && is_end(document[first])) {
            first++;
        }
    }
    return faults;
}

static void the_document_is_sound(void **state) {
    (void)state;
    sfsm_diagnostics *diagnostics = NULL;
    const sfsm_status status = read_with(0, 0, "", &diagnostics);
    if (status != SFSM_OK) {
        fail_msg("%s", sfsm_diagnostics_text(diagnostics));
    }
    sfsm_diagnostics_release(diagnostics);
}

static void a_word_that_is_missing_or_another_is_told_where_it_is(void **state) {
    (void)state;
    static const char *const others[] = {"\"\"", "=", "->", "?", "[", "]", "/", ",", ":", "in", "any", "none", "by", "9"};
    for (size_t i = 0; i < COUNT(others); i++) {
        assert_true(faults_with(others[i], false) > 0);
    }
    assert_true(faults_with("", false) > 0);
}

static void a_line_that_ends_early_is_told_where_it_ends(void **state) {
    (void)state;
    assert_true(faults_with("", true) > 0);
    assert_true(faults_with("\"\"", true) > 0);
    assert_true(faults_with("any", true) > 0);
}

/* Statements that are well formed, but must not stand where they are, or say something again. */
static void what_stands_in_the_wrong_place_is_told(void **state) {
    (void)state;
    static const struct {
        const char *lines, *told;
    } cases[] = {
        {"  a x -> b\n  format 1\n", "line 3:3: error: expected 'format' as the first line of a definition\n"},
        {"  state a\n    state b in a\n", "line 3:13: error: expected no 'in': the state is nested in the one above it\n"},
        {"  state a\n    superstate s\n", "line 3:5: error: expected a superstate outside of all states\n"},
        {"  state a\n    l: entry f\n", "line 3:8: error: expected a row or a block behind a label, found 'entry'\n"},
        {"  predicate P x by f\n  predicate P x by g\n",
         "line 3:17: error: expected one provider for a predicate type, found another\n"},
        {"  ids states a=1 a=1\n  a x -> b\n", NULL},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[256];
        const int length = snprintf(text, sizeof text, "definition\n%s", cases[i].lines);
        sfsm_builder *const builder = sfsm_builder_create();
        sfsm_diagnostics *diagnostics = NULL;
        const sfsm_reading reading = {.size = sizeof reading, .flags = SFSM_UNBOUND};
        const sfsm_status status = sfsm_builder_read(builder, text, (size_t)length, &reading, &diagnostics);
        assert_status(status, cases[i].told == NULL ? SFSM_OK : SFSM_INVALID_DEFINITION);
        if (cases[i].told != NULL) {
            assert_string_equal(sfsm_diagnostics_text(diagnostics), cases[i].told);
        }
        sfsm_diagnostics_release(diagnostics);
        sfsm_builder_release(builder);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_document_is_sound),
        cmocka_unit_test(a_word_that_is_missing_or_another_is_told_where_it_is),
        cmocka_unit_test(a_line_that_ends_early_is_told_where_it_ends),
        cmocka_unit_test(what_stands_in_the_wrong_place_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
