/* A log of dpkg as columns, for sfsm_table_replay: an element for each event, and an element for each life.
 *
 * A life is a token of the replay. A package has one, until an upgrade changes its architecture and with that its name,
 * from "all" to "amd64" say. The log then calls it by its old name up to "half-installed", and by the new one from
 * "unpacked" on: there a life of each name begins, in the state that the log tells. */
#ifndef LOG_COLUMNS_H
#define LOG_COLUMNS_H

#include "log_input.h"
#include "package_life.h"
#include "report.h"

#include <stdbool.h>
#include <stddef.h>

/* The context of a life. */
struct life {
    struct package_life package; /* first: the callbacks of package_life.c see no more */
    struct faults *faults;
    const char *name;
};

struct events {
    size_t count, capacity;
    int32_t *ids, *tokens;
    int64_t *times;
    size_t *lines;
};

struct lives {
    size_t count, capacity;
    int32_t *states;
    int64_t *entered;
    struct life *contexts;
};

/* A line that cannot be parsed: so much of it as is reported. */
struct odd_line {
    size_t number, length;
    char text[REPORT_QUOTED_LENGTH + 1];
};

struct odd_lines {
    size_t count, capacity;
    struct odd_line *items;
};

struct log_columns {
    struct events events;
    struct lives lives;
    struct odd_lines odd_lines;
    struct faults *faults; /* of all contexts */
    void *tree;            /* of <search.h>: the packages by name */
    struct named_package *packages, *half_installed;
    size_t lines;
};

/* Reads a log to its end. False if there is no memory. */
bool log_columns_read(struct log_columns *columns, struct log_input *input);

/* How many packages are in each state, by the last life of each. */
void log_columns_count_states(const struct log_columns *columns, size_t packages[STATE_COUNT]);

void log_columns_release(struct log_columns *columns);

#endif
