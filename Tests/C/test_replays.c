/* Replays: what is told of a log. */
#include "orders.h"

static void a_log_is_held_against_the_rules(void **state) {
    (void)state;
    sfsm_table *const table = order_table();
    result result;
    const sfsm_replay replay = replay_into(&result);
    assert_status(sfsm_table_replay(table, &replay, &result.counts), SFSM_OK);
    assert_numbers(result.states, CLOSED, PAID, CLOSED);
    assert_numbers(result.outcomes, 1, 1, SFSM_UNHANDLED, 1, 1, SFSM_UNHANDLED, 1);
    assert_numbers(result.rows, 1, 1, 0, 2, 3, 0, 4);
    assert_numbers(result.row_counts, 0, 2, 1, 1, 1);
    assert_numbers(result.first, -1, 2, 5);
    assert_int_equal(result.counts.events, EVENTS);
    assert_int_equal(result.counts.transitioned, 5);
    assert_int_equal(result.counts.unhandled, 2);
    assert_int_equal(result.counts.violations, 2);
    assert_int_equal(result.counts.violated_tokens, 2);
    assert_int_equal(result.counts.index, -1);
    const sfsm_violation *const last = &result.violations[1];
    assert_int_equal(last->index, 5);
    assert_int_equal(last->token, 2);
    assert_int_equal(last->state, NEW);
    assert_int_equal(last->event, SEND);
    assert_status(last->outcome, SFSM_UNHANDLED);
    sfsm_table_release(table);
}

static void lists_say_the_same(void **state) {
    (void)state;
    sfsm_table *const table = order_table();
    for (size_t threads = 0; threads <= 4; threads++) {
        result result;
        sfsm_replay replay = replay_lists_into(&result);
        replay.thread_count = threads;
        assert_status(sfsm_table_replay(table, &replay, &result.counts), SFSM_OK);
        assert_numbers(result.states, CLOSED, PAID, CLOSED);
        assert_numbers(result.rows, 1, 2, 3, 1, 0, 0, 4);
        assert_numbers(result.row_counts, 0, 2, 1, 1, 1);
        assert_numbers(result.first, -1, 4, 5);
        assert_int_equal(result.counts.violations, 2);
        assert_int_equal(result.counts.violated_tokens, 2);
        assert_int_equal(result.violations[0].token, 1);
        assert_int_equal(result.violations[1].token, 2);
    }
    sfsm_table_release(table);
}

/* The fastest way, which writes states only: two new tokens take the same row, and one breaks the rules. */
static void states_alone_are_the_same(void **unused) {
    (void)unused;
    sfsm_table *const table = order_table();
    result all, alone;
    sfsm_replay replay = replay_into(&all);
    assert_status(sfsm_table_replay(table, &replay, &all.counts), SFSM_OK);
    replay = replay_into(&alone);
    replay.outcomes = NULL;
    replay.rows = NULL;
    replay.row_counts = NULL;
    replay.first = NULL;
    assert_status(sfsm_table_replay(table, &replay, &alone.counts), SFSM_OK);
    assert_memory_equal(alone.states, all.states, sizeof all.states);
    assert_memory_equal(alone.violations, all.violations, sizeof all.violations);
    assert_int_equal(alone.counts.transitioned, all.counts.transitioned);
    sfsm_table_release(table);
}

static void after_a_violation_the_token_or_all_may_stop(void **state) {
    (void)state;
    sfsm_table *const table = order_table();
    for (int has_first = 0; has_first < 2; has_first++) {
        result result;
        sfsm_replay replay = replay_into(&result);
        replay.on_violation = SFSM_STOP_TOKEN;
        replay.first = has_first ? result.first : NULL;
        assert_status(sfsm_table_replay(table, &replay, &result.counts), SFSM_OK);
        assert_numbers(result.states, CLOSED, PAID, NEW);
        assert_numbers(result.outcomes, 1, 1, SFSM_UNHANDLED, 1, 1, SFSM_UNHANDLED, 0);
        assert_int_equal(result.counts.skipped, 1);
        assert_int_equal(result.counts.violated_tokens, 2);
    }
    result result;
    sfsm_replay replay = replay_into(&result);
    replay.on_violation = SFSM_STOP;
    assert_status(sfsm_table_replay(table, &replay, &result.counts), SFSM_OK);
    assert_int_equal(result.counts.events, 3);
    assert_int_equal(result.counts.violations, 1);
    assert_numbers(result.states, PAID, PAID, SFSM_NONE);
    sfsm_table_release(table);
}

