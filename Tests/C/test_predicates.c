/* Chapters 5 and 7, predicate types: how they are declared and named, and which of the rows that match is taken. */
#include "matches.h"

static void a_row_is_taken_for_the_cases_that_it_names(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    ADD_ROWS(builder, {HOME, STAY, AWAY, 7, MATCHING(SFSM_MATCH(POLICY, WEAK)), NOTING("weak")},
             {HOME, STAY, SFSM_SAME, 8, MATCHING(SFSM_MATCH(POLICY, STRONG)), NOTING("strong")});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    for (int32_t reward = GIVEN; reward <= WITHHELD; reward++) {
        for (int32_t weather = DRY; weather <= SNOWY; weather++) {
            assert_status(
                sfsm_machine_send_message(
                    machine, MESSAGE_MATCHING(STAY, CASES({POLICY, STRONG}, {REWARD, reward}, {WEATHER, weather}))),
                SFSM_TRANSITIONED);
            assert_int_equal(sfsm_machine_state(machine), HOME);
            assert_status(
                sfsm_machine_send_message(
                    machine, MESSAGE_MATCHING(STAY, CASES({WEATHER, weather}, {POLICY, WEAK}, {REWARD, reward}))),
                SFSM_TRANSITIONED);
            assert_int_equal(sfsm_machine_state(machine), AWAY);
            assert_trace(&trace, "strong, weak");
            assert_status(sfsm_machine_set_state(machine, HOME), SFSM_OK);
        }
    }
    sfsm_machine_release(machine);
}

/* Sends STAY in HOME to a machine over these rows, with each case of each type, and notes what ran or "unhandled". */
static void check_every_combination(sfsm_builder *builder, const char *expected) {
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    for (int32_t reward = GIVEN; reward <= WITHHELD; reward++) {
        for (int32_t policy = WEAK; policy <= STRONG; policy++) {
            for (int32_t weather = DRY; weather <= SNOWY; weather++) {
                const sfsm_outcome outcome = sfsm_machine_send_message(
                    machine, MESSAGE_MATCHING(STAY, CASES({REWARD, reward}, {POLICY, policy}, {WEATHER, weather})));
                if (outcome != SFSM_TRANSITIONED) {
                    trace_note(&trace, "%s", sfsm_status_name(outcome));
                }
            }
        }
    }
    assert_trace(&trace, expected);
    sfsm_machine_release(machine);
}

static void of_the_rows_that_match_the_one_that_names_most_types_is_taken(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 5, NOTING("any")},
             {HOME, STAY, SFSM_SAME, 6, MATCHING(SFSM_MATCH(REWARD, GIVEN)), NOTING("given")},
             {HOME, STAY, SFSM_SAME, 7, MATCHING(SFSM_MATCH(POLICY, WEAK), SFSM_MATCH(REWARD, GIVEN)),
              NOTING("given weak")},
             {HOME, STAY, SFSM_SAME, 8,
              MATCHING(SFSM_MATCH(WEATHER, WET), SFSM_MATCH(POLICY, WEAK), SFSM_MATCH(REWARD, GIVEN)),
              NOTING("given weak wet")});
    check_every_combination(builder, "given weak, given weak wet, given weak, given, given, given, "
                                     "any, any, any, any, any, any");
}

static void several_cases_of_one_type_count_as_one_type(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 6, MATCHING(SEVERAL(WEATHER, SNOWY, WET)), NOTING("not dry")},
             {HOME, STAY, SFSM_SAME, 7, MATCHING(SFSM_MATCH(WEATHER, WET), SFSM_MATCH(POLICY, WEAK)),
              NOTING("weak wet")},
             {HOME, STAY, SFSM_SAME, 8, MATCHING(SEVERAL(WEATHER, DRY), SEVERAL(REWARD, GIVEN, WITHHELD)),
              NOTING("dry, whatever the reward")});
    check_every_combination(builder, "dry, whatever the reward, weak wet, not dry, "
                                     "dry, whatever the reward, not dry, not dry, "
                                     "dry, whatever the reward, weak wet, not dry, "
                                     "dry, whatever the reward, not dry, not dry");
}

static void a_row_that_names_all_cases_of_a_type_comes_before_one_that_says_nothing_of_it(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 6, NOTING("silent")},
             {HOME, STAY, SFSM_SAME, 7, MATCHING(SEVERAL(POLICY, WEAK, STRONG), SFSM_MATCH(WEATHER, DRY)),
              NOTING("all, dry")});
    check_every_combination(builder, "all, dry, silent, silent, all, dry, silent, silent, "
                                     "all, dry, silent, silent, all, dry, silent, silent");
}

