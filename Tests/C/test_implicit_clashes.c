/* Chapter 6, implicit clashes: rows with different matches that are the best for one combination of cases. They are
 * found exactly, whatever the order of the rows; here as examples, and against an enumeration of every combination. */
#include "combinations.h"

/* -1 for a type that is not told. */
static void check_combination(const sfsm_diagnostics *faults, size_t index, int32_t reward, int32_t policy,
                              int32_t weather) {
    const combination found = combination_of(faults, index);
    assert_int_equal(found.of_type[0], reward);
    assert_int_equal(found.of_type[1], policy);
    assert_int_equal(found.of_type[2], weather);
}

static void rows_of_one_rank_that_match_together_clash(void **state) {
    (void)state;
    static const int32_t targets[] = {AWAY, SFSM_SAME, END}; /* whether they lead to the same state or not */
    for (size_t index = 0; index < COUNT(targets); index++) {
        sfsm_builder *const builder = sound_builder();
        declare_all(builder);
        add_row(builder, END, BACK, HOME, 3);
        ADD_ROWS(builder, {HOME, STAY, AWAY, 7, MATCHING(SFSM_MATCH(POLICY, STRONG))},
                 {HOME, STAY, targets[index], 9, MATCHING(SFSM_MATCH(WEATHER, WET))});
        sfsm_diagnostics *const faults = faults_of(builder);
        assert_int_equal(count_of_kind(faults, SFSM_IMPLICIT_CLASH), 1);
        const sfsm_diagnostic clash = diagnostic_at(faults, 0);
        assert_int_equal(clash.kind, SFSM_IMPLICIT_CLASH);
        assert_int_equal(clash.severity, SFSM_ERROR);
        assert_int_equal(clash.state, HOME);
        assert_int_equal(clash.event, STAY);
        assert_int_equal(clash.target, AWAY);
        assert_int_equal(clash.place_count, 2);
        check_place(faults, 0, 0, 7);
        check_place(faults, 0, 1, 9);
        assert_int_equal(clash.case_count, 2); /* REWARD does not matter */
        check_combination(faults, 0, -1, STRONG, WET);
        assert_says(clash, "HOME", "STAY", "POLICY STRONG, WEATHER WET", "match equally well", "name more");
        sfsm_diagnostics_release(faults);
        sfsm_builder_release(builder);
    }
}

