#include "order_state.h"

#include <stdlib.h>

sfsm_status order_state_open(struct order_state *state, const sfsm_table *table, struct order *order) {
    *state = (struct order_state){.table = table, .order = order};
    return sfsm_machine_create(table, SFSM_NONE, order, &state->machine);
}

/* Time goes on in a machine, and never back: another one takes its place if it was told a later time for another order.
 */
static sfsm_status go_back(struct order_state *state, int64_t now) {
    if (sfsm_machine_now(state->machine) <= now) {
        return SFSM_OK;
    }
    sfsm_machine_release(state->machine);
    return sfsm_machine_create(state->table, SFSM_NONE, state->order, &state->machine);
}

sfsm_status order_state_start(struct order_state *state, int64_t now) {
    sfsm_status status = go_back(state, now);
    if (status == SFSM_OK) {
        status = sfsm_machine_set_state(state->machine, SFSM_NONE);
    }
    if (status == SFSM_OK) {
        status = sfsm_machine_advance(state->machine, now);
    }
    return status == SFSM_OK ? sfsm_machine_start(state->machine, SFSM_INITIAL) : status;
}

sfsm_status order_state_load(struct order_state *state, const void *bytes, size_t size, int64_t now,
                             sfsm_diagnostics **out_diagnostics) {
    sfsm_status status = go_back(state, now);
    return status == SFSM_OK ? sfsm_machine_restore(state->machine, bytes, size, NULL, out_diagnostics) : status;
}

/* Timers are saved with the time at which they are due: it goes on while the order lies in the database. */
sfsm_status order_state_save(struct order_state *state) {
    sfsm_status status =
        sfsm_machine_snapshot(state->machine, SFSM_SNAPSHOT_DUE, state->bytes, state->capacity, &state->size);
    if (state->size <= state->capacity) {
        return status;
    }
    free(state->bytes);
    state->bytes = malloc(state->size);
    state->capacity = state->bytes == NULL ? 0 : state->size;
    return state->bytes == NULL ? SFSM_OUT_OF_MEMORY : order_state_save(state);
}

void order_state_release(struct order_state *state) {
    sfsm_machine_release(state->machine);
    free(state->bytes);
    *state = (struct order_state){0};
}