static void an_event_is_unhandled_for_cases_that_no_row_matches(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 7, MATCHING(SFSM_MATCH(POLICY, STRONG), SEVERAL(WEATHER, DRY, SNOWY)),
                       NOTING("strong")});
    check_every_combination(builder,
                            "SFSM_UNHANDLED, SFSM_UNHANDLED, SFSM_UNHANDLED, strong, SFSM_UNHANDLED, strong, "
                            "SFSM_UNHANDLED, SFSM_UNHANDLED, SFSM_UNHANDLED, strong, SFSM_UNHANDLED, strong");
}

static void exclusively_a_guard_that_says_no_refuses_whatever_less_specific_rows_say(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 6, NOTING("silent")},
             {HOME, STAY, SFSM_SAME, 7, MATCHING(SFSM_MATCH(REWARD, GIVEN), SFSM_MATCH(POLICY, WEAK)),
              ASKING(note_no, "given weak?"), NOTING("given weak")},
             {HOME, STAY, SFSM_SAME, 8, MATCHING(SFSM_MATCH(REWARD, GIVEN)), NOTING("given")});
    check_every_combination(builder, "given weak?, SFSM_REFUSED, given weak?, SFSM_REFUSED, given weak?, SFSM_REFUSED, "
                                     "given, given, given, silent, silent, silent, silent, silent, silent");
}

static void ids_are_of_your_choice(void **state) {
    (void)state;
    static const int32_t ids[] = {0, 1, -1, 4711, -1000000000, 1000000000, INT32_MAX, SFSM_FIRST_ID, SFSM_FIRST_ID + 1};
    for (size_t first = 0; first < COUNT(ids); first++) {
        for (size_t second = 0; second < COUNT(ids); second++) {
            if (first != second) {
                trace trace = {{0}, 0};
                sfsm_builder *const builder = sound_builder();
                declare(builder, ids[first], 2);
                declare(builder, ids[second], 3);
                ADD_ROWS(builder, {HOME, STAY, AWAY, 7, MATCHING(SFSM_MATCH(ids[first], 1)), NOTING("one")},
                         {HOME, STAY, AWAY, 7, MATCHING(SFSM_MATCH(ids[first], 0), SFSM_MATCH(ids[second], 2)),
                          NOTING("other")});
                sfsm_machine *const machine = machine_from(builder, HOME, &trace);
                const sfsm_table *const table = sfsm_machine_table(machine);
                assert_int_equal(sfsm_table_predicate_count(table), 2);
                assert_int_equal(sfsm_table_case_count(table, ids[first]), 2);
                assert_int_equal(sfsm_table_case_count(table, ids[second]), 3);
                assert_int_equal(sfsm_table_case_count(table, ids[first] + (ids[first] == INT32_MAX ? -3 : 3)), 0);
                assert_status(sfsm_machine_send_message(
                                  machine, MESSAGE_MATCHING(STAY, CASES({ids[second], 2}, {ids[first], 0}))),
                              SFSM_TRANSITIONED);
                assert_status(sfsm_machine_set_state(machine, HOME), SFSM_OK);
                assert_status(sfsm_machine_send_message(
                                  machine, MESSAGE_MATCHING(STAY, CASES({ids[first], 1}, {ids[second], 2}))),
                              SFSM_TRANSITIONED);
                assert_trace(&trace, "other, one");
                sfsm_machine_release(machine);
            }
        }
    }
}

static void the_sixteen_lowest_ids_are_reserved(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    for (int32_t id = INT32_MIN; id < SFSM_FIRST_ID; id++) {
        const sfsm_name names[] = {{POLICY, "first"}, {id, "reserved"}};
        assert_status(sfsm_builder_add_predicate(builder, id, 2), SFSM_RESERVED_ID);
        assert_status(sfsm_builder_name_predicates(builder, names, COUNT(names)), SFSM_RESERVED_ID);
    }
    declare(builder, POLICY, 2);
    check_rejection(builder);
    sfsm_table *const table = table_from(builder);
    assert_int_equal(sfsm_table_predicate_count(table), 1);
    assert_null(sfsm_table_predicate_name(table, POLICY)); /* none of the two was taken */
    sfsm_table_release(table);
}

