/* Chapter 6, duplicates and clashes: which rows exclude each other. */
#include "faults.h"

static void duplicates_are_alike_in_source_event_and_target(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    add_row(builder, HOME, STAY, HOME, 7);
    add_row(builder, HOME, STAY, HOME, 9);
    const sfsm_diagnostic fault = ONLY_FAULT(builder, SFSM_DUPLICATE, "HOME", "STAY", "keep one");
    assert_int_equal(fault.state, HOME);
    assert_int_equal(fault.event, STAY);
    assert_int_equal(fault.target, HOME);
    assert_int_equal(fault.line, 7);
    assert_int_equal(fault.place_count, 2);
}

static void every_row_of_a_group_of_duplicates_or_clashes_is_a_place(void **state) {
    (void)state;
    enum { ALIKE = 5 };
    sfsm_builder *const duplicates = sound_builder(), *const clashes = sound_builder();
    for (int32_t index = 0; index < ALIKE; index++) {
        add_row(duplicates, HOME, STAY, AWAY, 10 + index);
        add_row(clashes, HOME, STAY, 100 + index, 10 + index);
        add_row(clashes, 100 + index, GO, HOME, 100 + index);
    }
    assert_int_equal(ONLY_FAULT(duplicates, SFSM_DUPLICATE, "HOME", "STAY").place_count, ALIKE);
    assert_int_equal(ONLY_FAULT(clashes, SFSM_CLASH, "HOME", "STAY", "100", "104").place_count, ALIKE);
}

static void guards_do_not_tell_duplicates_or_clashes_apart(void **state) {
    (void)state;
    static const int32_t targets[] = {AWAY, HOME};
    static const int32_t kinds[] = {SFSM_DUPLICATE, SFSM_CLASH};
    for (size_t index = 0; index < COUNT(kinds); index++) {
        size_t row = 0;
        sfsm_builder *const builder = sound_builder();
        assert_status(sfsm_builder_add_row_at(builder, HOME, GO, targets[index], "gate.c", 8, &row), SFSM_OK);
        assert_status(sfsm_builder_add_guard(builder, row, note_yes, "guard", NULL), SFSM_OK);
        const sfsm_diagnostic fault = ONLY_FAULT(builder, kinds[index], "HOME", "GO");
        assert_int_equal(fault.line, 1);
        assert_int_equal(fault.place_count, 2);
    }
}

static void any_rows_can_be_duplicates_too(void **state) {
    (void)state;
    static const struct { int32_t source, event; } pairs[] = {{SFSM_ANY, GO}, {HOME, SFSM_ANY}, {SFSM_ANY, SFSM_ANY}};
    for (size_t index = 0; index < COUNT(pairs); index++) {
        sfsm_builder *const builder = sound_builder();
        add_row(builder, pairs[index].source, pairs[index].event, HOME, 7);
        add_row(builder, pairs[index].source, pairs[index].event, HOME, 8);
        const sfsm_diagnostic fault = ONLY_FAULT(builder, SFSM_DUPLICATE, "HOME");
        assert_int_equal(fault.line, 7);
        assert_int_equal(fault.place_count, 2);
    }
}

static void clashing_rows_differ_in_target_alone(void **state) {
    (void)state;
    static const int32_t targets[][2] = {
        {AWAY, HOME}, {SFSM_INTERNAL, AWAY}, {SFSM_SAME, SFSM_INTERNAL}, {AWAY, SFSM_SAME}};
    for (size_t index = 0; index < COUNT(targets); index++) {
        sfsm_builder *const builder = sound_builder();
        add_row(builder, HOME, STAY, targets[index][0], 7);
        add_row(builder, HOME, STAY, targets[index][1], 9);
        const sfsm_diagnostic fault = ONLY_FAULT(builder, SFSM_CLASH, "HOME", "STAY", "keep one");
        assert_int_equal(fault.state, HOME);
        assert_int_equal(fault.event, STAY);
        assert_int_equal(fault.line, 7);
        assert_int_equal(fault.place_count, 2);
    }
}

static void first_match_rows_whose_guards_differ_may_differ_in_target(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    const sfsm_row guarded[] = {SFSM_ROW_IF(HOME, STAY, note_yes, HOME, NULL),
                                SFSM_ROW_IF(HOME, STAY, note_no, AWAY, NULL)};
    assert_status(sfsm_builder_add_rows(builder, guarded, COUNT(guarded)), SFSM_OK);
    add_row(builder, HOME, STAY, AWAY, 9); /* without a guard, as the last */
    assert_status(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH), SFSM_OK);
    check_sound(builder);
}

static void rows_of_different_precedence_do_not_clash(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    add_row(builder, HOME, SFSM_ANY, HOME, 3);
    add_row(builder, SFSM_ANY, GO, HOME, 4);
    add_row(builder, SFSM_ANY, SFSM_ANY, SFSM_SAME, 5);
    check_sound(builder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(duplicates_are_alike_in_source_event_and_target),
        cmocka_unit_test(every_row_of_a_group_of_duplicates_or_clashes_is_a_place),
        cmocka_unit_test(guards_do_not_tell_duplicates_or_clashes_apart),
        cmocka_unit_test(any_rows_can_be_duplicates_too),
        cmocka_unit_test(clashing_rows_differ_in_target_alone),
        cmocka_unit_test(first_match_rows_whose_guards_differ_may_differ_in_target),
        cmocka_unit_test(rows_of_different_precedence_do_not_clash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
