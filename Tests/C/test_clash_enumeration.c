/* Implicit clashes against an enumeration of every combination of cases: all small definitions in every order of their
 * rows, and random larger ones. What is told is the same in each order. */
#include "combinations.h"
#include "seeds.h"

/* The places of a report as bits of rows; they must come in the order in which the rows were added. */
static uint32_t rows_of_report(const sfsm_diagnostics *faults, size_t index, const plain_definition *definition,
                               const size_t *order) {
    uint32_t rows = 0;
    size_t position = 0;
    for (size_t place = 0; place < diagnostic_at(faults, index).place_count; place++) {
        const char *file = NULL;
        int32_t line = 0;
        assert_status(sfsm_diagnostics_place(faults, index, place, &file, &line), SFSM_OK);
        while (position < definition->count && order[position] != (size_t)line - 1) {
            position++;
        }
        assert_in_range(position, 0, definition->count - 1);
        rows |= 1u << (line - 1);
    }
    return rows;
}

/* Whatever case types have that the combination does not name, exactly these rows are the best. */
static bool is_true_report(const plain_definition *definition, const combination *told, uint32_t rows) {
    const plain_row *row = definition->rows;
    combination combination = first_combination(false);
    while ((rows >> (row - definition->rows) & 1) == 0) {
        row++;
    }
    do {
        bool is_told = true;
        for (size_t type = 0; type < definition->types; type++) {
            is_told = is_told && (told->of_type[type] < 0 || told->of_type[type] == combination.of_type[type]);
        }
        if (is_told && best_rows(definition, row, &combination) != rows) {
            return false;
        }
    } while (next_combination(definition, false, &combination));
    return true;
}

/* What a build told: of each clash its rows as bits and its combination, by the former in ascending order. */
typedef struct reports {
    struct report { uint32_t rows; combination combination; } all[MOST_ROWS];
    size_t count; /* more than there are rows is too many */
} reports;

static int compare_reports(const void *left, const void *right) {
    const uint32_t rows = ((const struct report *)left)->rows, others = ((const struct report *)right)->rows;
    return (rows > others) - (rows < others);
}

/* Every row that ties is told of, and each report tells of one that those before it, in some order, do not. */
static bool is_complete(const reports *reports, const ties *ties) {
    uint32_t told = 0, tied = 0;
    size_t rest = reports->count;
    for (size_t row = 0; row < MOST_ROWS; row++) {
        tied |= ties->with[row] != 0 ? 1u << row : 0;
    }
    for (size_t index = 0; index < reports->count; index++) {
        told |= reports->all[index].rows;
    }
    bool is_taken[MOST_ROWS] = {false};
    for (bool is_moving = true; is_moving;) { /* takes away, again and again, one that may come last */
        is_moving = false;
        for (size_t index = 0; index < reports->count; index++) {
            uint32_t others = 0;
            for (size_t other = 0; other < reports->count; other++) {
                others |= other == index || is_taken[other] ? 0 : reports->all[other].rows;
            }
            if (!is_taken[index] && (reports->all[index].rows & ~others) != 0) {
                is_taken[index] = is_moving = true;
                rest--;
            }
        }
    }
    return told == tied && rest == 0;
}

static void tell(const plain_definition *definition, const size_t *order, const sfsm_diagnostics *faults) {
    for (size_t position = 0; position < definition->count; position++) {
        const plain_row *const row = &definition->rows[order[position]];
        print_error("gate.c:%zu: state %d, event %d, cases as bits %x %x %x\n", order[position] + 1, (int)row->source,
                    (int)row->event, row->cases.of_type[0], row->cases.of_type[1], row->cases.of_type[2]);
    }
    print_error("reported:\n");
    for (size_t index = 0; index < sfsm_diagnostics_count(faults); index++) {
        print_error("%d: %s\n", (int)diagnostic_at(faults, index).line, diagnostic_at(faults, index).text);
    }
}

/* Builds the rows in this order. What is told must be true and complete, and as in the orders before: in `expected`,
 * which is filled if this is the first. */
static void check_order(const plain_definition *definition, const size_t *order, const ties *ties,
                        reports *expected) {
    sfsm_table *table = NULL;
    sfsm_diagnostics *faults = NULL;
    sfsm_builder *const builder = builder_of(definition, order);
    const sfsm_status status = sfsm_builder_build(builder, &table, &faults);
    reports found = {.count = 0};
    bool is_right = true;
    for (size_t index = 0; index < sfsm_diagnostics_count(faults); index++) {
        if (diagnostic_at(faults, index).severity == SFSM_ERROR && found.count < MOST_ROWS) {
            struct report *const report = &found.all[found.count++];
            report->combination = combination_of(faults, index);
            report->rows = rows_of_report(faults, index, definition, order);
            is_right = is_right && diagnostic_at(faults, index).kind == SFSM_IMPLICIT_CLASH
                       && is_true_report(definition, &report->combination, report->rows);
        }
    }
    qsort(found.all, found.count, sizeof found.all[0], compare_reports);
    if (expected->count > MOST_ROWS) {
        *expected = found;
    }
    is_right = is_right && is_complete(&found, ties) && memcmp(&found, expected, sizeof found) == 0
               && status == (found.count == 0 ? SFSM_OK : SFSM_INVALID_DEFINITION);
    if (!is_right) {
        tell(definition, order, faults);
    }
    assert_true(is_right);
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
    sfsm_table_release(table);
}

