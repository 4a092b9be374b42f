/* Documents of each shape: read, written, and read with faults. */
#include "shapes.h"

static sfsm_builder *counted_read(const char *name, text *document, size_t size, sfsm_status expected)
{
    const sfsm_reading reading = {.size = sizeof reading, .file = "growth.fsm", .flags = SFSM_UNBOUND};
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_diagnostics *faults = NULL;
    begin_counting();
    const sfsm_status status = sfsm_builder_read(builder, document->bytes, document->length, &reading, &faults);
    end_counting(name, size);
    if (status != expected)
        give_up("%s, size %zu: %s %.1000s", name, size, sfsm_status_name(status), sfsm_diagnostics_text(faults));
    sfsm_diagnostics_release(faults);
    free(document->bytes);
    *document = (text){NULL, 0, 0};
    return builder;
}

/* The size is the length of what is written: nested blocks are indented, so that it grows faster than the definition. */
static void counted_write(const char *name, const sfsm_table *table, sfsm_format format, size_t size)
{
    const sfsm_writing writing = {.size = sizeof writing, .format = format};
    size_t length = 0;
    begin_counting();
    expect(sfsm_table_write(table, &writing, measure_bytes, &length), SFSM_OK);
    end_counting(name, length);
    require(length >= size);
}

/* A state for each row, with callbacks, a label, a former name, an event with an argument, and guards. */
static void many_states(size_t size)
{
    text document = {NULL, 0, 0};
    append(&document, "definition growth\n  initial s0\n");
    for (size_t number = 0; number < size; ++number)
        append(&document,
               "  event e%zu (i32 cents)\n  callable guard g%zu bool(context, i32)\n  state s%zu was old%zu\n"
               "    entry enter%zu\n    l%zu: e%zu ? g%zu -> s%zu / a%zu\n",
               number, number, number, number, number, number, number, number, (number + 1) % size, number);
    sfsm_table *const table = counted_build("document of many states: build",
                                            counted_read("document of many states: read", &document, size, SFSM_OK), size);
    counted_write("document of many states: write as text", table, SFSM_TEXT, size);
    counted_write("document of many states: write as JSON", table, SFSM_JSON, size);
    uint8_t fingerprint[32];
    begin_counting();
    expect(sfsm_table_fingerprint(table, fingerprint), SFSM_OK);
    end_counting("document of many states: fingerprint", size);
    begin_counting();
    for (size_t row = 1; row <= size; ++row) {
        require(sfsm_table_row_label(table, row) != NULL);
        require(sfsm_table_callback_name(table, row, SFSM_GUARD, 0) != NULL);
    }
    end_counting("document of many states: ask for labels", size);
    begin_counting();
    for (size_t event = 0; event < size; ++event)
        require(sfsm_table_argument_name(table, sfsm_table_event_at(table, event), 0) != NULL);
    end_counting("document of many states: ask for names of arguments", size);
    sfsm_table_release(table);
}

/* All rows in one state, with the same few callbacks, bound by the caller. */
static void many_rows(size_t size)
{
    text document = {NULL, 0, 0};
    append(&document, "definition growth\n  state home\n");
    for (size_t number = 0; number < size; ++number)
        append(&document, "    e%zu -> same / a b\n", number);
    sfsm_table_release(counted_build("document of many rows: build",
                                     counted_read("document of many rows: read", &document, size, SFSM_OK), size));
}

static void many_bindings(size_t size)
{
    text document = {NULL, 0, 0};
    append(&document, "definition growth\n  state home\n");
    sfsm_binding *const bindings = allocate(size * sizeof *bindings);
    char(*const names)[32] = allocate(size * sizeof *names);
    for (size_t number = 0; number < size; ++number) {
        snprintf(names[number], sizeof *names, "a%zu", number);
        bindings[number] = (sfsm_binding){SFSM_ANY_ROLE, names[number], {return_0, NULL, NULL}};
        append(&document, "    e%zu -> same / a%zu\n", number, size - number - 1);
    }
    const sfsm_reading reading = {.size = sizeof reading, .bindings = bindings, .binding_count = size};
    sfsm_builder *const builder = sfsm_builder_create();
    begin_counting();
    expect(sfsm_builder_read(builder, document.bytes, document.length, &reading, NULL), SFSM_OK);
    end_counting("document with many bindings: read", size);
    sfsm_builder_release(builder);
    free(names);
    free(bindings);
    free(document.bytes);
}

/* Superstates, each adopted by the next and by a state, by names that stand before them. */
static void many_superstates(size_t size)
{
    text document = {NULL, 0, 0};
    append(&document, "definition growth\n  state home adopts p0\n");
    for (size_t number = 0; number < size; ++number) {
        append(&document, "  superstate p%zu", number);
        append(&document, number + 1 < size ? " adopts p%zu\n" : "\n", number + 1);
        append(&document, "    e%zu -> same\n", number);
    }
    sfsm_table *const table = counted_build(
        "document of many superstates: build", counted_read("document of many superstates: read", &document, size, SFSM_OK),
        size);
    counted_write("document of many superstates: write as text", table, SFSM_TEXT, size);
    counted_write("document of many superstates: write as DOT", table, SFSM_DOT, size);
    sfsm_table_release(table);
}

