/* Callbacks that let one row be taken, and write down that they were called. */
#ifndef PATHS_RECORDER_H
#define PATHS_RECORDER_H

#include "arena.h"
#include "document.h"

typedef struct recorder {
    const sfsm_table *table;
    arena arena;
    /* The row that is to be taken: guards of other rows refuse. */
    size_t wanted_row;
    /* By the number of a row, from 1: it has no event. */
    const bool *are_eventless;
    /* Whether guards of rows without an event agree. */
    bool eventless_agree;
    /* What resolvers say. */
    sfsm_id resolved;
    /* Whether it is written down, and what. */
    bool is_writing;
    buffer lines;
    /* By the number of a row, from 1: it was taken. */
    bool *are_taken;
    size_t row_count;
} recorder;

/* An sfsm_finder; its context is a recorder. */
sfsm_status recorder_find(const sfsm_wanted *wanted, void *context, sfsm_callback *out_callback);

/* An sfsm_function for the step hook of a machine: notes the rows that are taken. */
int32_t recorder_note_step(const sfsm_step *step, void *context);

/* Writes "transitioned" for SFSM_TRANSITIONED and the like. */
void write_outcome(buffer *text, sfsm_outcome outcome);

#endif
