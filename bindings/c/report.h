/* What the replay of a log found, by package_log.c, where the format is written down, or by package_replay.c. */
#ifndef REPORT_H
#define REPORT_H

#include "package_life.h"

#include <stdbool.h>
#include <stdio.h>

/* So many bytes of a line are shown. */
#define REPORT_QUOTED_LENGTH 60

struct report {
    size_t lines;
    size_t handled;
    size_t not_permitted;
    size_t not_understood;
    FILE *faults; /* their lines, written into memory while the log is read */
    char *fault_text;
    size_t fault_length;
};

/* An event that is not permitted. */
struct fault {
    size_t line;
    const char *package;
    int32_t event;
    int32_t state;        /* in which it came */
    int32_t under_way;    /* an action, or NO_ACTION */
    sfsm_outcome outcome; /* SFSM_UNHANDLED or SFSM_REFUSED */
};

/* An empty report. False if there is no memory. */
bool report_open(struct report *report);

/* The next of the faults, which are reported in the order of their lines. */
void report_not_permitted(struct report *report, const struct fault *fault);

/* A line of `length` bytes cannot be parsed. */
void report_not_understood(struct report *report, size_t line, const char *text, size_t length);

/* Prints it, with the number of packages in each state. False if it could not be written, or there was no memory for
 * the faults. */
bool report_print(struct report *report, const char *name, const size_t packages[STATE_COUNT], double seconds);

void report_release(struct report *report);

#endif
