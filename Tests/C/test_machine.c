/* Chapter 8, the machine itself: how it is made, what an event comes to, its state and context. */
#include "support.h"

enum { HOME, AWAY, END };
enum { GO, BACK, STAY, INSIDE, OTHER };

/* HOME and AWAY with traced callbacks; OTHER is known and has no row. */
static sfsm_builder *traced_builder(void) {
    static const sfsm_name events[] = {SFSM_NAME(OTHER)};
    static const struct { int32_t source, event, target; const char *words; } rows[] = {
        {HOME, GO, AWAY, "go"}, {AWAY, BACK, HOME, "back"}, {HOME, STAY, SFSM_SAME, "stay"},
        {HOME, INSIDE, SFSM_INTERNAL, "inside"}};
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t index = 0; index < COUNT(rows); index++) {
        const size_t row = row_from(builder, rows[index].source, rows[index].event, rows[index].target);
        assert_status(sfsm_builder_add_action(builder, row, note, (void *)rows[index].words, NULL), SFSM_OK);
    }
    trace_state(builder, HOME);
    trace_state(builder, AWAY);
    assert_status(sfsm_builder_name_events(builder, events, COUNT(events)), SFSM_OK);
    return builder;
}

static void a_machine_begins_where_it_is_told_and_runs_no_callback(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = traced_builder();
    assert_status(sfsm_builder_set_initial(builder, AWAY), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    static const struct { int32_t initial, state; } cases[] = {
        {HOME, HOME}, {AWAY, AWAY}, {SFSM_INITIAL, AWAY}, {SFSM_NONE, SFSM_NONE}};
    for (size_t index = 0; index < COUNT(cases); index++) {
        sfsm_machine *const machine = machine_over(table, cases[index].initial, &trace);
        assert_int_equal(sfsm_machine_state(machine), cases[index].state);
        assert_ptr_equal(sfsm_machine_context(machine), &trace);
        assert_ptr_equal(sfsm_machine_table(machine), table);
        assert_int_equal(sfsm_machine_failure(machine), 0);
        assert_int_equal(sfsm_machine_pending(machine), 0);
        sfsm_machine_release(machine); /* no exit callback either */
    }
    assert_trace(&trace, "");
    sfsm_table_release(table);
}

static void a_machine_is_not_made_in_an_unknown_state(void **state) {
    (void)state;
    sfsm_table *const table = table_from(traced_builder());
    static const int32_t unknown[] = {END, -1, INT32_MAX, SFSM_FIRST_ID, SFSM_INITIAL, SFSM_ANY, SFSM_SAME};
    for (size_t index = 0; index < COUNT(unknown); index++) {
        sfsm_machine *machine = (sfsm_machine *)table; /* anything but NULL, which the call must write */
        assert_status(sfsm_machine_create(table, unknown[index], NULL, &machine), SFSM_UNKNOWN_STATE);
        assert_null(machine);
    }
    sfsm_table_release(table);
}

static void each_event_has_its_outcome(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(traced_builder(), HOME, &trace);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_trace(&trace, "exit HOME, go, entry AWAY");
    assert_status(sfsm_machine_send(machine, GO), SFSM_UNHANDLED); /* a row, but of another state */
    assert_status(sfsm_machine_send(machine, OTHER), SFSM_UNHANDLED);
    assert_status(sfsm_machine_send(machine, 4711), SFSM_UNKNOWN_EVENT);
    assert_status(sfsm_machine_send(machine, SFSM_ANY), SFSM_RESERVED_ID);
    assert_trace(&trace, "");
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    assert_status(sfsm_machine_send(machine, BACK), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send(machine, INSIDE), SFSM_TRANSITIONED);
    assert_trace(&trace, "exit AWAY, back, entry HOME, stay, cycle HOME, inside");
    sfsm_machine_release(machine);
}

static void an_unknown_event_is_taken_only_where_a_row_for_any_event_is(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t row = row_from(builder, HOME, SFSM_ANY, SFSM_INTERNAL);
    assert_status(sfsm_builder_add_action(builder, row, note_step, "any", NULL), SFSM_OK);
    row_from(builder, HOME, GO, AWAY);
    row_from(builder, AWAY, BACK, HOME);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, 4711), SFSM_TRANSITIONED);
    assert_trace(&trace, "any: 4711 from 0 to 0 in 0");
    assert_status(sfsm_machine_send(machine, BACK), SFSM_TRANSITIONED); /* known, by a row of another state */
    assert_trace(&trace, "any: 1 from 0 to 0 in 0");
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send(machine, 4711), SFSM_UNKNOWN_EVENT);
    assert_status(sfsm_machine_send(machine, GO), SFSM_UNHANDLED);
    assert_trace(&trace, "");
    sfsm_machine_release(machine);
}

