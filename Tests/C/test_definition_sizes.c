/* Definitions with next to nothing in them, and with a hundred thousand states, requests and predicates among them: the
 * table's memory grows with the rows, whatever states times states or cases times cases would be. */
#include "matches.h"

/* ---------------------------------------------------------------------------------------------------------------
 * Next to nothing
 * ------------------------------------------------------------------------------------------------------------- */

static void names_alone_are_an_empty_definition(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    name_all(builder);
    ONLY_FAULT(builder, SFSM_EMPTY_DEFINITION, "no rows", "add");
}

static void predicate_types_alone_are_an_empty_definition(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    declare_all(builder);
    ONLY_FAULT(builder, SFSM_EMPTY_DEFINITION, "no rows", "add");
}

static void blocks_alone_are_an_empty_definition(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t base = superstate_from(builder), home = state_from(builder, HOME);
    trace_block(builder, base, "BASE");
    trace_block(builder, home, "HOME");
    adopt(builder, home, base);
    assert_status(sfsm_builder_add_state(builder, AWAY, SFSM_FINAL, NULL), SFSM_OK);
    assert_status(sfsm_builder_set_initial(builder, HOME), SFSM_OK);
    ONLY_FAULT(builder, SFSM_EMPTY_DEFINITION, "no rows", "add");
}

/* A table without states has no place for a machine to be in. */
static void check_without_states(sfsm_builder *builder, size_t rows, size_t transitions) {
    sfsm_table *const table = table_from(builder);
    size_t count = 4711;
    int32_t target = 4711;
    assert_int_equal(sfsm_table_row_count(table), rows);
    assert_int_equal(sfsm_table_state_count(table), 0);
    assert_int_equal(sfsm_table_state_at(table, 0), SFSM_NONE);
    assert_int_equal(sfsm_table_transition_count(table), transitions);
    sfsm_machine *machine = NULL;
    assert_status(sfsm_machine_create(table, HOME, NULL, &machine), SFSM_UNKNOWN_STATE);
    assert_status(sfsm_machine_create(table, SFSM_INITIAL, NULL, &machine), SFSM_UNKNOWN_STATE);
    machine = machine_over(table, SFSM_NONE, NULL);
    sfsm_table_release(table);
    assert_status(sfsm_machine_start(machine, HOME), SFSM_UNKNOWN_STATE);
    assert_status(sfsm_machine_start(machine, SFSM_LAST_STATE), SFSM_UNKNOWN_STATE);
    assert_status(sfsm_machine_set_state(machine, 0), SFSM_UNKNOWN_STATE);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_NOT_RUNNING);
    assert_status(sfsm_machine_request(machine, HOME), SFSM_NOT_RUNNING);
    assert_status(sfsm_machine_probe(machine, MESSAGE(STAY), &target), SFSM_NOT_RUNNING);
    assert_status(sfsm_machine_permitted(machine, NULL, 0, NULL, 0, &count), SFSM_NOT_RUNNING);
    assert_status(sfsm_machine_explain(machine, MESSAGE(STAY), NULL, 0, &count), SFSM_NOT_RUNNING);
    assert_int_equal(sfsm_machine_state(machine), SFSM_NONE);
    sfsm_machine_release(machine);
}

static void rows_of_any_state_alone_are_a_table_without_states(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    name_all(builder);
    declare(builder, POLICY, 2);
    ADD_ROWS(builder, {SFSM_ANY, STAY, SFSM_SAME, 7, NOTING("stay")},
             {SFSM_ANY, SFSM_ANY, SFSM_INTERNAL, 8, MATCHING(SFSM_MATCH(POLICY, WEAK))},
             {SFSM_ANY, SFSM_REQUEST, SFSM_ANY, 9, NOTING("request")});
    check_without_states(builder, 3, 3);
}

