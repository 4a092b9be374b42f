/* Machines over charts: which states are active, and what puts a machine into them. */
#include "charts.h"

static void the_example_of_the_header(void **state) {
    (void)state;
    sfsm_machine *const machine = washing_machine();
    assert_status(sfsm_machine_send(machine, START), SFSM_TRANSITIONED);
    assert_states(machine, FILLING, CLOSED);
    assert_int_equal(sfsm_machine_state(machine), WASHING);
    assert_true(sfsm_machine_in(machine, WASHING) && sfsm_machine_in(machine, PROGRAM));
    assert_false(sfsm_machine_in(machine, SPINNING) || sfsm_machine_in(machine, LAST) || sfsm_machine_in(machine, IDLE));
    assert_status(sfsm_machine_send(machine, FULL), SFSM_TRANSITIONED);
    assert_states(machine, SPINNING, LOCKED);
    assert_status(sfsm_machine_send(machine, PAUSE), SFSM_TRANSITIONED);
    assert_states(machine, PAUSED);
    assert_status(sfsm_machine_send(machine, PAUSE), SFSM_TRANSITIONED);
    assert_states(machine, SPINNING, CLOSED);
    assert_status(sfsm_machine_send(machine, START), SFSM_DEFERRED);
    assert_status(sfsm_machine_send(machine, TIME), SFSM_TRANSITIONED);
    assert_states(machine, FILLING, CLOSED);
    assert_false(sfsm_machine_is_done(machine));
    sfsm_machine_release(machine);
}

