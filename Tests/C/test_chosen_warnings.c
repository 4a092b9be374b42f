/* Chapter 6, sfsm_builder_set_warning: which warnings building reports is the caller's choice. */
#include "superstates.h"

static const int32_t kinds[] = {
    SFSM_UNREACHABLE_STATE, SFSM_DEAD_END_STATE,    SFSM_UNUSED_EVENT,          SFSM_NEVER_TAKEN,
    SFSM_UNUSED_PREDICATE,  SFSM_UNUSED_SUPERSTATE, SFSM_EXIT_FROM_FINAL_STATE,
};

enum { STRANGE = 40, SENSE = 7 };

/* One warning of each kind. */
static sfsm_builder *suspicious_builder(void) {
    sfsm_builder *const builder = sound_builder();
    const sfsm_name event = {STRANGE, "STRANGE"};
    size_t block;
    assert_status(sfsm_builder_set_initial(builder, HOME), SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, HOME, SFSM_FINAL, &block), SFSM_OK);
    add_row(builder, AWAY, STAY, END, 3);
    add_row(builder, END, STAY, SFSM_SAME, 4);
    add_row(builder, NOWHERE, BACK, HOME, 5);
    add_row(builder, SFSM_ANY, STAY, SFSM_SAME, 6);
    add_row(builder, HOME, STAY, SFSM_SAME, 7);
    add_row(builder, NOWHERE, STAY, SFSM_SAME, 8);
    assert_status(sfsm_builder_name_events(builder, &event, 1), SFSM_OK);
    assert_status(sfsm_builder_add_predicate(builder, SENSE, 2), SFSM_OK);
    add_row_to(builder, superstate_from(builder), SFSM_NONE, STAY, SFSM_SAME, 9);
    return builder;
}

static void all_are_reported_at_first(void **state) {
    (void)state;
    sfsm_builder *const builder = suspicious_builder();
    sfsm_diagnostics *const warnings = warnings_of(builder);
    for (size_t index = 0; index < COUNT(kinds); index++) {
        assert_int_equal(count_of_kind(warnings, kinds[index]), 1);
    }
    assert_int_equal(sfsm_diagnostics_count(warnings), COUNT(kinds));
    sfsm_diagnostics_release(warnings);
    sfsm_builder_release(builder);
}

static void each_kind_is_chosen_for_itself(void **state) {
    (void)state;
    for (size_t index = 0; index < COUNT(kinds) * 2; index++) {
        const int32_t kind = kinds[index / 2];
        const bool is_alone = index % 2 == 1;
        sfsm_builder *const builder = suspicious_builder();
        if (is_alone) {
            assert_status(sfsm_builder_set_warning(builder, SFSM_ALL_WARNINGS, false), SFSM_OK);
        }
        assert_status(sfsm_builder_set_warning(builder, kind, is_alone), SFSM_OK);
        sfsm_diagnostics *const warnings = warnings_of(builder);
        assert_int_equal(count_of_kind(warnings, kind), is_alone);
        assert_int_equal(sfsm_diagnostics_count(warnings), is_alone ? 1 : COUNT(kinds) - 1);
        sfsm_diagnostics_release(warnings);
        sfsm_builder_release(builder);
    }
}

static void none_of_them(void **state) {
    (void)state;
    sfsm_builder *builder = suspicious_builder();
    sfsm_table *table;
    sfsm_diagnostics *warnings;
    assert_status(sfsm_builder_set_warning(builder, SFSM_ALL_WARNINGS, false), SFSM_OK);
    assert_status(sfsm_builder_build(builder, &table, &warnings), SFSM_OK);
    assert_null(warnings);
    sfsm_table_release(table);
    assert_status(sfsm_builder_set_warning(builder, SFSM_NEVER_TAKEN, true), SFSM_ALREADY_BUILT);
    sfsm_builder_release(builder);

    builder = suspicious_builder();
    assert_status(sfsm_builder_set_warning(builder, SFSM_ALL_WARNINGS, false), SFSM_OK);
    assert_status(sfsm_builder_set_warning(builder, SFSM_ALL_WARNINGS, true), SFSM_OK);
    warnings = warnings_of(builder);
    assert_int_equal(sfsm_diagnostics_count(warnings), COUNT(kinds));
    sfsm_diagnostics_release(warnings);
    sfsm_builder_release(builder);
}

static void errors_are_always_reported(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    static const int32_t others[] = {SFSM_CLASH, SFSM_ARGUMENT_CONFLICT, 0, -1, 37, 99, 115, INT32_MAX, INT32_MIN};
    for (size_t index = 0; index < COUNT(others); index++) {
        assert_status(sfsm_builder_set_warning(builder, others[index], false), SFSM_BAD_VALUE);
    }
    assert_status(sfsm_builder_set_warning(NULL, SFSM_NEVER_TAKEN, false), SFSM_NULL_POINTER);
    sfsm_table *table;
    assert_status(sfsm_builder_build(builder, &table, NULL), SFSM_INVALID_DEFINITION); /* tells of it once */
    assert_status(sfsm_builder_set_warning(builder, SFSM_ALL_WARNINGS, false), SFSM_OK);
    add_row(builder, HOME, GO, HOME, 3);
    ONLY_FAULT(builder, SFSM_CLASH, "HOME");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_are_reported_at_first),
        cmocka_unit_test(each_kind_is_chosen_for_itself),
        cmocka_unit_test(none_of_them),
        cmocka_unit_test(errors_are_always_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
