#include "predicate_definitions.h"

#include "actions.h"
#include "measure.h"

#include <stdlib.h>

#define MOST_MATCHES 6

/* A row of a cell for certain cases: pairs of a type and a case. */
static void add_row(rows *rows, int32_t cell, size_t count, const int32_t pairs[][2])
{
    sfsm_match *matches = rows->matches + MOST_MATCHES * rows->count;
    for (size_t index = 0; index < count; ++index)
        matches[index] = (sfsm_match)SFSM_MATCH(pairs[index][0], pairs[index][1]);
    rows->rows[rows->count] = (sfsm_row){.source = 0,
                                         .event = cell,
                                         .action = table_actions[rows->count % WORKLOAD_ACTIONS],
                                         .matches = matches,
                                         .match_count = count};
    rows->count += 1;
}

/* Ten cells, and in each a row for each case of one type. */
static void add_one_type_a_row(rows *rows)
{
    for (int32_t number = 0; number < 100; ++number)
        add_row(rows, number / 10, 1, (const int32_t[][2]){{number / 10 % 3, number % 10}});
}

/* In each cell rows for none, one, two and three of the types; each for cases that those above it leave over. */
static void add_many_cells(rows *rows)
{
    for (int32_t cell = 0; cell < 1000; ++cell) {
        const int32_t first = cell % 8, second = (cell + 3) % 8, third = (cell + 5) % 8;
        add_row(rows, cell, 0, NULL);
        for (int32_t value = 1; value <= 3; ++value) {
            const int32_t pairs[][2] = {{first, value}, {second, value + 3}, {third, value + 6}};
            for (size_t count = 1; count <= 3; ++count)
                add_row(rows, cell, count, pairs);
        }
    }
}

/* A cell of 1,000 rows: all ten cases of a first type, then of a second and a third, which are the next ones or depend
 * on the case of the first. */
static void add_large_cell(rows *rows, int32_t cell, bool depends)
{
    size_t left = 1000;
    add_row(rows, cell, 0, NULL);
    --left;
    for (size_t count = 1; count <= 3; ++count) {
        const int32_t combinations = count == 1 ? 10 : count == 2 ? 100 : 1000;
        for (int32_t number = 0; number < combinations && left > 0; ++number, --left) {
            const int32_t value = number % 10, shift = depends ? value : 0;
            const int32_t pairs[][2] = {{cell % 8, value},
                                        {(cell + 1 + shift % 7) % 8, number / 10 % 10},
                                        {(cell + 1 + (shift + 3) % 7) % 8, number / 100}};
            add_row(rows, cell, count, pairs);
        }
    }
}

static void add_large_cells_of_three_types(rows *rows)
{
    for (int32_t cell = 0; cell < 10; ++cell)
        add_large_cell(rows, cell, false);
}

static void add_large_cells_of_eight_types(rows *rows)
{
    for (int32_t cell = 0; cell < 10; ++cell)
        add_large_cell(rows, cell, true);
}

/* One cell: the cases of the first type, each with all cases of another one, which depends on it; and some rows that
 * name all types. */
static void add_one_cell_of_six_types(rows *rows)
{
    add_row(rows, 0, 0, NULL);
    for (int32_t value = 0; value < 50; ++value) {
        const int32_t all[][2] = {{0, value}, {1, value}, {2, value}, {3, value}, {4, value}, {5, value}};
        add_row(rows, 0, 1, all);
        add_row(rows, 0, 6, all);
        for (int32_t other = 0; other < 50; ++other)
            add_row(rows, 0, 2, (const int32_t[][2]){{0, value}, {1 + value % 5, other}});
    }
}

/* The same with a row that as many types as some of those make the best match: case 7 of the first type goes with the
 * fourth, not with the second. */
static void add_one_cell_with_a_clash(rows *rows)
{
    add_one_cell_of_six_types(rows);
    add_row(rows, 0, 2, (const int32_t[][2]){{0, 7}, {1, 4}});
}

/* Rows for one type each: those of any two types are a clash for some combination. */
static void add_one_cell_of_clashes(rows *rows)
{
    for (int32_t number = 0; number < 300; ++number)
        add_row(rows, 0, 1, (const int32_t[][2]){{number / 50, number % 50}});
}

const definition definitions[] = {
    {"one type a row", add_one_type_a_row, 100, 3, 10, 10, true, 5, 101},
    {"up to 3 types, many cells", add_many_cells, 10000, 8, 10, 1000, true, 200, 11},
    {"up to 3 types, 3 a cell", add_large_cells_of_three_types, 10000, 8, 10, 10, true, 200, 11},
    {"up to 3 types, 8 a cell", add_large_cells_of_eight_types, 10000, 8, 10, 10, true, 200, 11},
    {"6 types in one cell", add_one_cell_of_six_types, 2601, 6, 50, 1, true, 0, 11},
    {"the same with a clash", add_one_cell_with_a_clash, 2602, 6, 50, 1, false, 0, 11},
    {"nothing but clashes", add_one_cell_of_clashes, 300, 6, 50, 1, false, 0, 5},
};
const size_t definition_count = sizeof definitions / sizeof definitions[0];

rows make_rows(const definition *self)
{
    rows made = {allocate((self->row_count + 1) * sizeof *made.rows),
                 allocate((self->row_count + 1) * MOST_MATCHES * sizeof *made.matches), 0};
    self->add_rows(&made);
    if (made.count != self->row_count)
        give_up("%s: %zu rows instead of %zu", self->name, made.count, self->row_count);
    return made;
}

void free_rows(rows *rows)
{
    free(rows->matches);
    free(rows->rows);
}
