/* The state of an order as bytes, and back: states, history, timers and events that wait. */
#ifndef ORDER_STATE_H
#define ORDER_STATE_H

#include "order.h"

#include <stdbool.h>

/* One machine, which all orders use in turn, and the bytes of its last snapshot. */
struct order_state {
    const sfsm_table *table;
    sfsm_machine *machine;
    struct order *order; /* the context */
    void *bytes;
    size_t size;
    size_t capacity;
};

/* Makes the machine, which is stopped. `table` and `order` are lent. */
sfsm_status order_state_open(struct order_state *state, const sfsm_table *table, struct order *order);

/* Starts the machine as that of a new order. */
sfsm_status order_state_start(struct order_state *state, int64_t now);

/* Puts the machine into a state that was saved. It can then be told that it is `now`, or later. *out_diagnostics says
 * what has no place in this version of orders.fsm; the caller releases it. */
sfsm_status order_state_load(struct order_state *state, const void *bytes, size_t size, int64_t now,
                             sfsm_diagnostics **out_diagnostics);

/* Takes a snapshot of the machine: `size` bytes at `bytes`. */
sfsm_status order_state_save(struct order_state *state);

void order_state_release(struct order_state *state);

#endif
