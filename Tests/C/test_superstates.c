/* Chapter 5, superstates: what the states that adopt them have from them. Callbacks of superstates come before a
 * state's own, in order of adoption, depth first. Their rows are in test_superstate_rows.c. */
#include "superstates.h"

static void superstates_are_numbered_among_the_other_blocks(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    size_t block = 0;
    assert_int_equal(state_from(builder, HOME), 1);
    assert_int_equal(superstate_from(builder), 2);
    assert_status(sfsm_builder_add_superstate(builder, &block), SFSM_OK);
    assert_int_equal(block, 3);
    assert_status(sfsm_builder_add_superstate(builder, NULL), SFSM_OK);
    assert_int_equal(state_from(builder, AWAY), 5);
    sfsm_builder_release(builder);
}

static void callbacks_run_in_order_of_adoption_depth_first_and_own_ones_last(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    add_row(builder, HOME, STAY, SFSM_SAME, 3);
    const size_t home = state_from(builder, HOME);
    trace_block(builder, home, "HOME"); /* first said, yet the last to run */
    const size_t side = superstate_from(builder), middle = superstate_from(builder), base = superstate_from(builder);
    const size_t other_base = superstate_from(builder), last = superstate_from(builder);
    trace_block(builder, last, "LAST");
    trace_block(builder, side, "SIDE");
    trace_block(builder, middle, "MIDDLE");
    trace_block(builder, other_base, "OTHER");
    trace_block(builder, base, "BASE");
    adopt(builder, home, middle);
    adopt(builder, home, side);
    adopt(builder, home, last);
    adopt(builder, middle, base); /* after the block that has it was itself adopted */
    adopt(builder, middle, other_base);
    sfsm_machine *const machine = machine_from(builder, AWAY, &trace);
    assert_status(sfsm_machine_send(machine, BACK), SFSM_TRANSITIONED);
    assert_trace(&trace, "entry BASE, entry OTHER, entry MIDDLE, entry SIDE, entry LAST, entry HOME");
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    assert_trace(&trace, "cycle BASE, cycle OTHER, cycle MIDDLE, cycle SIDE, cycle LAST, cycle HOME");
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_trace(&trace, "exit BASE, exit OTHER, exit MIDDLE, exit SIDE, exit LAST, exit HOME");
    sfsm_machine_release(machine);
}

static void each_of_a_superstates_callbacks_runs_in_the_order_in_which_it_was_added(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    const size_t base = superstate_from(builder), home = state_from(builder, HOME), away = state_from(builder, AWAY);
    adopt(builder, home, base);
    adopt(builder, away, base);
    assert_status(sfsm_builder_on_entry(builder, base, note_step, "entry 1", NULL), SFSM_OK);
    assert_status(sfsm_builder_on_entry(builder, base, note_step, "entry 2", NULL), SFSM_OK);
    assert_status(sfsm_builder_on_exit(builder, base, note_step, "exit 1", NULL), SFSM_OK);
    assert_status(sfsm_builder_on_exit(builder, base, note_step, "exit 2", NULL), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    /* A superstate is no state of its own: between two that adopt it, it is left and entered. */
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_trace(&trace, "exit 1: GO from HOME to AWAY in HOME, exit 2: GO from HOME to AWAY in HOME, "
                         "entry 1: GO from HOME to AWAY in AWAY, entry 2: GO from HOME to AWAY in AWAY");
    sfsm_machine_release(machine);
}

static void starting_and_stopping_run_them_too(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    const size_t base = superstate_from(builder), home = state_from(builder, HOME);
    adopt(builder, home, base);
    trace_block(builder, base, "BASE");
    trace_block(builder, home, "HOME");
    sfsm_machine *const machine = machine_from(builder, SFSM_NONE, &trace);
    assert_status(sfsm_machine_start(machine, HOME), SFSM_OK);
    assert_trace(&trace, "entry BASE, entry HOME");
    assert_status(sfsm_machine_stop(machine), SFSM_OK);
    assert_trace(&trace, "exit BASE, exit HOME");
    sfsm_machine_release(machine);
}

static void a_superstates_callback_that_fails_ends_the_step(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    const size_t base = superstate_from(builder), home = state_from(builder, HOME);
    adopt(builder, home, base);
    assert_status(sfsm_builder_on_exit(builder, base, note_failure, "exit BASE", NULL), SFSM_OK);
    assert_status(sfsm_builder_on_exit(builder, home, note, "exit HOME", NULL), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, GO), SFSM_CALLBACK_FAILED);
    assert_trace(&trace, "exit BASE");
    assert_int_equal(sfsm_machine_state(machine), HOME);
    assert_int_equal(sfsm_machine_failure(machine), FAILURE);
    sfsm_machine_release(machine);
}

