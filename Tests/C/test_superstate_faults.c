/* Chapter 6, what can be wrong with superstates by themselves: nothing in them, rows that do not belong there, rows
 * that are at fault wherever they stand. Overriding and adopting have faults of their own (test_overriding.c and
 * test_adoption.c). */
#include "superstates.h"

static void a_superstate_of_which_nothing_is_said_is_empty(void **state) {
    (void)state;
    for (int is_adopted = 0; is_adopted < 2; is_adopted++) {
        sfsm_builder *const builder = sound_builder();
        const size_t base = superstate_from(builder);
        if (is_adopted) {
            adopt(builder, state_from(builder, HOME), base);
        }
        const sfsm_diagnostic fault = ONLY_FAULT(builder, SFSM_EMPTY_BLOCK, "superstate", "empty", "rows", "remove");
        assert_int_equal(fault.state, SFSM_NONE);
        assert_int_equal(fault.event, SFSM_NONE);
        assert_int_equal(fault.target, SFSM_NONE);
        assert_int_equal(fault.line, SUPERSTATE_LINE);
        assert_int_equal(fault.place_count, 1);
    }
}

static void a_row_a_callback_or_an_adoption_is_enough_to_be_said_of_one(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    const size_t row = superstate_from(builder), entry = superstate_from(builder), exit = superstate_from(builder);
    const size_t cycle = superstate_from(builder), adoption = superstate_from(builder);
    add_row_to(builder, row, SFSM_NONE, STAY, SFSM_SAME, 3);
    assert_status(sfsm_builder_on_entry(builder, entry, note, "entry", NULL), SFSM_OK);
    assert_status(sfsm_builder_on_exit(builder, exit, note, "exit", NULL), SFSM_OK);
    assert_status(sfsm_builder_on_cycle(builder, cycle, note, "cycle", NULL), SFSM_OK);
    adopt(builder, adoption, row);
    adopt(builder, state_from(builder, HOME), adoption); /* a state's block too */
    sfsm_machine *const machine = machine_from(builder, HOME, NULL);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static void callbacks_of_superstates_alone_are_no_definition(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t base = superstate_from(builder);
    assert_status(sfsm_builder_on_entry(builder, base, note, "entry", NULL), SFSM_OK);
    adopt(builder, state_from(builder, HOME), base);
    ONLY_FAULT(builder, SFSM_EMPTY_DEFINITION, "no rows");
}

static void a_superstate_that_nobody_adopts_is_nobodys(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    const size_t base = superstate_from(builder);
    trace_block(builder, base, "BASE");
    add_row_to(builder, base, SFSM_NONE, GO, HOME, 5); /* a clash, if anybody adopted it */
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    assert_trace(&trace, "");
    sfsm_machine_release(machine);
}

static void a_row_with_a_source_is_foreign_in_a_superstate(void **state) {
    (void)state;
    static const int32_t sources[] = {HOME, SFSM_ANY};
    for (size_t index = 0; index < COUNT(sources); index++) {
        sfsm_builder *const builder = sound_builder();
        const size_t base = superstate_from(builder);
        adopt(builder, state_from(builder, AWAY), base);
        add_row_to(builder, base, sources[index], STAY, SFSM_SAME, 7);
        const sfsm_diagnostic fault = ONLY_FAULT(builder, SFSM_MISPLACED_ROW, "STAY", "superstate", "source", "move");
        assert_int_equal(fault.state, sources[index]);
        assert_int_equal(fault.event, STAY);
        assert_int_equal(fault.target, SFSM_SAME);
        assert_int_equal(fault.line, 7);
        assert_int_equal(fault.place_count, 2); /* the row, and the superstate */
    }
}

static void none_is_no_source_outside_a_superstate(void **state) {
    (void)state;
    for (int is_in_block = 0; is_in_block < 2; is_in_block++) {
        sfsm_builder *const builder = sound_builder();
        if (is_in_block) {
            const size_t home = state_from(builder, HOME);
            add_row_to(builder, home, HOME, STAY, SFSM_SAME, 6);
            add_row_to(builder, home, SFSM_NONE, BACK, SFSM_SAME, 7);
        } else {
            add_row(builder, SFSM_NONE, BACK, SFSM_SAME, 7);
        }
        sfsm_diagnostics *const faults = faults_of(builder);
        assert_int_equal(count_of_kind(faults, SFSM_RESERVED_ID_USED), 1);
        for (size_t fault = 0; fault < sfsm_diagnostics_count(faults); fault++) {
            const sfsm_diagnostic reserved = diagnostic_at(faults, fault);
            if (reserved.kind == SFSM_RESERVED_ID_USED) {
                assert_int_equal(reserved.line, 7);
                assert_int_equal(reserved.state, SFSM_NONE);
                assert_int_equal(reserved.event, BACK);
                assert_says(reserved, "source");
            } else {
                assert_int_equal(reserved.kind, SFSM_MISPLACED_ROW); /* no source of this block's */
            }
        }
        sfsm_diagnostics_release(faults);
        sfsm_builder_release(builder);
    }
}

static void faults_of_a_superstates_rows_are_reported_once_whoever_adopts_it(void **state) {
    (void)state;
    enum { STATES = 20 };
    static const struct { int32_t event, target, kind; } rows[] = {
        {STAY, NOWHERE, SFSM_UNKNOWN_TARGET},
        {STAY, SFSM_DYNAMIC, SFSM_MISSING_RESOLVER},
        {STAY, SFSM_NONE, SFSM_RESERVED_ID_USED},
        {SFSM_NONE, SFSM_SAME, SFSM_RESERVED_ID_USED},
    };
    for (size_t index = 0; index < COUNT(rows) * 2; index++) {
        sfsm_builder *const builder = sound_builder();
        const size_t base = superstate_from(builder);
        add_row_to(builder, base, SFSM_NONE, rows[index / 2].event, rows[index / 2].target, 7);
        for (int32_t number = 0; index % 2 == 0 && number < STATES; number++) { /* or nobody */
            adopt(builder, state_from(builder, 100 + number), base);
        }
        const sfsm_diagnostic fault = ONLY_FAULT(builder, rows[index / 2].kind, "superstate");
        assert_int_equal(fault.state, SFSM_NONE);
        assert_int_equal(fault.event, rows[index / 2].event);
        assert_int_equal(fault.target, rows[index / 2].target);
        assert_int_equal(fault.line, 7);
    }
}

static void a_resolver_of_a_row_that_is_not_dynamic_is_reported_in_superstates_too(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    const size_t base = superstate_from(builder);
    const sfsm_row row = {.source = SFSM_NONE, .event = STAY, .target = HOME, .line = 7, .file = "gate.c",
                          .resolver = {note, NULL, NULL}, .block = base};
    assert_status(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
    adopt(builder, state_from(builder, HOME), base);
    assert_int_equal(ONLY_FAULT(builder, SFSM_UNEXPECTED_RESOLVER, "STAY", "HOME").line, 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_superstate_of_which_nothing_is_said_is_empty),
        cmocka_unit_test(a_row_a_callback_or_an_adoption_is_enough_to_be_said_of_one),
        cmocka_unit_test(callbacks_of_superstates_alone_are_no_definition),
        cmocka_unit_test(a_superstate_that_nobody_adopts_is_nobodys),
        cmocka_unit_test(a_row_with_a_source_is_foreign_in_a_superstate),
        cmocka_unit_test(none_is_no_source_outside_a_superstate),
        cmocka_unit_test(faults_of_a_superstates_rows_are_reported_once_whoever_adopts_it),
        cmocka_unit_test(a_resolver_of_a_row_that_is_not_dynamic_is_reported_in_superstates_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
