#include "combinations.h"

int32_t predicate_of(size_t type) {
    static const int32_t predicates[MOST_TYPES] = {REWARD, POLICY, WEATHER};
    return predicates[type];
}

combination first_combination(bool is_lenient) {
    const int32_t first = is_lenient ? -1 : 0;
    return (combination){{first, first, first}};
}

bool next_combination(const plain_definition *definition, bool is_lenient, combination *combination) {
    for (size_t type = 0; type < definition->types; type++) {
        if (++combination->of_type[type] < definition->case_counts[type]) {
            return true;
        }
        combination->of_type[type] = is_lenient ? -1 : 0;
    }
    return false;
}

int rank_of(const plain_row *row) {
    int rank = 0;
    for (size_t type = 0; type < MOST_TYPES; type++) {
        rank += row->cases.of_type[type] != 0;
    }
    return rank;
}

bool is_match(const plain_definition *definition, const plain_row *row, const combination *combination) {
    for (size_t type = 0; type < definition->types; type++) {
        const uint8_t named = row->cases.of_type[type];
        const int32_t sent = combination->of_type[type];
        if (named != 0 && (sent < 0 || (named >> sent & 1) == 0)) {
            return false;
        }
    }
    return true;
}

bool is_same_cell(const plain_row *row, const plain_row *other) {
    return row->source == other->source && row->event == other->event;
}

bool is_same_match(const plain_row *row, const plain_row *other) {
    return memcmp(&row->cases, &other->cases, sizeof row->cases) == 0;
}

uint32_t best_rows(const plain_definition *definition, const plain_row *row, const combination *combination) {
    uint32_t best = 0;
    int highest = -1;
    for (size_t index = 0; index < definition->count; index++) {
        const plain_row *const other = &definition->rows[index];
        if (is_same_cell(row, other) && is_match(definition, other, combination) && rank_of(other) >= highest) {
            best = rank_of(other) > highest ? 0 : best;
            best |= 1u << index;
            highest = rank_of(other);
        }
    }
    return best;
}

ties ties_of(const plain_definition *definition) {
    ties ties = {{0}};
    combination combination = first_combination(false);
    do {
        for (size_t index = 0; index < definition->count; index++) {
            const uint32_t best = best_rows(definition, &definition->rows[index], &combination);
            for (size_t other = 0; (best >> index & 1) != 0 && other < definition->count; other++) {
                if ((best >> other & 1) != 0 && !is_same_match(&definition->rows[index], &definition->rows[other])) {
                    ties.with[index] |= 1u << other;
                }
            }
        }
    } while (next_combination(definition, false, &combination));
    return ties;
}

/* The matches of a row; those of several cases with their values in an array of the caller's. */
static size_t write_matches(const plain_row *row, sfsm_match matches[MOST_TYPES],
                            int32_t values[MOST_TYPES][MOST_CASES]) {
    size_t count = 0;
    for (size_t type = MOST_TYPES; type-- > 0;) { /* not in the order of the ids */
        sfsm_match match = {predicate_of(type), -1, values[type], 0};
        for (int32_t value = MOST_CASES - 1; value >= 0; value--) {
            if ((row->cases.of_type[type] >> value & 1) != 0) {
                values[type][match.value_count++] = value;
            }
        }
        if (match.value_count > 0) {
            matches[count++] = match;
        }
    }
    return count;
}

#define WORDS(number) { #number, #number "?" }
static const char *const words[MOST_ROWS][2] = {
    WORDS(1), WORDS(2),  WORDS(3),  WORDS(4),  WORDS(5),  WORDS(6),  WORDS(7),  WORDS(8),
    WORDS(9), WORDS(10), WORDS(11), WORDS(12), WORDS(13), WORDS(14), WORDS(15), WORDS(16),
};

sfsm_builder *builder_of(const plain_definition *definition, const size_t *order) {
    sfsm_builder *const builder = sfsm_builder_create();
    assert_non_null(builder);
    name_all(builder);
    for (size_t type = 0; type < definition->types; type++) {
        declare(builder, predicate_of(type), definition->case_counts[type]);
    }
    for (size_t position = 0; position < definition->count; position++) {
        const size_t number = order != NULL ? order[position] : position;
        const plain_row *const plain = &definition->rows[number];
        sfsm_match matches[MOST_TYPES];
        int32_t values[MOST_TYPES][MOST_CASES];
        const sfsm_callback guard = {plain->guard, (void *)words[number][1], NULL};
        const sfsm_callback action = {note, (void *)words[number][0], NULL};
        const sfsm_row row = {
            .source = plain->source, .event = plain->event, .target = plain->target, .line = (int32_t)number + 1,
            .file = "gate.c", .guards = &guard, .guard_count = plain->guard != NULL, .actions = &action,
            .action_count = 1, .matches = matches, .match_count = write_matches(plain, matches, values),
        };
        assert_status(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
    }
    return builder;
}

combination combination_of(const sfsm_diagnostics *diagnostics, size_t index) {
    combination found = first_combination(true);
    for (size_t number = 0; number < diagnostic_at(diagnostics, index).case_count; number++) {
        int32_t predicate = SFSM_NONE, value = SFSM_NONE;
        assert_status(sfsm_diagnostics_case(diagnostics, index, number, &predicate, &value), SFSM_OK);
        size_t type = 0;
        while (type < MOST_TYPES && predicate_of(type) != predicate) {
            type++;
        }
        assert_in_range(type, 0, MOST_TYPES - 1);
        assert_int_equal(found.of_type[type], -1);
        found.of_type[type] = value;
    }
    return found;
}

sfsm_outcome send_combination(sfsm_machine *machine, int32_t event, const combination *combination) {
    const size_t types = sfsm_table_predicate_count(sfsm_machine_table(machine));
    sfsm_case cases[MOST_TYPES];
    size_t count = 0;
    for (size_t type = types; type-- > 0;) {
        if (combination->of_type[type] >= 0) {
            cases[count++] = (sfsm_case){predicate_of(type), combination->of_type[type]};
        }
    }
    return sfsm_machine_send_message(machine, MESSAGE_MATCHING(event, cases, count));
}
