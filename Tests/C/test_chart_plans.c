/* Plans over a chart: one microstep each, which a host may perform, or give up. */
#include "charts.h"
#include "plans.h"
#include "trace.h"

static int32_t say(const sfsm_step *step, void *words) {
    trace_note(step->context, "%s %d>%d", (const char *)words, (int)step->source, (int)step->target);
    return 0;
}

/* The washing machine, some of whose states and rows say that they are called. */
static sfsm_machine *speaking_machine(int32_t initial, trace *trace) {
    sfsm_builder *const builder = washing_builder();
    static const sfsm_id speaking[] = {PROGRAM, FILLING, FINISHED, CLOSED};
    for (size_t index = 0; index < COUNT(speaking); index++) {
        size_t block = 0;
        assert_status(sfsm_builder_add_state(builder, speaking[index], 0, &block), SFSM_OK);
        assert_status(sfsm_builder_on_entry(builder, block, say, "enter", NULL), SFSM_OK);
        assert_status(sfsm_builder_on_exit(builder, block, say, "leave", NULL), SFSM_OK);
    }
    assert_status(sfsm_builder_add_action(builder, 7, say, "time", NULL), SFSM_OK);
    return machine_from(builder, initial, trace);
}

static void each_microstep_is_a_plan(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = speaking_machine(WASHING, &trace);
    sfsm_plan plan;
    assert_status(plan_event(machine, FULL, &plan), SFSM_TRANSITIONED);
    assert_int_equal(plan.source, FILLING);
    assert_int_equal(plan.target, SPINNING);
    assert_int_equal(plan.callback_count, 1);
    assert_int_equal(plan.commit_index, 1);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    /* The row raises LOCK. */
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_TRANSITIONED);
    assert_int_equal(plan.target, LOCKED);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_true(sfsm_machine_in(machine, LOCKED));
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_OK);
    /* The door is closed again without an event; then PROGRAM is done, which raises READY. */
    assert_status(plan_event(machine, TIME, &plan), SFSM_TRANSITIONED);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_TRANSITIONED);
    assert_int_equal(plan.target, CLOSED);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_TRANSITIONED);
    assert_int_equal(plan.target, IDLE);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_OK);
    assert_int_equal(sfsm_machine_state(machine), IDLE);
    assert_trace(&trace, "leave 4>5, leave 9>10, time 5>6, enter 5>6, enter 10>9, leave 6>0, leave 6>0, leave 6>0");
    sfsm_machine_release(machine);
}

static void a_plan_may_be_given_up(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = speaking_machine(SPINNING, &trace);
    sfsm_plan plan, other = {.size = sizeof other};
    sfsm_callback callback;
    assert_status(plan_event(machine, TIME, &plan), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_plan_next(&plan, &callback), SFSM_PLAN_CALL);
    assert_status(sfsm_machine_send(machine, PAUSE), SFSM_QUEUED);
    assert_status(sfsm_machine_raise(machine, LOCK), SFSM_QUEUED);
    assert_status(sfsm_machine_abandon(machine), SFSM_OK);
    /* It is over, whatever is asked of it; and what it raised did not happen. */
    assert_int_equal(sfsm_plan_next(&plan, &callback), SFSM_PLAN_END);
    assert_status(sfsm_machine_commit(machine, &plan), SFSM_BAD_VALUE);
    assert_status(sfsm_machine_complete(machine, &plan, 0), SFSM_BAD_VALUE);
    assert_true(sfsm_machine_in(machine, SPINNING));
    /* Another plan does not bring it back. */
    assert_status(sfsm_machine_plan_pending(machine, &other), SFSM_TRANSITIONED);
    assert_int_equal(other.target, PAUSED);
    assert_status(sfsm_machine_commit(machine, &other), SFSM_OK);
    assert_status(sfsm_machine_complete(machine, &other, -1), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_state(machine), PAUSED);
    sfsm_machine_release(machine);
}

static void starts_and_stops_are_plans(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = speaking_machine(SFSM_NONE, &trace);
    sfsm_plan plan = {.size = sizeof plan};
    assert_status(sfsm_machine_plan_start(machine, WASHING, &plan), SFSM_TRANSITIONED);
    assert_int_equal(plan.callback_count, 3);
    assert_int_equal(plan.commit_index, 0); /* what is entered is active first */
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_true(sfsm_machine_in(machine, FILLING) && sfsm_machine_in(machine, CLOSED));
    assert_status(sfsm_machine_plan_stop(machine, &plan), SFSM_TRANSITIONED);
    assert_int_equal(plan.callback_count, 3);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), SFSM_NONE);
    assert_false(sfsm_machine_in(machine, CLOSED));
    sfsm_machine_release(machine);
}

static void a_machine_may_be_released_with_a_plan(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = speaking_machine(WASHING, &trace);
    sfsm_plan plan;
    assert_status(plan_event(machine, PAUSE, &plan), SFSM_TRANSITIONED);
    sfsm_machine_release(machine); /* carried out as the plan ends */
    assert_status(sfsm_machine_abandon(machine), SFSM_OK);
}

static void a_microstep_takes_place_once(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = speaking_machine(WASHING, &trace);
    sfsm_plan plan, over;
    sfsm_callback callback;
    assert_status(plan_event(machine, FULL, &over), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_abandon(machine), SFSM_OK);
    assert_status(plan_event(machine, FULL, &plan), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_plan_next(&over, &callback), SFSM_PLAN_END); /* though it may lie in the same place */
    assert_status(sfsm_machine_commit(machine, &over), SFSM_BAD_VALUE);
    assert_status(sfsm_machine_complete(machine, &plan, 0), SFSM_BAD_VALUE); /* nothing has changed yet */
    assert_true(sfsm_machine_in(machine, FILLING));
    assert_status(sfsm_machine_commit(machine, &plan), SFSM_OK);
    assert_status(sfsm_machine_commit(machine, &plan), SFSM_BAD_VALUE);
    assert_true(sfsm_machine_in(machine, SPINNING));
    assert_status(sfsm_machine_complete(machine, &plan, 0), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_run_pending(machine), SFSM_OK);
    assert_true(sfsm_machine_in(machine, LOCKED));
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_microstep_is_a_plan),
        cmocka_unit_test(a_plan_may_be_given_up),
        cmocka_unit_test(starts_and_stops_are_plans),
        cmocka_unit_test(a_machine_may_be_released_with_a_plan),
        cmocka_unit_test(a_microstep_takes_place_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
