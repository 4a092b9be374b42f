/* JSON lines: an object in each line, of which some members are wanted. */
#include <stdlib.h>
#include <string.h>

#include "log.h"

/* Where a line is read, and where what was found in it goes. */
typedef struct scan {
    log_reader *log;
    const char *next;
    buffer *fields;
} scan;

static void skip_spaces(scan *scan) {
    scan->next += strspn(scan->next, " \t\r\n");
}

/* Four hexadecimal digits; false if they are not there. */
static bool take_hexadecimal(scan *scan, unsigned *out_number) {
    *out_number = 0;
    for (int i = 0; i < 4; i++) {
        const char digit = *scan->next;
        const unsigned value = digit >= '0' && digit <= '9'   ? (unsigned)(digit - '0')
                               : digit >= 'a' && digit <= 'f' ? (unsigned)(digit - 'a') + 10
                               : digit >= 'A' && digit <= 'F' ? (unsigned)(digit - 'A') + 10
                                                              : 16;
        if (value == 16) {
            return false;
        }
        *out_number = 16 * *out_number + value;
        scan->next++;
    }
    return true;
}

static void add_character(buffer *text, unsigned character) {
    const char bytes[4] = {(char)(0xF0 | character >> 18), (char)(0x80 | (character >> 12 & 0x3F)),
                           (char)(0x80 | (character >> 6 & 0x3F)), (char)(0x80 | (character & 0x3F))};
    const char two = (char)(0xC0 | character >> 6), three = (char)(0xE0 | character >> 12), one = (char)character;
    if (character < 0x80) {
        buffer_add(text, &one, 1);
    } else if (character < 0x800) {
        buffer_add(text, &two, 1);
        buffer_add(text, bytes + 3, 1);
    } else if (character < 0x10000) {
        buffer_add(text, &three, 1);
        buffer_add(text, bytes + 2, 2);
    } else {
        buffer_add(text, bytes, 4);
    }
}

/* What stands behind "\u"; half a pair of surrogates, and U+0000, are refused. */
static bool take_unicode(scan *scan) {
    unsigned character, second;
    if (!take_hexadecimal(scan, &character) || character == 0 || (character & 0xFC00) == 0xDC00) {
        return false;
    }
    if ((character & 0xFC00) == 0xD800) {
        if (strncmp(scan->next, "\\u", 2) != 0) {
            return false;
        }
        scan->next += 2;
        if (!take_hexadecimal(scan, &second) || (second & 0xFC00) != 0xDC00) {
            return false;
        }
        character = 0x10000 + ((character & 0x3FF) << 10) + (second & 0x3FF);
    }
    add_character(scan->fields, character);
    return true;
}

static bool take_escape(scan *scan) {
    static const char letters[] = "\"\\/bfnrt", characters[] = "\"\\/\b\f\n\r\t";
    const char letter = *scan->next++;
    const char *const found = letter == '\0' ? NULL : strchr(letters, letter);
    if (found != NULL) {
        buffer_add(scan->fields, &characters[found - letters], 1);
    }
    return found != NULL || (letter == 'u' && take_unicode(scan));
}

/* Adds a string to the fields, with a zero behind it; the place of its start goes to *out_start. */
static bool take_string(scan *scan, size_t *out_start) {
    *out_start = scan->fields->length;
    if (*scan->next++ != '"') {
        return false;
    }
    while (*scan->next != '"') {
        if ((unsigned char)*scan->next < 0x20) {
            return false;
        }
        if (*scan->next == '\\') {
            scan->next++;
            if (!take_escape(scan)) {
                return false;
            }
        } else {
            buffer_add(scan->fields, scan->next++, 1);
        }
    }
    scan->next++;
    buffer_add(scan->fields, "", 1);
    return true;
}

