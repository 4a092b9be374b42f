/* Chapter 6, what can be wrong with predicate types, and among rows that say the same of them. What a single row may
 * say wrongly is in test_match_faults.c, implicit clashes are in test_implicit_clashes.c. */
#include "matches.h"

/* Sound, with all three types declared, and a row in line 8 for these matches. */
static sfsm_builder *builder_with(const sfsm_match *matches, size_t count) {
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    ADD_ROWS(builder, {HOME, STAY, AWAY, 8, .matches = matches, .match_count = count});
    return builder;
}

static void a_type_has_one_number_of_cases(void **state) {
    (void)state;
    sfsm_builder *const builder = builder_with((const sfsm_match[]){SFSM_MATCH(POLICY, WEAK)}, 1);
    assert_status(sfsm_builder_add_predicate_at(builder, POLICY, 3, "gate.c", 20), SFSM_OK);
    assert_status(sfsm_builder_add_predicate_at(builder, POLICY, 2, "gate.c", 21), SFSM_OK);
    const sfsm_diagnostic fault = ONLY_FAULT(builder, SFSM_PREDICATE_CONFLICT, "POLICY", "2", "3", "keep one");
    assert_int_equal(fault.predicate, POLICY);
    assert_int_equal(fault.value, SFSM_NONE);
    assert_int_equal(fault.state, SFSM_NONE);
    assert_int_equal(fault.event, SFSM_NONE);
    assert_int_equal(fault.target, SFSM_NONE);
    assert_in_range(fault.place_count, 2, 3);
}

static void a_declared_type_that_no_row_names_is_worth_a_warning(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    assert_status(sfsm_builder_add_predicate_at(builder, 4711, 2, "gate.c", 701), SFSM_OK);
    ADD_ROWS(builder, {HOME, STAY, AWAY, 8, MATCHING(SFSM_MATCH(REWARD, GIVEN), SFSM_MATCH(WEATHER, WET))});
    sfsm_diagnostics *const warnings = warnings_of(builder);
    static const int32_t unused[] = {POLICY, 4711};
    static const char *const words[] = {"POLICY", "4711"};
    assert_int_equal(sfsm_diagnostics_count(warnings), COUNT(unused));
    for (size_t index = 0; index < COUNT(unused); index++) {
        const sfsm_diagnostic warning = diagnostic_at(warnings, index);
        assert_int_equal(warning.kind, SFSM_UNUSED_PREDICATE);
        assert_int_equal(warning.severity, SFSM_WARNING);
        assert_int_equal(warning.predicate, unused[index]);
        assert_int_equal(warning.value, SFSM_NONE);
        assert_int_equal(warning.line, PREDICATE_LINE + (int32_t)index);
        assert_says(warning, words[index], "row", "remove");
    }
    sfsm_diagnostics_release(warnings);
    sfsm_builder_release(builder);
}

static void matches_make_rows_duplicates_or_clashes_only_as_equal_sets(void **state) {
    (void)state;
    static const struct { int32_t target, kind; } rows[] = {{AWAY, SFSM_DUPLICATE}, {HOME, SFSM_CLASH}};
    for (size_t index = 0; index < COUNT(rows); index++) {
        sfsm_builder *const builder = builder_with(
            (const sfsm_match[]){SEVERAL(WEATHER, WET, DRY), SFSM_MATCH(POLICY, STRONG)}, 2);
        ADD_ROWS(builder, {HOME, STAY, rows[index].target, 9, MATCHING(SEVERAL(POLICY, STRONG),
                                                                       SEVERAL(WEATHER, DRY, WET))});
        const sfsm_diagnostic fault =
            ONLY_FAULT(builder, rows[index].kind, "HOME", "STAY", "STRONG", "WET", "DRY", "keep one");
        assert_int_equal(fault.state, HOME);
        assert_int_equal(fault.event, STAY);
        assert_int_equal(fault.target, AWAY);
        assert_int_equal(fault.line, 8);
        assert_int_equal(fault.place_count, 2);
        assert_int_equal(fault.case_count, 0);
    }
    sfsm_builder *const different = builder_with((const sfsm_match[]){SFSM_MATCH(POLICY, STRONG)}, 1);
    ADD_ROWS(different, {HOME, STAY, AWAY, 9, MATCHING(SFSM_MATCH(POLICY, WEAK))});
    add_row(different, HOME, STAY, AWAY, 10);
    check_sound(different);
}

static void under_first_match_rows_with_equal_matches_may_differ_in_guards_or_target(void **state) {
    (void)state;
    for (int is_alike = 0; is_alike < 2; is_alike++) {
        sfsm_builder *const builder = builder_with((const sfsm_match[]){SFSM_MATCH(POLICY, STRONG)}, 1);
        ADD_ROWS(builder, {HOME, STAY, HOME, 9, MATCHING(SEVERAL(POLICY, STRONG))},
                 {HOME, STAY, AWAY, 10, MATCHING(SEVERAL(POLICY, STRONG)), .guard = note_yes},
                 {HOME, STAY, is_alike ? AWAY : SFSM_SAME, 11, MATCHING(SFSM_MATCH(POLICY, STRONG)),
                  .guard = note_yes});
        assert_status(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH), SFSM_OK);
        if (is_alike) {
            const sfsm_diagnostic fault = ONLY_FAULT(builder, SFSM_DUPLICATE, "HOME", "STAY", "STRONG");
            assert_int_equal(fault.line, 10);
            assert_int_equal(fault.place_count, 2);
        } else {
            check_sound(builder);
        }
    }
}

