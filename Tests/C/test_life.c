/* Chapter 8, start and stop: which callbacks run, what they are told, and what a failure leaves. */
#include "support.h"

enum { HOME, AWAY, END };
enum { GO, BACK };

static const sfsm_name state_names[] = {SFSM_NAME(HOME), SFSM_NAME(AWAY)};
static const sfsm_name event_names[] = {SFSM_NAME(GO), SFSM_NAME(BACK)};

/* HOME and AWAY with these callbacks as entry and exit of HOME, a cycle of it, and traced actions. */
static sfsm_builder *builder_with(sfsm_function entry, sfsm_function exit) {
    size_t home = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t go = row_from(builder, HOME, GO, AWAY), back = row_from(builder, AWAY, BACK, HOME);
    assert_status(sfsm_builder_add_action(builder, go, note, "go", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, back, note, "back", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, HOME, 0, &home), SFSM_OK);
    assert_status(sfsm_builder_on_entry(builder, home, entry, "entry", NULL), SFSM_OK);
    assert_status(sfsm_builder_on_entry(builder, home, note, "entry 2", NULL), SFSM_OK);
    assert_status(sfsm_builder_on_exit(builder, home, exit, "exit", NULL), SFSM_OK);
    assert_status(sfsm_builder_on_exit(builder, home, note, "exit 2", NULL), SFSM_OK);
    assert_status(sfsm_builder_on_cycle(builder, home, note, "cycle", NULL), SFSM_OK);
    assert_status(sfsm_builder_name_states(builder, state_names, COUNT(state_names)), SFSM_OK);
    assert_status(sfsm_builder_name_events(builder, event_names, COUNT(event_names)), SFSM_OK);
    assert_status(sfsm_builder_set_initial(builder, HOME), SFSM_OK);
    return builder;
}

static void start_runs_entry_callbacks_in_the_state(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    static const int32_t initials[] = {HOME, SFSM_INITIAL};
    sfsm_table *const table = table_from(builder_with(note_step, note_step));
    for (size_t index = 0; index < COUNT(initials); index++) {
        sfsm_machine *const machine = machine_over(table, SFSM_NONE, &trace);
        assert_status(sfsm_machine_start(machine, initials[index]), SFSM_OK);
        assert_trace(&trace, "entry: none from none to HOME in HOME, entry 2");
        assert_int_equal(sfsm_machine_state(machine), HOME);
        sfsm_machine_release(machine);
    }
    sfsm_table_release(table);
}

static void stop_runs_exit_callbacks_and_leaves_no_state(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(builder_with(note_step, note_step), HOME, &trace);
    assert_status(sfsm_machine_stop(machine), SFSM_OK);
    assert_trace(&trace, "exit: none from HOME to none in HOME, exit 2");
    assert_int_equal(sfsm_machine_state(machine), SFSM_NONE);
    sfsm_machine_release(machine);
}

static void a_machine_may_be_started_and_stopped_again_and_again(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(builder_with(note, note), SFSM_NONE, &trace);
    for (int round = 0; round < 3; round++) {
        assert_status(sfsm_machine_start(machine, HOME), SFSM_OK);
        assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
        assert_trace(&trace, "entry, entry 2, exit, exit 2, go");
        assert_status(sfsm_machine_stop(machine), SFSM_OK);
        assert_trace(&trace, "");
    }
    sfsm_machine_release(machine);
}

static void a_running_machine_is_not_started_again(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(builder_with(note, note), AWAY, &trace);
    assert_status(sfsm_machine_start(machine, HOME), SFSM_ALREADY_RUNNING);
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    assert_trace(&trace, "");
    sfsm_machine_release(machine);
}

static void a_machine_is_not_started_in_an_unknown_state(void **state) {
    (void)state;
    const sfsm_row rows[] = {SFSM_ROW(HOME, GO, HOME, NULL)}; /* without a declared initial state */
    static const int32_t unknown[] = {END, -1, INT32_MAX, SFSM_FIRST_ID, SFSM_INITIAL, SFSM_NONE, SFSM_ANY};
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), SFSM_NONE, NULL);
    for (size_t index = 0; index < COUNT(unknown); index++) {
        assert_status(sfsm_machine_start(machine, unknown[index]), SFSM_UNKNOWN_STATE);
        assert_int_equal(sfsm_machine_state(machine), SFSM_NONE);
    }
    assert_status(sfsm_machine_start(machine, HOME), SFSM_OK);
    sfsm_machine_release(machine);
}

