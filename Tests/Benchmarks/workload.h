/*
 * The grids of states x events that are measured, as formulas: the generator of the reference switch and the rows of
 * the table both come from here, so that the two can be compared step for step.
 */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include <stdint.h>

#define WORKLOAD_ACTIONS 64

/* Any fixed scrambling of the bits does: it only has to leave no pattern that a processor could predict. */
static inline uint32_t workload_scramble(uint32_t value)
{
    value = (value ^ (value >> 16)) * 0x7feb352du;
    value = (value ^ (value >> 15)) * 0x846ca68bu;
    return value ^ (value >> 16);
}

static inline int32_t workload_target(int32_t states, int32_t events, int32_t state, int32_t event)
{
    return (int32_t)(workload_scramble((uint32_t)(state * events + event) + 1u) % (uint32_t)states);
}

static inline int32_t workload_action(int32_t actions, int32_t events, int32_t state, int32_t event)
{
    return (int32_t)((workload_scramble((uint32_t)(state * events + event) + 1u) >> 16) % (uint32_t)actions);
}

/* Ids scattered over the whole range of int32_t. Multiplying by an odd number keeps them different from each other;
 * the lowest values, which the library reserves, are not among the first hundreds of thousands. */
static inline int32_t workload_sparse_id(int32_t index)
{
    return (int32_t)((uint32_t)index * 0x9e3779b1u + 0x3c6ef372u);
}

#endif