/* States and first violations are kept between parts. */
static void a_log_may_come_in_parts(void **state) {
    (void)state;
    sfsm_table *const table = order_table();
    for (size_t cut = 0; cut <= EVENTS; cut++) {
        result result;
        sfsm_replay replay = replay_into(&result);
        replay.on_violation = SFSM_STOP_TOKEN;
        replay.event_count = cut;
        assert_status(sfsm_table_replay(table, &replay, &result.counts), SFSM_OK);
        replay.events.values = order_events + cut;
        replay.tokens.values = order_tokens + cut;
        replay.event_count = EVENTS - cut;
        replay.first_index = (int64_t)cut;
        replay.outcomes += cut;
        replay.rows += cut;
        assert_status(sfsm_table_replay(table, &replay, &result.counts), SFSM_OK);
        assert_numbers(result.states, CLOSED, PAID, NEW);
        assert_numbers(result.outcomes, 1, 1, SFSM_UNHANDLED, 1, 1, SFSM_UNHANDLED, 0);
        assert_numbers(result.first, -1, 2, 5);
    }
    sfsm_table_release(table);
}

static void times_say_how_long_states_lasted(void **state) {
    (void)state;
    sfsm_table *const table = order_table();
    static const int64_t times[] = {10, 11, 15, 20, 50, 60, 61};
    result result;
    sfsm_replay replay = replay_into(&result);
    replay.times = times;
    replay.entered = result.entered;
    replay.row_times = result.row_times;
    replay.first_times = result.first_times;
    assert_status(sfsm_table_replay(table, &replay, &result.counts), SFSM_OK);
    assert_numbers(result.row_times, 0, 0, 10, 30, 0); /* since when tokens were NEW is not known */
    assert_numbers(result.entered, 50, 11, 61);
    assert_numbers(result.first_times, 0, 15, 60);
    sfsm_table_release(table);
}

/* A row that leaves no state has no time, and the state goes on. */
static void what_is_internal_takes_no_time(void **state) {
    (void)state;
    const sfsm_row rows[] = {
        SFSM_ROW(NEW, PAY, PAID, NULL),
        SFSM_ROW(PAID, SEND, SFSM_INTERNAL, NULL),
        SFSM_ROW(PAID, CLOSE, SFSM_SAME, NULL),
    };
    sfsm_table *const table = table_of_rows(rows, COUNT(rows));
    static const int32_t events[] = {PAY, SEND, CLOSE, SEND, CLOSE}, tokens[COUNT(events)];
    static const int64_t times[] = {10, 15, 30, 34, 37};
    int32_t states[] = {NEW};
    int64_t row_times[COUNT(rows) + 1] = {0}, entered[] = {INT64_MIN};
    const sfsm_replay replay = {
        .size = sizeof replay,
        .states = states,
        .token_count = 1,
        .events = {events, 0, 0},
        .event_count = COUNT(events),
        .tokens = {tokens, 0, 0},
        .initial = NEW,
        .times = times,
        .entered = entered,
        .row_times = row_times,
    };
    assert_status(sfsm_table_replay(table, &replay, NULL), SFSM_OK);
    assert_numbers(row_times, 0, 0, 0, 27);
    assert_numbers(entered, 37);
    sfsm_table_release(table);
}

/* Columns of all types, and codes of a dictionary. */
static void columns_are_read_as_they_are(void **state) {
    (void)state;
    sfsm_table *const table = order_table();
    static const sfsm_id map[] = {CLOSE, SFSM_NONE, SEND, PAY};
    static const int codes[] = {3, 3, 0, 2, 0, 2, 0};
    for (sfsm_value_type type = SFSM_I8; type <= SFSM_U64; type++) {
        int64_t event_bytes[EVENTS], token_bytes[EVENTS];
        const size_t sizes[] = {1, 2, 4, 8}, size = sizes[(type - SFSM_I8) % 4];
        for (size_t i = 0; i < EVENTS; i++) {
            const int64_t code = codes[i], token = order_tokens[i];
            memcpy((char *)event_bytes + i * size, &code, size);
            memcpy((char *)token_bytes + i * size, &token, size);
        }
        result result;
        sfsm_replay replay = replay_into(&result);
        replay.events = (sfsm_column){event_bytes, type, 0};
        replay.tokens = (sfsm_column){token_bytes, type, 0};
        replay.event_map = map;
        replay.event_map_count = COUNT(map);
        assert_status(sfsm_table_replay(table, &replay, &result.counts), SFSM_OK);
        assert_numbers(result.states, CLOSED, PAID, CLOSED);
        assert_numbers(result.rows, 1, 1, 0, 2, 3, 0, 4);
    }
    sfsm_table_release(table);
}

