/* REF for building, behind a shared library of its own: rows put into a hash table of cells by source and event, as a
 * program would do that walks such a table by itself. It checks that no two rows are for the same, and no more. */
#ifndef REFERENCE_BUILD_H
#define REFERENCE_BUILD_H

#include <stddef.h>
#include <stdint.h>

typedef struct reference_row {
    int32_t source, event, target;
    int32_t (*action)(const void *step, void *context);
} reference_row;

typedef struct reference_cells reference_cells;

/* NULL if there is no memory, or if two rows are for the same. */
reference_cells *reference_build(const reference_row *rows, size_t count);

/* The row of a cell, or NULL. */
const reference_row *reference_find(const reference_cells *cells, int32_t source, int32_t event);

void reference_free(reference_cells *cells);

#endif
