/* Timers: timeouts, events that are sent later, and the time that the host tells. What comes of them is in the conformance
 * cases; here is what C alone can say. */
#include "support.h"

enum { IDLE, BUSY };
enum { RING, WORK, REST, PAY };

static void expect_due(const sfsm_machine *machine, int64_t expected) {
    int64_t due = -1;
    assert_status(sfsm_machine_due(machine, &due), SFSM_OK);
    assert_int_equal(due, expected);
}

static void expect_nothing_due(const sfsm_machine *machine) {
    int64_t due = 4711;
    assert_status(sfsm_machine_due(machine, &due), SFSM_OUT_OF_RANGE);
    assert_int_equal(due, 4711);
}

static int32_t count_ring(const sfsm_step *step, void *context) {
    (void)step;
    ++*(size_t *)context;
    return 0;
}

/* Flat: in IDLE, RING calls `ring`. */
static sfsm_machine *flat_machine(sfsm_function ring, void *ring_context, void *context) {
    const sfsm_callback action = {ring, ring_context, NULL};
    const sfsm_row rows[] = {
        {.source = IDLE, .event = RING, .target = SFSM_SAME, .actions = &action, .action_count = 1},
        SFSM_ROW(IDLE, WORK, BUSY, NULL),
        SFSM_ROW(BUSY, REST, IDLE, NULL),
    };
    return machine_of_rows(rows, COUNT(rows), IDLE, context);
}

static void a_timeout_belongs_to_a_block_of_a_state(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    size_t block = 0, superstate = 0;
    assert_status(sfsm_builder_add_state(builder, IDLE, 0, &block), SFSM_OK);
    assert_status(sfsm_builder_add_superstate(builder, &superstate), SFSM_OK);
    assert_status(sfsm_builder_add_timeout(builder, block, 10, RING), SFSM_OK);
    assert_status(sfsm_builder_add_timeout(builder, block, 0, RING), SFSM_OK);
    assert_status(sfsm_builder_add_timeout(builder, block, INT64_MAX, RING), SFSM_OK);
    assert_status(sfsm_builder_add_timeout(builder, block, -1, RING), SFSM_BAD_VALUE);
    assert_status(sfsm_builder_add_timeout(builder, block, 10, SFSM_ANY), SFSM_RESERVED_ID);
    assert_status(sfsm_builder_add_timeout(builder, 3, 10, RING), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_builder_add_timeout(builder, 0, 10, RING), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_builder_add_timeout(builder, superstate, 10, RING), SFSM_BAD_VALUE);
    assert_status(sfsm_builder_add_timeout(NULL, block, 10, RING), SFSM_NULL_POINTER);
    sfsm_builder_release(builder);
}

