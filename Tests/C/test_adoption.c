/* Chapter 5, sfsm_builder_adopt: what it takes, what comes over several ways, and whose rows quarrel. Circles and sizes
 * are in test_adoption_sizes.c, finalizers of what many states share in test_adoption_finalizers.c. */
#include "superstates.h"

static void a_block_that_does_not_exist_neither_adopts_nor_is_adopted(void **state) {
    (void)state;
    static const size_t strangers[] = {0, 3, 4711, SIZE_MAX / 2, SIZE_MAX / 2 + 1, SIZE_MAX - 1, SIZE_MAX};
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_adopt(builder, 1, 1), SFSM_OUT_OF_RANGE); /* there is none yet */
    const size_t home = state_from(builder, HOME), base = superstate_from(builder);
    for (size_t index = 0; index < COUNT(strangers); index++) {
        assert_status(sfsm_builder_adopt(builder, strangers[index], base), SFSM_OUT_OF_RANGE);
        assert_status(sfsm_builder_adopt(builder, home, strangers[index]), SFSM_OUT_OF_RANGE);
        assert_status(sfsm_builder_adopt(builder, strangers[index], strangers[index]), SFSM_OUT_OF_RANGE);
    }
    add_row_to(builder, base, SFSM_NONE, STAY, SFSM_SAME, 1);
    add_row(builder, HOME, STAY, SFSM_SAME, 2); /* a clash, had any of it been adopted */
    check_rejection(builder);
    check_sound(builder);
}

static void a_states_block_is_no_superstate(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    const size_t home = state_from(builder, HOME), away = state_from(builder, AWAY), base = superstate_from(builder);
    add_row_to(builder, base, SFSM_NONE, STAY, SFSM_SAME, 3);
    assert_status(sfsm_builder_adopt(builder, home, away), SFSM_BAD_VALUE);
    assert_status(sfsm_builder_adopt(builder, home, home), SFSM_BAD_VALUE);
    assert_status(sfsm_builder_adopt(builder, base, home), SFSM_BAD_VALUE);
    check_rejection(builder);
    check_sound(builder);
}

static void null_and_built_builders_take_nothing(void **state) {
    (void)state;
    size_t block = 4711;
    sfsm_table *table = NULL;
    assert_status(sfsm_builder_adopt(NULL, 1, 2), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_add_superstate(NULL, &block), SFSM_NULL_POINTER);
    sfsm_builder *const builder = sound_builder();
    const size_t home = state_from(builder, HOME), base = superstate_from(builder);
    adopt(builder, home, base);
    add_row_to(builder, base, SFSM_NONE, STAY, SFSM_SAME, 3);
    assert_status(sfsm_builder_build(builder, &table, NULL), SFSM_OK);
    assert_status(sfsm_builder_adopt(builder, home, base), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_adopt(builder, 0, SIZE_MAX), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_add_superstate(builder, &block), SFSM_ALREADY_BUILT);
    assert_int_equal(block, 4711);
    sfsm_builder_release(builder);
    sfsm_machine *const machine = machine_over(table, HOME, NULL);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
    sfsm_table_release(table);
}

/* A superstate that HOME has over two ways: over two others, over one other and directly, or by adopting it twice. */
enum { WAYS = 3 };
static size_t diamond(sfsm_builder *builder, int way) {
    const size_t home = state_from(builder, HOME), base = superstate_from(builder);
    if (way < 2) {
        const size_t left = superstate_from(builder);
        adopt(builder, left, base);
        adopt(builder, home, left);
    }
    if (way == 0) {
        const size_t right = superstate_from(builder);
        adopt(builder, right, base);
        adopt(builder, home, right);
    } else {
        adopt(builder, home, base);
    }
    if (way == 2) {
        adopt(builder, home, base);
    }
    return base;
}

