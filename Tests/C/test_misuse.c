/* Calls that are mistakes, NULL apart (test_null.c): each gives its status, changes nothing, and leaves every object
 * usable. A machine used after it was stopped is in test_life.c, callbacks that fail in test_callbacks.c, machines
 * released from inside in test_release.c, floods of events in test_queue.c, finalizers in test_finalizers.c. */
#include "support.h"

enum { HOME, AWAY };
enum { GO, BACK };

static const sfsm_row rows[] = {SFSM_ROW(HOME, GO, AWAY, NULL), SFSM_ROW(AWAY, BACK, HOME, NULL)};
static const int32_t standard_order[] = {SFSM_PHASE_RESOLVE, SFSM_PHASE_EXIT, SFSM_PHASE_ACTIONS, SFSM_PHASE_COMMIT,
                                         SFSM_PHASE_ENTRY};

static int32_t done(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 1;
}

/* The builder holds exactly `rows`, and they work: nothing that was tried on it has left a trace. */
static void check_untouched(sfsm_builder *builder) {
    sfsm_table *table = NULL;
    sfsm_diagnostics *diagnostics = NULL;
    assert_status(sfsm_builder_build(builder, &table, &diagnostics), SFSM_OK);
    assert_null(diagnostics);
    assert_int_equal(sfsm_table_row_count(table), COUNT(rows));
    assert_int_equal(sfsm_table_state_count(table), 2);
    assert_int_equal(sfsm_table_event_count(table), 2);
    assert_int_equal(sfsm_table_initial(table), SFSM_NONE);
    sfsm_machine *const machine = machine_over(table, HOME, NULL);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send(machine, BACK), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
    sfsm_table_release(table);
    sfsm_builder_release(builder);
}

static sfsm_builder *builder_of_rows(void) {
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    return builder;
}

static void unknown_ids(void **state) {
    (void)state;
    int32_t target = 4711;
    sfsm_table *const table = table_from(builder_of_rows());
    sfsm_machine *machine = NULL;
    static const int32_t unknown[] = {2, -1, 4711, INT32_MAX, SFSM_FIRST_ID};
    for (size_t index = 0; index < COUNT(unknown); index++) {
        assert_status(sfsm_machine_create(table, unknown[index], NULL, &machine), SFSM_UNKNOWN_STATE);
        machine = machine_over(table, HOME, NULL);
        assert_status(sfsm_machine_send(machine, unknown[index]), SFSM_UNKNOWN_EVENT);
        assert_status(sfsm_machine_send_message(machine, MESSAGE(unknown[index])), SFSM_UNKNOWN_EVENT);
        assert_status(sfsm_machine_probe(machine, MESSAGE(unknown[index]), &target), SFSM_UNKNOWN_EVENT);
        assert_status(sfsm_machine_probe(machine, MESSAGE(unknown[index]), &target), SFSM_UNKNOWN_EVENT);
        assert_status(sfsm_machine_set_state(machine, unknown[index]), SFSM_UNKNOWN_STATE);
        assert_int_equal(sfsm_machine_state(machine), HOME);
        assert_status(sfsm_machine_stop(machine), SFSM_OK);
        assert_status(sfsm_machine_start(machine, unknown[index]), SFSM_UNKNOWN_STATE);
        assert_int_equal(sfsm_machine_state(machine), SFSM_NONE);
        assert_null(sfsm_table_state_name(table, unknown[index]));
        assert_null(sfsm_table_event_name(table, unknown[index]));
        sfsm_machine_release(machine);
    }
    assert_int_equal(target, 4711);
    sfsm_table_release(table);
}

