/* Chapters 5 and 6, declarations of events that cannot be read, that contradict each other, or that nothing uses. What
 * is sent wrongly is in test_argument_errors.c. */
#include "arguments.h"

/* A text, the byte at which it cannot be read on, and what is expected there. */
typedef struct unreadable {
    const char *text;
    size_t position;
    const char *expected;
} unreadable;

static const unreadable unreadables[] = {
    {",", 0, "an argument type"},
    {",i32", 0, "an argument type"},
    {"i32,", 4, "an argument type"},
    {"i32, ", 5, "an argument type"},
    {"i32,,str", 4, "an argument type"},
    {"i32, ,str", 5, "an argument type"},
    {"i32, i33", 5, "an argument type"},
    {"i321", 0, "an argument type"},
    {"i", 0, "an argument type"},
    {"I32", 0, "an argument type"},
    {"int", 0, "an argument type"},
    {"strs", 0, "an argument type"},
    {"\xc3\xa9, i32", 0, "an argument type"},
    {"32", 0, "an argument type"},
    {"void", 0, "an argument type"},
    {"state", 0, "an argument type"},
    {"i32, context", 5, "an argument type"},
    {"event", 0, "an argument type"},
    {"predicate(3)", 0, "an argument type"},
    {"...", 0, "an argument type"},
    {"i32, args...", 5, "an argument type"},
    {"(i32)", 0, "an argument type"},
    {"i32 str", 4, "','"},
    {"i32\n\t str", 6, "','"},
    {"i32;str", 3, "','"},
    {"i32)", 3, "','"},
    {"i32 ...", 4, "','"},
    {"i32*", 3, "','"},
};

/* So many times "i8" with commas between. */
static const char *many(char *text, size_t count) {
    text[0] = '\0';
    for (size_t index = 0; index < count; index++) {
        strcpy(text + 3 * index, index + 1 < count ? "i8," : "i8");
    }
    return text;
}

static void check_unreadable(sfsm_builder *builder, const char *text, size_t position, const char *expected) {
    size_t actual_position = 4711;
    const char *actual = NULL;
    assert_status(sfsm_arguments_check(text, &actual_position, &actual), SFSM_BAD_SIGNATURE);
    if (actual_position != position || strcmp(actual, expected) != 0) {
        print_error("\"%s\" is said to expect %s at %zu, not %s at %zu\n", text, actual, actual_position, expected,
                    position);
    }
    assert_int_equal(actual_position, position);
    assert_string_equal(actual, expected);
    assert_status(sfsm_arguments_check(text, NULL, NULL), SFSM_BAD_SIGNATURE);
    assert_status(sfsm_arguments_check(text, &actual_position, NULL), SFSM_BAD_SIGNATURE);
    assert_status(sfsm_arguments_check(text, NULL, &actual), SFSM_BAD_SIGNATURE);
    assert_status(sfsm_builder_add_event(builder, GO, text), SFSM_BAD_SIGNATURE);
}

static void a_declaration_that_cannot_be_read(void **state) {
    (void)state;
    char text[3 * 100];
    sfsm_builder *const builder = sound_builder();
    for (size_t index = 0; index < COUNT(unreadables); index++) {
        check_unreadable(builder, unreadables[index].text, unreadables[index].position, unreadables[index].expected);
    }
    check_unreadable(builder, many(text, SFSM_PARAMETER_LIMIT + 1), 3 * SFSM_PARAMETER_LIMIT, "at most 64 arguments");
    check_unreadable(builder, many(text, 90), 3 * SFSM_PARAMETER_LIMIT, "at most 64 arguments");
    check_rejection(builder);
    sfsm_table *const table = table_from(builder); /* nothing of all this was taken */
    assert_int_equal(sfsm_table_argument_count(table, GO), 0);
    sfsm_table_release(table);
}

