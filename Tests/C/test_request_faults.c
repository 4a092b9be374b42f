/* Chapter 6, rows for requests: what is wrong with them. */
#include "matches.h"

static int32_t resolve(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return HOME;
}

static void the_target_of_a_request_is_a_state_or_any(void **state) {
    (void)state;
    for (int32_t target = INT32_MIN; target < SFSM_FIRST_ID; target++) {
        sfsm_builder *const builder = sound_builder();
        size_t row = 0;
        assert_status(sfsm_builder_add_row_at(builder, HOME, SFSM_REQUEST, target, "gate.c", 7, &row), SFSM_OK);
        if (target == SFSM_DYNAMIC) {
            assert_status(sfsm_builder_set_resolver(builder, row, resolve, NULL, NULL), SFSM_OK);
        }
        if (target == SFSM_ANY) {
            check_sound(builder);
            continue;
        }
        const sfsm_diagnostic fault = ONLY_FAULT(builder, SFSM_RESERVED_ID_USED, "HOME", "request", "target");
        assert_int_equal(fault.state, HOME);
        assert_int_equal(fault.event, SFSM_REQUEST);
        assert_int_equal(fault.line, 7);
    }
}

static void any_is_the_target_of_requests_alone(void **state) {
    (void)state;
    static const struct { int32_t source, event; } rows[] = {{HOME, STAY}, {HOME, SFSM_ANY}, {SFSM_ANY, STAY}};
    for (size_t index = 0; index < COUNT(rows); index++) {
        sfsm_builder *const builder = sound_builder();
        add_row(builder, rows[index].source, rows[index].event, SFSM_ANY, 7);
        assert_int_equal(ONLY_FAULT(builder, SFSM_RESERVED_ID_USED, "target").line, 7);
    }
}

static void a_request_is_an_event_of_rows_and_nothing_else(void **state) {
    (void)state;
    static const sfsm_name names[] = {{SFSM_REQUEST, "request"}};
    sfsm_builder *const source = sound_builder(), *const target = sound_builder(), *const block = sound_builder();
    sfsm_builder *const initial = sound_builder();
    assert_status(sfsm_builder_name_events(source, names, COUNT(names)), SFSM_RESERVED_ID);
    assert_status(sfsm_builder_name_states(source, names, COUNT(names)), SFSM_RESERVED_ID);
    add_row(source, SFSM_REQUEST, STAY, HOME, 7);
    check_rejection(source);
    ONLY_FAULT(source, SFSM_RESERVED_ID_USED, "source");
    add_row(target, HOME, STAY, SFSM_REQUEST, 7);
    ONLY_FAULT(target, SFSM_RESERVED_ID_USED, "target");
    state_from(block, SFSM_REQUEST);
    ONLY_FAULT(block, SFSM_RESERVED_ID_USED, "request");
    assert_status(sfsm_builder_set_initial_at(initial, SFSM_REQUEST, "gate.c", 7), SFSM_OK);
    ONLY_FAULT(initial, SFSM_RESERVED_ID_USED, "request");
}

static void the_requested_state_must_be_one_of_the_definition(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder(), *const declared = sound_builder();
    add_row(builder, HOME, SFSM_REQUEST, NOWHERE, 7);
    const sfsm_diagnostic fault = ONLY_FAULT(builder, SFSM_UNKNOWN_TARGET, "NOWHERE");
    assert_int_equal(fault.event, SFSM_REQUEST);
    assert_int_equal(fault.target, NOWHERE);
    add_row(declared, HOME, SFSM_REQUEST, END, 7);
    assert_status(sfsm_builder_add_state(declared, END, SFSM_FINAL, NULL), SFSM_OK);
    check_sound(declared);
}

static void a_row_for_requests_has_no_resolver(void **state) {
    (void)state;
    static const int32_t targets[] = {AWAY, SFSM_ANY};
    for (size_t index = 0; index < COUNT(targets); index++) {
        sfsm_builder *const builder = sound_builder();
        size_t row = 0;
        assert_status(sfsm_builder_add_row_at(builder, HOME, SFSM_REQUEST, targets[index], "gate.c", 7, &row), SFSM_OK);
        assert_status(sfsm_builder_set_resolver(builder, row, resolve, NULL, NULL), SFSM_OK);
        ONLY_FAULT(builder, SFSM_UNEXPECTED_RESOLVER, "HOME", "request");
    }
}

static void rows_for_other_targets_are_no_rivals(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    static const int32_t sources[] = {HOME, AWAY, SFSM_ANY}, targets[] = {HOME, AWAY, SFSM_ANY};
    for (size_t index = 0; index < COUNT(sources) * COUNT(targets); index++) {
        add_row(builder, sources[index / COUNT(targets)], SFSM_REQUEST, targets[index % COUNT(targets)], 7);
    }
    check_sound(builder);
}

static void duplicates_are_alike_in_source_and_target(void **state) {
    (void)state;
    static const struct { int32_t source, target; } rows[] = {
        {HOME, AWAY}, {HOME, HOME}, {HOME, SFSM_ANY}, {SFSM_ANY, AWAY}, {SFSM_ANY, SFSM_ANY}};
    for (size_t index = 0; index < COUNT(rows); index++) {
        sfsm_builder *const builder = sound_builder();
        add_row(builder, rows[index].source, SFSM_REQUEST, rows[index].target, 8);
        add_row(builder, rows[index].source, SFSM_REQUEST, rows[index].target, 7);
        const sfsm_diagnostic fault = ONLY_FAULT(builder, SFSM_DUPLICATE, "request", "keep one");
        assert_int_equal(fault.event, SFSM_REQUEST);
        assert_int_equal(fault.target, rows[index].target);
        assert_int_equal(fault.place_count, 2);
    }
}

