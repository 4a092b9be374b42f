/* Where a machine can be, and which rows lead from one place to another. */
#ifndef PATHS_GRAPH_H
#define PATHS_GRAPH_H

#include "recorder.h"

/* What is sent so that a row is taken. */
typedef struct sending {
    /* An event, or SFSM_REQUEST and a state. */
    sfsm_id event, requested;
    const sfsm_case *cases;
    size_t case_count;
    /* What a resolver says; SFSM_NONE. */
    sfsm_id resolved;
    /* Whether guards of rows without an event agree. */
    bool eventless_agree;
} sending;

typedef struct edge {
    /* The number of the transition, and its row. */
    size_t transition, row;
    size_t target;
    sending sending;
} edge;

/* A place: the snapshot of a machine that is there. */
typedef struct node {
    char *snapshot;
    size_t size;
    /* In the same bucket: the number of the next node and 1, or 0. */
    size_t next;
    LIST(edge) edges;
} node;

/* Of a machine's places no more than these are looked at. */
enum { NODE_LIMIT = 20000, EDGE_LIMIT = 1000000, BUCKET_COUNT = 65536 };

/* Nor at those where much more waits than at the first, in bytes: events that are deferred again and again would never
 * end. */
enum { WAITING_LIMIT = 768 };

typedef struct graph {
    document document;
    recorder recorder;
    arena arena;
    sfsm_machine *machine;
    sfsm_id initial;
    LIST(node) nodes;
    size_t edge_count;
    size_t *buckets;
    /* Some rows without an event have guards. */
    bool has_eventless_guards;
    /* There are more places than the limits allow. */
    bool is_cut;
} graph;

/* Reads a document and finds the places that can be reached from `initial` (SFSM_INITIAL). False, which is reported, if
 * that is not possible. */
bool graph_open(graph *graph, const char *path, const char *initial);
void graph_close(graph *graph);

/* Puts the machine into a place. */
void graph_go(graph *graph, size_t node);

/* Sends what an edge needs. */
sfsm_outcome graph_send(graph *graph, const edge *edge);

#endif
