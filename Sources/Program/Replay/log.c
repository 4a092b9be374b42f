#include "log.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "files.h"
#include "log_bytes.h"
#include "messages.h"

log_result log_refuse(log_reader *log, const char *format, ...) {
    va_list arguments;
    if (log->before_move != NULL) {
        log->before_move(log->context);
    }
    va_start(arguments, format);
    fflush(stdout);
    fprintf(stderr, "%s:%llu: ", file_name(log->path), (unsigned long long)log->record_line);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    log->unreadable++;
    return LOG_UNREADABLE;
}

/* Whether the log begins with a brace, behind spaces and empty lines. Nothing is taken. */
static bool looks_like_json(log_reader *log) {
    size_t spaces = 0;
    do {
        while (log->start + spaces < log->end && memchr(" \n\r\t", log->buffer[log->start + spaces], 4) != NULL) {
            spaces++;
        }
    } while (log->start + spaces == log->end && spaces < LOG_LINE_LIMIT && log_read_more(log));
    return log->start + spaces < log->end && log->buffer[log->start + spaces] == '{';
}

static bool ends_with(const char *path, const char *ending) {
    const size_t length = strlen(path), end = strlen(ending);
    return length >= end && strcmp(path + length - end, ending) == 0;
}

bool log_open(log_reader *log, const char *path) {
    struct stat status;
    log->path = path;
    log->file = file_open(path);
    if (log->file == NULL) {
        return false;
    }
    if (log->file != stdin && fstat(fileno(log->file), &status) == 0 && S_ISREG(status.st_mode)) {
        log->size = (uint64_t)status.st_size;
    }
    log->is_json = ends_with(path, ".jsonl") || ends_with(path, ".ndjson") || looks_like_json(log);
    return log->is_json || csv_begin(log);
}

void log_close(log_reader *log) {
    if (log->file != NULL) {
        file_close(log->file);
    }
    free(log->buffer);
}

log_result log_next(log_reader *log) {
    const log_result result = log->is_json ? json_lines_next(log) : csv_next(log);
    if (result == LOG_END && log->error != 0) {
        log->record_line = log->line;
        log_refuse(log, "cannot be read: %s", strerror(log->error));
        log->error = 0;
    }
    return result;
}