static void reserved_ids_are_no_events_even_where_any_event_is_taken(void **state) {
    (void)state;
    const sfsm_row rows[] = {SFSM_ROW(SFSM_ANY, SFSM_ANY, AWAY, NULL), SFSM_ROW(HOME, GO, SFSM_SAME, NULL),
                             SFSM_ROW(AWAY, GO, SFSM_SAME, NULL)};
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), HOME, NULL);
    for (int32_t event = INT32_MIN; event < SFSM_FIRST_ID; event++) {
        int32_t target = 4711;
        assert_status(sfsm_machine_send(machine, event), SFSM_RESERVED_ID);
        assert_status(sfsm_machine_probe(machine, MESSAGE(event), &target), SFSM_RESERVED_ID);
        assert_int_equal(target, 4711);
        assert_int_equal(sfsm_machine_state(machine), HOME);
    }
    sfsm_machine_release(machine);
}

static void set_state_restores_a_state_without_any_callback(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(traced_builder(), HOME, &trace);
    assert_status(sfsm_machine_on_step(machine, note, "step", NULL), SFSM_OK);
    assert_status(sfsm_machine_set_state(machine, AWAY), SFSM_OK);
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    assert_status(sfsm_machine_set_state(machine, AWAY), SFSM_OK);
    assert_status(sfsm_machine_set_state(machine, SFSM_NONE), SFSM_OK); /* stops it */
    assert_int_equal(sfsm_machine_state(machine), SFSM_NONE);
    assert_status(sfsm_machine_send(machine, GO), SFSM_NOT_RUNNING);
    assert_status(sfsm_machine_set_state(machine, SFSM_NONE), SFSM_OK);
    assert_status(sfsm_machine_set_state(machine, HOME), SFSM_OK); /* and a stopped one runs again */
    assert_trace(&trace, "");
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_trace(&trace, "exit HOME, go, entry AWAY, step");
    sfsm_machine_release(machine);
}

static void set_state_knows_only_the_tables_states(void **state) {
    (void)state;
    sfsm_machine *const machine = machine_from(traced_builder(), AWAY, NULL);
    static const int32_t unknown[] = {END, -1, INT32_MAX, SFSM_FIRST_ID, SFSM_ANY, SFSM_SAME};
    for (size_t index = 0; index < COUNT(unknown); index++) {
        assert_status(sfsm_machine_set_state(machine, unknown[index]), SFSM_UNKNOWN_STATE);
        assert_int_equal(sfsm_machine_state(machine), AWAY);
    }
    sfsm_machine_release(machine);
}

static void the_context_may_be_changed(void **state) {
    (void)state;
    trace first = {{0}, 0}, second = {{0}, 0};
    sfsm_machine *const machine = machine_from(traced_builder(), HOME, &first);
    assert_status(sfsm_machine_send(machine, INSIDE), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_set_context(machine, &second), SFSM_OK);
    assert_ptr_equal(sfsm_machine_context(machine), &second);
    assert_status(sfsm_machine_send(machine, INSIDE), SFSM_TRANSITIONED);
    assert_trace(&first, "inside");
    assert_trace(&second, "inside");
    assert_status(sfsm_machine_set_context(machine, NULL), SFSM_OK);
    assert_null(sfsm_machine_context(machine));
    sfsm_machine_release(machine);
}

static void machines_over_one_table_are_independent(void **state) {
    (void)state;
    trace first_trace = {{0}, 0}, second_trace = {{0}, 0};
    sfsm_table *const table = table_from(traced_builder());
    sfsm_machine *const first = machine_over(table, HOME, &first_trace);
    sfsm_machine *const second = machine_over(table, HOME, &second_trace);
    sfsm_table_release(table);
    assert_status(sfsm_machine_send(first, GO), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(second), HOME);
    assert_status(sfsm_machine_send(second, STAY), SFSM_TRANSITIONED);
    sfsm_machine_release(first);
    assert_status(sfsm_machine_send(second, GO), SFSM_TRANSITIONED);
    assert_trace(&first_trace, "exit HOME, go, entry AWAY");
    assert_trace(&second_trace, "stay, cycle HOME, exit HOME, go, entry AWAY");
    sfsm_machine_release(second);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_machine_begins_where_it_is_told_and_runs_no_callback),
        cmocka_unit_test(a_machine_is_not_made_in_an_unknown_state),
        cmocka_unit_test(each_event_has_its_outcome),
        cmocka_unit_test(an_unknown_event_is_taken_only_where_a_row_for_any_event_is),
        cmocka_unit_test(reserved_ids_are_no_events_even_where_any_event_is_taken),
        cmocka_unit_test(set_state_restores_a_state_without_any_callback),
        cmocka_unit_test(set_state_knows_only_the_tables_states),
        cmocka_unit_test(the_context_may_be_changed),
        cmocka_unit_test(machines_over_one_table_are_independent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