static void a_type_has_from_one_case_to_the_limit(void **state) {
    (void)state;
    static const int32_t wrong[] = {0, -1, -2, INT32_MIN, SFSM_CASE_LIMIT + 1, 2 * SFSM_CASE_LIMIT, INT32_MAX};
    sfsm_builder *const builder = sound_builder();
    for (size_t index = 0; index < COUNT(wrong); index++) {
        assert_status(sfsm_builder_add_predicate(builder, POLICY, wrong[index]), SFSM_BAD_VALUE);
    }
    declare(builder, WEATHER, 1);
    declare(builder, REWARD, SFSM_CASE_LIMIT);
    ADD_ROWS(builder, {HOME, STAY, AWAY, 7, MATCHING(SFSM_MATCH(WEATHER, 0), SFSM_MATCH(REWARD, SFSM_CASE_LIMIT - 1))},
             {HOME, STAY, SFSM_SAME, 8, MATCHING(SFSM_MATCH(WEATHER, 0))});
    check_rejection(builder);
    sfsm_machine *const machine = machine_from(builder, HOME, NULL);
    const sfsm_table *const table = sfsm_machine_table(machine);
    assert_int_equal(sfsm_table_predicate_count(table), 2); /* no attempt at the third left anything */
    assert_int_equal(sfsm_table_case_count(table, REWARD), SFSM_CASE_LIMIT);
    assert_in_range(sfsm_table_size(table), 1, 4 << 20);
    static const struct { int32_t value; sfsm_outcome outcome; int32_t arrival; } sent[] = {
        {0, SFSM_TRANSITIONED, HOME},
        {SFSM_CASE_LIMIT - 2, SFSM_TRANSITIONED, HOME},
        {SFSM_CASE_LIMIT, SFSM_UNKNOWN_CASE, HOME},
        {SFSM_CASE_LIMIT - 1, SFSM_TRANSITIONED, AWAY},
    };
    for (size_t index = 0; index < COUNT(sent); index++) {
        assert_status(sfsm_machine_send_message(
                          machine, MESSAGE_MATCHING(STAY, CASES({REWARD, sent[index].value}, {WEATHER, 0}))),
                      sent[index].outcome);
        assert_int_equal(sfsm_machine_state(machine), sent[index].arrival);
    }
    sfsm_machine_release(machine);
}

static void a_type_may_be_declared_before_or_after_the_rows_that_name_it_and_twice(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    ADD_ROWS(builder, {HOME, STAY, AWAY, 7, MATCHING(SFSM_MATCH(POLICY, WEAK))});
    declare(builder, POLICY, 2);
    ADD_ROWS(builder, {HOME, STAY, HOME, 8, MATCHING(SFSM_MATCH(POLICY, STRONG))});
    declare(builder, POLICY, 2);
    sfsm_table *const table = table_from(builder);
    assert_int_equal(sfsm_table_predicate_count(table), 1);
    assert_int_equal(sfsm_table_case_count(table, POLICY), 2);
    sfsm_table_release(table);
}

static void nothing_is_declared_once_the_table_is_built(void **state) {
    (void)state;
    static const sfsm_name names[] = {SFSM_NAME(POLICY)}, cases[] = {SFSM_NAME(WEAK)};
    static const int32_t weak[] = {WEAK};
    sfsm_table *table = NULL;
    sfsm_builder *const builder = sound_builder();
    declare(builder, POLICY, 2);
    assert_status(sfsm_builder_build(builder, &table, NULL), SFSM_OK);
    assert_status(sfsm_builder_add_predicate(builder, WEATHER, 3), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_add_match(builder, 1, POLICY, weak, 1), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_name_predicates(builder, names, 1), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_name_cases(builder, POLICY, cases, 1), SFSM_ALREADY_BUILT);
    sfsm_builder_release(builder);
    assert_int_equal(sfsm_table_predicate_count(table), 1);
    assert_null(sfsm_table_predicate_name(table, POLICY));
    assert_null(sfsm_table_case_name(table, POLICY, WEAK));
    sfsm_table_release(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_is_taken_for_the_cases_that_it_names),
        cmocka_unit_test(of_the_rows_that_match_the_one_that_names_most_types_is_taken),
        cmocka_unit_test(several_cases_of_one_type_count_as_one_type),
        cmocka_unit_test(a_row_that_names_all_cases_of_a_type_comes_before_one_that_says_nothing_of_it),
        cmocka_unit_test(an_event_is_unhandled_for_cases_that_no_row_matches),
        cmocka_unit_test(exclusively_a_guard_that_says_no_refuses_whatever_less_specific_rows_say),
        cmocka_unit_test(ids_are_of_your_choice),
        cmocka_unit_test(the_sixteen_lowest_ids_are_reserved),
        cmocka_unit_test(a_type_has_from_one_case_to_the_limit),
        cmocka_unit_test(a_type_may_be_declared_before_or_after_the_rows_that_name_it_and_twice),
        cmocka_unit_test(nothing_is_declared_once_the_table_is_built),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