static void reserved_ids(void **state) {
    (void)state;
    sfsm_builder *const builder = builder_of_rows();
    for (int32_t id = INT32_MIN; id < SFSM_FIRST_ID; id++) {
        const sfsm_name names[] = {{HOME, "first"}, {id, "reserved"}};
        assert_status(sfsm_builder_name_states(builder, names, COUNT(names)), SFSM_RESERVED_ID);
        assert_status(sfsm_builder_name_events(builder, names, COUNT(names)), SFSM_RESERVED_ID);
        assert_status(sfsm_builder_add_event(builder, id, "i32"), SFSM_RESERVED_ID);
    }
    check_rejection(builder);
    sfsm_table *const table = table_from(builder);
    assert_null(sfsm_table_state_name(table, HOME)); /* none of them was taken */
    assert_null(sfsm_table_event_name(table, HOME));
    sfsm_machine *const machine = machine_over(table, HOME, NULL);
    sfsm_table_release(table);
    for (int32_t id = INT32_MIN; id < SFSM_FIRST_ID; id++) {
        assert_status(sfsm_machine_send(machine, id), SFSM_RESERVED_ID);
        assert_status(sfsm_machine_send_message(machine, MESSAGE(id)), SFSM_RESERVED_ID);
        assert_status(sfsm_machine_probe(machine, MESSAGE(id), NULL), SFSM_RESERVED_ID);
        assert_status(sfsm_machine_probe(machine, MESSAGE(id), NULL), SFSM_RESERVED_ID);
    }
    assert_int_equal(sfsm_machine_state(machine), HOME);
    sfsm_machine_release(machine);
}

static void wrong_struct_sizes(void **state) {
    (void)state;
    sfsm_builder *const builder = builder_of_rows();
    const sfsm_row more[] = {SFSM_ROW(HOME, BACK, AWAY, NULL), SFSM_ROW(AWAY, GO, HOME, NULL)};
    const size_t size = sizeof(sfsm_row);
    const size_t sizes[] = {0, 1, 8, size - 8, size - 1, size + 1, size + 4, size + 7, 2 * size - 1, SIZE_MAX};
    for (size_t index = 0; index < COUNT(sizes); index++) {
        assert_status(sfsm_builder_add_rows_at(builder, more, COUNT(more), sizes[index], NULL, 0), SFSM_BAD_SIZE);
    }
    check_rejection(builder);
    check_untouched(builder);

    sfsm_builder *const faulty = sfsm_builder_create();
    row_from(faulty, HOME, GO, AWAY);
    sfsm_diagnostics *const faults = faults_of(faulty);
    for (size_t wrong = 0; wrong < sizeof(sfsm_diagnostic); wrong++) {
        sfsm_diagnostic diagnostic, before;
        memset(&diagnostic, 0x5a, sizeof diagnostic);
        diagnostic.size = wrong;
        before = diagnostic;
        assert_status(sfsm_diagnostics_get(faults, 0, &diagnostic), SFSM_BAD_SIZE);
        assert_memory_equal(&diagnostic, &before, sizeof diagnostic);
    }
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(faulty);
}

static void counts_without_arrays(void **state) {
    (void)state;
    sfsm_builder *const builder = builder_of_rows();
    const sfsm_row actions[] = {SFSM_ROW(HOME, BACK, AWAY, NULL),
                                {.source = AWAY, .event = GO, .target = HOME, .action_count = 1}};
    const sfsm_row guards[] = {SFSM_ROW(HOME, BACK, AWAY, NULL),
                               {.source = AWAY, .event = GO, .target = HOME, .guard_count = 7}};
    assert_status(sfsm_builder_add_rows(builder, NULL, 2), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_add_rows(builder, actions, COUNT(actions)), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_add_rows(builder, guards, COUNT(guards)), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_name_states(builder, NULL, 3), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_name_events(builder, NULL, 3), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_set_phase_order(builder, NULL, 5), SFSM_NULL_POINTER);
    check_rejection(builder);
    check_untouched(builder);
}

static void arrays_with_callbacks_without_functions(void **state) {
    (void)state;
    sfsm_builder *const builder = builder_of_rows();
    const sfsm_callback callbacks[] = {{done, NULL, NULL}, {NULL, NULL, NULL}};
    const sfsm_row actions[] = {SFSM_ROW(HOME, BACK, AWAY, NULL),
                                {.source = AWAY, .event = GO, .actions = callbacks, .action_count = 2}};
    const sfsm_row guards[] = {SFSM_ROW(HOME, BACK, AWAY, NULL),
                               {.source = AWAY, .event = GO, .guards = callbacks, .guard_count = 2}};
    assert_status(sfsm_builder_add_rows(builder, actions, COUNT(actions)), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_add_rows(builder, guards, COUNT(guards)), SFSM_NULL_POINTER);
    check_rejection(builder);
    check_untouched(builder);
}

