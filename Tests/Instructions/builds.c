/* Definitions: adding them, building, releasing; and what is told of those with errors. */
#include "paths.h"

#include <stdio.h>
#include <stdlib.h>

static void count_build(const char *name, sfsm_builder *builder, size_t rows)
{
    sfsm_table *table = NULL;
    sfsm_diagnostics *faults = NULL;
    begin_counting();
    expect(sfsm_builder_build(builder, &table, &faults), SFSM_OK);
    end_counting(name, rows);
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
    sfsm_table_release(table);
}

/* A row for every event in every state; ids far apart, or not. */
static void count_grid(int32_t states, int32_t events, int32_t distance, const char *adding, const char *building)
{
    const size_t count = (size_t)states * (size_t)events;
    sfsm_row *const rows = allocate(count * sizeof *rows);
    for (int32_t number = 0; number < states * events; ++number) {
        const int32_t state = number / events, event = number % events;
        rows[number] = (sfsm_row)SFSM_ROW(state * distance, event * distance, (state + event) % states * distance,
                                          return_0);
    }
    sfsm_builder *const builder = sfsm_builder_create();
    begin_counting();
    expect(sfsm_builder_add_rows(builder, rows, count), SFSM_OK);
    end_counting(adding, count);
    count_build(building, builder, count);
    free(rows);
}

/* Each of 50 states adopts two superstates, and overrides a row of the second. */
static void count_superstates(void)
{
    enum { STATES = 50, EVENTS = 10 };
    sfsm_builder *const builder = sfsm_builder_create();
    size_t superstates[2], block = 0;
    for (int32_t number = 0; number < 2; ++number) {
        expect(sfsm_builder_add_superstate(builder, &superstates[number]), SFSM_OK);
        for (int32_t event = 0; event < EVENTS; ++event) {
            const sfsm_row row = {.source = SFSM_NONE, .event = number * EVENTS + event, .target = SFSM_SAME,
                                  .action = return_0, .block = superstates[number]};
            expect(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
        }
    }
    for (int32_t state = 0; state < STATES; ++state) {
        expect(sfsm_builder_add_state(builder, state, 0, &block), SFSM_OK);
        expect(sfsm_builder_adopt(builder, block, superstates[0]), SFSM_OK);
        expect(sfsm_builder_adopt(builder, block, superstates[1]), SFSM_OK);
        const sfsm_row row = {.source = state, .event = EVENTS, .target = (state + 1) % STATES, .block = block,
                              .flags = SFSM_OVERRIDING};
        expect(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
    }
    count_build("build: superstates", builder, STATES);
}

static void count_predicates(void)
{
    enum { TYPES = 4, CASES = 5 };
    sfsm_builder *const builder = sfsm_builder_create();
    for (sfsm_id type = 0; type < TYPES; ++type)
        expect(sfsm_builder_add_predicate(builder, type, CASES), SFSM_OK);
    for (sfsm_id type = 0; type + 1 < TYPES; ++type) {
        for (sfsm_id number = 0; number < CASES * CASES; ++number) {
            const sfsm_match matches[] = {SFSM_MATCH(type, number % CASES), SFSM_MATCH(type + 1, number / CASES)};
            const sfsm_row row = SFSM_ROW_MATCHING(0, type, matches, SFSM_SAME, return_0);
            expect(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
        }
    }
    count_build("build: matches", builder, (TYPES - 1) * CASES * CASES);
}

/* Ten parallel regions of ten states each. */
static void count_nesting(void)
{
    enum { REGIONS = 10, STATES = 10 };
    sfsm_builder *const builder = sfsm_builder_create();
    nested(builder, 0, SFSM_PARALLEL, SFSM_NONE);
    for (int32_t region = 1; region <= REGIONS; ++region) {
        expect(sfsm_builder_set_default(builder, nested(builder, region, 0, 0), region * 100), SFSM_OK);
        for (int32_t state = 0; state < STATES; ++state) {
            nested(builder, region * 100 + state, 0, region);
            const sfsm_row row = SFSM_ROW(region * 100 + state, state, region * 100 + (state + 1) % STATES, return_0);
            expect(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
        }
    }
    count_build("build: a chart", builder, REGIONS * STATES);
}

/* A hundred rows with unknown targets. */
static void count_faults(void)
{
    enum { ROWS = 100 };
    sfsm_builder *const builder = sfsm_builder_create();
    for (int32_t number = 0; number < ROWS; ++number)
        expect(sfsm_builder_add_row_at(builder, 0, number, 1000, "a.c", number + 1, NULL), SFSM_OK);
    sfsm_table *table = NULL;
    sfsm_diagnostics *faults = NULL;
    begin_counting();
    expect(sfsm_builder_build(builder, &table, &faults), SFSM_INVALID_DEFINITION);
    require(sfsm_diagnostics_text(faults)[0] == 'a');
    end_counting("build: a hundred faults, and their text", ROWS);
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

void count_builds(void)
{
    count_grid(10, 10, 1, "build: add 100 rows", "build: 10 x 10");
    count_grid(50, 50, 1000003, "build: add 2,500 rows, sparse", "build: 50 x 50, sparse");
    count_superstates();
    count_predicates();
    count_nesting();
    count_faults();
}