/* A number, true, false or null, as it is written. Only its letters are looked at. */
static bool take_word(scan *scan, size_t *out_start) {
    const size_t length = strspn(scan->next, "+-.0123456789abcdefghijklmnopqrstuvwxyzE");
    *out_start = scan->fields->length;
    buffer_add(scan->fields, scan->next, length);
    buffer_add(scan->fields, "", 1);
    const char *const word = scan->fields->text + *out_start;
    char *end = NULL;
    scan->next += length;
    const char first = word[*word == '-'];
    const bool is_number =
        first >= '0' && first <= '9' && strchr(word, 'x') == NULL && (strtod(word, &end), *end == '\0');
    return is_number || strcmp(word, "true") == 0 || strcmp(word, "false") == 0 || strcmp(word, "null") == 0;
}

/* Goes past an object or array; only its brackets and strings are looked at. */
static bool skip_nested(scan *scan) {
    size_t depth = 0, start;
    do {
        if (*scan->next == '"') {
            if (!take_string(scan, &start)) {
                return false;
            }
            continue;
        }
        depth += *scan->next == '{' || *scan->next == '[';
        depth -= *scan->next == '}' || *scan->next == ']';
        if (*scan->next++ == '\0') {
            return false;
        }
    } while (depth > 0);
    return true;
}

/* Takes a member. The place of its value becomes that of the column which it is wanted for. */
static bool take_member(scan *scan, size_t *starts) {
    size_t key, value = 0;
    if (!take_string(scan, &key)) {
        return false;
    }
    skip_spaces(scan);
    if (*scan->next++ != ':') {
        return false;
    }
    skip_spaces(scan);
    const bool is_nested = *scan->next == '{' || *scan->next == '[';
    const bool is_null = strncmp(scan->next, "null", 4) == 0;
    if (!(is_nested ? skip_nested(scan) : *scan->next == '"' ? take_string(scan, &value) : take_word(scan, &value))) {
        return false;
    }
    for (size_t i = 0; !is_nested && !is_null && i < scan->log->column_count; i++) {
        if (strcmp(scan->fields->text + key, scan->log->columns[i]) == 0) {
            starts[i] = value;
        }
    }
    skip_spaces(scan);
    return true;
}

static bool take_object(scan *scan, size_t *starts) {
    skip_spaces(scan);
    if (*scan->next++ != '{') {
        return false;
    }
    skip_spaces(scan);
    bool goes_on = *scan->next != '}';
    scan->next += !goes_on;
    while (goes_on) {
        if (!take_member(scan, starts)) {
            return false;
        }
        goes_on = *scan->next == ',';
        if (!goes_on && *scan->next != '}') {
            return false;
        }
        scan->next++;
        skip_spaces(scan);
    }
    skip_spaces(scan);
    return *scan->next == '\0';
}

log_result json_lines_next(log_reader *log) {
    do {
        buffer_clear(&log->text);
        const line_result result = log_read_line(log);
        log->record_line = log->line;
        if (result == LINE_END) {
            return LOG_END;
        }
        if (result == LINE_TOO_LONG) {
            return log_refuse(log, "the line is longer than %d bytes", LOG_LINE_LIMIT);
        }
    } while (log->text.text[strspn(log->text.text, " \t\r\n")] == '\0' && strlen(log->text.text) == log->text.length);
    size_t starts[COLUMN_LIMIT];
    memset(starts, 0xFF, sizeof starts);
    buffer_clear(&log->fields);
    scan scan = {log, log->text.text, &log->fields};
    if (strlen(log->text.text) < log->text.length || !take_object(&scan, starts)) {
        return log_refuse(log, "the line is no object of JSON: it cannot be read on at byte %zu",
                          (size_t)(scan.next - log->text.text));
    }
    for (size_t i = 0; i < log->column_count; i++) {
        if (starts[i] == SIZE_MAX) {
            return log_refuse(log, "the member %s is missing", log->columns[i]);
        }
        log->values[i] = log->fields.text + starts[i];
    }
    return LOG_RECORD;
}
