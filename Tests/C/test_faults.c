/* Chapter 6, errors: each kind, when it is reported and when it is not, and how a definition is mended. Duplicates and
 * clashes have test_clashes.c. */
#include "faults.h"

static void an_empty_definition_has_no_rows_at_all(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    name_all(builder);
    const sfsm_diagnostic fault = ONLY_FAULT(builder, SFSM_EMPTY_DEFINITION, "no rows", "add");
    assert_int_equal(fault.state, SFSM_NONE);
    assert_int_equal(fault.event, SFSM_NONE);
    assert_int_equal(fault.target, SFSM_NONE);
    assert_int_equal(fault.line, 0);
    assert_null(fault.file);
    assert_int_equal(fault.place_count, 0);
    ONLY_FAULT(sfsm_builder_create(), SFSM_EMPTY_DEFINITION, "no rows", "add");
}

static void an_empty_definition_is_reported_only_if_nothing_else_is(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_state_at(builder, HOME, 0, "gate.c", 5, NULL), SFSM_OK);
    const sfsm_diagnostic fault = ONLY_FAULT(builder, SFSM_EMPTY_BLOCK, "10");
    assert_int_equal(fault.line, 5);
}

static void an_empty_block_says_nothing_of_its_state(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    assert_status(sfsm_builder_add_state_at(builder, END, 0, "gate.c", 5, NULL), SFSM_OK);
    add_row(builder, HOME, STAY, END, 6); /* to be a target is not yet to be described */
    const sfsm_diagnostic fault = ONLY_FAULT(builder, SFSM_EMPTY_BLOCK, "END", "rows", "callbacks", "final", "remove");
    assert_int_equal(fault.state, END);
    assert_int_equal(fault.event, SFSM_NONE);
    assert_int_equal(fault.line, 5);
    assert_int_equal(fault.place_count, 1);
}

static void a_block_with_anything_in_it_is_not_empty(void **state) {
    (void)state;
    sfsm_status (*const adders[])(sfsm_builder *, size_t, sfsm_function, void *, sfsm_finalizer) = {
        sfsm_builder_on_entry, sfsm_builder_on_exit, sfsm_builder_on_cycle};
    for (size_t index = 0; index < COUNT(adders); index++) {
        size_t block = 0;
        sfsm_builder *const builder = sound_builder();
        assert_status(sfsm_builder_add_state(builder, HOME, 0, &block), SFSM_OK);
        assert_status(adders[index](builder, block, note, "words", NULL), SFSM_OK);
        check_sound(builder);
    }
    sfsm_builder *const final = sound_builder();
    assert_status(sfsm_builder_add_state(final, END, SFSM_FINAL, NULL), SFSM_OK);
    check_sound(final);

    size_t block = 0;
    sfsm_builder *const named = sound_builder();
    assert_status(sfsm_builder_add_state(named, HOME, 0, &block), SFSM_OK);
    const sfsm_row row = {.source = HOME, .event = STAY, .target = SFSM_SAME, .block = block};
    assert_status(sfsm_builder_add_rows(named, &row, 1), SFSM_OK);
    check_sound(named);

    sfsm_builder *const source = sound_builder(); /* rows without a block belong to their source's */
    assert_status(sfsm_builder_add_state(source, HOME, 0, NULL), SFSM_OK);
    check_sound(source);
}

static void an_unknown_target_is_nobodys_source_and_not_declared(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder(); /* NOWHERE has a name, which does not declare it */
    add_row(builder, HOME, STAY, NOWHERE, 8);
    const sfsm_diagnostic fault = ONLY_FAULT(builder, SFSM_UNKNOWN_TARGET, "NOWHERE", "HOME", "correct", "declare");
    assert_int_equal(fault.state, HOME);
    assert_int_equal(fault.event, STAY);
    assert_int_equal(fault.target, NOWHERE);
    assert_int_equal(fault.line, 8);
    assert_int_equal(fault.place_count, 1);
}

static void states_without_names_are_told_by_their_numbers(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    add_row(builder, -1234567, 89, 4567, 8);
    ONLY_FAULT(builder, SFSM_UNKNOWN_TARGET, "-1234567", "4567");
}

static void an_unknown_initial_state_likewise(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    assert_status(sfsm_builder_set_initial_at(builder, NOWHERE, "gate.c", 9), SFSM_OK);
    const sfsm_diagnostic fault = ONLY_FAULT(builder, SFSM_UNKNOWN_INITIAL, "NOWHERE", "correct", "add");
    assert_int_equal(fault.state, NOWHERE);
    assert_int_equal(fault.line, 9);
    assert_int_equal(fault.place_count, 1);
}

static void check_reserved(sfsm_builder *builder, const char *word) {
    const sfsm_diagnostic fault = ONLY_FAULT(builder, SFSM_RESERVED_ID_USED, word);
    assert_int_equal(fault.line, 9);
    assert_int_equal(fault.place_count, 1);
}

