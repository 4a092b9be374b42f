/* Random definitions with predicates and wildcards against an interpreter of their rows, for every combination of
 * cases: under both policies, by strict and by lenient machines. Faulty ones must be refused for what is wrong. */
#include "combinations.h"
#include "seeds.h"

#include <stdio.h>

static const int32_t states[] = {HOME, AWAY}, events[] = {GO, BACK, STAY};

/* A row with random ids, matches and guard; it may be like another. */
static plain_row random_row(uint32_t *seed, const plain_definition *definition) {
    static const int32_t sources[] = {HOME, HOME, AWAY, SFSM_ANY}, row_events[] = {GO, GO, STAY, SFSM_ANY};
    static const int32_t targets[] = {HOME, AWAY, SFSM_SAME, SFSM_INTERNAL};
    static const sfsm_function guards[] = {NULL, NULL, note_yes, note_no};
    plain_row row = {sources[draw_below(seed, 4)], row_events[draw_below(seed, 4)], targets[draw_below(seed, 4)], {{0}},
                     guards[draw_below(seed, 4)]};
    for (size_t type = 0; type < definition->types; type++) {
        const uint32_t all = (1u << definition->case_counts[type]) - 1;
        row.cases.of_type[type] = (uint8_t)(draw_below(seed, 2) ? 1 + draw_below(seed, all) : 0);
    }
    return row;
}

static plain_definition random_definition(uint32_t *seed) {
    plain_definition definition = {.types = 1 + draw_below(seed, MOST_TYPES)};
    for (size_t type = 0; type < definition.types; type++) {
        definition.case_counts[type] = 1 + (int32_t)draw_below(seed, MOST_CASES);
    }
    for (size_t rows = 1 + draw_below(seed, MOST_ROWS); rows > 0; rows--) {
        definition.rows[definition.count++] = random_row(seed, &definition);
    }
    return definition;
}

static sfsm_builder *random_builder(const plain_definition *definition, int32_t policy) {
    sfsm_builder *const builder = builder_of(definition, NULL);
    for (size_t index = 0; index < COUNT(states); index++) {
        assert_status(sfsm_builder_add_state(builder, states[index], SFSM_FINAL, NULL), SFSM_OK);
    }
    assert_status(sfsm_builder_set_guard_policy(builder, policy), SFSM_OK);
    return builder;
}

/* What is wrong with a definition under the exclusive policy. */
typedef struct faults {
    bool has_duplicate, has_clash, has_implicit_clash;
} faults;

static faults faults_in(const plain_definition *definition) {
    faults faults = {false, false, false};
    const ties ties = ties_of(definition);
    for (size_t index = 0; index < definition->count; index++) {
        const plain_row *const row = &definition->rows[index];
        faults.has_implicit_clash = faults.has_implicit_clash || ties.with[index] != 0;
        for (size_t other = 0; other < index; other++) {
            const plain_row *const former = &definition->rows[other];
            if (is_same_cell(row, former) && is_same_match(row, former)) {
                /* The state itself as a target is as much as SFSM_SAME; a row for any state has no such target. */
                const int32_t target = row->target == row->source ? SFSM_SAME : row->target;
                const int32_t former_target = former->target == former->source ? SFSM_SAME : former->target;
                faults.has_duplicate = faults.has_duplicate || target == former_target;
                faults.has_clash = faults.has_clash || target != former_target;
            }
        }
    }
    return faults;
}

static bool is_sound(faults faults) {
    return !faults.has_duplicate && !faults.has_clash && !faults.has_implicit_clash;
}

