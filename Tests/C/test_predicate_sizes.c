/* Cells whose predicate types have thousands of millions of combinations: they are judged exactly, in tables that grow
 * with the rows, and every event takes the row that it should. */
#include "matches.h"

enum { MOST_TYPES = 30, MOST_ROWS = 500, SILENT = MOST_ROWS, NOBODY = -1 };

typedef struct shape {
    size_t types;
    uint64_t cases;        /* of each type */
    uint64_t combinations; /* of all of them */
} shape;

static const shape shapes[] = {{30, 2, 1073741824}, {9, 10, 1000000000}, {6, 50, 15625000000}};

/* A combination with its cases as digits. Different numbers below `combinations` are different ones, since the factor
 * has no divisor in common with any shape's number of cases. */
typedef struct digits {
    int32_t of_type[MOST_TYPES];
} digits;

static digits digits_of(const shape *shape, uint64_t number) {
    digits digits = {{0}};
    uint64_t rest = number % shape->combinations * 618033989u % shape->combinations;
    for (size_t type = 0; type < shape->types; type++) {
        digits.of_type[type] = (int32_t)(rest % shape->cases);
        rest /= shape->cases;
    }
    return digits;
}

/* Actions are registered with the number of their row, and leave it in the machine's context. */
static int32_t numbers[MOST_ROWS + 1];

static int32_t take_number(const sfsm_step *step, void *number) {
    *(int32_t *)step->context = *(const int32_t *)number;
    return 0;
}

static sfsm_builder *builder_of_shape(const shape *shape) {
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t type = 0; type < shape->types; type++) {
        declare(builder, (int32_t)type, (int32_t)shape->cases);
    }
    return builder;
}

/* A row for these cases of the types from `first` up to `end`; returns its number. */
static size_t add_numbered_row(sfsm_builder *builder, int32_t number, const digits *digits, size_t first, size_t end) {
    const size_t row = row_from(builder, HOME, STAY, SFSM_SAME);
    numbers[number] = number;
    assert_status(sfsm_builder_add_action(builder, row, take_number, &numbers[number], NULL), SFSM_OK);
    for (size_t type = first; type < end; type++) {
        assert_status(sfsm_builder_add_match(builder, row, (int32_t)type, &digits->of_type[type], 1), SFSM_OK);
    }
    return row;
}

/* A row for each of the first numbers, with all of their cases, and one that says nothing. */
static sfsm_builder *builder_of_numbers(const shape *shape, size_t rows) {
    sfsm_builder *const builder = builder_of_shape(shape);
    for (size_t number = 0; number < rows; number++) {
        const digits digits = digits_of(shape, number);
        add_numbered_row(builder, (int32_t)number, &digits, 0, shape->types);
    }
    add_numbered_row(builder, SILENT, NULL, 0, 0);
    return builder;
}

/* Sends the cases of the types from `first` up to `end`; returns the number of the row that was taken. */
static int32_t row_taken(sfsm_machine *machine, const digits *digits, size_t first, size_t end) {
    int32_t *const taken = sfsm_machine_context(machine);
    sfsm_case cases[MOST_TYPES];
    for (size_t type = first; type < end; type++) {
        cases[end - 1 - type] = (sfsm_case){(int32_t)type, digits->of_type[type]};
    }
    *taken = NOBODY;
    assert_true(sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, cases, end - first)) > 0);
    return *taken;
}

