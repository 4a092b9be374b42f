/* Plans: a host performs the steps, and the trace is that of sfsm_machine_send. */
#include "plans.h"
#include "trace.h"

enum { HOME, AWAY };
enum { GO, BACK, STAY, WHERE, DENIED };

static int32_t say(const sfsm_step *step, void *words) {
    trace_note(step->context, "%s %d>%d in %d", (const char *)words, (int)step->source, (int)step->target,
               (int)sfsm_machine_state(step->machine));
    return 0;
}

static int32_t send_stay(const sfsm_step *step, void *words) {
    say(step, words);
    trace_note(step->context, "%s", sfsm_status_name(sfsm_machine_send(step->machine, STAY)));
    return 0;
}

static int32_t do_fail(const sfsm_step *step, void *words) {
    say(step, words);
    return -7;
}

static int32_t refuse(const sfsm_step *step, void *words) {
    say(step, words);
    return 0;
}

static int32_t to_away(const sfsm_step *step, void *words) {
    say(step, words);
    return AWAY;
}

static int32_t to_nowhere(const sfsm_step *step, void *words) {
    say(step, words);
    return 77;
}

static int32_t hook(const sfsm_step *step, void *words) {
    (void)words;
    trace_note(step->context, "%s row %zu", sfsm_status_name(step->outcome), sfsm_step_row(step));
    return 0;
}

static sfsm_builder *builder_of_trips(const int32_t *phases, sfsm_function action, sfsm_function resolver) {
    sfsm_builder *const builder = sfsm_builder_create();
    const sfsm_callback goes = {action, "go", NULL}, asks = {refuse, "may I?", NULL};
    const sfsm_row rows[] = {
        {.source = HOME, .event = GO, .target = AWAY, .actions = &goes, .action_count = 1},
        {.source = AWAY, .event = BACK, .target = HOME},
        {.source = SFSM_ANY, .event = STAY, .target = SFSM_SAME},
        {.source = HOME, .event = WHERE, .target = SFSM_DYNAMIC, .resolver = {resolver, "where?", NULL}},
        {.source = HOME, .event = DENIED, .target = AWAY, .guards = &asks, .guard_count = 1},
    };
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    static const sfsm_id states[] = {HOME, AWAY};
    for (size_t index = 0; index < COUNT(states); index++) {
        size_t block;
        assert_status(sfsm_builder_add_state(builder, states[index], 0, &block), SFSM_OK);
        assert_status(sfsm_builder_on_entry(builder, block, say, "entry", NULL), SFSM_OK);
        assert_status(sfsm_builder_on_exit(builder, block, say, "exit", NULL), SFSM_OK);
        assert_status(sfsm_builder_on_cycle(builder, block, say, "cycle", NULL), SFSM_OK);
    }
    assert_status(sfsm_builder_on_step(builder, hook, NULL, NULL), SFSM_OK);
    if (phases != NULL) assert_status(sfsm_builder_set_phase_order(builder, phases, 5), SFSM_OK);
    return builder;
}

static sfsm_outcome send_by_plan(sfsm_machine *machine, sfsm_id event) {
    sfsm_plan plan;
    plan_event(machine, event, &plan);
    const sfsm_outcome outcome = perform_plan(machine, &plan);
    while (outcome > 0 && sfsm_machine_plan_pending(machine, &plan) > 0) {
        if (perform_plan(machine, &plan) < 0) break;
    }
    return outcome;
}

/* Sends the events to two machines, one by plans: outcomes and traces must be alike. */
static void check_alike(sfsm_builder *builder, const sfsm_id *events, size_t count) {
    trace first = {{0}, 0}, second = {{0}, 0};
    sfsm_table *const table = table_from(builder);
    sfsm_machine *sent, *planned;
    assert_status(sfsm_machine_create(table, HOME, &first, &sent), SFSM_OK);
    assert_status(sfsm_machine_create(table, HOME, &second, &planned), SFSM_OK);
    for (size_t index = 0; index < count; index++) {
        assert_status(send_by_plan(planned, events[index]), sfsm_machine_send(sent, events[index]));
        assert_int_equal(sfsm_machine_state(planned), sfsm_machine_state(sent));
        assert_int_equal(sfsm_machine_failure(planned), sfsm_machine_failure(sent));
        assert_int_equal(sfsm_machine_pending(planned), sfsm_machine_pending(sent));
    }
    assert_trace(&second, first.text);
    sfsm_machine_release(sent);
    sfsm_machine_release(planned);
    sfsm_table_release(table);
}

static const sfsm_id trip[] = {GO, STAY, BACK, DENIED, WHERE, GO, BACK};

static void steps_are_those_of_send(void **state) {
    (void)state;
    check_alike(builder_of_trips(NULL, say, to_away), trip, COUNT(trip));
}

static void what_is_sent_meanwhile_waits(void **state) {
    (void)state;
    check_alike(builder_of_trips(NULL, send_stay, to_away), trip, COUNT(trip));
}

static void a_failure_ends_the_plan(void **state) {
    (void)state;
    check_alike(builder_of_trips(NULL, do_fail, to_nowhere), trip, COUNT(trip));
}

