/* Superstates have names: diagnostics use them, and the table lists them. */
#include "superstates.h"

static void the_table_lists_superstates_and_their_names(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    const size_t first = superstate_from(builder), home = state_from(builder, HOME);
    const size_t second = superstate_from(builder);
    adopt(builder, home, first);
    adopt(builder, home, second);
    add_row_to(builder, first, SFSM_NONE, STAY, SFSM_SAME, 7);
    add_row_to(builder, second, SFSM_NONE, 1000, SFSM_SAME, 8);
    assert_status(sfsm_builder_name_superstate(builder, second, "Former"), SFSM_OK);
    assert_status(sfsm_builder_name_superstate(builder, second, "Second"), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    assert_int_equal(sfsm_table_superstate_count(table), 2);
    assert_null(sfsm_table_superstate_name(table, 0));
    assert_string_equal(sfsm_table_superstate_name(table, 1), "Second");
    assert_null(sfsm_table_superstate_name(table, 2));
    assert_null(sfsm_table_superstate_name(table, SIZE_MAX));
    assert_null(sfsm_table_superstate_name(NULL, 0));
    assert_int_equal(sfsm_table_superstate_count(NULL), 0);
    sfsm_table_release(table);
}

static void only_superstates_have_names(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    const size_t base = superstate_from(builder), home = state_from(builder, HOME);
    adopt(builder, home, base);
    add_row_to(builder, base, SFSM_NONE, STAY, SFSM_SAME, 7);
    assert_status(sfsm_builder_name_superstate(NULL, base, "Base"), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_name_superstate(builder, base, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_name_superstate(builder, home, "Base"), SFSM_BAD_VALUE);
    assert_status(sfsm_builder_name_superstate(builder, 0, "Base"), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_builder_name_superstate(builder, home + 1, "Base"), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_builder_name_superstate(builder, SIZE_MAX, "Base"), SFSM_OUT_OF_RANGE);
    sfsm_table *table;
    assert_status(sfsm_builder_build(builder, &table, NULL), SFSM_INVALID_DEFINITION); /* tells of it once */
    assert_status(sfsm_builder_build(builder, &table, NULL), SFSM_OK);
    assert_null(sfsm_table_superstate_name(table, 0));
    assert_status(sfsm_builder_name_superstate(builder, base, "Base"), SFSM_ALREADY_BUILT);
    sfsm_table_release(table);
    sfsm_builder_release(builder);
}

/* A definition with the superstate Common, which HOME adopts, and its row (STAY) -> AWAY. */
static sfsm_builder *common_builder(size_t *out_common, size_t *out_home) {
    sfsm_builder *const builder = sound_builder();
    *out_common = superstate_from(builder);
    *out_home = state_from(builder, HOME);
    adopt(builder, *out_home, *out_common);
    add_row_to(builder, *out_common, SFSM_NONE, STAY, AWAY, 7);
    assert_status(sfsm_builder_name_superstate(builder, *out_common, "Common"), SFSM_OK);
    return builder;
}

static void a_clash_with_an_inherited_row_says_what_settles_it(void **state) {
    (void)state;
    size_t common, home;
    sfsm_builder *builder = common_builder(&common, &home);
    add_row_to(builder, home, HOME, STAY, HOME, 8);
    ONLY_FAULT(builder, SFSM_CLASH, "(HOME, STAY) leads to AWAY (in superstate Common) and to HOME:",
               "or mark the row of state HOME as overriding");
    builder = common_builder(&common, &home);
    add_row_to(builder, home, HOME, STAY, AWAY, 8);
    ONLY_FAULT(builder, SFSM_DUPLICATE, "(HOME, STAY) -> AWAY", "2 times (one of them in superstate Common):",
               "or mark the row of state HOME as overriding");
}

static void what_overriding_would_not_settle_does_not_name_it(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    add_row_to(builder, state_from(builder, HOME), HOME, STAY, HOME, 8);
    add_row_to(builder, 0, HOME, STAY, AWAY, 9); /* in the same block */
    sfsm_diagnostics *const faults = faults_of(builder);
    assert_int_equal(diagnostic_at(faults, 0).kind, SFSM_CLASH);
    assert_null(strstr(diagnostic_at(faults, 0).text, "overriding"));
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

static void a_row_without_source_and_block(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    add_row(builder, SFSM_NONE, STAY, AWAY, 8);
    ONLY_FAULT(builder, SFSM_RESERVED_ID_USED, "(none, STAY) -> AWAY", "no source", "no block", "superstate");
}

static void an_unused_superstate_is_named(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    const size_t base = superstate_from(builder);
    add_row_to(builder, base, SFSM_NONE, STAY, SFSM_SAME, 7);
    add_row_to(builder, base, SFSM_NONE, BACK, SFSM_SAME, 8);
    assert_status(sfsm_builder_name_superstate(builder, base, "Common"), SFSM_OK);
    sfsm_diagnostics *const warnings = warnings_of(builder);
    assert_int_equal(sfsm_diagnostics_count(warnings), 1);
    const sfsm_diagnostic warning = diagnostic_at(warnings, 0);
    assert_int_equal(warning.kind, SFSM_UNUSED_SUPERSTATE);
    assert_int_equal(warning.line, SUPERSTATE_LINE);
    assert_says(warning, "no state adopts superstate Common");
    sfsm_diagnostics_release(warnings);
    sfsm_builder_release(builder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_lists_superstates_and_their_names),
        cmocka_unit_test(only_superstates_have_names),
        cmocka_unit_test(a_clash_with_an_inherited_row_says_what_settles_it),
        cmocka_unit_test(what_overriding_would_not_settle_does_not_name_it),
        cmocka_unit_test(a_row_without_source_and_block),
        cmocka_unit_test(an_unused_superstate_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
