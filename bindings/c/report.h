/* What the replay of a log found. Its format is written down in package_log.c. */
#ifndef REPORT_H
#define REPORT_H

#include "package_index.h"

#include <stdbool.h>
#include <stdio.h>

struct report {
    size_t lines;
    size_t handled;
    size_t not_permitted;
    size_t not_understood;
    FILE *faults; /* their lines, written into memory while the log is read */
    char *fault_text;
    size_t fault_length;
};

/* An empty report. False if there is no memory. */
bool report_open(struct report *report);

/* The present line's event of `package` came to `outcome`, SFSM_UNHANDLED or SFSM_REFUSED. */
void report_not_permitted(struct report *report, const struct package *package, int32_t event, sfsm_outcome outcome);

/* The present line, of `length` bytes, cannot be parsed. */
void report_not_understood(struct report *report, const char *text, size_t length);

/* Prints it. False if it could not be written, or there was no memory for the faults. */
bool report_print(struct report *report, const char *name, const struct package_index *index, double seconds);

void report_release(struct report *report);

#endif
