/* Random definitions and logs, and what came of a log: of its events, its tokens and its rows. */
#ifndef SFSM_TESTS_RANDOM_REPLAYS_H
#define SFSM_TESTS_RANDOM_REPLAYS_H

#include "support.h"

enum { TOKENS = 9, EVENTS = 120, MOST_COLUMNS = 2, MOST_WIDTH = 64, MOST_ROWS = 200 };

/* The context of a token. Answers depend on it, the event and the state alone: they may be asked for in any order. */
typedef struct token {
    uint32_t seed;
    bool asks, calls; /* what a machine's callbacks do that a replay would not call */
    uint32_t trace;   /* a sum of all actions so far, in order */
} token;

/* Whose each event is, what it is, and the cases and arguments that are sent with it. */
typedef struct random_log {
    int32_t tokens[EVENTS], events[EVENTS], cases[MOST_COLUMNS][EVENTS];
    int64_t numbers[EVENTS];
    const char *strings[EVENTS];
} random_log;

/* How a log is replayed, and what came of it. */
typedef struct run {
    int32_t guards;
    uint32_t flags;
    size_t column_count;
    token contexts[TOKENS];
    int32_t states[TOKENS * MOST_WIDTH];
    uint8_t outcomes[EVENTS];
    int32_t rows[EVENTS];
    int64_t row_counts[MOST_ROWS], first[TOKENS];
    sfsm_violation violations[EVENTS];
    sfsm_replay_counts counts;
    sfsm_status status;
} run;

/* The columns of a replay. */
typedef struct columns {
    sfsm_case_column cases[MOST_COLUMNS];
    sfsm_argument_column arguments[40];
} columns;

/* The table of a random definition, whose callbacks take a token; NULL if there are errors in it. */
sfsm_table *random_replay_table(uint32_t seed);

void draw_log(random_log *log, const sfsm_table *table, uint32_t *seed);

/* A run of which there was no event yet, and that goes as another one. */
void begin_run(run *run, const struct run *model);

/* The replay of `count` events of a log, from the one with number `first` on. */
sfsm_replay replay_of(const sfsm_table *table, const random_log *log, run *run, size_t first, size_t count,
                      columns *columns);

/* Replays these events; the run goes on. */
void replay_events(const sfsm_table *table, const random_log *log, run *run, size_t first, size_t count);

/* Of runs that ended early, what came before that is compared. */
void assert_same_run(const sfsm_table *table, const run *one, const run *other);

#endif
