#include "reference.h"

int32_t reference_table(reference_machine *machine, int32_t event)
{
    if ((uint32_t)event >= (uint32_t)machine->events)
        return REFERENCE_UNHANDLED;
    const reference_cell *cell = machine->cells + machine->state * machine->events + event;
    cell->action(machine, machine->context);
    machine->state = cell->target;
    return REFERENCE_HANDLED;
}