static void states_are_listed_as_far_as_there_is_room(void **state) {
    (void)state;
    sfsm_machine *const machine = washing_machine();
    int32_t states[2] = {4711, 4711};
    size_t count = 4711;
    assert_status(sfsm_machine_send(machine, START), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_states(machine, NULL, 0, &count), SFSM_OK);
    assert_int_equal(count, 2);
    assert_status(sfsm_machine_states(machine, states, 1, &count), SFSM_OK);
    assert_int_equal(count, 2);
    assert_int_equal(states[0], FILLING);
    assert_int_equal(states[1], 4711);
    assert_status(sfsm_machine_states(machine, NULL, 1, &count), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_states(machine, states, 2, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_states(machine, states, SIZE_MAX, &count), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_machine_states(NULL, states, 2, &count), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_stop(machine), SFSM_OK);
    assert_status(sfsm_machine_states(machine, states, 2, &count), SFSM_OK);
    assert_int_equal(count, 0);
    assert_false(sfsm_machine_in(machine, WASHING));
    sfsm_machine_release(machine);
}

static void states_are_set_all_or_none(void **state) {
    (void)state;
    sfsm_machine *const machine = washing_machine();
    const int32_t whole[] = {LOCKED, SPINNING}, foreign[] = {SPINNING, 4711}, reserved[] = {SFSM_NONE},
                  twice[] = {SPINNING, SPINNING, LOCKED}, inner[] = {PROGRAM, LOCKED}, history[] = {LAST, LOCKED},
                  apart[] = {IDLE, PAUSED};
    assert_status(sfsm_machine_set_states(machine, whole, 2), SFSM_OK);
    assert_states(machine, SPINNING, LOCKED);
    assert_status(sfsm_machine_set_states(machine, whole, 1), SFSM_BAD_CONFIGURATION);
    assert_status(sfsm_machine_set_states(machine, twice, 3), SFSM_BAD_CONFIGURATION);
    assert_status(sfsm_machine_set_states(machine, inner, 2), SFSM_BAD_CONFIGURATION);
    assert_status(sfsm_machine_set_states(machine, history, 2), SFSM_BAD_CONFIGURATION);
    assert_status(sfsm_machine_set_states(machine, apart, 2), SFSM_BAD_CONFIGURATION);
    assert_status(sfsm_machine_set_states(machine, foreign, 2), SFSM_UNKNOWN_STATE);
    assert_status(sfsm_machine_set_states(machine, reserved, 1), SFSM_UNKNOWN_STATE);
    assert_status(sfsm_machine_set_states(machine, NULL, 1), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_set_states(machine, whole, SIZE_MAX), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_machine_set_states(NULL, whole, 2), SFSM_NULL_POINTER);
    assert_states(machine, SPINNING, LOCKED);
    assert_status(sfsm_machine_set_states(machine, NULL, 0), SFSM_OK);
    assert_int_equal(sfsm_machine_state(machine), SFSM_NONE);
    assert_status(sfsm_machine_set_states(machine, whole, 2), SFSM_OK);
    assert_status(sfsm_machine_send(machine, RESTART), SFSM_TRANSITIONED);
    assert_states(machine, FILLING, CLOSED);
    sfsm_machine_release(machine);
}

static void no_machine_is_put_into_a_history(void **state) {
    (void)state;
    sfsm_machine *const machine = washing_machine(), *none = NULL;
    sfsm_plan plan = {.size = sizeof plan};
    assert_status(sfsm_machine_send(machine, START), SFSM_TRANSITIONED);
    assert_states(machine, FILLING, CLOSED);
    assert_status(sfsm_machine_set_state(machine, LAST), SFSM_UNKNOWN_STATE);
    assert_states(machine, FILLING, CLOSED);
    assert_status(sfsm_machine_stop(machine), SFSM_OK);
    assert_status(sfsm_machine_start(machine, LAST), SFSM_UNKNOWN_STATE);
    assert_status(sfsm_machine_plan_start(machine, LAST, &plan), SFSM_UNKNOWN_STATE);
    assert_int_equal(sfsm_machine_state(machine), SFSM_NONE);
    assert_status(sfsm_machine_create(sfsm_machine_table(machine), LAST, NULL, &none), SFSM_UNKNOWN_STATE);
    assert_null(none);
    sfsm_machine_release(machine);
}

static int32_t raise_lock(const sfsm_step *step, void *context) {
    int32_t *const outcomes = context;
    outcomes[0] = sfsm_machine_raise(step->machine, LOCK);
    outcomes[1] = sfsm_machine_raise(step->machine, 4711);
    outcomes[2] = sfsm_machine_raise(step->machine, SFSM_ANY);
    return 0;
}

static void events_are_raised_from_inside_and_outside(void **state) {
    (void)state;
    int32_t outcomes[3] = {0, 0, 0};
    sfsm_builder *const builder = washing_builder();
    assert_status(sfsm_builder_add_action(builder, 10, raise_lock, outcomes, NULL), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, WASHING, NULL);
    assert_status(sfsm_machine_raise(NULL, LOCK), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_raise(machine, 4711), SFSM_UNKNOWN_EVENT);
    assert_status(sfsm_machine_raise(machine, SFSM_ANY), SFSM_RESERVED_ID);
    assert_status(sfsm_machine_raise(machine, RESTART), SFSM_TRANSITIONED);
    assert_status(outcomes[0], SFSM_QUEUED);
    assert_status(outcomes[1], SFSM_UNKNOWN_EVENT);
    assert_status(outcomes[2], SFSM_RESERVED_ID);
    assert_states(machine, FILLING, CLOSED); /* the eventless row has closed it again */
    sfsm_machine_release(machine);
}

static void flat_machines_have_one_state(void **state) {
    (void)state;
    const sfsm_row rows[] = {SFSM_ROW(IDLE, START, PAUSED, NULL), SFSM_ROW(PAUSED, START, IDLE, NULL)};
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), IDLE, NULL);
    const int32_t paused[] = {PAUSED, IDLE};
    assert_states(machine, IDLE);
    assert_status(sfsm_machine_set_states(machine, paused, 1), SFSM_OK);
    assert_states(machine, PAUSED);
    assert_status(sfsm_machine_set_states(machine, paused, 2), SFSM_BAD_CONFIGURATION);
    assert_true(sfsm_machine_in(machine, PAUSED));
    assert_false(sfsm_machine_in(machine, IDLE) || sfsm_machine_in(machine, 4711) || sfsm_machine_in(NULL, IDLE));
    assert_status(sfsm_machine_raise(machine, START), SFSM_TRANSITIONED);
    assert_false(sfsm_machine_is_done(machine) || sfsm_machine_is_done(NULL));
    sfsm_machine_release(machine);
}

