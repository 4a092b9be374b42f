/* Chapter 5, SFSM_OVERRIDING: a row replaces those that other blocks have before it for the same state and event. The
 * last of a chain wins and is the only one that is checked. With guards: test_override_guards.c. */
#include "superstates.h"

static const int32_t policies[] = {SFSM_EXCLUSIVE, SFSM_FIRST_MATCH};

/* What one event runs in HOME, and where it leads. Takes the builder. */
static void check_step(sfsm_builder *builder, int32_t event, const char *expected, int32_t target) {
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, event), SFSM_TRANSITIONED);
    assert_trace(&trace, expected);
    assert_int_equal(sfsm_machine_state(machine), target);
    sfsm_machine_release(machine);
}

static void a_states_own_row_replaces_an_inherited_one(void **state) {
    (void)state;
    static const int32_t targets[] = {AWAY, HOME, SFSM_SAME, SFSM_INTERNAL}; /* alike or not: it is no rival */
    for (size_t index = 0; index < COUNT(targets) * COUNT(policies); index++) {
        const home_blocks own = blocks_of_home();
        const size_t base = superstate_from(own.builder);
        adopt(own.builder, own.home, base);
        adopt(own.builder, own.away, base);
        add_traced_row(own.builder, base, SFSM_NONE, STAY, AWAY, 0, NULL, "BASE");
        add_traced_row(own.builder, own.home, HOME, STAY, targets[index / 2], SFSM_OVERRIDING, NULL, "HOME");
        assert_status(sfsm_builder_set_guard_policy(own.builder, policies[index % 2]), SFSM_OK);
        trace trace = {{0}, 0};
        sfsm_machine *const machine = machine_from(own.builder, HOME, &trace);
        assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
        assert_trace(&trace, "HOME");
        assert_int_equal(sfsm_machine_state(machine), targets[index / 2] == AWAY ? AWAY : HOME);
        assert_status(sfsm_machine_set_state(machine, AWAY), SFSM_OK);
        assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
        assert_trace(&trace, "BASE"); /* the others keep it */
        sfsm_machine_release(machine);
    }
}

static void a_row_without_a_block_stands_in_its_sources(void **state) {
    (void)state;
    const home_blocks own = blocks_of_home();
    const size_t base = superstate_from(own.builder);
    adopt(own.builder, own.home, base);
    add_traced_row(own.builder, base, SFSM_NONE, STAY, AWAY, 0, NULL, "BASE");
    add_traced_row(own.builder, 0, HOME, STAY, SFSM_SAME, SFSM_OVERRIDING, NULL, "HOME");
    check_step(own.builder, STAY, "HOME", HOME);
}

static void all_rows_of_all_blocks_before_it_are_replaced(void **state) {
    (void)state;
    const home_blocks own = blocks_of_home();
    const size_t base = superstate_from(own.builder), middle = superstate_from(own.builder);
    const size_t side = superstate_from(own.builder);
    add_traced_row(own.builder, own.home, HOME, STAY, SFSM_SAME, SFSM_OVERRIDING, NULL, "HOME");
    add_traced_row(own.builder, base, SFSM_NONE, STAY, AWAY, 0, note_yes, "BASE");
    add_traced_row(own.builder, middle, SFSM_NONE, STAY, AWAY, 0, note_no, "MIDDLE");
    add_traced_row(own.builder, side, SFSM_NONE, STAY, SFSM_INTERNAL, 0, NULL, "SIDE");
    add_traced_row(own.builder, side, SFSM_NONE, STAY, SFSM_INTERNAL, 0, NULL, "SIDE"); /* a duplicate that has gone */
    adopt(own.builder, middle, base);
    adopt(own.builder, own.home, middle);
    adopt(own.builder, own.home, side);
    check_step(own.builder, STAY, "HOME", HOME);
}

