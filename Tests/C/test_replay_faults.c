/* Replays: logs with faults, and what is refused. */
#include "orders.h"

static void what_is_unknown_ends_it_or_is_skipped(void **state) {
    (void)state;
    sfsm_table *const table = order_table();
    static const sfsm_id map[] = {PAY, SEND, CLOSE, SFSM_NONE, 4711};
    for (int32_t wrong = -1; wrong <= 5; wrong++) {
        if (wrong >= 0 && wrong < 3) {
            continue;
        }
        int32_t codes[EVENTS];
        memcpy(codes, order_events, sizeof codes);
        codes[3] = wrong;
        result result;
        sfsm_replay replay = replay_into(&result);
        replay.events.values = codes;
        replay.event_map = wrong == 5 ? NULL : map;
        replay.event_map_count = wrong == 5 ? 0 : COUNT(map);
        assert_status(sfsm_table_replay(table, &replay, &result.counts), SFSM_UNKNOWN_EVENT);
        assert_int_equal(result.counts.index, 3);
        assert_int_equal(result.counts.events, 3);
        assert_numbers(result.states, PAID, PAID, SFSM_NONE);
        begin_result(&result);
        replay.flags = SFSM_SKIP_UNKNOWN;
        assert_status(sfsm_table_replay(table, &replay, &result.counts), SFSM_OK);
        assert_int_equal(result.counts.skipped, 1);
        assert_numbers(result.outcomes, 1, 1, SFSM_UNHANDLED, 0, SFSM_UNHANDLED, SFSM_UNHANDLED, 1);
    }
    sfsm_table_release(table);
}

/* A table of two states, in a chart or not, between which event 1 leads. */
static sfsm_table *table_of_two(bool is_chart) {
    sfsm_builder *const builder = sfsm_builder_create();
    const sfsm_row rows[] = {SFSM_ROW(1, 1, 2, NULL), SFSM_ROW(2, 1, 1, NULL)};
    size_t block = 0;
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    assert_status(sfsm_builder_set_initial(builder, 1), SFSM_OK);
    if (is_chart) {
        assert_status(sfsm_builder_add_state(builder, 2, 0, &block), SFSM_OK);
        assert_status(sfsm_builder_add_timeout(builder, block, 1, 1), SFSM_OK);
    }
    return table_from(builder);
}

/* In whatever way: a new token stays new as long as the table knows none of its events. */
static void what_is_unknown_starts_no_token(void **state) {
    (void)state;
    static const int32_t tokens[] = {0, 0, 0, 0};
    static const int64_t offsets[] = {0, 4, 4};
    static const sfsm_id map[] = {SFSM_NONE, 1};
    for (int way = 0; way < 2 * 3 * 2 * 3; way++) {
        sfsm_table *const table = table_of_two(way % 2 == 1);
        const bool is_mapped = way / 6 % 2 == 1;
        for (int known = -1; known < 4; known++) {
            /* Of four events none but one is known, if any is. */
            const int32_t unknown = is_mapped ? 0 : 7;
            int32_t events[] = {unknown, unknown, unknown, unknown};
            uint8_t outcomes[COUNT(events)];
            if (known >= 0) {
                events[known] = 1;
            }
            for (uint32_t skip = 0; skip <= SFSM_SKIP_UNKNOWN; skip += SFSM_SKIP_UNKNOWN) {
                int32_t states[] = {SFSM_NONE, SFSM_NONE};
                sfsm_replay replay = {.size = sizeof replay, .states = states, .token_count = way / 2 % 3 == 0 ? 1 : 2,
                                      .events = {events, 0, 0}, .event_count = COUNT(events), .flags = skip,
                                      .initial = SFSM_INITIAL};
                replay.tokens.values = way / 2 % 3 == 1 ? tokens : NULL;
                replay.offsets = way / 2 % 3 == 2 ? offsets : NULL;
                replay.event_map = is_mapped ? map : NULL;
                replay.event_map_count = is_mapped ? COUNT(map) : 0;
                replay.outcomes = way / 12 == 1 ? outcomes : NULL;
                replay.flags |= way / 12 == 2 ? SFSM_CALL_ACTIONS : 0;
                sfsm_replay_counts counts = {.size = sizeof counts};
                const int32_t first = known == 0 ? 2 : SFSM_NONE;
                assert_status(sfsm_table_replay(table, &replay, &counts), skip == 0 ? SFSM_UNKNOWN_EVENT : SFSM_OK);
                assert_int_equal(counts.events, skip != 0 ? COUNT(events) : known == 0 ? 1 : 0);
                assert_int_equal(states[0], skip != 0 && known >= 0 ? 2 : first);
                assert_int_equal(states[1], SFSM_NONE);
            }
        }
        sfsm_table_release(table);
    }
}

static void numbers_out_of_range_are_told_by_index(void **state) {
    (void)state;
    sfsm_table *const table = order_table();
    static const int64_t wrong[] = {-1, TOKENS, INT32_MAX, INT64_MAX, (int64_t)1 << 32};
    for (size_t i = 0; i < COUNT(wrong); i++) {
        int64_t numbers[EVENTS];
        for (size_t event = 0; event < EVENTS; event++) {
            numbers[event] = event == 4 ? wrong[i] : order_tokens[event];
        }
        result result;
        sfsm_replay replay = replay_into(&result);
        replay.tokens = (sfsm_column){numbers, SFSM_I64, 0};
        assert_status(sfsm_table_replay(table, &replay, &result.counts), SFSM_OUT_OF_RANGE);
        assert_int_equal(result.counts.index, 4);
        assert_int_equal(result.counts.events, 4);
        assert_numbers(result.states, SENT, PAID, SFSM_NONE);
    }
    result result;
    sfsm_replay replay = replay_into(&result);
    result.states[1] = 4711;
    assert_status(sfsm_table_replay(table, &replay, &result.counts), SFSM_UNKNOWN_STATE);
    assert_int_equal(result.counts.index, 1);
    assert_numbers(result.states, PAID, 4711, SFSM_NONE);
    begin_result(&result);
    replay.initial = 4711;
    assert_status(sfsm_table_replay(table, &replay, &result.counts), SFSM_UNKNOWN_STATE);
    assert_int_equal(result.counts.index, 0);
    sfsm_table_release(table);
}

