/* A walk through the places of a machine that takes every transition. */
#ifndef PATHS_WALK_H
#define PATHS_WALK_H

#include "graph.h"

typedef struct walk {
    graph graph;
    arena arena;
    /* By the number of a transition. */
    bool *are_covered;
    size_t covered_count, sequence_count, event_count;
    /* The sequences as "run" sections. */
    buffer text;
    /* For the search: the edge by which a place was found, and the place before it. */
    const edge **found_by;
    size_t *found_from, *queue;
} walk;

/* Walks until nothing is left that can be reached. */
void walk_all(walk *walk);
void walk_release(walk *walk);

#endif
