/* Chapter 6, the list itself: how it is read, in what order it stands, how long it lives. Its kinds are tested in
 * test_faults.c and test_warnings.c. */
#include "support.h"

#include <stdio.h>

enum { HOME, AWAY, END };
enum { GO, BACK };

static void add(sfsm_builder *builder, int32_t source, int32_t event, int32_t target, const char *file, int32_t line) {
    assert_status(sfsm_builder_add_row_at(builder, source, event, target, file, line, NULL), SFSM_OK);
}

/* A clash, an unknown target, and a state without a way out. */
static sfsm_builder *faulty_builder(void) {
    sfsm_builder *const builder = sfsm_builder_create();
    add(builder, HOME, GO, AWAY, "gate.c", 10);
    add(builder, HOME, GO, HOME, "gate.c", 11);
    add(builder, HOME, BACK, 99, "gate.c", 12);
    add(builder, AWAY, GO, SFSM_SAME, "gate.c", 13);
    return builder;
}

static void null_is_an_empty_list(void **state) {
    (void)state;
    sfsm_diagnostic diagnostic = {.size = sizeof diagnostic};
    const char *file = "";
    int32_t line = 0;
    assert_int_equal(sfsm_diagnostics_count(NULL), 0);
    assert_status(sfsm_diagnostics_get(NULL, 0, &diagnostic), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_diagnostics_place(NULL, 0, 0, &file, &line), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_diagnostics_case(NULL, 0, 0, &line, &line), SFSM_OUT_OF_RANGE);
    assert_string_equal(sfsm_diagnostics_text(NULL), "");
    sfsm_diagnostics_release(NULL);
}

