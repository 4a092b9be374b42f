/* Random charts live for a while; then a machine of another table of the same definition goes on from a snapshot, beside
 * the first one: both must do the same. Words that were damaged are refused and change nothing, or are a machine like any
 * other. */
#include "random_charts.h"

/* The words of a snapshot. They may be very many: events that raise more than one event each go on up to SFSM_STEP_LIMIT,
 * call by call. */
typedef struct words {
    uint64_t *start;
    size_t count;
} words;

/* With room for so many more. */
static words words_of(const sfsm_machine *machine, size_t more) {
    words words = {NULL, 0};
    assert_status(sfsm_machine_snapshot(machine, NULL, 0, &words.count), SFSM_OK);
    words.start = malloc((words.count + more) * sizeof words.start[0]);
    assert_non_null(words.start);
    assert_status(sfsm_machine_snapshot(machine, words.start, words.count, &words.count), SFSM_OK);
    return words;
}

static void assert_same(words one, words other) {
    assert_int_equal(one.count, other.count);
    assert_memory_equal(one.start, other.start, one.count * sizeof one.start[0]);
}

/* All that can be seen of both. */
static void assert_alike(const sfsm_machine *machine, const life *life, const sfsm_machine *other,
                         const struct life *other_life) {
    int32_t states[2][32];
    size_t counts[2];
    assert_status(sfsm_machine_states(machine, states[0], 32, &counts[0]), SFSM_OK);
    assert_status(sfsm_machine_states(other, states[1], 32, &counts[1]), SFSM_OK);
    assert_int_equal(counts[0], counts[1]);
    assert_memory_equal(states[0], states[1], counts[0] * sizeof states[0][0]);
    assert_int_equal(sfsm_machine_state(machine), sfsm_machine_state(other));
    assert_int_equal(sfsm_machine_is_done(machine), sfsm_machine_is_done(other));
    assert_int_equal(sfsm_machine_pending(machine), sfsm_machine_pending(other));
    int64_t due = 0, other_due = 0;
    const sfsm_status status = sfsm_machine_due(machine, &due);
    assert_status(sfsm_machine_due(other, &other_due), status);
    if (status == SFSM_OK) {
        assert_int_equal(due - life->now, other_due - other_life->now);
    }
    assert_int_equal(life->trace, other_life->trace);
    assert_int_equal(life->seed, other_life->seed);
}

static void live(sfsm_machine *machine, life *life, uint32_t *seed, uint32_t calls) {
    while (calls-- > 0) {
        random_chart_call(machine, life, seed);
    }
}

static size_t rounds_of_charts, waiting, timed;

static void go_on_from_a_snapshot(uint32_t seed) {
    sfsm_table *const table = random_chart(seed);
    if (table == NULL) {
        return;
    }
    rounds_of_charts++;
    sfsm_table *const other_table = random_chart(seed);
    assert_true(sfsm_table_snapshot_key(table) == sfsm_table_snapshot_key(other_table));
    life life = {.seed = seed}, other_life = {.seed = seed + 1};
    sfsm_machine *const machine = random_chart_machine(table, &life);
    sfsm_machine *const other = random_chart_machine(other_table, &other_life);
    live(machine, &life, &seed, draw_below(&seed, 30));
    live(other, &other_life, &seed, draw_below(&seed, 10));

    const words words = words_of(machine, 0);
    int64_t due;
    timed += sfsm_machine_due(machine, &due) == SFSM_OK;
    waiting += sfsm_machine_pending(machine) > 0;
    assert_status(sfsm_machine_restore(other, words.start, words.count), SFSM_OK);
    const struct words again = words_of(other, 0);
    assert_same(words, again);
    free(words.start);
    free(again.start);

    const int64_t other_now = other_life.now;
    other_life = life;
    other_life.now = other_now;
    uint32_t other_seed = seed;
    for (int call = 0; call < 20; call++) {
        assert_alike(machine, &life, other, &other_life);
        const int32_t outcome = random_chart_call(machine, &life, &seed);
        assert_status(random_chart_call(other, &other_life, &other_seed), outcome);
    }
    sfsm_machine_release(machine);
    sfsm_machine_release(other);
    sfsm_table_release(table);
    sfsm_table_release(other_table);
}

static void machines_go_on_from_snapshots(void **state) {
    (void)state;
    const seeds seeds = random_seeds(1, 3000, 60);
    rounds_of_charts = waiting = timed = 0;
    for (uint32_t round = 0; round < seeds.count; round++) {
        go_on_from_a_snapshot(begin_round(seeds, round));
    }
    if (seeds.are_many) {
        print_message("%zu machines, %zu with waiting events, %zu with timers\n", rounds_of_charts, waiting, timed);
        assert_true(rounds_of_charts * 3 > seeds.count);
        assert_true(waiting * 40 > rounds_of_charts && timed * 10 > rounds_of_charts);
    }
}

