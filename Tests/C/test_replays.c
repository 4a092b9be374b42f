/* Replays: what is told of a log, and what is refused of it. */
#include "support.h"

enum { NEW, PAID, SENT, CLOSED };
enum { PAY, SEND, CLOSE };

/* An order: PAY, SEND, CLOSE. */
static const sfsm_row order_rows[] = {
    SFSM_ROW(NEW, PAY, PAID, NULL),
    SFSM_ROW(PAID, SEND, SENT, NULL),
    SFSM_ROW(SENT, CLOSE, CLOSED, NULL),
    SFSM_ROW(NEW, CLOSE, CLOSED, NULL),
};

/* Seven events of three orders, of which numbers 2 and 5 break the rules. */
static const int32_t events[] = {PAY, PAY, CLOSE, SEND, CLOSE, SEND, CLOSE};
static const int32_t tokens[] = {0, 1, 1, 0, 0, 2, 2};
enum { EVENTS = COUNT(events), TOKENS = 3 };

typedef struct result {
    int32_t states[TOKENS];
    uint8_t outcomes[EVENTS];
    int32_t rows[EVENTS];
    int64_t row_counts[COUNT(order_rows) + 1], row_times[COUNT(order_rows) + 1];
    int64_t entered[TOKENS], first[TOKENS], first_times[TOKENS];
    sfsm_violation violations[EVENTS];
    sfsm_replay_counts counts;
} result;

static void begin(result *result) {
    memset(result, 0, sizeof *result);
    for (size_t i = 0; i < TOKENS; i++) {
        result->states[i] = SFSM_NONE;
        result->entered[i] = INT64_MIN;
        result->first[i] = -1;
    }
    result->counts.size = sizeof result->counts;
}

static sfsm_replay replay_into(result *result) {
    begin(result);
    return (sfsm_replay){
        .size = sizeof(sfsm_replay),
        .states = result->states,
        .token_count = TOKENS,
        .events = {events, SFSM_I32, 0},
        .event_count = EVENTS,
        .tokens = {tokens, SFSM_I32, 0},
        .initial = NEW,
        .outcomes = result->outcomes,
        .rows = result->rows,
        .row_counts = result->row_counts,
        .first = result->first,
        .violations = result->violations,
        .violation_capacity = EVENTS,
    };
}

static sfsm_table *orders(void) {
    sfsm_builder *const builder = sfsm_builder_create();
    size_t block = 0;
    assert_status(sfsm_builder_add_rows(builder, order_rows, COUNT(order_rows)), SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, CLOSED, SFSM_FINAL, &block), SFSM_OK);
    return table_from(builder);
}

#define assert_numbers(array, ...)                                                                                    \
    do {                                                                                                               \
        const int64_t expected_[] = {__VA_ARGS__};                                                                     \
        for (size_t i_ = 0; i_ < COUNT(expected_); i_++) {                                                             \
            assert_int_equal((array)[i_], expected_[i_]);                                                              \
        }                                                                                                              \
    } while (0)

