#include "log_bytes.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "messages.h"

enum { FIRST_CAPACITY = 262144 };

/* Makes room behind what was not looked at. */
static void make_room(log_reader *log) {
    if (log->start > 0) {
        memmove(log->buffer, log->buffer + log->start, log->end - log->start);
        log->end -= log->start;
        log->next_quote -= log->start;
        log->start = 0;
    }
    if (log->end < log->capacity) {
        return;
    }
    const size_t capacity = log->capacity == 0 ? FIRST_CAPACITY : 2 * log->capacity;
    /* One more for the zero behind a line without an end. */
    char *const buffer = realloc(log->buffer, capacity + 1);
    if (buffer == NULL) {
        complain("there is not enough memory");
        exit(STATUS_UNUSABLE);
    }
    log->buffer = buffer;
    log->capacity = capacity;
}

/* Finds the next quote, of which none is before this place. */
static void find_quote(log_reader *log, size_t from) {
    const char *const found = memchr(log->buffer + from, '"', log->end - from);
    log->next_quote = found == NULL ? log->end : (size_t)(found - log->buffer);
}

bool log_read_more(log_reader *log) {
    if (log->is_at_end) {
        return false;
    }
    if (log->before_move != NULL) {
        log->before_move(log->context);
    }
    make_room(log);
    ssize_t count;
    do {
        count = read(fileno(log->file), log->buffer + log->end, log->capacity - log->end);
    } while (count < 0 && errno == EINTR);
    if (count <= 0) {
        log->is_at_end = true;
        log->error = count < 0 ? errno : 0;
        return false;
    }
    const size_t former = log->end;
    log->end += (size_t)count;
    if (log->next_quote == former) {
        find_quote(log, former);
    }
    return true;
}

/* Takes the bytes up to a place. */
static void advance(log_reader *log, size_t place) {
    log->bytes += place - log->start;
    log->start = place;
    if (log->next_quote < place) {
        find_quote(log, place);
    }
}

/* Goes past the rest of a line that is too long. */
static void skip_line(log_reader *log) {
    const char *found;
    do {
        found = memchr(log->buffer + log->start, '\n', log->end - log->start);
        advance(log, found == NULL ? log->end : (size_t)(found - log->buffer) + 1);
    } while (found == NULL && log_read_more(log));
}

/* The length of the line that begins behind so many bytes of the record, with its end; of a line that is too long, as
 * much as is there, which is more than the limit. */
static size_t line_length(log_reader *log, size_t behind) {
    size_t looked_at = behind;
    for (;;) {
        const size_t known = log->end - log->start;
        const char *const first = log->buffer + log->start;
        const char *const found = known == looked_at ? NULL : memchr(first + looked_at, '\n', known - looked_at);
        if (found != NULL) {
            return (size_t)(found - first) + 1 - behind;
        }
        looked_at = known;
        if (known > LOG_LINE_LIMIT || !log_read_more(log)) {
            return known - behind;
        }
    }
}

/* Whether a quote is open at the end of some bytes of the record. */
static bool is_open(const log_reader *log, size_t from, size_t to, bool was_open) {
    const char *next = log->buffer + log->start + from, *const end = log->buffer + log->start + to;
    if (log->next_quote >= log->start + to) {
        return was_open;
    }
    while ((next = memchr(next, '"', (size_t)(end - next))) != NULL) {
        was_open = !was_open;
        next++;
    }
    return was_open;
}

/* Refuses a record with a line that is too long, of which so many bytes are there, and goes past it. */
static log_result refuse_long_line(log_reader *log, size_t length, bool is_quoted) {
    const bool is_whole = log->buffer[log->start + length - 1] == '\n';
    advance(log, log->start + length);
    if (!is_whole) {
        skip_line(log);
    }
    return log_refuse(log, "the line is longer than %d bytes%s", LOG_LINE_LIMIT,
                      is_quoted ? ": is a quote not closed?" : "");
}

log_result log_take_record(log_reader *log, bool has_quotes) {
    size_t length = 0;
    bool open = false;
    log->record_line = log->line + 1;
    do {
        const size_t line = line_length(log, length);
        if (line == 0) {
            advance(log, log->end);
            return length == 0 ? LOG_END : log_refuse(log, "a quote is not closed");
        }
        log->line++;
        const bool is_too_long = length + line > LOG_LINE_LIMIT;
        open = has_quotes && is_open(log, length, is_too_long ? LOG_LINE_LIMIT : length + line, open);
        length += line;
        if (is_too_long) {
            return refuse_long_line(log, length, open);
        }
    } while (open);
    char *const text = log->buffer + log->start;
    log->has_quote = log->next_quote < log->start + length;
    advance(log, log->start + length);
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == '\r')) {
        length--;
    }
    text[length] = '\0';
    log->record = (log_text){text, length};
    return LOG_RECORD;
}
