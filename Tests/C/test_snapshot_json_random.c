/* JSON of random charts that was damaged: it is refused and changes nothing, or a machine like any other. */
#include "long_snapshots.h"
#include "random_charts.h"

/* Characters that mean something, more often than others. */
static char draw_character(uint32_t *seed) {
    static const char characters[] = "{}[]\",:0123456789-+.eE\\untrflas _";
    if (draw_below(seed, 6) == 0) return (char)draw_below(seed, 256);
    return characters[draw_below(seed, sizeof characters - 1)];
}

/* A byte of another value, some that are gone, doubled or put elsewhere, or a text that ends early. */
static void damage(bytes *json, uint32_t *seed) {
    for (uint32_t left = 1 + draw_below(seed, 3); left > 0 && json->size > 2; left--) {
        const size_t place = draw_below(seed, (uint32_t)json->size);
        size_t count = 1 + draw_below(seed, 12);
        if (count > json->size - place) count = json->size - place;
        unsigned char *const start = json->start + place;
        switch (draw_below(seed, 8)) {
        case 0: *start ^= (unsigned char)(1 << draw_below(seed, 8)); break;
        case 1:
        case 2:
        case 3: *start = (unsigned char)draw_character(seed); break;
        case 4:
            memmove(start, start + count, json->size - place - count);
            json->size -= count;
            break;
        case 5: memmove(start, json->start + draw_below(seed, (uint32_t)(json->size - count + 1)), count); break;
        case 6: {
            unsigned char *const longer = realloc(json->start, json->size + count);
            assert_non_null(longer);
            memmove(longer + place + count, longer + place, json->size - place);
            *json = (struct bytes){longer, json->size + count};
            break;
        }
        default:
            if (draw_below(seed, 4) == 0) json->size = place;
            break;
        }
    }
}

static bool is_refusal(sfsm_status status) {
    static const sfsm_status refusals[] = {SFSM_BAD_VALUE,     SFSM_UNSUPPORTED,       SFSM_UNKNOWN_STATE,
                                           SFSM_UNKNOWN_EVENT, SFSM_UNKNOWN_PREDICATE, SFSM_UNKNOWN_CASE,
                                           SFSM_ARGUMENT_TYPE, SFSM_BAD_CONFIGURATION};
    for (size_t i = 0; i < COUNT(refusals); i++) {
        if (status == refusals[i]) return true;
    }
    return false;
}

/* Of its own size, so that reading behind it is noticed. */
static sfsm_status restore_exactly(sfsm_machine *machine, bytes json, sfsm_diagnostics **diagnostics) {
    unsigned char *const own = malloc(json.size + (json.size == 0));
    assert_non_null(own);
    memcpy(own, json.start, json.size);
    const sfsm_status status = sfsm_machine_restore(machine, own, json.size, NULL, diagnostics);
    free(own);
    return status;
}

static size_t refused, taken, told;

static void restore_damaged(uint32_t seed) {
    sfsm_table *const table = random_chart(seed);
    if (table == NULL) {
        return;
    }
    life life = {.seed = seed}, other_life = {.seed = seed + 1};
    sfsm_machine *const machine = random_chart_machine(table, &life);
    sfsm_machine *const other = random_chart_machine(table, &other_life);
    for (uint32_t calls = draw_below(&seed, 30); calls > 0; calls--) {
        random_chart_call(machine, &life, &seed);
    }
    for (int attempt = 0; attempt < 20; attempt++) {
        bytes damaged = bytes_of(machine, SFSM_SNAPSHOT_JSON | draw_below(&seed, 2) * SFSM_SNAPSHOT_DUE);
        damage(&damaged, &seed);
        const bytes before = bytes_of(other, 0);
        sfsm_diagnostics *diagnostics = NULL;
        const sfsm_status status = restore_exactly(other, damaged, &diagnostics);
        const bytes after = bytes_of(other, 0);
        if (status != SFSM_OK) {
            assert_true(is_refusal(status));
            assert_same(before, after);
            refused++;
            told += diagnostics != NULL;
        } else {
            assert_null(diagnostics);
            assert_restored(other, after, 0); /* a machine like any other */
            taken++;
        }
        sfsm_diagnostics_release(diagnostics);
        free(damaged.start);
        free(before.start);
        free(after.start);
        for (uint32_t calls = draw_below(&seed, 6); calls > 0; calls--) {
            random_chart_call(other, &other_life, &seed);
        }
    }
    sfsm_machine_release(machine);
    sfsm_machine_release(other);
    sfsm_table_release(table);
}

static void damaged_json_does_no_harm(void **state) {
    (void)state;
    const seeds seeds = random_seeds(200000, 1000, 40);
    refused = taken = told = 0;
    for (uint32_t round = 0; round < seeds.count; round++) {
        restore_damaged(begin_round(seeds, round));
    }
    if (seeds.are_many) {
        print_message("%zu refused, %zu of them with words, %zu taken\n", refused, told, taken);
        assert_true(refused > seeds.count && taken > seeds.count / 4 && told > refused / 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(damaged_json_does_no_harm, tell_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
