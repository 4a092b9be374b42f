/*
 * A case as it was read: what is defined, what the builder has to tell of it, and the runs. Words for states, events
 * and predicate types have become numbers here; labels have become the rows, blocks and lines that they name.
 */
#ifndef CONFORMANCE_CASE_H
#define CONFORMANCE_CASE_H

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

/* A row as a state has it. */
typedef struct state_row {
    int32_t line;
    int32_t source;
    size_t row;
} state_row;

/* ------------------------------------------------------------------------------------------------------------------
 * All of it
 * --------------------------------------------------------------------------------------------------------------- */

typedef struct test_case {
    arena arena;
    report *report;
    int32_t announced_fault;
    /* It says what no document can: the number of a reserved id. */
    bool is_no_document;

    LIST(id_word) vocabularies[VOCABULARY_COUNT];
    int32_t next_id[VOCABULARY_COUNT];
    LIST(label) labels;
    callbacks callbacks;
    /* The one callable, if any, that a variadic function without parameters of its own stands for. */
    callback *lone_variadic;
    LIST(pointer_word) pointers;

    LIST(predicate) predicates;
    LIST(event_type) event_types;
    LIST(initial) initials;
    LIST(block) blocks;
    LIST(row) rows;
    LIST(int32_t) named_events;
    int32_t guards;
    int32_t entry_exit;
    /* Empty for the default. */
    LIST(int32_t) order;
    LIST(table_hook) hooks;
    LIST(warning_choice) warning_choices;

    /* The line of the section, 0 if there is none. */
    int32_t diagnostics_line;
    LIST(finding) findings;
    int32_t transitions_line;
    LIST(state_row) transitions;
    LIST(run) runs;
    /* The names of the timers of the run that is read. */
    LIST(const char *) timers;
} test_case;

/* Reads a case, whose contents are spoilt by that. What is wrong with it is reported; without faults it is whole. The
 * caller releases its arena. */
void case_read(test_case *test, report *report, char *contents);

#endif