static void rows_for_single_combinations_are_taken_for_them_alone(void **state) {
    (void)state;
    const size_t rows = test_size(MOST_ROWS, 50);
    for (size_t index = 0; index < COUNT(shapes); index++) {
        const shape *const shape = &shapes[index];
        int32_t taken = NOBODY;
        sfsm_table *const table = table_from(builder_of_numbers(shape, rows));
        assert_in_range(sfsm_table_size(table), 1, 1 << 20);
        sfsm_machine *const strict = machine_over(table, HOME, &taken);
        sfsm_machine *const lenient = lenient_machine_over(table, HOME, &taken);
        sfsm_table_release(table);
        for (size_t number = 0; number < 2 * rows; number++) {
            digits digits = digits_of(shape, number);
            assert_int_equal(row_taken(strict, &digits, 0, shape->types), number < rows ? (int32_t)number : SILENT);
            assert_int_equal(row_taken(lenient, &digits, 0, shape->types), number < rows ? (int32_t)number : SILENT);
            assert_int_equal(row_taken(lenient, &digits, 1, shape->types), SILENT); /* one is missing */
            if (number < rows) { /* one case beside it stands another row only by chance */
                const size_t type = number % shape->types;
                digits.of_type[type] = (digits.of_type[type] + 1) % (int32_t)shape->cases;
                assert_int_not_equal(row_taken(strict, &digits, 0, shape->types), number);
            }
        }
        sfsm_machine_release(strict);
        sfsm_machine_release(lenient);
    }
}

static void of_rows_that_name_more_and_more_types_the_longest_that_matches_is_taken(void **state) {
    (void)state;
    for (size_t index = 0; index < COUNT(shapes); index++) {
        const shape *const shape = &shapes[index];
        int32_t taken = NOBODY;
        const digits zero = {{0}};
        sfsm_builder *const builder = builder_of_shape(shape);
        for (size_t types = 0; types <= shape->types; types++) {
            add_numbered_row(builder, (int32_t)types, &zero, 0, types);
        }
        sfsm_machine *const machine = machine_from(builder, HOME, &taken);
        assert_in_range(sfsm_table_size(sfsm_machine_table(machine)), 1, 1 << 16);
        for (uint64_t number = 0; number < test_size(3000, 100); number++) {
            digits digits = digits_of(shape, number);
            size_t zeros = number % (shape->types + 1); /* at least so many cases are 0 at the start */
            memset(digits.of_type, 0, zeros * sizeof digits.of_type[0]);
            while (zeros < shape->types && digits.of_type[zeros] == 0) {
                zeros++;
            }
            assert_int_equal(row_taken(machine, &digits, 0, shape->types), zeros);
        }
        sfsm_machine_release(machine);
    }
}

/* Two rows that say nothing of the last or of the first type have a single combination in common. */
static void a_clash_at_one_combination_is_found_unless_a_row_is_for_that(void **state) {
    (void)state;
    const size_t rows = test_size(200, 20);
    for (size_t index = 0; index < COUNT(shapes); index++) {
        const shape *const shape = &shapes[index];
        for (size_t is_covered = 0; is_covered < 2; is_covered++) {
            const digits single = digits_of(shape, is_covered ? rows / 2 : rows);
            sfsm_builder *const builder = builder_of_numbers(shape, rows);
            const size_t former = add_numbered_row(builder, MOST_ROWS - 1, &single, 0, shape->types - 1);
            const size_t latter = add_numbered_row(builder, MOST_ROWS - 2, &single, 1, shape->types);
            assert_int_equal(latter, former + 1);
            if (is_covered) {
                check_sound(builder);
                continue;
            }
            sfsm_diagnostics *const faults = faults_of(builder);
            const sfsm_diagnostic clash = diagnostic_at(faults, 0);
            assert_int_equal(count_of_kind(faults, SFSM_IMPLICIT_CLASH), 1);
            assert_int_equal(clash.kind, SFSM_IMPLICIT_CLASH);
            assert_int_equal(clash.place_count, 2);
            assert_int_equal(clash.case_count, shape->types);
            for (size_t number = 0; number < shape->types; number++) {
                int32_t predicate = NOBODY, value = NOBODY;
                assert_status(sfsm_diagnostics_case(faults, 0, number, &predicate, &value), SFSM_OK);
                assert_in_range(predicate, 0, shape->types - 1);
                assert_int_equal(value, single.of_type[predicate]);
            }
            sfsm_diagnostics_release(faults);
            sfsm_builder_release(builder);
        }
    }
}

