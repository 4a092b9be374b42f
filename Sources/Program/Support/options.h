/* The options and operands of a command. */
#ifndef SUPPORT_OPTIONS_H
#define SUPPORT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "arena.h"

/* An option, and what was given for it. */
typedef struct option {
    /* "output" of --output; the letter of -o, or 0. */
    const char *name;
    char letter;
    bool takes_value;
    /* All values that were given, in order; of an option without one NULL for each time. */
    LIST(const char *) values;
} option;

typedef struct options {
    /* "check", for messages. */
    const char *command;
    arena arena;
    option *items;
    size_t count;
    /* What is no option. */
    LIST(const char *) operands;
} options;

/* Reads arguments. An option that is not known, or lacks a value, is reported, with false. */
bool options_read(options *options, int count, char **arguments);
void options_release(options *options);

/* Whether an option was given, and its last value, or NULL. */
bool options_have(const options *options, const char *name);
const char *options_value(const options *options, const char *name);
const option *options_find(const options *options, const char *name);

/* The number of an option's value among these; 0 if it was not given; -1, which is reported, if it is none of them. */
int options_choice(const options *options, const char *name, const char *const *choices, size_t count);

/* Whether there are at least and at most so many operands; otherwise that is reported, with what is expected. */
bool options_expect(const options *options, size_t least, size_t most, const char *expected);

#endif
