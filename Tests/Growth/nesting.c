/* Charts: deep nesting, many children, histories. */
#include "shapes.h"

enum { GO = 0, LEAVE, RETURN };
enum { AWAY = -1, LAST = -2 };

static sfsm_machine *counted_machine(const char *name, sfsm_table *table, sfsm_id initial, size_t size)
{
    sfsm_machine *machine = NULL;
    begin_counting();
    expect(sfsm_machine_create(table, initial, NULL, &machine), SFSM_OK);
    end_counting(name, size);
    sfsm_table_release(table);
    return machine;
}

static void counted_sends(const char *name, sfsm_machine *machine, sfsm_id first, sfsm_id second, size_t size)
{
    begin_counting();
    expect(sfsm_machine_send(machine, first), SFSM_TRANSITIONED);
    expect(sfsm_machine_send(machine, second), SFSM_TRANSITIONED);
    end_counting(name, size);
}

/* Each state in the one before it, down to two leaves; the outermost has a row, which is tried last. */
static void deep(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t state = 0; state < size; ++state) {
        const size_t block = nested(builder, (sfsm_id)state, 0, state == 0 ? SFSM_NONE : (sfsm_id)state - 1);
        expect(sfsm_builder_on_entry(builder, block, return_0, NULL, NULL), SFSM_OK);
        expect(sfsm_builder_on_exit(builder, block, return_0, NULL, NULL), SFSM_OK);
    }
    nested(builder, AWAY, 0, SFSM_NONE);
    nested(builder, LAST, SFSM_DEEP_HISTORY, 0);
    expect(sfsm_builder_set_default(builder, 1, 1), SFSM_OK);
    add_row(builder, 0, GO, SFSM_INTERNAL);
    add_row(builder, 0, LEAVE, AWAY);
    add_row(builder, AWAY, RETURN, LAST);
    sfsm_machine *const machine = counted_machine("deep nesting: create a machine",
                                                  counted_build("deep nesting: build", builder, size), 0, size);
    counted_sends("deep nesting: a step of the outermost state", machine, GO, GO, size);
    counted_sends("deep nesting: leave, and return by a history", machine, LEAVE, RETURN, size);
    const sfsm_message message = SFSM_MESSAGE(SFSM_ANY);
    size_t count = 0;
    begin_counting();
    expect(sfsm_machine_permitted(machine, &message, 0, NULL, 0, &count), SFSM_OK);
    end_counting("deep nesting: permitted", size);
    sfsm_machine_release(machine);
}

/* Rows in each of the nested states, for the same event, all of which refuse. */
static void deep_guards(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t state = 0; state < size; ++state) {
        nested(builder, (sfsm_id)state, 0, state == 0 ? SFSM_NONE : (sfsm_id)state - 1);
        expect(sfsm_builder_add_guard(builder, add_row(builder, (sfsm_id)state, GO, SFSM_SAME), return_0, NULL, NULL),
               SFSM_OK);
    }
    sfsm_machine *const machine = machine_over(counted_build("guards at each depth: build", builder, size), 0);
    begin_counting();
    expect(sfsm_machine_send(machine, GO), SFSM_REFUSED);
    end_counting("guards at each depth: a step", size);
    sfsm_machine_release(machine);
}

/* A state with many children, each with a row to the next. */
static void many_children(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    expect(sfsm_builder_set_default(builder, nested(builder, AWAY, 0, SFSM_NONE), 0), SFSM_OK);
    for (size_t state = 0; state < size; ++state) {
        nested(builder, (sfsm_id)state, 0, AWAY);
        add_row(builder, (sfsm_id)state, GO, (sfsm_id)((state + 1) % size));
    }
    sfsm_machine *const machine = counted_machine("a state with many children: create a machine",
                                                  counted_build("a state with many children: build", builder, size),
                                                  AWAY, size);
    counted_sends("a state with many children: two steps", machine, GO, GO, size);
    sfsm_machine_release(machine);
}

/* A tree in which each state has two children. Every other level above the leaves is parallel, counted from below: so a
 * tree of twice the size is two of these, with a state around them. */
static void tree(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t state = 1; state < 2 * size; ++state) {
        size_t height = 0;
        for (size_t below = 2 * state; below < 2 * size; below *= 2)
            ++height;
        const bool is_leaf = height == 0, is_parallel = !is_leaf && height % 2 == 0;
        const size_t block = nested(builder, (sfsm_id)state, is_parallel ? SFSM_PARALLEL : 0,
                                    state == 1 ? SFSM_NONE : (sfsm_id)(state / 2));
        if (!is_leaf && !is_parallel)
            expect(sfsm_builder_set_default(builder, block, (sfsm_id)(2 * state)), SFSM_OK);
        add_row(builder, (sfsm_id)state, LEAVE + (sfsm_id)state % 8, (sfsm_id)(is_leaf ? state ^ 1 : state));
    }
    sfsm_machine *const machine = counted_machine("a tree of states: create a machine",
                                                  counted_build("a tree of states: build", builder, size), 1, size);
    sfsm_machine_release(machine);
}

/* Histories, each in a state of its own, which all lie in one: all are recorded when it is left. */
static void histories(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    nested(builder, AWAY, 0, SFSM_NONE);
    nested(builder, 0, SFSM_PARALLEL, SFSM_NONE);
    for (size_t number = 1; number <= size; ++number) {
        const sfsm_id region = (sfsm_id)number * 4;
        expect(sfsm_builder_set_default(builder, nested(builder, region, 0, 0), region + 1), SFSM_OK);
        nested(builder, region + 1, 0, region);
        nested(builder, region + 2, 0, region);
        nested(builder, region + 3, number % 2 == 0 ? SFSM_DEEP_HISTORY : SFSM_SHALLOW_HISTORY, region);
        add_row(builder, region + 1, GO, region + 2);
    }
    add_row(builder, 0, LEAVE, AWAY);
    const size_t row = add_row(builder, AWAY, RETURN, 7);
    for (size_t number = 2; number <= size; ++number)
        expect(sfsm_builder_add_target(builder, row, (sfsm_id)number * 4 + 3), SFSM_OK);
    sfsm_machine *const machine = machine_over(counted_build("many histories: build", builder, size), 0);
    counted_sends("many histories: leave, and return by all", machine, LEAVE, RETURN, size);
    sfsm_machine_release(machine);
}

/* Histories that lie in one state, beside a child. */
static void histories_of_one(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    nested(builder, AWAY, 0, SFSM_NONE);
    nested(builder, 0, 0, SFSM_NONE);
    for (size_t number = 1; number <= size; ++number)
        nested(builder, (sfsm_id)number, number % 2 == 0 ? SFSM_DEEP_HISTORY : SFSM_SHALLOW_HISTORY, 0);
    nested(builder, (sfsm_id)size + 1, 0, 0);
    add_row(builder, 0, LEAVE, AWAY);
    add_row(builder, AWAY, RETURN, 1);
    sfsm_machine_release(machine_over(counted_build("many histories of a state: build", builder, size), 0));
}

const shape nesting_shapes[] = {
    {deep, 25, 240, 1000},
    {deep_guards, 25, 240, 1000},
    {many_children, 25, 0, 0},
    {tree, 128, 0, 0},
    {histories, 50, 0, 0},
    {histories_of_one, 50, 0, 0},
    {NULL, 0, 0, 0},
};