static void numbers_of_rows_and_blocks_that_do_not_exist(void **state) {
    (void)state;
    sfsm_builder *const builder = builder_of_rows();
    static const size_t strangers[] = {COUNT(rows) + 1, 4711, (size_t)INT32_MAX + 1, SIZE_MAX / 2, SIZE_MAX};
    for (size_t index = 0; index < COUNT(strangers); index++) {
        assert_status(sfsm_builder_add_guard(builder, strangers[index], done, NULL, NULL), SFSM_OUT_OF_RANGE);
        assert_status(sfsm_builder_add_action(builder, strangers[index], done, NULL, NULL), SFSM_OUT_OF_RANGE);
        assert_status(sfsm_builder_set_resolver(builder, strangers[index], done, NULL, NULL), SFSM_OUT_OF_RANGE);
        const sfsm_row more[] = {SFSM_ROW(HOME, BACK, AWAY, NULL),
                                 {.source = AWAY, .event = GO, .target = HOME, .block = strangers[index]}};
        assert_status(sfsm_builder_add_rows(builder, more, COUNT(more)), SFSM_OUT_OF_RANGE);
    }
    assert_status(sfsm_builder_add_guard(builder, 0, done, NULL, NULL), SFSM_OUT_OF_RANGE); /* rows count from 1 */
    assert_status(sfsm_builder_add_action(builder, 0, done, NULL, NULL), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_builder_set_resolver(builder, 0, done, NULL, NULL), SFSM_OUT_OF_RANGE);
    for (size_t block = 0; block < 3; block++) { /* there is no block at all, and never one of number 0 */
        assert_status(sfsm_builder_on_entry(builder, block, done, NULL, NULL), SFSM_OUT_OF_RANGE);
        assert_status(sfsm_builder_on_exit(builder, block, done, NULL, NULL), SFSM_OUT_OF_RANGE);
        assert_status(sfsm_builder_on_cycle(builder, block, done, NULL, NULL), SFSM_OUT_OF_RANGE);
    }
    check_rejection(builder);
    check_untouched(builder);
}

static void values_that_are_not_documented(void **state) {
    (void)state;
    sfsm_builder *const builder = builder_of_rows();
    static const int32_t policies[] = {2, 3, -1, 4711, INT32_MAX, INT32_MIN};
    for (size_t index = 0; index < COUNT(policies); index++) {
        assert_status(sfsm_builder_set_entry_exit_policy(builder, policies[index]), SFSM_BAD_VALUE);
        assert_status(sfsm_builder_set_guard_policy(builder, policies[index]), SFSM_BAD_VALUE);
    }
    static const uint32_t flags[] = {3, 16, 0x80000000u, UINT32_MAX};
    for (size_t index = 0; index < COUNT(flags); index++) {
        size_t block = 4711;
        assert_status(sfsm_builder_add_state(builder, HOME, flags[index], &block), SFSM_BAD_VALUE);
        assert_int_equal(block, 4711);
    }
    for (size_t count = 0; count < COUNT(standard_order); count++) {
        assert_status(sfsm_builder_set_phase_order(builder, standard_order, count), SFSM_BAD_VALUE);
    }
    static const int32_t strange_orders[][6] = {
        {1, 2, 3, 4, 5, 5}, {0, 1, 2, 3, 4, 5}, {1, 2, 3, 4, 6, 0}, {-1, 2, 3, 4, 5, 0}, {INT32_MIN, 2, 3, 4, 5, 0},
        {INT32_MAX, 2, 3, 4, 5, 0},
    };
    for (size_t index = 0; index < COUNT(strange_orders); index++) {
        assert_status(sfsm_builder_set_phase_order(builder, strange_orders[index], index < 2 ? 6 : 5), SFSM_BAD_VALUE);
    }
    check_rejection(builder);
    check_untouched(builder);
}