static void a_reserved_id_is_reported_wherever_it_means_nothing(void **state) {
    (void)state;
    for (int32_t id = INT32_MIN; id < SFSM_FIRST_ID; id++) {
        if (id != SFSM_ANY) {
            sfsm_builder *const source = sound_builder();
            add_row(source, id, GO, HOME, 9);
            check_reserved(source, id == SFSM_NONE ? "has no source, and no block" : "reserved id as its source");
        }
        if (id != SFSM_ANY && id != SFSM_REQUEST && id != SFSM_EVENTLESS) {
            sfsm_builder *const event = sound_builder();
            add_row(event, HOME, id, HOME, 9);
            check_reserved(event, "reserved id as its event");
        }
        if (id != SFSM_SAME && id != SFSM_INTERNAL && id != SFSM_DYNAMIC && id != SFSM_DEFER) {
            sfsm_builder *const target = sound_builder();
            add_row(target, HOME, STAY, id, 9);
            check_reserved(target, "reserved id as its target");
        }
        sfsm_builder *const block = sound_builder();
        assert_status(sfsm_builder_add_state_at(block, id, SFSM_FINAL, "gate.c", 9, NULL), SFSM_OK);
        check_reserved(block, "your own");
        sfsm_builder *const initial = sound_builder();
        assert_status(sfsm_builder_set_initial_at(initial, id, "gate.c", 9), SFSM_OK);
        check_reserved(initial, "your own");
    }
}

/* AWAY has no other row than the faulty one: it is somebody's source all the same, and its block is not empty. */
static void a_row_with_a_reserved_id_is_not_the_cause_of_further_faults(void **state) {
    (void)state;
    static const struct { int32_t event, target; bool has_block; } cases[] = {
        {SFSM_SAME, HOME, false}, {GO, SFSM_ANY, false}, {SFSM_SAME, HOME, true}, {GO, SFSM_ANY, true}};
    for (size_t index = 0; index < COUNT(cases); index++) {
        sfsm_builder *const builder = sfsm_builder_create();
        add_row(builder, HOME, GO, AWAY, 1);
        if (cases[index].has_block) {
            assert_status(sfsm_builder_add_state_at(builder, AWAY, 0, "gate.c", 2, NULL), SFSM_OK);
        }
        add_row(builder, AWAY, cases[index].event, cases[index].target, 9);
        check_reserved(builder, "reserved id");
    }
}

static void two_different_initial_states_are_one_too_many(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    assert_status(sfsm_builder_set_initial_at(builder, HOME, "gate.c", 4), SFSM_OK);
    assert_status(sfsm_builder_set_initial_at(builder, AWAY, "gate.c", 6), SFSM_OK);
    const sfsm_diagnostic fault = ONLY_FAULT(builder, SFSM_TWO_INITIAL_STATES, "HOME", "AWAY", "keep one");
    assert_int_equal(fault.line, 4);
    assert_int_equal(fault.place_count, 2);

    sfsm_builder *const twice = sound_builder();
    assert_status(sfsm_builder_set_initial_at(twice, HOME, "gate.c", 4), SFSM_OK);
    assert_status(sfsm_builder_set_initial_at(twice, HOME, "gate.c", 6), SFSM_OK);
    check_sound(twice);
}

static int32_t resolve(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return HOME;
}

static void a_dynamic_target_needs_a_resolver_and_only_that(void **state) {
    (void)state;
    sfsm_builder *const without = sound_builder();
    add_row(without, HOME, STAY, SFSM_DYNAMIC, 8);
    const sfsm_diagnostic missing = ONLY_FAULT(without, SFSM_MISSING_RESOLVER, "HOME", "STAY", "resolver", "add");
    assert_int_equal(missing.state, HOME);
    assert_int_equal(missing.event, STAY);
    assert_int_equal(missing.line, 8);
    assert_int_equal(missing.place_count, 1);

    static const int32_t targets[] = {AWAY, SFSM_SAME, SFSM_INTERNAL};
    for (size_t index = 0; index < COUNT(targets); index++) {
        size_t row = 0;
        sfsm_builder *const with = sound_builder();
        assert_status(sfsm_builder_add_row_at(with, HOME, STAY, targets[index], "gate.c", 8, &row), SFSM_OK);
        assert_status(sfsm_builder_set_resolver(with, row, resolve, NULL, NULL), SFSM_OK);
        const sfsm_diagnostic unexpected =
            ONLY_FAULT(with, SFSM_UNEXPECTED_RESOLVER, "HOME", "STAY", "dynamic", "remove the resolver");
        assert_int_equal(unexpected.state, HOME);
        assert_int_equal(unexpected.event, STAY);
        assert_int_equal(unexpected.line, 8);
    }
}

