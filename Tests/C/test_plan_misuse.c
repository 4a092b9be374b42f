/* Plans in the wrong order, more than once, or after their end: a status, and nothing is lost. */
#include "plans.h"
#include "trace.h"

enum { HOME, AWAY };
enum { GO, BACK, STAY, WHERE };

static int32_t to_away(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return AWAY;
}

static int32_t hook(const sfsm_step *step, void *context) {
    (void)context;
    trace_note(step->context, "%s row %zu", sfsm_status_name(step->outcome), sfsm_step_row(step));
    return 0;
}

/* A machine at HOME, with these phases or the default ones. */
static sfsm_machine *traveller(const int32_t *phases, trace *trace) {
    sfsm_builder *const builder = sfsm_builder_create();
    const sfsm_row rows[] = {
        {.source = HOME, .event = GO, .target = AWAY},
        {.source = AWAY, .event = BACK, .target = HOME},
        {.source = SFSM_ANY, .event = STAY, .target = SFSM_SAME},
        {.source = HOME, .event = WHERE, .target = SFSM_DYNAMIC, .resolver = {to_away, NULL, NULL}},
    };
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    assert_status(sfsm_builder_on_step(builder, hook, NULL, NULL), SFSM_OK);
    if (phases != NULL) assert_status(sfsm_builder_set_phase_order(builder, phases, 5), SFSM_OK);
    return machine_from(builder, HOME, trace);
}

static void a_plan_changes_the_state_once(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = traveller(NULL, &trace);
    sfsm_plan plan;
    assert_status(plan_event(machine, GO, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_complete(machine, &plan, 0), SFSM_BAD_VALUE); /* it did not change yet */
    assert_status(plan.outcome, SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send(machine, BACK), SFSM_QUEUED);
    assert_int_equal(sfsm_machine_state(machine), HOME);
    assert_status(sfsm_machine_commit(machine, &plan), SFSM_OK);
    assert_status(sfsm_machine_commit(machine, &plan), SFSM_BAD_VALUE);
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    assert_status(sfsm_machine_complete(machine, &plan, 0), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_complete(machine, &plan, 0), SFSM_BAD_VALUE);
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    assert_trace(&trace, "SFSM_TRANSITIONED row 1");
    /* A callback that fails may come before. */
    assert_status(sfsm_machine_plan_pending(machine, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_complete(machine, &plan, -7), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    assert_trace(&trace, "SFSM_CALLBACK_FAILED row 2");
    sfsm_machine_release(machine);
}

static void a_target_has_to_be_known(void **state) {
    (void)state;
    static const int32_t late[] = {SFSM_PHASE_EXIT, SFSM_PHASE_ACTIONS, SFSM_PHASE_RESOLVE, SFSM_PHASE_COMMIT,
                                   SFSM_PHASE_ENTRY};
    trace trace = {{0}, 0};
    sfsm_machine *const machine = traveller(late, &trace);
    sfsm_plan plan;
    assert_status(plan_event(machine, WHERE, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_commit(machine, &plan), SFSM_BAD_VALUE);
    assert_status(sfsm_machine_complete(machine, &plan, 0), SFSM_BAD_VALUE);
    assert_int_equal(sfsm_machine_state(machine), HOME);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    /* The machine, and the table with it, go as the resolver ends the plan. */
    assert_status(sfsm_machine_send(machine, BACK), SFSM_TRANSITIONED);
    assert_status(plan_event(machine, WHERE, &plan), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
    assert_status(sfsm_machine_resolve(machine, &plan, SFSM_NONE), SFSM_REFUSED);
    assert_status(plan.outcome, SFSM_REFUSED);
    assert_int_equal(plan.callback_count, 0);
}

static void a_plan_that_is_over_is_not_the_next_one(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = traveller(NULL, &trace);
    sfsm_plan over, plan;
    assert_status(plan_event(machine, GO, &over), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_abandon(machine), SFSM_OK);
    assert_status(plan_event(machine, STAY, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_commit(machine, &over), SFSM_BAD_VALUE);
    assert_status(sfsm_machine_complete(machine, &over, -1), SFSM_BAD_VALUE);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), HOME);
    sfsm_machine_release(machine);
}

/* What a plan's own step hook gets for ending it once more. */
static int32_t end_again(const sfsm_step *step, void *plan) {
    sfsm_machine *const machine = step->machine;
    trace *const trace = step->context;
    sfsm_machine_release(machine); /* carried out as the plan ends */
    trace_note(trace, "%s", sfsm_status_name(sfsm_machine_complete(machine, plan, 0)));
    trace_note(trace, "%s", sfsm_status_name(sfsm_machine_commit(machine, plan)));
    trace_note(trace, "%s", sfsm_status_name(sfsm_machine_abandon(machine)));
    return 0;
}

static void a_plan_is_ended_once(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = traveller(NULL, &trace);
    sfsm_plan plan;
    assert_status(sfsm_machine_on_step(machine, end_again, &plan, NULL), SFSM_OK);
    assert_status(plan_event(machine, STAY, &plan), SFSM_TRANSITIONED);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_trace(&trace, "SFSM_TRANSITIONED row 3, SFSM_BAD_VALUE, SFSM_BAD_VALUE, SFSM_OK");
}

static void a_stop_that_is_given_up_late_has_stopped(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = traveller(NULL, &trace);
    sfsm_plan plan = {.size = sizeof plan};
    assert_status(sfsm_machine_plan_stop(machine, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_QUEUED);
    assert_status(sfsm_machine_commit(machine, &plan), SFSM_OK);
    assert_status(sfsm_machine_abandon(machine), SFSM_OK);
    assert_int_equal(sfsm_machine_state(machine), SFSM_NONE);
    assert_int_equal(sfsm_machine_pending(machine), 0);
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plan_changes_the_state_once),
        cmocka_unit_test(a_target_has_to_be_known),
        cmocka_unit_test(a_plan_that_is_over_is_not_the_next_one),
        cmocka_unit_test(a_plan_is_ended_once),
        cmocka_unit_test(a_stop_that_is_given_up_late_has_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
