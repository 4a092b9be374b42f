/* What differs between an old document and a new one. */
#ifndef DOCUMENTS_DIFFERENCES_H
#define DOCUMENTS_DIFFERENCES_H

#include "arena.h"
#include "document.h"

/* A difference, and whether it breaks what others keep: numbers in their code, names in stored snapshots. */
typedef struct difference {
    /* "state", "event", "predicate", "case", "snapshot", "line" or "order". */
    const char *kind;
    const char *text;
    bool is_breaking;
} difference;

typedef struct differences {
    arena arena;
    LIST(difference) items;
    size_t breaking_count;
} differences;

void differences_add(differences *differences, const char *kind, bool is_breaking, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void differences_release(differences *differences);

/* Compares names and numbers of states, events, predicate types and cases. */
void compare_ids(differences *differences, const sfsm_table *old, const sfsm_table *new);

/* Compares the lines of the canonical texts, each in its block. False, which is reported, if one cannot be written. */
bool compare_lines(differences *differences, const document *old, const document *new);

/* Adds differences to an array of JSON. */
void add_differences(buffer *json, const differences *differences);

#endif