static void ways_of_superstates_lead_out_of_states_and_to_them(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    name_all(builder);
    const size_t base = superstate_from(builder), lonely = superstate_from(builder);
    adopt(builder, state_from(builder, HOME), base);
    adopt(builder, state_from(builder, AWAY), base);
    state_from(builder, NOWHERE);
    add_row_to(builder, base, SFSM_NONE, GO, AWAY, 1);
    add_row_to(builder, base, SFSM_NONE, BACK, HOME, 2);
    add_row_to(builder, lonely, SFSM_NONE, GO, END, 3); /* no state adopts it: it leads to END from nowhere */
    add_row(builder, END, GO, HOME, 4);
    add_row(builder, NOWHERE, GO, SFSM_SAME, 5);
    assert_status(sfsm_builder_set_initial_at(builder, HOME, "gate.c", 9), SFSM_OK);
    sfsm_diagnostics *const warnings = warnings_of(builder);
    assert_int_equal(sfsm_diagnostics_count(warnings), 5);
    for (size_t index = 0; index < 5; index++) {
        const sfsm_diagnostic warning = diagnostic_at(warnings, index);
        switch (warning.kind) {
        case SFSM_UNUSED_EVENT: assert_int_equal(warning.event, STAY); break;
        case SFSM_UNUSED_SUPERSTATE: assert_int_equal(warning.line, SUPERSTATE_LINE); break;
        case SFSM_DEAD_END_STATE: assert_int_equal(warning.state, NOWHERE); break;
        default: assert_true(warning.state == NOWHERE || warning.state == END);
        }
    }
    assert_int_equal(count_of_kind(warnings, SFSM_UNREACHABLE_STATE), 2);
    assert_int_equal(count_of_kind(warnings, SFSM_DEAD_END_STATE), 1);
    assert_int_equal(count_of_kind(warnings, SFSM_UNUSED_SUPERSTATE), 1);
    sfsm_diagnostics_release(warnings);
    sfsm_builder_release(builder);
}

static void superstates_go_with_ids_from_one_end_to_the_other(void **state) {
    (void)state;
    static const int32_t spans[][2] = {
        {SFSM_FIRST_ID, SFSM_FIRST_ID + 1}, {SFSM_FIRST_ID, INT32_MAX}, {-1, 0}, {INT32_MAX - 1, INT32_MAX}};
    for (size_t index = 0; index < COUNT(spans); index++) {
        const int32_t *const ids = spans[index];
        trace trace = {{0}, 0};
        sfsm_builder *const builder = sfsm_builder_create();
        const size_t base = superstate_from(builder);
        trace_block(builder, base, "BASE");
        adopt(builder, state_from(builder, ids[0]), base);
        state_from(builder, ids[1]);
        add_row_to(builder, base, SFSM_NONE, ids[0], ids[1], 1);
        add_row_to(builder, 0, ids[1], ids[1], ids[0], 2);
        sfsm_table *const table = table_from(builder);
        assert_int_equal(sfsm_table_state_count(table), 2);
        sfsm_machine *const machine = machine_over(table, ids[0], &trace);
        assert_status(sfsm_machine_send(machine, ids[0]), SFSM_TRANSITIONED);
        assert_status(sfsm_machine_send(machine, ids[1]), SFSM_TRANSITIONED);
        assert_trace(&trace, "exit BASE, entry BASE");
        sfsm_machine_release(machine);
        sfsm_table_release(table);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(superstates_are_numbered_among_the_other_blocks),
        cmocka_unit_test(callbacks_run_in_order_of_adoption_depth_first_and_own_ones_last),
        cmocka_unit_test(each_of_a_superstates_callbacks_runs_in_the_order_in_which_it_was_added),
        cmocka_unit_test(starting_and_stopping_run_them_too),
        cmocka_unit_test(a_superstates_callback_that_fails_ends_the_step),
        cmocka_unit_test(ways_of_superstates_lead_out_of_states_and_to_them),
        cmocka_unit_test(superstates_go_with_ids_from_one_end_to_the_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
