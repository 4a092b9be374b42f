/* JSON lines: an object in each line, of which some members are wanted. */
#include <string.h>

#include "log.h"

/* Where a line is read. Strings are written over their own text, since no escape is shorter than what it stands for. */
typedef struct scan {
    log_reader *log;
    char *next;
    char *to;
} scan;

static void skip_spaces(scan *scan) {
    while (*scan->next == ' ' || *scan->next == '\t' || *scan->next == '\r' || *scan->next == '\n') {
        scan->next++;
    }
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

static void add_character(scan *scan, unsigned character) {
    static const unsigned char leads[] = {0, 0xC0, 0xE0, 0xF0};
    const int more = character < 0x80 ? 0 : character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
    *scan->to++ = (char)(leads[more] | character >> 6 * more);
    for (int i = more - 1; i >= 0; i--) {
        *scan->to++ = (char)(0x80 | (character >> 6 * i & 0x3F));
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
    add_character(scan, character);
    return true;
}

static bool take_escape(scan *scan) {
    static const char letters[] = "\"\\/bfnrt", characters[] = "\"\\/\b\f\n\r\t";
    const char letter = *scan->next++;
    const char *const found = letter == '\0' ? NULL : strchr(letters, letter);
    if (found != NULL) {
        *scan->to++ = characters[found - letters];
    }
    return found != NULL || (letter == 'u' && take_unicode(scan));
}

/* Goes on up to a quote, a backslash, or a byte that no string may have. */
static void take_plain_bytes(scan *scan) {
    char *const start = scan->next, *next = start;
    while (*next != '"' && *next != '\\' && (unsigned char)*next >= 0x20) {
        next++;
    }
    if (scan->to != start) {
        memmove(scan->to, start, (size_t)(next - start));
    }
    scan->to += next - start;
    scan->next = next;
}

/* Takes a string. No zero is written behind it yet: it could be over what follows. */
static bool take_string(scan *scan, log_text *out_value) {
    if (*scan->next++ != '"') {
        return false;
    }
    char *const start = scan->next;
    scan->to = start;
    take_plain_bytes(scan);
    while (*scan->next == '\\') {
        scan->next++;
        if (!take_escape(scan)) {
            return false;
        }
        take_plain_bytes(scan);
    }
    if (*scan->next != '"') {
        return false;
    }
    scan->next++;
    *out_value = (log_text){start, (size_t)(scan->to - start)};
    return true;
}

static const char *skip_digits(const char *next) {
    return next + strspn(next, "0123456789");
}

/* Whether a word is a number from its first byte to its last; zeros may begin it, and its point may be its end. */
static bool is_number(const char *word, size_t length) {
    const char *const end = word + length, *const digits = word + (*word == '-');
    const char *next = skip_digits(digits);
    if (next == digits) {
        return false;
    }
    next = *next == '.' ? skip_digits(next + 1) : next;
    if (*next == 'e' || *next == 'E') {
        const char *const exponent = next + 1 + (next[1] == '+' || next[1] == '-');
        next = skip_digits(exponent);
        return next > exponent && next == end;
    }
    return next == end;
}

/* A number, true, false or null, as it is written. */
static bool take_word(scan *scan, log_text *out_value) {
    char *const word = scan->next;
    const size_t length = strspn(word, "+-.0123456789abcdefghijklmnopqrstuvwxyzE");
    *out_value = (log_text){word, length};
    scan->next += length;
    return is_number(word, length) || (length == 4 && memcmp(word, "true", 4) == 0) ||
           (length == 5 && memcmp(word, "false", 5) == 0) || (length == 4 && memcmp(word, "null", 4) == 0);
}

/* Goes past an object or array; only its brackets and strings are looked at. */
static bool skip_nested(scan *scan) {
    size_t depth = 0;
    log_text string;
    do {
        if (*scan->next == '"') {
            if (!take_string(scan, &string)) {
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

/* Takes a member. Its value becomes that of the column which it is wanted for. */
static bool take_member(scan *scan) {
    log_reader *const log = scan->log;
    log_text key, value = {NULL, 0};
    if (!take_string(scan, &key)) {
        return false;
    }
    skip_spaces(scan);
    if (*scan->next++ != ':') {
        return false;
    }
    skip_spaces(scan);
    const bool is_nested = *scan->next == '{' || *scan->next == '[';
    const bool is_null = *scan->next == 'n' && strncmp(scan->next, "null", 4) == 0;
    if (!(is_nested ? skip_nested(scan) : *scan->next == '"' ? take_string(scan, &value) : take_word(scan, &value))) {
        return false;
    }
    if (is_null) {
        value.length = 0;
    }
    for (size_t i = is_null ? log->required_count : 0; !is_nested && i < log->column_count; i++) {
        if (strncmp(log->columns[i], key.text, key.length) == 0 && log->columns[i][key.length] == '\0') {
            log->values[i] = value;
        }
    }
    skip_spaces(scan);
    return true;
}

static bool take_object(scan *scan) {
    skip_spaces(scan);
    if (*scan->next++ != '{') {
        return false;
    }
    skip_spaces(scan);
    bool goes_on = *scan->next != '}';
    scan->next += !goes_on;
    while (goes_on) {
        if (!take_member(scan)) {
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
    bool is_text;
    do {
        const log_result result = log_take_record(log, false);
        if (result != LOG_RECORD) {
            return result;
        }
        is_text = memchr(log->record.text, '\0', log->record.length) == NULL;
    } while (is_text && log->record.text[strspn(log->record.text, " \t\r\n")] == '\0');
    memset(log->values, 0, sizeof log->values);
    scan scan = {.log = log, .next = log->record.text};
    if (!is_text || !take_object(&scan)) {
        return log_refuse(log, "the line is no object of JSON: it cannot be read on at byte %zu",
                          (size_t)(scan.next - log->record.text));
    }
    for (size_t i = 0; i < log->column_count; i++) {
        if (log->values[i].text == NULL) {
            return log_refuse(log, "the member %s is missing", log->columns[i]);
        }
    }
    for (size_t i = 0; i < log->column_count; i++) {
        log->values[i].text[log->values[i].length] = '\0';
    }
    return LOG_RECORD;
}
