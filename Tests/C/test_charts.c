/* Definitions of charts: what the functions that make them take, and what a table tells of nesting. */
#include "charts.h"

static int32_t done(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 1;
}

static void a_table_tells_of_nesting(void **state) {
    (void)state;
    sfsm_table *const table = table_from(washing_builder());
    for (size_t i = 0; i < washing_state_count; i++) {
        assert_int_equal(sfsm_table_parent(table, washing_states[i].state), washing_states[i].parent);
        assert_int_equal(sfsm_table_kind(table, washing_states[i].state), washing_states[i].flags);
    }
    assert_int_equal(sfsm_table_parent(table, IDLE), SFSM_NONE);
    assert_int_equal(sfsm_table_kind(table, IDLE), 0);
    assert_int_equal(sfsm_table_parent(table, 4711), SFSM_NONE);
    assert_int_equal(sfsm_table_kind(table, 4711), 0);
    assert_int_equal(sfsm_table_parent(table, SFSM_ANY), SFSM_NONE);
    assert_int_equal(sfsm_table_parent(NULL, PROGRAM), SFSM_NONE);
    assert_int_equal(sfsm_table_kind(NULL, WASHING), 0);
    sfsm_table_release(table);
}

static void a_flat_table_tells_of_none(void **state) {
    (void)state;
    const sfsm_row rows[] = {SFSM_ROW(IDLE, START, PAUSED, NULL), SFSM_ROW(PAUSED, START, IDLE, NULL)};
    sfsm_table *const table = table_of_rows(rows, COUNT(rows));
    assert_int_equal(sfsm_table_parent(table, IDLE), SFSM_NONE);
    assert_int_equal(sfsm_table_kind(table, IDLE), 0);
    sfsm_table_release(table);
}

static void a_block_has_one_flag_at_most(void **state) {
    (void)state;
    static const uint32_t flags[] = {SFSM_FINAL, SFSM_PARALLEL, SFSM_SHALLOW_HISTORY, SFSM_DEEP_HISTORY};
    sfsm_builder *const builder = sfsm_builder_create();
    size_t block = 4711;
    for (size_t i = 0; i < COUNT(flags); i++) {
        for (size_t j = 0; j < COUNT(flags); j++) {
            const sfsm_status expected = i == j ? SFSM_OK : SFSM_BAD_VALUE;
            assert_status(sfsm_builder_add_state(builder, IDLE, flags[i] | flags[j], NULL), expected);
        }
    }
    assert_status(sfsm_builder_add_state(builder, IDLE, 16, &block), SFSM_BAD_VALUE);
    assert_status(sfsm_builder_add_state(builder, IDLE, UINT32_MAX, &block), SFSM_BAD_VALUE);
    assert_int_equal(block, 4711);
    check_rejection(builder);
    sfsm_builder_release(builder);
}

static void what_is_wrong_with_a_place(void **state) {
    (void)state;
    sfsm_status (*const setters[])(sfsm_builder *, size_t, int32_t) = {sfsm_builder_nest, sfsm_builder_set_default,
                                                                       sfsm_builder_on_done};
    for (size_t i = 0; i < COUNT(setters); i++) {
        sfsm_builder *const builder = washing_builder();
        const size_t above = washing_state_count + 1;
        size_t superstate = 0, block = 0;
        assert_status(setters[i](NULL, 1, 1), SFSM_NULL_POINTER);
        assert_status(setters[i](builder, 0, 1), SFSM_OUT_OF_RANGE);
        assert_status(setters[i](builder, above, 1), SFSM_OUT_OF_RANGE);
        assert_status(setters[i](builder, SIZE_MAX, 1), SFSM_OUT_OF_RANGE);
        assert_status(setters[i](builder, 2, SFSM_NONE), SFSM_RESERVED_ID);
        assert_status(setters[i](builder, 2, SFSM_FIRST_ID - 1), SFSM_RESERVED_ID);
        assert_status(setters[i](builder, 2, 7), SFSM_BAD_VALUE); /* PROGRAM says all three already */
        assert_status(sfsm_builder_add_superstate(builder, &superstate), SFSM_OK);
        assert_status(setters[i](builder, superstate, 1), SFSM_BAD_VALUE);
        check_rejection(builder);
        assert_status(sfsm_builder_add_state(builder, 100, 0, &block), SFSM_OK);
        assert_status(setters[i](builder, block, SFSM_FIRST_ID), SFSM_OK);
        assert_status(setters[i](builder, block, SFSM_FIRST_ID), SFSM_BAD_VALUE);
        sfsm_builder_release(builder);
    }
}

