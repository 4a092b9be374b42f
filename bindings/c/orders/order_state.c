#include "order_state.h"

#include <stdlib.h>

sfsm_status order_state_open(struct order_state *state, const sfsm_table *table, struct order *order) {
    *state = (struct order_state){ .table = table, .order = order };
    return sfsm_machine_create(table, SFSM_NONE, order, &state->machine);
}

sfsm_status order_state_start(struct order_state *state, int64_t now) {
    sfsm_status status = sfsm_machine_set_state(state->machine, SFSM_NONE);
    if (status == SFSM_OK) {
        status = sfsm_machine_advance(state->machine, now);
    }
    return status == SFSM_OK ? sfsm_machine_start(state->machine, SFSM_INITIAL) : status;
}

/* Snapshots hold what remains of timers, so the machine has to be at the time at which this one was taken. */
sfsm_status order_state_load(struct order_state *state, const void *bytes, size_t size, int64_t saved_at) {
    const unsigned char *byte = bytes;
    const size_t count = size / sizeof(uint64_t);
    uint64_t *words = calloc(count + 1, sizeof *words);
    if (words == NULL) {
        return SFSM_OUT_OF_MEMORY;
    }
    for (size_t i = 0; i < count * sizeof *words; i++) {
        words[i / sizeof *words] |= (uint64_t)byte[i] << 8 * (i % sizeof *words);
    }
    sfsm_machine_release(state->machine);
    sfsm_status status = sfsm_machine_create(state->table, SFSM_NONE, state->order, &state->machine);
    if (status == SFSM_OK) {
        status = sfsm_machine_advance(state->machine, saved_at);
    }
    if (status == SFSM_OK) {
        status = sfsm_machine_restore(state->machine, words, count);
    }
    free(words);
    return status;
}

sfsm_status order_state_save(struct order_state *state) {
    size_t count = 0;
    sfsm_status status = sfsm_machine_snapshot(state->machine, NULL, 0, &count);
    uint64_t *words = calloc(count + 1, sizeof *words);
    if (status == SFSM_OK && words != NULL) {
        status = sfsm_machine_snapshot(state->machine, words, count, &count);
    }
    state->size = count * sizeof *words;
    if (status == SFSM_OK && state->capacity < state->size) {
        free(state->bytes);
        state->bytes = malloc(state->size);
        state->capacity = state->bytes == NULL ? 0 : state->size;
    }
    if (words == NULL || state->capacity < state->size) {
        status = SFSM_OUT_OF_MEMORY;
    }
    for (size_t i = 0; status == SFSM_OK && i < state->size; i++) {
        ((unsigned char *)state->bytes)[i] = (unsigned char)(words[i / sizeof *words] >> 8 * (i % sizeof *words));
    }
    free(words);
    return status;
}

void order_state_release(struct order_state *state) {
    sfsm_machine_release(state->machine);
    free(state->bytes);
    *state = (struct order_state){ 0 };
}
