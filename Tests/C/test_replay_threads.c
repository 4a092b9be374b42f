/* Replays on several threads, also the host's own; and hosts that end one. */
#include "orders.h"

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

/* Threads of the host's: here one after the other, from the last. */
static sfsm_status run_backwards(void *context, sfsm_part part, void *parts, size_t count) {
    *(size_t *)context = count;
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(progress_may_cancel),
        cmocka_unit_test(threads_may_be_the_hosts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