static void what_is_wrong_with_a_part_of_a_row(void **state) {
    (void)state;
    sfsm_builder *const builder = washing_builder();
    const size_t above = washing_row_count + 1;
    assert_status(sfsm_builder_add_target(NULL, 1, WASHING), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_add_target(builder, 0, WASHING), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_builder_add_target(builder, above, WASHING), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_builder_add_target(builder, 1, SFSM_SAME), SFSM_RESERVED_ID);
    assert_status(sfsm_builder_add_in_guard(NULL, 1, WASHING, true), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_add_in_guard(builder, SIZE_MAX, WASHING, true), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_builder_add_in_guard(builder, 1, SFSM_ANY, true), SFSM_RESERVED_ID);
    assert_status(sfsm_builder_add_raise(NULL, 1, LOCK), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_add_raise(builder, above, LOCK), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_builder_add_raise(builder, 1, SFSM_EVENTLESS), SFSM_RESERVED_ID);
    check_rejection(builder);
    sfsm_table *const table = table_from(builder); /* nothing of it was added */
    assert_int_equal(sfsm_table_row_count(table), washing_row_count);
    sfsm_table_release(table);
}

static void nothing_is_added_to_a_spent_builder(void **state) {
    (void)state;
    sfsm_builder *const builder = washing_builder();
    sfsm_table *table = NULL;
    size_t finalized = 0;
    assert_status(sfsm_builder_build(builder, &table, NULL), SFSM_OK);
    assert_status(sfsm_builder_nest(builder, 1, IDLE), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_set_default(builder, 1, IDLE), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_on_done(builder, 1, LOCK), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_on_default(builder, 1, done, &finalized, count_call), SFSM_ALREADY_BUILT);
    assert_int_equal(finalized, 1);
    assert_status(sfsm_builder_add_target(builder, 1, IDLE), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_add_in_guard(builder, 1, IDLE, true), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_add_raise(builder, 1, LOCK), SFSM_ALREADY_BUILT);
    sfsm_table_release(table);
    sfsm_builder_release(builder);
}

static void default_actions_are_finalized_once(void **state) {
    (void)state;
    sfsm_builder *const builder = washing_builder();
    size_t finalized = 0, kept = 0, superstate = 0;
    assert_status(sfsm_builder_add_superstate(builder, &superstate), SFSM_OK);
    assert_status(sfsm_builder_on_default(NULL, 2, done, &finalized, count_call), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_on_default(builder, 2, NULL, &finalized, count_call), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_on_default(builder, 0, done, &finalized, count_call), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_builder_on_default(builder, superstate, done, &finalized, count_call), SFSM_BAD_VALUE);
    assert_int_equal(finalized, 4);
    assert_status(sfsm_builder_on_default(builder, 2, done, &kept, count_call), SFSM_OK);
    assert_int_equal(kept, 0);
    sfsm_builder_release(builder);
    assert_int_equal(kept, 1);
}