static void rows_of_a_superstate_that_no_state_adopts_are_a_table_without_states(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t base = superstate_from(builder);
    add_row_to(builder, base, SFSM_NONE, STAY, SFSM_SAME, 7);
    add_row_to(builder, base, SFSM_NONE, SFSM_REQUEST, SFSM_ANY, 8);
    check_without_states(builder, 2, 0);
}

/* ---------------------------------------------------------------------------------------------------------------
 * A hundred thousand states
 * ------------------------------------------------------------------------------------------------------------- */

/* A few hundred bytes a row, and what the lookup of cells may take at the least. */
static void check_size(const sfsm_table *table) {
    assert_in_range(sfsm_table_size(table), 1, 1000 * sfsm_table_row_count(table) + 65536 * 8);
}

static int32_t id_of(size_t number) { return (int32_t)number * 3 - 1000; }

static int32_t count_step(const sfsm_step *step, void *context) {
    (void)context;
    ++*(size_t *)step->context;
    return 1;
}

static void a_hundred_thousand_states_that_may_be_requested(void **state) {
    (void)state;
    const size_t states = test_size(100000, 3000);
    size_t taken = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t number = 0; number < states; number++) {
        const int32_t source = id_of(number), next = id_of((number + 1) % states);
        const sfsm_row rows[] = {SFSM_ROW(source, GO, next, count_step),
                                 SFSM_ROW(source, SFSM_REQUEST, next, count_step)};
        assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    }
    row_from(builder, SFSM_ANY, SFSM_REQUEST, id_of(0));
    sfsm_table *const table = table_from(builder);
    check_size(table);
    assert_int_equal(sfsm_table_transition_count(table), 2 * states + 1);
    sfsm_machine *const machine = machine_over(table, id_of(0), &taken);
    for (size_t number = 0; number < states; number++) {
        const int32_t next = id_of((number + 1) % states);
        sfsm_transition request = {.size = sizeof request};
        assert_status(sfsm_table_transition(table, 2 * number + 1, &request), SFSM_OK);
        assert_int_equal(request.source, id_of(number));
        assert_int_equal(request.event, SFSM_REQUEST);
        assert_int_equal(request.target, next);
        assert_status(sfsm_machine_request(machine, id_of((number + 2) % states)),
                      number + 2 == states ? SFSM_TRANSITIONED : SFSM_UNHANDLED);
        assert_status(sfsm_machine_set_state(machine, id_of(number)), SFSM_OK);
        assert_status(sfsm_machine_request(machine, next), SFSM_TRANSITIONED);
        assert_int_equal(sfsm_machine_state(machine), next);
    }
    assert_int_equal(taken, states); /* the row for any state has no action */
    assert_status(sfsm_machine_request(machine, id_of(states)), SFSM_UNKNOWN_STATE);
    sfsm_machine_release(machine);
    sfsm_table_release(table);
}

/* Ten thousand million pairs of states, each of which would run other callbacks. */
static void any_of_a_hundred_thousand_states_from_any_other(void **state) {
    (void)state;
    const size_t states = test_size(100000, 3000);
    size_t steps = 0, expected = 0, present = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t number = 0; number < states; number++) {
        size_t block = 0;
        assert_status(sfsm_builder_add_state(builder, id_of(number), 0, &block), SFSM_OK);
        assert_status(sfsm_builder_on_entry(builder, block, count_step, NULL, NULL), SFSM_OK);
        assert_status(sfsm_builder_on_exit(builder, block, count_step, NULL, NULL), SFSM_OK);
    }
    const sfsm_row row = SFSM_ROW_IF(SFSM_ANY, SFSM_REQUEST, count_step, SFSM_ANY, count_step);
    assert_status(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    assert_in_range(sfsm_table_size(table), 1, 1000 * states + 65536 * 8);
    sfsm_machine *const machine = machine_over(table, id_of(present), &steps);
    for (size_t round = 0; round < 5000; round++) {
        const size_t next = (present * 7919 + round) % states;
        assert_status(sfsm_machine_request(machine, id_of(next)), SFSM_TRANSITIONED);
        expected += next == present ? 2 : 4;
        present = next;
        assert_int_equal(sfsm_machine_state(machine), id_of(present));
        assert_int_equal(steps, expected);
    }
    size_t count = 0;
    assert_status(sfsm_machine_permitted(machine, NULL, SFSM_PERMITTED_STATES, NULL, 0, &count), SFSM_OK);
    assert_int_equal(count, states);
    sfsm_machine_release(machine);
    sfsm_table_release(table);
}

