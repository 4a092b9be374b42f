/* Predicates beside everything else that decides which row is taken: wildcards, superstates, overriding, first match,
 * resolvers. */
#include "matches.h"

/* HOME and AWAY have blocks; all three types are declared. */
static home_blocks predicate_blocks(void) {
    const home_blocks own = blocks_of_home();
    declare_all(own.builder);
    return own;
}

/* Sends STAY in HOME for each reward and policy, in dry weather; notes what ran, or what came of it instead. */
static void check_home(sfsm_builder *builder, const char *expected) {
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    for (int32_t reward = GIVEN; reward <= WITHHELD; reward++) {
        for (int32_t policy = WEAK; policy <= STRONG; policy++) {
            assert_status(sfsm_machine_set_state(machine, HOME), SFSM_OK);
            const sfsm_outcome outcome = sfsm_machine_send_message(
                machine, MESSAGE_MATCHING(STAY, CASES({REWARD, reward}, {POLICY, policy}, {WEATHER, DRY})));
            if (outcome != SFSM_TRANSITIONED) {
                trace_note(&trace, "%s", sfsm_status_name(outcome));
            }
        }
    }
    assert_trace(&trace, expected);
    sfsm_machine_release(machine);
}

static void where_no_row_of_a_level_matches_the_next_is_searched(void **state) {
    (void)state;
    const home_blocks own = predicate_blocks();
    ADD_ROWS(own.builder, {SFSM_ANY, SFSM_ANY, SFSM_SAME, 1, NOTING("(any, any)")},
             {SFSM_ANY, STAY, SFSM_SAME, 2, MATCHING(SFSM_MATCH(REWARD, GIVEN)), NOTING("(any, STAY) given")},
             {HOME, SFSM_ANY, SFSM_SAME, 3, MATCHING(SFSM_MATCH(POLICY, STRONG)), NOTING("(HOME, any) strong")},
             {HOME, STAY, SFSM_SAME, 4, NOTING("(HOME, STAY) given strong"),
              MATCHING(SFSM_MATCH(REWARD, GIVEN), SFSM_MATCH(POLICY, STRONG))});
    check_home(own.builder, "(any, STAY) given, (HOME, STAY) given strong, (any, any), (HOME, any) strong");
}

static void a_row_of_a_higher_level_comes_before_those_that_name_more_types(void **state) {
    (void)state;
    const home_blocks own = predicate_blocks();
    ADD_ROWS(own.builder, {HOME, SFSM_ANY, SFSM_SAME, 1, MATCHING(SFSM_MATCH(POLICY, WEAK), SFSM_MATCH(REWARD, GIVEN),
                                                                  SFSM_MATCH(WEATHER, DRY)), NOTING("all three")},
             {HOME, STAY, SFSM_SAME, 2, NOTING("none")},
             {SFSM_ANY, STAY, SFSM_SAME, 3, MATCHING(SFSM_MATCH(REWARD, GIVEN)), NOTING("given")});
    check_home(own.builder, "none, none, none, none");
}

static void an_event_that_no_level_matches_is_unhandled(void **state) {
    (void)state;
    const home_blocks own = predicate_blocks();
    ADD_ROWS(own.builder, {SFSM_ANY, SFSM_ANY, SFSM_SAME, 1, MATCHING(SFSM_MATCH(REWARD, GIVEN)), NOTING("given")},
             {HOME, STAY, SFSM_SAME, 2, NOTING("given strong"),
              MATCHING(SFSM_MATCH(REWARD, GIVEN), SFSM_MATCH(POLICY, STRONG))});
    check_home(own.builder, "given, given strong, SFSM_UNHANDLED, SFSM_UNHANDLED");
}

static void exclusively_a_no_refuses_and_the_next_level_is_not_searched(void **state) {
    (void)state;
    const home_blocks own = predicate_blocks();
    ADD_ROWS(own.builder, {SFSM_ANY, SFSM_ANY, SFSM_SAME, 1, NOTING("(any, any)")},
             {HOME, STAY, SFSM_SAME, 2, MATCHING(SFSM_MATCH(REWARD, GIVEN)), ASKING(note_no, "given?")},
             {HOME, STAY, SFSM_SAME, 3, MATCHING(SFSM_MATCH(REWARD, GIVEN), SFSM_MATCH(POLICY, STRONG)),
              ASKING(note_no, "given strong?")});
    check_home(own.builder, "given?, SFSM_REFUSED, given strong?, SFSM_REFUSED, (any, any), (any, any)");
}

