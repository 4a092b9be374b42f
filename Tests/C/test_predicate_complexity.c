/* Cells that are hard to judge: whether two rows tie depends on whether rows of higher rank leave any combination,
 * which can be as hard as any question of logic. The build comes back all the same: with the right verdict, or with
 * SFSM_TOO_COMPLEX. */
#include "matches.h"
#include "seeds.h"

enum { MOST_CLAUSES = 1400, LITERALS = 3 };

/* Rows of rank 3 upwards over types of two cases: which three cases each is for. */
typedef struct clause {
    int32_t predicate[LITERALS], value[LITERALS];
} clause;

typedef struct formula {
    int32_t types;
    size_t count;
    clause clauses[MOST_CLAUSES];
} formula;

static formula random_formula(uint32_t seed, int32_t types, size_t count) {
    formula formula = {.types = types, .count = count};
    for (size_t index = 0; index < count; index++) {
        clause *const clause = &formula.clauses[index];
        for (size_t literal = 0; literal < LITERALS;) {
            const int32_t predicate = (int32_t)draw_below(&seed, (uint32_t)types);
            bool is_new = true;
            for (size_t former = 0; former < literal; former++) {
                is_new = is_new && clause->predicate[former] != predicate;
            }
            clause->predicate[literal] = predicate;
            clause->value[literal] = (int32_t)draw_below(&seed, 2);
            literal += is_new;
        }
    }
    return formula;
}

/* Whether a combination (-1 where it says nothing) keeps out of all of these rows, whatever it leaves open. */
static bool is_outside(const formula *formula, const int32_t *combination) {
    for (size_t index = 0; index < formula->count; index++) {
        const clause *const clause = &formula->clauses[index];
        bool is_excluded = false;
        for (size_t literal = 0; literal < LITERALS; literal++) {
            const int32_t value = combination[clause->predicate[literal]];
            is_excluded = is_excluded || (value >= 0 && value != clause->value[literal]);
        }
        if (!is_excluded) {
            return false;
        }
    }
    return true;
}

static bool leaves_something(const formula *formula) {
    for (uint32_t bits = 0; bits >> formula->types == 0; bits++) {
        int32_t combination[32];
        for (int32_t type = 0; type < formula->types; type++) {
            combination[type] = bits >> type & 1;
        }
        if (is_outside(formula, combination)) {
            return true;
        }
    }
    return false;
}

static size_t add_match_row(sfsm_builder *builder, int32_t line) {
    size_t row = 0;
    assert_status(sfsm_builder_add_row_at(builder, HOME, GO, SFSM_SAME, "gate.c", line, &row), SFSM_OK);
    return row;
}

static void add_match(sfsm_builder *builder, size_t row, int32_t predicate, const int32_t *values, size_t count) {
    assert_status(sfsm_builder_add_match(builder, row, predicate, values, count), SFSM_OK);
}

/*
 * Two rows of rank 1, in lines 1 and 2, that tie wherever none of the formula's rows holds; then these. If they are to
 * be of different ranks, so that they do not tie among themselves, each names one more type than that before it, of a
 * single case.
 */
static sfsm_builder *builder_of_formula(const formula *formula, bool has_ranks) {
    static const int32_t both[] = {0, 1};
    sfsm_builder *const builder = sfsm_builder_create();
    for (int32_t type = 0; type < formula->types; type++) {
        declare(builder, type, 2);
    }
    for (int32_t line = 1; line <= 2; line++) {
        add_match(builder, add_match_row(builder, line), line, both, 2);
    }
    for (size_t index = 0; index < formula->count; index++) {
        const clause *const clause = &formula->clauses[index];
        const size_t row = add_match_row(builder, 3 + (int32_t)index);
        for (size_t literal = 0; literal < LITERALS; literal++) {
            add_match(builder, row, clause->predicate[literal], &clause->value[literal], 1);
        }
        if (has_ranks) {
            declare(builder, formula->types + (int32_t)index, 1);
            for (size_t filler = 0; filler < index; filler++) {
                add_match(builder, row, formula->types + (int32_t)filler, both, 1);
            }
        }
    }
    return builder;
}