static void a_hundred_thousand_states_whose_rows_depend_on_a_predicate(void **state) {
    (void)state;
    static const sfsm_match weak[] = {SFSM_MATCH(POLICY, WEAK)}, strong[] = {SFSM_MATCH(POLICY, STRONG)};
    const size_t states = test_size(100000, 3000);
    size_t taken = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    declare(builder, POLICY, 2);
    for (size_t number = 0; number < states; number++) {
        const int32_t source = id_of(number);
        const sfsm_row rows[] = {
            SFSM_ROW_MATCHING(source, GO, weak, id_of((number + 1) % states), count_step),
            SFSM_ROW_MATCHING(source, GO, strong, id_of((number + states - 1) % states), count_step),
            SFSM_ROW_MATCHING(source, SFSM_REQUEST, strong, SFSM_ANY, count_step),
        };
        assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    }
    sfsm_table *const table = table_from(builder);
    check_size(table);
    sfsm_machine *const machine = machine_over(table, id_of(0), &taken);
    for (size_t number = 0; number < states; number++) {
        const size_t far = number * 7919 % states;
        assert_status(sfsm_machine_send_message(machine, REQUEST_MATCHING(id_of(far), CASES({POLICY, WEAK}))),
                      SFSM_UNHANDLED);
        assert_status(sfsm_machine_send_message(machine, REQUEST_MATCHING(id_of(far), CASES({POLICY, STRONG}))),
                      SFSM_TRANSITIONED);
        assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(GO, CASES({POLICY, STRONG}))),
                      SFSM_TRANSITIONED);
        assert_int_equal(sfsm_machine_state(machine), id_of((far + states - 1) % states));
        assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(GO, CASES({POLICY, WEAK}))),
                      SFSM_TRANSITIONED);
        assert_int_equal(sfsm_machine_state(machine), id_of(far));
    }
    assert_int_equal(taken, 3 * states);
    sfsm_machine_release(machine);
    sfsm_table_release(table);
}

/* ---------------------------------------------------------------------------------------------------------------
 * As many cases as there may be
 * ------------------------------------------------------------------------------------------------------------- */

