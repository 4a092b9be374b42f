/* Events that wait with their arguments: they keep copies of their own, strings too, behind failures too, and what is
 * dropped is freed. What valgrind sees is half of this. Long queues are in test_argument_floods.c. */
#include "arguments.h"

enum { FIRST = 4, SECOND, FAILING };

/* Sends from memory that is overwritten and freed as soon as the call returns. */
static sfsm_outcome send_from_heap(sfsm_machine *machine, int32_t event, int32_t number, const char *text) {
    const size_t length = strlen(text);
    char *const copy = malloc(length + 1);
    sfsm_value *const values = malloc(2 * sizeof *values);
    memcpy(copy, text, length + 1);
    values[0] = I32(number);
    values[1] = STR(copy);
    const sfsm_outcome outcome = sfsm_machine_send_message(machine, MESSAGE_WITH(event, NO_CASES, values, 2));
    memset(copy, '?', length);
    memset(values, 0x7f, 2 * sizeof *values);
    free(copy);
    free(values);
    return outcome;
}

/* GO leads from HOME to AWAY and does this; FIRST and SECOND note what they carry, everywhere; so does FAILING, and
 * fails. */
static sfsm_builder *sending_builder(sfsm_function action, const char *words) {
    sfsm_builder *const builder = sfsm_builder_create();
    name_all(builder);
    declare_event(builder, FIRST, "i32, str");
    declare_event(builder, SECOND, "i32, str");
    declare_event(builder, FAILING, "i32, str");
    ADD_ROWS(builder, {HOME, GO, AWAY, 1, DOING(action, words)}, {AWAY, BACK, HOME, 2, NOTING("back")},
             {SFSM_ANY, FIRST, SFSM_INTERNAL, 3, DOING(note_arguments, "first")},
             {SFSM_ANY, SECOND, SFSM_INTERNAL, 4, DOING(note_arguments, "second")},
             {SFSM_ANY, FAILING, SFSM_INTERNAL, 5, DOING(note_arguments_failure, "fail")});
    return builder;
}

static int32_t send_three(const sfsm_step *step, void *words) {
    note(step, words);
    trace_note(step->context, "%s", sfsm_status_name(send_from_heap(step->machine, FIRST, 1, "one")));
    trace_note(step->context, "%s", sfsm_status_name(send_from_heap(step->machine, SECOND, 2, "")));
    trace_note(step->context, "%s", sfsm_status_name(sfsm_send(step->machine, FIRST, 3, (const char *)NULL)));
    return 0;
}

static void a_queued_event_keeps_copies_of_what_it_carries(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(sending_builder(send_three, "go"), HOME, &trace);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_trace(&trace, "go, SFSM_QUEUED, SFSM_QUEUED, SFSM_QUEUED, first(i32 1, str \"one\"), "
                         "second(i32 2, str \"\"), first(i32 3, str NULL)");
    sfsm_machine_release(machine);
}

/* Sends what it was sent, one more each time, up to ten: what the step carries is itself a copy in the queue. */
static int32_t send_on(const sfsm_step *step, void *words) {
    note_arguments(step, words);
    const sfsm_value more[] = {I32(step->arguments[0].as.i32 + 1), step->arguments[1]};
    if (more[0].as.i32 <= 10) {
        sfsm_machine_send_message(step->machine, MESSAGE_WITH(STAY, NO_CASES, more, COUNT(more)));
    }
    if (more[0].as.i32 == 2) { /* and as it is */
        sfsm_machine_send_message(step->machine, MESSAGE_WITH(BACK, NO_CASES, step->arguments, step->argument_count));
    }
    return 0;
}

static void what_a_step_carries_may_be_sent_on(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    char text[] = "text";
    sfsm_builder *const builder = sound_builder();
    declare_event(builder, STAY, "i32, str");
    declare_event(builder, BACK, "i32, str");
    ADD_ROWS(builder, {HOME, STAY, SFSM_INTERNAL, 3, DOING(send_on, "stay")},
             {HOME, BACK, SFSM_INTERNAL, 4, DOING(note_arguments, "back")});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_send(machine, STAY, 1, text), SFSM_TRANSITIONED);
    assert_trace(&trace, "stay(i32 1, str \"text\"), stay(i32 2, str \"text\"), back(i32 1, str \"text\"), "
                         "stay(i32 3, str \"text\"), stay(i32 4, str \"text\"), stay(i32 5, str \"text\"), "
                         "stay(i32 6, str \"text\"), stay(i32 7, str \"text\"), stay(i32 8, str \"text\"), "
                         "stay(i32 9, str \"text\"), stay(i32 10, str \"text\")");
    sfsm_machine_release(machine);
}