static void a_log_is_held_against_the_rules(void **state) {
    (void)state;
    sfsm_table *const table = orders();
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
    sfsm_table *const table = orders();
    static const int32_t listed[] = {PAY, SEND, CLOSE, PAY, CLOSE, SEND, CLOSE};
    static const int64_t offsets[] = {0, 3, 5, 7};
    for (size_t threads = 0; threads <= 4; threads++) {
        result result;
        sfsm_replay replay = replay_into(&result);
        replay.events.values = listed;
        replay.tokens.values = NULL;
        replay.offsets = offsets;
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

static void after_a_violation_the_token_or_all_may_stop(void **state) {
    (void)state;
    sfsm_table *const table = orders();
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

/* A longer log in parts: states and first violations are kept between them. */
static void a_log_may_come_in_parts(void **state) {
    (void)state;
    sfsm_table *const table = orders();
    for (size_t cut = 0; cut <= EVENTS; cut++) {
        result result;
        sfsm_replay replay = replay_into(&result);
        replay.on_violation = SFSM_STOP_TOKEN;
        replay.event_count = cut;
        assert_status(sfsm_table_replay(table, &replay, &result.counts), SFSM_OK);
        replay.events.values = events + cut;
        replay.tokens.values = tokens + cut;
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
    sfsm_table *const table = orders();
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

/* Columns of all types, and codes of a dictionary. */
static void columns_are_read_as_they_are(void **state) {
    (void)state;
    sfsm_table *const table = orders();
    static const sfsm_id map[] = {CLOSE, SFSM_NONE, SEND, PAY};
    static const int codes[] = {3, 3, 0, 2, 0, 2, 0};
    for (sfsm_value_type type = SFSM_I8; type <= SFSM_U64; type++) {
        int64_t event_bytes[EVENTS], token_bytes[EVENTS];
        const size_t sizes[] = {1, 2, 4, 8}, size = sizes[(type - SFSM_I8) % 4];
        for (size_t i = 0; i < EVENTS; i++) {
            const int64_t code = codes[i], token = tokens[i];
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

static void what_is_unknown_ends_it_or_is_skipped(void **state) {
    (void)state;
    sfsm_table *const table = orders();
    static const sfsm_id map[] = {PAY, SEND, CLOSE, SFSM_NONE, 4711};
    for (int32_t wrong = -1; wrong <= 5; wrong++) {
        if (wrong >= 0 && wrong < 3) {
            continue;
        }
        int32_t codes[EVENTS];
        memcpy(codes, events, sizeof codes);
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
        begin(&result);
        replay.flags = SFSM_SKIP_UNKNOWN;
        assert_status(sfsm_table_replay(table, &replay, &result.counts), SFSM_OK);
        assert_int_equal(result.counts.skipped, 1);
        assert_numbers(result.outcomes, 1, 1, SFSM_UNHANDLED, 0, SFSM_UNHANDLED, SFSM_UNHANDLED, 1);
    }
    sfsm_table_release(table);
}

static void numbers_out_of_range_are_told_by_index(void **state) {
    (void)state;
    sfsm_table *const table = orders();
    static const int64_t wrong[] = {-1, TOKENS, INT32_MAX, INT64_MAX, (int64_t)1 << 32};
    for (size_t i = 0; i < COUNT(wrong); i++) {
        int64_t numbers[EVENTS];
        for (size_t event = 0; event < EVENTS; event++) {
            numbers[event] = event == 4 ? wrong[i] : tokens[event];
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
    begin(&result);
    replay.initial = 4711;
    assert_status(sfsm_table_replay(table, &replay, &result.counts), SFSM_UNKNOWN_STATE);
    assert_int_equal(result.counts.index, 0);
    sfsm_table_release(table);
}

static void offsets_that_fall_are_refused(void **state) {
    (void)state;
    sfsm_table *const table = orders();
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
    for (size_t i = 0; i < COUNT(lists); i++) {
        result result;
        sfsm_replay replay = replay_into(&result);
        replay.tokens.values = NULL;
        replay.offsets = lists[i].offsets;
        assert_status(sfsm_table_replay(table, &replay, &result.counts), lists[i].status);
        assert_int_equal(result.counts.index, lists[i].index);
        assert_int_equal(result.counts.events, 0);
        assert_numbers(result.states, SFSM_NONE, SFSM_NONE, SFSM_NONE);
    }
    sfsm_table_release(table);
}

/* Each line makes one thing wrong. */
static void misuse_is_refused(void **state) {
    (void)state;
    sfsm_table *const table = orders();
    static const int64_t offsets[TOKENS + 1] = {0};
    static const sfsm_case_column case_column = {9, 0, {events, 0, 0}};
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
        begin(&result);
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

/* No token, or no event. */
static void nothing_is_replayed_too(void **state) {
    (void)state;
    sfsm_table *const table = orders();
    const sfsm_replay nothing = {.size = sizeof nothing};
    sfsm_replay_counts counts = {.size = sizeof counts};
    assert_status(sfsm_table_replay(table, &nothing, &counts), SFSM_OK);
    assert_int_equal(counts.events, 0);
    int32_t one = SFSM_NONE;
    const sfsm_replay alone = {
        .size = sizeof alone, .states = &one, .token_count = 1, .events = {events, 0, 0}, .event_count = 1, .initial = NEW};
    assert_status(sfsm_table_replay(table, &alone, &counts), SFSM_OK);
    assert_int_equal(one, PAID);
    sfsm_table_release(table);
}

static sfsm_status cancel(void *context, int64_t done, int64_t total) {
    assert_in_range(done, 1, total);
    return ++*(int *)context == 2 ? -4711 : SFSM_OK;
}

static void progress_may_cancel(void **state) {
    (void)state;
    sfsm_table *const table = orders();
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
    sfsm_table *const table = orders();
    static const int64_t offsets[] = {0, 3, 5, 7};
    static const int32_t listed[] = {PAY, SEND, CLOSE, PAY, CLOSE, SEND, CLOSE};
    size_t count = 0;
    result result;
    sfsm_replay replay = replay_into(&result);
    replay.events.values = listed;
    replay.tokens.values = NULL;
    replay.offsets = offsets;
    replay.thread_count = 3;
    replay.parallel = run_backwards;
    replay.parallel_context = &count;
    assert_status(sfsm_table_replay(table, &replay, &result.counts), SFSM_OK);
    assert_int_equal(count, 3);
    assert_numbers(result.states, CLOSED, PAID, CLOSED);
    assert_int_equal(result.violations[0].token, 1);
    assert_int_equal(result.violations[1].token, 2);
    begin(&result);
    replay.parallel = refuse_threads;
    assert_status(sfsm_table_replay(table, &replay, &result.counts), -17);
    assert_int_equal(result.counts.events, 0);
    sfsm_table_release(table);
}

/* A row for any event takes ids that the table does not know, but nothing that stands for no event. */
static void no_event_is_not_any_event(void **unused) {
    (void)unused;
    static const sfsm_row rows[] = {SFSM_ROW(NEW, PAY, NEW, NULL), SFSM_ROW(NEW, SFSM_ANY, NEW, NULL)};
    static const int32_t ids[] = {PAY, 77, SFSM_NONE, SFSM_ANY, PAY}, codes[] = {0, 1, 2, 3, 0}, map[] = {PAY, 77, SFSM_NONE};
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

/* The fastest way, which writes states only: two new tokens take the same row, and one breaks the rules. */
static void states_alone_are_the_same(void **unused) {
    (void)unused;
    sfsm_table *const table = orders();
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_log_is_held_against_the_rules),
        cmocka_unit_test(lists_say_the_same),
        cmocka_unit_test(after_a_violation_the_token_or_all_may_stop),
        cmocka_unit_test(a_log_may_come_in_parts),
        cmocka_unit_test(times_say_how_long_states_lasted),
        cmocka_unit_test(columns_are_read_as_they_are),
        cmocka_unit_test(what_is_unknown_ends_it_or_is_skipped),
        cmocka_unit_test(numbers_out_of_range_are_told_by_index),
        cmocka_unit_test(offsets_that_fall_are_refused),
        cmocka_unit_test(misuse_is_refused),
        cmocka_unit_test(nothing_is_replayed_too),
        cmocka_unit_test(progress_may_cancel),
        cmocka_unit_test(threads_may_be_the_hosts),
        cmocka_unit_test(states_alone_are_the_same),
        cmocka_unit_test(no_event_is_not_any_event),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