static void a_machine_used_after_stop(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(builder_with(note, note), HOME, &trace);
    assert_status(sfsm_machine_stop(machine), SFSM_OK);
    assert_trace(&trace, "exit, exit 2");
    int32_t target = 4711, event = 4711;
    size_t count = 4711;
    assert_status(sfsm_machine_send(machine, GO), SFSM_NOT_RUNNING);
    assert_status(sfsm_machine_stop(machine), SFSM_NOT_RUNNING);
    assert_status(sfsm_machine_probe(machine, MESSAGE(GO), &target), SFSM_NOT_RUNNING);
    assert_status(sfsm_machine_permitted(machine, NULL, 0, &event, 1, &count), SFSM_NOT_RUNNING);
    assert_int_equal(target, 4711);
    assert_int_equal(event, 4711);
    assert_int_equal(count, 4711);
    assert_int_equal(sfsm_machine_state(machine), SFSM_NONE);
    assert_int_equal(sfsm_machine_pending(machine), 0);
    assert_ptr_equal(sfsm_machine_context(machine), &trace);
    assert_non_null(sfsm_machine_table(machine));
    assert_status(sfsm_machine_discard_pending(machine), SFSM_OK);
    assert_trace(&trace, "");
    assert_status(sfsm_machine_start(machine, AWAY), SFSM_OK); /* all of it intact */
    assert_status(sfsm_machine_send(machine, BACK), SFSM_TRANSITIONED);
    assert_trace(&trace, "back, entry, entry 2");
    sfsm_machine_release(machine);
}

static void a_machine_whose_entry_fails_at_the_start_runs_in_that_state(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(builder_with(note_failure, note), SFSM_NONE, &trace);
    assert_status(sfsm_machine_start(machine, HOME), SFSM_CALLBACK_FAILED);
    assert_trace(&trace, "entry");
    assert_int_equal(sfsm_machine_state(machine), HOME);
    assert_int_equal(sfsm_machine_failure(machine), FAILURE);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_trace(&trace, "exit, exit 2, go");
    sfsm_machine_release(machine);
}

static void a_machine_whose_exit_fails_at_the_stop_still_runs(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(builder_with(note, note_failure), HOME, &trace);
    assert_status(sfsm_machine_stop(machine), SFSM_CALLBACK_FAILED);
    assert_trace(&trace, "exit");
    assert_int_equal(sfsm_machine_state(machine), HOME);
    assert_int_equal(sfsm_machine_failure(machine), FAILURE);
    assert_status(sfsm_machine_set_state(machine, SFSM_NONE), SFSM_OK); /* stops it all the same */
    sfsm_machine_release(machine);
}

static int32_t send_go_and_back(const sfsm_step *step, void *words) {
    note(step, words);
    const sfsm_outcome first = sfsm_machine_send(step->machine, GO);
    const sfsm_outcome second = sfsm_machine_send(step->machine, BACK);
    return first == SFSM_QUEUED && second == SFSM_QUEUED ? 0 : OTHER_FAILURE;
}

static void start_runs_what_entry_callbacks_sent(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sfsm_builder_create();
    size_t home = 0;
    assert_status(sfsm_builder_add_state(builder, HOME, 0, &home), SFSM_OK);
    assert_status(sfsm_builder_on_entry(builder, home, send_go_and_back, "entry HOME", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, row_from(builder, HOME, GO, AWAY), note, "go", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, row_from(builder, AWAY, BACK, SFSM_SAME), note, "back", NULL),
                  SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, SFSM_NONE, &trace);
    assert_status(sfsm_machine_start(machine, HOME), SFSM_OK);
    assert_trace(&trace, "entry HOME, go, back");
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    assert_int_equal(sfsm_machine_pending(machine), 0);
    sfsm_machine_release(machine);
}

static void stop_drops_what_exit_callbacks_sent(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(builder_with(note, send_go_and_back), HOME, &trace);
    assert_status(sfsm_machine_stop(machine), SFSM_OK);
    assert_trace(&trace, "exit, exit 2");
    assert_int_equal(sfsm_machine_pending(machine), 0);
    assert_status(sfsm_machine_set_state(machine, HOME), SFSM_OK);
    assert_status(sfsm_machine_run_pending(machine), SFSM_OK); /* nothing is left of them */
    assert_trace(&trace, "");
    sfsm_machine_release(machine);
}

