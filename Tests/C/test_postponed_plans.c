/* Plans that a callback postpones, since its answer has to be awaited: what they were made for is still there. That all
 * cases of the conformance tests come to the same is tested there (--postponed). */
#include "plans.h"
#include "snapshots.h"

enum { HOME, ROAD, WORKPLACE };
enum { GO, NEXT, OTHER, LATER };

/* An answer that is not known at first. */
typedef struct answer {
    bool is_known;
    int32_t value;
    int asked;
} answer;

static int32_t ask(const sfsm_step *step, void *context) {
    answer *const answer = context;
    answer->asked++;
    if (answer->is_known) {
        return answer->value;
    }
    assert_status(sfsm_machine_postpone((sfsm_machine *)step->machine), SFSM_OK);
    return SFSM_FAILED;
}

static int32_t count_step(const sfsm_step *step, void *context) {
    (void)step;
    ++*(int *)context;
    return 0;
}

/* GO leads from HOME to the ROAD and raises NEXT and OTHER; NEXT leads on if `answer` agrees. At the WORKPLACE, LATER
 * waits. */
static sfsm_machine *commuter(answer *answer) {
    sfsm_builder *const builder = sfsm_builder_create();
    const sfsm_callback guard = {ask, answer, NULL};
    const sfsm_row rows[] = {
        SFSM_ROW(HOME, GO, ROAD, NULL),
        {.source = ROAD, .event = NEXT, .target = WORKPLACE, .guards = &guard, .guard_count = 1},
        SFSM_ROW(ROAD, OTHER, HOME, NULL),
        SFSM_ROW(WORKPLACE, LATER, SFSM_DEFER, NULL),
        SFSM_ROW(WORKPLACE, GO, HOME, NULL),
        SFSM_ROW(HOME, LATER, WORKPLACE, NULL),
    };
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    assert_status(sfsm_builder_add_raise(builder, 1, NEXT), SFSM_OK);
    assert_status(sfsm_builder_add_raise(builder, 1, OTHER), SFSM_OK);
    return machine_from(builder, HOME, NULL);
}

static void a_raised_event_is_raised_still(void **state) {
    (void)state;
    answer answer = {false, 1, 0};
    int steps = 0;
    sfsm_plan plan;
    sfsm_machine *const machine = commuter(&answer);
    assert_status(sfsm_machine_on_step(machine, count_step, &steps, NULL), SFSM_OK);
    assert_status(plan_event(machine, GO, &plan), SFSM_TRANSITIONED);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_pending(machine), 2);
    for (int again = 0; again < 2 * SFSM_STEP_LIMIT; again++) {
        assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_CALLBACK_FAILED);
    }
    assert_int_equal(sfsm_machine_failure(machine), 0);
    assert_int_equal(sfsm_machine_pending(machine), 2);
    assert_int_equal(steps, 1);
    assert_int_equal(sfsm_machine_state(machine), ROAD);
    answer.is_known = true;
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_TRANSITIONED);
    assert_int_equal(plan.target, WORKPLACE);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_UNHANDLED); /* OTHER has no row there */
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_OK);
    assert_int_equal(steps, 3);
    sfsm_machine_release(machine);
}

static void a_failure_drops_it(void **state) {
    (void)state;
    answer answer = {false, -7, 0};
    sfsm_plan plan;
    sfsm_machine *const machine = commuter(&answer);
    assert_status(plan_event(machine, GO, &plan), SFSM_TRANSITIONED);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_CALLBACK_FAILED);
    answer.is_known = true;
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_failure(machine), -7);
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_TRANSITIONED);
    assert_int_equal(plan.step->event, OTHER);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static void an_event_is_deferred_once(void **state) {
    (void)state;
    answer answer = {false, 0, 0};
    sfsm_plan plan;
    sfsm_machine *const machine = commuter(&answer);
    assert_status(sfsm_machine_set_state(machine, WORKPLACE), SFSM_OK);
    assert_status(sfsm_machine_on_step(machine, ask, &answer, NULL), SFSM_OK);
    for (int again = 0; again < 5; again++) {
        assert_status(plan_event(machine, LATER, &plan), SFSM_CALLBACK_FAILED);
    }
    answer.is_known = true;
    assert_status(plan_event(machine, LATER, &plan), SFSM_DEFERRED);
    assert_status(plan_event(machine, GO, &plan), SFSM_TRANSITIONED);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_TRANSITIONED);
    assert_int_equal(plan.step->event, LATER);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_OK);
    sfsm_machine_release(machine);
}

