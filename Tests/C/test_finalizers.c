/* Finalizers run exactly once, on every path: with the last reference to the table, with the machine, with a builder
 * that was not built, and at once where registering fails. Those of rows in bulk are in test_bulk_finalizers.c. */
#include "support.h"

enum { HOME, AWAY };
enum { GO, BACK };

typedef sfsm_status (*adder)(sfsm_builder *, size_t, sfsm_function, void *, sfsm_finalizer);
typedef sfsm_status (*hooker)(sfsm_machine *, sfsm_function, void *, sfsm_finalizer);

static const adder row_adders[] = {sfsm_builder_add_guard, sfsm_builder_add_action, sfsm_builder_set_resolver};
static const adder block_adders[] = {sfsm_builder_on_entry, sfsm_builder_on_exit, sfsm_builder_on_cycle};
static const hooker hookers[] = {sfsm_machine_on_step, sfsm_machine_on_unhandled};

/* All six, with the number by which each finds its row (0 .. 2) or block (3 .. 5). */
enum { ADDERS = 6 };
static adder adder_at(size_t index) {
    return index < 3 ? row_adders[index] : block_adders[index - 3];
}

/* A guard that says yes, or any callback that is done; a resolver that stays at state 1. */
static int32_t one(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 1;
}

/* HOME with a dynamic row and a block: one place for each of the six kinds of callbacks. */
static sfsm_builder *open_builder(size_t *row, size_t *block) {
    sfsm_builder *const builder = sfsm_builder_create();
    *row = row_from(builder, HOME, GO, SFSM_DYNAMIC);
    row_from(builder, AWAY, BACK, HOME);
    assert_status(sfsm_builder_add_state(builder, HOME, 0, block), SFSM_OK);
    return builder;
}

/* The same with a counting finalizer at each of the six places; all count in `finalized`. */
static sfsm_builder *full_builder(size_t finalized[ADDERS]) {
    size_t row = 0, block = 0;
    sfsm_builder *const builder = open_builder(&row, &block);
    for (size_t index = 0; index < ADDERS; index++) {
        const size_t number = index < 3 ? row : block;
        assert_status(adder_at(index)(builder, number, one, &finalized[index], count_call), SFSM_OK);
    }
    return builder;
}

static void check_all(const size_t finalized[ADDERS], size_t expected) {
    for (size_t index = 0; index < ADDERS; index++) {
        assert_int_equal(finalized[index], expected);
    }
}

static void with_the_last_reference_to_the_table(void **state) {
    (void)state;
    size_t finalized[ADDERS] = {0};
    sfsm_table *const table = table_from(full_builder(finalized)); /* releases the builder */
    check_all(finalized, 0);
    sfsm_table *const second = sfsm_table_retain(table), *const third = sfsm_table_retain(second);
    sfsm_table_release(table);
    sfsm_table_release(second);
    check_all(finalized, 0);
    assert_int_equal(sfsm_table_state_count(third), 2); /* the table lives on */
    sfsm_table_release(third);
    check_all(finalized, 1);
}

static void a_machine_is_a_reference_to_its_table(void **state) {
    (void)state;
    size_t finalized[ADDERS] = {0};
    sfsm_table *const table = table_from(full_builder(finalized));
    sfsm_machine *const first = machine_over(table, HOME, NULL), *const second = machine_over(table, HOME, NULL);
    sfsm_table_release(table);
    assert_status(sfsm_machine_send(first, GO), SFSM_TRANSITIONED); /* it outlives the table's release */
    sfsm_machine_release(first);
    check_all(finalized, 0);
    assert_status(sfsm_machine_send(second, GO), SFSM_TRANSITIONED);
    sfsm_machine_release(second);
    check_all(finalized, 1);
}

static void a_table_outlives_its_builder_whatever_is_released_first(void **state) {
    (void)state;
    size_t finalized[ADDERS] = {0};
    sfsm_table *table = NULL;
    sfsm_builder *const builder = full_builder(finalized);
    assert_status(sfsm_builder_build(builder, &table, NULL), SFSM_OK);
    sfsm_table_release(table);
    check_all(finalized, 1);
    sfsm_builder_release(builder);
    check_all(finalized, 1);
}

static void with_a_builder_that_was_not_built(void **state) {
    (void)state;
    size_t finalized[ADDERS] = {0};
    sfsm_builder_release(full_builder(finalized));
    check_all(finalized, 1);
}

