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
void read_diagnostics(test_case *test, lines lines);
void read_transitions(test_case *test, lines lines);
/* The heading, from behind "run", and the calls below it. */
void read_run(test_case *test, cursor *heading, lines lines);
/* Calls that stand at this depth, and what is expected of each. */
void read_calls(test_case *test, lines lines, size_t depth, calls *calls);
/* What stands below a call. */
void read_trace(test_case *test, lines lines, size_t depth, call *call);
/* "transitioned unlocked, pending 2", from behind the arrow. */
void take_result(test_case *test, cursor *cursor, call *call);

#endif
