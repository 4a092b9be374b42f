/* The packages of a log, by name, each with a machine of its own over the one shared table. */
#ifndef PACKAGE_INDEX_H
#define PACKAGE_INDEX_H

#include "package_life.h"

#include <stddef.h>

struct package {
    const char *name; /* "libc6:amd64" */
    sfsm_machine *machine;
    struct package_life life; /* the machine's context */
    struct package *next;
};

struct package_index {
    const sfsm_table *table;
    void *tree; /* of <search.h>, by name */
    struct package *packages;
    size_t count;
};

/* The package of that name, which is made, in state UNKNOWN, if it is new. NULL if there is no memory. */
struct package *package_index_find(struct package_index *index, const char *name);

/* How many packages are in each state. */
void package_index_count_states(const struct package_index *index, size_t counts[STATE_COUNT]);

/* Frees the packages and their machines, not the table. */
void package_index_release(struct package_index *index);

#endif