static void rows_that_come_over_two_ways_are_duplicates(void **state) {
    (void)state;
    for (int way = 0; way < WAYS * 2; way++) {
        sfsm_builder *const builder = sound_builder();
        add_row_to(builder, diamond(builder, way / 2), SFSM_NONE, STAY, AWAY, 7);
        assert_status(sfsm_builder_set_guard_policy(builder, way % 2 ? SFSM_FIRST_MATCH : SFSM_EXCLUSIVE), SFSM_OK);
        const sfsm_diagnostic fault =
            ONLY_FAULT(builder, SFSM_DUPLICATE, "HOME", "STAY", "AWAY", "inherited 2 times", "one path");
        assert_int_equal(fault.state, HOME);
        assert_int_equal(fault.event, STAY);
        assert_int_equal(fault.target, AWAY);
        assert_int_equal(fault.line, 7);
        assert_int_equal(fault.place_count, 2);
    }
}

static void callbacks_that_come_over_two_ways_run_twice(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        trace trace = {{0}, 0};
        sfsm_builder *const builder = sound_builder();
        trace_block(builder, diamond(builder, way), "BASE");
        sfsm_machine *const machine = machine_from(builder, HOME, &trace);
        assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
        assert_trace(&trace, "exit BASE, exit BASE");
        assert_status(sfsm_machine_send(machine, BACK), SFSM_TRANSITIONED);
        assert_trace(&trace, "entry BASE, entry BASE");
        sfsm_machine_release(machine);
    }
}

static void an_overriding_row_ends_the_quarrel_of_a_diamond(void **state) {
    (void)state;
    for (int way = 0; way < WAYS; way++) {
        sfsm_builder *const builder = sound_builder();
        add_row_to(builder, diamond(builder, way), SFSM_NONE, STAY, AWAY, 7);
        add_overriding_row(builder, 0, HOME, STAY, SFSM_SAME, 8);
        sfsm_machine *const machine = machine_from(builder, HOME, NULL);
        assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
        assert_int_equal(sfsm_machine_state(machine), HOME);
        sfsm_machine_release(machine);
    }
}

static void rows_of_superstates_quarrel_with_each_other_and_with_the_states_own(void **state) {
    (void)state;
    static const struct { int32_t target, kind; } rows[] = {{AWAY, SFSM_DUPLICATE}, {SFSM_SAME, SFSM_CLASH}};
    for (size_t index = 0; index < COUNT(rows) * 2; index++) {
        sfsm_builder *const builder = sound_builder();
        const size_t base = superstate_from(builder), side = superstate_from(builder);
        const size_t home = state_from(builder, HOME);
        add_row_to(builder, base, SFSM_NONE, STAY, AWAY, 7);
        adopt(builder, home, base);
        if (index % 2 == 0) {
            adopt(builder, home, side);
            add_row_to(builder, side, SFSM_NONE, STAY, rows[index / 2].target, 8);
        } else {
            adopt(builder, base, side);
            add_row_to(builder, side, SFSM_NONE, BACK, AWAY, 6);
            add_row_to(builder, home, HOME, STAY, rows[index / 2].target, 8);
        }
        sfsm_diagnostics *const faults = faults_of(builder);
        assert_int_equal(sfsm_diagnostics_count(faults), 1);
        const sfsm_diagnostic fault = diagnostic_at(faults, 0);
        assert_int_equal(fault.kind, rows[index / 2].kind);
        assert_int_equal(fault.state, HOME);
        assert_int_equal(fault.event, STAY);
        assert_int_equal(fault.target, AWAY);
        assert_int_equal(fault.place_count, 2);
        check_place(faults, 0, 0, 7);
        check_place(faults, 0, 1, 8);
        assert_says(fault, "HOME", "STAY", "AWAY", "keep one");
        sfsm_diagnostics_release(faults);
        sfsm_builder_release(builder);
    }
}