static void a_later_superstate_overrides_an_earlier_one(void **state) {
    (void)state;
    for (int is_nested = 0; is_nested < 2; is_nested++) {
        const home_blocks own = blocks_of_home();
        const size_t base = superstate_from(own.builder), later = superstate_from(own.builder);
        add_traced_row(own.builder, later, SFSM_NONE, STAY, SFSM_SAME, SFSM_OVERRIDING, NULL, "LATER");
        add_traced_row(own.builder, base, SFSM_NONE, STAY, AWAY, 0, NULL, "BASE");
        adopt(own.builder, is_nested ? later : own.home, base);
        adopt(own.builder, own.home, later);
        check_step(own.builder, STAY, "LATER", HOME);
    }
}

static void the_last_of_a_chain_wins(void **state) {
    (void)state;
    for (size_t index = 0; index < COUNT(policies); index++) {
        const home_blocks own = blocks_of_home();
        const size_t base = superstate_from(own.builder), middle = superstate_from(own.builder);
        const size_t side = superstate_from(own.builder);
        adopt(own.builder, middle, base);
        adopt(own.builder, own.home, middle);
        adopt(own.builder, own.home, side);
        adopt(own.builder, own.away, middle);
        add_traced_row(own.builder, base, SFSM_NONE, STAY, AWAY, 0, NULL, "BASE");
        add_traced_row(own.builder, middle, SFSM_NONE, STAY, HOME, SFSM_OVERRIDING, NULL, "MIDDLE");
        add_traced_row(own.builder, side, SFSM_NONE, STAY, SFSM_INTERNAL, SFSM_OVERRIDING, NULL, "SIDE");
        add_traced_row(own.builder, own.home, HOME, STAY, SFSM_SAME, SFSM_OVERRIDING, NULL, "HOME");
        assert_status(sfsm_builder_set_guard_policy(own.builder, policies[index]), SFSM_OK);
        trace trace = {{0}, 0};
        sfsm_machine *const machine = machine_from(own.builder, HOME, &trace);
        assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
        assert_trace(&trace, "HOME");
        assert_status(sfsm_machine_set_state(machine, AWAY), SFSM_OK);
        assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
        assert_trace(&trace, "MIDDLE"); /* the last in this state */
        sfsm_machine_release(machine);
    }
}

static void only_the_last_of_a_chain_is_checked(void **state) {
    (void)state;
    const home_blocks own = blocks_of_home();
    const size_t first = superstate_from(own.builder), second = superstate_from(own.builder);
    adopt(own.builder, own.home, first); /* alone it would have nothing to override, and come too early */
    adopt(own.builder, own.home, second);
    add_traced_row(own.builder, first, SFSM_NONE, STAY, AWAY, SFSM_OVERRIDING, NULL, "FIRST");
    add_traced_row(own.builder, second, SFSM_NONE, STAY, AWAY, 0, NULL, "SECOND");
    add_traced_row(own.builder, own.home, HOME, STAY, SFSM_SAME, SFSM_OVERRIDING, NULL, "HOME");
    check_step(own.builder, STAY, "HOME", HOME);
}

static void a_row_for_any_event_is_overridden_by_one_for_any_event_alone(void **state) {
    (void)state;
    const home_blocks both = blocks_of_home();
    const size_t base = superstate_from(both.builder);
    adopt(both.builder, both.home, base);
    add_traced_row(both.builder, base, SFSM_NONE, SFSM_ANY, AWAY, 0, NULL, "(BASE, any)");
    add_traced_row(both.builder, base, SFSM_NONE, STAY, AWAY, 0, NULL, "(BASE, STAY)");
    add_traced_row(both.builder, both.home, HOME, SFSM_ANY, SFSM_SAME, SFSM_OVERRIDING, NULL, "(HOME, any)");
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(both.builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, BACK), SFSM_TRANSITIONED);
    assert_trace(&trace, "(HOME, any)");
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    assert_trace(&trace, "(BASE, STAY)");
    sfsm_machine_release(machine);

    static const int32_t events[][2] = {{SFSM_ANY, STAY}, {STAY, SFSM_ANY}};
    for (size_t index = 0; index < COUNT(events); index++) {
        const home_blocks own = blocks_of_home();
        const size_t other = superstate_from(own.builder);
        adopt(own.builder, own.home, other);
        add_row_to(own.builder, other, SFSM_NONE, events[index][0], AWAY, 7);
        add_overriding_row(own.builder, own.home, HOME, events[index][1], SFSM_SAME, 8);
        const sfsm_diagnostic fault = ONLY_FAULT(own.builder, SFSM_NOTHING_TO_OVERRIDE, "HOME");
        assert_int_equal(fault.event, events[index][1]);
        assert_int_equal(fault.line, 8);
    }
}

