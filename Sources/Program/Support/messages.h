/* What the program tells people, on the standard error. */
#ifndef SUPPORT_MESSAGES_H
#define SUPPORT_MESSAGES_H

#include <stddef.h>
#include <stdio.h>

/* The exit status. */
enum { STATUS_FINE = 0, STATUS_FAULTS = 1, STATUS_UNUSABLE = 2 };

/* "swiftfsm: ..." */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* "swiftfsm check: ... (see swiftfsm check --help)" */
void complain_usage(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints what a log or a user has said: what a terminal would obey is escaped, as \x1b. */
void print_harmless(FILE *file, const char *text);

/* The name that is nearest to one that is not known. */
typedef struct nearest {
    const char *wanted;
    char name[128];
    size_t distance;
    char question[160];
} nearest;

nearest nearest_to(const char *wanted);
void nearest_offer(nearest *nearest, const char *name);

/* "; did you mean coin?", or "" if nothing is near. */
const char *nearest_question(nearest *nearest);

#endif
