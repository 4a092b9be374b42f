/* Random definitions with providers: whether a case is sent or provided must not matter to what is done, and what is
 * asked must be just what the rows that come into question name. The oracle of what is done is the same table with all
 * cases sent, which test_predicate_random.c compares with the rows themselves. */
#include "combinations.h"
#include "providers.h"
#include "seeds.h"

static const int32_t states[] = {HOME, AWAY}, events[] = {GO, BACK, STAY};

/* Answers with the case of one type in a combination, and counts how often it is asked. */
typedef struct teller {
    int32_t answer;
    int asked;
} teller;

static int32_t tell(const sfsm_step *step, void *context) {
    teller *const teller = context;
    (void)step;
    teller->asked++;
    return teller->answer;
}

static plain_definition random_definition(uint32_t *seed) {
    static const int32_t sources[] = {HOME, HOME, AWAY, SFSM_ANY}, row_events[] = {GO, GO, STAY, SFSM_ANY};
    static const int32_t targets[] = {HOME, AWAY, SFSM_SAME, SFSM_INTERNAL};
    static const sfsm_function guards[] = {NULL, NULL, note_yes, note_no};
    plain_definition definition = {.types = 1 + draw_below(seed, MOST_TYPES)};
    for (size_t type = 0; type < definition.types; type++) {
        definition.case_counts[type] = 1 + (int32_t)draw_below(seed, MOST_CASES);
    }
    for (uint32_t rows = 1 + draw_below(seed, 8); rows > 0; rows--) {
        plain_row row = {sources[draw_below(seed, 4)], row_events[draw_below(seed, 4)], targets[draw_below(seed, 4)],
                         {{0}}, guards[draw_below(seed, 4)]};
        for (size_t type = 0; type < definition.types; type++) {
            const uint32_t all = (1u << definition.case_counts[type]) - 1;
            row.cases.of_type[type] = (uint8_t)(draw_below(seed, 2) ? 1 + draw_below(seed, all) : 0);
        }
        definition.rows[definition.count++] = row;
    }
    return definition;
}

/* The table, or NULL if the definition has errors; each type with its teller. */
static sfsm_table *random_table(const plain_definition *definition, int32_t policy, teller tellers[MOST_TYPES]) {
    sfsm_table *table = NULL;
    sfsm_builder *const builder = builder_of(definition, NULL);
    for (size_t index = 0; index < COUNT(states); index++) {
        assert_status(sfsm_builder_add_state(builder, states[index], SFSM_FINAL, NULL), SFSM_OK);
    }
    for (size_t type = 0; type < definition->types; type++) {
        assert_status(sfsm_builder_set_provider(builder, predicate_of(type), tell, &tellers[type], NULL), SFSM_OK);
    }
    assert_status(sfsm_builder_set_guard_policy(builder, policy), SFSM_OK);
    sfsm_builder_build(builder, &table, NULL);
    sfsm_builder_release(builder);
    return table;
}

/* The types that are asked if nothing is sent, as bits: of each level those that its rows name, up to the first level
 * of which a row is taken (exclusively: up to the first that has a matching one). */
static uint32_t types_needed(const plain_definition *definition, int32_t policy, int32_t state, int32_t event,
                             const combination *combination) {
    uint32_t needed = 0;
    for (int level = 3; level >= 0; level--) {
        const int32_t source = level & 2 ? state : SFSM_ANY, trigger = level & 1 ? event : SFSM_ANY;
        bool is_last = false;
        for (size_t index = 0; index < definition->count; index++) {
            const plain_row *const row = &definition->rows[index];
            if (row->source != source || row->event != trigger) {
                continue;
            }
            for (size_t type = 0; type < definition->types; type++) {
                needed |= row->cases.of_type[type] != 0 ? 1u << type : 0;
            }
            is_last = is_last || (is_match(definition, row, combination)
                                  && (policy == SFSM_EXCLUSIVE || row->guard != note_no));
        }
        if (is_last) {
            break;
        }
    }
    return needed;
}

/* Sends one combination whole, then with some of its cases only. */
static void check_combination(sfsm_machine *machine, const plain_definition *definition, int32_t policy, int32_t source,
                              int32_t event, const combination *whole, uint32_t sent, teller tellers[MOST_TYPES]) {
    trace *const actual = sfsm_machine_context(machine);
    static trace expected;
    combination partial = *whole;
    const uint32_t needed = types_needed(definition, policy, source, event, whole);
    assert_status(sfsm_machine_set_state(machine, source), SFSM_OK);
    const sfsm_outcome outcome = send_combination(machine, event, whole);
    const int32_t arrival = sfsm_machine_state(machine);
    memcpy(expected.text, actual->text, actual->length + 1);
    actual->text[actual->length = 0] = '\0';
    for (size_t type = 0; type < definition->types; type++) {
        assert_int_equal(tellers[type].asked, 0);
        tellers[type].answer = whole->of_type[type];
        partial.of_type[type] = (sent >> type & 1) != 0 ? whole->of_type[type] : -1;
    }
    assert_status(sfsm_machine_set_state(machine, source), SFSM_OK);
    assert_status(send_combination(machine, event, &partial), outcome);
    assert_int_equal(sfsm_machine_state(machine), arrival);
    assert_trace(actual, expected.text);
    for (size_t type = 0; type < definition->types; type++) {
        assert_int_equal(tellers[type].asked, (needed & ~sent) >> type & 1);
        tellers[type].asked = 0;
    }
}

static void check_machine(sfsm_machine *machine, const plain_definition *definition, int32_t policy, uint32_t *seed,
                          teller tellers[MOST_TYPES]) {
    for (size_t source = 0; source < COUNT(states); source++) {
        for (size_t event = 0; event < COUNT(events); event++) {
            combination combination = first_combination(false);
            do {
                check_combination(machine, definition, policy, states[source], events[event], &combination,
                                  draw_below(seed, 1u << MOST_TYPES), tellers);
            } while (next_combination(definition, false, &combination));
        }
    }
}

static void check_definitions(int32_t policy) {
    const seeds seeds = random_seeds(1, 6000, 150);
    trace trace = {{0}, 0};
    uint32_t built = 0;
    for (uint32_t round = 0; round < seeds.count; round++) {
        uint32_t seed = begin_round(seeds, round);
        teller tellers[MOST_TYPES] = {{0, 0}};
        const plain_definition definition = random_definition(&seed);
        sfsm_table *const table = random_table(&definition, policy, tellers);
        if (table != NULL) {
            sfsm_machine *const strict = machine_over(table, HOME, &trace);
            sfsm_machine *const lenient = lenient_machine_over(table, HOME, &trace);
            sfsm_table_release(table);
            check_machine(strict, &definition, policy, &seed, tellers);
            check_machine(lenient, &definition, policy, &seed, tellers);
            sfsm_machine_release(strict);
            sfsm_machine_release(lenient);
            built++;
        }
    }
    assert_true(!seeds.are_many || built >= seeds.count / 6); /* enough of them have no errors */
}

static void exclusive_definitions(void **state) {
    (void)state;
    check_definitions(SFSM_EXCLUSIVE);
}

static void first_match_definitions(void **state) {
    (void)state;
    check_definitions(SFSM_FIRST_MATCH);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(exclusive_definitions, tell_seed),
        cmocka_unit_test_teardown(first_match_definitions, tell_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
