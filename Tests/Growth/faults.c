/* Definitions with many errors, many warnings, and long or many names. */
#include "shapes.h"

static void unknown_targets(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t number = 0; number < size; ++number)
        expect(sfsm_builder_add_row_at(builder, 0, (sfsm_id)number, -1, "a.c", (int32_t)number + 1, NULL), SFSM_OK);
    counted_faults("rows with unknown targets: refuse", builder, size, size);
}

/* Each in a file of its own, the files out of order. */
static void many_files(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t number = 0; number < size; ++number) {
        char file[32];
        snprintf(file, sizeof file, "%zu.c", number * 7919 % size);
        expect(sfsm_builder_add_row_at(builder, 0, (sfsm_id)number, -1, file, 1, NULL), SFSM_OK);
    }
    counted_faults("faults in many files: refuse", builder, size, size);
}

/* One row again and again: one fault with many places, of which each is asked for. */
static void duplicates(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t number = 0; number < size; ++number)
        expect(sfsm_builder_add_row_at(builder, 0, 0, SFSM_SAME, "a.c", (int32_t)number + 1, NULL), SFSM_OK);
    sfsm_table *table = NULL;
    sfsm_diagnostics *faults = NULL;
    expect(sfsm_builder_build(builder, &table, &faults), SFSM_INVALID_DEFINITION);
    const char *file = NULL;
    int32_t line = 0;
    begin_counting();
    for (size_t place = 0; place < size; ++place)
        expect(sfsm_diagnostics_place(faults, 0, place, &file, &line), SFSM_OK);
    end_counting("a row again and again: ask for the places", size);
    require(line == (int32_t)size);
    sfsm_diagnostics_release(faults);
    counted_faults("a row again and again: refuse", builder, size, 1);
}

/* Pairs of rows that differ in their targets. */
static void clashes(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t number = 0; number < size; ++number) {
        add_row(builder, 0, (sfsm_id)number, SFSM_SAME);
        add_row(builder, 0, (sfsm_id)number, SFSM_INTERNAL);
    }
    counted_faults("pairs of rows that clash: refuse", builder, size, size);
}

static void empty_blocks(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    add_row(builder, 0, 0, SFSM_SAME);
    for (size_t number = 0; number < size; ++number)
        nested(builder, (sfsm_id)number + 1, 0, SFSM_NONE);
    counted_faults("empty blocks: refuse", builder, size, size);
}

/* States that nothing leads to, without a way out; named events that no row uses; rows that are never taken. */
static void warnings(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    expect(sfsm_builder_set_initial_at(builder, -1, NULL, 0), SFSM_OK);
    add_row(builder, -1, -1, SFSM_SAME);
    for (size_t number = 0; number < size; ++number) {
        add_row(builder, (sfsm_id)number, 0, SFSM_SAME);
        expect(sfsm_builder_name_events(builder, &(sfsm_name){(sfsm_id)number + 1, "unused"}, 1), SFSM_OK);
    }
    sfsm_table *table = NULL;
    sfsm_diagnostics *found = NULL;
    begin_counting();
    expect(sfsm_builder_build(builder, &table, &found), SFSM_OK);
    const size_t length = strlen(sfsm_diagnostics_text(found));
    end_counting("many warnings: build", size);
    require(sfsm_diagnostics_count(found) >= 2 * size && length > 0);
    sfsm_diagnostic warning = {.size = sizeof warning};
    begin_counting();
    for (size_t index = 0; index < size; ++index)
        expect(sfsm_diagnostics_get(found, index, &warning), SFSM_OK);
    end_counting("many warnings: ask for each", size);
    sfsm_diagnostics_release(found);
    sfsm_table_release(table);
    sfsm_builder_release(builder);
}

/* A name for each state and event, given one by one, and found again. */
static void many_names(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    char(*const names)[32] = allocate(size * sizeof *names);
    for (size_t number = 0; number < size; ++number) {
        snprintf(names[number], sizeof *names, "name %zu", number);
        add_row(builder, (sfsm_id)number, 0, SFSM_SAME);
    }
    begin_counting();
    for (size_t number = 0; number < size; ++number) {
        const sfsm_name name = {(sfsm_id)number, names[number]};
        expect(sfsm_builder_name_states(builder, &name, 1), SFSM_OK);
        expect(sfsm_builder_name_events(builder, &name, 1), SFSM_OK);
    }
    end_counting("many names: add", size);
    sfsm_table *const table = counted_build("many names: build", builder, size);
    begin_counting();
    for (size_t number = 0; number < size; ++number) {
        require(sfsm_table_state_named(table, names[number], strlen(names[number])) == (sfsm_id)number);
        require(strcmp(sfsm_table_state_name(table, (sfsm_id)number), names[number]) == 0);
    }
    end_counting("many names: find each", size);
    sfsm_table_release(table);
    free(names);
}

/* One name that is long, of a state with faulty rows: their text does not repeat it. */
static void long_name(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    char *const name = allocate(100 * size + 1);
    memset(name, 'x', 100 * size);
    name[100 * size] = '\0';
    expect(sfsm_builder_name_states(builder, &(sfsm_name){0, name}, 1), SFSM_OK);
    for (size_t number = 0; number < size; ++number)
        expect(sfsm_builder_add_row_at(builder, 0, (sfsm_id)number, -1, name, 1, NULL), SFSM_OK);
    counted_faults("faults in a state with a long name: refuse", builder, size, size);
    free(name);
}

/* Long texts where short ones are expected. */
static void long_texts(size_t size)
{
    text spaces = {NULL, 0, 0};
    append(&spaces, "bool(");
    for (size_t number = 0; number < size; ++number)
        append(&spaces, "        ");
    append(&spaces, ")");
    begin_counting();
    expect(sfsm_signature_check(spaces.bytes, NULL, NULL), SFSM_OK);
    end_counting("a signature of many spaces: check", size);
    memset(spaces.bytes, '1', spaces.length);
    sfsm_value value;
    begin_counting();
    expect(sfsm_value_read(SFSM_I64, spaces.bytes, spaces.length, &value), SFSM_BAD_VALUE);
    end_counting("a number of many digits: refuse", size);
    free(spaces.bytes);
}

const shape fault_shapes[] = {
    {unknown_targets, 25, 0, 0},
    {many_files, 25, 0, 0},
    {duplicates, 25, 0, 0},
    {clashes, 25, 0, 0},
    {empty_blocks, 25, 0, 0},
    {warnings, 25, 0, 0},
    {many_names, 25, 0, 0},
    {long_name, 25, 0, 0},
    {long_texts, 25, 0, 0},
    {NULL, 0, 0, 0},
};
