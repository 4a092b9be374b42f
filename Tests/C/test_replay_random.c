/* Random definitions and logs: what a replay says of each token is what machines say that are sent the same events,
 * with all ways to ask guards and to call actions, in both layouts, in parts, and on several threads. */
#include "random_replays.h"
#include "replay_machines.h"
#include "seeds.h"

static size_t compared, with_errors, charts, refused;

static void compare(const sfsm_table *table, const run *one, const run *other) {
    assert_same_run(table, one, other);
    compared += one->status == SFSM_OK;
    with_errors += one->status != SFSM_OK;
}

/* The events of each token together, in their order: what was number i is number order[i]. */
typedef struct lists {
    random_log log;
    size_t order[EVENTS];
    int64_t offsets[TOKENS + 1];
    uint8_t codes[EVENTS]; /* of events: their numbers in `map` */
    sfsm_id map[256];
    size_t map_count;
} lists;

static void move_event(lists *lists, size_t to, const random_log *log, size_t from) {
    lists->order[from] = to;
    lists->log.events[to] = log->events[from];
    lists->log.numbers[to] = log->numbers[from];
    lists->log.strings[to] = log->strings[from];
    for (size_t column = 0; column < MOST_COLUMNS; column++) {
        lists->log.cases[column][to] = log->cases[column][from];
    }
}

static void make_lists(lists *lists, const sfsm_table *table, const random_log *log) {
    size_t next = 0;
    for (int32_t token = 0; token < TOKENS; token++) {
        lists->offsets[token] = (int64_t)next;
        for (size_t i = 0; i < EVENTS; i++) {
            if (log->tokens[i] == token) {
                move_event(lists, next++, log, i);
            }
        }
    }
    lists->offsets[TOKENS] = EVENTS;
    lists->map_count = sfsm_table_event_count(table);
    for (size_t code = 0; code < lists->map_count; code++) {
        lists->map[code] = sfsm_table_event_at(table, lists->map_count - 1 - code);
        for (size_t i = 0; i < EVENTS; i++) {
            if (lists->log.events[i] == lists->map[code]) {
                lists->codes[i] = (uint8_t)code;
            }
        }
    }
}

/* What is told of lists, but for the order in which events stand. */
static void assert_lists_say_the_same(const lists *lists, const run *run, const struct run *expected) {
    assert_status(run->status, SFSM_OK);
    assert_int_equal(run->counts.transitioned, expected->counts.transitioned);
    assert_int_equal(run->counts.refused, expected->counts.refused);
    assert_int_equal(run->counts.unhandled, expected->counts.unhandled);
    assert_int_equal(run->counts.violated_tokens, expected->counts.violated_tokens);
    assert_memory_equal(run->row_counts, expected->row_counts, sizeof run->row_counts);
    for (size_t i = 0; i < EVENTS; i++) {
        assert_int_equal(run->outcomes[lists->order[i]], expected->outcomes[i]);
        assert_int_equal(run->rows[lists->order[i]], expected->rows[i]);
    }
    for (size_t i = 0; i < TOKENS; i++) {
        const int64_t first = expected->first[i];
        assert_int_equal(run->first[i], first < 0 ? -1 : (int64_t)lists->order[first]);
        assert_int_equal(run->contexts[i].trace, expected->contexts[i].trace);
    }
    for (int64_t i = 1; i < run->counts.violations; i++) {
        assert_true(run->violations[i].index > run->violations[i - 1].index);
    }
}

/* The same events as lists, on several threads, as codes: every token ends where it did. */
static void check_lists(const sfsm_table *table, const random_log *log, const run *expected, uint32_t seed) {
    static lists lists;
    static run run;
    columns columns;
    make_lists(&lists, table, log);
    begin_run(&run, expected);
    sfsm_replay replay = replay_of(table, &lists.log, &run, 0, EVENTS, &columns);
    replay.tokens.values = NULL;
    replay.offsets = lists.offsets;
    replay.events = (sfsm_column){lists.codes, SFSM_U8, 0};
    replay.event_map = lists.map;
    replay.event_map_count = lists.map_count;
    replay.thread_count = 1 + draw_below(&seed, 4);
    run.counts.size = sizeof run.counts;
    run.status = sfsm_table_replay(table, &replay, &run.counts);
    assert_lists_say_the_same(&lists, &run, expected);
}