static void flags_of_rows(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_row row = SFSM_ROW(IDLE, START, SFSM_SAME, NULL);
    row.flags = 2; /* SFSM_INHERITED is for transitions */
    assert_status(sfsm_builder_add_rows(builder, &row, 1), SFSM_BAD_VALUE);
    row.flags = 8;
    assert_status(sfsm_builder_add_rows(builder, &row, 1), SFSM_BAD_VALUE);
    row.flags = SFSM_LOCAL;
    assert_status(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
    check_rejection(builder);
    sfsm_table_release(table_from(builder));
}

/* Notes what a list holds, and checks that any capacity gets what it has room for. */
static void note_ids(trace *trace, const sfsm_table *table, size_t index, const char *word,
                     sfsm_status (*list)(const sfsm_table *, size_t, int32_t *, size_t, size_t *)) {
    int32_t ids[8];
    size_t count = 4711, all = 0;
    assert_status(list(table, index, NULL, 0, &all), SFSM_OK);
    for (size_t capacity = 0; capacity <= all + 1; capacity++) {
        memset(ids, 0x5a, sizeof ids);
        assert_status(list(table, index, ids, capacity, &count), SFSM_OK);
        assert_int_equal(count, all);
        for (size_t i = 0; i < COUNT(ids); i++) {
            assert_int_equal(ids[i] != 0x5a5a5a5a, i < capacity && i < count);
        }
    }
    for (size_t i = 0; i < count; i++) {
        trace_note(trace, "%s %d", word, (int)ids[i]);
    }
}

static void note_conditions(trace *trace, const sfsm_table *table, size_t index) {
    int32_t states[8];
    bool are_active[8];
    size_t count = 4711, all = 0;
    assert_status(sfsm_table_transition_conditions(table, index, NULL, NULL, 0, &all), SFSM_OK);
    for (size_t capacity = 0; capacity <= all + 1; capacity++) {
        memset(states, 0x5a, sizeof states);
        memset(are_active, 0x5a, sizeof are_active);
        assert_status(sfsm_table_transition_conditions(table, index, states, are_active, capacity, &count), SFSM_OK);
        assert_int_equal(count, all);
        for (size_t i = 0; i < COUNT(states); i++) {
            const bool is_written = i < capacity && i < count;
            assert_int_equal(states[i] != 0x5a5a5a5a, is_written);
            assert_int_equal(((const unsigned char *)are_active)[i] != 0x5a, is_written);
        }
    }
    for (size_t i = 0; i < count; i++) {
        trace_note(trace, "%s %d", are_active[i] ? "in" : "not in", (int)states[i]);
    }
}

/* Compares what a row says, "local, to 4, to 10, in 7, raises 5". Takes no row that several states have. */
static void check_row(const sfsm_table *table, size_t row, const char *expected) {
    trace trace = {{0}, 0};
    for (size_t index = 0; index < sfsm_table_transition_count(table); index++) {
        sfsm_transition transition = {.size = sizeof transition};
        assert_status(sfsm_table_transition(table, index, &transition), SFSM_OK);
        if (transition.row == row) {
            if (transition.flags & SFSM_LOCAL) {
                trace_note(&trace, "local");
            }
            note_ids(&trace, table, index, "to", sfsm_table_transition_targets);
            note_conditions(&trace, table, index);
            note_ids(&trace, table, index, "raises", sfsm_table_transition_raised);
        }
    }
    assert_trace(&trace, expected);
}

static void a_table_tells_what_rows_say(void **state) {
    (void)state;
    sfsm_builder *const builder = washing_builder();
    size_t row = 0;
    assert_status(sfsm_builder_add_row(builder, PAUSED, FULL, SPINNING, &row), SFSM_OK);
    assert_status(sfsm_builder_add_target(builder, row, LOCKED), SFSM_OK);
    assert_status(sfsm_builder_add_in_guard(builder, row, PAUSED, true), SFSM_OK);
    assert_status(sfsm_builder_add_in_guard(builder, row, WASHING, false), SFSM_OK);
    assert_status(sfsm_builder_add_in_guard(builder, row, IDLE, false), SFSM_OK);
    assert_status(sfsm_builder_add_raise(builder, row, TIME), SFSM_OK);
    assert_status(sfsm_builder_add_raise(builder, row, LOCK), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    check_row(table, 1, "to 2");
    check_row(table, 2, "to -2147483638"); /* SFSM_DEFER */
    check_row(table, 6, "to 5, raises 5");
    check_row(table, 9, "to 9, not in 5");
    check_row(table, 10, "local, to 4");
    check_row(table, row, "to 5, to 10, in 1, not in 2, not in 0, raises 4, raises 5");
    sfsm_table_release(table);
}

static void a_row_of_a_superstate_says_the_same_for_each_state(void **state) {
    (void)state;
    sfsm_builder *const builder = washing_builder();
    size_t block = 0, superstate = 0;
    const size_t row = washing_row_count + 1;
    assert_status(sfsm_builder_add_superstate(builder, &superstate), SFSM_OK);
    const sfsm_row adopted = {.source = SFSM_NONE, .event = LOCK, .target = SFSM_INTERNAL, .block = superstate};
    assert_status(sfsm_builder_add_rows(builder, &adopted, 1), SFSM_OK);
    assert_status(sfsm_builder_add_raise(builder, row, TIME), SFSM_OK);
    for (int32_t id = IDLE; id <= PAUSED; id++) {
        assert_status(sfsm_builder_add_state(builder, id, 0, &block), SFSM_OK);
        assert_status(sfsm_builder_adopt(builder, block, superstate), SFSM_OK);
    }
    sfsm_table *const table = table_from(builder);
    check_row(table, row, "to -2147483646, raises 4, to -2147483646, raises 4"); /* SFSM_INTERNAL */
    sfsm_table_release(table);
}

static void what_is_wrong_with_asking_for_what_rows_say(void **state) {
    (void)state;
    sfsm_table *const table = table_from(washing_builder());
    int32_t id = 4711;
    bool is_active = true;
    size_t count = 4711;
    const size_t above = sfsm_table_transition_count(table);
    sfsm_status (*const lists[])(const sfsm_table *, size_t, int32_t *, size_t, size_t *) = {
        sfsm_table_transition_targets, sfsm_table_transition_raised};
    for (size_t i = 0; i < COUNT(lists); i++) {
        assert_status(lists[i](NULL, 0, &id, 1, &count), SFSM_NULL_POINTER);
        assert_status(lists[i](table, 0, &id, 1, NULL), SFSM_NULL_POINTER);
        assert_status(lists[i](table, 0, NULL, 1, &count), SFSM_NULL_POINTER);
        assert_status(lists[i](table, above, &id, 1, &count), SFSM_OUT_OF_RANGE);
        assert_status(lists[i](table, SIZE_MAX, &id, 1, &count), SFSM_OUT_OF_RANGE);
        assert_status(lists[i](table, 0, &id, SIZE_MAX, &count), SFSM_OUT_OF_RANGE);
    }
    assert_status(sfsm_table_transition_conditions(NULL, 0, &id, &is_active, 1, &count), SFSM_NULL_POINTER);
    assert_status(sfsm_table_transition_conditions(table, 0, &id, &is_active, 1, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_table_transition_conditions(table, 0, NULL, &is_active, 1, &count), SFSM_NULL_POINTER);
    assert_status(sfsm_table_transition_conditions(table, 0, &id, NULL, 1, &count), SFSM_NULL_POINTER);
    assert_status(sfsm_table_transition_conditions(table, above, &id, &is_active, 1, &count), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_table_transition_conditions(table, 0, &id, &is_active, SIZE_MAX, &count), SFSM_OUT_OF_RANGE);
    assert_int_equal(id, 4711);
    assert_int_equal(count, 4711);
    assert_true(is_active);
    sfsm_table_release(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_tells_of_nesting),
        cmocka_unit_test(a_flat_table_tells_of_none),
        cmocka_unit_test(a_table_tells_what_rows_say),
        cmocka_unit_test(a_row_of_a_superstate_says_the_same_for_each_state),
        cmocka_unit_test(what_is_wrong_with_asking_for_what_rows_say),
        cmocka_unit_test(a_block_has_one_flag_at_most),
        cmocka_unit_test(what_is_wrong_with_a_place),
        cmocka_unit_test(what_is_wrong_with_a_part_of_a_row),
        cmocka_unit_test(nothing_is_added_to_a_spent_builder),
        cmocka_unit_test(default_actions_are_finalized_once),
        cmocka_unit_test(flags_of_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
