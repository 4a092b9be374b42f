#include "definitions.h"

int32_t return_0(const sfsm_step *step, void *context)
{
    (void)step;
    (void)context;
    return 0;
}

int32_t return_1(const sfsm_step *step, void *context)
{
    (void)step;
    (void)context;
    return 1;
}

sfsm_table *table_from(sfsm_builder *builder)
{
    sfsm_table *table = NULL;
    sfsm_diagnostics *faults = NULL;
    if (sfsm_builder_build(builder, &table, &faults) < 0)
        give_up("%s", sfsm_diagnostics_text(faults));
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
    return table;
}

sfsm_machine *machine_over(sfsm_table *table, sfsm_id initial)
{
    sfsm_machine *machine = NULL;
    expect(sfsm_machine_create(table, initial, NULL, &machine), SFSM_OK);
    sfsm_table_release(table);
    return machine;
}

sfsm_machine *machine_of_rows(const sfsm_row *rows, size_t count, sfsm_id initial)
{
    sfsm_builder *const builder = sfsm_builder_create();
    expect(sfsm_builder_add_rows(builder, rows, count), SFSM_OK);
    return machine_over(table_from(builder), initial);
}

size_t add_row(sfsm_builder *builder, sfsm_id source, sfsm_id event, sfsm_id target)
{
    size_t row = 0;
    expect(sfsm_builder_add_row_at(builder, source, event, target, NULL, 0, &row), SFSM_OK);
    return row;
}

size_t nested(sfsm_builder *builder, sfsm_id state, uint32_t flags, sfsm_id parent)
{
    size_t block = 0;
    expect(sfsm_builder_add_state_at(builder, state, flags, NULL, 0, &block), SFSM_OK);
    if (parent != SFSM_NONE)
        expect(sfsm_builder_nest(builder, block, parent), SFSM_OK);
    return block;
}

sfsm_status measure_bytes(void *context, const char *bytes, size_t count)
{
    (void)bytes;
    *(size_t *)context += count;
    return SFSM_OK;
}
