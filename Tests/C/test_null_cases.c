/* The functions for predicate types, their cases and combinations with NULL for each of their pointers; the others are in
 * test_null.c. What a NULL leaves intact is looked at after it: the same objects go on working. */
#include "support.h"

enum { HOME, AWAY };
enum { GO, BACK };

static int32_t done(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 1;
}

static const sfsm_row rows[] = {SFSM_ROW(HOME, GO, AWAY, done), SFSM_ROW(AWAY, BACK, HOME, done)};

static void null_handles_and_pointers_of_predicates(void **state) {
    (void)state;
    enum { POLICY = 5 };
    static const int32_t values[] = {1};
    static const sfsm_name type[] = {{POLICY, "type"}}, names[] = {{0, "zero"}, {1, NULL}};
    assert_status(sfsm_builder_add_predicate(NULL, POLICY, 2), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_add_match(NULL, 1, POLICY, values, 1), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_name_predicates(NULL, type, 1), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_name_cases(NULL, POLICY, names, 1), SFSM_NULL_POINTER);
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_predicate_at(builder, POLICY, 2, NULL, 0), SFSM_OK); /* a place may be left out */
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    assert_status(sfsm_builder_add_match(builder, 1, POLICY, NULL, 1), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_name_predicates(builder, NULL, 1), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_name_predicates(builder, NULL, 0), SFSM_OK);
    assert_status(sfsm_builder_name_cases(builder, POLICY, NULL, 1), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_name_cases(builder, POLICY, names, COUNT(names)), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_name_cases(builder, POLICY, NULL, 0), SFSM_OK);
    const sfsm_row bare = {.source = HOME, .event = BACK, .target = AWAY, .match_count = 1};
    const sfsm_match nothing = {.predicate = POLICY, .value_count = 1};
    const sfsm_row empty = {.source = HOME, .event = BACK, .target = AWAY, .matches = &nothing, .match_count = 1};
    assert_status(sfsm_builder_add_rows(builder, &bare, 1), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_add_rows(builder, &empty, 1), SFSM_NULL_POINTER);
    check_rejection(builder);
    sfsm_table *const table = table_from(builder);
    assert_int_equal(sfsm_table_row_count(table), COUNT(rows));
    assert_null(sfsm_table_predicate_name(table, POLICY)); /* nothing of what was refused has stayed */
    assert_null(sfsm_table_case_name(table, POLICY, 0));
    assert_int_equal(sfsm_table_predicate_count(NULL), 0);
    assert_int_equal(sfsm_table_predicate_at(NULL, 0), SFSM_NONE);
    assert_int_equal(sfsm_table_case_count(NULL, POLICY), 0);
    assert_null(sfsm_table_predicate_name(NULL, POLICY));
    assert_null(sfsm_table_case_name(NULL, POLICY, 0));
    sfsm_table_release(table);
}

static void null_handles_and_pointers_of_sends_with_cases(void **state) {
    (void)state;
    enum { POLICY = 5 };
    static const sfsm_case cases[] = {{POLICY, 1}};
    int32_t predicate = 4711, value = 4711;
    sfsm_machine *machine = (sfsm_machine *)&value; /* anything but NULL, which the call must write */
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_predicate(builder, POLICY, 2), SFSM_OK);
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    const sfsm_machine_options options = {.size = sizeof options, .initial = HOME};
    assert_status(sfsm_machine_create_with(NULL, &options, &machine), SFSM_NULL_POINTER);
    assert_null(machine);
    machine = (sfsm_machine *)&value;
    assert_status(sfsm_machine_create_with(table, NULL, &machine), SFSM_NULL_POINTER);
    assert_null(machine);
    assert_status(sfsm_machine_create_with(table, &options, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_create_with(table, &options, &machine), SFSM_OK);
    sfsm_table_release(table);
    assert_status(sfsm_machine_send_message(NULL, MESSAGE_MATCHING(GO, cases, 1)), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(GO, NULL, 1)), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_rejected_case(NULL, &predicate, &value), SFSM_NULL_POINTER);
    assert_int_equal(predicate, 4711);
    assert_int_equal(value, 4711);
    assert_status(sfsm_machine_send_message(machine, MESSAGE(GO)), SFSM_MISSING_PREDICATE); /* no cases, no array */
    assert_status(sfsm_machine_rejected_case(machine, &predicate, NULL), SFSM_OK); /* both may be left out */
    assert_status(sfsm_machine_rejected_case(machine, NULL, NULL), SFSM_OK);
    assert_int_equal(predicate, POLICY);
    assert_int_equal(sfsm_step_case(NULL, POLICY), SFSM_NONE);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(GO, cases, 1)), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static void null_handles_and_pointers_of_combinations(void **state) {
    (void)state;
    int32_t predicate = 4711, value = 4711;
    sfsm_builder *const builder = sfsm_builder_create();
    for (int32_t type = 0; type < 2; type++) { /* a row for the first case of each of two types: they clash */
        assert_status(sfsm_builder_add_predicate(builder, type, 2), SFSM_OK);
        assert_status(sfsm_builder_add_match(builder, row_from(builder, HOME, GO, SFSM_SAME), type, &(int32_t){0}, 1),
                      SFSM_OK);
    }
    sfsm_diagnostics *const faults = faults_of(builder);
    assert_status(sfsm_diagnostics_case(NULL, 0, 0, &predicate, &value), SFSM_OUT_OF_RANGE); /* an empty list */
    assert_status(sfsm_diagnostics_case(faults, 0, 0, NULL, &value), SFSM_NULL_POINTER);
    assert_status(sfsm_diagnostics_case(faults, 0, 0, &predicate, NULL), SFSM_NULL_POINTER);
    assert_int_equal(predicate, 4711);
    assert_int_equal(value, 4711);
    assert_status(sfsm_diagnostics_case(faults, 0, 0, &predicate, &value), SFSM_OK);
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(null_handles_and_pointers_of_predicates),
        cmocka_unit_test(null_handles_and_pointers_of_sends_with_cases),
        cmocka_unit_test(null_handles_and_pointers_of_combinations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
