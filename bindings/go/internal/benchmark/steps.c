#include "steps.h"

#include "_cgo_export.h"

int32_t steps_count(const sfsm_step *step, void *context)
{
    (void)step;
    ++*(int64_t *)context;
    return 0;
}

sfsm_machine *steps_machine(bool has_callback, int64_t *count)
{
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_builder_add_event(builder, 2, "i64, str");
    sfsm_builder_add_row(builder, SFSM_ANY, 2, SFSM_SAME, NULL);
    for (sfsm_id state = 0; state < 2; ++state) {
        size_t row = 0;
        sfsm_builder_add_row(builder, state, state, 1 - state, &row);
        if (has_callback)
            sfsm_builder_add_action(builder, row, steps_count, count, NULL);
    }
    sfsm_table *table = NULL;
    sfsm_machine *machine = NULL;
    sfsm_builder_build(builder, &table, NULL);
    sfsm_builder_release(builder);
    sfsm_machine_create(table, 0, NULL, &machine);
    sfsm_table_release(table);
    return machine;
}

int64_t steps_send(sfsm_machine *machine, int64_t count)
{
    int64_t taken = 0;
    for (int64_t index = 0; index < count; ++index)
        taken += sfsm_machine_send(machine, (sfsm_id)(index & 1)) == SFSM_TRANSITIONED;
    return taken;
}

sfsm_outcome steps_nothing(sfsm_machine *machine, sfsm_id event) { return machine != NULL ? event : -1; }
sfsm_outcome steps_nothing_of(uintptr_t machine, sfsm_id event) { return machine != 0 ? event : -1; }

void steps_call_go(int64_t count)
{
    for (int64_t index = 0; index < count; ++index)
        stepsGo();
}
