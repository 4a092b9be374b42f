/* Random charts live for a while with a journal; then another machine is replayed from it: both are the same, byte for byte,
 * after every call, and wherever the journal is cut. */
#include "journals.h"
#include "random_charts.h"

static bool are_same(const sfsm_machine *one, const sfsm_machine *other) {
    size_t sizes[2] = {0, 0};
    assert_status(sfsm_machine_snapshot(one, SFSM_SNAPSHOT_DUE, NULL, 0, &sizes[0]), SFSM_OK);
    assert_status(sfsm_machine_snapshot(other, SFSM_SNAPSHOT_DUE, NULL, 0, &sizes[1]), SFSM_OK);
    if (sizes[0] != sizes[1]) {
        return false;
    }
    char *const bytes[2] = {malloc(sizes[0]), malloc(sizes[0])};
    assert_true(bytes[0] != NULL && bytes[1] != NULL);
    assert_status(sfsm_machine_snapshot(one, SFSM_SNAPSHOT_DUE, bytes[0], sizes[0], &sizes[0]), SFSM_OK);
    assert_status(sfsm_machine_snapshot(other, SFSM_SNAPSHOT_DUE, bytes[1], sizes[1], &sizes[1]), SFSM_OK);
    const bool is_same = memcmp(bytes[0], bytes[1], sizes[0]) == 0;
    free(bytes[0]);
    free(bytes[1]);
    return is_same;
}

static size_t replayed, charts, written;

static void replay_a_life(uint32_t seed) {
    sfsm_table *const table = random_chart(seed);
    if (table == NULL) {
        return;
    }
    sfsm_table *const other_table = random_chart(seed);
    life life = {.seed = seed}, other_life = {.seed = seed + 1};
    sfsm_machine *const machine = random_chart_machine(table, &life);
    sfsm_machine *const other = random_chart_machine(other_table, &other_life);
    journal journal = {.size = 0};
    for (uint32_t calls = draw_below(&seed, 5); calls > 0; calls--) {
        random_chart_call(machine, &life, &seed);
    }
    const uint32_t flags = draw_below(&seed, 2);
    begin_journal(machine, &journal, flags);
    for (uint32_t calls = draw_below(&seed, 20); calls > 0; calls--) {
        const size_t before = journal.size;
        random_chart_call(machine, &life, &seed);
        size_t size = 0, steps = 0;
        const sfsm_status status = sfsm_machine_replay_journal(other, journal.bytes, journal.size, SIZE_MAX, &size, &steps);
        if (status != SFSM_OK) {
            print_message("byte %zu of %.*s\n", size, flags != 0 ? (int)journal.size : 0, journal.bytes);
        }
        assert_status(status, SFSM_OK);
        assert_int_equal(size, journal.size);
        if (!are_same(machine, other)) {
            char one[2][2000] = {"", ""};
            sfsm_machine_snapshot(machine, SFSM_SNAPSHOT_JSON | SFSM_SNAPSHOT_DUE, one[0], 1999, &size);
            sfsm_machine_snapshot(other, SFSM_SNAPSHOT_JSON | SFSM_SNAPSHOT_DUE, one[1], 1999, &size);
            print_message("%.*s\n", flags != 0 ? (int)(journal.size - before) : 0, journal.bytes + before);
            fail_msg("not the same: %.400s and %.400s", one[0], one[1]);
        }
        written += journal.size - before;
        replayed++;
    }
    assert_status(sfsm_machine_journal_status(machine), SFSM_OK);
    charts++;
    release_journal(&journal);
    sfsm_machine_release(machine);
    sfsm_machine_release(other);
    sfsm_table_release(table);
    sfsm_table_release(other_table);
}

static void machines_are_replayed_from_journals(void **state) {
    (void)state;
    const seeds seeds = random_seeds(200000, 2000, 60);
    replayed = charts = written = 0;
    for (uint32_t round = 0; round < seeds.count; round++) {
        replay_a_life(begin_round(seeds, round));
    }
    if (seeds.are_many) {
        print_message("%zu machines, %zu calls replayed, %zu bytes a call\n", charts, replayed, written / replayed);
        assert_true(charts * 2 > seeds.count && replayed > seeds.count * 3);
    }
}