static void a_row_of_any_state_is_no_superstates(void **state) {
    (void)state;
    const home_blocks own = blocks_of_home();
    add_row_to(own.builder, 0, SFSM_ANY, STAY, AWAY, 7);
    add_overriding_row(own.builder, own.home, HOME, STAY, SFSM_SAME, 8); /* comes before it anyway */
    const sfsm_diagnostic fault = ONLY_FAULT(own.builder, SFSM_NOTHING_TO_OVERRIDE, "HOME", "STAY");
    assert_int_equal(fault.line, 8);
}

static void rows_of_the_same_block_stay_duplicates_and_clashes(void **state) {
    (void)state;
    static const struct { int32_t target, kind; } rows[] = {{SFSM_SAME, SFSM_DUPLICATE}, {AWAY, SFSM_CLASH}};
    for (size_t index = 0; index < COUNT(rows) * 2; index++) {
        const home_blocks own = blocks_of_home();
        const size_t base = superstate_from(own.builder);
        adopt(own.builder, own.home, base);
        add_row_to(own.builder, base, SFSM_NONE, STAY, AWAY, 6);
        /* Before or behind the overriding row. */
        const int32_t line = index % 2 == 0 ? 7 : 9;
        if (line == 7) {
            add_row_to(own.builder, own.home, HOME, STAY, rows[index / 2].target, line);
        }
        add_overriding_row(own.builder, own.home, HOME, STAY, SFSM_SAME, 8);
        if (line == 9) {
            add_row_to(own.builder, own.home, HOME, STAY, rows[index / 2].target, line);
        }
        sfsm_diagnostics *const faults = faults_of(own.builder);
        assert_int_equal(sfsm_diagnostics_count(faults), 1);
        assert_int_equal(diagnostic_at(faults, 0).kind, rows[index / 2].kind);
        assert_int_equal(diagnostic_at(faults, 0).state, HOME);
        assert_int_equal(diagnostic_at(faults, 0).place_count, 2); /* not the one that is overridden */
        check_place(faults, 0, 0, line < 8 ? line : 8);
        check_place(faults, 0, 1, line < 8 ? 8 : line);
        sfsm_diagnostics_release(faults);
        sfsm_builder_release(own.builder);
    }
}

static void a_second_block_of_the_state_is_another_block(void **state) {
    (void)state;
    const home_blocks own = blocks_of_home();
    const size_t second = state_from(own.builder, HOME);
    add_traced_row(own.builder, own.home, HOME, STAY, AWAY, 0, NULL, "first");
    add_traced_row(own.builder, second, HOME, STAY, SFSM_SAME, SFSM_OVERRIDING, NULL, "second");
    check_step(own.builder, STAY, "second", HOME);
}