/* The build must tell these faults. */
static bool is_refused_for(const plain_definition *definition, faults expected) {
    sfsm_table *table = NULL;
    sfsm_diagnostics *told = NULL;
    sfsm_builder *const builder = random_builder(definition, SFSM_EXCLUSIVE);
    const sfsm_status status = sfsm_builder_build(builder, &table, &told);
    const faults found = {count_of_kind(told, SFSM_DUPLICATE) > 0, count_of_kind(told, SFSM_CLASH) > 0,
                          count_of_kind(told, SFSM_IMPLICIT_CLASH) > 0};
    sfsm_diagnostics_release(told);
    sfsm_builder_release(builder);
    sfsm_table_release(table);
    return status == SFSM_INVALID_DEFINITION && found.has_duplicate == expected.has_duplicate
           && found.has_clash == expected.has_clash && found.has_implicit_clash == expected.has_implicit_clash;
}

/* How specific a row is for a state and an event: 3 for one that names both; -1 if it is for others. */
static int level_of(const plain_row *row, int32_t state, int32_t event) {
    const bool names_state = row->source == state, names_event = row->event == event;
    return (!names_state && row->source != SFSM_ANY) || (!names_event && row->event != SFSM_ANY)
               ? -1
               : 2 * names_state + names_event;
}

/* The next row to be tried after `former` (NULL: the first): of higher level, then rank, then added first. */
static const plain_row *next_row(const plain_definition *definition, int32_t state, int32_t event,
                                 const combination *combination, const plain_row *former) {
    const plain_row *best = NULL;
    for (size_t index = 0; index < definition->count; index++) {
        const plain_row *const row = &definition->rows[index];
        const int order = level_of(row, state, event) * (MOST_TYPES + 1) + rank_of(row);
        const int former_order =
            former != NULL ? level_of(former, state, event) * (MOST_TYPES + 1) + rank_of(former) : INT32_MAX;
        const int best_order = best != NULL ? level_of(best, state, event) * (MOST_TYPES + 1) + rank_of(best) : -1;
        const bool is_behind = order < former_order || (order == former_order && row > former);
        if (level_of(row, state, event) >= 0 && is_match(definition, row, combination) && is_behind
            && order > best_order) {
            best = row;
        }
    }
    return best;
}

/* What the rows say: notes what is asked and done, moves *state, and adds the rows that were tried to *tried. */
static sfsm_outcome interpret(const plain_definition *definition, int32_t policy, int32_t event,
                              const combination *combination, int32_t *state, trace *trace, uint32_t *tried) {
    sfsm_outcome outcome = SFSM_UNHANDLED;
    const plain_row *row = next_row(definition, *state, event, combination, NULL);
    while (row != NULL) {
        const int line = (int)(row - definition->rows) + 1;
        *tried |= 1u << (line - 1);
        if (row->guard != NULL) {
            trace_note(trace, "%d?", line);
        }
        if (row->guard != note_no) {
            trace_note(trace, "%d", line);
            *state = row->target == HOME || row->target == AWAY ? row->target : *state;
            return SFSM_TRANSITIONED;
        }
        outcome = SFSM_REFUSED;
        row = policy == SFSM_EXCLUSIVE ? NULL : next_row(definition, *state, event, combination, row);
    }
    return outcome;
}

/* Sends each event in each state with every combination; returns the rows that were asked or taken, as bits. */
static uint32_t check_machine(sfsm_machine *machine, const plain_definition *definition, int32_t policy,
                              bool is_lenient) {
    trace *const actual = sfsm_machine_context(machine);
    uint32_t tried = 0;
    for (size_t source = 0; source < COUNT(states); source++) {
        for (size_t event = 0; event < COUNT(events); event++) {
            combination combination = first_combination(is_lenient);
            do {
                trace expected; /* as a whole it would take longer to clear than all the rest */
                expected.text[expected.length = 0] = '\0';
                int32_t arrival = states[source];
                const sfsm_outcome outcome =
                    interpret(definition, policy, events[event], &combination, &arrival, &expected, &tried);
                assert_status(sfsm_machine_set_state(machine, states[source]), SFSM_OK);
                assert_status(send_combination(machine, events[event], &combination), outcome);
                assert_int_equal(sfsm_machine_state(machine), arrival);
                assert_trace(actual, expected.text);
            } while (next_combination(definition, is_lenient, &combination));
        }
    }
    return tried;
}

