/* A slow and obvious reading of a model: what the header says, row by row and without a table. What the library does
 * and tells has to agree with it. */
#ifndef SFSM_TESTS_JUDGEMENTS_H
#define SFSM_TESTS_JUDGEMENTS_H

#include "models.h"

/* The numbers of the rows that a state (ANY_NUMBER: any state) has for exactly this event, or for a request for exactly
 * this target (ANY_NUMBER of either), in the order in which they are tried; how many there are. */
int model_rows_of(const model *model, int state, int event, int target, int *rows);

typedef struct model_reason {
    int row;
    int32_t kind, predicate, value, guard;
} model_reason;

/* What an event, or a request (event REQUESTED) for a state, comes to. */
typedef struct judgement {
    sfsm_outcome outcome;
    int arrival; /* the state after it */
    int taken;   /* the row, or -1 */
    int asked;   /* guards and resolvers */
    int reason_count;
    model_reason reasons[MODEL_ROWS];
} judgement;

judgement judge(const model *model, const model_run *run, int state, int event, int requested,
                const int cases[MODEL_TYPES]);

#endif
