/* Superstates: chains, diamonds, and rows that override. */
#include "shapes.h"

static size_t superstate(sfsm_builder *builder)
{
    size_t block = 0;
    expect(sfsm_builder_add_superstate_at(builder, NULL, 0, &block), SFSM_OK);
    return block;
}

static void add_to(sfsm_builder *builder, size_t block, sfsm_id source, sfsm_id event, sfsm_id target, uint32_t flags)
{
    const sfsm_row row = {.source = source, .event = event, .target = target, .action = return_0, .block = block,
                          .flags = flags};
    expect(sfsm_builder_add_rows_at(builder, &row, 1, sizeof row, NULL, 0), SFSM_OK);
}

/* Each superstate adopts the one before it, and has a row of its own. */
static void chain(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    size_t last = 0;
    for (size_t number = 0; number < size; ++number) {
        const size_t block = superstate(builder);
        add_to(builder, block, SFSM_NONE, (sfsm_id)number, SFSM_SAME, 0);
        expect(sfsm_builder_on_entry(builder, block, return_0, NULL, NULL), SFSM_OK);
        if (last > 0)
            expect(sfsm_builder_adopt(builder, block, last), SFSM_OK);
        last = block;
    }
    expect(sfsm_builder_adopt(builder, nested(builder, 0, 0, SFSM_NONE), last), SFSM_OK);
    sfsm_table *const table = counted_build("chain of superstates: build", builder, size);
    require(sfsm_table_transition_count(table) == size);
    sfsm_table_release(table);
}

/* Each overrides the row of the one before it. */
static void overriding_chain(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    size_t last = 0;
    for (size_t number = 0; number < size; ++number) {
        const size_t block = superstate(builder);
        add_to(builder, block, SFSM_NONE, 0, SFSM_SAME, last > 0 ? SFSM_OVERRIDING : 0);
        if (last > 0)
            expect(sfsm_builder_adopt(builder, block, last), SFSM_OK);
        last = block;
    }
    expect(sfsm_builder_adopt(builder, nested(builder, 0, 0, SFSM_NONE), last), SFSM_OK);
    sfsm_table *const table = counted_build("chain of overriding rows: build", builder, size);
    require(sfsm_table_transition_count(table) == 1);
    sfsm_table_release(table);
}

/* A state overrides every row of its superstate. */
static void overriding_rows(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t base = superstate(builder), block = nested(builder, 0, 0, SFSM_NONE);
    expect(sfsm_builder_adopt(builder, block, base), SFSM_OK);
    for (size_t number = 0; number < size; ++number) {
        add_to(builder, base, SFSM_NONE, (sfsm_id)number, SFSM_SAME, 0);
        add_to(builder, block, 0, (sfsm_id)number, SFSM_INTERNAL, SFSM_OVERRIDING);
    }
    sfsm_table_release(counted_build("many overriding rows: build", builder, size));
}

/* Many states adopt a superstate with some rows and callbacks. */
static void many_adopt_one(size_t size)
{
    enum { ROWS = 8 };
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t base = superstate(builder);
    for (sfsm_id event = 0; event < ROWS; ++event)
        add_to(builder, base, SFSM_NONE, event, SFSM_SAME, 0);
    expect(sfsm_builder_on_entry(builder, base, return_0, NULL, NULL), SFSM_OK);
    for (size_t state = 0; state < size; ++state)
        expect(sfsm_builder_adopt(builder, nested(builder, (sfsm_id)state, 0, SFSM_NONE), base), SFSM_OK);
    sfsm_table *const table = counted_build("many states adopt one superstate: build", builder, size);
    require(sfsm_table_transition_count(table) == ROWS * size);
    sfsm_table_release(table);
}

/* One state adopts many superstates, all of which adopt another. */
static void wide_diamond(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t base = superstate(builder), block = nested(builder, 0, 0, SFSM_NONE);
    expect(sfsm_builder_on_entry(builder, base, return_0, NULL, NULL), SFSM_OK);
    for (size_t number = 0; number < size; ++number) {
        const size_t side = superstate(builder);
        expect(sfsm_builder_adopt(builder, side, base), SFSM_OK);
        expect(sfsm_builder_adopt(builder, block, side), SFSM_OK);
        add_to(builder, side, SFSM_NONE, (sfsm_id)number, SFSM_SAME, 0);
    }
    sfsm_table_release(counted_build("wide diamond of superstates: build", builder, size));
}

/* A chain of diamonds: twice as many paths at each, which no definition may have. */
static void diamonds(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    size_t last = superstate(builder);
    expect(sfsm_builder_on_entry(builder, last, return_0, NULL, NULL), SFSM_OK);
    for (size_t number = 0; number < size; ++number) {
        const size_t left = superstate(builder), right = superstate(builder), top = superstate(builder);
        expect(sfsm_builder_adopt(builder, left, last), SFSM_OK);
        expect(sfsm_builder_adopt(builder, right, last), SFSM_OK);
        expect(sfsm_builder_adopt(builder, top, left), SFSM_OK);
        expect(sfsm_builder_adopt(builder, top, right), SFSM_OK);
        last = top;
    }
    const size_t block = nested(builder, 0, 0, SFSM_NONE);
    expect(sfsm_builder_adopt(builder, block, last), SFSM_OK);
    add_to(builder, block, 0, 0, SFSM_SAME, 0);
    counted_faults("chain of diamonds: refuse", builder, size, 1);
}

/* A circle of superstates, which no definition may have either. */
static void circle(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t first = superstate(builder);
    size_t last = first;
    for (size_t number = 1; number < size; ++number) {
        const size_t next = superstate(builder);
        expect(sfsm_builder_adopt(builder, next, last), SFSM_OK);
        last = next;
    }
    expect(sfsm_builder_adopt(builder, first, last), SFSM_OK);
    const size_t block = nested(builder, 0, 0, SFSM_NONE);
    expect(sfsm_builder_adopt(builder, block, last), SFSM_OK);
    add_to(builder, block, 0, 0, SFSM_SAME, 0);
    counted_faults("circle of superstates: refuse", builder, size, 1);
}

const shape adoption_shapes[] = {
    {chain, 25, 0, 0},
    {overriding_chain, 25, 0, 0},
    {overriding_rows, 25, 62500, 0},
    {many_adopt_one, 25, 0, 0},
    {wide_diamond, 25, 0, 0},
    {diamonds, 25, 0, 0},
    {circle, 25, 0, 0},
    {NULL, 0, 0, 0},
};
