/* Random charts live for a while; then a machine of another table of the same definition goes on from a snapshot, beside
 * the first one: both must do the same. Bytes that were damaged are refused and change nothing, or are a machine like any
 * other. */
#include "long_snapshots.h"
#include "random_charts.h"

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

    const uint32_t flags = draw_below(&seed, 2); /* half of them JSON */
    const bytes bytes = bytes_of(machine, flags);
    int64_t due;
    timed += sfsm_machine_due(machine, &due) == SFSM_OK;
    waiting += sfsm_machine_pending(machine) > 0;
    assert_restored(other, bytes, flags);
    free(bytes.start);

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

/* Where the prefix ends, which tells of which definition it is: what that protects must not rely on it. */
static size_t end_of_prefix(bytes bytes) {
    uint32_t name, version;
    memcpy(&name, bytes.start + 40, sizeof name);
    memcpy(&version, bytes.start + 44 + name, sizeof version);
    return 48 + name + version;
}

/* Bytes of another value, a bit more or less, or another number of bytes. */
static void damage(bytes *bytes, uint32_t *seed) {
    const size_t first = end_of_prefix(*bytes);
    for (uint32_t left = 1 + draw_below(seed, MOST_DAMAGES); left > 0; left--) {
        const uint32_t length = (uint32_t)(bytes->size - first);
        unsigned char *const byte = bytes->start + first + draw_below(seed, length);
        const unsigned char *const end = bytes->start + bytes->size;
        switch (draw_below(seed, 6)) {
        case 0: *byte ^= (unsigned char)(1 << draw_below(seed, 8)); break;
        case 1: *byte = (unsigned char)draw_below(seed, 30); break;
        case 2: *byte = (unsigned char)draw_below(seed, 256); break;
        case 3: *byte = bytes->start[first + draw_below(seed, length)]; break;
        case 4:
            if (end - byte >= 8) memmove(byte, bytes->start + first + draw_below(seed, length - 7), 8);
            break;
        default: {
            const uint32_t size = (uint32_t)first + 4 + draw_below(seed, length + MOST_MORE);
            unsigned char *const longer = realloc(bytes->start, size < 8 ? 8 : size);
            assert_non_null(longer);
            if (size > bytes->size) memset(longer + bytes->size, (int)draw_below(seed, 256), size - bytes->size);
            *bytes = (struct bytes){longer, size};
            if (size >= first + 8) memcpy(longer + first + 4, &size, sizeof size);
            break;
        }
        }
        if (bytes->size < first + 16) return;
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
        bytes damaged = bytes_of(machine, 0);
        damage(&damaged, &seed);
        const bytes before = bytes_of(other, 0);
        const sfsm_status status = sfsm_machine_restore(other, damaged.start, damaged.size, NULL, NULL);
        const bytes after = bytes_of(other, 0);
        if (status != SFSM_OK) {
            /* Names count only where the flags say so: then there may be none of a name. */
            const bool is_by_name = (damaged.start[end_of_prefix(damaged) + 1] & 1) != 0;
            assert_true(status == SFSM_BAD_CONFIGURATION || status == SFSM_ARGUMENT_TYPE ||
                        (is_by_name && (status == SFSM_UNKNOWN_STATE || status == SFSM_UNKNOWN_EVENT ||
                                        status == SFSM_UNKNOWN_PREDICATE || status == SFSM_UNKNOWN_CASE)));
            assert_same(before, after);
            refused++;
        } else {
            /* A machine like any other. */
            assert_restored(other, after, 0);
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

static void damaged_bytes_do_no_harm(void **state) {
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
        cmocka_unit_test_teardown(damaged_bytes_do_no_harm, tell_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
