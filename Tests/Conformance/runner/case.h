/*
 * A case as it was read: what is defined, what the builder has to tell of it, and the runs. Words for states, events
 * and predicate types have become numbers here; labels have become the rows, blocks and lines that they name.
 */
#ifndef CONFORMANCE_CASE_H
#define CONFORMANCE_CASE_H

#include "swiftfsm.h"
#include "text.h"

/* ------------------------------------------------------------------------------------------------------------------
 * Words
 * --------------------------------------------------------------------------------------------------------------- */

/* What a word is a name of. */
typedef enum { STATE, EVENT, PREDICATE, VOCABULARY_COUNT } vocabulary;

typedef struct id_word {
    const char *word;
    int32_t id;
} id_word;

/* What a label stands before. */
typedef enum { ROW, BLOCK, OTHER } labelled;

typedef struct label {
    const char *word;
    int32_t line;
    labelled labelled;
    /* The number of the row, or of the block. */
    size_t number;
    bool is_used;
} label;

/* ------------------------------------------------------------------------------------------------------------------
 * The definition
 * --------------------------------------------------------------------------------------------------------------- */

/* Where a callback is registered. Those of blocks come first. */
typedef enum {
    ENTRY,
    EXIT,
    CYCLE,
    UPDATE,
    BLOCK_ROLE_COUNT,
    GUARD = BLOCK_ROLE_COUNT,
    ACTION,
    RESOLVER,
    UNHANDLED,
    STEP,
    ROLE_COUNT
} role;

/* "entry", "guard" and so on. */
extern const char *const role_names[ROLE_COUNT];

/* One for each word and role: it is the context of every registration of that callback. */
typedef struct callback {
    role role;
    const char *name;
    struct performance *performance;
} callback;

typedef LIST(callback *) callbacks;

/* What a row says of one predicate type. Its cases get their numbers when all declarations are read. */
typedef struct match {
    int32_t predicate;
    LIST(const char *) words;
    int32_t *values;
} match;

typedef struct row {
    int32_t line;
    int32_t source;
    int32_t event;
    int32_t target;
    /* 0 for none. */
    size_t block;
    bool is_overriding;
    LIST(match) matches;
    callbacks guards;
    callbacks actions;
    callback *resolver;
} row;

/* A label that may stand further down. */
typedef struct label_use {
    const char *word;
    int32_t line;
} label_use;

typedef struct block {
    int32_t line;
    bool is_superstate;
    int32_t state;
    bool is_final;
    LIST(label_use) adopted;
    callbacks callbacks[BLOCK_ROLE_COUNT];
} block;

typedef struct predicate {
    int32_t line;
    int32_t id;
    int32_t case_count;
    /* The names of its cases, or none. */
    LIST(const char *) words;
} predicate;

typedef struct initial {
    int32_t line;
    int32_t state;
} initial;

/* ------------------------------------------------------------------------------------------------------------------
 * What building tells
 * --------------------------------------------------------------------------------------------------------------- */

typedef LIST(sfsm_case) sent_cases;

/* An expected diagnostic. */
typedef struct finding {
    int32_t line;
    const char *kind;
    LIST(int32_t) places;
    sent_cases combination;
    /* What it concerns, OMITTED where that is not written. */
    int32_t state, event, target, predicate, value;
} finding;

/* No id and no case. */
enum { OMITTED = SFSM_FIRST_ID - 1 };

/* A row as a state has it. */
typedef struct state_row {
    int32_t line;
    int32_t source;
    size_t row;
} state_row;

/* ------------------------------------------------------------------------------------------------------------------
 * Runs
 * --------------------------------------------------------------------------------------------------------------- */

/* What a machine is told to do. */
typedef enum { SEND, REQUEST, START, STOP, UPDATE_TIME, SET_STATE, RUN, DISCARD, PROBE, PERMITTED, EXPLAIN } verb;

/* What a call comes to, and the state afterwards. */
typedef struct result {
    /* 0 where it is missing. */
    int32_t line;
    const char *outcome;
    int32_t state;
    bool has_failure, has_pending, has_target, has_event, has_rejected, has_ids;
    int32_t failure;
    size_t pending;
    int32_t target;
    int32_t event;
    sfsm_case rejected;
    LIST(int32_t) ids;
} result;

/* Why a row is taken or not, according to an explanation. */
typedef struct reason {
    int32_t line;
    size_t row;
    int32_t kind;
    sfsm_case mismatch;
    int32_t guard;
} reason;

typedef LIST(struct call) calls;
typedef LIST(struct happening) happenings;

typedef struct call {
    int32_t line;
    verb verb;
    /* An event, or a state. */
    int32_t id;
    /* Of EXPLAIN: `id` is a state that is requested. */
    bool is_request;
    bool has_cases;
    sent_cases cases;
    double time;
    bool is_handed_over;
    uint32_t flags;
    happenings trace;
    LIST(reason) reasons;
    result result;
} call;

/* A callback that is expected to be called next: what it checks, does and answers. */
typedef struct happening {
    int32_t line;
    role role;
    const char *name;
    /* Of STEP. */
    const char *outcome;
    int32_t answer;
    bool has_step, has_state, has_time;
    int32_t source, event, target;
    int32_t state;
    double time;
    sent_cases cases;
    calls calls;
} happening;

typedef struct run {
    int32_t line;
    int32_t initial;
    bool is_lenient, observes_unhandled, observes_steps;
    /* What comes of creating the machine if that fails, or NULL. */
    const char *failure;
    calls calls;
} run;

/* ------------------------------------------------------------------------------------------------------------------
 * All of it
 * --------------------------------------------------------------------------------------------------------------- */

typedef struct test_case {
    arena arena;
    report *report;
    int32_t announced_fault;

    LIST(id_word) vocabularies[VOCABULARY_COUNT];
    int32_t next_id[VOCABULARY_COUNT];
    LIST(label) labels;
    callbacks callbacks;

    LIST(predicate) predicates;
    LIST(initial) initials;
    LIST(block) blocks;
    LIST(row) rows;
    LIST(int32_t) named_events;
    int32_t guards;
    int32_t entry_exit;
    /* Empty for the default. */
    LIST(int32_t) order;

    /* The line of the section, 0 if there is none. */
    int32_t diagnostics_line;
    LIST(finding) findings;
    int32_t transitions_line;
    LIST(state_row) transitions;
    LIST(run) runs;
} test_case;

/* Reads a case. What is wrong with it is reported; without faults it is whole. The caller releases its arena. */
void case_read(test_case *test, report *report, const char *path);

#endif
