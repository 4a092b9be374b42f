/* The parts of a document, each read by a file of its own. */
#ifndef SCENARIOS_SECTIONS_H
#define SCENARIOS_SECTIONS_H

#include "words.h"

/* The lines below a heading, read one after the other. */
typedef struct lines {
    report *report;
    const line *items;
    size_t count;
} lines;

/* Whether lines are left. */
bool lines_are_left(const lines *lines);
/* The next line from its first token on. */
cursor lines_next(lines *lines);
/* Takes out the lines that stand below the last one that was taken: those that are deeper than `depth`. */
lines lines_below(lines *lines, size_t depth);

/* Finds the lines of the definition that declare callables. */
void find_callables(test_case *test);
/* Takes in the signature of a callback as the library tells it, with numbers for predicate types. */
void read_signature(test_case *test, callback *callback, const char *text);
/* The same of a machine's hooks, which the library does not ask for. */
void read_hook_signatures(test_case *test);
/* Reads the sections behind the definition, which is built. What is wrong with them is reported. */
void case_read_sections(test_case *test);

void read_diagnostics(test_case *test, lines lines);
void read_transitions(test_case *test, lines lines);
/* The heading, from behind "run", and the calls below it. */
void read_run(test_case *test, cursor *heading, lines lines);
/* Calls that stand at this depth, and what is expected of each. */
void read_calls(test_case *test, lines lines, size_t depth, calls *calls);
/* What stands below a call. */
void read_trace(test_case *test, lines lines, size_t depth, call *call);
/* A callback that runs meanwhile, and what it does. */
void read_happening(test_case *test, cursor *cursor, lines below, size_t depth, call *call);
/* "(context, coin, 150)": what a callable of this signature is passed. */
passed_list take_passed(test_case *test, cursor *cursor, const signature *signature);
/* "transitioned unlocked, pending 2", from behind the arrow. */
void take_result(test_case *test, cursor *cursor, call *call);

#endif
