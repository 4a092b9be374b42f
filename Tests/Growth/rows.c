/* Many rows, and much of what a row or a state has. */
#include "shapes.h"

static void fill(sfsm_builder *builder, const char *name, size_t size, sfsm_row (*row_at)(size_t size, size_t number))
{
    sfsm_row *const rows = allocate(size * sizeof *rows);
    for (size_t number = 0; number < size; ++number)
        rows[number] = row_at(size, number);
    begin_counting();
    expect(sfsm_builder_add_rows(builder, rows, size), SFSM_OK);
    end_counting(name, size);
    free(rows);
}

/* A row for each event in one state. */
static sfsm_row row_of_one_state(size_t size, size_t number)
{
    (void)size;
    return (sfsm_row){.source = 0, .event = (sfsm_id)number, .target = SFSM_SAME, .action = return_0};
}

static void one_state(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    fill(builder, "one state with many rows: add", size, row_of_one_state);
    sfsm_table *const table = counted_build("one state with many rows: build", builder, size);
    sfsm_machine *machine = NULL;
    expect(sfsm_machine_create(table, 0, NULL, &machine), SFSM_OK);
    begin_counting();
    for (size_t event = 0; event < size; ++event)
        expect(sfsm_machine_send(machine, (sfsm_id)event), SFSM_TRANSITIONED);
    end_counting("one state with many rows: a step for each", size);
    const sfsm_message message = SFSM_MESSAGE(SFSM_ANY);
    size_t count = 0;
    begin_counting();
    expect(sfsm_machine_permitted(machine, &message, 0, NULL, 0, &count), SFSM_OK);
    end_counting("one state with many rows: permitted", size);
    require(count == size);
    sfsm_machine_release(machine);
    begin_counting();
    sfsm_table_release(table);
    end_counting("one state with many rows: release", size);
}

/* A row in each state, to the next one; ids far apart. */
static sfsm_row row_of_a_ring(size_t size, size_t number)
{
    return (sfsm_row){.source = (sfsm_id)number * 997, .event = 0, .target = (sfsm_id)((number + 1) % size) * 997,
                      .action = return_0, .file = "ring.c", .line = (int32_t)number + 1};
}

static void ring(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    fill(builder, "many states in a ring: add", size, row_of_a_ring);
    sfsm_table *const table = counted_build("many states in a ring: build", builder, size);
    sfsm_transition transition = {.size = sizeof transition};
    begin_counting();
    for (size_t index = 0; index < size; ++index)
        expect(sfsm_table_transition(table, index, &transition), SFSM_OK);
    end_counting("many states in a ring: list the transitions", size);
    require(transition.line == (int32_t)size);
    sfsm_machine *machine = NULL;
    expect(sfsm_machine_create(table, 0, NULL, &machine), SFSM_OK);
    const sfsm_message message = SFSM_MESSAGE(SFSM_ANY);
    begin_counting();
    expect(sfsm_machine_permitted(machine, &message, SFSM_PERMITTED_STATES, NULL, 0, &(size_t){0}), SFSM_OK);
    end_counting("many states in a ring: permitted states", size);
    sfsm_machine_release(machine);
    sfsm_table_release(table);
}

/* Each state has a row for an event of its own: almost all pairs have none. */
static sfsm_row row_of_a_diagonal(size_t size, size_t number)
{
    return (sfsm_row){.source = (sfsm_id)number, .event = (sfsm_id)number, .target = (sfsm_id)((number + 1) % size)};
}

static void diagonal(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    fill(builder, "many states and events, few pairs: add", size, row_of_a_diagonal);
    sfsm_table_release(counted_build("many states and events, few pairs: build", builder, size));
}

/* The same beside rows for all states, and for all events. */
static sfsm_row row_of_a_wild_diagonal(size_t size, size_t number)
{
    const sfsm_id id = (sfsm_id)number / 3;
    (void)size;
    return (sfsm_row){.source = number % 3 == 1 ? SFSM_ANY : id, .event = number % 3 == 2 ? SFSM_ANY : id,
                      .target = SFSM_INTERNAL};
}

static void wild_diagonal(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    fill(builder, "rows for any state and any event: add", 3 * size, row_of_a_wild_diagonal);
    sfsm_table_release(counted_build("rows for any state and any event: build", builder, 3 * size));
}

/* Rows that are tried one after the other. */
static void first_match(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    expect(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH), SFSM_OK);
    for (size_t number = 0; number < size; ++number)
        expect(sfsm_builder_add_guard(builder, add_row(builder, 0, 0, SFSM_SAME), return_0, (void *)(number + 1), NULL),
               SFSM_OK);
    sfsm_machine *const machine =
        machine_over(counted_build("first match: build", builder, size), 0);
    begin_counting();
    expect(sfsm_machine_send(machine, 0), SFSM_REFUSED);
    end_counting("first match: a step, all refused", size);
    sfsm_reason *const reasons = allocate(size * sizeof *reasons);
    const sfsm_message message = SFSM_MESSAGE(0);
    size_t count = 0;
    begin_counting();
    expect(sfsm_machine_explain(machine, &message, reasons, size, &count), SFSM_REFUSED);
    end_counting("first match: explain", size);
    require(count == size && reasons[size - 1].kind == SFSM_GUARD_REFUSED);
    free(reasons);
    sfsm_machine_release(machine);
}

/* A row with many guards and actions, between states with many entry and exit callbacks. */
static void many_callbacks(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t first = nested(builder, 0, 0, SFSM_NONE), second = nested(builder, 1, 0, SFSM_NONE);
    const size_t row = add_row(builder, 0, 0, 1);
    begin_counting();
    for (size_t number = 0; number < size; ++number) {
        expect(sfsm_builder_add_guard(builder, row, return_1, NULL, NULL), SFSM_OK);
        expect(sfsm_builder_add_action(builder, row, return_0, NULL, NULL), SFSM_OK);
        expect(sfsm_builder_on_exit(builder, first, return_0, NULL, NULL), SFSM_OK);
        expect(sfsm_builder_on_entry(builder, second, return_0, NULL, NULL), SFSM_OK);
        expect(sfsm_builder_on_step(builder, return_0, NULL, NULL), SFSM_OK);
    }
    end_counting("many callbacks: add", size);
    sfsm_machine *const machine = machine_over(counted_build("many callbacks: build", builder, size), 0);
    begin_counting();
    expect(sfsm_machine_send(machine, 0), SFSM_TRANSITIONED);
    end_counting("many callbacks: a step", size);
    begin_counting();
    for (size_t number = 0; number < size; ++number)
        expect(sfsm_machine_on_unhandled(machine, return_0, NULL, NULL), SFSM_OK);
    end_counting("many callbacks: hooks of a machine", size);
    sfsm_machine_release(machine);
}

const shape row_shapes[] = {
    {one_state, 25, 62500, 0},
    {ring, 25, 62500, 0},
    {diagonal, 25, 62500, 0},
    {wild_diagonal, 25, 2000, 0},
    {first_match, 25, 0, 0},
    {many_callbacks, 25, 0, 0},
    {NULL, 0, 0, 0},
};