/* What the machine was where the journal ends as it is after a call. */
static void cut_a_journal(uint32_t seed) {
    sfsm_table *const table = random_chart(seed);
    if (table == NULL) {
        return;
    }
    life life = {.seed = seed}, other_life = {.seed = seed};
    enum { CALLS = 8 };
    sfsm_machine *const machine = random_chart_machine(table, &life);
    sfsm_machine *const other = random_chart_machine(table, &other_life);
    sfsm_machine *states[CALLS + 1];
    size_t ends[CALLS + 1];
    journal journal = {.size = 0};
    begin_journal(machine, &journal, draw_below(&seed, 2));
    for (int call = 0; call <= CALLS; call++) {
        states[call] = random_chart_machine(table, &other_life);
        assert_status(sfsm_machine_replay_journal(states[call], journal.bytes, journal.size, SIZE_MAX, NULL, NULL), SFSM_OK);
        ends[call] = journal.size;
        random_chart_call(machine, &life, &seed);
    }
    for (size_t cut = 0; cut <= ends[CALLS]; cut++) {
        size_t size = 0;
        char *const own = malloc(cut + 1); /* of its own size, so that reading behind it is noticed */
        memcpy(own, journal.bytes, cut);
        assert_status(sfsm_machine_replay_journal(other, own, cut, SIZE_MAX, &size, NULL), SFSM_OK);
        free(own);
        assert_true(size <= cut);
        for (int call = 0; call <= CALLS; call++) {
            if (ends[call] == size) {
                assert_true(are_same(states[call], other));
            }
            assert_true(size >= ends[call] || cut < ends[call]);
        }
    }
    for (int call = 0; call <= CALLS; call++) {
        sfsm_machine_release(states[call]);
    }
    release_journal(&journal);
    sfsm_machine_release(machine);
    sfsm_machine_release(other);
    sfsm_table_release(table);
}

static void journals_may_be_cut_at_every_byte(void **state) {
    (void)state;
    const seeds seeds = random_seeds(300000, 60, 5);
    for (uint32_t round = 0; round < seeds.count; round++) {
        cut_a_journal(begin_round(seeds, round));
    }
}

/* Another byte, or bytes of somewhere else: refused, or a machine like any other. */
static void damage_a_journal(uint32_t seed) {
    sfsm_table *const table = random_chart(seed);
    if (table == NULL) {
        return;
    }
    life life = {.seed = seed}, other_life = {.seed = seed};
    sfsm_machine *const machine = random_chart_machine(table, &life);
    sfsm_machine *const other = random_chart_machine(table, &other_life);
    journal journal = {.size = 0};
    begin_journal(machine, &journal, draw_below(&seed, 2));
    for (int call = 0; call < 6; call++) {
        random_chart_call(machine, &life, &seed);
    }
    for (int attempt = 0; attempt < 40; attempt++) {
        char *const damaged = malloc(journal.size);
        memcpy(damaged, journal.bytes, journal.size);
        for (uint32_t left = 1 + draw_below(&seed, 3); left > 0; left--) {
            damaged[draw_below(&seed, (uint32_t)journal.size)] = (char)draw_below(&seed, 256);
        }
        sfsm_machine_replay_journal(other, damaged, journal.size, SIZE_MAX, NULL, NULL);
        free(damaged);
        size_t size = 0;
        assert_status(sfsm_machine_snapshot(other, 0, NULL, 0, &size), SFSM_OK);
        random_chart_call(other, &other_life, &seed);
    }
    release_journal(&journal);
    sfsm_machine_release(machine);
    sfsm_machine_release(other);
    sfsm_table_release(table);
}

static void damaged_journals_do_no_harm(void **state) {
    (void)state;
    const seeds seeds = random_seeds(400000, 500, 20);
    for (uint32_t round = 0; round < seeds.count; round++) {
        damage_a_journal(begin_round(seeds, round));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(machines_are_replayed_from_journals, tell_seed),
        cmocka_unit_test_teardown(journals_may_be_cut_at_every_byte, tell_seed),
        cmocka_unit_test_teardown(damaged_journals_do_no_harm, tell_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