enum { MOST_DAMAGES = 3, MOST_MORE = 9 };

/* A word of another value, a bit more or less, or another number of words. */
static void damage(words *words, uint32_t *seed) {
    for (uint32_t left = 1 + draw_below(seed, MOST_DAMAGES); left > 0; left--) {
        /* The key stays: what it protects must not rely on it. */
        uint64_t *const word = &words->start[1 + draw_below(seed, (uint32_t)words->count - 1)];
        switch (draw_below(seed, 6)) {
        case 0: *word ^= (uint64_t)1 << draw_below(seed, 64); break;
        case 1: *word ^= (uint64_t)1 << draw_below(seed, 10); break;
        case 2: *word = draw_below(seed, 30); break;
        case 3: *word = (uint64_t)draw_below(seed, 1 << 24) << (8 * draw_below(seed, 6)); break;
        case 4: *word = words->start[1 + draw_below(seed, (uint32_t)words->count - 1)]; break;
        default:
            words->count = 2 + draw_below(seed, (uint32_t)words->count + MOST_MORE - 1);
            words->start[1] = (words->start[1] & 0xffffffff) | (uint64_t)words->count << 32;
            break;
        }
    }
}

/* A delay that leads out of time ends with it, in a machine that is told that it is `now`. */
static void end_delays_with_time(words *words, const sfsm_table *table, int64_t now) {
    const uint64_t *const head = words->start;
    const size_t timer_count = head[2] & 0xffffffff;
    const size_t event_count = (size_t)(head[2] >> 32) + (head[3] & 0xffffffff) + (size_t)(head[3] >> 32);
    const size_t event_size = 1 + (sfsm_table_predicate_count(table) + 1) / 2;
    uint64_t *const end = words->start + words->count - event_count * event_size;
    for (uint64_t *timer = end - 3 * timer_count; timer < end; timer += 3) {
        if ((int64_t)timer[1] > INT64_MAX - now) {
            timer[1] = (uint64_t)(INT64_MAX - now);
        }
    }
}

static size_t refused, taken;

static void restore_damaged(uint32_t seed) {
    sfsm_table *const table = random_chart(seed);
    if (table == NULL) {
        return;
    }
    life life = {.seed = seed}, other_life = {.seed = seed + 1};
    sfsm_machine *const machine = random_chart_machine(table, &life);
    sfsm_machine *const other = random_chart_machine(table, &other_life);
    live(machine, &life, &seed, draw_below(&seed, 30));
    for (int attempt = 0; attempt < 20; attempt++) {
        const size_t more = MOST_DAMAGES * MOST_MORE;
        words damaged = words_of(machine, more);
        memset(damaged.start + damaged.count, (int)draw_below(&seed, 256), more * sizeof damaged.start[0]);
        damage(&damaged, &seed);
        const words before = words_of(other, 0);
        /* Of its own size, so that reading behind it is noticed. */
        uint64_t *const own = malloc(damaged.count * sizeof *own);
        memcpy(own, damaged.start, damaged.count * sizeof *own);
        const sfsm_status status = sfsm_machine_restore(other, own, damaged.count);
        free(own);
        const words after = words_of(other, 0);
        if (status != SFSM_OK) {
            assert_status(status, SFSM_BAD_CONFIGURATION);
            assert_same(before, after);
            refused++;
        } else {
            end_delays_with_time(&damaged, table, other_life.now);
            assert_same(damaged, after);
            taken++;
        }
        free(damaged.start);
        free(before.start);
        free(after.start);
        live(other, &other_life, &seed, draw_below(&seed, 6));
    }
    sfsm_machine_release(machine);
    sfsm_machine_release(other);
    sfsm_table_release(table);
}

static void damaged_words_do_no_harm(void **state) {
    (void)state;
    const seeds seeds = random_seeds(100000, 2000, 40);
    refused = taken = 0;
    for (uint32_t round = 0; round < seeds.count; round++) {
        restore_damaged(begin_round(seeds, round));
    }
    if (seeds.are_many) {
        print_message("%zu refused, %zu taken\n", refused, taken);
        assert_true(refused > seeds.count && taken > seeds.count / 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(machines_go_on_from_snapshots, tell_seed),
        cmocka_unit_test_teardown(damaged_words_do_no_harm, tell_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
