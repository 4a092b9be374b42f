/* Diagnostics of very many rows, blocks and declarations, each alike: their texts grow with the definition, and building
 * takes seconds; squared, it would take minutes. */
#include "superstates.h"

#include <stdio.h>

static void rows_of_one_clash(sfsm_builder *builder, int32_t count) {
    for (int32_t number = 0; number < count; number++) {
        add_row(builder, HOME, GO, number, 1 + number);
        add_row(builder, number, BACK, HOME, 1 + number);
    }
}

static void rows_that_are_duplicates(sfsm_builder *builder, int32_t count) {
    for (int32_t number = 0; number < count; number++) {
        add_row(builder, HOME, GO, HOME, 1 + number);
    }
}

static void targets_that_are_unknown(sfsm_builder *builder, int32_t count) {
    for (int32_t number = 0; number < count; number++) {
        add_row(builder, HOME, number, 1000 + number, 1 + number);
    }
}

static void initial_states(sfsm_builder *builder, int32_t count) {
    for (int32_t number = 0; number < count; number++) {
        add_row(builder, number, GO, number, 1 + number);
        assert_status(sfsm_builder_set_initial_at(builder, number, "gate.c", 1 + number), SFSM_OK);
    }
}

static void types_that_are_declared_again(sfsm_builder *builder, int32_t count) {
    add_row(builder, HOME, GO, HOME, 1);
    for (int32_t number = 0; number < count; number++) {
        assert_status(sfsm_builder_add_predicate_at(builder, 0, 1 + number % 100, "gate.c", 1 + number), SFSM_OK);
    }
}

static void events_that_are_declared_again(sfsm_builder *builder, int32_t count) {
    add_row(builder, HOME, GO, HOME, 1);
    for (int32_t number = 0; number < count; number++) {
        assert_status(sfsm_builder_add_event_at(builder, GO, number % 2 == 0 ? "str" : "i32", "gate.c", 1 + number),
                      SFSM_OK);
    }
}

static void blocks_that_are_empty(sfsm_builder *builder, int32_t count) {
    for (int32_t number = 0; number < count; number++) {
        state_from(builder, number);
    }
}

static void rows_with_nothing_to_override(sfsm_builder *builder, int32_t count) {
    const size_t home = state_from(builder, HOME);
    for (int32_t number = 0; number < count; number++) {
        add_overriding_row(builder, home, HOME, number, HOME, 1 + number);
    }
}

/* A row of each superstate overrides that of the one which it adopts: all but the last are never taken. */
static void rows_that_override_each_other(sfsm_builder *builder, int32_t count) {
    size_t last = superstate_from(builder);
    add_row_to(builder, last, SFSM_NONE, GO, HOME, 1);
    for (int32_t number = 1; number < count; number++) {
        const size_t next = superstate_from(builder);
        adopt(builder, next, last);
        add_overriding_row(builder, next, SFSM_NONE, GO, HOME, 1 + number);
        last = next;
    }
    adopt(builder, state_from(builder, HOME), last);
}

static void files_of_one_row_each(sfsm_builder *builder, int32_t count) {
    char file[32];
    for (int32_t number = 0; number < count; number++) {
        snprintf(file, sizeof file, "gate%d.c", (int)number);
        assert_status(sfsm_builder_add_row_at(builder, HOME, number, 1000, file, 1, NULL), SFSM_OK);
    }
}

/* All of one kind: one for each, or one for all of them. */
static const struct {
    void (*fill)(sfsm_builder *, int32_t);
    int32_t kind;
    int32_t missing; /* so many fewer than one for each */
    bool is_one;
} shapes[] = {
    {rows_of_one_clash, SFSM_CLASH, 0, true},
    {rows_that_are_duplicates, SFSM_DUPLICATE, 0, true},
    {targets_that_are_unknown, SFSM_UNKNOWN_TARGET, 0, false},
    {initial_states, SFSM_TWO_INITIAL_STATES, 0, true},
    {types_that_are_declared_again, SFSM_PREDICATE_CONFLICT, 0, true},
    {events_that_are_declared_again, SFSM_ARGUMENT_CONFLICT, 0, true},
    {blocks_that_are_empty, SFSM_EMPTY_BLOCK, 0, false},
    {rows_with_nothing_to_override, SFSM_NOTHING_TO_OVERRIDE, 0, false},
    {rows_that_override_each_other, SFSM_NEVER_TAKEN, 1, false},
    {files_of_one_row_each, SFSM_UNKNOWN_TARGET, 0, false},
};

static void as_many_as_there_are_rows(void **state) {
    (void)state;
    const int32_t count = (int32_t)test_size(100000, 1000);
    for (size_t index = 0; index < COUNT(shapes); index++) {
        sfsm_builder *const builder = sfsm_builder_create();
        shapes[index].fill(builder, count);
        const bool is_error = shapes[index].kind != SFSM_NEVER_TAKEN;
        sfsm_diagnostics *const faults = is_error ? faults_of(builder) : warnings_of(builder);
        const size_t expected = shapes[index].is_one ? 1 : (size_t)(count - shapes[index].missing);
        assert_int_equal(count_of_kind(faults, shapes[index].kind), expected);
        assert_in_range(strlen(sfsm_diagnostics_text(faults)), (size_t)count * 8, (size_t)count * 600);
        sfsm_diagnostics_release(faults);
        sfsm_builder_release(builder);
    }
}

/* The last name counts, and no other is kept. */
static void a_state_that_is_named_again_and_again(void **state) {
    (void)state;
    const int32_t count = (int32_t)test_size(100000, 1000);
    sfsm_builder *const builder = sound_builder();
    char text[32];
    for (int32_t number = 0; number < count; number++) {
        snprintf(text, sizeof text, "name%d", (int)number);
        const sfsm_name name = {HOME, text};
        assert_status(sfsm_builder_name_states(builder, &name, 1), SFSM_OK);
    }
    sfsm_table *const table = table_from(builder);
    assert_string_equal(sfsm_table_state_name(table, HOME), text);
    assert_in_range(sfsm_table_size(table), 1, 4096);
    sfsm_table_release(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_many_as_there_are_rows),
        cmocka_unit_test(a_state_that_is_named_again_and_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