static void an_event_that_no_row_names_is_known_only_where_a_row_for_any_event_takes_it(void **state) {
    (void)state;
    const home_blocks own = predicate_blocks();
    ADD_ROWS(own.builder, {HOME, SFSM_ANY, SFSM_SAME, 1, MATCHING(SFSM_MATCH(POLICY, WEAK))});
    sfsm_machine *const machine = machine_from(own.builder, HOME, NULL);
    assert_status(sfsm_machine_send_message(
                      machine, MESSAGE_MATCHING(4711, CASES({REWARD, GIVEN}, {POLICY, WEAK}, {WEATHER, DRY}))),
                  SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send_message(
                      machine, MESSAGE_MATCHING(4711, CASES({REWARD, GIVEN}, {POLICY, STRONG}, {WEATHER, DRY}))),
                  SFSM_UNKNOWN_EVENT);
    assert_status(sfsm_machine_set_state(machine, AWAY), SFSM_OK);
    assert_status(sfsm_machine_send_message(
                      machine, MESSAGE_MATCHING(4711, CASES({REWARD, GIVEN}, {POLICY, WEAK}, {WEATHER, DRY}))),
                  SFSM_UNKNOWN_EVENT);
    sfsm_machine_release(machine);
}

static void inherited_and_own_rows_with_different_matches_stand_side_by_side(void **state) {
    (void)state;
    const home_blocks own = predicate_blocks();
    const size_t base = superstate_from(own.builder);
    adopt(own.builder, own.home, base);
    ADD_ROWS(own.builder,
             {SFSM_NONE, STAY, SFSM_SAME, 1, MATCHING(SFSM_MATCH(POLICY, STRONG)), NOTING("base"), .block = base},
             {HOME, STAY, SFSM_SAME, 2, NOTING("own"), .block = own.home},
             {SFSM_NONE, STAY, SFSM_SAME, 3, NOTING("base given weak"), .block = base,
              MATCHING(SFSM_MATCH(POLICY, WEAK), SFSM_MATCH(REWARD, GIVEN))});
    check_home(own.builder, "base given weak, base, own, base"); /* rank decides, not who is whose superstate */
}

static void an_overriding_row_replaces_only_rows_with_its_own_matches(void **state) {
    (void)state;
    const home_blocks own = predicate_blocks();
    const size_t base = superstate_from(own.builder);
    adopt(own.builder, own.home, base);
    ADD_ROWS(own.builder, {SFSM_NONE, STAY, AWAY, 1, NOTING("base"), .block = base},
             {SFSM_NONE, STAY, AWAY, 2, MATCHING(SFSM_MATCH(REWARD, GIVEN)), NOTING("base given"), .block = base},
             {SFSM_NONE, STAY, AWAY, 3, NOTING("base withheld strong"), .block = base,
              MATCHING(SFSM_MATCH(REWARD, WITHHELD), SEVERAL(POLICY, STRONG))},
             {HOME, STAY, SFSM_SAME, 4, MATCHING(SFSM_MATCH(REWARD, GIVEN)), NOTING("own given"),
              .flags = SFSM_OVERRIDING});
    check_home(own.builder, "own given, own given, base, base withheld strong");
}

static void matches_are_compared_as_sets_when_a_row_overrides(void **state) {
    (void)state;
    const home_blocks own = predicate_blocks();
    const size_t base = superstate_from(own.builder);
    adopt(own.builder, own.home, base);
    ADD_ROWS(own.builder, {SFSM_NONE, STAY, AWAY, 1, NOTING("base"), .block = base,
                           MATCHING(SEVERAL(WEATHER, DRY, SNOWY), SFSM_MATCH(REWARD, GIVEN))},
             {HOME, STAY, SFSM_SAME, 2, NOTING("own"), .flags = SFSM_OVERRIDING,
              MATCHING(SEVERAL(REWARD, GIVEN), SEVERAL(WEATHER, SNOWY, DRY))});
    check_home(own.builder, "own, own, SFSM_UNHANDLED, SFSM_UNHANDLED");
}