static void a_row_that_is_overridden_leads_nowhere(void **state) {
    (void)state;
    const home_blocks own = blocks_of_home();
    const size_t base = superstate_from(own.builder), end = state_from(own.builder, END);
    adopt(own.builder, end, base);
    adopt(own.builder, own.home, base);
    add_row_to(own.builder, base, SFSM_NONE, STAY, NOWHERE, 6);
    add_overriding_row(own.builder, end, END, STAY, SFSM_SAME, 7);
    add_overriding_row(own.builder, own.home, HOME, STAY, END, 8);
    assert_status(sfsm_builder_add_state_at(own.builder, NOWHERE, SFSM_FINAL, "gate.c", 9, NULL), SFSM_OK);
    assert_status(sfsm_builder_set_initial_at(own.builder, HOME, "gate.c", 10), SFSM_OK);
    sfsm_diagnostics *const warnings = warnings_of(own.builder);
    assert_int_equal(sfsm_diagnostics_count(warnings), 3);
    for (size_t index = 0; index < 3; index++) {
        const sfsm_diagnostic warning = diagnostic_at(warnings, index);
        if (warning.kind == SFSM_NEVER_TAKEN) {
            assert_int_equal(warning.line, 6); /* all that have it override it */
        } else {
            assert_int_equal(warning.state, warning.kind == SFSM_UNREACHABLE_STATE ? NOWHERE : END);
        }
    }
    assert_int_equal(count_of_kind(warnings, SFSM_NEVER_TAKEN), 1);
    assert_int_equal(count_of_kind(warnings, SFSM_UNREACHABLE_STATE), 1);
    assert_int_equal(count_of_kind(warnings, SFSM_DEAD_END_STATE), 1);
    sfsm_diagnostics_release(warnings);
    sfsm_builder_release(own.builder);
}

static void unknown_flags_and_what_is_reserved_are_refused(void **state) {
    (void)state;
    static const struct { uint32_t flags, reserved; } fields[] = {
        {2, 0}, {SFSM_OVERRIDING | 2, 0}, {UINT32_MAX, 0}, {UINT32_C(1) << 31, 0}, {0, 1}, {0, UINT32_MAX},
        {SFSM_OVERRIDING, UINT32_C(1) << 31}};
    for (size_t index = 0; index < COUNT(fields); index++) {
        size_t finalized = 0;
        const sfsm_callback action = {note, &finalized, count_call};
        const sfsm_row rows[] = {
            {.source = HOME, .event = STAY, .target = SFSM_SAME, .actions = &action, .action_count = 1},
            {.source = HOME, .event = BACK, .target = SFSM_SAME, .flags = fields[index].flags,
             .reserved = fields[index].reserved},
        };
        sfsm_builder *const builder = sound_builder();
        assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_BAD_VALUE);
        assert_int_equal(finalized, 1);
        check_rejection(builder);
        sfsm_table *const table = table_from(builder);
        assert_int_equal(sfsm_table_row_count(table), 2); /* none of them was added */
        sfsm_table_release(table);
        assert_int_equal(finalized, 1);
    }
}

static void macros_of_rows_set_neither(void **state) {
    (void)state;
    const sfsm_row rows[] = {SFSM_ROW(HOME, GO, AWAY, NULL), SFSM_ROW_IF(HOME, GO, note_yes, AWAY, NULL)};
    for (size_t index = 0; index < COUNT(rows); index++) {
        assert_int_equal(rows[index].block, 0);
        assert_int_equal(rows[index].flags, 0);
        assert_int_equal(rows[index].reserved, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_states_own_row_replaces_an_inherited_one),
        cmocka_unit_test(a_row_without_a_block_stands_in_its_sources),
        cmocka_unit_test(all_rows_of_all_blocks_before_it_are_replaced),
        cmocka_unit_test(a_later_superstate_overrides_an_earlier_one),
        cmocka_unit_test(the_last_of_a_chain_wins),
        cmocka_unit_test(only_the_last_of_a_chain_is_checked),
        cmocka_unit_test(a_row_for_any_event_is_overridden_by_one_for_any_event_alone),
        cmocka_unit_test(a_row_of_any_state_is_no_superstates),
        cmocka_unit_test(rows_of_the_same_block_stay_duplicates_and_clashes),
        cmocka_unit_test(a_second_block_of_the_state_is_another_block),
        cmocka_unit_test(a_row_that_is_overridden_leads_nowhere),
        cmocka_unit_test(unknown_flags_and_what_is_reserved_are_refused),
        cmocka_unit_test(macros_of_rows_set_neither),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