/* Stops its own machine between two events; the second is dropped. */
static int32_t send_stop_send(const sfsm_step *step, void *words) {
    note(step, words);
    const bool good = sfsm_machine_send(step->machine, BACK) == SFSM_QUEUED &&
                      sfsm_machine_stop(step->machine) == SFSM_QUEUED &&
                      sfsm_machine_send(step->machine, GO) == SFSM_QUEUED;
    return good ? 0 : OTHER_FAILURE;
}

static void a_stop_from_inside_is_carried_out_after_the_events_that_wait(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = builder_with(note, note);
    size_t away = 0;
    assert_status(sfsm_builder_add_state(builder, AWAY, 0, &away), SFSM_OK);
    assert_status(sfsm_builder_on_entry(builder, away, send_stop_send, "entry AWAY", NULL), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_trace(&trace, "exit, exit 2, go, entry AWAY, back, entry, entry 2, exit, exit 2");
    assert_int_equal(sfsm_machine_state(machine), SFSM_NONE);
    assert_int_equal(sfsm_machine_pending(machine), 0);
    assert_int_equal(sfsm_machine_failure(machine), 0);
    sfsm_machine_release(machine);
}

static void a_stop_from_inside_that_fails_leaves_the_machine_running(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = builder_with(note, note);
    size_t away = 0;
    assert_status(sfsm_builder_add_state(builder, AWAY, 0, &away), SFSM_OK);
    assert_status(sfsm_builder_on_entry(builder, away, send_stop_send, "entry AWAY", NULL), SFSM_OK);
    assert_status(sfsm_builder_on_exit(builder, away, note, "exit AWAY", NULL), SFSM_OK);
    size_t home = 0;
    assert_status(sfsm_builder_add_state(builder, HOME, 0, &home), SFSM_OK);
    assert_status(sfsm_builder_on_exit(builder, home, note_failure, "exit 3", NULL), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, SFSM_NONE, &trace);
    assert_status(sfsm_machine_start(machine, AWAY), SFSM_OK); /* the stop came after that */
    assert_trace(&trace, "entry AWAY, exit AWAY, back, entry, entry 2, exit, exit 2, exit 3");
    assert_int_equal(sfsm_machine_state(machine), HOME);
    assert_int_equal(sfsm_machine_failure(machine), FAILURE);
    assert_int_equal(sfsm_machine_pending(machine), 1); /* GO, sent after the stop */
    sfsm_machine_release(machine);
}

static void a_stopped_machine_takes_no_event_whatever_the_ids_are(void **state) {
    (void)state;
    static const int32_t ids[][2] = {{0, 1}, {-2000000000, 2000000000}};
    for (size_t index = 0; index < COUNT(ids); index++) {
        trace trace = {{0}, 0};
        sfsm_builder *const builder = sfsm_builder_create();
        const size_t go = row_from(builder, HOME, ids[index][0], AWAY),
                     back = row_from(builder, AWAY, ids[index][1], HOME);
        assert_status(sfsm_builder_add_action(builder, go, note, "go", NULL), SFSM_OK);
        assert_status(sfsm_builder_add_action(builder, back, note, "back", NULL), SFSM_OK);
        sfsm_machine *const machine = machine_from(builder, HOME, &trace);
        assert_status(sfsm_machine_stop(machine), SFSM_OK);
        assert_status(sfsm_machine_send(machine, ids[index][0]), SFSM_NOT_RUNNING);
        assert_int_equal(sfsm_machine_state(machine), SFSM_NONE);
        assert_trace(&trace, "");
        sfsm_machine_release(machine);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(start_runs_entry_callbacks_in_the_state),
        cmocka_unit_test(stop_runs_exit_callbacks_and_leaves_no_state),
        cmocka_unit_test(a_machine_may_be_started_and_stopped_again_and_again),
        cmocka_unit_test(a_running_machine_is_not_started_again),
        cmocka_unit_test(a_machine_is_not_started_in_an_unknown_state),
        cmocka_unit_test(a_machine_used_after_stop),
        cmocka_unit_test(a_machine_whose_entry_fails_at_the_start_runs_in_that_state),
        cmocka_unit_test(a_machine_whose_exit_fails_at_the_stop_still_runs),
        cmocka_unit_test(start_runs_what_entry_callbacks_sent),
        cmocka_unit_test(stop_drops_what_exit_callbacks_sent),
        cmocka_unit_test(a_stop_from_inside_is_carried_out_after_the_events_that_wait),
        cmocka_unit_test(a_stop_from_inside_that_fails_leaves_the_machine_running),
        cmocka_unit_test(a_stopped_machine_takes_no_event_whatever_the_ids_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
