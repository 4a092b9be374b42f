/* Plans of what is due: the host performs what sfsm_machine_advance would, event by event. What comes of the events is in
 * the conformance cases. */
#include "plans.h"

enum { IDLE, BUSY };
enum { RING, WORK, REST };

static int32_t succeed(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

static int32_t do_fail(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return -7;
}

/* In IDLE, RING calls `ring`. */
static sfsm_machine *bell(sfsm_function ring) {
    const sfsm_callback action = {ring, NULL, NULL};
    const sfsm_row rows[] = {
        {.source = IDLE, .event = RING, .target = SFSM_SAME, .actions = &action, .action_count = 1},
        SFSM_ROW(IDLE, WORK, BUSY, NULL),
        SFSM_ROW(BUSY, REST, IDLE, NULL),
    };
    return machine_of_rows(rows, COUNT(rows), IDLE, NULL);
}

static void send_later(sfsm_machine *machine, int32_t event, int64_t delay) {
    assert_status(sfsm_machine_send_later(machine, event, delay, NULL), SFSM_OK);
}

/* The time of a machine: that at which a timer without a delay is due. */
static int64_t time_of(sfsm_machine *machine) {
    uint64_t timer = 0;
    int64_t due = -1;
    assert_status(sfsm_machine_send_later(machine, RING, 0, &timer), SFSM_OK);
    assert_status(sfsm_machine_due(machine, &due), SFSM_OK);
    assert_status(sfsm_machine_cancel(machine, timer), SFSM_OK);
    return due;
}

static void events_that_are_due_are_planned_in_turn(void **state) {
    (void)state;
    sfsm_machine *const machine = bell(succeed);
    sfsm_plan plan = {.size = sizeof plan};
    send_later(machine, WORK, 10);
    send_later(machine, REST, 20);
    send_later(machine, RING, 40);
    assert_status(sfsm_machine_plan_due(machine, 9, &plan), SFSM_OK);
    assert_int_equal(time_of(machine), 9);
    assert_status(sfsm_machine_plan_due(machine, 30, &plan), SFSM_TRANSITIONED);
    assert_int_equal(plan.step->event, WORK);
    assert_int_equal(plan.target, BUSY);
    assert_int_equal(time_of(machine), 10);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_int_equal(time_of(machine), 10);
    /* What waits comes before what is due next, at the same time. */
    assert_status(sfsm_machine_plan_due(machine, 30, &plan), SFSM_TRANSITIONED);
    assert_int_equal(plan.step->event, REST);
    assert_status(sfsm_machine_send(machine, WORK), SFSM_QUEUED);
    send_later(machine, REST, 5);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_plan_due(machine, 30, &plan), SFSM_TRANSITIONED);
    assert_int_equal(plan.step->event, WORK);
    assert_int_equal(time_of(machine), 20);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_plan_due(machine, 30, &plan), SFSM_TRANSITIONED);
    assert_int_equal(plan.step->event, REST);
    assert_int_equal(time_of(machine), 25);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_plan_due(machine, 30, &plan), SFSM_OK);
    assert_int_equal(time_of(machine), 30);
    assert_int_equal(sfsm_machine_state(machine), IDLE);
    sfsm_machine_release(machine);
}

static void an_event_without_a_row_is_over(void **state) {
    (void)state;
    sfsm_machine *const machine = bell(succeed);
    sfsm_plan plan = {.size = sizeof plan};
    send_later(machine, REST, 1);
    assert_status(sfsm_machine_plan_due(machine, 2, &plan), SFSM_UNHANDLED);
    assert_status(sfsm_machine_plan_due(machine, 2, &plan), SFSM_OK);
    sfsm_machine_release(machine);
}

static void a_failure_leaves_the_rest_due(void **state) {
    (void)state;
    sfsm_machine *const machine = bell(do_fail);
    sfsm_plan plan = {.size = sizeof plan};
    send_later(machine, RING, 1);
    send_later(machine, WORK, 2);
    assert_status(sfsm_machine_plan_due(machine, 5, &plan), SFSM_TRANSITIONED);
    assert_status(perform_plan(machine, &plan), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_failure(machine), -7);
    int64_t due = 0;
    assert_status(sfsm_machine_due(machine, &due), SFSM_OK);
    assert_int_equal(due, 2);
    uint64_t timer = 0;
    assert_status(sfsm_machine_send_later(machine, RING, 0, &timer), SFSM_OK);
    assert_status(sfsm_machine_plan_due(machine, 4, &plan), SFSM_BAD_VALUE); /* 5 was told */
    assert_status(sfsm_machine_plan_due(machine, 5, &plan), SFSM_TRANSITIONED);
    assert_int_equal(plan.step->event, WORK);
    assert_status(sfsm_machine_plan_due(machine, 5, &plan), SFSM_BUSY);
    /* Of a plan that is given up the event is gone. */
    assert_status(sfsm_machine_abandon(machine), SFSM_OK);
    assert_status(sfsm_machine_cancel(machine, timer), SFSM_OK);
    assert_int_equal(time_of(machine), 5);
    assert_status(sfsm_machine_plan_due(machine, 5, &plan), SFSM_OK);
    sfsm_machine_release(machine);
}