static void an_event_that_is_due_stays_due(void **state) {
    (void)state;
    answer answer = {false, 1, 0};
    sfsm_plan plan = {.size = sizeof plan};
    sfsm_machine *const machine = commuter(&answer);
    int64_t due = 0;
    assert_status(sfsm_machine_set_state(machine, ROAD), SFSM_OK);
    assert_status(sfsm_machine_send_later(machine, NEXT, 5, NULL), SFSM_OK);
    assert_status(sfsm_machine_send_later(machine, OTHER, 5, NULL), SFSM_OK);
    for (int again = 0; again < 5; again++) {
        assert_status(sfsm_machine_plan_due(machine, 9, &plan), SFSM_CALLBACK_FAILED);
        assert_status(sfsm_machine_due(machine, &due), SFSM_OK);
        assert_int_equal(due, 5);
    }
    answer.is_known = true;
    assert_status(sfsm_machine_plan_due(machine, 9, &plan), SFSM_TRANSITIONED);
    assert_int_equal(plan.step->event, NEXT);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_plan_due(machine, 9, &plan), SFSM_UNHANDLED);
    assert_status(sfsm_machine_plan_due(machine, 9, &plan), SFSM_OK);
    sfsm_machine_release(machine);
}

/* Plans an event that a callback has sent, which waits since another one failed behind it. */
static void an_event_that_waits_is_the_next_again(void **state) {
    (void)state;
    answer answer = {false, 1, 0};
    sfsm_plan plan;
    sfsm_machine *const machine = commuter(&answer);
    assert_status(sfsm_machine_set_state(machine, WORKPLACE), SFSM_OK);
    assert_status(plan_event(machine, GO, &plan), SFSM_TRANSITIONED);
    for (int sent = 0; sent < 16; sent++) {
        assert_status(sfsm_machine_send(machine, NEXT), SFSM_QUEUED);
    }
    assert_status(sfsm_machine_abandon(machine), SFSM_OK);
    assert_status(sfsm_machine_set_state(machine, ROAD), SFSM_OK);
    for (int again = 0; again < 5; again++) {
        assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_CALLBACK_FAILED);
        assert_int_equal(sfsm_machine_pending(machine), 16);
    }
    answer.is_known = true;
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_pending(machine), 15);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static int32_t send_other(const sfsm_step *step, void *context) {
    (void)context;
    for (int sent = 0; sent < 100; sent++) {
        assert_status(sfsm_machine_send((sfsm_machine *)step->machine, OTHER), SFSM_QUEUED);
    }
    return 1;
}

static void what_was_sent_meanwhile_waits_behind_it(void **state) {
    (void)state;
    answer answer = {false, 1, 0};
    const sfsm_callback guards[] = {{send_other, NULL, NULL}, {ask, &answer, NULL}};
    const sfsm_row rows[] = {
        {.source = HOME, .event = GO, .target = ROAD, .guards = guards, .guard_count = 2},
        SFSM_ROW(HOME, OTHER, SFSM_INTERNAL, NULL),
        SFSM_ROW(ROAD, OTHER, HOME, NULL),
    };
    sfsm_plan plan;
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), HOME, NULL);
    assert_status(plan_event(machine, GO, &plan), SFSM_CALLBACK_FAILED);
    answer.is_known = true;
    assert_status(plan_event(machine, GO, &plan), SFSM_TRANSITIONED);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), ROAD);
    assert_int_equal(sfsm_machine_pending(machine), 200);
    assert_status(sfsm_machine_run_pending(machine), SFSM_OK);
    assert_int_equal(sfsm_machine_state(machine), HOME);
    sfsm_machine_release(machine);
}

