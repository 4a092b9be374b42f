#include "log_line.h"

#include "package_life.h"

#include <stdbool.h>
#include <string.h>

#define LETTERS_AND_DIGITS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

/* The length of "YYYY-MM-DD HH:MM:SS " at the start of text, or 0. */
static size_t stamp_length(const char *text) {
    static const char shape[] = "0000-00-00 00:00:00 ";
    for (size_t i = 0; shape[i] != '\0'; i++) {
        bool fits = shape[i] == '0' ? text[i] >= '0' && text[i] <= '9' : text[i] == shape[i];
        if (!fits) {
            return 0;
        }
    }
    return sizeof shape - 1;
}

static int64_t number(const char *digits, int count) {
    int64_t value = 0;
    for (int i = 0; i < count; i++) {
        value = 10 * value + (digits[i] - '0');
    }
    return value;
}

/* The seconds of a stamp, in the calendar of today. Years begin with March here, so that leap days end them. */
static int64_t seconds_of(const char *stamp) {
    int64_t year = number(stamp, 4), month = number(stamp + 5, 2), day = number(stamp + 8, 2);
    year -= month < 3;
    month += month < 3 ? 9 : -3;
    int64_t days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day;
    return ((days * 24 + number(stamp + 11, 2)) * 60 + number(stamp + 14, 2)) * 60 + number(stamp + 17, 2);
}

/* The length of `word` and the space behind it at the start of text, or 0. */
static size_t word_length(const char *text, const char *word) {
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 && text[length] == ' ' ? length + 1 : 0;
}

/* The length of a package's name, with an architecture or (before multi-arch) without; 0 if there is none. */
static size_t package_length(const char *text) {
    size_t name = strspn(text, LETTERS_AND_DIGITS "+-.");
    if (name == 0 || text[name] != ':') {
        return name;
    }
    size_t architecture = strspn(text + name + 1, LETTERS_AND_DIGITS "-");
    return architecture == 0 ? 0 : name + 1 + architecture;
}

/* Whether text is `count` versions, a space before each and nothing after them. A version is any printable word: dpkg
 * also writes <none>. */
static bool is_versions(const char *text, int count) {
    for (; count > 0; count--) {
        if (*text++ != ' ') {
            return false;
        }
        const char *start = text;
        while (*text > ' ' && *text <= '~') {
            text++;
        }
        if (text == start) {
            return false;
        }
    }
    return *text == '\0';
}

/* "startup archives unpack", "conffile /etc/issue keep" */
static bool is_of_run(const char *text) {
    size_t word = word_length(text, "startup");
    if (word > 0) {
        const char *type = text + word;
        size_t length = word_length(type, "archives");
        if (length == 0) {
            length = word_length(type, "packages");
        }
        const char *command = type + length;
        return length > 0 && *command != '\0' && command[strspn(command, LETTERS_AND_DIGITS "-")] == '\0';
    }
    word = word_length(text, "conffile");
    if (word > 0) {
        const char *decision = strrchr(text + word, ' '); /* a file's name may have spaces in it */
        return decision != NULL && decision > text + word &&
               (strcmp(decision, " install") == 0 || strcmp(decision, " keep") == 0);
    }
    return false;
}

struct log_line log_line_parse(char *text, size_t length) {
    struct log_line line = { .kind = LINE_NOT_UNDERSTOOD, .event = SFSM_NONE };
    if (strlen(text) != length) {
        return line; /* a zero byte inside */
    }
    size_t stamp = stamp_length(text);
    if (stamp == 0) {
        return line;
    }
    line.seconds = seconds_of(text);
    text += stamp;
    if (is_of_run(text)) {
        line.kind = LINE_OF_RUN;
        return line;
    }
    for (size_t i = 0; i < EVENT_COUNT; i++) {
        size_t words = word_length(text, package_events[i].name);
        if (words == 0) {
            continue;
        }
        char *package = text + words;
        char *end = package + package_length(package);
        if (end > package && is_versions(end, package_events[i].id < REPORT_COUNT ? 1 : 2)) {
            *end = '\0';
            line.kind = LINE_OF_PACKAGE;
            line.event = package_events[i].id;
            line.package = package;
        }
        break;
    }
    return line;
}
