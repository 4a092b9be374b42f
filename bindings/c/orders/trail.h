/* What has happened to an order since it was loaded: its steps, and what they ask of others. Both are written into the
 * database together with the new state. */
#ifndef TRAIL_H
#define TRAIL_H

#include <stddef.h>
#include <swiftfsm.h>

/* A step, taken or not. */
struct trail_step {
    sfsm_id event; /* SFSM_NONE: the order was created */
    size_t row;    /* the row that was taken, from 1; 0 for none */
    sfsm_id source;
    sfsm_id target;
    sfsm_outcome outcome;
};

/* Something that others have to do, which a step asks for. */
struct trail_request {
    size_t step; /* the number of the step, from 0 */
    const char *what;
};

struct trail {
    struct trail_step *steps;
    size_t step_count, step_capacity;
    struct trail_request *requests;
    size_t request_count, request_capacity;
};

/* Adds a step, or a request of the step under way; `what` is lent. Returns 0, or SFSM_FAILED if there is no memory. */
int32_t trail_record(struct trail *trail, const sfsm_step *step);
int32_t trail_ask(struct trail *trail, const char *what);

/* Forgets everything, and keeps the memory. */
void trail_clear(struct trail *trail);

void trail_release(struct trail *trail);

#endif
