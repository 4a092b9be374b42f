/* CSV as RFC 4180 has it: fields may stand in quotes, with separators, line ends and doubled quotes inside. */
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "log.h"
#include "messages.h"

/* Takes the lines of the next record that is not empty. */
static log_result read_record(log_reader *log) {
    log_result result;
    do {
        result = log_take_record(log, true);
    } while (result == LOG_RECORD && log->record.length == 0);
    if (result == LOG_RECORD && memchr(log->record.text, '\0', log->record.length) != NULL) {
        return log_refuse(log, "the line has a byte that is 0: the log is no text");
    }
    return result;
}

/* Takes a field with quotes from *next, which becomes NULL behind the last one. It is written over its own text. */
static log_text take_quoted_field(const log_reader *log, char **next) {
    char *from = *next, *to = *next;
    char *const start = to;
    bool open = false;
    while (*from != '\0' && (open || *from != log->separator)) {
        if (*from == '"' && open && from[1] == '"') {
            *to++ = '"';
            from += 2;
        } else if (*from == '"') {
            open = !open;
            from++;
        } else {
            *to++ = *from++;
        }
    }
    *next = *from == '\0' ? NULL : from + 1;
    *to = '\0';
    return (log_text){start, (size_t)(to - start)};
}

/* The same, of a record that ends there. */
static log_text take_field(const log_reader *log, char **next, char *end) {
    if (log->has_quote) {
        return take_quoted_field(log, next);
    }
    char *const start = *next;
    char *const found = memchr(start, log->separator, (size_t)(end - start));
    char *const field_end = found == NULL ? end : found;
    *field_end = '\0';
    *next = found == NULL ? NULL : found + 1;
    return (log_text){start, (size_t)(field_end - start)};
}

/* The place of a column in the heading; SIZE_MAX, which is reported, if it is not there. */
static size_t place_of(const log_reader *log, const char *column, const log_text *names, size_t count) {
    nearest nearest = nearest_to(column);
    for (size_t place = 0; place < count; place++) {
        if (strcmp(names[place].text, column) == 0) {
            return place;
        }
        nearest_offer(&nearest, names[place].text);
    }
    complain("%s has no column %s%s", file_name(log->path), column, nearest_question(&nearest));
    return SIZE_MAX;
}

/* Takes the fields of the heading, without a byte order mark and spaces before the first; `names` has room for them. */
static size_t take_names(const log_reader *log, log_text *names) {
    char *next = log->record.text, *const end = next + log->record.length;
    size_t count = 0;
    next += strncmp(next, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    next += strspn(next, log->separator == '\t' ? " " : " \t");
    while (next != NULL) {
        names[count++] = take_field(log, &next, end);
    }
    return count;
}

/* Finds the columns among the names of the heading. False, which is reported, if one is not there. */
static bool find_columns(log_reader *log, const log_text *names, size_t count) {
    for (size_t i = 0; i < log->column_count; i++) {
        const size_t place = place_of(log, log->columns[i], names, count);
        if (place == SIZE_MAX) {
            return false;
        }
        log->places[i] = place;
        log->last_place = place > log->last_place ? place : log->last_place;
    }
    return true;
}

bool csv_begin(log_reader *log) {
    const log_result result = read_record(log);
    if (result == LOG_END && log->error != 0) {
        complain("%s cannot be read: %s", file_name(log->path), strerror(log->error));
    } else if (result == LOG_END) {
        complain("%s is empty: the first line has the names of the columns", file_name(log->path));
    }
    if (result != LOG_RECORD) {
        return false;
    }
    log_text *const names = calloc(log->record.length + 1, sizeof *names);
    if (names == NULL) {
        complain("there is not enough memory");
        return false;
    }
    const bool is_there = find_columns(log, names, take_names(log, names));
    free(names);
    return is_there;
}

log_result csv_next(log_reader *log) {
    const log_result result = read_record(log);
    if (result != LOG_RECORD) {
        return result;
    }
    char *next = log->record.text, *const end = next + log->record.length;
    size_t place = 0;
    for (; next != NULL && place <= log->last_place; place++) {
        const log_text value = take_field(log, &next, end);
        for (size_t i = 0; i < log->column_count; i++) {
            if (log->places[i] == place) {
                log->values[i] = value;
            }
        }
    }
    for (size_t i = 0; i < log->column_count; i++) {
        if (log->places[i] >= place) {
            return log_refuse(log, "the column %s is missing", log->columns[i]);
        }
    }
    return LOG_RECORD;
}
