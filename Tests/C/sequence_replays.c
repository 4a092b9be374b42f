/* Chapter 14: replays, on this thread alone. */
#include "sequences.h"

enum { TOKENS = 4, EVENTS = 64 };

static const char flat[] = "definition d\n"
                           "  ids events go = 0 stop = 1\n"
                           "  initial a\n"
                           "  a go ? yes -> b / count\n"
                           "  b go -> a / count\n"
                           "  b stop -> same\n";
static const char chart[] = "definition c\n"
                            "  ids events go = 0 stop = 1\n"
                            "  initial p\n"
                            "  parallel p\n"
                            "    state r\n"
                            "      go ? yes -> same / count\n"
                            "    state s\n"
                            "      stop -> same\n";

/* Parts one after the other. */
static sfsm_status run_here(void *context, sfsm_part part, void *parts, size_t count) {
    (void)context;
    for (size_t number = 0; number < count; number++) {
        part(parts, number);
    }
    return SFSM_OK;
}

/* `is_interleaved`, or in lists and in two parts. Every call begins with new tokens. */
static sfsm_status replay(sequence_run *run, const sfsm_table *table, bool is_interleaved, bool asks,
                          sfsm_replay_counts *counts) {
    static const int64_t offsets[TOKENS + 1] = {0, EVENTS / 4, EVENTS / 2, EVENTS / 2, EVENTS};
    int8_t events[EVENTS], tokens[EVENTS];
    int32_t states[TOKENS * 8], rows[EVENTS];
    int64_t row_counts[16] = {0};
    sfsm_violation violations[EVENTS];
    for (int index = 0; index < EVENTS; index++) {
        events[index] = (int8_t)(index % 2);
        tokens[index] = (int8_t)(index % TOKENS);
    }
    for (size_t index = 0; index < COUNT(states); index++) {
        states[index] = SFSM_NONE;
    }
    const sfsm_replay replay = {.size = sizeof replay,
                                .states = states,
                                .token_count = TOKENS,
                                .events = {events, SFSM_I8, 0},
                                .event_count = EVENTS,
                                .tokens = {is_interleaved ? tokens : NULL, SFSM_I8, 0},
                                .offsets = is_interleaved ? NULL : offsets,
                                .initial = SFSM_INITIAL,
                                .guards = asks ? SFSM_ASK_GUARDS : SFSM_ASSUME_GUARDS,
                                .flags = asks ? SFSM_CALL_ACTIONS : 0,
                                .contexts = run,
                                .thread_count = is_interleaved ? 1 : 2,
                                .parallel = run_here,
                                .rows = rows,
                                .row_counts = row_counts,
                                .violations = violations,
                                .violation_capacity = EVENTS};
    return sfsm_table_replay(table, &replay, counts);
}

static void check_replays(sequence_run *run, const char *text, bool is_interleaved) {
    sfsm_table *const table = sequence_document(run, text);
    sfsm_replay_counts counts[2] = {{.size = sizeof *counts}, {.size = sizeof *counts}};
    for (int asks = 0; asks < 2; asks++) {
        TRY(replay(run, table, is_interleaved, asks, &counts[asks]), SFSM_OK);
        REQUIRE(counts[asks].events == EVENTS && counts[asks].violations == counts[0].violations);
        REQUIRE(counts[asks].transitioned > EVENTS / 3);
    }
    REQUIRE(run->calls > 0);
    sfsm_table_release(table);
}

static void replays_of_lists(sequence_run *run) {
    check_replays(run, flat, false);
}

static void replays_of_interleaved_tokens(sequence_run *run) {
    check_replays(run, flat, true);
}

static void replays_of_charts(sequence_run *run) {
    check_replays(run, chart, false);
    check_replays(run, chart, true);
}

static void replays_that_end_early(sequence_run *run) {
    static const int8_t events[] = {0, 1, 77, 0};
    int32_t states[1] = {SFSM_NONE};
    sfsm_table *const table = sequence_document(run, flat);
    const sfsm_replay replay = {.size = sizeof replay, .states = states, .token_count = 1,
                                .events = {events, SFSM_I8, 0}, .event_count = COUNT(events),
                                .initial = SFSM_INITIAL, .guards = SFSM_ASSUME_GUARDS};
    sfsm_replay_counts counts = {.size = sizeof counts};
    TRY((states[0] = SFSM_NONE, sfsm_table_replay(table, &replay, &counts)), SFSM_UNKNOWN_EVENT);
    REQUIRE(counts.events == 2 && counts.index == 2);
    sfsm_table_release(table);
}

const call_sequence replay_sequences[] = {
    {"replays of lists", replays_of_lists},
    {"replays of interleaved tokens", replays_of_interleaved_tokens},
    {"replays of charts", replays_of_charts},
    {"replays that end early", replays_that_end_early},
    {NULL, NULL},
};
