/*
 * Random definitions in small numbers, whose tables are compared with what judgements.h says of them.
 *
 * States, events and predicate types are numbered from 0 here; their ids are far apart and ascend with the numbers.
 */
#ifndef SFSM_TESTS_MODELS_H
#define SFSM_TESTS_MODELS_H

#include "support.h"

enum { MODEL_STATES = 5, MODEL_EVENTS = 4, MODEL_TYPES = 3, MODEL_ROWS = 60, MODEL_ANSWERS = 8, MODEL_GUARDS = 2 };

/* What stands instead of a number. */
enum {
    ANY_NUMBER = -1, /* source, event, or target of a request */
    REQUESTED = -2,  /* event */
    BASE = -3,       /* source: the superstate that some states adopt */
    STAYS = -4,      /* targets */
    INSIDE = -5,
    RESOLVED = -6,
    MISSING = -7     /* no case of a predicate type */
};

typedef struct model_row {
    int source, event, target;
    uint32_t cases[MODEL_TYPES]; /* a bit for each case that it names; 0 where it says nothing of the type */
    int guards[MODEL_GUARDS];    /* the answers that it asks for */
    int guard_count;
} model_row;

typedef struct model {
    int32_t policy;
    int type_count; /* so many of the predicate types are declared */
    bool adopts[MODEL_STATES];
    model_row rows[MODEL_ROWS];
    int row_count;
} model;

/* What can be drawn. */
typedef struct model_kind {
    int most_types;           /* predicate types that may be declared */
    uint32_t request_percent; /* so many of the rows are for requests */
} model_kind;

/* The next of a series of numbers that is the same on every machine, below `limit`. */
uint32_t draw_below(uint32_t *seed, uint32_t limit);

/* A model that can be built. */
model random_model(uint32_t *seed, model_kind kind);

int32_t model_state_id(int state);
int32_t model_event_id(int event);
int32_t model_type_id(int type);
int32_t model_case_count(int type);
int32_t model_rank(const model_row *row);

/* The model's table. Row number n stands in line n + 1 of "model.c"; all events have names. */
sfsm_table *table_of_model(const model *model);

/* The context of a machine over such a table: what guards and resolvers say, and what ran. */
typedef struct model_run {
    bool answers[MODEL_ANSWERS];
    int resolution; /* the state that resolvers name; ANY_NUMBER: they refuse */
    int asked;      /* guards and resolvers */
    int taken;      /* the row whose action ran last */
} model_run;

void draw_answers(uint32_t *seed, model_run *run);

/* A case of each type of the model; some MISSING if that may be. */
void draw_cases(uint32_t *seed, const model *model, bool some_missing, int cases[MODEL_TYPES]);

/* The same as the library takes them, in any order; how many there are. */
size_t model_cases(const model *model, const int cases[MODEL_TYPES], uint32_t *seed, sfsm_case given[MODEL_TYPES]);

#endif
