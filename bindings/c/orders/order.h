/* An order: what the callbacks of orders.fsm look at and change, and the table of that document. */
#ifndef ORDER_H
#define ORDER_H

#include "trail.h"

#include <stdint.h>
#include <swiftfsm.h>

/* The cases of the predicate type Customer. */
enum { CUSTOMER_NEW, CUSTOMER_REGULAR, CUSTOMER_BLOCKED };

/* The context of a machine. What is here lies beside the snapshot in the database. */
struct order {
    int64_t id;
    int64_t total;       /* in cents, here and below */
    int64_t paid;        /* what was paid and not repaid */
    int32_t standing;    /* of its customer: CUSTOMER_NEW ... */
    char parcel[64];     /* "" until there is one */
    struct trail *trail; /* what happens to it now */
};

/* The table that all orders share, which the caller releases. It is read from the file of which the environment
 * variable ORDERS holds the path, or else from orders.fsm beside the program. NULL if it cannot be read or built:
 * standard error says why. */
sfsm_table *order_table(void);

#endif