static void a_late_resolver_is_handed_out(void **state) {
    (void)state;
    static const int32_t late[] = {SFSM_PHASE_EXIT, SFSM_PHASE_ACTIONS, SFSM_PHASE_RESOLVE, SFSM_PHASE_COMMIT,
                                   SFSM_PHASE_ENTRY};
    check_alike(builder_of_trips(late, say, to_away), trip, COUNT(trip));
    check_alike(builder_of_trips(late, say, to_nowhere), trip, COUNT(trip));
}

static void a_plan_tells_what_it_will_do(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(builder_of_trips(NULL, say, to_away), HOME, &trace);
    sfsm_plan plan = {.size = sizeof plan};
    const sfsm_message go = SFSM_MESSAGE(GO);
    assert_status(sfsm_machine_plan(machine, &go, &plan), SFSM_TRANSITIONED);
    assert_int_equal(plan.source, HOME);
    assert_int_equal(plan.target, AWAY);
    assert_int_equal(plan.callback_count, 3);
    assert_int_equal(plan.commit_index, 2);
    assert_int_equal(sfsm_step_row(plan.step), 1);
    assert_int_equal(sfsm_machine_state(machine), HOME);
    assert_trace(&trace, "");
    /* Nothing else can be planned or performed meanwhile, and what is sent waits. */
    sfsm_plan other = {.size = sizeof other};
    assert_status(sfsm_machine_plan(machine, &go, &other), SFSM_BUSY);
    assert_status(sfsm_machine_plan_pending(machine, &other), SFSM_OK);
    assert_status(sfsm_machine_set_state(machine, AWAY), SFSM_BUSY);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_QUEUED);
    assert_status(sfsm_machine_abandon(machine), SFSM_OK);
    assert_int_equal(sfsm_machine_state(machine), HOME);
    assert_status(sfsm_machine_commit(machine, &plan), SFSM_BAD_VALUE); /* it is over */
    assert_status(sfsm_machine_complete(machine, &plan, 0), SFSM_BAD_VALUE);
    assert_int_equal(sfsm_machine_pending(machine), 1);
    assert_status(sfsm_machine_run_pending(machine), SFSM_OK);
    assert_trace(&trace, "cycle 0>0 in 0, SFSM_TRANSITIONED row 3");
    sfsm_machine_release(machine);
}

static void starts_and_stops_are_planned_too(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(builder_of_trips(NULL, say, to_away), SFSM_NONE, &trace);
    sfsm_plan plan = {.size = sizeof plan};
    assert_status(sfsm_machine_plan_stop(machine, &plan), SFSM_NOT_RUNNING);
    assert_status(sfsm_machine_plan_start(machine, AWAY, &plan), SFSM_TRANSITIONED);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    assert_status(sfsm_machine_plan_start(machine, AWAY, &plan), SFSM_ALREADY_RUNNING);
    assert_status(sfsm_machine_plan_stop(machine, &plan), SFSM_TRANSITIONED);
    assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), SFSM_NONE);
    assert_trace(&trace, "entry -2147483644>1 in 1, SFSM_TRANSITIONED row 0, exit 1>-2147483644 in 1, "
                         "SFSM_TRANSITIONED row 0");
    sfsm_machine_release(machine);
}

static void mistakes_give_a_status(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(builder_of_trips(NULL, say, to_away), HOME, &trace);
    sfsm_plan plan = {.size = sizeof plan}, small = {.size = sizeof plan - 1};
    sfsm_callback callback;
    const sfsm_message go = SFSM_MESSAGE(GO), unknown = SFSM_MESSAGE(4711);
    assert_status(sfsm_machine_plan(NULL, &go, &plan), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_plan(machine, NULL, &plan), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_plan(machine, &go, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_plan(machine, &go, &small), SFSM_BAD_SIZE);
    assert_status(sfsm_machine_plan(machine, &unknown, &plan), SFSM_UNKNOWN_EVENT);
    assert_int_equal(sfsm_plan_next(&plan, &callback), SFSM_PLAN_END);
    assert_int_equal(sfsm_plan_next(NULL, &callback), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_resolve(machine, &plan, HOME), SFSM_BAD_VALUE);
    assert_status(sfsm_machine_commit(machine, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_abandon(NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_abandon(machine), SFSM_OK);
    assert_status(sfsm_machine_plan(machine, &go, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_resolve(machine, &plan, HOME), SFSM_BAD_VALUE); /* nothing to resolve */
    sfsm_machine *const other = machine_from(builder_of_trips(NULL, say, to_away), HOME, &trace);
    assert_status(sfsm_machine_commit(other, &plan), SFSM_BAD_VALUE);
    sfsm_machine_release(other);
    sfsm_machine_release(machine); /* carried out as the plan ends */
    assert_status(sfsm_machine_abandon(machine), SFSM_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_those_of_send),
        cmocka_unit_test(what_is_sent_meanwhile_waits),
        cmocka_unit_test(a_failure_ends_the_plan),
        cmocka_unit_test(a_late_resolver_is_handed_out),
        cmocka_unit_test(a_plan_tells_what_it_will_do),
        cmocka_unit_test(starts_and_stops_are_planned_too),
        cmocka_unit_test(mistakes_give_a_status),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
