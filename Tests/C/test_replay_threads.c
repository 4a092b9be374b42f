/* Replays on several threads, also the host's own; and hosts that end one. */
#include "orders.h"

#include "seeds.h"

static sfsm_status cancel(void *context, int64_t done, int64_t total) {
    assert_in_range(done, 1, total);
    return ++*(int *)context == 2 ? -4711 : SFSM_OK;
}

static void progress_may_cancel(void **state) {
    (void)state;
    sfsm_table *const table = order_table();
    enum { MANY = 5000000 };
    int8_t *const many = calloc(MANY, 1);
    static const int64_t offsets[] = {0, MANY / 2, MANY};
    for (int lists = 0; lists < 2; lists++) {
        int32_t states[2] = {NEW, NEW};
        int calls = 0;
        const sfsm_replay replay = {.size = sizeof replay,
                                    .states = states,
                                    .token_count = 2,
                                    .events = {many, SFSM_I8, 0},
                                    .event_count = MANY,
                                    .tokens = {lists ? NULL : many, SFSM_I8, 0},
                                    .offsets = lists ? offsets : NULL,
                                    .thread_count = lists ? 2 : 1,
                                    .progress = cancel,
                                    .progress_context = &calls};
        sfsm_replay_counts counts = {.size = sizeof counts};
        assert_status(sfsm_table_replay(table, &replay, &counts), -4711);
        assert_int_equal(calls, 2);
        assert_in_range(counts.events, 2 << 20, MANY - 1);
        assert_int_equal(states[0], PAID);
        assert_int_equal(counts.index, -1);
    }
    free(many);
    sfsm_table_release(table);
}

/* Threads of the host's: here one after the other, from the last. A number that no part has does nothing. */
static sfsm_status run_backwards(void *context, sfsm_part part, void *parts, size_t count) {
    *(size_t *)context = count;
    part(parts, count);
    part(parts, SIZE_MAX);
    while (count > 0) {
        part(parts, --count);
    }
    return SFSM_OK;
}

static sfsm_status refuse_threads(void *context, sfsm_part part, void *parts, size_t count) {
    (void)context;
    (void)part;
    (void)parts;
    (void)count;
    return -17;
}

static void threads_may_be_the_hosts(void **state) {
    (void)state;
    sfsm_table *const table = order_table();
    size_t count = 0;
    result result;
    sfsm_replay replay = replay_lists_into(&result);
    replay.thread_count = 3;
    replay.parallel = run_backwards;
    replay.parallel_context = &count;
    assert_status(sfsm_table_replay(table, &replay, &result.counts), SFSM_OK);
    assert_int_equal(count, 3);
    assert_numbers(result.states, CLOSED, PAID, CLOSED);
    assert_int_equal(result.violations[0].token, 1);
    assert_int_equal(result.violations[1].token, 2);
    begin_result(&result);
    const int64_t falling[] = {0, 5, 3, 7};
    const int64_t *const rising = replay.offsets;
    replay.offsets = falling;
    count = 0;
    assert_status(sfsm_table_replay(table, &replay, &result.counts), SFSM_BAD_VALUE);
    assert_int_equal(result.counts.index, 2);
    assert_int_equal(count, 0); /* no part was called */
    replay.offsets = rising;
    begin_result(&result);
    replay.parallel = refuse_threads;
    assert_status(sfsm_table_replay(table, &replay, &result.counts), -17);
    assert_int_equal(result.counts.events, 0);
    sfsm_table_release(table);
}

/* Many orders with lists of all lengths, also empty ones, one of which has most of the events. */
enum { MANY_TOKENS = 5000, MANY_EVENTS = 60000, FIRST_VIOLATIONS = 700 };

typedef struct shared_log {
    int32_t events[MANY_EVENTS];
    int64_t offsets[MANY_TOKENS + 1];
} shared_log;

typedef struct shared_result {
    int32_t states[MANY_TOKENS];
    int64_t row_counts[ORDER_ROWS + 1], row_times[ORDER_ROWS + 1], entered[MANY_TOKENS];
    sfsm_violation violations[FIRST_VIOLATIONS];
    sfsm_replay_counts counts;
} shared_result;

static void draw_shared_log(shared_log *log, uint32_t *seed) {
    const size_t longest = draw_below(seed, MANY_TOKENS);
    int64_t end = 0;
    for (size_t k = 0; k < MANY_TOKENS; k++) {
        log->offsets[k] = end;
        end += k == longest ? MANY_EVENTS / 2 : draw_below(seed, 12);
        end = end < MANY_EVENTS ? end : MANY_EVENTS;
    }
    log->offsets[MANY_TOKENS] = MANY_EVENTS;
    for (size_t i = 0; i < MANY_EVENTS; i++) {
        log->events[i] = (int32_t)draw_below(seed, 3);
    }
}

static void replay_shared(const sfsm_table *table, const shared_log *log, shared_result *result, size_t threads,
                          sfsm_parallel parallel) {
    static int64_t times[MANY_EVENTS];
    memset(result, 0, sizeof *result);
    for (size_t i = 0; i < MANY_EVENTS; i++) {
        times[i] = (int64_t)i;
    }
    for (size_t k = 0; k < MANY_TOKENS; k++) {
        result->states[k] = SFSM_NONE;
        result->entered[k] = INT64_MIN;
    }
    size_t count = 0;
    const sfsm_replay replay = {.size = sizeof replay,
                                .states = result->states,
                                .token_count = MANY_TOKENS,
                                .events = {log->events, 0, 0},
                                .event_count = MANY_EVENTS,
                                .offsets = log->offsets,
                                .times = times,
                                .initial = NEW,
                                .thread_count = threads,
                                .parallel = parallel,
                                .parallel_context = &count,
                                .row_counts = result->row_counts,
                                .row_times = result->row_times,
                                .entered = result->entered,
                                .violations = result->violations,
                                .violation_capacity = FIRST_VIOLATIONS};
    result->counts.size = sizeof result->counts;
    assert_status(sfsm_table_replay(table, &replay, &result->counts), SFSM_OK);
    assert_int_equal(count, parallel == NULL ? 0 : threads);
}

/* Whoever takes which tokens: also the violations come in the order of the tokens. */
static void any_number_of_threads_says_the_same(void **state) {
    (void)state;
    static shared_log log;
    static shared_result alone, shared;
    static const size_t threads[] = {2, 3, 7, 256};
    sfsm_table *const table = order_table();
    const seeds seeds = random_seeds(710000, 12, 3);
    for (uint32_t round = 0; round < seeds.count; round++) {
        uint32_t seed = begin_round(seeds, round);
        draw_shared_log(&log, &seed);
        replay_shared(table, &log, &alone, 1, NULL);
        assert_int_equal(alone.counts.events, MANY_EVENTS);
        assert_true(alone.counts.violations > FIRST_VIOLATIONS);
        for (size_t i = 0; i < COUNT(threads); i++) {
            replay_shared(table, &log, &shared, threads[i], NULL);
            assert_memory_equal(&shared, &alone, sizeof alone);
            replay_shared(table, &log, &shared, threads[i], run_backwards);
            assert_memory_equal(&shared, &alone, sizeof alone);
        }
    }
    sfsm_table_release(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(progress_may_cancel),
        cmocka_unit_test(threads_may_be_the_hosts),
        cmocka_unit_test_teardown(any_number_of_threads_says_the_same, tell_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
