/* Chapter 8, hooks: when each is called, what it is told, what its failure comes to. */
#include "support.h"

#include <stdio.h>

enum { HOME, AWAY };
enum { GO, BACK, STAY, CLOSED, FAILING, OTHER, HELP };

static const sfsm_name state_names[] = {SFSM_NAME(HOME), SFSM_NAME(AWAY)};
static const sfsm_name event_names[] = {SFSM_NAME(GO),      SFSM_NAME(BACK),  SFSM_NAME(STAY), SFSM_NAME(CLOSED),
                                        SFSM_NAME(FAILING), SFSM_NAME(OTHER), SFSM_NAME(HELP)};

static sfsm_builder *hooked_builder(void) {
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_action(builder, row_from(builder, HOME, GO, AWAY), note, "go", NULL), SFSM_OK);
    row_from(builder, AWAY, BACK, HOME);
    row_from(builder, HOME, STAY, SFSM_SAME);
    assert_status(sfsm_builder_add_guard(builder, row_from(builder, HOME, CLOSED, AWAY), note_no, "no", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, row_from(builder, HOME, FAILING, AWAY), note_failure, "fail", NULL),
                  SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, row_from(builder, HOME, HELP, SFSM_INTERNAL), note, "help", NULL),
                  SFSM_OK);
    trace_state(builder, AWAY);
    assert_status(sfsm_builder_name_states(builder, state_names, COUNT(state_names)), SFSM_OK);
    assert_status(sfsm_builder_name_events(builder, event_names, COUNT(event_names)), SFSM_OK);
    return builder;
}

/* Notes the outcome, and all that the step tells. */
static int32_t note_outcome(const sfsm_step *step, void *words) {
    (void)words;
    trace_step(step->context, sfsm_status_name(step->outcome), step);
    return 0;
}

static void on_step_is_called_after_every_step_with_its_outcome(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(hooked_builder(), HOME, &trace);
    assert_status(sfsm_machine_on_step(machine, note_outcome, NULL, NULL), SFSM_OK);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_trace(&trace, "go, entry AWAY, SFSM_TRANSITIONED: GO from HOME to AWAY in AWAY");
    assert_status(sfsm_machine_send(machine, BACK), SFSM_TRANSITIONED);
    assert_trace(&trace, "exit AWAY, SFSM_TRANSITIONED: BACK from AWAY to HOME in HOME");
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    assert_trace(&trace, "SFSM_TRANSITIONED: STAY from HOME to HOME in HOME");
    assert_status(sfsm_machine_send(machine, OTHER), SFSM_UNHANDLED);
    assert_trace(&trace, "SFSM_UNHANDLED: OTHER from HOME to none in HOME");
    sfsm_machine_release(machine);
}

static int32_t note_refusal(const sfsm_step *step, void *words) {
    (void)words;
    trace_note(step->context, "%s in %d", sfsm_status_name(step->outcome), (int)sfsm_machine_state(step->machine));
    return 0;
}

static void a_refused_step_is_a_step_too(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(hooked_builder(), HOME, &trace);
    assert_status(sfsm_machine_on_step(machine, note_refusal, NULL, NULL), SFSM_OK);
    assert_status(sfsm_machine_send(machine, CLOSED), SFSM_REFUSED);
    assert_trace(&trace, "no, SFSM_REFUSED in 0");
    sfsm_machine_release(machine);
}

static int32_t note_ends(const sfsm_step *step, void *words) {
    (void)words;
    trace_note(step->context, "event %d from %d to %d", (int)step->event, (int)step->source, (int)step->target);
    return 0;
}

static void starting_and_stopping_are_steps_too(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    char expected[128];
    sfsm_machine *const machine = machine_from(hooked_builder(), SFSM_NONE, &trace);
    assert_status(sfsm_machine_on_step(machine, note_ends, NULL, NULL), SFSM_OK);
    assert_status(sfsm_machine_start(machine, AWAY), SFSM_OK);
    snprintf(expected, sizeof expected, "entry AWAY, event %d from %d to %d", SFSM_NONE, SFSM_NONE, AWAY);
    assert_trace(&trace, expected);
    assert_status(sfsm_machine_stop(machine), SFSM_OK);
    snprintf(expected, sizeof expected, "exit AWAY, event %d from %d to %d", SFSM_NONE, AWAY, SFSM_NONE);
    assert_trace(&trace, expected);
    sfsm_machine_release(machine);
}

static void nothing_happened_at_an_event_that_could_not_be_sent(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = hooked_builder();
    row_from(builder, AWAY, SFSM_ANY, SFSM_INTERNAL); /* unknown events are taken in AWAY, not in HOME */
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_on_step(machine, note_outcome, NULL, NULL), SFSM_OK);
    assert_status(sfsm_machine_on_unhandled(machine, note, "unhandled", NULL), SFSM_OK);
    assert_status(sfsm_machine_send(machine, 4711), SFSM_UNKNOWN_EVENT);
    assert_status(sfsm_machine_send(machine, SFSM_NONE), SFSM_RESERVED_ID);
    assert_status(sfsm_machine_set_state(machine, SFSM_NONE), SFSM_OK);
    assert_status(sfsm_machine_send(machine, GO), SFSM_NOT_RUNNING);
    assert_trace(&trace, "");
    sfsm_machine_release(machine);
}

