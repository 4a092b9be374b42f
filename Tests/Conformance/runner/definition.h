/* The definition of a case as it was read. Words for states, events and predicate types have become numbers here. */
#ifndef CONFORMANCE_DEFINITION_H
#define CONFORMANCE_DEFINITION_H

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

/* A word for a pointer, and what that points to. */
typedef struct pointer_word {
    const char *word;
    char *address;
} pointer_word;

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
    PROVIDER,
    UNHANDLED,
    STEP,
    ROLE_COUNT
} role;

/* "entry", "guard" and so on. */
extern const char *const role_names[ROLE_COUNT];

/* One for each word and role: it is what every registration of that callback leads to. A machine's hooks have the name
 * "", those of the table names of their own. */
typedef struct callback {
    role role;
    const char *name;
    /* Of a callable; NULL for a plain callback. */
    const struct signature *signature;
    bool is_registered;
    sfsm_callable *callable;
    sfsm_closure *closure;
    struct performance *performance;
} callback;

typedef LIST(callback *) callbacks;

/* What a row says of one predicate type. Its cases get their numbers when all declarations are read. */
typedef struct match {
    int32_t predicate;
    LIST(const char *) words;
    int32_t *values;
} match;

/* A condition of a row: the state is active, or is not. */
typedef struct in_guard {
    int32_t state;
    bool is_in;
} in_guard;

typedef struct row {
    int32_t line;
    int32_t source;
    int32_t event;
    int32_t target;
    LIST(int32_t) more_targets;
    /* 0 for none. */
    size_t block;
    bool is_overriding, is_local;
    LIST(match) matches;
    callbacks guards;
    LIST(in_guard) in_guards;
    LIST(int32_t) raised;
    callbacks actions;
    callback *resolver;
} row;

/* A label that may stand further down. */
typedef struct label_use {
    const char *word;
    int32_t line;
} label_use;

/* An event that is sent after a state was active for so long. */
typedef struct timeout {
    int64_t delay;
    int32_t event;
} timeout;

typedef struct block {
    int32_t line;
    bool is_superstate;
    /* Of a superstate, or NULL. */
    const char *name;
    int32_t state;
    /* SFSM_FINAL, SFSM_PARALLEL ..., or 0. */
    uint32_t kind;
    /* Its place in a chart: SFSM_NONE for what it does not say. */
    int32_t parent, default_target, done_event;
    callbacks default_actions;
    LIST(timeout) timeouts;
    LIST(label_use) adopted;
    callbacks callbacks[BLOCK_ROLE_COUNT];
} block;

typedef struct predicate {
    int32_t line;
    int32_t id;
    int32_t case_count;
    /* The names of its cases, or none. */
    LIST(const char *) words;
    /* Or NULL. */
    callback *provider;
} predicate;

/* An event that is declared with what it carries: "i32, str", and its types. */
typedef struct event_type {
    int32_t line;
    int32_t id;
    const char *text;
    LIST(int32_t) types;
} event_type;

typedef struct initial {
    int32_t line;
    int32_t state;
} initial;

/* A hook of the table. */
typedef struct table_hook {
    int32_t line;
    callback *callback;
} table_hook;

/* Whether warnings of a kind are reported, SFSM_ALL_WARNINGS among them. */
typedef struct warning_choice {
    int32_t line;
    int32_t kind;
    bool is_reported;
} warning_choice;

#endif
