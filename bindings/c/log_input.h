/* Where a log comes from: a file or standard input, plain or compressed with gzip. */
#ifndef LOG_INPUT_H
#define LOG_INPUT_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>

struct log_input {
    const char *name; /* for messages and for the report */
    FILE *stream;     /* the log's plain text */
    pid_t gzip;       /* the process that decompresses it, or 0 */
    char *line;
    size_t capacity;
    struct timespec start; /* when it was opened */
};

/* Opens the file of an argument, or standard input for "-" and NULL. Says on standard error what was wrong if it
 * returns false; then there is nothing to close. */
bool log_input_open(struct log_input *input, const char *argument);

/* The next line without its end, a zero behind it, which holds until the next call; NULL at the end. Any bytes may be
 * in it. */
char *log_input_line(struct log_input *input, size_t *out_length);

/* How long it has been open. */
double log_input_seconds(const struct log_input *input);

/* Closes it, after all lines were read. Says what was wrong if it returns false: reading failed, or the
 * compressed data is damaged, so that what was read is not the whole log. */
bool log_input_close(struct log_input *input);

/* Closes it before its end, without a word. */
void log_input_abandon(struct log_input *input);

#endif