static void with_a_builder_whose_definition_has_errors(void **state) {
    (void)state;
    size_t finalized[ADDERS] = {0};
    sfsm_builder *const builder = full_builder(finalized);
    row_from(builder, HOME, BACK, 4711);
    sfsm_diagnostics_release(faults_of(builder));
    check_all(finalized, 0); /* it may be mended yet */
    sfsm_builder_release(builder);
    check_all(finalized, 1);
}

static void at_once_if_registering_fails(void **state) {
    (void)state;
    for (size_t index = 0; index < ADDERS; index++) {
        size_t row = 0, block = 0, finalized = 0;
        sfsm_builder *const builder = open_builder(&row, &block);
        const size_t number = index < 3 ? row : block;
        const adder add = adder_at(index);
        assert_status(add(NULL, number, one, &finalized, count_call), SFSM_NULL_POINTER);
        assert_int_equal(finalized, 1);
        assert_status(add(builder, number, NULL, &finalized, count_call), SFSM_NULL_POINTER);
        assert_int_equal(finalized, 2);
        assert_status(add(builder, 4711, one, &finalized, count_call), SFSM_OUT_OF_RANGE);
        assert_int_equal(finalized, 3);
        assert_status(add(builder, SIZE_MAX, one, &finalized, count_call), SFSM_OUT_OF_RANGE);
        assert_int_equal(finalized, 4);
        sfsm_builder_release(builder);
        assert_int_equal(finalized, 4);
    }
}

static void at_once_if_the_builder_is_built(void **state) {
    (void)state;
    size_t finalized[ADDERS] = {0}, late[ADDERS] = {0};
    sfsm_table *table = NULL;
    size_t row = 0, block = 0;
    sfsm_builder *const builder = open_builder(&row, &block);
    for (size_t index = 0; index < ADDERS; index++) {
        const size_t number = index < 3 ? row : block;
        assert_status(adder_at(index)(builder, number, one, &finalized[index], count_call), SFSM_OK);
    }
    assert_status(sfsm_builder_build(builder, &table, NULL), SFSM_OK);
    for (size_t index = 0; index < ADDERS; index++) {
        const size_t number = index < 3 ? row : block;
        assert_status(adder_at(index)(builder, number, one, &late[index], count_call), SFSM_ALREADY_BUILT);
    }
    check_all(late, 1);
    check_all(finalized, 0);
    sfsm_builder_release(builder);
    sfsm_table_release(table);
    check_all(late, 1);
    check_all(finalized, 1);
}

static void a_second_resolver_is_refused_and_the_first_kept(void **state) {
    (void)state;
    size_t first = 0, second = 0, row = 0, block = 0;
    sfsm_builder *const builder = open_builder(&row, &block);
    assert_status(sfsm_builder_set_resolver(builder, row, one, &first, count_call), SFSM_OK);
    assert_status(sfsm_builder_set_resolver(builder, row, one, &second, count_call), SFSM_BAD_VALUE);
    assert_int_equal(second, 1);
    assert_int_equal(first, 0);
    check_rejection(builder);
    sfsm_machine *const machine = machine_from(builder, HOME, NULL);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), AWAY); /* 1, as the first said */
    sfsm_machine_release(machine);
    assert_int_equal(first, 1);
    assert_int_equal(second, 1);
}

static size_t null_contexts;
static void count_null(void *context) {
    null_contexts += context == NULL;
}

static void of_a_null_context_too(void **state) {
    (void)state;
    size_t row = 0, block = 0;
    null_contexts = 0;
    sfsm_builder *const builder = open_builder(&row, &block);
    for (size_t index = 0; index < ADDERS; index++) {
        assert_status(adder_at(index)(builder, index < 3 ? row : block, one, NULL, count_null), SFSM_OK);
    }
    sfsm_table_release(table_from(builder));
    assert_int_equal(null_contexts, ADDERS);
}

static void once_for_each_time_that_a_context_was_registered(void **state) {
    (void)state;
    size_t finalized = 0, row = 0, block = 0;
    sfsm_builder *const builder = open_builder(&row, &block);
    for (size_t index = 0; index < ADDERS; index++) {
        assert_status(adder_at(index)(builder, index < 3 ? row : block, one, &finalized, count_call), SFSM_OK);
    }
    for (int time = 0; time < 10; time++) {
        assert_status(sfsm_builder_add_action(builder, row, one, &finalized, count_call), SFSM_OK);
    }
    sfsm_table_release(table_from(builder));
    assert_int_equal(finalized, ADDERS + 10);
}