/* The same without a place for what came of each event: other ways lead there. */
static void check_plainly(const sfsm_table *table, const random_log *log, const run *expected) {
    static run run;
    columns columns;
    begin_run(&run, expected);
    sfsm_replay replay = replay_of(table, log, &run, 0, EVENTS, &columns);
    replay.outcomes = NULL;
    replay.rows = NULL;
    replay.row_counts = NULL;
    run.counts.size = sizeof run.counts;
    run.status = sfsm_table_replay(table, &replay, &run.counts);
    memcpy(run.outcomes, expected->outcomes, sizeof run.outcomes);
    memcpy(run.rows, expected->rows, sizeof run.rows);
    memcpy(run.row_counts, expected->row_counts, sizeof run.row_counts);
    compare(table, expected, &run);
}

/* In two parts, with the states of the first in the second. */
static void check_parts(const sfsm_table *table, const random_log *log, const run *expected, size_t cut) {
    static run run;
    begin_run(&run, expected);
    replay_events(table, log, &run, 0, cut);
    if (run.status == SFSM_OK) {
        replay_events(table, log, &run, cut, EVENTS - cut);
    }
    compare(table, expected, &run);
}

/* How the log is replayed; one that asks nobody has the cases for which machines would ask a provider. */
static void draw_model(run *model, random_log *log, const sfsm_table *table, uint32_t *seed) {
    *model = (run){.guards = 1 + (int32_t)draw_below(seed, 2)};
    model->flags = draw_below(seed, 2) == 0 ? SFSM_CALL_ACTIONS : 0;
    for (size_t i = 0; model->guards == SFSM_ASSUME_GUARDS && i < EVENTS; i++) {
        log->cases[0][i] = log->cases[0][i] == SFSM_NONE ? 0 : log->cases[0][i];
    }
    model->column_count = draw_below(seed, 2) == 0 ? sfsm_table_predicate_count(table) : 0;
}

static void check_table(const sfsm_table *table, uint32_t seed) {
    static random_log log;
    static run model, run, expected;
    draw_log(&log, table, &seed);
    draw_model(&model, &log, table, &seed);
    assert_in_range(sfsm_table_replay_width(table), 1, MOST_WIDTH);
    begin_run(&run, &model);
    replay_events(table, &log, &run, 0, EVENTS);
    if (run.status == SFSM_UNSUPPORTED && run.counts.events == 0 && run.counts.index != 0) {
        /* A dynamic target or a provider that must not be asked. */
        assert_int_equal(model.guards, SFSM_ASSUME_GUARDS);
        refused++;
        return;
    }
    begin_run(&expected, &model);
    run_machines(table, &log, &expected);
    compare(table, &expected, &run);
    charts += sfsm_table_replay_width(table) > 1;
    check_plainly(table, &log, &expected);
    check_parts(table, &log, &expected, draw_below(&seed, EVENTS));
    if (expected.status == SFSM_OK) {
        check_lists(table, &log, &expected, seed);
    }
}

static void check_definition(uint32_t seed) {
    sfsm_table *const table = random_replay_table(seed);
    if (table != NULL && sfsm_table_row_count(table) < MOST_ROWS && sfsm_table_event_count(table) > 0) {
        check_table(table, seed);
    }
    sfsm_table_release(table);
}

static void replays_are_what_machines_do(void **state) {
    (void)state;
    const seeds seeds = random_seeds(700000, 6000, 100);
    compared = with_errors = charts = refused = 0;
    for (uint32_t round = 0; round < seeds.count; round++) {
        check_definition(begin_round(seeds, round));
    }
    if (seeds.are_many) {
        print_message("%zu compared, %zu with an error, %zu charts, %zu refused\n", compared, with_errors, charts,
                      refused);
        assert_true(compared > seeds.count / 4);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(replays_are_what_machines_do, tell_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