static void a_table_built_twice_from_one_builder(void **state) {
    (void)state;
    sfsm_table *first = NULL, *second = NULL;
    sfsm_diagnostics *diagnostics = NULL;
    sfsm_builder *const builder = builder_of_rows();
    assert_status(sfsm_builder_build(builder, &first, &diagnostics), SFSM_OK);
    assert_status(sfsm_builder_build(builder, &second, &diagnostics), SFSM_ALREADY_BUILT);
    assert_null(second);
    assert_null(diagnostics);
    assert_status(sfsm_builder_build(builder, &second, NULL), SFSM_ALREADY_BUILT);
    sfsm_builder_release(builder);
    assert_int_equal(sfsm_table_row_count(first), COUNT(rows));
    sfsm_machine *const machine = machine_over(first, HOME, NULL);
    sfsm_table_release(first);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static void rows_added_after_building(void **state) {
    (void)state;
    size_t number = 4711;
    sfsm_table *table = NULL;
    sfsm_builder *const builder = builder_of_rows();
    assert_status(sfsm_builder_build(builder, &table, NULL), SFSM_OK);
    const sfsm_row more[] = {SFSM_ROW(HOME, BACK, AWAY, NULL)};
    const sfsm_name names[] = {SFSM_NAME(HOME)};
    assert_status(sfsm_builder_add_rows(builder, more, COUNT(more)), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_add_row(builder, HOME, BACK, AWAY, &number), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_add_state(builder, HOME, SFSM_FINAL, &number), SFSM_ALREADY_BUILT);
    assert_int_equal(number, 4711);
    assert_status(sfsm_builder_add_guard(builder, 1, done, NULL, NULL), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_add_action(builder, 1, done, NULL, NULL), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_set_resolver(builder, 1, done, NULL, NULL), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_on_entry(builder, 1, done, NULL, NULL), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_on_exit(builder, 1, done, NULL, NULL), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_on_cycle(builder, 1, done, NULL, NULL), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_name_states(builder, names, COUNT(names)), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_name_events(builder, names, COUNT(names)), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_add_event(builder, GO, "i32"), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_set_provider(builder, 1, done, NULL, NULL), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_set_initial(builder, HOME), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_set_entry_exit_policy(builder, SFSM_ALWAYS), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_set_phase_order(builder, standard_order, COUNT(standard_order)), SFSM_ALREADY_BUILT);
    sfsm_builder_release(builder);

    assert_int_equal(sfsm_table_row_count(table), COUNT(rows)); /* the table is as it was built */
    assert_null(sfsm_table_state_name(table, HOME));
    assert_int_equal(sfsm_table_initial(table), SFSM_NONE);
    sfsm_machine *const machine = machine_over(table, HOME, NULL);
    sfsm_table_release(table);
    assert_status(sfsm_machine_send(machine, BACK), SFSM_UNHANDLED);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static void calls_that_come_at_the_wrong_time(void **state) {
    (void)state;
    sfsm_machine *const machine = machine_from(builder_of_rows(), HOME, NULL);
    assert_status(sfsm_machine_start(machine, AWAY), SFSM_ALREADY_RUNNING);
    assert_status(sfsm_machine_run_pending(machine), SFSM_OK); /* nothing waits: nothing to do */
    assert_status(sfsm_machine_stop(machine), SFSM_OK);
    assert_status(sfsm_machine_stop(machine), SFSM_NOT_RUNNING);
    assert_status(sfsm_machine_send(machine, GO), SFSM_NOT_RUNNING);
    assert_status(sfsm_machine_start(machine, HOME), SFSM_OK);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_ids),
        cmocka_unit_test(reserved_ids),
        cmocka_unit_test(wrong_struct_sizes),
        cmocka_unit_test(counts_without_arrays),
        cmocka_unit_test(arrays_with_callbacks_without_functions),
        cmocka_unit_test(numbers_of_rows_and_blocks_that_do_not_exist),
        cmocka_unit_test(values_that_are_not_documented),
        cmocka_unit_test(a_table_built_twice_from_one_builder),
        cmocka_unit_test(rows_added_after_building),
        cmocka_unit_test(calls_that_come_at_the_wrong_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
