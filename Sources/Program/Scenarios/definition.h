/* What scenarios have to know of a definition, beside what its table tells. */
#ifndef SCENARIOS_DEFINITION_H
#define SCENARIOS_DEFINITION_H

#include "swiftfsm.h"
#include "text.h"

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

/* A label, and the line before which it stands. */
typedef struct label {
    const char *word;
    int32_t line;
    /* Among the lines of the definition. */
    size_t index;
    bool is_used;
} label;

/* Where a callback is registered. Those of blocks come first. */
typedef enum {
    ENTRY,
    EXIT,
    CYCLE,
    UPDATE,
    GUARD,
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
    /* No function of C can be called as its signature says. */
    bool is_beyond_calling;
    sfsm_callable *callable;
    sfsm_closure *closure;
    struct performance *performance;
    /* In the same bucket. */
    struct callback *next;
} callback;

typedef LIST(callback *) callbacks;

/* A predicate type as it is declared. */
typedef struct predicate {
    int32_t line;
    const char *word;
    /* The names of its cases, or none. */
    LIST(const char *) words;
    /* The name of its provider, or NULL. */
    const char *provider;
} predicate;

#endif
