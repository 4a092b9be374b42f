/* A log, read record by record: CSV with a heading, or JSON lines. Memory does not grow with its length. */
#ifndef REPLAY_LOG_H
#define REPLAY_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { COLUMN_LIMIT = 32, LOG_LINE_LIMIT = 1048576 };

typedef enum { LOG_END, LOG_RECORD, LOG_UNREADABLE } log_result;

/* Text inside the log, with a zero behind it; `text` is NULL where there is none. */
typedef struct log_text {
    char *text;
    size_t length;
} log_text;

typedef struct log_reader {
    const char *path;
    FILE *file;
    bool is_json;
    char separator;
    /* The number of the line that was read last, and of the line with which the last record began. */
    uint64_t line, record_line;
    /* The bytes that were taken, and how many there are, 0 if that is not known. */
    uint64_t bytes, size;
    /* What is wanted of each record: names, and their values, which hold until `before_move`. */
    size_t column_count;
    /* How many of these, the first ones, may not be null in JSON. Of the others null is an empty text. */
    size_t required_count;
    const char *columns[COLUMN_LIMIT];
    log_text values[COLUMN_LIMIT];
    /* For CSV: the place of each column, and the last of these. */
    size_t places[COLUMN_LIMIT], last_place;
    /* Called before more is read, which moves values, and before something is reported. */
    void (*before_move)(void *context);
    void *context;
    /* What was read, and of that what was not looked at yet. */
    char *buffer;
    size_t capacity, start, end;
    /* The first quote from `start` on, or the end. */
    size_t next_quote;
    bool is_at_end;
    int error;
    /* The record: the lines that log_take_record has taken, and whether there is a quote in it. */
    log_text record;
    bool has_quote;
    /* Something of the input could not be read. */
    uint64_t unreadable;
} log_reader;

/* Opens a log, whose columns are set, and reads its heading. False, which is reported, if that is not possible. */
bool log_open(log_reader *log, const char *path);
void log_close(log_reader *log);

/* Reads the next record. One that cannot be read is reported, and counted. */
log_result log_next(log_reader *log);

/* Reports that the record cannot be read. */
log_result log_refuse(log_reader *log, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Takes the next line, or with quotes all lines up to one behind which no quote is open, without the last line end. */
log_result log_take_record(log_reader *log, bool has_quotes);

/* Reads the heading, and the next record, of CSV. */
bool csv_begin(log_reader *log);
log_result csv_next(log_reader *log);

/* The next record of JSON lines. */
log_result json_lines_next(log_reader *log);

#endif