/* ---------------------------------------------------------------------------------------------------------------
 * Failures
 * ------------------------------------------------------------------------------------------------------------- */

/* Leaves four events waiting, of which the second fails. */
static int32_t send_four_and_fail(const sfsm_step *step, void *words) {
    note(step, words);
    send_from_heap(step->machine, FIRST, 1, "one");
    send_from_heap(step->machine, FAILING, 2, "two");
    send_from_heap(step->machine, SECOND, 3, "three");
    send_from_heap(step->machine, FIRST, 4, "four");
    return FAILURE;
}

static sfsm_machine *machine_with_four_waiting(trace *trace) {
    sfsm_machine *const machine = machine_from(sending_builder(send_four_and_fail, "go"), HOME, trace);
    assert_status(sfsm_machine_send(machine, GO), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_pending(machine), 4);
    assert_trace(trace, "go");
    return machine;
}

static void events_that_a_failure_leaves_waiting_keep_their_arguments(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_with_four_waiting(&trace);
    assert_status(sfsm_machine_run_pending(machine), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_pending(machine), 2);
    assert_trace(&trace, "first(i32 1, str \"one\"), fail(i32 2, str \"two\")");
    assert_status(sfsm_machine_run_pending(machine), SFSM_OK);
    assert_trace(&trace, "second(i32 3, str \"three\"), first(i32 4, str \"four\")");
    sfsm_machine_release(machine);
}

static void an_event_that_is_sent_while_others_wait_runs_behind_them(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_with_four_waiting(&trace);
    assert_status(sfsm_send(machine, SECOND, 5), SFSM_ARGUMENT_COUNT); /* a mistake runs nothing */
    assert_int_equal(sfsm_machine_pending(machine), 4);
    assert_trace(&trace, "");
    assert_status(send_from_heap(machine, SECOND, 5, "five"), SFSM_QUEUED); /* it waits too, as a copy */
    assert_int_equal(sfsm_machine_pending(machine), 3);
    assert_trace(&trace, "first(i32 1, str \"one\"), fail(i32 2, str \"two\")");
    assert_status(send_from_heap(machine, FIRST, 6, "six"), SFSM_TRANSITIONED);
    assert_trace(&trace, "second(i32 3, str \"three\"), first(i32 4, str \"four\"), second(i32 5, str \"five\"), "
                         "first(i32 6, str \"six\")");
    sfsm_machine_release(machine);
}

static void a_failed_step_takes_only_its_own_arguments_with_it(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(sending_builder(note, "go"), HOME, &trace);
    for (int32_t round = 0; round < 3; round++) {
        assert_status(send_from_heap(machine, FAILING, 1, "one"), SFSM_CALLBACK_FAILED);
        assert_int_equal(sfsm_machine_pending(machine), 0);
        assert_status(send_from_heap(machine, FIRST, 2, "two"), SFSM_TRANSITIONED);
        assert_trace(&trace, "fail(i32 1, str \"one\"), first(i32 2, str \"two\")");
    }
    sfsm_machine_release(machine);
}

/* ---------------------------------------------------------------------------------------------------------------
 * Dropping what waits: valgrind would see what was not freed
 * ------------------------------------------------------------------------------------------------------------- */

static void check_that_nothing_waits(sfsm_machine *machine, trace *trace) {
    assert_int_equal(sfsm_machine_pending(machine), 0);
    assert_trace(trace, "");
    if (sfsm_machine_state(machine) == SFSM_NONE) {
        assert_status(sfsm_machine_start(machine, HOME), SFSM_OK);
    }
    assert_status(sfsm_machine_run_pending(machine), SFSM_OK);
    assert_status(send_from_heap(machine, SECOND, 7, "seven"), SFSM_TRANSITIONED);
    assert_trace(trace, "second(i32 7, str \"seven\")");
    sfsm_machine_release(machine);
}