static void a_row_in_the_block_of_another_state_is_foreign(void **state) {
    (void)state;
    static const int32_t sources[] = {AWAY, SFSM_ANY};
    for (size_t index = 0; index < COUNT(sources); index++) {
        size_t block = 0;
        sfsm_builder *const builder = sound_builder();
        assert_status(sfsm_builder_add_state_at(builder, HOME, SFSM_FINAL, "gate.c", 5, &block), SFSM_OK);
        const sfsm_row row = {.source = sources[index], .event = STAY, .target = SFSM_SAME, .line = 8,
                              .file = "gate.c", .block = block};
        assert_status(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
        const sfsm_diagnostic fault = ONLY_FAULT(builder, SFSM_MISPLACED_ROW, "HOME", "STAY", "source", "move");
        assert_int_equal(fault.state, sources[index]);
        assert_int_equal(fault.event, STAY);
    }
}

static void every_fault_is_reported_at_once(void **state) {
    (void)state;
    size_t row = 0, block = 0;
    sfsm_builder *const builder = sound_builder();
    add_row(builder, HOME, GO, AWAY, 11);
    add_row(builder, AWAY, BACK, AWAY, 12);
    add_row(builder, HOME, 4, NOWHERE, 13);
    add_row(builder, HOME, 5, SFSM_NONE, 14);
    add_row(builder, HOME, 6, SFSM_DYNAMIC, 15);
    assert_status(sfsm_builder_add_row_at(builder, HOME, 7, AWAY, "gate.c", 16, &row), SFSM_OK);
    assert_status(sfsm_builder_set_resolver(builder, row, resolve, NULL, NULL), SFSM_OK);
    assert_status(sfsm_builder_add_state_at(builder, AWAY, SFSM_FINAL, "gate.c", 17, &block), SFSM_OK);
    const sfsm_row foreign = {.source = HOME, .event = 8, .target = AWAY, .line = 18, .file = "gate.c", .block = block};
    assert_status(sfsm_builder_add_rows(builder, &foreign, 1), SFSM_OK);
    assert_status(sfsm_builder_add_state_at(builder, END, 0, "gate.c", 19, NULL), SFSM_OK);
    assert_status(sfsm_builder_set_initial_at(builder, HOME, "gate.c", 20), SFSM_OK);
    assert_status(sfsm_builder_set_initial_at(builder, NOWHERE, "gate.c", 21), SFSM_OK);
    static const int32_t kinds[] = {
        SFSM_DUPLICATE,       SFSM_CLASH,       SFSM_UNKNOWN_TARGET,  SFSM_RESERVED_ID_USED,   SFSM_MISSING_RESOLVER,
        SFSM_UNEXPECTED_RESOLVER, SFSM_MISPLACED_ROW, SFSM_EMPTY_BLOCK, SFSM_TWO_INITIAL_STATES, SFSM_UNKNOWN_INITIAL,
    };
    sfsm_diagnostics *const faults = faults_of(builder);
    for (size_t index = 0; index < COUNT(kinds); index++) {
        assert_int_equal(count_of_kind(faults, kinds[index]), 1);
    }
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

static void a_definition_with_errors_may_be_mended_and_built_again(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    size_t finalized = 0, row = 0;
    sfsm_builder *const builder = sound_builder();
    assert_status(sfsm_builder_add_row_at(builder, HOME, STAY, END, "gate.c", 5, &row), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, row, note, "leave", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, row, note, &finalized, count_call), SFSM_OK);
    for (int attempt = 0; attempt < 3; attempt++) {
        sfsm_diagnostics_release(faults_of(builder));
        assert_int_equal(finalized, 0);
    }
    assert_status(sfsm_builder_add_state(builder, END, SFSM_FINAL, NULL), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_int_equal(finalized, 0);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), END);
    sfsm_machine_release(machine);
    assert_int_equal(finalized, 1);
}

static void diagnostics_may_be_left_out(void **state) {
    (void)state;
    sfsm_table *table = NULL;
    sfsm_builder *const builder = sound_builder();
    add_row(builder, HOME, STAY, NOWHERE, 8);
    assert_status(sfsm_builder_build(builder, &table, NULL), SFSM_INVALID_DEFINITION);
    assert_null(table);
    assert_status(sfsm_builder_add_state(builder, NOWHERE, SFSM_FINAL, NULL), SFSM_OK);
    assert_status(sfsm_builder_build(builder, &table, NULL), SFSM_OK);
    assert_non_null(table);
    sfsm_table_release(table);
    sfsm_builder_release(builder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_definition_has_no_rows_at_all),
        cmocka_unit_test(an_empty_definition_is_reported_only_if_nothing_else_is),
        cmocka_unit_test(an_empty_block_says_nothing_of_its_state),
        cmocka_unit_test(a_block_with_anything_in_it_is_not_empty),
        cmocka_unit_test(an_unknown_target_is_nobodys_source_and_not_declared),
        cmocka_unit_test(states_without_names_are_told_by_their_numbers),
        cmocka_unit_test(an_unknown_initial_state_likewise),
        cmocka_unit_test(a_reserved_id_is_reported_wherever_it_means_nothing),
        cmocka_unit_test(a_row_with_a_reserved_id_is_not_the_cause_of_further_faults),
        cmocka_unit_test(two_different_initial_states_are_one_too_many),
        cmocka_unit_test(a_dynamic_target_needs_a_resolver_and_only_that),
        cmocka_unit_test(a_row_in_the_block_of_another_state_is_foreign),
        cmocka_unit_test(every_fault_is_reported_at_once),
        cmocka_unit_test(a_definition_with_errors_may_be_mended_and_built_again),
        cmocka_unit_test(diagnostics_may_be_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
