/* The world of one input: its definition, tables and machines, the contexts of its callbacks, and what they do. */
#ifndef SFSM_FUZZ_WORLD_H
#define SFSM_FUZZ_WORLD_H

#include "calls.h"

enum {
    MOST_STATES = 12,
    MOST_EVENTS = 6,
    MOST_PREDICATES = 3,
    MOST_CASES = 4,
    MOST_BLOCKS = 24,
    MOST_ROWS = 48,
    MOST_GUARDS = 3,
    MOST_PLACES = 1024,
    MOST_CLOSURES = 8,
    MACHINES = 3,
    TIMERS = 8,
    UNKNOWN = 424242 /* an id that no definition has */
};

/* Where a callback is registered: its context. */
typedef struct place {
    uint32_t number; /* what it answers: equal numbers, equal answers */
    bool is_registered, is_finalized;
} place;

/* A row as it was added, and a block: what the oracle knows. */
typedef struct row {
    sfsm_id source, event, target;
    size_t block; /* 0: none was named */
    uint32_t flags;
    uint32_t masks[MOST_PREDICATES]; /* the cases that it matches; 0: it does not name the type */
    uint32_t guards[MOST_GUARDS];    /* numbers of places */
    size_t guard_count;
    uint32_t resolver;
    bool is_judged; /* false: more is true of it than the oracle knows */
} row;
typedef struct block {
    sfsm_id state; /* SFSM_NONE: a superstate */
    size_t adopted[3];
    size_t adopted_count;
} block;

typedef struct definition {
    bool is_chart, is_first_match, has_resolvers, has_callables, is_judged;
    bool resolves_first;
    uint32_t state_count, event_count, predicate_count;
    int32_t id_style;
    int32_t case_counts[MOST_PREDICATES];
    uint32_t providers[MOST_PREDICATES]; /* the number of the provider, or 0 */
    block blocks[MOST_BLOCKS + 1];       /* by their numbers */
    size_t block_count;
    row rows[MOST_ROWS + 1]; /* by their numbers */
    size_t row_count;
} definition;

/* A machine, with what it was given. */
typedef struct owned {
    sfsm_machine *machine; /* NULL where there is none, or where it was released */
    const sfsm_table *table;
    bool is_lenient, has_plan, is_performing; /* its plan, at this moment */
    text journal;
    bool has_journal;
} owned;

typedef struct world {
    bool is_wild; /* guards and the like have side effects: nothing can be predicted */
    uint32_t weather; /* what guards answer, by the bit of their number */
    uint32_t failing; /* the number of a callback that fails; 0: none */
    sfsm_id resolved[4], provided[4];
    definition definition;
    sfsm_table *table;
    owned machines[MACHINES];
    void *memories[16]; /* of machines in memory of our own */
    size_t memory_count;
    sfsm_closure *closures[MOST_CLOSURES];
    size_t closure_count;
    uint64_t timers[TIMERS];
    place places[MOST_PLACES];
    size_t place_count;
    uint32_t depth;  /* of calls in callbacks */
    uint32_t budget; /* calls that callbacks may still make */
    /* What the step hook saw first of the machine that is watched, and the outcome that it saw last. */
    const sfsm_machine *watched;
    size_t seen, seen_row;
    sfsm_id seen_source, seen_target;
    sfsm_outcome seen_outcome, seen_last;
} world;

extern world current;

/* Runs a target over an input: a new world, whose end is checked. */
void in_new_world(const uint8_t *bytes, size_t length, void (*target)(void));

/* A context for a callback to be registered, and its finalizer in *out_finalizer: NULL when there are no more. With a
 * number: one that answers as another one. */
place *new_place(sfsm_finalizer *out_finalizer);
place *place_like(uint32_t number, sfsm_finalizer *out_finalizer);

/* The callback was not passed on: its finalizer is not the library's to call. */
void forget_place(place *place);

/* What guards and the like answer from now on. */
void change_weather(void);
int32_t answer_of_guard(uint32_t number);
sfsm_id answer_of_resolver(uint32_t number);
int32_t answer_of_provider(uint32_t number);

/* True in a wild world once in a while. */
bool is_mistaken(void);

/* Ids of the definition by number; and drawn ones, seldom reserved or unknown. */
sfsm_id state_id(uint32_t number);
sfsm_id event_id(uint32_t number);
sfsm_id predicate_id(uint32_t number);
sfsm_id any_state(void);
sfsm_id any_event(void);
sfsm_id any_predicate(void);
sfsm_id any_id(void);

#endif
