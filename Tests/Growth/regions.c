/* Charts with many parallel regions. */
#include "shapes.h"

enum { ALL = 0, ONE, LEAVE, DONE, DUE, TOGGLE };
enum { OUTER = 0, AWAY = -1 };

/* OUTER, whose regions have two states each, from the second of which ALL leads back; and a row to AWAY in each. */
static sfsm_builder *regions(size_t size, bool with_exits)
{
    sfsm_builder *const builder = sfsm_builder_create();
    expect(sfsm_builder_on_done(builder, nested(builder, OUTER, SFSM_PARALLEL, SFSM_NONE), DONE), SFSM_OK);
    nested(builder, AWAY, 0, SFSM_NONE);
    for (size_t number = 1; number <= size; ++number) {
        const sfsm_id region = (sfsm_id)number * 4;
        expect(sfsm_builder_set_default(builder, nested(builder, region, 0, OUTER), region + 1), SFSM_OK);
        nested(builder, region + 1, 0, region);
        nested(builder, region + 2, 0, region);
        nested(builder, region + 3, SFSM_FINAL, region);
        add_row(builder, region + 1, ALL, region + 2);
        add_row(builder, region + 2, ALL, region + 1);
        add_row(builder, region + 2, LEAVE, region + 3);
        if (with_exits)
            add_row(builder, region + 1, LEAVE, AWAY);
    }
    add_row(builder, 5, ONE, SFSM_INTERNAL);
    add_row(builder, OUTER, DONE, AWAY);
    add_row(builder, AWAY, ALL, OUTER);
    return builder;
}

/* An event that each region takes, one that the first takes, and one by which all are done. */
static void broadcast(size_t size)
{
    sfsm_table *const table = counted_build("many regions: build", regions(size, false), size);
    sfsm_machine *machine = NULL;
    begin_counting();
    expect(sfsm_machine_create(table, OUTER, NULL, &machine), SFSM_OK);
    end_counting("many regions: create a machine", size);
    sfsm_table_release(table);
    begin_counting();
    expect(sfsm_machine_send(machine, ONE), SFSM_TRANSITIONED);
    end_counting("many regions: a step of one", size);
    begin_counting();
    expect(sfsm_machine_send(machine, ALL), SFSM_TRANSITIONED);
    end_counting("many regions: a step of all", size);
    begin_counting();
    expect(sfsm_machine_send(machine, LEAVE), SFSM_TRANSITIONED);
    end_counting("many regions: all are done", size);
    require(sfsm_machine_state(machine) == AWAY);
    begin_counting();
    expect(sfsm_machine_set_state(machine, OUTER), SFSM_OK);
    end_counting("many regions: set the state", size);
    const sfsm_message message = SFSM_MESSAGE(ALL);
    size_t count = 0;
    begin_counting();
    expect(sfsm_machine_explain(machine, &message, NULL, 0, &count), SFSM_TRANSITIONED);
    end_counting("many regions: explain", size);
    require(count >= size);
    sfsm_machine_release(machine);
}

/* Rows of all regions, of which only the first can be taken. */
static void conflicts(size_t size)
{
    sfsm_machine *const machine =
        machine_over(counted_build("regions in conflict: build", regions(size, true), size), OUTER);
    begin_counting();
    expect(sfsm_machine_send(machine, LEAVE), SFSM_TRANSITIONED);
    end_counting("regions in conflict: a step", size);
    require(sfsm_machine_state(machine) == AWAY);
    sfsm_machine_release(machine);
}

/* A row with a target in each region, and a condition on each. */
static void targets(size_t size)
{
    sfsm_builder *const builder = regions(size, false);
    const size_t row = add_row(builder, OUTER, TOGGLE, 6);
    for (size_t number = 1; number <= size; ++number) {
        const sfsm_id region = (sfsm_id)number * 4;
        expect(sfsm_builder_add_in_guard(builder, row, region + 1, true), SFSM_OK);
        if (number > 1)
            expect(sfsm_builder_add_target(builder, row, region + 2), SFSM_OK);
    }
    sfsm_machine *const machine = machine_over(counted_build("a row with many targets: build", builder, size), OUTER);
    begin_counting();
    expect(sfsm_machine_send(machine, TOGGLE), SFSM_TRANSITIONED);
    end_counting("a row with many targets: a step", size);
    require(sfsm_machine_in(machine, (sfsm_id)size * 4 + 2));
    sfsm_machine_release(machine);
}

/* A timeout in each region; all are due at once. */
static void timeouts(size_t size)
{
    sfsm_builder *const builder = regions(size, false);
    for (size_t number = 1; number <= size; ++number)
        expect(sfsm_builder_add_timeout(builder, nested(builder, (sfsm_id)number * 4 + 1, 0, SFSM_NONE), 10, DUE),
               SFSM_OK);
    add_row(builder, 5, DUE, SFSM_INTERNAL);
    sfsm_machine *const machine = machine_over(counted_build("many timeouts: build", builder, size), AWAY);
    begin_counting();
    expect(sfsm_machine_send(machine, ALL), SFSM_TRANSITIONED);
    end_counting("many timeouts: start all in a step", size);
    begin_counting();
    expect(sfsm_machine_send(machine, ALL), SFSM_TRANSITIONED);
    end_counting("many timeouts: end all in a step", size);
    sfsm_machine_release(machine);
}

const shape region_shapes[] = {
    {broadcast, 70, 0, 0},
    {conflicts, 70, 0, 0},
    {targets, 70, 0, 0},
    {timeouts, 70, 0, 0},
    {NULL, 0, 0, 0},
};
