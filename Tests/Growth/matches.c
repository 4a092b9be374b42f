/* Rows that depend on predicates. */
#include "shapes.h"

static void add_matching(sfsm_builder *builder, sfsm_id state, sfsm_id event, const sfsm_match *matches, size_t count)
{
    const sfsm_row row = {.source = state, .event = event, .target = SFSM_SAME, .matches = matches,
                          .match_count = count};
    expect(sfsm_builder_add_rows_at(builder, &row, 1, sizeof row, NULL, 0), SFSM_OK);
}

/* Many states with three rows for one event, of which each names a case, and one for all others. */
static void many_cells(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    expect(sfsm_builder_add_predicate_at(builder, 0, 5, NULL, 0), SFSM_OK);
    for (size_t state = 0; state < size; ++state) {
        for (sfsm_id number = 0; number < 3; ++number)
            add_matching(builder, (sfsm_id)state, 0, &(sfsm_match)SFSM_MATCH(0, number), 1);
        add_matching(builder, (sfsm_id)state, 0, NULL, 0);
    }
    sfsm_table_release(counted_build("matches in many states: build", builder, size));
}

/* A row for each case of one predicate type. */
static void many_cases(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    expect(sfsm_builder_add_predicate_at(builder, 0, (int32_t)size, NULL, 0), SFSM_OK);
    for (size_t number = 0; number < size; ++number)
        add_matching(builder, 0, 0, &(sfsm_match)SFSM_MATCH(0, (sfsm_id)number), 1);
    sfsm_machine *const machine = machine_over(counted_build("a row for each of many cases: build", builder, size), 0);
    begin_counting();
    for (size_t number = 0; number < size; ++number) {
        const sfsm_case sent = {0, (sfsm_id)number};
        const sfsm_message message = {sizeof message, 0, SFSM_NONE, &sent, 1, NULL, 0};
        expect(sfsm_machine_send_message(machine, &message), SFSM_TRANSITIONED);
    }
    end_counting("a row for each of many cases: a step for each", size);
    sfsm_machine_release(machine);
}

/* A row that names many cases, and one that names all others. */
static void wide_match(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    expect(sfsm_builder_add_predicate_at(builder, 0, (int32_t)(2 * size), NULL, 0), SFSM_OK);
    sfsm_id *const values = allocate(2 * size * sizeof *values);
    for (size_t number = 0; number < 2 * size; ++number)
        values[number] = (sfsm_id)(number * 7 % (2 * size));
    add_matching(builder, 0, 0, &(sfsm_match){.predicate = 0, .values = values, .value_count = size}, 1);
    add_matching(builder, 0, 0, &(sfsm_match){.predicate = 0, .values = values + size, .value_count = size}, 1);
    sfsm_table_release(counted_build("two rows with many cases: build", builder, size));
    free(values);
}

/* Many predicate types, of which a row names all, and others some. */
static void many_types(size_t size)
{
    enum { ROWS = 4 };
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_match *const matches = allocate(size * sizeof *matches);
    sfsm_case *const cases = allocate(size * sizeof *cases);
    for (size_t type = 0; type < size; ++type) {
        expect(sfsm_builder_add_predicate_at(builder, (sfsm_id)type, 3, NULL, 0), SFSM_OK);
        matches[type] = (sfsm_match)SFSM_MATCH((sfsm_id)type, 1);
        cases[type] = (sfsm_case){(sfsm_id)type, 1};
    }
    for (size_t row = 1; row <= ROWS; ++row)
        add_matching(builder, 0, 0, matches, size * row / ROWS);
    sfsm_machine *const machine = machine_over(counted_build("many predicate types: build", builder, size), 0);
    const sfsm_message message = {sizeof message, 0, SFSM_NONE, cases, size, NULL, 0};
    begin_counting();
    expect(sfsm_machine_send_message(machine, &message), SFSM_TRANSITIONED);
    end_counting("many predicate types: a step", size);
    sfsm_machine_release(machine);
    free(cases);
    free(matches);
}

/* Each row names a type of its own: each two of them clash. */
static void clashes(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t type = 0; type < size; ++type) {
        expect(sfsm_builder_add_predicate_at(builder, (sfsm_id)type, 2, NULL, 0), SFSM_OK);
        add_matching(builder, 0, 0, &(sfsm_match)SFSM_MATCH((sfsm_id)type, 0), 1);
    }
    counted_faults("rows that clash in pairs: refuse", builder, size, 1);
}

/* Pigeonholes: for each two types and each case a row that has both in it. Pairs of rows do not tell what clashes. */
static void pigeonholes(size_t size)
{
    enum { HOLES = 4 };
    const size_t pigeons = size;
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t pigeon = 0; pigeon < pigeons; ++pigeon)
        expect(sfsm_builder_add_predicate_at(builder, (sfsm_id)pigeon, HOLES, NULL, 0), SFSM_OK);
    size_t rows = 0;
    for (sfsm_id hole = 0; hole < HOLES; ++hole) {
        for (sfsm_id second = 1; second < (sfsm_id)pigeons; ++second) {
            for (sfsm_id first = 0; first < second; ++first, ++rows) {
                const sfsm_match matches[] = {SFSM_MATCH(first, hole), SFSM_MATCH(second, hole)};
                add_matching(builder, 0, 0, matches, 2);
            }
        }
    }
    counted_faults("pigeonholes: refuse", builder, rows, 0);
}

const shape match_shapes[] = {
    {many_cells, 25, 0, 0},
    {many_cases, 25, 400, 12000},
    {wide_match, 25, 1000, 8000},
    {many_types, 25, 400, 8000},
    {clashes, 20, 80, 320},
    {pigeonholes, 5, 5, 20},
    {NULL, 0, 0, 0},
};