static void a_row_behind_others_is_never_taken_only_if_they_leave_no_combination_to_it(void **state) {
    (void)state;
    for (int is_closed = 0; is_closed < 2; is_closed++) {
        sfsm_builder *const builder = sound_builder();
        declare(builder, POLICY, 2);
        ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 20, MATCHING(SFSM_MATCH(POLICY, STRONG))},
                 {AWAY, STAY, SFSM_SAME, 21, MATCHING(SFSM_MATCH(POLICY, STRONG))});
        add_row(builder, SFSM_ANY, STAY, AWAY, 30);
        if (is_closed) {
            add_row(builder, HOME, STAY, SFSM_INTERNAL, 22);
            add_row(builder, AWAY, STAY, SFSM_INTERNAL, 23);
        }
        sfsm_diagnostics *const warnings = warnings_of(builder);
        assert_int_equal(sfsm_diagnostics_count(warnings), is_closed);
        if (is_closed) {
            assert_int_equal(diagnostic_at(warnings, 0).kind, SFSM_NEVER_TAKEN);
            assert_int_equal(diagnostic_at(warnings, 0).line, 30);
        }
        sfsm_diagnostics_release(warnings);
        sfsm_builder_release(builder);
    }
}


/* The warning is about machines that are sent a case of each type: a lenient one takes the row where none is sent. */
static void a_row_that_is_never_taken_may_serve_a_lenient_machine(void **state) {
    (void)state;
    sfsm_table *table = NULL;
    sfsm_diagnostics *warnings = NULL;
    sfsm_builder *const builder = sfsm_builder_create();
    declare(builder, POLICY, 2);
    ADD_ROWS(builder, {HOME, STAY, HOME, 1, MATCHING(SFSM_MATCH(POLICY, STRONG))},
             {HOME, STAY, HOME, 2, MATCHING(SFSM_MATCH(POLICY, WEAK))});
    add_row(builder, HOME, STAY, SFSM_SAME, 3);
    assert_status(sfsm_builder_build(builder, &table, &warnings), SFSM_OK);
    assert_int_equal(count_of_kind(warnings, SFSM_NEVER_TAKEN), 1);
    sfsm_machine *const machine = lenient_machine_over(table, HOME, NULL);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
    sfsm_table_release(table);
    sfsm_diagnostics_release(warnings);
    sfsm_builder_release(builder);
}

static void a_definition_with_faulty_predicates_may_be_mended_and_built_again(void **state) {
    (void)state;
    static const int32_t given[] = {GIVEN};
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 1, MATCHING(SFSM_MATCH(POLICY, STRONG)), NOTING("strong")},
             {HOME, STAY, SFSM_SAME, 2, MATCHING(SFSM_MATCH(REWARD, GIVEN)), NOTING("given")});
    sfsm_diagnostics *faults = faults_of(builder);
    assert_int_equal(count_of_kind(faults, SFSM_UNDECLARED_PREDICATE), 2);
    sfsm_diagnostics_release(faults);
    declare_all(builder);
    faults = faults_of(builder);
    assert_int_equal(count_of_kind(faults, SFSM_UNDECLARED_PREDICATE), 0);
    assert_int_equal(count_of_kind(faults, SFSM_IMPLICIT_CLASH), 1);
    sfsm_diagnostics_release(faults);
    assert_status(sfsm_builder_add_match(builder, 3, REWARD, given, 1), SFSM_OK); /* behind the two sound rows */
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    for (int32_t policy = WEAK; policy <= STRONG; policy++) {
        assert_status(sfsm_machine_send_message(
                          machine, MESSAGE_MATCHING(STAY, CASES({POLICY, policy}, {REWARD, GIVEN}, {WEATHER, DRY}))),
                      SFSM_TRANSITIONED);
    }
    assert_trace(&trace, "given, strong");
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_type_has_one_number_of_cases),
        cmocka_unit_test(a_declared_type_that_no_row_names_is_worth_a_warning),
        cmocka_unit_test(matches_make_rows_duplicates_or_clashes_only_as_equal_sets),
        cmocka_unit_test(under_first_match_rows_with_equal_matches_may_differ_in_guards_or_target),
        cmocka_unit_test(a_row_behind_others_is_never_taken_only_if_they_leave_no_combination_to_it),
        cmocka_unit_test(a_row_that_is_never_taken_may_serve_a_lenient_machine),
        cmocka_unit_test(a_definition_with_faulty_predicates_may_be_mended_and_built_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
