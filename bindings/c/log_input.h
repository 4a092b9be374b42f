/* Where a log comes from: a file or standard input, plain or compressed with gzip. */
#ifndef LOG_INPUT_H
#define LOG_INPUT_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

struct log_input {
    const char *name; /* for messages and for the report */
    FILE *stream;     /* the log's plain text */
    pid_t gzip;       /* the process that decompresses it, or 0 */
};

/* Opens the file `path`, or standard input for NULL. Says on standard error what was wrong if it returns false; then
 * there is nothing to close. */
bool log_input_open(struct log_input *input, const char *path);

/* Closes it, after the stream was read up to its end. Says what was wrong if it returns false: reading failed, or the
 * compressed data is damaged, so that what was read is not the whole log. */
bool log_input_close(struct log_input *input);

#endif