/* A row for any event takes ids that the table does not know, but nothing that stands for no event. */
static void no_event_is_not_any_event(void **unused) {
    (void)unused;
    static const sfsm_row rows[] = {SFSM_ROW(NEW, PAY, NEW, NULL), SFSM_ROW(NEW, SFSM_ANY, NEW, NULL)};
    static const int32_t ids[] = {PAY, 77, SFSM_NONE, SFSM_ANY, PAY};
    static const int32_t codes[] = {0, 1, 2, 3, 0}, map[] = {PAY, 77, SFSM_NONE};
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    for (int way = 0; way < 4; way++) {
        int32_t state = SFSM_NONE;
        sfsm_replay_counts counts = {.size = sizeof counts};
        const sfsm_replay replay = {
            .size = sizeof replay,
            .states = &state,
            .token_count = 1,
            .events = {way % 2 == 0 ? ids : codes, SFSM_I32, 0},
            .event_count = COUNT(ids),
            .event_map = way % 2 == 0 ? NULL : map,
            .event_map_count = way % 2 == 0 ? 0 : COUNT(map),
            .initial = NEW,
            .flags = SFSM_SKIP_UNKNOWN | (way < 2 ? 0 : SFSM_CALL_ACTIONS),
        };
        assert_status(sfsm_table_replay(table, &replay, &counts), SFSM_OK);
        assert_int_equal(counts.transitioned, 3);
        assert_int_equal(counts.skipped, 2);
    }
    sfsm_table_release(table);
}

/* Without a layout, for which there need not be one token then. */
static void no_events_are_replayed_over_many_tokens(void **unused) {
    (void)unused;
    enum { MANY = 4 << 20 };
    sfsm_table *const table = order_table();
    int32_t *const states = malloc(MANY * sizeof *states);
    assert_non_null(states);
    for (size_t i = 0; i < MANY; i++) {
        states[i] = PAID;
    }
    const sfsm_replay replay = {.size = sizeof replay, .states = states, .token_count = MANY};
    sfsm_replay_counts counts = {.size = sizeof counts};
    assert_status(sfsm_table_replay(table, &replay, &counts), SFSM_OK);
    assert_int_equal(counts.events, 0);
    assert_int_equal(counts.index, -1);
    assert_int_equal(states[0], PAID);
    assert_int_equal(states[MANY - 1], PAID);
    free(states);
    sfsm_table_release(table);
}

/* No token, or no event. */
static void nothing_is_replayed_too(void **state) {
    (void)state;
    sfsm_table *const table = order_table();
    const sfsm_replay nothing = {.size = sizeof nothing};
    sfsm_replay_counts counts = {.size = sizeof counts};
    assert_status(sfsm_table_replay(table, &nothing, &counts), SFSM_OK);
    assert_int_equal(counts.events, 0);
    int32_t one = SFSM_NONE;
    const sfsm_replay alone = {
        .size = sizeof alone,
        .states = &one,
        .token_count = 1,
        .events = {order_events, 0, 0},
        .event_count = 1,
        .initial = NEW,
    };
    assert_status(sfsm_table_replay(table, &alone, &counts), SFSM_OK);
    assert_int_equal(one, PAID);
    sfsm_table_release(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_log_is_held_against_the_rules),
        cmocka_unit_test(lists_say_the_same),
        cmocka_unit_test(states_alone_are_the_same),
        cmocka_unit_test(after_a_violation_the_token_or_all_may_stop),
        cmocka_unit_test(a_log_may_come_in_parts),
        cmocka_unit_test(times_say_how_long_states_lasted),
        cmocka_unit_test(what_is_internal_takes_no_time),
        cmocka_unit_test(columns_are_read_as_they_are),
        cmocka_unit_test(no_event_is_not_any_event),
        cmocka_unit_test(nothing_is_replayed_too),
        cmocka_unit_test(no_events_are_replayed_over_many_tokens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