static void a_combination_is_read_case_by_case(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    add_row(builder, AWAY, GO, NOWHERE, 3);
    ADD_ROWS(builder, {HOME, STAY, AWAY, 7, MATCHING(SFSM_MATCH(POLICY, STRONG))},
             {HOME, STAY, AWAY, 9, MATCHING(SEVERAL(POLICY, WEAK, STRONG))});
    sfsm_diagnostics *const faults = faults_of(builder);
    int32_t predicate = 4711, value = 4711;
    static const size_t outside[] = {1, 2, SIZE_MAX / 2, SIZE_MAX};
    assert_int_equal(diagnostic_at(faults, 0).case_count, 0); /* an unknown target has no combination */
    assert_status(sfsm_diagnostics_case(faults, 0, 0, &predicate, &value), SFSM_OUT_OF_RANGE);
    for (size_t index = 0; index < COUNT(outside); index++) {
        assert_status(sfsm_diagnostics_case(faults, 1, outside[index], &predicate, &value), SFSM_OUT_OF_RANGE);
        assert_status(sfsm_diagnostics_case(faults, outside[index] + 9, 0, &predicate, &value), SFSM_OUT_OF_RANGE);
    }
    assert_int_equal(predicate, 4711);
    assert_int_equal(value, 4711);
    assert_int_equal(diagnostic_at(faults, 1).case_count, 1);
    assert_status(sfsm_diagnostics_case(faults, 1, 0, &predicate, &value), SFSM_OK);
    assert_int_equal(predicate, POLICY);
    assert_int_equal(value, STRONG);
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

static void all_rows_that_tie_at_a_combination_are_one_clash(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    ADD_ROWS(builder, {HOME, STAY, AWAY, 9, MATCHING(SEVERAL(WEATHER, WET, DRY), SFSM_MATCH(POLICY, WEAK))},
             {HOME, STAY, SFSM_SAME, 8, MATCHING(SFSM_MATCH(POLICY, WEAK), SEVERAL(WEATHER, SNOWY, WET))},
             {HOME, STAY, AWAY, 7, MATCHING(SFSM_MATCH(WEATHER, WET), SEVERAL(POLICY, WEAK, STRONG))},
             {HOME, STAY, AWAY, 6, NOTING("below")});
    sfsm_diagnostics *const faults = faults_of(builder);
    assert_int_equal(count_of_kind(faults, SFSM_IMPLICIT_CLASH), 1); /* of three pairs */
    const sfsm_diagnostic clash = diagnostic_at(faults, 0);
    assert_int_equal(clash.place_count, 3);
    for (size_t place = 0; place < 3; place++) {
        check_place(faults, 0, place, 9 - (int32_t)place); /* in the order of the rows */
    }
    check_combination(faults, 0, -1, WEAK, WET);
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

static void rows_above_them_may_take_all_combinations_of_a_tie(void **state) {
    (void)state;
    for (int is_covered = 0; is_covered < 2; is_covered++) {
        sfsm_builder *const builder = sound_builder();
        declare_all(builder);
        ADD_ROWS(builder, {HOME, STAY, AWAY, 5, MATCHING(SFSM_MATCH(POLICY, STRONG))},
                 {HOME, STAY, SFSM_SAME, 6, MATCHING(SFSM_MATCH(REWARD, GIVEN))},
                 {HOME, STAY, AWAY, 7, MATCHING(SFSM_MATCH(POLICY, STRONG), SEVERAL(WEATHER, DRY, SNOWY))},
                 {HOME, STAY, SFSM_SAME, 8, MATCHING(SFSM_MATCH(POLICY, STRONG), SFSM_MATCH(REWARD, GIVEN),
                                                     SFSM_MATCH(WEATHER, is_covered ? WET : DRY))});
        if (is_covered) {
            check_sound(builder);
            continue;
        }
        sfsm_diagnostics *const faults = faults_of(builder);
        assert_int_equal(sfsm_diagnostics_count(faults), 1);
        assert_int_equal(diagnostic_at(faults, 0).kind, SFSM_IMPLICIT_CLASH);
        assert_int_equal(diagnostic_at(faults, 0).place_count, 2);
        assert_int_equal(diagnostic_at(faults, 0).line, 5);
        check_combination(faults, 0, GIVEN, STRONG, WET); /* the weather matters: it must be wet */
        sfsm_diagnostics_release(faults);
        sfsm_builder_release(builder);
    }
}

static void rows_that_never_match_together_or_stand_in_other_cells_do_not_clash(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    ADD_ROWS(builder, {HOME, STAY, AWAY, 5, MATCHING(SFSM_MATCH(WEATHER, WET), SFSM_MATCH(POLICY, STRONG))},
             {HOME, STAY, HOME, 6, MATCHING(SFSM_MATCH(WEATHER, DRY), SFSM_MATCH(REWARD, GIVEN))},
             {HOME, SFSM_ANY, HOME, 7, MATCHING(SFSM_MATCH(POLICY, STRONG))},
             {SFSM_ANY, STAY, HOME, 8, MATCHING(SFSM_MATCH(REWARD, GIVEN))},
             {SFSM_ANY, SFSM_ANY, HOME, 9, MATCHING(SFSM_MATCH(WEATHER, WET))},
             {AWAY, STAY, HOME, 10, MATCHING(SFSM_MATCH(REWARD, GIVEN))});
    check_sound(builder);
}

static void under_first_match_rows_may_tie(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    ADD_ROWS(builder, {HOME, STAY, AWAY, 7, MATCHING(SFSM_MATCH(POLICY, STRONG))},
             {HOME, STAY, SFSM_SAME, 9, MATCHING(SFSM_MATCH(WEATHER, WET))});
    assert_status(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH), SFSM_OK);
    check_sound(builder);
}

static void a_clash_among_inherited_rows_is_reported_once_and_one_with_a_states_own_for_that_state(void **state) {
    (void)state;
    const home_blocks own = blocks_of_home();
    const size_t base = superstate_from(own.builder);
    declare_all(own.builder);
    adopt(own.builder, own.home, base);
    adopt(own.builder, own.away, base);
    ADD_ROWS(own.builder,
             {SFSM_NONE, STAY, HOME, 6, MATCHING(SFSM_MATCH(POLICY, STRONG)), .block = base},
             {SFSM_NONE, STAY, HOME, 7, MATCHING(SFSM_MATCH(WEATHER, WET)), .block = base},
             {SFSM_NONE, BACK, HOME, 8, MATCHING(SFSM_MATCH(POLICY, STRONG)), .block = base},
             {AWAY, BACK, HOME, 9, MATCHING(SFSM_MATCH(REWARD, GIVEN)), .block = own.away});
    sfsm_diagnostics *const faults = faults_of(own.builder);
    assert_int_equal(sfsm_diagnostics_count(faults), 2);
    assert_int_equal(diagnostic_at(faults, 0).event, STAY);
    check_place(faults, 0, 0, 6);
    check_place(faults, 0, 1, 7);
    assert_int_equal(diagnostic_at(faults, 1).event, BACK);
    assert_int_equal(diagnostic_at(faults, 1).state, AWAY);
    check_place(faults, 1, 0, 8); /* superstates' rows come first */
    check_place(faults, 1, 1, 9);
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(own.builder);
}

static void a_row_stands_in_as_many_clashes_as_there_are_pairs_that_no_other_report_has(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    ADD_ROWS(builder, {HOME, STAY, AWAY, 6, MATCHING(SEVERAL(WEATHER, DRY, WET, SNOWY))},
             {HOME, STAY, AWAY, 7, MATCHING(SFSM_MATCH(WEATHER, DRY))},
             {HOME, STAY, AWAY, 8, MATCHING(SFSM_MATCH(WEATHER, WET))},
             {HOME, STAY, AWAY, 9, MATCHING(SFSM_MATCH(WEATHER, SNOWY))});
    sfsm_diagnostics *const faults = faults_of(builder);
    int times[3] = {0, 0, 0};
    assert_int_equal(count_of_kind(faults, SFSM_IMPLICIT_CLASH), COUNT(times));
    for (size_t index = 0; index < COUNT(times); index++) {
        const int32_t weather = combination_of(faults, index).of_type[2];
        assert_in_range(weather, DRY, SNOWY);
        times[weather]++;
        check_combination(faults, index, -1, -1, weather);
        assert_int_equal(diagnostic_at(faults, index).place_count, 2);
        check_place(faults, index, 0, 6);
        check_place(faults, index, 1, 7 + weather); /* the row of the case that is told */
    }
    assert_true(times[DRY] == 1 && times[WET] == 1 && times[SNOWY] == 1);
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

/* Only the first clash of a definition without warnings, as it is listed. */
static void check_listed(sfsm_builder *builder, const char *told) {
    sfsm_diagnostics *const faults = faults_of(builder);
    assert_int_equal(sfsm_diagnostics_count(faults), 1);
    assert_int_equal(diagnostic_at(faults, 0).kind, SFSM_IMPLICIT_CLASH);
    assert_string_equal(sfsm_diagnostics_text(faults), told);
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

static void a_clash_names_the_cell_and_its_rows_with_their_matches(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    ADD_ROWS(builder, {HOME, STAY, AWAY, 7, MATCHING(SFSM_MATCH(POLICY, STRONG), SFSM_MATCH(REWARD, GIVEN))},
             {HOME, STAY, SFSM_SAME, 9, MATCHING(SFSM_MATCH(WEATHER, WET), SFSM_MATCH(REWARD, GIVEN))});
    check_listed(builder,
                 "gate.c:7: error: (HOME, STAY) is ambiguous for REWARD GIVEN, POLICY STRONG, WEATHER WET: "
                 "(HOME, STAY, POLICY STRONG, REWARD GIVEN) -> AWAY and (HOME, STAY, WEATHER WET, REWARD GIVEN) -> same "
                 "match equally well: make one of them name more predicate types, or cases that the others do not\n"
                 "    also gate.c:9\n");
}

/* 17 rows and more, each for a type of its own. */
static void of_many_rows_that_clash_the_first_are_named(void **state) {
    (void)state;
    static const char *const ends[] = {"(HOME, STAY, 15 0) -> same and 1 more match equally well: ",
                                       "(HOME, STAY, 15 0) -> same and 2 more match equally well: ",
                                       "(HOME, STAY, 15 0) -> same and 3 more match equally well: "};
    for (size_t more = 1; more <= COUNT(ends); more++) {
        sfsm_builder *const builder = sound_builder();
        for (int32_t type = 0; type < 16 + (int32_t)more; type++) {
            declare(builder, type, 2);
            ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 10 + type, MATCHING(SFSM_MATCH(type, 0))});
        }
        const sfsm_diagnostic clash = ONLY_FAULT(builder, SFSM_IMPLICIT_CLASH, "(HOME, STAY) is ambiguous",
                                                 "(HOME, STAY, 0 0) -> same, (HOME, STAY, 1 0) -> same, ", ends[more - 1]);
        assert_int_equal(clash.place_count, 16 + more);
    }
}

/* The first two rows tie where none of those above them holds: for each case of type 0 but the lowest, with case 1 of type 1. */
static void the_combination_of_a_clash_has_the_lowest_cases_that_are_left(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    for (int32_t type = 0; type < 4; type++) {
        declare(builder, type, type == 0 ? 4 : 2);
    }
    ADD_ROWS(builder, {HOME, STAY, AWAY, 7, MATCHING(SFSM_MATCH(2, 0))},
             {HOME, STAY, SFSM_SAME, 8, MATCHING(SFSM_MATCH(3, 0))},
             {HOME, STAY, AWAY, 9, MATCHING(SFSM_MATCH(0, 0), SEVERAL(1, 0, 1))},
             {HOME, STAY, AWAY, 10, MATCHING(SFSM_MATCH(0, 1), SFSM_MATCH(1, 0))},
             {HOME, STAY, AWAY, 11, MATCHING(SFSM_MATCH(0, 2), SFSM_MATCH(1, 0))},
             {HOME, STAY, AWAY, 12, MATCHING(SFSM_MATCH(0, 3), SFSM_MATCH(1, 0))});
    ONLY_FAULT(builder, SFSM_IMPLICIT_CLASH, "(HOME, STAY) is ambiguous for 0 1, 1 1, 2 0, 3 0: ",
               "(HOME, STAY, 2 0) -> AWAY and (HOME, STAY, 3 0) -> same match equally well");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_one_rank_that_match_together_clash),
        cmocka_unit_test(a_combination_is_read_case_by_case),
        cmocka_unit_test(all_rows_that_tie_at_a_combination_are_one_clash),
        cmocka_unit_test(rows_above_them_may_take_all_combinations_of_a_tie),
        cmocka_unit_test(rows_that_never_match_together_or_stand_in_other_cells_do_not_clash),
        cmocka_unit_test(under_first_match_rows_may_tie),
        cmocka_unit_test(a_clash_among_inherited_rows_is_reported_once_and_one_with_a_states_own_for_that_state),
        cmocka_unit_test(a_row_stands_in_as_many_clashes_as_there_are_pairs_that_no_other_report_has),
        cmocka_unit_test(a_clash_names_the_cell_and_its_rows_with_their_matches),
        cmocka_unit_test(of_many_rows_that_clash_the_first_are_named),
        cmocka_unit_test(the_combination_of_a_clash_has_the_lowest_cases_that_are_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
