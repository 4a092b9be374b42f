#include <stdio.h>
#include <stdlib.h>

#include "messages.h"
#include "names.h"
#include "simulator.h"

/* A machine that is stopped, at this time. */
static sfsm_status make(simulator *simulator, int64_t time) {
    sfsm_machine_release(simulator->machine);
    simulator->machine = NULL;
    const sfsm_machine_options with = {.size = sizeof with, .initial = SFSM_NONE, .flags = SFSM_LENIENT};
    const sfsm_status status = sfsm_machine_create_with(simulator->document.table, &with, &simulator->machine);
    if (status == SFSM_OK) {
        sfsm_machine_advance(simulator->machine, time);
        simulator->time = time;
    }
    return status;
}

sfsm_status simulator_reset(simulator *simulator) {
    const sfsm_status status = make(simulator, 0);
    return status == SFSM_OK ? sfsm_machine_start(simulator->machine, simulator->initial) : status;
}

void simulator_remember(simulator *simulator) {
    size_t size = 0;
    sfsm_machine_snapshot(simulator->machine, 0, NULL, 0, &size);
    char *const snapshot = arena_take(&simulator->arena, size);
    if (sfsm_machine_snapshot(simulator->machine, 0, snapshot, size, &size) == SFSM_OK) {
        *LIST_ADD(&simulator->arena, &simulator->past) = (moment){simulator->time, snapshot, size};
    }
}

bool simulator_undo(simulator *simulator) {
    if (simulator->past.count == 0) {
        return false;
    }
    const moment before = simulator->past.items[--simulator->past.count];
    return make(simulator, before.time) == SFSM_OK &&
           sfsm_machine_restore(simulator->machine, before.snapshot, before.size, NULL, NULL) == SFSM_OK;
}

void write_states(const simulator *simulator, buffer *text) {
    sfsm_id states[64];
    size_t count = 0;
    sfsm_machine_states(simulator->machine, states, 64, &count);
    for (size_t i = 0; i < count && i < 64; i++) {
        buffer_add_format(text, "%s%s", i == 0 ? "" : ", ", name_of_state(simulator->document.table, states[i]));
    }
    if (count == 0) {
        buffer_add_text(text, sfsm_machine_is_done(simulator->machine) ? "done" : "none");
    }
}
