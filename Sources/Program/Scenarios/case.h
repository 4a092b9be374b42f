/*
 * A document as it was read: its definition, by the library; what building has to tell of it, and the runs. Words for
 * states, events and predicate types have become numbers here; labels have become the lines that they name.
 */
#ifndef SCENARIOS_CASE_H
#define SCENARIOS_CASE_H

#include "run.h"

/* ------------------------------------------------------------------------------------------------------------------
 * What building tells
 * --------------------------------------------------------------------------------------------------------------- */

/* An expected diagnostic. */
typedef struct finding {
    int32_t line;
    const char *kind;
    LIST(int32_t) places;
    sent_cases combination;
    /* What it concerns, OMITTED where that is not written. */
    int32_t state, event, target, predicate, value;
    /* What its text has in it. */
    LIST(const char *) sayings;
} finding;

/* No id and no case. */
enum { OMITTED = SFSM_FIRST_ID - 1 };

/* A row as a state has it: its line among those of the definition. */
typedef struct state_row {
    int32_t line;
    int32_t source;
    size_t index;
} state_row;

/* A line of the definition that declares a callable. */
typedef struct callable_line {
    size_t index;
    role role;
    /* "" for a machine's hook. */
    const char *name;
    /* The token at which the signature begins. */
    size_t signature;
} callable_line;

/* ------------------------------------------------------------------------------------------------------------------
 * All of it
 * --------------------------------------------------------------------------------------------------------------- */

typedef LIST(line) line_list;

typedef struct test_case {
    arena arena;
    report *report;
    /* The line of the first fault that a case under wrong/ announces, or 0. */
    int32_t announced_fault;

    /* All of the document, and of that the definition: the lines below its heading. */
    line_list lines, definition;
    /* The library has read the definition. */
    bool is_read;
    /* NULL if building has found errors. Then the numbers of words are in the vocabularies. */
    sfsm_table *table;
    LIST(id_word) vocabularies[VOCABULARY_COUNT];
    LIST(label) labels;
    LIST(predicate) predicates;
    LIST(callable_line) callables;
    callbacks callbacks;
    /* The callbacks by role and name: lists, half as many as there may be callbacks. */
    callback **buckets;
    size_t bucket_count;
    /* The one callable, if any, that a variadic function without parameters of its own stands for. */
    callback *lone_variadic;
    LIST(pointer_word) pointers;

    /* The line of the section, 0 if there is none. */
    int32_t diagnostics_line;
    LIST(finding) findings;
    int32_t transitions_line;
    LIST(state_row) transitions;
    LIST(run) runs;
    /* How many of them went as they say. */
    size_t passed;
    /* The names of the timers of the run that is read. */
    LIST(const char *) timers;
} test_case;

/* Cuts the text of a document, which must last as long as the case, into lines and words, and finds its declarations and
 * labels. What is wrong with the definition itself is left to the library. */
void case_open(test_case *test, report *report, char *text);

#endif