static void guards_tell_them_apart_under_first_match_alone(void **state) {
    (void)state;
    sfsm_builder *const exclusive = sound_builder(), *const first_match = sound_builder();
    const sfsm_row rows[] = {{HOME, SFSM_REQUEST, AWAY, 7, ASKING(note_yes, "one")},
                             {HOME, SFSM_REQUEST, AWAY, 8, ASKING(note_yes, "other")}};
    add_all_rows(exclusive, rows, COUNT(rows));
    ONLY_FAULT(exclusive, SFSM_DUPLICATE, "HOME", "request", "AWAY");
    add_all_rows(first_match, rows, COUNT(rows));
    assert_status(sfsm_builder_set_guard_policy(first_match, SFSM_FIRST_MATCH), SFSM_OK);
    check_sound(first_match);
}

static void matches_tell_them_apart(void **state) {
    (void)state;
    sfsm_builder *const apart = sound_builder(), *const alike = sound_builder();
    declare_all(apart);
    declare_all(alike);
    ADD_ROWS(apart, {HOME, SFSM_REQUEST, AWAY, 7, MATCHING(SFSM_MATCH(POLICY, WEAK))},
             {HOME, SFSM_REQUEST, AWAY, 8, MATCHING(SFSM_MATCH(POLICY, STRONG))},
             {HOME, SFSM_REQUEST, HOME, 9, MATCHING(SFSM_MATCH(POLICY, WEAK))});
    check_sound(apart);
    ADD_ROWS(alike, {HOME, SFSM_REQUEST, AWAY, 7, MATCHING(SFSM_MATCH(POLICY, WEAK))},
             {HOME, SFSM_REQUEST, AWAY, 8, MATCHING(SFSM_MATCH(POLICY, WEAK))});
    ONLY_FAULT(alike, SFSM_DUPLICATE, "HOME", "request", "AWAY", "WEAK");
}

static void rows_that_clash_over_a_combination_are_for_one_target(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder(), *const sound = sound_builder();
    declare_all(builder);
    declare_all(sound);
    ADD_ROWS(builder, {HOME, SFSM_REQUEST, AWAY, 7, MATCHING(SFSM_MATCH(POLICY, WEAK))},
             {HOME, SFSM_REQUEST, AWAY, 8, MATCHING(SFSM_MATCH(REWARD, GIVEN))});
    const sfsm_diagnostic fault = ONLY_FAULT(builder, SFSM_IMPLICIT_CLASH, "HOME", "request");
    assert_int_equal(fault.place_count, 2);
    assert_int_equal(fault.case_count, 2);
    ADD_ROWS(sound, {HOME, SFSM_REQUEST, AWAY, 7, MATCHING(SFSM_MATCH(POLICY, WEAK))},
             {HOME, SFSM_REQUEST, SFSM_ANY, 8, MATCHING(SFSM_MATCH(REWARD, GIVEN))},
             {HOME, SFSM_REQUEST, HOME, 9, MATCHING(SFSM_MATCH(REWARD, GIVEN))});
    check_sound(sound);
}

static void overriding_needs_a_row_for_the_same_target(void **state) {
    (void)state;
    static const int32_t others[] = {HOME, SFSM_ANY};
    for (size_t index = 0; index < COUNT(others); index++) {
        const home_blocks own = blocks_of_home();
        const size_t base = superstate_from(own.builder);
        adopt(own.builder, own.home, base);
        add_row_to(own.builder, base, SFSM_NONE, SFSM_REQUEST, others[index], 3);
        add_overriding_row(own.builder, own.home, HOME, SFSM_REQUEST, AWAY, 4);
        assert_int_equal(ONLY_FAULT(own.builder, SFSM_NOTHING_TO_OVERRIDE, "HOME", "request", "AWAY").line, 4);
    }
    const home_blocks late = blocks_of_home();
    const size_t first = superstate_from(late.builder), second = superstate_from(late.builder);
    adopt(late.builder, late.home, first);
    adopt(late.builder, late.home, second);
    add_overriding_row(late.builder, first, SFSM_NONE, SFSM_REQUEST, AWAY, 3);
    add_row_to(late.builder, second, SFSM_NONE, SFSM_REQUEST, AWAY, 4);
    ONLY_FAULT(late.builder, SFSM_OVERRIDE_OUT_OF_ORDER, "request", "AWAY");
}

static void a_row_for_requests_stands_in_the_block_of_its_source(void **state) {
    (void)state;
    const home_blocks own = blocks_of_home();
    add_row_to(own.builder, own.home, AWAY, SFSM_REQUEST, HOME, 7);
    assert_int_equal(ONLY_FAULT(own.builder, SFSM_MISPLACED_ROW, "AWAY", "HOME").line, 7);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_target_of_a_request_is_a_state_or_any),
        cmocka_unit_test(any_is_the_target_of_requests_alone),
        cmocka_unit_test(a_request_is_an_event_of_rows_and_nothing_else),
        cmocka_unit_test(the_requested_state_must_be_one_of_the_definition),
        cmocka_unit_test(a_row_for_requests_has_no_resolver),
        cmocka_unit_test(rows_for_other_targets_are_no_rivals),
        cmocka_unit_test(duplicates_are_alike_in_source_and_target),
        cmocka_unit_test(guards_tell_them_apart_under_first_match_alone),
        cmocka_unit_test(matches_tell_them_apart),
        cmocka_unit_test(rows_that_clash_over_a_combination_are_for_one_target),
        cmocka_unit_test(overriding_needs_a_row_for_the_same_target),
        cmocka_unit_test(a_row_for_requests_stands_in_the_block_of_its_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
