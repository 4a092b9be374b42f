/* Replays of many events of many tokens. */
#include "shapes.h"

enum { STATES = 8, EVENTS = 4 };

static sfsm_table *new_table(bool is_chart, bool is_guarded)
{
    sfsm_builder *const builder = sfsm_builder_create();
    for (int32_t number = 0; number < STATES * EVENTS; ++number) {
        const int32_t state = number / EVENTS, event = number % EVENTS;
        if (event == 0 && is_chart)
            nested(builder, state, 0, STATES);
        if (state % 2 == 1 && event == 0)
            continue;
        const size_t row = add_row(builder, state, event, (state + event + 1) % STATES);
        if (is_guarded)
            expect(sfsm_builder_add_guard(builder, row, return_1, NULL, NULL), SFSM_OK);
    }
    if (is_chart)
        expect(sfsm_builder_set_default(builder, nested(builder, STATES, 0, SFSM_NONE), 0), SFSM_OK);
    return table_from(builder);
}

static void counted_replay(const char *name, sfsm_table *table, bool as_lists, size_t size)
{
    const size_t tokens = size / 4, width = sfsm_table_replay_width(table);
    int32_t *const events = allocate(size * sizeof *events), *const owners = allocate(size * sizeof *owners);
    int32_t *const states = allocate(tokens * width * sizeof *states), *const rows = allocate(size * sizeof *rows);
    int64_t *const offsets = allocate((tokens + 1) * sizeof *offsets), *const first = allocate(tokens * sizeof *first);
    sfsm_violation *const violations = allocate(size * sizeof *violations);
    for (size_t index = 0; index < size; ++index) {
        events[index] = (int32_t)(index * 7 / 3 % EVENTS);
        owners[index] = (int32_t)(index * 7919 % tokens);
    }
    for (size_t token = 0; token <= tokens; ++token)
        offsets[token] = (int64_t)(token * size / tokens);
    for (size_t token = 0; token < tokens; ++token) {
        memset(states + token * width, 0, width * sizeof *states);
        states[token * width] = SFSM_NONE;
        first[token] = -1;
    }
    sfsm_replay replay = {.size = sizeof replay, .initial = 0, .states = states, .token_count = tokens,
                          .events = {.values = events}, .event_count = size, .first = first, .rows = rows,
                          .guards = SFSM_ASK_GUARDS, .violations = violations, .violation_capacity = size};
    if (as_lists)
        replay.offsets = offsets;
    else
        replay.tokens.values = owners;
    sfsm_replay_counts counts = {.size = sizeof counts};
    begin_counting();
    expect(sfsm_table_replay(table, &replay, &counts), SFSM_OK);
    end_counting(name, size);
    require(counts.events == (int64_t)size && counts.violations > 0 && counts.transitioned > counts.violations);
    sfsm_table_release(table);
    free(violations);
    free(first);
    free(offsets);
    free(rows);
    free(states);
    free(owners);
    free(events);
}

static void replays(size_t size)
{
    counted_replay("replay of lists", new_table(false, false), true, size);
    counted_replay("replay, interleaved", new_table(false, false), false, size);
    counted_replay("replay of lists with guards", new_table(false, true), true, size);
    counted_replay("replay of lists in a chart", new_table(true, false), true, size);
}

const shape replay_shapes[] = {
    {replays, 1000, 62500, 0},
    {NULL, 0, 0, 0},
};
