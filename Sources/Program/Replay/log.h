/* A log, read line by line: CSV with a heading, or JSON lines. Memory does not grow with its length. */
#ifndef REPLAY_LOG_H
#define REPLAY_LOG_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "buffer.h"

enum { COLUMN_LIMIT = 32, LOG_LINE_LIMIT = 1048576 };

typedef enum { LOG_END, LOG_RECORD, LOG_UNREADABLE } log_result;

typedef struct log_reader {
    const char *path;
    FILE *file;
    bool is_json;
    char separator;
    /* The number of the line that was read last, and of the line with which the last record began. */
    uint64_t line, record_line;
    /* The bytes that were read, and how many there are, 0 if that is not known. */
    uint64_t bytes, size;
    /* What is wanted of each record: names, and their values, NULL where there is none. */
    size_t column_count;
    const char *columns[COLUMN_LIMIT];
    const char *values[COLUMN_LIMIT];
    /* For CSV: the place of each column. */
    size_t places[COLUMN_LIMIT];
    /* The line, or lines, of the record, and its values, one behind the other. */
    buffer text, fields;
    /* Something of the input could not be read. */
    uint64_t unreadable;
} log_reader;

/* Opens a log, of which the columns are set, and reads its heading. False, which is reported, if that is not possible. */
bool log_open(log_reader *log, const char *path);
void log_close(log_reader *log);

/* Reads the next record. One that cannot be read is reported, and counted. */
log_result log_next(log_reader *log);

/* Reports that the record cannot be read. */
log_result log_refuse(log_reader *log, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds a line to the text, with its end. */
typedef enum { LINE_END, LINE_READ, LINE_TOO_LONG } line_result;
line_result log_read_line(log_reader *log);

/* Reads the heading, and the next record, of CSV. */
bool csv_begin(log_reader *log);
log_result csv_next(log_reader *log);

/* The next record of JSON lines. */
log_result json_lines_next(log_reader *log);

#endif