static void a_quarrel_of_superstates_is_reported_once_whoever_adopts_them(void **state) {
    (void)state;
    enum { STATES = 200 };
    static const struct { int32_t target, kind; } rows[] = {{AWAY, SFSM_DUPLICATE}, {SFSM_SAME, SFSM_CLASH}};
    for (size_t index = 0; index < COUNT(rows); index++) {
        sfsm_builder *const builder = sound_builder();
        const size_t base = superstate_from(builder), side = superstate_from(builder);
        add_row_to(builder, base, SFSM_NONE, STAY, AWAY, 7);
        add_row_to(builder, side, SFSM_NONE, STAY, rows[index].target, 8);
        for (int32_t number = 0; number < STATES; number++) {
            const size_t block = state_from(builder, 100 + number);
            adopt(builder, block, base);
            adopt(builder, block, side);
        }
        const sfsm_diagnostic fault = ONLY_FAULT(builder, rows[index].kind, "STAY", "AWAY");
        assert_int_equal(fault.line, 7);
        assert_int_equal(fault.place_count, 2);
    }
}

/* Another state's own row belongs to a quarrel of superstates that was told already: its place must be told too. */
static void no_row_of_a_quarrel_is_kept_back(void **state) {
    (void)state;
    static const struct { int32_t target, kind; } rows[] = {{AWAY, SFSM_DUPLICATE}, {SFSM_SAME, SFSM_CLASH}};
    for (size_t index = 0; index < COUNT(rows); index++) {
        sfsm_builder *const builder = sound_builder();
        const size_t base = superstate_from(builder), side = superstate_from(builder);
        const size_t first = state_from(builder, 100), second = state_from(builder, 101);
        const int32_t target = rows[index].target;
        add_row_to(builder, base, SFSM_NONE, STAY, AWAY, 7);
        add_row_to(builder, side, SFSM_NONE, STAY, target, 8);
        add_row_to(builder, second, 101, STAY, target == AWAY ? AWAY : HOME, 9);
        adopt(builder, first, base);
        adopt(builder, first, side);
        adopt(builder, second, base);
        adopt(builder, second, side);
        sfsm_diagnostics *const faults = faults_of(builder);
        bool is_told = false;
        for (size_t fault = 0; fault < sfsm_diagnostics_count(faults); fault++) {
            const sfsm_diagnostic diagnostic = diagnostic_at(faults, fault);
            for (size_t place = 0; diagnostic.kind == rows[index].kind && place < diagnostic.place_count; place++) {
                const char *file = NULL;
                int32_t line = 0;
                assert_status(sfsm_diagnostics_place(faults, fault, place, &file, &line), SFSM_OK);
                is_told = is_told || line == 9;
            }
        }
        assert_true(is_told);
        sfsm_diagnostics_release(faults);
        sfsm_builder_release(builder);
    }
}

static void a_faulty_definition_may_be_mended(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    const size_t home = state_from(builder, HOME), base = superstate_from(builder);
    add_overriding_row(builder, home, HOME, STAY, SFSM_SAME, 7);
    adopt(builder, home, base);
    sfsm_diagnostics *const faults = faults_of(builder);
    assert_int_equal(sfsm_diagnostics_count(faults), 2);
    assert_int_equal(count_of_kind(faults, SFSM_EMPTY_BLOCK), 1);
    assert_int_equal(count_of_kind(faults, SFSM_NOTHING_TO_OVERRIDE), 1);
    sfsm_diagnostics_release(faults);
    add_row_to(builder, base, SFSM_NONE, STAY, AWAY, 8);
    check_sound(builder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_that_does_not_exist_neither_adopts_nor_is_adopted),
        cmocka_unit_test(a_states_block_is_no_superstate),
        cmocka_unit_test(null_and_built_builders_take_nothing),
        cmocka_unit_test(rows_that_come_over_two_ways_are_duplicates),
        cmocka_unit_test(callbacks_that_come_over_two_ways_run_twice),
        cmocka_unit_test(an_overriding_row_ends_the_quarrel_of_a_diamond),
        cmocka_unit_test(rows_of_superstates_quarrel_with_each_other_and_with_the_states_own),
        cmocka_unit_test(a_quarrel_of_superstates_is_reported_once_whoever_adopts_them),
        cmocka_unit_test(no_row_of_a_quarrel_is_kept_back),
        cmocka_unit_test(a_faulty_definition_may_be_mended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