static void what_a_diagnostic_is_not_about_is_none(void **state) {
    (void)state;
    int32_t predicate = 4711, value = 4711;
    sfsm_builder *const builder = faulty_builder();
    sfsm_diagnostics *const faults = faults_of(builder);
    for (size_t index = 0; index < sfsm_diagnostics_count(faults); index++) { /* none is about a predicate type */
        const sfsm_diagnostic fault = diagnostic_at(faults, index);
        assert_int_equal(fault.predicate, SFSM_NONE);
        assert_int_equal(fault.value, SFSM_NONE);
        assert_int_equal(fault.case_count, 0);
        assert_status(sfsm_diagnostics_case(faults, index, 0, &predicate, &value), SFSM_OUT_OF_RANGE);
    }
    assert_int_equal(predicate, 4711);
    assert_int_equal(value, 4711);
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

/* By file in the order in which files were first named, however often they take turns. */
static void places_of_one_file_stand_together(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    add(builder, HOME, GO, 90, "gate.c", 600);
    add(builder, HOME, BACK, 91, "other.c", 4);
    add(builder, AWAY, GO, 92, "gate.c", 5);
    add(builder, AWAY, BACK, 93, "other.c", 3);
    static const struct { const char *file; int32_t line; } expected[] = {
        {"gate.c", 5}, {"gate.c", 600}, {"other.c", 3}, {"other.c", 4},
    };
    sfsm_diagnostics *const diagnostics = faults_of(builder);
    for (size_t index = 0; index < COUNT(expected); index++) {
        const sfsm_diagnostic diagnostic = diagnostic_at(diagnostics, index);
        assert_string_equal(diagnostic.file, expected[index].file);
        assert_int_equal(diagnostic.line, expected[index].line);
    }
    sfsm_diagnostics_release(diagnostics);
    sfsm_builder_release(builder);
}

static void errors_come_first_then_warnings_each_in_the_order_of_their_places(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    add(builder, END, GO, SFSM_SAME, "gate.c", 5);    /* dead end state of END */
    add(builder, HOME, GO, 99, "gate.c", 10);         /* unknown target */
    add(builder, HOME, BACK, AWAY, "gate.c", 20);     /* clashes with 40 */
    add(builder, AWAY, GO, SFSM_DYNAMIC, "gate.c", 30); /* no resolver */
    add(builder, HOME, BACK, HOME, "gate.c", 40);
    add(builder, AWAY, BACK, HOME, "gate.c", 50);
    add(builder, AWAY, BACK, HOME, "gate.c", 60);     /* a duplicate of 50 */
    static const struct { int32_t kind, severity, line; } expected[] = {
        {SFSM_UNKNOWN_TARGET, SFSM_ERROR, 10},   {SFSM_CLASH, SFSM_ERROR, 20}, {SFSM_MISSING_RESOLVER, SFSM_ERROR, 30},
        {SFSM_DUPLICATE, SFSM_ERROR, 50},        {SFSM_DEAD_END_STATE, SFSM_WARNING, 5},
    };
    sfsm_diagnostics *const diagnostics = faults_of(builder);
    assert_int_equal(sfsm_diagnostics_count(diagnostics), COUNT(expected));
    for (size_t index = 0; index < COUNT(expected); index++) {
        const sfsm_diagnostic diagnostic = diagnostic_at(diagnostics, index);
        assert_int_equal(diagnostic.kind, expected[index].kind);
        assert_int_equal(diagnostic.severity, expected[index].severity);
        assert_int_equal(diagnostic.line, expected[index].line);
        assert_string_equal(diagnostic.file, "gate.c");
    }
    sfsm_diagnostics_release(diagnostics);
    sfsm_builder_release(builder);
}

static void every_place_can_be_read(void **state) {
    (void)state;
    sfsm_builder *const builder = faulty_builder();
    sfsm_diagnostics *const faults = faults_of(builder);
    const sfsm_diagnostic clash = diagnostic_at(faults, 0);
    assert_int_equal(clash.kind, SFSM_CLASH);
    assert_int_equal(clash.place_count, 2);
    for (size_t place = 0; place < 2; place++) {
        const char *file = NULL;
        int32_t line = 0;
        assert_status(sfsm_diagnostics_place(faults, 0, place, &file, &line), SFSM_OK);
        assert_string_equal(file, "gate.c");
        assert_int_equal(line, 10 + (int32_t)place);
    }
    const char *file = "untouched";
    int32_t line = 4711;
    assert_status(sfsm_diagnostics_place(faults, 0, 2, &file, &line), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_diagnostics_place(faults, 0, SIZE_MAX, &file, &line), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_diagnostics_place(faults, sfsm_diagnostics_count(faults), 0, &file, &line), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_diagnostics_place(faults, SIZE_MAX, 0, &file, &line), SFSM_OUT_OF_RANGE);
    assert_string_equal(file, "untouched");
    assert_int_equal(line, 4711);
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

static void rows_without_a_place_have_none(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    add(builder, HOME, GO, HOME, NULL, 0);
    add(builder, HOME, GO, HOME, NULL, 0);
    sfsm_diagnostics *const faults = faults_of(builder);
    const sfsm_diagnostic duplicate = diagnostic_at(faults, 0);
    assert_int_equal(duplicate.kind, SFSM_DUPLICATE);
    assert_null(duplicate.file);
    assert_int_equal(duplicate.line, 0);
    assert_int_equal(duplicate.place_count, 2);
    const char *file = "";
    int32_t line = 4711;
    assert_status(sfsm_diagnostics_place(faults, 0, 1, &file, &line), SFSM_OK);
    assert_null(file);
    assert_int_equal(line, 0);
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

static void a_bulk_row_is_placed_where_it_stands_or_at_the_call(void **state) {
    (void)state;
    const sfsm_row rows[] = {
        SFSM_ROW(HOME, GO, 98, NULL), {.source = HOME, .event = BACK, .target = 99}};
    const int32_t row_line = __LINE__ - 1;
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_rows_at(builder, rows, COUNT(rows), sizeof rows[0], "call.c", INT32_MAX), SFSM_OK);
    sfsm_diagnostics *const faults = faults_of(builder);
    bool row_found = false, call_found = false; /* which of two files comes first is not said */
    for (size_t index = 0; index < sfsm_diagnostics_count(faults); index++) {
        const sfsm_diagnostic fault = diagnostic_at(faults, index);
        if (fault.target == 98) {
            row_found = true;
            assert_string_equal(fault.file, __FILE__);
            assert_int_equal(fault.line, row_line);
        } else if (fault.target == 99) {
            call_found = true;
            assert_string_equal(fault.file, "call.c");
            assert_int_equal(fault.line, INT32_MAX);
        }
    }
    assert_true(row_found && call_found);
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

static void macros_name_their_own_place(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    const sfsm_row bare[] = {{.source = HOME, .event = GO, .target = HOME}};
    const int32_t first = __LINE__;
    assert_status(sfsm_builder_add_row(builder, HOME, BACK, 91, NULL), SFSM_OK);
    assert_status(sfsm_builder_add_rows(builder, bare, 1), SFSM_OK);
    assert_status(sfsm_builder_add_rows(builder, bare, 1), SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, AWAY, 0, NULL), SFSM_OK);
    assert_status(sfsm_builder_set_initial(builder, 92), SFSM_OK);
    static const int32_t kinds[] = {SFSM_UNKNOWN_TARGET, SFSM_DUPLICATE, SFSM_EMPTY_BLOCK, SFSM_UNKNOWN_INITIAL};
    static const int32_t lines[] = {1, 2, 4, 5};
    sfsm_diagnostics *const faults = faults_of(builder);
    for (size_t index = 0; index < COUNT(kinds); index++) {
        const sfsm_diagnostic fault = diagnostic_at(faults, index);
        assert_int_equal(fault.kind, kinds[index]);
        assert_string_equal(fault.file, __FILE__);
        assert_int_equal(fault.line, first + lines[index]);
    }
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

static void a_struct_of_a_later_version_is_filled_as_far_as_this_library_knows_it(void **state) {
    (void)state;
    struct later { sfsm_diagnostic diagnostic; void *appended[2]; } later = {{.size = sizeof later}, {NULL, NULL}};
    sfsm_builder *const builder = faulty_builder();
    sfsm_diagnostics *const faults = faults_of(builder);
    assert_status(sfsm_diagnostics_get(faults, 0, &later.diagnostic), SFSM_OK);
    assert_int_equal(later.diagnostic.kind, SFSM_CLASH);
    assert_int_equal(later.diagnostic.place_count, 2);
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

static void the_text_has_a_line_for_each_and_indented_lines_for_further_places(void **state) {
    (void)state;
    sfsm_builder *const builder = faulty_builder();
    sfsm_diagnostics *const faults = faults_of(builder);
    const char *rest = sfsm_diagnostics_text(faults);
    for (size_t index = 0; index < sfsm_diagnostics_count(faults); index++) {
        const sfsm_diagnostic fault = diagnostic_at(faults, index);
        char expected[1024];
        const int length = snprintf(expected, sizeof expected, "%s:%d: %s: %s\n", fault.file, (int)fault.line,
                                    fault.severity == SFSM_ERROR ? "error" : "warning", fault.text);
        assert_in_range(length, 1, sizeof expected - 1);
        assert_memory_equal(rest, expected, strnlen(rest, (size_t)length));
        rest += length;
        for (size_t place = 1; place < fault.place_count; place++) {
            const char *file;
            int32_t line;
            char words[1024];
            assert_status(sfsm_diagnostics_place(faults, index, place, &file, &line), SFSM_OK);
            snprintf(words, sizeof words, "%s:%d", file, (int)line);
            const char *const end = strchr(rest, '\n');
            assert_non_null(end);
            assert_true(*rest == ' ' || *rest == '\t');
            const char *const found = strstr(rest, words);
            assert_true(found != NULL && found < end);
            rest = end + 1;
        }
    }
    assert_string_equal(rest, "");
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

static void diagnostics_outlive_the_builder_and_keep_their_strings(void **state) {
    (void)state;
    sfsm_builder *const builder = faulty_builder();
    sfsm_diagnostics *const faults = faults_of(builder);
    const sfsm_diagnostic clash = diagnostic_at(faults, 0);
    sfsm_builder_release(builder);
    assert_string_equal(clash.file, "gate.c");
    assert_string_equal(clash.text, diagnostic_at(faults, 0).text);
    assert_ptr_equal(sfsm_diagnostics_text(faults), sfsm_diagnostics_text(faults));
    sfsm_diagnostics_release(faults);
}

static void each_kind_has_a_name_of_its_own(void **state) {
    (void)state;
    static const int32_t kinds[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10,  11,  12,
                                    13, 14, 15, 16, 17, 18, 19, 20, 21, 22,  23,  24,
                                    25, 26, 27, 28, 29, 30, 31, 32, 33, 34,  35,  36,
                                    37, 38, 39, 40, 41, 42, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114};
    for (size_t index = 0; index < COUNT(kinds); index++) {
        assert_string_not_equal(sfsm_diagnostic_kind_name(kinds[index]), "");
        assert_string_not_equal(sfsm_diagnostic_kind_name(kinds[index]), "unknown");
        for (size_t other = 0; other < index; other++) {
            assert_string_not_equal(sfsm_diagnostic_kind_name(kinds[index]), sfsm_diagnostic_kind_name(kinds[other]));
        }
    }
    assert_string_equal(sfsm_diagnostic_kind_name(SFSM_CLASH), "clash");
    assert_string_equal(sfsm_diagnostic_kind_name(SFSM_UNREACHABLE_STATE), "unreachable state");
    assert_string_equal(sfsm_diagnostic_kind_name(SFSM_IMPLICIT_CLASH), "implicit clash");
    assert_ptr_equal(sfsm_diagnostic_kind_name(SFSM_CLASH), sfsm_diagnostic_kind_name(SFSM_CLASH));
    static const int32_t strangers[] = {0, -1, 43, 100, 115, INT32_MAX, INT32_MIN};
    for (size_t index = 0; index < COUNT(strangers); index++) {
        assert_string_equal(sfsm_diagnostic_kind_name(strangers[index]), "unknown");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(null_is_an_empty_list),
        cmocka_unit_test(what_a_diagnostic_is_not_about_is_none),
        cmocka_unit_test(places_of_one_file_stand_together),
        cmocka_unit_test(errors_come_first_then_warnings_each_in_the_order_of_their_places),
        cmocka_unit_test(every_place_can_be_read),
        cmocka_unit_test(rows_without_a_place_have_none),
        cmocka_unit_test(a_bulk_row_is_placed_where_it_stands_or_at_the_call),
        cmocka_unit_test(macros_name_their_own_place),
        cmocka_unit_test(a_struct_of_a_later_version_is_filled_as_far_as_this_library_knows_it),
        cmocka_unit_test(the_text_has_a_line_for_each_and_indented_lines_for_further_places),
        cmocka_unit_test(diagnostics_outlive_the_builder_and_keep_their_strings),
        cmocka_unit_test(each_kind_has_a_name_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