/* States in states: canonical documents indent them, as deep as lines may be long. */
static void nesting(size_t size)
{
    text document = {NULL, 0, 0};
    append(&document, "definition growth\n  state s1\n    e1 -> same\n");
    for (size_t depth = 2; depth <= size; ++depth)
        append(&document, "  state s%zu in s%zu\n    e%zu -> same\n", depth, depth - 1, depth);
    sfsm_table *const table = counted_build(
        "document of nested states: build", counted_read("document of nested states: read", &document, size, SFSM_OK), size);
    counted_write("document of nested states: write as text", table, SFSM_TEXT, size);
    counted_write("document of nested states: write as JSON", table, SFSM_JSON, size);
    counted_write("document of nested states: write as PlantUML", table, SFSM_PLANTUML, size);
    sfsm_table_release(table);
}

/* Predicate types with cases, of which rows name some. */
static void predicates(size_t size)
{
    text document = {NULL, 0, 0};
    append(&document, "definition growth\n");
    for (size_t number = 0; number < size; ++number)
        append(&document, "  predicate P%zu weak strong late by office%zu\n", number, number);
    for (size_t number = 0; number < size; ++number)
        append(&document, "  home e%zu [P%zu weak|late] -> same\n", number, number);
    sfsm_table *const table = counted_build(
        "document of many predicates: build", counted_read("document of many predicates: read", &document, size, SFSM_OK),
        size);
    counted_write("document of many predicates: write as text", table, SFSM_TEXT, size);
    sfsm_table_release(table);
}

/* Comments, empty lines and quoted names. */
static void comments(size_t size)
{
    text document = {NULL, 0, 0};
    append(&document, "definition growth\n");
    for (size_t number = 0; number < size; ++number)
        append(&document, "  # A comment of many words, none of which matters.\n\n  \"the \\\"%zu.\\\" state\" go -> same\n",
               number);
    sfsm_builder_release(counted_read("document of comments and quoted names: read", &document, size, SFSM_OK));
}

/* A fault in each line: the first twenty are told. */
static void faults(size_t size)
{
    text document = {NULL, 0, 0};
    append(&document, "definition growth\n");
    for (size_t number = 0; number < size; ++number)
        append(&document, "  home e%zu [ -> same\n", number);
    sfsm_builder_release(counted_read("document of faults: refuse", &document, size, SFSM_INVALID_DEFINITION));
    append(&document, "definition growth\n");
    for (size_t number = 0; number < size; ++number)
        append(&document, "  home e%zu -> same / missing%zu\n", number, number);
    sfsm_builder *const builder = sfsm_builder_create();
    const sfsm_reading reading = {.size = sizeof reading};
    sfsm_diagnostics *found = NULL;
    begin_counting();
    expect(sfsm_builder_read(builder, document.bytes, document.length, &reading, &found), SFSM_INVALID_DEFINITION);
    end_counting("document without its callbacks: refuse", size);
    require(sfsm_diagnostics_count(found) == size);
    sfsm_diagnostics_release(found);
    sfsm_builder_release(builder);
    free(document.bytes);
}

/* No document at all: one long line, many brackets, bytes that are no UTF-8. */
static void noise(size_t size)
{
    static const char *const pieces[] = {"x", "\"", "[", "  ", "\xff", "(", "a:", "\n"};
    text document = {NULL, 0, 0};
    for (size_t piece = 0; piece < sizeof pieces / sizeof pieces[0]; ++piece) {
        char name[64];
        for (size_t number = 0; number < 50 * size; ++number)
            append(&document, number % 1000 == 999 ? "%s\n" : "%s", pieces[piece]);
        snprintf(name, sizeof name, "document of nothing but noise %zu: refuse", piece + 1);
        sfsm_builder_release(counted_read(name, &document, size, SFSM_INVALID_DEFINITION));
    }
}

/* Callbacks that get their names from the program. */
static void named_callbacks(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_callback_name *const names = allocate(size * sizeof *names);
    char(*const texts)[32] = allocate(size * sizeof *texts);
    for (size_t number = 0; number < size; ++number) {
        void *const context = &texts[number];
        snprintf(texts[number], sizeof *texts, "a%zu", number);
        names[number] = (sfsm_callback_name){return_0, context, texts[number]};
        const size_t row = add_row(builder, 0, (sfsm_id)number, SFSM_SAME);
        expect(sfsm_builder_add_action(builder, row, return_0, context, NULL), SFSM_OK);
    }
    begin_counting();
    expect(sfsm_builder_name_callbacks(builder, names, size), SFSM_OK);
    end_counting("many named callbacks: name", size);
    size_t length = 0;
    begin_counting();
    expect(sfsm_builder_write(builder, NULL, measure_bytes, &length), SFSM_OK);
    end_counting("many named callbacks: write as text", size);
    sfsm_builder_release(builder);
    free(texts);
    free(names);
}

const shape document_shapes[] = {
    {many_states, 25, 0, 0},
    {many_rows, 25, 31250, 0},
    {many_bindings, 25, 0, 0},
    {many_superstates, 25, 0, 0},
    {nesting, 25, 240, 1000},
    {predicates, 25, 0, 0},
    {comments, 25, 0, 0},
    {faults, 25, 0, 0},
    {noise, 25, 0, 0},
    {named_callbacks, 25, 0, 0},
    {NULL, 0, 0, 0},
};
