/* The machines whose step is measured, with the events that they are sent. */
#ifndef SUBJECTS_H
#define SUBJECTS_H

#include "actions.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct subject {
    const char *name;
    void (*define)(const struct subject *self, sfsm_builder *builder);
    int32_t states, events, actions; /* of a grid */
    bool sparse;                     /* ids far apart instead of 0, 1, 2 ... */
    bool alternating;                /* events 0, 1, 0, 1 ... instead of random ones */
    uint64_t callbacks;              /* how many run at each step */
    sfsm_outcome outcome;            /* of each step */
} subject;

extern const subject subjects[];
extern const size_t subject_count;

/* NULL if there is none of that name. */
const subject *subject_named(const char *name);

/* A machine over a table of its own, in the subject's first state. Gives up if the definition has a fault. */
sfsm_machine *subject_machine(const subject *self, tally *marks);

int32_t subject_state_id(const subject *self, int32_t index);
int32_t subject_event_id(const subject *self, int32_t index);

/* What an event does in a state, by indices, where every cell has a row with one action: where it leads and by which
 * action. False for other subjects. */
bool subject_cell(const subject *self, int32_t state, int32_t event, int32_t *target, int32_t *action);

/* The first `count` events, the same at each call, as indices (for the reference) or as ids (for the machine). */
void subject_event_indices(const subject *self, int32_t *events, size_t count);
void subject_event_ids(const subject *self, int32_t *events, size_t count);

#endif
