/* CSV as RFC 4180 has it: fields may stand in quotes, with separators, line ends and doubled quotes inside. */
#include <string.h>

#include "files.h"
#include "log.h"
#include "messages.h"

/* Whether a quote is open at the end of the text. */
static bool is_open(const buffer *text, size_t from, bool was_open) {
    for (size_t i = from; i < text->length; i++) {
        was_open = was_open != (text->text[i] == '"');
    }
    return was_open;
}

/* Reads the lines of one record. */
static log_result read_record(log_reader *log) {
    buffer_clear(&log->text);
    line_result result = log_read_line(log);
    log->record_line = log->line;
    if (result == LINE_END) {
        return LOG_END;
    }
    size_t looked_at = 0;
    bool open = is_open(&log->text, 0, false);
    while (open && result == LINE_READ) {
        looked_at = log->text.length;
        result = log_read_line(log);
        if (result == LINE_END) {
            return log_refuse(log, "a quote is not closed");
        }
        open = is_open(&log->text, looked_at, true);
    }
    if (result == LINE_TOO_LONG) {
        return log_refuse(log, "the line is longer than %d bytes%s", LOG_LINE_LIMIT, open ? ": is a quote not closed?" : "");
    }
    if (strlen(buffer_text(&log->text)) < log->text.length) {
        return log_refuse(log, "the line has a byte that is 0: the log is no text");
    }
    return LOG_RECORD;
}

/* Takes the field at *next, without its quotes, and goes past the separator behind it; *next is NULL after the last. */
static void take_field(const log_reader *log, char **next, char **out_start) {
    char *from = *next, *to = *next;
    *out_start = to;
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
}

static void cut_line_end(buffer *text) {
    while (text->length > 0 && (text->text[text->length - 1] == '\n' || text->text[text->length - 1] == '\r')) {
        text->text[--text->length] = '\0';
    }
}

/* Reports that the heading does not have a column. */
static bool refuse_column(const log_reader *log, const char *column, char *heading) {
    nearest nearest = nearest_to(column);
    for (char *next = heading; next != NULL;) {
        char *name;
        take_field(log, &next, &name);
        nearest_offer(&nearest, name);
    }
    complain("%s has no column %s%s", file_name(log->path), column, nearest_question(&nearest));
    return false;
}

bool csv_begin(log_reader *log) {
    const log_result result = read_record(log);
    if (result != LOG_RECORD) {
        if (result == LOG_END) {
            complain("%s is empty: the first line has the names of the columns", file_name(log->path));
        }
        return false;
    }
    cut_line_end(&log->text);
    char *const heading = log->text.text + (strncmp(log->text.text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0);
    for (size_t i = 0; i < log->column_count; i++) {
        buffer copy = {NULL, 0, 0};
        buffer_add_text(&copy, heading);
        size_t place = 0;
        bool is_found = false;
        for (char *next = copy.text; next != NULL && !is_found; place++) {
            char *name;
            take_field(log, &next, &name);
            is_found = strcmp(name, log->columns[i]) == 0;
        }
        buffer_release(&copy);
        if (!is_found) {
            return refuse_column(log, log->columns[i], heading);
        }
        log->places[i] = place - 1;
    }
    return true;
}

log_result csv_next(log_reader *log) {
    log_result result;
    do {
        result = read_record(log);
        cut_line_end(&log->text);
    } while (result == LOG_RECORD && log->text.length == 0);
    if (result != LOG_RECORD) {
        return result;
    }
    memset(log->values, 0, sizeof log->values);
    char *next = log->text.text;
    for (size_t place = 0; next != NULL; place++) {
        char *value;
        take_field(log, &next, &value);
        for (size_t i = 0; i < log->column_count; i++) {
            if (log->places[i] == place) {
                log->values[i] = value;
            }
        }
    }
    for (size_t i = 0; i < log->column_count; i++) {
        if (log->values[i] == NULL) {
            return log_refuse(log, "the column %s is missing", log->columns[i]);
        }
    }
    return LOG_RECORD;
}