static void of_hooks_when_they_are_removed_or_with_the_machine(void **state) {
    (void)state;
    for (size_t index = 0; index < COUNT(hookers); index++) {
        const sfsm_row rows[] = {SFSM_ROW(HOME, GO, SFSM_SAME, NULL)};
        size_t first = 0, second = 0, third = 0;
        sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), HOME, NULL);
        assert_status(hookers[index](machine, one, &first, count_call), SFSM_OK);
        assert_status(hookers[index](machine, one, &second, count_call), SFSM_OK);
        assert_true(first == 0 && second == 0);
        assert_status(hookers[index](machine, NULL, NULL, NULL), SFSM_OK);
        assert_true(first == 1 && second == 1);
        assert_status(hookers[index](machine, one, &third, count_call), SFSM_OK);
        assert_status(hookers[index](machine, one, &third, count_call), SFSM_OK);
        sfsm_machine_release(machine);
        assert_true(first == 1 && second == 1 && third == 2);
    }
}

/* Sets a hook from inside, which is refused. */
static int32_t hook_inside(const sfsm_step *step, void *context) {
    for (size_t index = 0; index < COUNT(hookers); index++) {
        if (hookers[index](step->machine, one, context, count_call) != SFSM_BUSY) {
            return -1;
        }
    }
    return 0;
}

static void of_hooks_at_once_if_they_cannot_be_set(void **state) {
    (void)state;
    size_t finalized = 0;
    for (size_t index = 0; index < COUNT(hookers); index++) {
        assert_status(hookers[index](NULL, one, &finalized, count_call), SFSM_NULL_POINTER);
        assert_int_equal(finalized, index + 1);
    }
    const sfsm_row rows[] = {SFSM_ROW(HOME, GO, SFSM_SAME, hook_inside)};
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), HOME, &finalized);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_int_equal(finalized, 4);
    sfsm_machine_release(machine);
    assert_int_equal(finalized, 4);
}

static void of_the_context_that_comes_with_the_removal_of_a_hook(void **state) {
    (void)state;
    const sfsm_row rows[] = {SFSM_ROW(HOME, GO, SFSM_SAME, NULL)};
    size_t finalized = 0;
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), HOME, NULL);
    for (size_t index = 0; index < COUNT(hookers); index++) {
        assert_status(hookers[index](machine, NULL, &finalized, count_call), SFSM_OK);
    }
    sfsm_machine_release(machine);
    assert_int_equal(finalized, COUNT(hookers));
}

static void not_while_the_machine_runs_or_fails(void **state) {
    (void)state;
    size_t finalized[ADDERS] = {0};
    trace trace = {{0}, 0};
    sfsm_builder *const builder = full_builder(finalized);
    const size_t row = row_from(builder, AWAY, GO, HOME);
    assert_status(sfsm_builder_add_action(builder, row, note_failure, "fail", NULL), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    for (int round = 0; round < 3; round++) {
        assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
        assert_status(sfsm_machine_send(machine, GO), SFSM_CALLBACK_FAILED);
        assert_status(sfsm_machine_stop(machine), SFSM_OK);
        assert_status(sfsm_machine_start(machine, HOME), SFSM_OK);
    }
    check_all(finalized, 0);
    sfsm_machine_release(machine);
    check_all(finalized, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_the_last_reference_to_the_table),
        cmocka_unit_test(a_machine_is_a_reference_to_its_table),
        cmocka_unit_test(a_table_outlives_its_builder_whatever_is_released_first),
        cmocka_unit_test(with_a_builder_that_was_not_built),
        cmocka_unit_test(with_a_builder_whose_definition_has_errors),
        cmocka_unit_test(at_once_if_registering_fails),
        cmocka_unit_test(at_once_if_the_builder_is_built),
        cmocka_unit_test(a_second_resolver_is_refused_and_the_first_kept),
        cmocka_unit_test(of_a_null_context_too),
        cmocka_unit_test(once_for_each_time_that_a_context_was_registered),
        cmocka_unit_test(of_hooks_when_they_are_removed_or_with_the_machine),
        cmocka_unit_test(of_hooks_at_once_if_they_cannot_be_set),
        cmocka_unit_test(of_the_context_that_comes_with_the_removal_of_a_hook),
        cmocka_unit_test(not_while_the_machine_runs_or_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