static void a_declaration_has_at_most_64_arguments(void **state) {
    (void)state;
    char text[3 * 100];
    sfsm_builder *const builder = sound_builder();
    declare_event(builder, GO, many(text, SFSM_PARAMETER_LIMIT));
    declare_event(builder, BACK, many(text, SFSM_PARAMETER_LIMIT - 1));
    sfsm_table *const table = table_from(builder);
    assert_int_equal(sfsm_table_argument_count(table, GO), SFSM_PARAMETER_LIMIT);
    assert_int_equal(sfsm_table_argument_type(table, GO, SFSM_PARAMETER_LIMIT - 1), SFSM_I8);
    assert_int_equal(sfsm_table_argument_count(table, BACK), SFSM_PARAMETER_LIMIT - 1);
    sfsm_table_release(table);
}

static void a_declaration_that_is_not_taken(void **state) {
    (void)state;
    sfsm_table *table = NULL;
    sfsm_builder *const builder = sound_builder();
    assert_status(sfsm_builder_add_event(builder, GO, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_add_event(NULL, GO, "i32"), SFSM_NULL_POINTER);
    for (int32_t id = INT32_MIN; id < SFSM_FIRST_ID; id++) {
        assert_status(sfsm_builder_add_event(builder, id, "i32"), SFSM_RESERVED_ID);
    }
    check_rejection(builder);
    assert_status(sfsm_builder_build(builder, &table, NULL), SFSM_OK);
    assert_status(sfsm_builder_add_event(builder, GO, "i32"), SFSM_ALREADY_BUILT);
    sfsm_builder_release(builder);
    assert_int_equal(sfsm_table_event_count(table), 3);
    assert_int_equal(sfsm_table_argument_count(table, GO), 0);
    sfsm_table_release(table);
}

/* ---------------------------------------------------------------------------------------------------------------
 * Diagnostics
 * ------------------------------------------------------------------------------------------------------------- */

static void declare_at(sfsm_builder *builder, int32_t event, const char *arguments, int32_t line) {
    assert_status(sfsm_builder_add_event_at(builder, event, arguments, "gate.c", line), SFSM_OK);
}

static void declarations_that_contradict_each_other(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    declare_at(builder, GO, "i32", 12);
    declare_at(builder, BACK, "str", 20);
    declare_at(builder, GO, " f64", 11);
    declare_at(builder, BACK, "str ", 21);
    declare_at(builder, GO, "i32", 13);
    sfsm_diagnostics *const faults = faults_of(builder);
    assert_int_equal(sfsm_diagnostics_count(faults), 2); /* nothing but the warning of STAY, which has only a name */
    assert_int_equal(diagnostic_at(faults, 1).kind, SFSM_UNUSED_EVENT);
    const sfsm_diagnostic fault = diagnostic_at(faults, 0);
    assert_int_equal(fault.kind, SFSM_ARGUMENT_CONFLICT);
    assert_int_equal(fault.severity, SFSM_ERROR);
    assert_int_equal(fault.event, GO);
    assert_int_equal(fault.state, SFSM_NONE);
    assert_int_equal(fault.target, SFSM_NONE);
    assert_int_equal(fault.predicate, SFSM_NONE);
    assert_string_equal(fault.text,
                        "event GO is declared with the arguments (i32) and with (f64): keep one of these declarations");
    assert_int_equal(fault.place_count, 3);
    int32_t lines = 0;
    for (size_t place = 0; place < fault.place_count; place++) {
        const char *file = NULL;
        int32_t line = 0;
        assert_status(sfsm_diagnostics_place(faults, 0, place, &file, &line), SFSM_OK);
        assert_string_equal(file, "gate.c");
        assert_in_range(line, 11, 13);
        lines |= 1 << line;
    }
    assert_int_equal(lines, 7 << 11); /* each of the three */
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

static void what_differs_in_number_or_order_contradicts_too(void **state) {
    (void)state;
    static const struct { const char *first, *second, *words; } pairs[] = {
        {"", "i32", "with the arguments () and with (i32)"},
        {"i32, str", "i32", "with the arguments (i32, str) and with (i32)"},
        {"i32, str", "str, i32", "with the arguments (i32, str) and with (str, i32)"},
        {"u8,u8", "u8 , u16", "with the arguments (u8, u8) and with (u8, u16)"},
    };
    for (size_t index = 0; index < COUNT(pairs); index++) {
        sfsm_builder *const builder = sound_builder();
        declare_at(builder, GO, pairs[index].first, 11);
        declare_at(builder, GO, pairs[index].second, 12);
        ONLY_FAULT(builder, SFSM_ARGUMENT_CONFLICT, "GO", pairs[index].words);
    }
}

static void a_conflict_of_an_event_without_a_name_or_a_place(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    assert_status(sfsm_builder_add_event_at(builder, 4711, "i32", NULL, 0), SFSM_OK);
    assert_status(sfsm_builder_add_event_at(builder, 4711, "f32", NULL, 0), SFSM_OK);
    sfsm_diagnostics *const faults = faults_of(builder);
    const sfsm_diagnostic fault = diagnostic_at(faults, 0);
    assert_int_equal(fault.kind, SFSM_ARGUMENT_CONFLICT);
    assert_says(fault, "event 4711 is declared with the arguments (i32) and with (f32)");
    assert_int_equal(fault.event, 4711);
    assert_int_equal(fault.place_count, 2);
    assert_int_equal(fault.line, 0);
    assert_null(fault.file);
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

static void a_conflict_can_be_mended_by_nothing_but_a_new_builder_and_others_are_told_beside_it(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    declare_at(builder, GO, "i32", 11);
    declare_at(builder, GO, "f64", 12);
    declare_at(builder, BACK, "i8", 13);
    declare_at(builder, BACK, "i16", 14);
    add_row(builder, HOME, STAY, 4712, 15);
    for (int round = 0; round < 2; round++) {
        sfsm_diagnostics *const faults = faults_of(builder);
        assert_int_equal(count_of_kind(faults, SFSM_ARGUMENT_CONFLICT), 2);
        assert_int_equal(count_of_kind(faults, SFSM_UNKNOWN_TARGET), 1);
        assert_int_equal(diagnostic_at(faults, 0).event, GO);
        assert_int_equal(diagnostic_at(faults, 0).line, 11);
        sfsm_diagnostics_release(faults);
    }
    sfsm_builder_release(builder);
}

static void a_declared_event_that_stands_in_no_row(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    declare_at(builder, GO, "i32", 10);
    declare_at(builder, STAY, "i32", 11); /* it has a name, too */
    declare_at(builder, STAY, "i32", 12);
    declare_at(builder, 4711, "", 13);
    sfsm_diagnostics *const warnings = warnings_of(builder);
    assert_int_equal(sfsm_diagnostics_count(warnings), 2);
    static const struct { int32_t event, line; const char *word; } expected[] = {{STAY, 11, "STAY"},
                                                                                 {4711, 13, "4711"}};
    for (size_t index = 0; index < COUNT(expected); index++) {
        const sfsm_diagnostic warning = diagnostic_at(warnings, index);
        assert_int_equal(warning.kind, SFSM_UNUSED_EVENT);
        assert_int_equal(warning.severity, SFSM_WARNING);
        assert_int_equal(warning.event, expected[index].event);
        assert_string_equal(warning.file, "gate.c");
        assert_int_equal(warning.line, expected[index].line);
        assert_says(warning, expected[index].word, "no row uses it");
    }
    sfsm_diagnostics_release(warnings);
    sfsm_builder_release(builder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_declaration_that_cannot_be_read),
        cmocka_unit_test(a_declaration_has_at_most_64_arguments),
        cmocka_unit_test(a_declaration_that_is_not_taken),
        cmocka_unit_test(declarations_that_contradict_each_other),
        cmocka_unit_test(what_differs_in_number_or_order_contradicts_too),
        cmocka_unit_test(a_conflict_of_an_event_without_a_name_or_a_place),
        cmocka_unit_test(a_conflict_can_be_mended_by_nothing_but_a_new_builder_and_others_are_told_beside_it),
        cmocka_unit_test(a_declared_event_that_stands_in_no_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
