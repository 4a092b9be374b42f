/* Pictures and tables of definitions. */
#include "shapes.h"

static const struct {
    const char *name;
    sfsm_format format;
} formats[] = {{"DOT", SFSM_DOT},       {"Mermaid", SFSM_MERMAID},   {"PlantUML", SFSM_PLANTUML},
               {"matrix", SFSM_MATRIX}, {"Markdown", SFSM_MARKDOWN}, {"HTML", SFSM_HTML}};

static void counted_pictures(const char *shape, sfsm_table *table, sfsm_writing writing, size_t size)
{
    writing.size = sizeof writing;
    for (size_t index = 0; index < sizeof formats / sizeof formats[0]; ++index) {
        char name[96];
        size_t length = 0;
        writing.format = formats[index].format;
        begin_counting();
        expect(sfsm_table_write(table, &writing, measure_bytes, &length), SFSM_OK);
        snprintf(name, sizeof name, "picture of %s: write as %s", shape, formats[index].name);
        end_counting(name, size);
        require(length >= size / 4);
    }
    sfsm_table_release(table);
}

/* A ring with a few events, among them rows that stay and rows for any state. */
static void ring(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t state = 0; state < size; ++state) {
        add_row(builder, (sfsm_id)state, 0, (sfsm_id)((state + 1) % size));
        add_row(builder, (sfsm_id)state, 1, SFSM_SAME);
        add_row(builder, (sfsm_id)state, 2, (sfsm_id)((state + size / 2) % size));
    }
    add_row(builder, SFSM_ANY, 3, 0);
    counted_pictures("a ring", table_from(builder), (sfsm_writing){0}, size);
}

/* The same ring, of which most is hidden, or little in focus, and rows have been taken. */
static void parts(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_id *const states = allocate(size * sizeof *states);
    uint64_t *const taken = allocate(size * sizeof *taken);
    for (size_t state = 0; state < size; ++state) {
        add_row(builder, (sfsm_id)state, 0, (sfsm_id)((state + 1) % size));
        states[state] = (sfsm_id)state;
        taken[state] = state;
    }
    sfsm_table *const table = table_from(builder);
    const sfsm_writing hiding = {.hidden = states, .hidden_count = size / 2, .taken = taken, .taken_count = size,
                                 .current = states, .current_count = size / 4};
    counted_pictures("a ring with hidden states", sfsm_table_retain(table), hiding, size);
    const sfsm_writing focusing = {.focus = states, .focus_count = size / 2};
    counted_pictures("a ring with states in focus", table, focusing, size);
    free(taken);
    free(states);
}

/* Regions in a parallel state, which are clusters. */
static void clusters(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    nested(builder, 0, SFSM_PARALLEL, SFSM_NONE);
    for (size_t number = 1; number <= size; ++number) {
        const sfsm_id region = (sfsm_id)number * 3;
        expect(sfsm_builder_set_default(builder, nested(builder, region, 0, 0), region + 1), SFSM_OK);
        nested(builder, region + 1, 0, region);
        nested(builder, region + 2, 0, region);
        add_row(builder, region + 1, 0, region + 2);
        add_row(builder, region + 2, 0, region + 1);
    }
    counted_pictures("many regions", table_from(builder), (sfsm_writing){0}, size);
}

/* Many rows between two states: one arrow with many lines. */
static void bundle(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    nested(builder, 1, SFSM_FINAL, SFSM_NONE);
    for (size_t event = 0; event < size; ++event)
        add_row(builder, 0, (sfsm_id)event, 1);
    counted_pictures("many rows between two states", table_from(builder), (sfsm_writing){0}, size);
}

const shape picture_shapes[] = {
    {ring, 25, 0, 0},
    {parts, 50, 0, 0},
    {clusters, 25, 0, 0},
    {bundle, 25, 0, 0},
    {NULL, 0, 0, 0},
};