static void timers_without_a_delay_have_a_limit(void **state) {
    (void)state;
    sfsm_machine *const machine = bell(succeed);
    sfsm_plan plan = {.size = sizeof plan};
    sfsm_outcome outcome;
    int count = 0;
    send_later(machine, RING, 3);
    while ((outcome = sfsm_machine_plan_due(machine, 5, &plan)) == SFSM_TRANSITIONED) {
        send_later(machine, RING, 0);
        assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
        count++;
    }
    assert_status(outcome, SFSM_STEP_LIMIT_REACHED);
    assert_int_equal(count, SFSM_STEP_LIMIT + 1);
    /* sfsm_machine_advance has the same limit, and goes on. */
    assert_status(sfsm_machine_advance(machine, 5), SFSM_OK);
    sfsm_machine_release(machine);
}

/* Each round is what the one before it has started. */
static void the_limit_counts_rounds_not_timers(void **state) {
    (void)state;
    sfsm_machine *const machine = bell(succeed);
    sfsm_plan plan = {.size = sizeof plan};
    sfsm_outcome outcome;
    int count = 0;
    send_later(machine, RING, 3);
    send_later(machine, RING, 3);
    while ((outcome = sfsm_machine_plan_due(machine, 5, &plan)) == SFSM_TRANSITIONED) {
        send_later(machine, RING, 0);
        assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
        count++;
    }
    assert_status(outcome, SFSM_STEP_LIMIT_REACHED);
    assert_int_equal(count, 2 * (SFSM_STEP_LIMIT + 1));
    sfsm_machine_release(machine);
}

static void the_time_is_told_once_nothing_is_due(void **state) {
    (void)state;
    sfsm_machine *const machine = bell(succeed);
    sfsm_plan plan = {.size = sizeof plan};
    send_later(machine, RING, 3);
    assert_status(sfsm_machine_plan_due(machine, 10, &plan), SFSM_TRANSITIONED);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_plan_due(machine, 10, &plan), SFSM_OK);
    /* What waits is planned at the time that is told next. */
    assert_status(plan_event(machine, WORK, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send(machine, REST), SFSM_QUEUED);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_plan_due(machine, 20, &plan), SFSM_TRANSITIONED);
    assert_int_equal(plan.step->event, REST);
    assert_int_equal(time_of(machine), 20);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static void a_plan_that_is_given_up_does_not_turn_the_clock_back(void **state) {
    (void)state;
    sfsm_machine *const machine = bell(succeed);
    sfsm_plan plan;
    send_later(machine, RING, 3);
    assert_status(sfsm_machine_advance(machine, 10), SFSM_OK);
    assert_status(plan_event(machine, WORK, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_abandon(machine), SFSM_OK);
    assert_int_equal(time_of(machine), 10);
    sfsm_machine_release(machine);
}

static void plans_and_advancing_go_together(void **state) {
    (void)state;
    sfsm_machine *const machine = bell(succeed);
    sfsm_plan plan = {.size = sizeof plan};
    send_later(machine, WORK, 1);
    send_later(machine, REST, 2);
    assert_status(sfsm_machine_plan_due(machine, 5, &plan), SFSM_TRANSITIONED);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_advance(machine, 4), SFSM_OK);
    assert_int_equal(sfsm_machine_state(machine), IDLE);
    assert_int_equal(time_of(machine), 4);
    sfsm_machine_release(machine);
}

static void nothing_is_planned_of_no_machine(void **state) {
    (void)state;
    sfsm_machine *const machine = bell(succeed);
    sfsm_plan plan = {.size = sizeof plan - 1};
    assert_status(sfsm_machine_plan_due(NULL, 1, &plan), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_plan_due(machine, 1, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_plan_due(machine, 1, &plan), SFSM_BAD_SIZE);
    assert_int_equal(time_of(machine), 0);
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_that_are_due_are_planned_in_turn),
        cmocka_unit_test(an_event_without_a_row_is_over),
        cmocka_unit_test(a_failure_leaves_the_rest_due),
        cmocka_unit_test(timers_without_a_delay_have_a_limit),
        cmocka_unit_test(the_limit_counts_rounds_not_timers),
        cmocka_unit_test(the_time_is_told_once_nothing_is_due),
        cmocka_unit_test(a_plan_that_is_given_up_does_not_turn_the_clock_back),
        cmocka_unit_test(plans_and_advancing_go_together),
        cmocka_unit_test(nothing_is_planned_of_no_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