/* Under first match nothing has to be judged: rows may overlap as they like. Each refuses but the last that matches. */
typedef struct tried {
    int32_t rows[MOST_ROWS];
    size_t count;
} tried;

static int32_t note_number(const sfsm_step *step, void *number) {
    tried *const tried = step->context;
    tried->rows[tried->count++ % MOST_ROWS] = *(const int32_t *)number;
    return 0;
}

static void first_match_tries_all_rows_that_match_by_rank_then_as_added(void **state) {
    (void)state;
    const size_t rows = test_size(300, 40);
    for (size_t index = 0; index < COUNT(shapes); index++) {
        const shape *const shape = &shapes[index];
        tried tried = {.count = 0};
        sfsm_builder *const builder = builder_of_shape(shape);
        assert_status(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH), SFSM_OK);
        for (size_t number = 0; number < rows; number++) { /* the first types of a number, from none to five */
            const digits digits = digits_of(shape, number % 40);
            const size_t row = add_numbered_row(builder, (int32_t)number, &digits, 0, number % 6);
            assert_status(sfsm_builder_add_guard(builder, row, note_number, &numbers[number], NULL), SFSM_OK);
        }
        sfsm_machine *const machine = machine_from(builder, HOME, &tried);
        assert_in_range(sfsm_table_size(sfsm_machine_table(machine)), 1, 1 << 20);
        for (size_t number = 0; number < 40; number++) {
            const digits sent = digits_of(shape, number);
            sfsm_case cases[MOST_TYPES];
            for (size_t type = 0; type < shape->types; type++) {
                cases[type] = (sfsm_case){(int32_t)type, sent.of_type[type]};
            }
            tried.count = 0;
            assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, cases, shape->types)),
                          SFSM_REFUSED);
            size_t position = 0;
            for (size_t rank = 6; rank-- > 0;) {
                for (size_t row = rank; row < rows; row += 6) {
                    const digits named = digits_of(shape, row % 40);
                    if (memcmp(named.of_type, sent.of_type, rank * sizeof sent.of_type[0]) == 0) {
                        assert_in_range(position, 0, tried.count - 1);
                        assert_int_equal(tried.rows[position++], row);
                    }
                }
            }
            assert_int_equal(tried.count, position);
        }
        sfsm_machine_release(machine);
    }
}

/* More types of two cases than a number of 64 bits has combinations for. */
static void a_row_may_name_more_types_than_can_be_combined(void **state) {
    (void)state;
    enum { TYPES = 70 };
    int32_t taken = NOBODY;
    sfsm_case cases[TYPES];
    static const digits zero = {{0}};
    sfsm_builder *const builder = sfsm_builder_create();
    for (int32_t type = 0; type < TYPES; type++) {
        declare(builder, type, 2);
        cases[type] = (sfsm_case){type, 0};
    }
    const size_t row = add_numbered_row(builder, 0, &zero, 0, 1);
    for (int32_t type = 1; type < TYPES; type++) {
        assert_status(sfsm_builder_add_match(builder, row, type, (const int32_t[]){0}, 1), SFSM_OK);
    }
    add_numbered_row(builder, SILENT, NULL, 0, 0);
    sfsm_machine *const machine = machine_from(builder, HOME, &taken);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, cases, TYPES)), SFSM_TRANSITIONED);
    assert_int_equal(taken, 0);
    for (size_t type = 0; type < TYPES; type++) {
        cases[type].value = 1;
        assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, cases, TYPES)), SFSM_TRANSITIONED);
        assert_int_equal(taken, SILENT);
        cases[type].value = 0;
    }
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_for_single_combinations_are_taken_for_them_alone),
        cmocka_unit_test(of_rows_that_name_more_and_more_types_the_longest_that_matches_is_taken),
        cmocka_unit_test(a_clash_at_one_combination_is_found_unless_a_row_is_for_that),
        cmocka_unit_test(first_match_tries_all_rows_that_match_by_rank_then_as_added),
        cmocka_unit_test(a_row_may_name_more_types_than_can_be_combined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
