/* Chapters 5 to 7, names: those of predicate types and cases, and what becomes of odd ones, whatever they name: in the
 * table they are as they were given, in diagnostics each sentence stays on its line. */
#include "matches.h"

#include <stdio.h>

static void types_and_cases_have_the_names_that_they_were_given_last(void **state) {
    (void)state;
    static const sfsm_name first[] = {{WEAK, "early"}, {STRONG, "early too"}}, second[] = {{STRONG, "late"}};
    static const sfsm_name types[] = {{POLICY, "first"}, {4711, "not declared"}, {POLICY, "last"}};
    sfsm_builder *const builder = sound_builder();
    assert_status(sfsm_builder_name_predicates(builder, types, COUNT(types)), SFSM_OK);
    declare(builder, POLICY, 3);
    declare(builder, WEATHER, 2);
    assert_status(sfsm_builder_name_cases(builder, POLICY, first, COUNT(first)), SFSM_OK);
    assert_status(sfsm_builder_name_cases(builder, POLICY, second, COUNT(second)), SFSM_OK);
    assert_status(sfsm_builder_name_cases(builder, WEATHER, NULL, 0), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    assert_int_equal(sfsm_table_predicate_count(table), 2); /* a name does not declare a type */
    assert_int_equal(sfsm_table_case_count(table, 4711), 0);
    assert_string_equal(sfsm_table_predicate_name(table, POLICY), "last");
    assert_string_equal(sfsm_table_case_name(table, POLICY, WEAK), "early");
    assert_string_equal(sfsm_table_case_name(table, POLICY, STRONG), "late");
    assert_null(sfsm_table_case_name(table, POLICY, 2));
    assert_null(sfsm_table_case_name(table, POLICY, 3));
    assert_null(sfsm_table_case_name(table, POLICY, -1));
    assert_null(sfsm_table_case_name(table, WEATHER, WEAK)); /* cases of another type have other names */
    assert_null(sfsm_table_predicate_name(table, WEATHER));
    assert_null(sfsm_table_case_name(table, 4712, WEAK));
    sfsm_table_release(table);
}

static void cases_are_named_of_declared_types_and_all_or_none_of_them(void **state) {
    (void)state;
    static const sfsm_name above[] = {{WEAK, "weak"}, {2, "two"}}, below[] = {{WEAK, "weak"}, {-1, "minus"}};
    static const sfsm_name nameless[] = {{WEAK, "weak"}, {STRONG, NULL}}, good[] = {{WEAK, "weak"}};
    sfsm_builder *const builder = sound_builder();
    assert_status(sfsm_builder_name_cases(builder, POLICY, good, 1), SFSM_UNKNOWN_PREDICATE);
    declare(builder, POLICY, 2);
    assert_status(sfsm_builder_name_cases(builder, WEATHER, good, 1), SFSM_UNKNOWN_PREDICATE);
    assert_true(sfsm_builder_name_cases(builder, SFSM_ANY, good, 1) < 0);
    assert_status(sfsm_builder_name_cases(builder, POLICY, above, COUNT(above)), SFSM_UNKNOWN_CASE);
    assert_status(sfsm_builder_name_cases(builder, POLICY, below, COUNT(below)), SFSM_UNKNOWN_CASE);
    assert_status(sfsm_builder_name_cases(builder, POLICY, nameless, COUNT(nameless)), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_name_predicates(builder, (const sfsm_name[]){{POLICY, "policy"}, {WEATHER, NULL}}, 2),
                  SFSM_NULL_POINTER);
    check_rejection(builder);
    sfsm_table *const table = table_from(builder);
    assert_null(sfsm_table_case_name(table, POLICY, WEAK));
    assert_null(sfsm_table_predicate_name(table, POLICY));
    sfsm_table_release(table);
}

/* How a name must be written in a diagnostic: with these words, in either of two ways. */
typedef struct odd_name {
    const char *name, *written, *or_written;
} odd_name;

static const odd_name odd_names[] = {
    {"plain", "plain", NULL},
    {"", "", NULL},
    {"it's \"quoted\"", "it's \"quoted\"", NULL},
    {"back\\slash", "back", NULL}, /* as it is, or doubled */
    {"100%s of %n", "100%s of %n", NULL},
    {"two\nlines", "two\\nlines", NULL},
    {"bell\a", "bell\\x07", NULL},
    {"tab\tbed", "tab\\tbed", "tab\\x09bed"},
    {"back\rspace\b", "back\\rspace\\x08", "back\\x0dspace\\x08"},
    {"\x1b[31mred", "\\x1b[31mred", "\\x1B[31mred"},
    {"\x01\x1f\x7f", "\\x01\\x1f\\x7f", "\\x01\\x1F\\x7F"},
    {"Z\xc3\xbcrich \xe6\x9d\xb1\xe4\xba\xac", "Z\xc3\xbcrich \xe6\x9d\xb1\xe4\xba\xac", NULL},
    {"\xf0\x9f\x9a\xa6", "\xf0\x9f\x9a\xa6", NULL},
    {"next\xc2\x85line", "next\\", NULL}, /* a control character too, U+0085 */
    {"e\xcc\x81", "e\xcc\x81", NULL},     /* not composed by anyone */
};

/* What is no UTF-8 must not make the text any less; nothing else is promised of it. */
static const odd_name broken_names[] = {
    {"bad\xff\xfe", "bad", NULL},
    {"bad\x80", "bad", NULL},
    {"bad\xc0\xaf", "bad", NULL},         /* longer than it need be */
    {"bad\xe2\x82", "bad", NULL},         /* cut off */
    {"bad\xed\xa0\x80", "bad", NULL},     /* half of a pair */
    {"bad\xf4\x90\x80\x80", "bad", NULL}, /* above U+10FFFF */
    {"bad\xe2\nline", "bad", NULL},
};

/* The bytes of the first character, as far as they make one of UTF-8; 0 if they do not. */
static size_t length_of_character(const unsigned char *text) {
    static const struct { unsigned char least, most; size_t length; uint32_t lowest; } leads[] = {
        {0x01, 0x7f, 1, 0}, {0xc0, 0xdf, 2, 0x80}, {0xe0, 0xef, 3, 0x800}, {0xf0, 0xf7, 4, 0x10000}};
    for (size_t lead = 0; lead < COUNT(leads); lead++) {
        if (*text >= leads[lead].least && *text <= leads[lead].most) {
            uint32_t scalar = lead == 0 ? *text : *text & (0x7fu >> leads[lead].length);
            for (size_t index = 1; index < leads[lead].length; index++) {
                if ((text[index] & 0xc0) != 0x80) {
                    return 0;
                }
                scalar = scalar << 6 | (text[index] & 0x3f);
            }
            const bool is_surrogate = scalar >= 0xd800 && scalar <= 0xdfff;
            return scalar < leads[lead].lowest || scalar > 0x10ffff || is_surrogate ? 0 : leads[lead].length;
        }
    }
    return 0;
}

/* UTF-8 without control characters, but for these many ends of lines. */
static bool is_printable(const char *text, size_t lines) {
    size_t ends = 0;
    for (const unsigned char *byte = (const unsigned char *)text; *byte != '\0';) {
        const size_t length = length_of_character(byte);
        const bool is_c1 = length == 2 && byte[0] == 0xc2 && byte[1] < 0xa0;
        if (length == 0 || is_c1 || (*byte < 0x20 && *byte != '\n') || *byte == 0x7f) {
            return false;
        }
        ends += *byte == '\n';
        byte += length;
    }
    return ends == lines;
}

static void check_diagnostic(const sfsm_diagnostic *diagnostic, const odd_name *odd) {
    const bool is_written = strstr(diagnostic->text, odd->written) != NULL
                            || (odd->or_written != NULL && strstr(diagnostic->text, odd->or_written) != NULL);
    if (!is_written || !is_printable(diagnostic->text, 0)) {
        print_error("%s, of a name that should be \"%s\"\n", diagnostic->text, odd->written);
    }
    assert_true(is_written && is_printable(diagnostic->text, 0));
}

/* All that can have a name has this one, and there is something wrong with much of it. */
static sfsm_builder *builder_of_faults(const odd_name *odd, const char *file) {
    const sfsm_name names[] = {{HOME, odd->name},   {NOWHERE, odd->name}, {STAY, odd->name},
                               {POLICY, odd->name}, {WEATHER, odd->name}, {REWARD, odd->name}};
    const sfsm_name cases[] = {{WEAK, odd->name}, {STRONG, odd->name}};
    sfsm_builder *const builder = sfsm_builder_create();
    declare(builder, POLICY, 2);
    declare(builder, WEATHER, 2);
    declare(builder, REWARD, 2);
    assert_status(sfsm_builder_name_states(builder, names, COUNT(names)), SFSM_OK);
    assert_status(sfsm_builder_name_events(builder, names, COUNT(names)), SFSM_OK);
    assert_status(sfsm_builder_name_predicates(builder, names, COUNT(names)), SFSM_OK);
    assert_status(sfsm_builder_name_cases(builder, POLICY, cases, COUNT(cases)), SFSM_OK);
    assert_status(sfsm_builder_name_cases(builder, WEATHER, cases, COUNT(cases)), SFSM_OK);
    const sfsm_match policy = SFSM_MATCH(POLICY, WEAK), weather = SFSM_MATCH(WEATHER, STRONG);
    const sfsm_match wrong = {POLICY, 0, (const int32_t[]){WEAK, WEAK}, 2}, unknown = SFSM_MATCH(4711, 0);
    const sfsm_row rows[] = {
        {HOME, STAY, HOME, 1, .matches = &policy, .match_count = 1, .file = file}, /* clashes with the next */
        {HOME, STAY, HOME, 2, .matches = &weather, .match_count = 1, .file = file},
        {HOME, STAY, SFSM_INTERNAL, 3, .matches = &weather, .match_count = 1, .file = file}, /* with the second */
        {HOME, STAY, HOME, 4, .matches = &wrong, .match_count = 1, .file = file},
        {HOME, STAY, HOME, 5, .matches = &unknown, .match_count = 1, .file = file},
        {HOME, STAY, NOWHERE, 6, .file = file}, /* an unknown target */
    };
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    assert_status(sfsm_builder_add_predicate_at(builder, REWARD, 3, file, 7), SFSM_OK);
    return builder;
}

/* Every kind of diagnostic that names something, all with this name. */
static void check_faults(const odd_name *odd, const char *file) {
    sfsm_builder *const builder = builder_of_faults(odd, file);
    sfsm_diagnostics *const faults = faults_of(builder);
    size_t lines = 0;
    for (size_t index = 0; index < sfsm_diagnostics_count(faults); index++) {
        const sfsm_diagnostic fault = diagnostic_at(faults, index);
        if (fault.kind < SFSM_UNREACHABLE_STATE) {
            check_diagnostic(&fault, odd);
        }
        lines += fault.place_count > 0 ? fault.place_count : 1;
    }
    assert_true(is_printable(sfsm_diagnostics_text(faults), lines));
    static const int32_t kinds[] = {SFSM_CLASH,                SFSM_IMPLICIT_CLASH,     SFSM_INVALID_MATCH,
                                    SFSM_UNDECLARED_PREDICATE, SFSM_PREDICATE_CONFLICT, SFSM_UNKNOWN_TARGET};
    for (size_t index = 0; index < COUNT(kinds); index++) {
        assert_in_range(count_of_kind(faults, kinds[index]), 1, 2);
    }
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

static void odd_names_are_written_in_one_line(void **state) {
    (void)state;
    for (size_t index = 0; index < COUNT(odd_names); index++) {
        check_faults(&odd_names[index], "gate.c");
    }
}

static void names_that_are_no_utf_8_are_written_as_some(void **state) {
    (void)state;
    for (size_t index = 0; index < COUNT(broken_names); index++) {
        check_faults(&broken_names[index], "gate.c");
    }
}

static void names_of_files_may_be_odd_too(void **state) {
    (void)state;
    for (size_t index = 0; index < COUNT(odd_names); index++) {
        check_faults(&odd_names[0], odd_names[index].name);
    }
    for (size_t index = 0; index < COUNT(broken_names); index++) {
        check_faults(&odd_names[0], broken_names[index].name);
    }
}

static void a_table_and_a_place_have_names_as_they_were_given(void **state) {
    (void)state;
    for (size_t index = 0; index < COUNT(odd_names); index++) {
        const char *const name = odd_names[index].name;
        sfsm_builder *const builder = sound_builder();
        declare(builder, POLICY, 2);
        assert_status(sfsm_builder_name_predicates(builder, &(const sfsm_name){POLICY, name}, 1), SFSM_OK);
        assert_status(sfsm_builder_name_cases(builder, POLICY, &(const sfsm_name){WEAK, name}, 1), SFSM_OK);
        assert_status(sfsm_builder_name_states(builder, &(const sfsm_name){HOME, name}, 1), SFSM_OK);
        assert_status(sfsm_builder_name_events(builder, &(const sfsm_name){GO, name}, 1), SFSM_OK);
        assert_status(sfsm_builder_add_row_at(builder, HOME, GO, HOME, name, 4711, NULL), SFSM_OK);
        sfsm_diagnostics *const faults = faults_of(builder);
        const char *file = NULL;
        int32_t line = 0;
        assert_status(sfsm_diagnostics_place(faults, 0, 1, &file, &line), SFSM_OK); /* a clash with the first row */
        assert_string_equal(file, name);
        sfsm_diagnostics_release(faults);
        assert_status(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH), SFSM_OK);
        sfsm_table *const table = table_from(builder);
        assert_string_equal(sfsm_table_predicate_name(table, POLICY), name);
        assert_string_equal(sfsm_table_case_name(table, POLICY, WEAK), name);
        assert_string_equal(sfsm_table_state_name(table, HOME), name);
        assert_string_equal(sfsm_table_event_name(table, GO), name);
        sfsm_table_release(table);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_and_cases_have_the_names_that_they_were_given_last),
        cmocka_unit_test(cases_are_named_of_declared_types_and_all_or_none_of_them),
        cmocka_unit_test(odd_names_are_written_in_one_line),
        cmocka_unit_test(names_that_are_no_utf_8_are_written_as_some),
        cmocka_unit_test(names_of_files_may_be_odd_too),
        cmocka_unit_test(a_table_and_a_place_have_names_as_they_were_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
