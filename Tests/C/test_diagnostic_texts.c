/* Chapter 6, the texts: how places and names are written that are unusual. What each kind says is tested word by word
 * in Swift (DiagnosticTextTests). */
#include "superstates.h"

#include <stdio.h>

/* The listing of a definition with one error, a row at this place, whose source has this name. */
static void check_listing(const char *name, const char *file, int32_t line, const char *expected) {
    sfsm_builder *const builder = sfsm_builder_create();
    const sfsm_name named = {HOME, name};
    assert_status(sfsm_builder_name_states(builder, &named, 1), SFSM_OK);
    assert_status(sfsm_builder_add_row_at(builder, HOME, GO, 99, file, line, NULL), SFSM_OK);
    assert_status(sfsm_builder_add_row_at(builder, HOME, BACK, SFSM_SAME, "gate.c", 1, NULL), SFSM_OK);
    sfsm_diagnostics *const faults = faults_of(builder);
    const char *const text = sfsm_diagnostics_text(faults);
    if (strncmp(text, expected, strlen(expected)) != 0) {
        fail_msg("the text should begin with\n%s\nbut is\n%s", expected, text);
    }
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

static void a_line_without_a_file_stands_alone(void **state) {
    (void)state;
    check_listing("HOME", NULL, 12, "line 12: error: (HOME, 1) -> 99 leads to");
    check_listing("HOME", "gate.c", 0, "gate.c: error: (HOME, 1) -> 99 leads to");
    check_listing("HOME", NULL, 0, "error: (HOME, 1) -> 99 leads to");
}

static void a_negative_line_is_none(void **state) {
    (void)state;
    static const int32_t lines[] = {-1, -12, INT32_MIN};
    for (size_t index = 0; index < COUNT(lines); index++) {
        check_listing("HOME", "gate.c", lines[index], "gate.c: error: (HOME, 1) -> 99 leads to");
        check_listing("HOME", NULL, lines[index], "error: (HOME, 1) -> 99 leads to");
        sfsm_builder *const rows = sound_builder();
        assert_status(sfsm_builder_add_row_at(rows, HOME, STAY, NOWHERE, "gate.c", lines[index], NULL), SFSM_OK);
        assert_int_equal(ONLY_FAULT(rows, SFSM_UNKNOWN_TARGET, "HOME").line, 0);
        sfsm_builder *const builder = sound_builder();
        size_t block;
        assert_status(sfsm_builder_add_state_at(builder, END, 0, "gate.c", lines[index], &block), SFSM_OK);
        sfsm_diagnostics *const faults = faults_of(builder);
        assert_int_equal(diagnostic_at(faults, 0).kind, SFSM_EMPTY_BLOCK);
        assert_int_equal(diagnostic_at(faults, 0).line, 0);
        sfsm_diagnostics_release(faults);
        sfsm_builder_release(builder);
    }
}

static void what_breaks_or_turns_a_line_is_escaped(void **state) {
    (void)state;
    static const struct { const char *name, *shown; } names[] = {
        {"a\nb\r\t\x01\x7f", "a\\nb\\r\\t\\x01\\x7f"},
        {"a\x1b[31mb", "a\\x1b[31mb"},               /* an escape sequence of terminals, in two forms */
        {"\xc2\x80|\xc2\x9b" "31m|\xc2\x9f|\xc2\xa0", "\\x80|\\x9b31m|\\x9f|\xc2\xa0"},
        {"\xc2\x85", "\\x85"},                     /* next line */
        {"\xe2\x80\xa8|\xe2\x80\xa9", "\\u2028|\\u2029"}, /* line and paragraph separators */
        {"\xe2\x80\xaa\xe2\x80\xae", "\\u202a\\u202e"}, /* embeddings and overrides */
        {"\xe2\x81\xa6\xe2\x81\xa9", "\\u2066\\u2069"}, /* isolates */
        {"\xe2\x80\x8e\xe2\x80\x8f\xd8\x9c", "\\u200e\\u200f\\u061c"}, /* marks */
        {"\xe2\x80\x8b\xe2\x80\x8d\xe2\x80\xa7\xe2\x80\xaf\xe2\x81\xa5\xe2\x81\xaa\xd8\x9d", /* their neighbours are not */
         "\xe2\x80\x8b\xe2\x80\x8d\xe2\x80\xa7\xe2\x80\xaf\xe2\x81\xa5\xe2\x81\xaa\xd8\x9d"},
    };
    for (size_t index = 0; index < COUNT(names); index++) {
        char expected[256];
        snprintf(expected, sizeof expected, "gate.c:1: error: (%s, 1) -> 99 leads", names[index].shown);
        check_listing(names[index].name, "gate.c", 1, expected);
        snprintf(expected, sizeof expected, "%s:1: error: (HOME, 1) -> 99 leads", names[index].shown);
        check_listing("HOME", names[index].name, 1, expected);
    }
}

static void what_is_no_text_is_replaced(void **state) {
    (void)state;
    check_listing("a\xff" "b", "gate\x80.c", 1, "gate\xef\xbf\xbd.c:1: error: (a\xef\xbf\xbd" "b, 1) -> 99 leads");
}

/* 200 bytes of a name, but no half of a character. */
static void long_names_are_cut(void **state) {
    (void)state;
    static const size_t lengths[] = {199, 200, 201, 202, 203, 5000};
    for (size_t index = 0; index < COUNT(lengths) * 2; index++) {
        const size_t length = lengths[index / 2];
        const char *const character = index % 2 == 0 ? "x" : "\xe2\x82\xac"; /* one byte, or the three of a euro sign */
        char name[6000] = "", expected[6100];
        while (strlen(name) < length) {
            strcat(name, character);
        }
        const size_t kept = strlen(name) <= 200 ? strlen(name) : 200 / strlen(character) * strlen(character);
        snprintf(expected, sizeof expected, "gate.c:1: error: (%.*s%s, 1) ->", (int)kept, name,
                 kept < strlen(name) ? "..." : "");
        check_listing(name, "gate.c", 1, expected);
    }
}

static void of_long_paths_the_end_is_shown(void **state) {
    (void)state;
    char path[2000], expected[2100];
    memset(path, 'x', sizeof path);
    memcpy(path + sizeof path - 7, "gate.c", 7);
    snprintf(expected, sizeof expected, "...%s:1: error: ", path + strlen(path) - 1000);
    check_listing("HOME", path, 1, expected);
    check_listing("HOME", path + strlen(path) - 1000, 1, expected + 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_without_a_file_stands_alone),
        cmocka_unit_test(a_negative_line_is_none),
        cmocka_unit_test(what_breaks_or_turns_a_line_is_escaped),
        cmocka_unit_test(what_is_no_text_is_replaced),
        cmocka_unit_test(long_names_are_cut),
        cmocka_unit_test(of_long_paths_the_end_is_shown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