static void the_last_of_a_chain_of_overriding_rows_with_one_match_wins(void **state) {
    (void)state;
    const home_blocks own = predicate_blocks();
    const size_t base = superstate_from(own.builder), later = superstate_from(own.builder);
    adopt(own.builder, own.home, base);
    adopt(own.builder, own.home, later);
    ADD_ROWS(own.builder, {SFSM_NONE, STAY, AWAY, 1, MATCHING(SFSM_MATCH(REWARD, GIVEN)), NOTING("1"), .block = base},
             {SFSM_NONE, STAY, AWAY, 2, MATCHING(SFSM_MATCH(REWARD, WITHHELD)), NOTING("2"), .block = base},
             {SFSM_NONE, STAY, AWAY, 3, MATCHING(SFSM_MATCH(REWARD, GIVEN)), NOTING("3"), .block = later,
              .flags = SFSM_OVERRIDING},
             {SFSM_NONE, STAY, AWAY, 4, MATCHING(SFSM_MATCH(REWARD, WITHHELD)), NOTING("4"), .block = later,
              .flags = SFSM_OVERRIDING},
             {HOME, STAY, SFSM_SAME, 5, MATCHING(SFSM_MATCH(REWARD, GIVEN)), NOTING("5"), .flags = SFSM_OVERRIDING});
    check_home(own.builder, "5, 5, 4, 4");
}

static void a_row_overrides_nothing_where_only_other_matches_are(void **state) {
    (void)state;
    for (int way = 0; way < 3; way++) {
        const home_blocks own = predicate_blocks();
        const size_t base = superstate_from(own.builder);
        adopt(own.builder, own.home, base);
        if (way == 0) { /* a row without matches, one with another case, or one with more */
            ADD_ROWS(own.builder, {SFSM_NONE, STAY, AWAY, 1, .block = base});
        } else if (way == 1) {
            ADD_ROWS(own.builder, {SFSM_NONE, STAY, AWAY, 1, MATCHING(SFSM_MATCH(POLICY, WEAK)), .block = base});
        } else {
            ADD_ROWS(own.builder, {SFSM_NONE, STAY, AWAY, 1, .block = base,
                                   MATCHING(SFSM_MATCH(POLICY, STRONG), SFSM_MATCH(WEATHER, DRY))});
        }
        ADD_ROWS(own.builder, {HOME, STAY, SFSM_SAME, 8, MATCHING(SFSM_MATCH(POLICY, STRONG)),
                               .flags = SFSM_OVERRIDING});
        const sfsm_diagnostic fault = ONLY_FAULT(own.builder, SFSM_NOTHING_TO_OVERRIDE, "HOME", "STAY", "STRONG");
        assert_int_equal(fault.line, 8);
    }
}

static void first_match_tries_by_level_then_by_rank_then_as_added(void **state) {
    (void)state;
    const home_blocks own = predicate_blocks();
    ADD_ROWS(own.builder, {SFSM_ANY, STAY, SFSM_SAME, 1, NOTING("end")},
             {SFSM_ANY, STAY, SFSM_SAME, 2, MATCHING(SFSM_MATCH(POLICY, STRONG)), ASKING(note_no, "any strong?")},
             {HOME, SFSM_ANY, SFSM_SAME, 3, MATCHING(SFSM_MATCH(REWARD, GIVEN)), ASKING(note_no, "HOME given?")},
             {HOME, STAY, SFSM_SAME, 4, ASKING(note_no, "silent?")},
             {HOME, STAY, SFSM_SAME, 5, MATCHING(SFSM_MATCH(POLICY, STRONG)), ASKING(note_no, "strong?")},
             {HOME, STAY, SFSM_SAME, 6, MATCHING(SFSM_MATCH(REWARD, GIVEN)), ASKING(note_no, "given?")},
             {HOME, STAY, SFSM_SAME, 7, MATCHING(SFSM_MATCH(POLICY, STRONG)), ASKING(note_no, "strong again?")},
             {HOME, STAY, SFSM_SAME, 8, MATCHING(SFSM_MATCH(REWARD, GIVEN), SFSM_MATCH(POLICY, STRONG)),
              ASKING(note_no, "given strong?")});
    assert_status(sfsm_builder_set_guard_policy(own.builder, SFSM_FIRST_MATCH), SFSM_OK);
    check_home(own.builder, "given?, silent?, HOME given?, end, "
                            "given strong?, strong?, given?, strong again?, silent?, HOME given?, any strong?, end, "
                            "silent?, end, strong?, strong again?, silent?, any strong?, end");
}