/* Nothing is replayed then, on however many threads. */
static void offsets_that_fall_are_refused(void **state) {
    (void)state;
    sfsm_table *const table = order_table();
    static const struct {
        int64_t offsets[TOKENS + 1];
        sfsm_status status;
        int64_t index;
    } lists[] = {
        {{0, 5, 3, 7}, SFSM_BAD_VALUE, 2},
        {{-1, 1, 3, 7}, SFSM_OUT_OF_RANGE, 0},
        {{0, 3, 5, 8}, SFSM_OUT_OF_RANGE, 3},
        {{0, INT64_MAX, 5, 7}, SFSM_OUT_OF_RANGE, 1},
    };
    for (size_t i = 0; i < 4 * COUNT(lists); i++) {
        result result;
        sfsm_replay replay = replay_into(&result);
        replay.tokens.values = NULL;
        replay.offsets = lists[i / 4].offsets;
        replay.thread_count = i % 4;
        assert_status(sfsm_table_replay(table, &replay, &result.counts), lists[i / 4].status);
        assert_int_equal(result.counts.index, lists[i / 4].index);
        assert_int_equal(result.counts.events, 0);
        assert_numbers(result.states, SFSM_NONE, SFSM_NONE, SFSM_NONE);
    }
    sfsm_table_release(table);
}

/* Each line makes one thing wrong. */
static void misuse_is_refused(void **state) {
    (void)state;
    sfsm_table *const table = order_table();
    static const int64_t offsets[TOKENS + 1] = {0};
    static const sfsm_case_column case_column = {9, 0, {order_events, 0, 0}};
    result result;
    const sfsm_replay sound = replay_into(&result);
    for (int line = 0;; line++) {
        sfsm_replay replay = sound;
        sfsm_status status = SFSM_NULL_POINTER;
        switch (line) {
        case 0: replay.states = NULL; break;
        case 1: replay.events.values = NULL; break;
        case 2: replay.tokens.values = NULL; break;
        case 3: replay.event_map_count = 1; break;
        case 4: replay.case_column_count = 1; break;
        case 5: replay.argument_column_count = 1; break;
        case 6: replay.violations = NULL; break;
        case 7: replay.row_times = result.row_times; break;
        case 8: replay.entered = result.entered; break;
        case 9: replay.first_times = result.first_times; break;
        case 10: replay.guards = 3, status = SFSM_BAD_VALUE; break;
        case 11: replay.guards = -1, status = SFSM_BAD_VALUE; break;
        case 12: replay.on_violation = 3, status = SFSM_BAD_VALUE; break;
        case 13: replay.flags = 8, status = SFSM_BAD_VALUE; break;
        case 14: replay.events.type = SFSM_STR, status = SFSM_BAD_VALUE; break;
        case 15: replay.tokens.type = SFSM_F64, status = SFSM_BAD_VALUE; break;
        case 16: replay.events.type = 99, status = SFSM_BAD_VALUE; break;
        case 17: replay.events.reserved = 1, status = SFSM_BAD_VALUE; break;
        case 18: replay.offsets = offsets, status = SFSM_BAD_VALUE; break;
        case 19: replay.thread_count = 2, status = SFSM_BAD_VALUE; break;
        case 20: replay.token_count = SIZE_MAX, status = SFSM_OUT_OF_RANGE; break;
        case 21: replay.event_count = SIZE_MAX / 2, status = SFSM_OUT_OF_RANGE; break;
        case 22: replay.token_count = (size_t)INT32_MAX + 1, status = SFSM_OUT_OF_RANGE; break;
        case 23: replay.violation_capacity = SIZE_MAX, status = SFSM_OUT_OF_RANGE; break;
        case 24: replay.cases = &case_column, replay.case_column_count = 1, status = SFSM_UNKNOWN_PREDICATE; break;
        case 25: replay.size--, status = SFSM_BAD_SIZE; break;
        case 26: replay.size = 0, status = SFSM_BAD_SIZE; break;
        default: line = -1; break;
        }
        if (line < 0) {
            break;
        }
        begin_result(&result);
        assert_status(sfsm_table_replay(table, &replay, &result.counts), status);
        assert_numbers(result.states, SFSM_NONE, SFSM_NONE, SFSM_NONE);
        assert_int_equal(result.counts.events, 0);
    }
    assert_status(sfsm_table_replay(NULL, &sound, &result.counts), SFSM_NULL_POINTER);
    assert_status(sfsm_table_replay(table, NULL, &result.counts), SFSM_NULL_POINTER);
    result.counts.size = 8;
    assert_status(sfsm_table_replay(table, &sound, &result.counts), SFSM_BAD_SIZE);
    assert_status(sfsm_table_replay(table, &sound, NULL), SFSM_OK);
    assert_int_equal(sfsm_table_replay_width(table), 1);
    assert_int_equal(sfsm_table_replay_width(NULL), 0);
    sfsm_table_release(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_unknown_ends_it_or_is_skipped),
        cmocka_unit_test(what_is_unknown_starts_no_token),
        cmocka_unit_test(numbers_out_of_range_are_told_by_index),
        cmocka_unit_test(offsets_that_fall_are_refused),
        cmocka_unit_test(misuse_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
