#include "charts.h"

const nested washing_states[] = {
    {WASHING, SFSM_PARALLEL, SFSM_NONE, SFSM_NONE},
    {PROGRAM, 0, WASHING, FILLING},
    {FILLING, 0, PROGRAM, SFSM_NONE},
    {SPINNING, 0, PROGRAM, SFSM_NONE},
    {FINISHED, SFSM_FINAL, PROGRAM, SFSM_NONE},
    {LAST, SFSM_SHALLOW_HISTORY, PROGRAM, SFSM_NONE},
    {DOOR, 0, WASHING, CLOSED},
    {CLOSED, 0, DOOR, SFSM_NONE},
    {LOCKED, 0, DOOR, SFSM_NONE},
};
const size_t washing_state_count = COUNT(washing_states);

const sfsm_row washing_rows[] = {
    SFSM_ROW(IDLE, START, WASHING, NULL),
    SFSM_ROW(WASHING, START, SFSM_DEFER, NULL),
    SFSM_ROW(WASHING, PAUSE, PAUSED, NULL),
    SFSM_ROW(WASHING, READY, IDLE, NULL),
    SFSM_ROW(PAUSED, PAUSE, LAST, NULL),
    SFSM_ROW(FILLING, FULL, SPINNING, NULL),
    SFSM_ROW(SPINNING, TIME, FINISHED, NULL),
    SFSM_ROW(CLOSED, LOCK, LOCKED, NULL),
    SFSM_ROW(LOCKED, SFSM_EVENTLESS, CLOSED, NULL),
    {.source = PROGRAM, .event = RESTART, .target = FILLING, .flags = SFSM_LOCAL},
};
const size_t washing_row_count = COUNT(washing_rows);

size_t add_nested(sfsm_builder *builder, int32_t state, uint32_t flags, int32_t parent, int32_t target) {
    size_t block = 0;
    assert_status(sfsm_builder_add_state(builder, state, flags, &block), SFSM_OK);
    if (parent != SFSM_NONE) {
        assert_status(sfsm_builder_nest(builder, block, parent), SFSM_OK);
    }
    if (target != SFSM_NONE) {
        assert_status(sfsm_builder_set_default(builder, block, target), SFSM_OK);
    }
    return block;
}

sfsm_builder *washing_builder(void) {
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t i = 0; i < washing_state_count; i++) {
        const nested state = washing_states[i];
        const size_t block = add_nested(builder, state.state, state.flags, state.parent, state.target);
        if (state.state == PROGRAM) {
            assert_status(sfsm_builder_on_done(builder, block, READY), SFSM_OK);
        }
    }
    assert_status(sfsm_builder_add_rows(builder, washing_rows, washing_row_count), SFSM_OK);
    assert_status(sfsm_builder_add_raise(builder, 6, LOCK), SFSM_OK);
    assert_status(sfsm_builder_add_in_guard(builder, 9, SPINNING, false), SFSM_OK);
    return builder;
}

sfsm_machine *washing_machine(void) {
    return machine_from(washing_builder(), IDLE, NULL);
}

void check_states(const sfsm_machine *machine, const int32_t *expected, size_t count) {
    int32_t states[16];
    size_t actual = 4711;
    assert_status(sfsm_machine_states(machine, states, COUNT(states), &actual), SFSM_OK);
    assert_int_equal(actual, count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(states[i], expected[i]);
    }
}