static void what_waits_is_dropped_from_outside(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const discarded = machine_with_four_waiting(&trace);
    assert_status(sfsm_machine_discard_pending(discarded), SFSM_OK);
    check_that_nothing_waits(discarded, &trace);
    sfsm_machine *const stopped = machine_with_four_waiting(&trace);
    assert_status(sfsm_machine_stop(stopped), SFSM_OK);
    check_that_nothing_waits(stopped, &trace);
    sfsm_machine *const without_state = machine_with_four_waiting(&trace);
    assert_status(sfsm_machine_set_state(without_state, SFSM_NONE), SFSM_OK);
    check_that_nothing_waits(without_state, &trace);
    sfsm_machine_release(machine_with_four_waiting(&trace));
    assert_trace(&trace, "");
}

static void a_state_that_is_set_leaves_what_waits(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_with_four_waiting(&trace);
    assert_status(sfsm_machine_set_state(machine, AWAY), SFSM_OK);
    assert_status(sfsm_machine_run_pending(machine), SFSM_CALLBACK_FAILED);
    assert_status(sfsm_machine_run_pending(machine), SFSM_OK);
    assert_trace(&trace, "first(i32 1, str \"one\"), fail(i32 2, str \"two\"), second(i32 3, str \"three\"), "
                         "first(i32 4, str \"four\")");
    sfsm_machine_release(machine);
}

static int32_t send_and_discard(const sfsm_step *step, void *words) {
    note_arguments(step, words);
    send_from_heap(step->machine, FIRST, 1, "one");
    sfsm_machine_discard_pending(step->machine);
    send_from_heap(step->machine, SECOND, 2, "two");
    return note_arguments(step, "again");
}

static int32_t send_and_stop(const sfsm_step *step, void *words) {
    note_arguments(step, words);
    send_from_heap(step->machine, FIRST, 1, "one");
    sfsm_machine_stop(step->machine);
    send_from_heap(step->machine, SECOND, 2, "two");
    return note_arguments(step, "again");
}

static int32_t send_and_release(const sfsm_step *step, void *words) {
    note_arguments(step, words);
    send_from_heap(step->machine, FIRST, 1, "one");
    sfsm_machine_release(step->machine);
    return note_arguments(step, "again");
}

static int32_t send_stay(const sfsm_step *step, void *words) {
    (void)words;
    send_from_heap(step->machine, STAY, 0, "stay");
    return 0;
}

/* GO sends STAY, which does this while its own arguments are those of a queued event. */
static sfsm_machine *machine_whose_queued_event(sfsm_function action, trace *trace) {
    sfsm_builder *const builder = sending_builder(send_stay, "go");
    declare_event(builder, STAY, "i32, str");
    ADD_ROWS(builder, {AWAY, STAY, SFSM_INTERNAL, 7, DOING(action, "stay")});
    return machine_from(builder, HOME, trace);
}

static void what_waits_is_dropped_from_inside(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const discarding = machine_whose_queued_event(send_and_discard, &trace);
    assert_status(sfsm_machine_send(discarding, GO), SFSM_TRANSITIONED);
    assert_trace(&trace, "stay(i32 0, str \"stay\"), again(i32 0, str \"stay\"), second(i32 2, str \"two\")");
    check_that_nothing_waits(discarding, &trace);

    sfsm_machine *const stopping = machine_whose_queued_event(send_and_stop, &trace);
    assert_status(sfsm_machine_send(stopping, GO), SFSM_TRANSITIONED);
    assert_trace(&trace, "stay(i32 0, str \"stay\"), again(i32 0, str \"stay\"), first(i32 1, str \"one\")");
    check_that_nothing_waits(stopping, &trace);

    sfsm_machine *const releasing = machine_whose_queued_event(send_and_release, &trace);
    assert_status(sfsm_machine_send(releasing, GO), SFSM_TRANSITIONED);
    assert_trace(&trace, "stay(i32 0, str \"stay\"), again(i32 0, str \"stay\")");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_queued_event_keeps_copies_of_what_it_carries),
        cmocka_unit_test(what_a_step_carries_may_be_sent_on),
        cmocka_unit_test(events_that_a_failure_leaves_waiting_keep_their_arguments),
        cmocka_unit_test(an_event_that_is_sent_while_others_wait_runs_behind_them),
        cmocka_unit_test(a_failed_step_takes_only_its_own_arguments_with_it),
        cmocka_unit_test(what_waits_is_dropped_from_outside),
        cmocka_unit_test(a_state_that_is_set_leaves_what_waits),
        cmocka_unit_test(what_waits_is_dropped_from_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
