/* What people ask of the database. */
#ifndef REPORT_H
#define REPORT_H

#include "store.h"

/* Prints the steps of an order, oldest first. False: there is no such order, or it cannot be read; standard error says
 * so. */
bool report_order(struct store *store, int64_t id);

/* Prints how many orders are in which states. */
bool report_count(struct store *store);

#endif