static void on_unhandled_is_called_for_a_known_event_without_a_row(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(hooked_builder(), HOME, &trace);
    assert_status(sfsm_machine_on_unhandled(machine, note_step, "unhandled", NULL), SFSM_OK);
    assert_status(sfsm_machine_send(machine, OTHER), SFSM_UNHANDLED);
    assert_status(sfsm_machine_send(machine, BACK), SFSM_UNHANDLED);
    assert_trace(&trace, "unhandled: OTHER from HOME to none in HOME, unhandled: BACK from HOME to none in HOME");
    assert_status(sfsm_machine_send(machine, CLOSED), SFSM_REFUSED); /* has a row */
    assert_status(sfsm_machine_send(machine, 4711), SFSM_UNKNOWN_EVENT);
    assert_trace(&trace, "no");
    sfsm_machine_release(machine);
}

static void the_hook_for_steps_comes_after_that_for_unhandled_events(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(hooked_builder(), HOME, &trace);
    assert_status(sfsm_machine_on_step(machine, note, "step", NULL), SFSM_OK);
    assert_status(sfsm_machine_on_unhandled(machine, note, "unhandled", NULL), SFSM_OK);
    assert_status(sfsm_machine_send(machine, OTHER), SFSM_UNHANDLED);
    assert_trace(&trace, "unhandled, step");
    sfsm_machine_release(machine);
}

static int32_t send_help(const sfsm_step *step, void *words) {
    note(step, words);
    return sfsm_machine_send(step->machine, HELP) == SFSM_QUEUED ? 0 : OTHER_FAILURE;
}

static void a_hook_may_send_events(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(hooked_builder(), HOME, &trace);
    assert_status(sfsm_machine_on_unhandled(machine, send_help, "unhandled", NULL), SFSM_OK);
    assert_status(sfsm_machine_send(machine, OTHER), SFSM_UNHANDLED);
    assert_trace(&trace, "unhandled, help");
    sfsm_machine_release(machine);
}

static void a_hook_that_fails_is_a_callback_that_failed(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(hooked_builder(), HOME, &trace);
    assert_status(sfsm_machine_on_unhandled(machine, note_failure, "unhandled", NULL), SFSM_OK);
    assert_status(sfsm_machine_send(machine, OTHER), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_failure(machine), FAILURE);
    assert_int_equal(sfsm_machine_state(machine), HOME);
    assert_status(sfsm_machine_on_unhandled(machine, NULL, NULL, NULL), SFSM_OK);
    assert_status(sfsm_machine_on_step(machine, note_failure, "step", NULL), SFSM_OK);
    assert_status(sfsm_machine_send(machine, GO), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_state(machine), AWAY); /* after the commit: the new state */
    assert_trace(&trace, "unhandled, go, entry AWAY, step");
    sfsm_machine_release(machine);
}

static void hooks_are_added_and_null_removes_them_all(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_status (*const adders[])(sfsm_machine *, sfsm_function, void *, sfsm_finalizer) = {
        sfsm_machine_on_step, sfsm_machine_on_unhandled};
    for (size_t index = 0; index < COUNT(adders); index++) {
        sfsm_machine *const machine = machine_from(hooked_builder(), HOME, &trace);
        assert_status(adders[index](machine, NULL, NULL, NULL), SFSM_OK); /* there is none to remove */
        assert_status(adders[index](machine, note, "first", NULL), SFSM_OK);
        assert_status(sfsm_machine_send(machine, OTHER), SFSM_UNHANDLED);
        assert_trace(&trace, "first");
        assert_status(adders[index](machine, note, "second", NULL), SFSM_OK);
        assert_status(adders[index](machine, note, "first", NULL), SFSM_OK); /* the same again is one more */
        assert_status(sfsm_machine_send(machine, OTHER), SFSM_UNHANDLED);
        assert_trace(&trace, "first, second, first");
        assert_status(adders[1 - index](machine, NULL, NULL, NULL), SFSM_OK); /* of the other kind */
        assert_status(sfsm_machine_send(machine, OTHER), SFSM_UNHANDLED);
        assert_trace(&trace, "first, second, first");
        assert_status(adders[index](machine, NULL, NULL, NULL), SFSM_OK);
        assert_status(sfsm_machine_send(machine, OTHER), SFSM_UNHANDLED);
        assert_trace(&trace, "");
        sfsm_machine_release(machine);
    }
}

static int32_t set_hooks_inside(const sfsm_step *step, void *context) {
    int32_t *const results = context;
    results[0] = sfsm_machine_on_step(step->machine, note, "inner step", NULL);
    results[1] = sfsm_machine_on_unhandled(step->machine, NULL, NULL, NULL);
    return 0;
}

static void hooks_are_not_changed_from_inside(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    int32_t results[2] = {0, 0};
    sfsm_machine *const machine = machine_from(hooked_builder(), HOME, &trace);
    assert_status(sfsm_machine_on_unhandled(machine, set_hooks_inside, results, NULL), SFSM_OK);
    for (int round = 0; round < 2; round++) {
        assert_status(sfsm_machine_send(machine, OTHER), SFSM_UNHANDLED);
        assert_status(results[0], SFSM_BUSY);
        assert_status(results[1], SFSM_BUSY);
        results[0] = results[1] = 0;
    }
    assert_trace(&trace, "");
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_step_is_called_after_every_step_with_its_outcome),
        cmocka_unit_test(a_refused_step_is_a_step_too),
        cmocka_unit_test(starting_and_stopping_are_steps_too),
        cmocka_unit_test(nothing_happened_at_an_event_that_could_not_be_sent),
        cmocka_unit_test(on_unhandled_is_called_for_a_known_event_without_a_row),
        cmocka_unit_test(the_hook_for_steps_comes_after_that_for_unhandled_events),
        cmocka_unit_test(a_hook_may_send_events),
        cmocka_unit_test(a_hook_that_fails_is_a_callback_that_failed),
        cmocka_unit_test(hooks_are_added_and_null_removes_them_all),
        cmocka_unit_test(hooks_are_not_changed_from_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