/* Every order of the rows from `fixed` on. */
static void check_orders(const plain_definition *definition, size_t *order, size_t fixed, const ties *ties,
                         reports *expected) {
    if (fixed == definition->count) {
        check_order(definition, order, ties, expected);
    }
    for (size_t next = fixed; next < definition->count; next++) {
        const size_t row = order[next];
        order[next] = order[fixed];
        order[fixed] = row;
        check_orders(definition, order, fixed + 1, ties, expected);
        order[fixed] = order[next];
        order[next] = row;
    }
}

static void check_in_every_order(const plain_definition *definition) {
    size_t order[MOST_ROWS];
    for (size_t row = 0; row < definition->count; row++) {
        order[row] = row;
    }
    const ties ties = ties_of(definition);
    reports expected = {.count = SIZE_MAX};
    check_orders(definition, order, 0, &ties, &expected);
}

/* The row that names these cases of two types with two cases each: two bits for each of them. */
static plain_row row_of_bits(uint32_t bits) {
    return (plain_row){HOME, GO, SFSM_SAME, {{bits & 3, (uint8_t)(bits >> 2), 0}}, NULL};
}

static void every_definition_of_up_to_four_rows_over_two_types_of_two_cases(void **state) {
    (void)state;
    plain_definition definition = {.case_counts = {2, 2}, .types = 2};
    const uint32_t step = (uint32_t)test_size(1, 97);
    for (uint32_t first = 0, turn = 0; first < 16; first++) {
        for (uint32_t second = first; second < 16; second++) {
            for (uint32_t third = second; third < 16; third++) {
                for (uint32_t fourth = third; fourth < 16; fourth++) {
                    const uint32_t rows[] = {first, second, third, fourth};
                    definition.count = 0;
                    for (size_t index = 0; index < COUNT(rows); index++) {
                        if (index == 0 || rows[index] != rows[index - 1]) { /* equal ones are no more than one row */
                            definition.rows[definition.count++] = row_of_bits(rows[index]);
                        }
                    }
                    if (turn++ % step == 0) {
                        check_in_every_order(&definition);
                    }
                }
            }
        }
    }
}

/* Rows in two cells, no two of one cell with the same matches, most of them silent of some type. */
static plain_definition random_definition(uint32_t *seed, size_t rows) {
    plain_definition definition = {.types = MOST_TYPES};
    for (size_t type = 0; type < MOST_TYPES; type++) {
        definition.case_counts[type] = 2 + (int32_t)draw_below(seed, 2);
    }
    while (definition.count < rows) {
        plain_row *const row = &definition.rows[definition.count];
        const int32_t target = draw_below(seed, 2) ? AWAY : SFSM_SAME;
        *row = (plain_row){HOME, draw_below(seed, 3) ? GO : SFSM_ANY, target, {{0}}, NULL};
        for (size_t type = 0; type < MOST_TYPES; type++) {
            const uint32_t all = (1u << definition.case_counts[type]) - 1;
            row->cases.of_type[type] = (uint8_t)(draw_below(seed, 2) ? 1 + draw_below(seed, all) : 0);
        }
        bool is_new = true;
        for (size_t other = 0; other < definition.count; other++) {
            const plain_row *const former = &definition.rows[other];
            is_new = is_new && !(is_same_cell(row, former) && is_same_match(row, former));
        }
        definition.count += is_new;
    }
    definition.rows[0].source = AWAY; /* which is a state that way */
    return definition;
}

static void random_definitions_in_random_orders(void **state) {
    (void)state;
    const uint32_t seeds = (uint32_t)test_size(3000, 60);
    print_message("seeds 1 to %u\n", (unsigned)seeds);
    for (uint32_t first = 1; first <= seeds; first++) {
        uint32_t seed = first;
        const plain_definition definition = random_definition(&seed, 2 + draw_below(&seed, MOST_ROWS - 2));
        const ties ties = ties_of(&definition);
        reports expected = {.count = SIZE_MAX};
        size_t order[MOST_ROWS];
        for (int turn = 0; turn < 5; turn++) {
            for (size_t row = 0; row < definition.count; row++) { /* each goes to a place among those before it */
                const size_t place = draw_below(&seed, (uint32_t)row + 1);
                order[row] = order[place];
                order[place] = row;
            }
            check_order(&definition, order, &ties, &expected);
        }
    }
}

static void random_definitions_of_five_rows_in_every_order(void **state) {
    (void)state;
    const uint32_t seeds = (uint32_t)test_size(300, 3);
    print_message("seeds 1 to %u\n", (unsigned)seeds);
    for (uint32_t first = 1; first <= seeds; first++) {
        uint32_t seed = first;
        const plain_definition definition = random_definition(&seed, 5);
        check_in_every_order(&definition);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_definition_of_up_to_four_rows_over_two_types_of_two_cases),
        cmocka_unit_test(random_definitions_in_random_orders),
        cmocka_unit_test(random_definitions_of_five_rows_in_every_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
