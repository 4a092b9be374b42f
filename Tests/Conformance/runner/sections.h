/* The sections of a case, each read by a file of its own. */
#ifndef CONFORMANCE_SECTIONS_H
#define CONFORMANCE_SECTIONS_H

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

void read_definition(test_case *test, lines lines);
/* A row in the block with this number, or 0 for none; false if the line is none. */
bool read_row(test_case *test, cursor cursor, size_t block);
/* A block, opened or gone on with, and what stands below it; false if the line is none. */
bool read_block(test_case *test, cursor cursor, lines below);
/* "guard exact bool(context, event, i32)", from behind "callable". */
void read_callable(test_case *test, cursor *cursor);
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
