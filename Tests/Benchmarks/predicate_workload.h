/*
 * The definitions with predicates whose steps are measured, as formulas: the generator of the reference switch and the
 * rows of the table both come from here, so that the two can be compared step for step.
 *
 * Every state has one cell, for event 0. Its rows name cases of all types, each another combination, and the last one
 * says nothing; or, if it is a lattice, there is a row for each set of types, which names case 0 of those in the set.
 */
#ifndef PREDICATE_WORKLOAD_H
#define PREDICATE_WORKLOAD_H

#include "workload.h"

#include <stdbool.h>

typedef struct predicate_shape {
    int32_t types, cases; /* each type has so many cases */
    int32_t rows;         /* of each state */
    int32_t states;
} predicate_shape;

#define PREDICATE_MOST_TYPES 8
#define PREDICATE_SILENT (-1)

/* A lattice has a row for each of the sets of its types. */
static inline bool predicate_is_lattice(const predicate_shape *shape)
{
    return shape->rows == 1 << shape->types;
}

/* The case of a type that a row names, or PREDICATE_SILENT. */
static inline int32_t predicate_named_case(const predicate_shape *shape, int32_t row, int32_t type)
{
    if (predicate_is_lattice(shape))
        return row >> type & 1 ? 0 : PREDICATE_SILENT;
    if (row == shape->rows - 1)
        return PREDICATE_SILENT;
    /* A prime that divides no number of combinations: rows come to different ones, all over them. */
    uint64_t combination = (uint64_t)row * 48271u;
    for (int32_t digit = 0; digit < type; ++digit)
        combination /= (uint64_t)shape->cases;
    return (int32_t)(combination % (uint64_t)shape->cases);
}

static inline int32_t predicate_rank(const predicate_shape *shape, int32_t row)
{
    int32_t rank = 0;
    for (int32_t type = 0; type < shape->types; ++type)
        rank += predicate_named_case(shape, row, type) != PREDICATE_SILENT;
    return rank;
}

static inline int32_t predicate_target(const predicate_shape *shape, int32_t state, int32_t row)
{
    return workload_target(shape->states, shape->rows, state, row);
}

static inline int32_t predicate_action(const predicate_shape *shape, int32_t state, int32_t row)
{
    return workload_action(WORKLOAD_ACTIONS, shape->rows, state, row);
}

#endif
