/* Very many events sent from inside a step: from one action, each from the one before, and more than may wait. */
#include "support.h"

enum { HOME, AWAY };

/* Counts events that come in ascending order. */
typedef struct count {
    int32_t wanted;  /* how many are to be sent */
    int32_t sent;    /* how many were queued */
    int32_t handled; /* how many came, each the successor of the one before */
    int32_t refusal; /* the result of the send that was not queued */
    bool disorder;
} count;

static int32_t send_many(const sfsm_step *step, void *context) {
    count *const count = step->context;
    (void)context;
    while (count->sent < count->wanted) {
        const sfsm_outcome outcome = sfsm_machine_send(step->machine, count->sent);
        if (outcome != SFSM_QUEUED) {
            count->refusal = outcome;
            break;
        }
        count->sent++;
    }
    return 0;
}

static int32_t count_in_order(const sfsm_step *step, void *context) {
    count *const count = step->context;
    (void)context;
    count->disorder = count->disorder || step->event != count->handled;
    count->handled++;
    return 0;
}

static int32_t send_the_next(const sfsm_step *step, void *context) {
    count *const count = step->context;
    count_in_order(step, context);
    return count->handled < count->wanted ? sfsm_machine_send(step->machine, count->handled) : 0;
}

enum { START = -1, GO };

static sfsm_machine *counting_machine(sfsm_function start, sfsm_function other, count *count) {
    const sfsm_row rows[] = {SFSM_ROW(HOME, START, SFSM_SAME, start), SFSM_ROW(HOME, SFSM_ANY, SFSM_SAME, other)};
    return machine_of_rows(rows, COUNT(rows), HOME, count);
}

static void a_hundred_thousand_reentrant_sends(void **state) {
    (void)state;
    count count = {.wanted = 100000};
    sfsm_machine *const machine = counting_machine(send_many, count_in_order, &count);
    for (int round = 0; round < 2; round++) {
        count.sent = count.handled = 0;
        assert_status(sfsm_machine_send(machine, START), SFSM_TRANSITIONED);
        assert_int_equal(count.sent, count.wanted);
        assert_int_equal(count.handled, count.wanted);
        assert_false(count.disorder);
    }
    sfsm_machine_release(machine);
}

static void a_hundred_thousand_reentrant_sends_each_from_the_one_before(void **state) {
    (void)state;
    count count = {.wanted = 100000};
    sfsm_machine *const machine = counting_machine(send_the_next, send_the_next, &count);
    assert_status(sfsm_machine_send(machine, 0), SFSM_TRANSITIONED);
    assert_int_equal(count.handled, count.wanted);
    assert_false(count.disorder);
    assert_int_equal(sfsm_machine_pending(machine), 0);
    sfsm_machine_release(machine);
}

static int32_t send_many_and_fail(const sfsm_step *step, void *context) {
    send_many(step, context);
    return FAILURE;
}

static void a_hundred_thousand_events_may_wait_after_a_failure(void **state) {
    (void)state;
    count count = {.wanted = 100000};
    sfsm_machine *const machine = counting_machine(send_many_and_fail, count_in_order, &count);
    assert_status(sfsm_machine_send(machine, START), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_pending(machine), count.wanted);
    assert_int_equal(count.handled, 0);
    assert_status(sfsm_machine_run_pending(machine), SFSM_OK);
    assert_int_equal(count.handled, count.wanted);
    assert_false(count.disorder);
    assert_status(sfsm_machine_send(machine, START), SFSM_CALLBACK_FAILED); /* sent them all before: none now */
    assert_int_equal(sfsm_machine_pending(machine), 0);
    sfsm_machine_release(machine);
}

static int32_t send_many_and_discard(const sfsm_step *step, void *context) {
    send_many(step, context);
    return sfsm_machine_discard_pending(step->machine);
}

static void a_queue_that_is_full_refuses_the_event_and_keeps_the_rest(void **state) {
    (void)state;
    count count = {.wanted = INT32_MAX};
    /* So many events cannot be made fewer: to save time they may be dropped instead of being handled. */
    const bool handles = test_size(true, false);
    sfsm_machine *const machine =
        counting_machine(handles ? send_many : send_many_and_discard, count_in_order, &count);
    assert_status(sfsm_machine_send(machine, START), SFSM_TRANSITIONED);
    assert_status(count.refusal, SFSM_QUEUE_FULL);
    assert_int_equal(count.sent, SFSM_QUEUE_LIMIT);
    assert_int_equal(count.handled, handles ? SFSM_QUEUE_LIMIT : 0);
    assert_false(count.disorder);
    assert_int_equal(sfsm_machine_pending(machine), 0);
    assert_status(sfsm_machine_send(machine, count.handled), SFSM_TRANSITIONED); /* works as before */
    assert_false(count.disorder);
    sfsm_machine_release(machine);
}

static int32_t raise_many_and_discard(const sfsm_step *step, void *context) {
    count *const count = step->context;
    (void)context;
    while (count->sent < count->wanted && count->refusal == 0) {
        const sfsm_outcome outcome = sfsm_machine_raise(step->machine, GO);
        count->refusal = outcome == SFSM_QUEUED ? 0 : outcome;
        count->sent += outcome == SFSM_QUEUED;
    }
    return sfsm_machine_discard_pending(step->machine);
}

static void no_more_events_may_be_raised_than_may_wait(void **state) {
    (void)state;
    if (test_size(1, 0) == 0) {
        skip(); /* a million events take a minute where code is not optimised, or under valgrind */
    }
    count count = {.wanted = SFSM_QUEUE_LIMIT + 1};
    size_t block = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_state(builder, AWAY, 0, &block), SFSM_OK);
    assert_status(sfsm_builder_nest(builder, block, HOME), SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, HOME, 0, &block), SFSM_OK);
    assert_status(sfsm_builder_set_default(builder, block, AWAY), SFSM_OK);
    const size_t start = row_from(builder, AWAY, START, SFSM_INTERNAL);
    assert_status(sfsm_builder_add_action(builder, start, raise_many_and_discard, NULL, NULL), SFSM_OK);
    row_from(builder, AWAY, GO, SFSM_INTERNAL);
    sfsm_machine *const machine = machine_from(builder, HOME, &count);
    assert_status(sfsm_machine_send(machine, START), SFSM_TRANSITIONED);
    assert_status(count.refusal, SFSM_QUEUE_FULL);
    assert_int_equal(count.sent, SFSM_QUEUE_LIMIT);
    assert_int_equal(sfsm_machine_pending(machine), 0);
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hundred_thousand_reentrant_sends),
        cmocka_unit_test(a_hundred_thousand_reentrant_sends_each_from_the_one_before),
        cmocka_unit_test(a_hundred_thousand_events_may_wait_after_a_failure),
        cmocka_unit_test(a_queue_that_is_full_refuses_the_event_and_keeps_the_rest),
        cmocka_unit_test(no_more_events_may_be_raised_than_may_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