static void nothing_is_asked_of_no_machine(void **state) {
    (void)state;
    uint64_t timer = 4711;
    int64_t due = 4711;
    assert_status(sfsm_machine_send_later(NULL, RING, 1, &timer), SFSM_NULL_POINTER);
    assert_true(timer == 0);
    assert_status(sfsm_machine_cancel(NULL, 1), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_due(NULL, &due), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_advance(NULL, 1), SFSM_NULL_POINTER);
    sfsm_machine *const machine = flat_machine(count_ring, &(size_t){0}, NULL);
    assert_status(sfsm_machine_due(machine, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_cancel(machine, 0), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_machine_cancel(machine, 1), SFSM_OUT_OF_RANGE);
    timer = 4711;
    assert_status(sfsm_machine_send_later(machine, SFSM_ANY, 1, &timer), SFSM_RESERVED_ID);
    assert_true(timer == 0);
    assert_status(sfsm_machine_send_later(machine, 4711, 1, NULL), SFSM_UNKNOWN_EVENT);
    assert_status(sfsm_machine_send_later(machine, RING, 1, NULL), SFSM_OK);
    expect_due(machine, 1);
    sfsm_machine_release(machine);
}

static int compare_numbers(const void *left, const void *right) {
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

static void no_number_comes_twice(void **state) {
    (void)state;
    enum { ROUNDS = 40, EACH = 2500 };
    static uint64_t numbers[ROUNDS * EACH];
    sfsm_machine *const machine = flat_machine(count_ring, &(size_t){0}, NULL);
    size_t count = 0;
    for (size_t round = 0; round < ROUNDS; round++) {
        const size_t first = count;
        for (size_t i = 0; i < EACH; i++) {
            assert_status(sfsm_machine_send_later(machine, RING, (int64_t)i, &numbers[count++]), SFSM_OK);
        }
        for (size_t i = first; i < count; i += 2) {
            assert_status(sfsm_machine_cancel(machine, numbers[i]), SFSM_OK);
        }
        if (round % 3 == 0) {
            assert_status(sfsm_machine_stop(machine), SFSM_OK); /* gives the memory back */
            assert_status(sfsm_machine_start(machine, IDLE), SFSM_OK);
        } else {
            assert_status(sfsm_machine_advance(machine, (int64_t)round * 100000), SFSM_OK);
        }
        for (size_t i = 0; i < count; i += 7) {
            assert_status(sfsm_machine_cancel(machine, numbers[i]), SFSM_OUT_OF_RANGE);
        }
    }
    qsort(numbers, count, sizeof *numbers, compare_numbers);
    for (size_t i = 1; i < count; i++) {
        assert_true(numbers[i - 1] < numbers[i]);
    }
    sfsm_machine_release(machine);
}

static void a_machine_has_as_many_timers_as_one_likes(void **state) {
    (void)state;
    const size_t count = test_size(1000000, 20000);
    size_t rung = 0;
    sfsm_machine *const machine = flat_machine(count_ring, &rung, NULL);
    uint64_t *const timers = malloc(count * sizeof *timers);
    uint32_t seed = 7;
    for (size_t i = 0; i < count; i++) {
        seed = seed * 1664525u + 1013904223u;
        assert_status(sfsm_machine_send_later(machine, RING, seed >> 8, &timers[i]), SFSM_OK);
    }
    for (size_t i = 0; i < count; i += 4) {
        assert_status(sfsm_machine_cancel(machine, timers[i]), SFSM_OK);
    }
    assert_status(sfsm_machine_advance(machine, 1 << 23), SFSM_OK);
    assert_true(rung > count / 4 && rung < count / 2);
    assert_status(sfsm_machine_advance(machine, 1 << 24), SFSM_OK);
    assert_int_equal(rung, count - (count + 3) / 4);
    expect_nothing_due(machine);
    free(timers);
    sfsm_machine_release(machine);
}

static int32_t release(const sfsm_step *step, void *context) {
    ++*(size_t *)context;
    sfsm_machine_release(step->machine);
    return 0;
}

static void a_machine_may_be_released_by_what_is_due(void **state) {
    (void)state;
    size_t rung = 0;
    sfsm_machine *const machine = flat_machine(release, &rung, NULL);
    for (int again = 0; again < 5; again++) {
        assert_status(sfsm_machine_send_later(machine, RING, 1, NULL), SFSM_OK);
    }
    assert_status(sfsm_machine_advance(machine, 1), SFSM_OK);
    assert_int_equal(rung, 1);
}

static int32_t stop(const sfsm_step *step, void *context) {
    ++*(size_t *)context;
    return sfsm_machine_stop(step->machine) == SFSM_QUEUED ? 0 : -1;
}

static void a_machine_may_be_stopped_by_what_is_due(void **state) {
    (void)state;
    size_t rung = 0;
    sfsm_machine *const machine = flat_machine(stop, &rung, NULL);
    for (int again = 0; again < 2000; again++) {
        assert_status(sfsm_machine_send_later(machine, RING, 1, NULL), SFSM_OK);
    }
    assert_status(sfsm_machine_advance(machine, 1), SFSM_OK);
    assert_int_equal(rung, 1);
    assert_int_equal(sfsm_machine_state(machine), SFSM_NONE);
    expect_nothing_due(machine);
    assert_status(sfsm_machine_start(machine, IDLE), SFSM_OK);
    assert_status(sfsm_machine_send_later(machine, RING, 1, NULL), SFSM_OK);
    expect_due(machine, 2);
    sfsm_machine_release(machine);
}

static void a_plan_does_not_stop_the_clock(void **state) {
    (void)state;
    size_t rung = 0;
    sfsm_machine *const machine = flat_machine(count_ring, &rung, NULL);
    sfsm_plan plan = {.size = sizeof plan};
    assert_status(sfsm_machine_plan(machine, MESSAGE(WORK), &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send_later(machine, REST, 5, NULL), SFSM_OK);
    assert_status(sfsm_machine_advance(machine, 10), SFSM_BUSY);
    expect_due(machine, 5);
    assert_status(sfsm_machine_abandon(machine), SFSM_OK);
    assert_status(sfsm_machine_advance(machine, 10), SFSM_OK);
    sfsm_machine_release(machine);
}

static void what_waits_may_be_discarded_but_timers_stay(void **state) {
    (void)state;
    size_t rung = 0;
    sfsm_machine *const machine = flat_machine(count_ring, &rung, NULL);
    assert_status(sfsm_machine_send_later(machine, RING, 5, NULL), SFSM_OK);
    assert_status(sfsm_machine_discard_pending(machine), SFSM_OK);
    assert_int_equal(sfsm_machine_pending(machine), 0);
    assert_status(sfsm_machine_advance(machine, 5), SFSM_OK);
    assert_int_equal(rung, 1);
    sfsm_machine_release(machine);
}

static void a_flat_definition_with_a_timeout_is_a_chart(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    size_t block = 0;
    assert_status(sfsm_builder_add_state(builder, IDLE, 0, &block), SFSM_OK);
    assert_status(sfsm_builder_add_timeout(builder, block, 10, WORK), SFSM_OK);
    row_from(builder, IDLE, WORK, BUSY);
    row_from(builder, BUSY, REST, IDLE);
    sfsm_machine *const machine = machine_from(builder, IDLE, NULL);
    expect_due(machine, 10);
    assert_status(sfsm_machine_advance(machine, 10), SFSM_OK);
    assert_int_equal(sfsm_machine_state(machine), BUSY);
    assert_true(sfsm_machine_in(machine, BUSY));
    assert_status(sfsm_machine_send(machine, REST), SFSM_TRANSITIONED);
    expect_due(machine, 20);
    sfsm_machine_release(machine);
}

/* A timeout has a number too, which nobody is told: that of another timer and a little more or less may be one. */
static void timeouts_are_not_cancelled(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    size_t block = 0;
    uint64_t timer = 0;
    assert_status(sfsm_builder_add_state(builder, IDLE, 0, &block), SFSM_OK);
    assert_status(sfsm_builder_add_timeout(builder, block, 10, WORK), SFSM_OK);
    assert_status(sfsm_builder_add_timeout(builder, block, 20, REST), SFSM_OK);
    row_from(builder, IDLE, WORK, BUSY);
    row_from(builder, BUSY, REST, IDLE);
    sfsm_machine *const machine = machine_from(builder, IDLE, NULL);
    for (int again = 0; again < 2; again++) {
        assert_status(sfsm_machine_send_later(machine, REST, 30, &timer), SFSM_OK);
        for (uint64_t other = timer - 8; other <= timer + 8; other++) {
            if (other != timer) {
                assert_status(sfsm_machine_cancel(machine, other), SFSM_OUT_OF_RANGE);
            }
        }
        expect_due(machine, 10);
        assert_status(sfsm_machine_cancel(machine, timer), SFSM_OK);
    }
    assert_status(sfsm_machine_advance(machine, 10), SFSM_OK);
    assert_int_equal(sfsm_machine_state(machine), BUSY);
    expect_nothing_due(machine);
    sfsm_machine_release(machine);
}

/* The first timer of a machine may be started by what advancing it runs first. */
static int32_t fail_or_send_now(const sfsm_step *step, void *context) {
    int *const calls = context;
    if ((*calls)++ == 0) {
        sfsm_machine_send(step->machine, step->event);
        return SFSM_FAILED;
    }
    return sfsm_machine_send_later(step->machine, step->event + 1, 0, NULL);
}

static void a_first_timer_that_is_due_at_once_is_sent(void **state) {
    (void)state;
    int calls = 0;
    const sfsm_row rows[] = {SFSM_ROW(1, 1, 2, fail_or_send_now), SFSM_ROW(2, 2, 3, NULL)};
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, 3, SFSM_FINAL, NULL), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, 1, &calls);
    assert_status(sfsm_machine_send(machine, 1), SFSM_CALLBACK_FAILED);
    assert_status(sfsm_machine_advance(machine, 1), SFSM_OK);
    assert_int_equal(sfsm_machine_state(machine), 3);
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_timeout_belongs_to_a_block_of_a_state),
        cmocka_unit_test(nothing_is_asked_of_no_machine),
        cmocka_unit_test(no_number_comes_twice),
        cmocka_unit_test(a_machine_has_as_many_timers_as_one_likes),
        cmocka_unit_test(a_machine_may_be_released_by_what_is_due),
        cmocka_unit_test(a_machine_may_be_stopped_by_what_is_due),
        cmocka_unit_test(a_plan_does_not_stop_the_clock),
        cmocka_unit_test(what_waits_may_be_discarded_but_timers_stay),
        cmocka_unit_test(a_flat_definition_with_a_timeout_is_a_chart),
        cmocka_unit_test(timeouts_are_not_cancelled),
        cmocka_unit_test(a_first_timer_that_is_due_at_once_is_sent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
