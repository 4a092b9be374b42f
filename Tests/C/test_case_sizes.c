/* Thousands of predicate types and cases behave as few do, in memory that grows with the rows. */
#include "numbers.h"

enum { FORTH, BACK };

static void a_row_for_each_of_ten_thousand_cases(void **state) {
    (void)state;
    const size_t cases = test_size(10000, 1000);
    int32_t taken = -1;
    int32_t *const numbers = numbers_up_to(cases + 1);
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_predicate(builder, BACK, (int32_t)cases + 1), SFSM_OK);
    for (size_t value = 0; value <= cases; value++) {
        const size_t row = row_from(builder, 0, FORTH, SFSM_SAME);
        assert_status(sfsm_builder_add_action(builder, row, take_number, &numbers[value], NULL), SFSM_OK);
        if (value < cases) { /* the last row is for the case that is left */
            assert_status(sfsm_builder_add_match(builder, row, BACK, &numbers[value], 1), SFSM_OK);
        }
    }
    sfsm_table *const table = table_from(builder);
    assert_in_range(sfsm_table_size(table), 1, 200 * cases);
    sfsm_machine *const machine = machine_over(table, 0, &taken);
    for (size_t value = 0; value <= cases; value++) {
        const sfsm_case sent = {BACK, (int32_t)value};
        assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(FORTH, &sent, 1)), SFSM_TRANSITIONED);
        assert_int_equal(taken, value);
    }
    sfsm_machine_release(machine);
    sfsm_table_release(table);
    free(numbers);
}

static void ten_thousand_predicate_types(void **state) {
    (void)state;
    const size_t types = test_size(10000, 500);
    int32_t taken = -1;
    int32_t *const numbers = numbers_up_to(types);
    sfsm_case *const cases = calloc(types, sizeof *cases);
    assert_non_null(cases);
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t type = 0; type < types; type++) { /* each with an event of its own, and a row for its second case */
        const size_t row = row_from(builder, 0, (int32_t)type, SFSM_SAME);
        assert_status(sfsm_builder_add_predicate(builder, (int32_t)(7 * type), 2), SFSM_OK);
        assert_status(sfsm_builder_add_match(builder, row, (int32_t)(7 * type), &(int32_t){1}, 1), SFSM_OK);
        assert_status(sfsm_builder_add_action(builder, row, take_number, &numbers[type], NULL), SFSM_OK);
        cases[types - 1 - type] = (sfsm_case){(int32_t)(7 * type), (int32_t)(type % 2)};
    }
    sfsm_table *const table = table_from(builder);
    assert_int_equal(sfsm_table_predicate_count(table), types);
    assert_in_range(sfsm_table_size(table), 1, 1000 * types);
    sfsm_machine *const machine = machine_over(table, 0, &taken);
    for (size_t type = 0; type < types; type += types / 100) {
        for (size_t next = type; next < type + 2; next++) {
            assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING((int32_t)next, cases, types)),
                          next % 2 == 1 ? SFSM_TRANSITIONED : SFSM_UNHANDLED);
        }
        assert_int_equal(taken, type % 2 == 1 ? type : type + 1);
    }
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(0, cases, types - 1)), SFSM_MISSING_PREDICATE);
    sfsm_machine_release(machine);
    sfsm_table_release(table);
    free(cases);
    free(numbers);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_for_each_of_ten_thousand_cases),
        cmocka_unit_test(ten_thousand_predicate_types),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