/* One cell: a row for case n of the first type, one for case n of the second beside case n of the first, for many n. */
static void rows_of_two_types_with_all_the_cases_that_there_may_be(void **state) {
    (void)state;
    enum { STRIDE = 23 };
    const int32_t rows = (int32_t)test_size(SFSM_CASE_LIMIT / STRIDE, 40);
    size_t taken = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    declare(builder, POLICY, SFSM_CASE_LIMIT);
    declare(builder, WEATHER, SFSM_CASE_LIMIT);
    for (int32_t number = 0; number < rows; number++) {
        const sfsm_match first[] = {SFSM_MATCH(POLICY, number * STRIDE)};
        const sfsm_match both[] = {SFSM_MATCH(POLICY, number * STRIDE), SFSM_MATCH(WEATHER, number)};
        const sfsm_row pair[] = {SFSM_ROW_MATCHING(HOME, GO, first, id_of((size_t)number), count_step),
                                 SFSM_ROW_MATCHING(HOME, GO, both, SFSM_SAME, count_step)};
        assert_status(sfsm_builder_add_rows(builder, pair, COUNT(pair)), SFSM_OK);
        assert_status(sfsm_builder_add_state(builder, id_of((size_t)number), SFSM_FINAL, NULL), SFSM_OK);
    }
    sfsm_table *const table = table_from(builder);
    /* A bit for each row and case of each type, and no cell for each of 268,435,456 combinations. */
    assert_in_range(sfsm_table_size(table), 1, 2 * (size_t)SFSM_CASE_LIMIT * (2 * (size_t)rows + 128) / 8 + 4000000);
    sfsm_machine *const machine = machine_over(table, HOME, &taken);
    for (int32_t number = 0; number < rows; number++) {
        assert_status(sfsm_machine_send_message(
                          machine, MESSAGE_MATCHING(GO, CASES({POLICY, number * STRIDE}, {WEATHER, number}))),
                      SFSM_TRANSITIONED);
        assert_int_equal(sfsm_machine_state(machine), HOME);
        assert_status(sfsm_machine_send_message(
                          machine, MESSAGE_MATCHING(GO, CASES({POLICY, number * STRIDE + 1}, {WEATHER, number}))),
                      SFSM_UNHANDLED);
        assert_status(sfsm_machine_send_message(
                          machine, MESSAGE_MATCHING(GO, CASES({POLICY, number * STRIDE}, {WEATHER, number + 1}))),
                      SFSM_TRANSITIONED);
        assert_int_equal(sfsm_machine_state(machine), id_of((size_t)number));
        assert_status(sfsm_machine_set_state(machine, HOME), SFSM_OK);
    }
    assert_int_equal(taken, 2 * rows);
    sfsm_machine_release(machine);
    sfsm_table_release(table);
}

/* Under first match each row may hand on to the next, and other memory is kept for it. */
static void one_row_for_each_case_that_a_type_may_have(void **state) {
    (void)state;
    const int32_t cases = (int32_t)test_size(SFSM_CASE_LIMIT, 1000);
    for (int32_t policy = SFSM_EXCLUSIVE; policy <= SFSM_FIRST_MATCH; policy++) {
        size_t taken = 0;
        sfsm_builder *const builder = sfsm_builder_create();
        assert_status(sfsm_builder_set_guard_policy(builder, policy), SFSM_OK);
        declare(builder, POLICY, cases);
        for (int32_t value = 0; value < cases; value++) {
            const sfsm_match match[] = {SFSM_MATCH(POLICY, value)};
            const sfsm_row row = SFSM_ROW_MATCHING(HOME, GO, match, id_of((size_t)value), count_step);
            assert_status(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
            assert_status(sfsm_builder_add_state(builder, id_of((size_t)value), SFSM_FINAL, NULL), SFSM_OK);
        }
        sfsm_machine *const machine = machine_from(builder, HOME, &taken);
        for (int32_t value = 0; value < cases; value++) {
            assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(GO, CASES({POLICY, value}))),
                          SFSM_TRANSITIONED);
            assert_int_equal(sfsm_machine_state(machine), id_of((size_t)value));
            assert_status(sfsm_machine_set_state(machine, HOME), SFSM_OK);
        }
        assert_int_equal(taken, cases);
        sfsm_machine_release(machine);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_alone_are_an_empty_definition),
        cmocka_unit_test(predicate_types_alone_are_an_empty_definition),
        cmocka_unit_test(blocks_alone_are_an_empty_definition),
        cmocka_unit_test(rows_of_any_state_alone_are_a_table_without_states),
        cmocka_unit_test(rows_of_a_superstate_that_no_state_adopts_are_a_table_without_states),
        cmocka_unit_test(a_hundred_thousand_states_that_may_be_requested),
        cmocka_unit_test(any_of_a_hundred_thousand_states_from_any_other),
        cmocka_unit_test(a_hundred_thousand_states_whose_rows_depend_on_a_predicate),
        cmocka_unit_test(rows_of_two_types_with_all_the_cases_that_there_may_be),
        cmocka_unit_test(one_row_for_each_case_that_a_type_may_have),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
