#include "log.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>

#include "files.h"
#include "messages.h"

log_result log_refuse(log_reader *log, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fprintf(stderr, "%s:%llu: ", file_name(log->path), (unsigned long long)log->record_line);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    log->unreadable++;
    return LOG_UNREADABLE;
}

line_result log_read_line(log_reader *log) {
    int byte = getc_unlocked(log->file);
    if (byte == EOF) {
        return LINE_END;
    }
    line_result result = LINE_READ;
    log->line++;
    for (; byte != EOF; byte = getc_unlocked(log->file)) {
        const char character = (char)byte;
        log->bytes++;
        if (log->text.length >= LOG_LINE_LIMIT) {
            result = LINE_TOO_LONG;
        } else {
            buffer_add(&log->text, &character, 1);
        }
        if (byte == '\n') {
            break;
        }
    }
    return result;
}

/* Whether the first line is an object of JSON. What is looked at is put back. */
static bool looks_like_json(FILE *file) {
    int byte = getc(file);
    while (byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t') {
        byte = getc(file);
    }
    ungetc(byte, file);
    return byte == '{';
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
    log->is_json = ends_with(path, ".jsonl") || ends_with(path, ".ndjson") || looks_like_json(log->file);
    return log->is_json || csv_begin(log);
}

void log_close(log_reader *log) {
    if (log->file != NULL) {
        file_close(log->file);
    }
    buffer_release(&log->text);
    buffer_release(&log->fields);
}

log_result log_next(log_reader *log) {
    const log_result result = log->is_json ? json_lines_next(log) : csv_next(log);
    if (result == LOG_END && ferror(log->file)) {
        log->record_line = log->line;
        log_refuse(log, "cannot be read: %s", strerror(errno));
    }
    return result;
}