/* Builds and checks what is told of the first two rows: the combination of a clash must be outside of all others.
 * Returns the kind of the only error, or 0; of several (the other rows may tie too) SFSM_TOO_COMPLEX if it is there. */
static int32_t verdict_on(const formula *formula, sfsm_builder *builder) {
    sfsm_table *table = NULL;
    sfsm_diagnostics *faults = NULL;
    const sfsm_status status = sfsm_builder_build(builder, &table, &faults);
    int32_t verdict = 0;
    for (size_t index = 0; index < sfsm_diagnostics_count(faults); index++) {
        const sfsm_diagnostic fault = diagnostic_at(faults, index);
        verdict = fault.severity == SFSM_ERROR && verdict != SFSM_TOO_COMPLEX ? fault.kind : verdict;
        if (fault.kind == SFSM_TOO_COMPLEX) {
            assert_int_equal(fault.severity, SFSM_ERROR);
            assert_int_equal(fault.state, HOME);
            assert_int_equal(fault.event, GO);
            assert_says(fault, "too many combinations", "fewer");
        }
        if (fault.kind == SFSM_IMPLICIT_CLASH && fault.line == 1) {
            int32_t combination[MOST_CLAUSES];
            memset(combination, -1, sizeof combination);
            for (size_t number = 0; number < fault.case_count; number++) {
                int32_t predicate = 0, value = 0;
                assert_status(sfsm_diagnostics_case(faults, index, number, &predicate, &value), SFSM_OK);
                assert_in_range(predicate, 0, formula->types - 1); /* the fillers do not matter */
                combination[predicate] = value;
            }
            assert_true(formula->count > 0 && is_outside(formula, combination)); /* pigeons leave nothing */
            assert_int_equal(fault.place_count, 2);
        }
    }
    assert_status(status, verdict == 0 ? SFSM_OK : SFSM_INVALID_DEFINITION);
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
    sfsm_table_release(table);
    return verdict;
}

static void small_cells_are_judged_rightly(void **state) {
    (void)state;
    size_t clashes = 0, sound = 0;
    for (uint32_t seed = 1; seed <= test_size(100, 6); seed++) {
        const int32_t types = 4 + (int32_t)(seed % 8);
        const formula formula = random_formula(seed, types, (size_t)types * 5);
        const bool is_clash = leaves_something(&formula);
        assert_int_equal(verdict_on(&formula, builder_of_formula(&formula, true)), is_clash ? SFSM_IMPLICIT_CLASH : 0);
        clashes += is_clash;
        sound += !is_clash;
    }
    assert_true(clashes > 0 && sound > 0); /* or they would have been too easy */
}

static void large_cells_come_back_with_a_verdict_or_as_too_complex(void **state) {
    (void)state;
    static const struct { int32_t types; size_t rows; bool has_ranks; } sizes[] = {
        {60, 250, true}, {60, 260, false}, {150, 650, false}, {300, MOST_CLAUSES, false},
    };
    for (size_t index = 0; index < test_size(COUNT(sizes), 1); index++) {
        const size_t rows = test_size(sizes[index].rows, 80);
        const formula formula = random_formula((uint32_t)index + 1, sizes[index].types, rows);
        const int32_t verdict = verdict_on(&formula, builder_of_formula(&formula, sizes[index].has_ranks));
        assert_true(verdict == SFSM_IMPLICIT_CLASH || verdict == SFSM_TOO_COMPLEX
                    || (verdict == 0 && sizes[index].has_ranks));
    }
}

/*
 * More pigeons than holes: the cases of a type are the holes in which a pigeon may sit, and each row is for two pigeons
 * in one hole. They leave nothing, but whoever tries combinations one by one takes long to find out. Ranks as above.
 */
