/* The service: applies events to stored orders. What an event leads to is one transaction, or lies within one. */
#ifndef SERVICE_H
#define SERVICE_H

#include "event_line.h"
#include "stored_order.h"

#include <stdio.h>

struct service {
    struct store store;
    sfsm_table *table;
    struct order order; /* the one that is loaded */
    struct trail trail;
    struct order_state state;
    int64_t now;
    size_t together; /* how many events make a transaction: 1, or more to apply many of them faster */
    size_t waiting;  /* how many the present one has */
};

/* What came of an event. */
enum applied {
    APPLIED,        /* it was taken or deferred, and the order is saved */
    NOT_TAKEN,      /* no row takes it now, which is a step of the order all the same */
    APPLIED_BEFORE, /* its key is known: nothing has changed */
    WRONG,          /* the line says what is wrong: nothing has changed */
    BROKEN /* the database or the program cannot go on, as standard error says: the transaction is rolled back */
};

/* Reads orders.fsm and opens a database. False: standard error says why, and nothing is open. */
bool service_open(struct service *service, const char *path);

void service_close(struct service *service);

/* Applies an event, or creates an order. */
enum applied service_apply(struct service *service, struct event_line *line);

/* Ends the transaction under way, if there is one. */
bool service_commit(struct service *service);

/* Sets the time, and sends what is due by then to the orders concerned. Counts these. */
bool service_tick(struct service *service, int64_t now, size_t *count);

#endif
