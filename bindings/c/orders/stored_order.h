/* Orders in the database: the row of each, and the rows of its steps. */
#ifndef STORED_ORDER_H
#define STORED_ORDER_H

#include "order_state.h"
#include "store.h"

/* What an order's row has besides the order and its state. */
struct stored_order {
    int64_t now;       /* the time at which it is saved */
    int64_t steps;     /* how many it had taken when it was loaded */
    const char *key;   /* to save: of the event that was applied, or NULL */
    size_t keyed_step; /* the step of the trail that the event led to */
};

enum found { FOUND, NOT_FOUND, FAILED };

/* Adds the row of a new order. NOT_FOUND: there is one of this number already. */
enum found stored_order_create(struct store *store, int64_t id, const char *customer);

/* Loads an order, and puts the machine into its state. The time is `now`, or when the order was saved if the clock has
 * been put back since. FAILED, KEY_UNKNOWN, false: standard error says why. */
enum found stored_order_load(struct store *store, int64_t id, int64_t now, struct stored_order *row,
                             struct order_state *state);

/* Saves the order, its state, and what its trail has. */
bool stored_order_save(struct store *store, const struct stored_order *row, struct order_state *state);

/* Whether a key was used for this event of this order, or for another, or not at all. */
enum key_use { KEY_NEW, KEY_APPLIED, KEY_OF_ANOTHER, KEY_UNKNOWN };
enum key_use stored_order_key(struct store *store, const char *key, int64_t id, const char *event);

/* Finds the order whose time has come first. */
enum found stored_order_due(struct store *store, int64_t now, int64_t *id);

#endif
