/* A row as it is written. */
#ifndef SCENARIOS_ROW_H
#define SCENARIOS_ROW_H

#include "sections.h"

/* What a row says of one predicate type. */
typedef struct match {
    int32_t predicate;
    LIST(int32_t) values;
} match;

/* A condition of a row: the state is active, or is not. */
typedef struct in_guard {
    int32_t state;
    bool is_in;
} in_guard;

typedef struct row {
    int32_t line;
    /* From 1, in the order of lines. */
    size_t number;
    int32_t event;
    LIST(int32_t) targets;
    uint32_t flags;
    LIST(match) matches;
    LIST(in_guard) in_guards;
    LIST(int32_t) raised;
    size_t guard_count, action_count;
} row;

/* The row in a line of the definition. */
row read_row(test_case *test, size_t index);

#endif