static int32_t verdict_on_pigeons(int32_t holes, bool has_ranks) {
    const formula nothing = {.types = holes + 1};
    int32_t all[16];
    sfsm_builder *const builder = sfsm_builder_create();
    for (int32_t hole = 0; hole < holes; hole++) {
        all[hole] = hole;
    }
    for (int32_t pigeon = 0; pigeon <= holes; pigeon++) {
        declare(builder, pigeon, holes);
    }
    for (int32_t line = 1; line <= 2; line++) {
        add_match(builder, add_match_row(builder, line), line, all, (size_t)holes);
    }
    int32_t fillers = 0;
    for (int32_t pigeon = 0; pigeon <= holes; pigeon++) {
        for (int32_t other = 0; other < pigeon; other++) {
            for (int32_t hole = 0; hole < holes; hole++) {
                const size_t row = add_match_row(builder, 3);
                add_match(builder, row, pigeon, &hole, 1);
                add_match(builder, row, other, &hole, 1);
                for (int32_t filler = 0; filler < fillers; filler++) {
                    add_match(builder, row, holes + 1 + filler, all, 1);
                }
                if (has_ranks) {
                    declare(builder, holes + 1 + fillers++, 1);
                }
            }
        }
    }
    return verdict_on(&nothing, builder);
}

static void more_pigeons_than_holes(void **state) {
    (void)state;
    for (int32_t holes = 2; holes <= (int32_t)test_size(4, 3); holes++) {
        assert_int_equal(verdict_on_pigeons(holes, true), 0);
    }
    for (int32_t holes = 5; holes <= (int32_t)test_size(9, 6); holes++) { /* the others tie */
        const int32_t verdict = verdict_on_pigeons(holes, false);
        assert_true(verdict == SFSM_IMPLICIT_CLASH || verdict == SFSM_TOO_COMPLEX);
    }
}

/* Five types of many cases, of which rows name one half or the other: together these rows hold for every combination, so
 * that the two rows of a lower rank never tie. A case is as good as any other of its half. */
static void cases_that_no_row_tells_apart_are_tried_once(void **state) {
    (void)state;
    enum { TYPES = 5, HALF = 20 };
    const formula nothing = {.types = TYPES + 2};
    static const int32_t first = 0;
    int32_t cases[2 * HALF];
    sfsm_builder *const builder = sfsm_builder_create();
    for (int32_t value = 0; value < 2 * HALF; value++) {
        cases[value] = value;
    }
    for (int32_t type = 0; type < TYPES + 2; type++) {
        declare(builder, type, 2 * HALF);
    }
    for (int32_t line = 1; line <= 2; line++) {
        add_match(builder, add_match_row(builder, line), TYPES - 1 + line, &first, 1);
    }
    for (int32_t halves = 0; halves < 1 << TYPES; halves++) {
        const size_t row = add_match_row(builder, 3 + halves);
        for (int32_t type = 0; type < TYPES; type++) {
            add_match(builder, row, type, cases + (halves >> type & 1) * HALF, HALF);
        }
    }
    assert_int_equal(verdict_on(&nothing, builder), 0);
}

/* Any two of the rows hold for the last case of the first type, and what they name beside it takes long to compare. That the
 * row above all of them holds for everything does not help. */
static void rows_of_too_many_pairs_are_too_complex(void **state) {
    (void)state;
    enum { ROWS = 1000, FILLERS = 26 };
    const formula nothing = {.types = 1};
    static const int32_t first = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    declare(builder, 0, ROWS + 1);
    for (int32_t filler = 1; filler <= FILLERS + 2; filler++) {
        declare(builder, filler, 1);
    }
    for (int32_t number = 0; number <= ROWS; number++) {
        const bool is_above = number == ROWS;
        const int32_t cases[] = {number, ROWS};
        const size_t row = add_match_row(builder, 1 + number);
        if (!is_above) {
            add_match(builder, row, 0, cases, 2);
        }
        for (int32_t filler = 1; filler <= FILLERS + (is_above ? 2 : 0); filler++) {
            add_match(builder, row, filler, &first, 1);
        }
    }
    assert_int_equal(verdict_on(&nothing, builder), SFSM_TOO_COMPLEX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_cells_are_judged_rightly),
        cmocka_unit_test(large_cells_come_back_with_a_verdict_or_as_too_complex),
        cmocka_unit_test(more_pigeons_than_holes),
        cmocka_unit_test(cases_that_no_row_tells_apart_are_tried_once),
        cmocka_unit_test(rows_of_too_many_pairs_are_too_complex),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