static int32_t drop_and_postpone(const sfsm_step *step, void *context) {
    (void)context;
    assert_status(sfsm_machine_discard_pending((sfsm_machine *)step->machine), SFSM_OK);
    assert_status(sfsm_machine_postpone((sfsm_machine *)step->machine), SFSM_OK);
    return SFSM_FAILED;
}

static void what_is_dropped_meanwhile_does_not_wait(void **state) {
    (void)state;
    const sfsm_callback guard = {drop_and_postpone, NULL, NULL};
    const sfsm_row rows[] = {
        SFSM_ROW(HOME, LATER, SFSM_DEFER, NULL),
        SFSM_ROW(HOME, GO, ROAD, NULL),
        {.source = ROAD, .event = LATER, .target = HOME, .guards = &guard, .guard_count = 1},
    };
    sfsm_plan plan;
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), HOME, NULL);
    assert_status(plan_event(machine, LATER, &plan), SFSM_DEFERRED);
    assert_status(plan_event(machine, GO, &plan), SFSM_TRANSITIONED);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_pending(machine), 1);
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_pending(machine), 0);
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_OK);
    const snapshot snapshot = snapshot_of(machine);
    restore(machine, &snapshot);
    sfsm_machine_release(machine);
}

static int32_t postpone_in_vain(const sfsm_step *step, void *context) {
    *(sfsm_status *)context = sfsm_machine_postpone((sfsm_machine *)step->machine);
    return 1;
}

static void only_plans_are_postponed_by_callbacks_that_fail(void **state) {
    (void)state;
    sfsm_status status = SFSM_OK;
    const sfsm_callback guard = {postpone_in_vain, &status, NULL};
    const sfsm_row row = {.source = HOME, .event = GO, .target = SFSM_SAME, .guards = &guard, .guard_count = 1};
    sfsm_plan plan;
    sfsm_machine *const machine = machine_of_rows(&row, 1, HOME, NULL);
    assert_status(sfsm_machine_postpone(NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_postpone(machine), SFSM_BAD_VALUE);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_status(status, SFSM_BAD_VALUE);
    assert_status(plan_event(machine, GO, &plan), SFSM_TRANSITIONED);
    assert_status(status, SFSM_OK);
    assert_status(sfsm_machine_postpone(machine), SFSM_BAD_VALUE); /* the plan is made */
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static int32_t release(const sfsm_step *step, void *context) {
    (void)context;
    sfsm_machine_release((sfsm_machine *)step->machine);
    return 0;
}

static void a_guard_may_release_the_machine(void **state) {
    (void)state;
    const sfsm_callback guard = {release, NULL, NULL};
    const sfsm_row row = {.source = HOME, .event = GO, .target = SFSM_SAME, .guards = &guard, .guard_count = 1};
    sfsm_plan plan = {.size = sizeof plan};
    sfsm_machine *const machine = machine_of_rows(&row, 1, HOME, NULL);
    assert_status(sfsm_machine_send_later(machine, GO, 1, NULL), SFSM_OK);
    assert_status(sfsm_machine_plan_due(machine, 1, &plan), SFSM_REFUSED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_raised_event_is_raised_still),
        cmocka_unit_test(a_failure_drops_it),
        cmocka_unit_test(an_event_is_deferred_once),
        cmocka_unit_test(an_event_that_is_due_stays_due),
        cmocka_unit_test(an_event_that_waits_is_the_next_again),
        cmocka_unit_test(what_was_sent_meanwhile_waits_behind_it),
        cmocka_unit_test(what_is_dropped_meanwhile_does_not_wait),
        cmocka_unit_test(only_plans_are_postponed_by_callbacks_that_fail),
        cmocka_unit_test(a_guard_may_release_the_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
