/* Replays and the allocator: whichever allocation is refused, a replay says so, has changed nothing, leaks nothing, and
 * may be made again; and what it takes does not grow with the log. */
#include "allocator.h"
#include "lives.h"

static const char *const text = "definition d\n"
                                "  initial a\n"
                                "  predicate Mood good bad\n"
                                "  a go [Mood good] ? sure -> b / act\n"
                                "  b go -> a / act\n"
                                "  b stop -> same\n";
static const char *const chart = "definition c\n"
                                 "  initial p\n"
                                 "  parallel p\n"
                                 "    state r\n"
                                 "      go ? sure -> same / act\n"
                                 "    state s\n"
                                 "      stop -> same raises go\n";

static int32_t yes(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 1;
}

static sfsm_table *table_of(const char *document) {
    static const sfsm_binding bindings[] = {{SFSM_ANY_ROLE, "sure", {yes, NULL, NULL}},
                                            {SFSM_ANY_ROLE, "act", {yes, NULL, NULL}}};
    const sfsm_reading reading = {.size = sizeof reading, .bindings = bindings, .binding_count = COUNT(bindings)};
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_read(builder, document, strlen(document), &reading, NULL), SFSM_OK);
    return table_from(builder);
}

enum { TOKENS = 4, MOST = 4096 };
static const int64_t offsets[TOKENS + 1] = {0, MOST / 4, MOST / 2, MOST / 2, MOST};
static int32_t events[MOST], cases[MOST], states[TOKENS * 8];
static int64_t row_counts[16], first[TOKENS];
static sfsm_violation violations[MOST];

/* With guards asked or assumed, on one thread or two. */
static sfsm_replay replay_of(int way, size_t count) {
    static sfsm_case_column column = {0, 0, {cases, 0, 0}};
    for (size_t i = 0; i < COUNT(states); i++) {
        states[i] = SFSM_NONE;
    }
    return (sfsm_replay){.size = sizeof(sfsm_replay),
                         .states = states,
                         .token_count = TOKENS,
                         .events = {events, 0, 0},
                         .event_count = count,
                         .offsets = offsets,
                         .cases = &column,
                         .case_column_count = way < 4 ? 1 : 0,
                         .initial = SFSM_INITIAL,
                         .guards = way % 2 == 0 ? SFSM_ASSUME_GUARDS : SFSM_ASK_GUARDS,
                         .flags = way % 2 == 0 ? 0 : SFSM_CALL_ACTIONS,
                         .thread_count = way / 2 % 2 + 1,
                         .row_counts = row_counts,
                         .violations = violations,
                         .violation_capacity = MOST};
}

static void each_allocation_may_be_refused(void **state) {
    (void)state;
    sfsm_table *const tables[] = {table_of(text), table_of(chart)};
    for (size_t i = 0; i < MOST; i++) {
        events[i] = (int32_t)(i % 2);
    }
    for (int way = 0; way < 8; way++) {
        sfsm_table *const table = tables[way / 4];
        sfsm_replay_counts counts = {.size = sizeof counts};
        sfsm_replay replay = replay_of(way, MOST);
        assert_status(sfsm_table_replay(table, &replay, &counts), SFSM_OK);
        const int64_t violation_count = counts.violations;
        const size_t blocks = allocator_blocks();
        for (size_t granted = 0;; granted++) {
            replay = replay_of(way, MOST);
            allocator_refuse_one(granted);
            const sfsm_status status = sfsm_table_replay(table, &replay, &counts);
            const bool is_over = !allocator_has_refused();
            allocator_grant_all();
            assert_int_equal(allocator_blocks(), blocks);
            if (is_over) {
                assert_status(status, SFSM_OK);
                assert_int_equal(counts.violations, violation_count);
                assert_true(granted >= 3);
                break;
            }
            /* A thread for which there was no memory is not one: the work is done on the other. */
            if (status != SFSM_OK) {
                assert_status(status, SFSM_OUT_OF_MEMORY);
                assert_true(counts.transitioned >= 0); /* an event without memory is not counted at all */
            }
        }
    }
    sfsm_table_release(tables[0]);
    sfsm_table_release(tables[1]);
}

static void nothing_is_allocated_for_an_event(void **state) {
    (void)state;
    sfsm_table *const table = table_of(text);
    for (int way = 0; way < 2; way++) {
        size_t calls[2];
        for (size_t i = 0; i < 2; i++) {
            sfsm_replay replay = replay_of(way, MOST);
            replay.offsets = NULL;
            replay.token_count = 1;
            replay.event_count = i == 0 ? 1 : MOST;
            replay.violation_capacity = 0;
            replay.first = first;
            first[0] = -1;
            const size_t before = allocator_calls();
            assert_status(sfsm_table_replay(table, &replay, NULL), SFSM_OK);
            calls[i] = allocator_calls() - before;
        }
        assert_int_equal(calls[0], calls[1]);
        assert_true(calls[0] > 0);
    }
    sfsm_table_release(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(each_allocation_may_be_refused, grant_all),
        cmocka_unit_test_teardown(nothing_is_allocated_for_an_event, grant_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