static void what_is_probed_is_what_the_present_leaf_does(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    static const int32_t leaves[] = {FILLING, SPINNING};
    assert_status(sfsm_builder_add_state(builder, PROGRAM, 0, NULL), SFSM_OK);
    assert_status(sfsm_builder_set_default(builder, 1, FILLING), SFSM_OK);
    for (size_t i = 0; i < COUNT(leaves); i++) {
        size_t block = 0;
        assert_status(sfsm_builder_add_state(builder, leaves[i], 0, &block), SFSM_OK);
        assert_status(sfsm_builder_nest(builder, block, PROGRAM), SFSM_OK);
    }
    row_from(builder, FILLING, FULL, SPINNING);
    row_from(builder, SPINNING, TIME, FILLING);
    sfsm_machine *const machine = machine_from(builder, PROGRAM, NULL);
    int32_t target = SFSM_NONE;
    assert_status(sfsm_machine_send(machine, FULL), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_probe(machine, MESSAGE(TIME), &target), SFSM_TRANSITIONED);
    assert_int_equal(target, FILLING);
    assert_status(sfsm_machine_probe(machine, MESSAGE(FULL), NULL), SFSM_UNHANDLED);
    sfsm_machine_release(machine);
}

enum { CLOSED_SHOP = 1, HALF_OPEN, OPEN_SHOP };
enum { BREAD, BELL, MILK, OPEN_UP };

/* BREAD waits until the shop is open, and waits again while it is half open. */
static void events_that_are_deferred_again_keep_their_order(void **state) {
    (void)state;
    trace trace = {.length = 0};
    sfsm_builder *const builder = sfsm_builder_create();
    size_t block = 0;
    assert_status(sfsm_builder_add_state(builder, CLOSED_SHOP, 0, &block), SFSM_OK);
    row_from(builder, CLOSED_SHOP, BREAD, SFSM_DEFER);
    row_from(builder, CLOSED_SHOP, BELL, SFSM_DEFER);
    row_from(builder, CLOSED_SHOP, MILK, SFSM_DEFER);
    row_from(builder, CLOSED_SHOP, OPEN_UP, HALF_OPEN);
    row_from(builder, HALF_OPEN, BREAD, SFSM_DEFER);
    row_from(builder, HALF_OPEN, BELL, OPEN_SHOP);
    const size_t bread = row_from(builder, OPEN_SHOP, BREAD, SFSM_INTERNAL),
                 milk = row_from(builder, OPEN_SHOP, MILK, SFSM_INTERNAL);
    assert_status(sfsm_builder_add_action(builder, bread, note, "bread", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, milk, note, "milk", NULL), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, CLOSED_SHOP, &trace);
    assert_status(sfsm_machine_send(machine, BREAD), SFSM_DEFERRED);
    assert_status(sfsm_machine_send(machine, BELL), SFSM_DEFERRED);
    assert_status(sfsm_machine_send(machine, MILK), SFSM_DEFERRED);
    assert_status(sfsm_machine_send(machine, OPEN_UP), SFSM_TRANSITIONED);
    assert_states(machine, OPEN_SHOP);
    assert_trace(&trace, "bread, milk");
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_header),
        cmocka_unit_test(states_are_listed_as_far_as_there_is_room),
        cmocka_unit_test(states_are_set_all_or_none),
        cmocka_unit_test(no_machine_is_put_into_a_history),
        cmocka_unit_test(events_are_raised_from_inside_and_outside),
        cmocka_unit_test(flat_machines_have_one_state),
        cmocka_unit_test(what_is_probed_is_what_the_present_leaf_does),
        cmocka_unit_test(events_that_are_deferred_again_keep_their_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