static void first_match_tries_superstates_rows_before_a_states_own_of_the_same_rank_only(void **state) {
    (void)state;
    const home_blocks own = predicate_blocks();
    const size_t base = superstate_from(own.builder);
    adopt(own.builder, own.home, base);
    ADD_ROWS(own.builder,
             {HOME, STAY, SFSM_SAME, 1, MATCHING(SFSM_MATCH(POLICY, STRONG)), ASKING(note_no, "own strong?")},
             {HOME, STAY, SFSM_SAME, 2, ASKING(note_no, "own?")},
             {SFSM_NONE, STAY, SFSM_SAME, 3, .block = base, ASKING(note_no, "base?")},
             {SFSM_NONE, STAY, SFSM_SAME, 4, .block = base, MATCHING(SFSM_MATCH(REWARD, GIVEN)),
              ASKING(note_no, "base given?")});
    assert_status(sfsm_builder_set_guard_policy(own.builder, SFSM_FIRST_MATCH), SFSM_OK);
    check_home(own.builder, "base given?, base?, own?, SFSM_REFUSED, "
                            "base given?, own strong?, base?, own?, SFSM_REFUSED, "
                            "base?, own?, SFSM_REFUSED, own strong?, base?, own?, SFSM_REFUSED");
}

/* Leads away in strong cases, and refuses in weak ones. */
static int32_t resolve_by_policy(const sfsm_step *step, void *words) {
    note(step, words);
    return sfsm_step_case(step, POLICY) == STRONG ? AWAY : SFSM_NONE;
}

static void resolvers_see_the_cases_and_may_refuse(void **state) {
    (void)state;
    for (int32_t policy = SFSM_EXCLUSIVE; policy <= SFSM_FIRST_MATCH; policy++) {
        const home_blocks own = predicate_blocks();
        ADD_ROWS(own.builder, {HOME, STAY, SFSM_DYNAMIC, 1, MATCHING(SFSM_MATCH(REWARD, GIVEN)),
                               .resolver = {resolve_by_policy, "where?", NULL}, NOTING("there")},
                 {HOME, STAY, SFSM_SAME, 2, NOTING("silent")});
        assert_status(sfsm_builder_set_guard_policy(own.builder, policy), SFSM_OK);
        check_home(own.builder, policy == SFSM_EXCLUSIVE
                                    ? "where?, SFSM_REFUSED, where?, there, silent, silent"
                                    : "where?, silent, where?, there, silent, silent");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(where_no_row_of_a_level_matches_the_next_is_searched),
        cmocka_unit_test(a_row_of_a_higher_level_comes_before_those_that_name_more_types),
        cmocka_unit_test(an_event_that_no_level_matches_is_unhandled),
        cmocka_unit_test(exclusively_a_no_refuses_and_the_next_level_is_not_searched),
        cmocka_unit_test(an_event_that_no_row_names_is_known_only_where_a_row_for_any_event_takes_it),
        cmocka_unit_test(inherited_and_own_rows_with_different_matches_stand_side_by_side),
        cmocka_unit_test(an_overriding_row_replaces_only_rows_with_its_own_matches),
        cmocka_unit_test(matches_are_compared_as_sets_when_a_row_overrides),
        cmocka_unit_test(the_last_of_a_chain_of_overriding_rows_with_one_match_wins),
        cmocka_unit_test(a_row_overrides_nothing_where_only_other_matches_are),
        cmocka_unit_test(first_match_tries_by_level_then_by_rank_then_as_added),
        cmocka_unit_test(first_match_tries_superstates_rows_before_a_states_own_of_the_same_rank_only),
        cmocka_unit_test(resolvers_see_the_cases_and_may_refuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