/* The rows of which the build warns that they are never taken, as bits. */
static uint32_t rows_never_taken(const sfsm_diagnostics *warnings) {
    uint32_t rows = 0;
    for (size_t index = 0; index < sfsm_diagnostics_count(warnings); index++) {
        const sfsm_diagnostic warning = diagnostic_at(warnings, index);
        rows |= warning.kind == SFSM_NEVER_TAKEN ? 1u << (warning.line - 1) : 0;
    }
    return rows;
}

/* Both kinds of machines over a definition that must build. No row that strict ones try is said to be never taken. */
static void check_behaviour(const plain_definition *definition, int32_t policy) {
    trace trace = {{0}, 0};
    sfsm_table *table = NULL;
    sfsm_diagnostics *warnings = NULL;
    sfsm_builder *const builder = random_builder(definition, policy);
    assert_status(sfsm_builder_build(builder, &table, &warnings), SFSM_OK);
    const uint32_t never_taken = rows_never_taken(warnings);
    sfsm_diagnostics_release(warnings);
    sfsm_builder_release(builder);
    sfsm_machine *const strict = machine_over(table, HOME, &trace);
    sfsm_machine *const lenient = lenient_machine_over(table, HOME, &trace);
    assert_int_equal(check_machine(strict, definition, policy, false) & never_taken, 0);
    check_machine(lenient, definition, policy, true);
    sfsm_machine_release(strict);
    sfsm_machine_release(lenient);
    sfsm_table_release(table);
}

/* Takes the last of the rows away until there is nothing wrong with the others. */
static void exclusive_definitions(void **state) {
    (void)state;
    const seeds seeds = random_seeds(1, 6000, 100);
    size_t refused = 0;
    for (uint32_t round = 0; round < seeds.count; round++) {
        uint32_t seed = begin_round(seeds, round);
        plain_definition definition = random_definition(&seed);
        const size_t count = definition.count;
        definition.count = 0;
        for (size_t index = 0; index < count; index++) {
            definition.rows[definition.count++] = definition.rows[index];
            const faults expected = faults_in(&definition);
            if (!is_sound(expected)) {
                assert_true(is_refused_for(&definition, expected));
                definition.count--;
                refused++;
            }
        }
        check_behaviour(&definition, SFSM_EXCLUSIVE);
    }
    assert_true(!seeds.are_many || refused >= seeds.count);
}

static void definitions_with_many_faults(void **state) {
    (void)state;
    const seeds seeds = random_seeds(1, 6000, 100);
    for (uint32_t round = 0; round < seeds.count; round++) {
        uint32_t seed = begin_round(seeds, round);
        const plain_definition definition = random_definition(&seed);
        const faults expected = faults_in(&definition);
        if (!is_sound(expected)) {
            assert_true(is_refused_for(&definition, expected));
        }
    }
}

static void first_match_definitions(void **state) {
    (void)state;
    const seeds seeds = random_seeds(1, 6000, 100);
    for (uint32_t round = 0; round < seeds.count; round++) {
        uint32_t seed = begin_round(seeds, round);
        plain_definition definition = random_definition(&seed);
        const size_t count = definition.count;
        definition.count = 0;
        for (size_t index = 0; index < count; index++) {
            definition.rows[definition.count] = definition.rows[index];
            bool is_duplicate = false; /* guards differ in what they are registered with, so it needs two without */
            for (size_t other = 0; other < definition.count; other++) {
                const plain_row *const row = &definition.rows[definition.count];
                const plain_row *const former = &definition.rows[other];
                is_duplicate = is_duplicate || (is_same_cell(row, former) && is_same_match(row, former)
                                                && row->guard == NULL && former->guard == NULL);
            }
            definition.count += !is_duplicate;
        }
        check_behaviour(&definition, SFSM_FIRST_MATCH);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(exclusive_definitions, tell_seed),
        cmocka_unit_test_teardown(definitions_with_many_faults, tell_seed),
        cmocka_unit_test_teardown(first_match_definitions, tell_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
