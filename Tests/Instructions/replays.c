/* Replays of columns of events. */
#include "paths.h"

enum { STATES = 8, EVENTS = 4, TOKENS = 50, EVENT_COUNT = 2000 };

/* In every other state one event has no row. */
static sfsm_table *new_table(bool is_guarded)
{
    sfsm_builder *const builder = sfsm_builder_create();
    for (int32_t number = 0; number < STATES * EVENTS; ++number) {
        const int32_t state = number / EVENTS, event = number % EVENTS;
        const sfsm_row row = SFSM_ROW_IF(state, event, is_guarded ? return_1 : NULL, (state + event + 1) % STATES, NULL);
        if (state % 2 == 0 || event > 0)
            expect(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
    }
    return table_from(builder);
}

typedef struct columns {
    int32_t events[EVENT_COUNT], tokens[EVENT_COUNT], states[TOKENS];
    int64_t offsets[TOKENS + 1], first[TOKENS];
} columns;

static sfsm_replay new_replay(columns *columns, bool as_lists)
{
    for (int32_t index = 0; index < EVENT_COUNT; ++index) {
        columns->events[index] = index * 7 / 3 % EVENTS;
        columns->tokens[index] = index % TOKENS;
    }
    for (int32_t token = 0; token < TOKENS; ++token) {
        columns->states[token] = SFSM_NONE;
        columns->first[token] = -1;
        columns->offsets[token] = token * (EVENT_COUNT / TOKENS);
    }
    columns->offsets[TOKENS] = EVENT_COUNT;
    sfsm_replay replay = {.size = sizeof replay, .initial = 0, .states = columns->states, .token_count = TOKENS,
                          .events = {.values = columns->events}, .event_count = EVENT_COUNT, .first = columns->first};
    if (as_lists)
        replay.offsets = columns->offsets;
    else
        replay.tokens.values = columns->tokens;
    return replay;
}

static void count_replay(const char *name, const sfsm_table *table, const sfsm_replay *replay)
{
    sfsm_replay_counts counts = {.size = sizeof counts};
    begin_counting();
    expect(sfsm_table_replay(table, replay, &counts), SFSM_OK);
    end_counting(name, EVENT_COUNT);
    require(counts.events == EVENT_COUNT && counts.transitioned > EVENT_COUNT / 2 && counts.violations > 0);
}

void count_replays(void)
{
    static columns columns;
    sfsm_table *table = new_table(false);
    sfsm_replay replay = new_replay(&columns, true);
    count_replay("replay: lists", table, &replay);
    replay = new_replay(&columns, false);
    count_replay("replay: interleaved", table, &replay);
    sfsm_table_release(table);

    table = new_table(true);
    replay = new_replay(&columns, true);
    replay.guards = SFSM_ASK_GUARDS;
    count_replay("replay: guards are asked", table, &replay);
    sfsm_table_release(table);
}
