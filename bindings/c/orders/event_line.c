#include "event_line.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_LIMIT = SFSM_PARAMETER_LIMIT + 3, NO_WORDS = -1 };

__attribute__((format(printf, 2, 3))) static bool wrong(struct event_line *line, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line->error, sizeof line->error, format, arguments);
    va_end(arguments);
    line->kind = LINE_WRONG;
    return false;
}

/* Takes a word in quotes, of which `text` is the first byte behind the quote, and ends it with a zero. Returns what
 * follows it; NULL if the quote is not closed. */
static char *end_quoted(char *text) {
    char *end = text;
    while (*text != '"') {
        if (*text == '\\' && (text[1] == '"' || text[1] == '\\')) {
            text++;
        }
        if (*text == '\0') {
            return NULL;
        }
        *end++ = *text++;
    }
    *end = '\0';
    return text + 1;
}

/* Divides a text into words. Returns their number, or NO_WORDS. */
static int divide(struct event_line *line, char *text, char **words) {
    int count = 0;
    while (*(text += strspn(text, " \t")) != '\0') {
        if (count == WORD_LIMIT) {
            return wrong(line, "there are more than %d words", (int)WORD_LIMIT), NO_WORDS;
        }
        if (*text == '"') {
            words[count++] = text + 1;
            text = end_quoted(text + 1);
            if (text == NULL) {
                return wrong(line, "a quote is not closed: write \\\" for a quote inside of a word"), NO_WORDS;
            }
            if (*text != '\0' && *text != ' ' && *text != '\t') {
                return wrong(line, "a space is missing behind a quote"), NO_WORDS;
            }
        } else {
            words[count++] = text;
            text += strcspn(text, " \t");
        }
        if (*text != '\0') {
            *text++ = '\0';
        }
    }
    return count;
}

static bool parse_number(const char *word, int64_t *number) {
    char *end;
    errno = 0;
    long long parsed = strtoll(word, &end, 10);
    *number = parsed;
    return errno == 0 && end != word && *end == '\0' && strchr("-0123456789", *word) != NULL;
}

/* The word as an argument of the event. */
static bool parse_argument(struct event_line *line, const sfsm_table *table, size_t index, const char *word) {
    sfsm_value *value = &line->arguments[index];
    int64_t number;
    if (sfsm_table_argument_type(table, line->event, index) == SFSM_STR) {
        *value = sfsm_value_of_string(word);
        return true;
    }
    if (!parse_number(word, &number)) {
        const char *name = sfsm_table_argument_name(table, line->event, index);
        return wrong(line, "'%s' needs a whole number for %s, not '%.40s'", line->name,
                     name == NULL ? "its argument" : name, word);
    }
    *value = sfsm_value_of_integer(number);
    return true;
}

static bool parse_event(struct event_line *line, const sfsm_table *table, char **words, size_t count) {
    line->kind = LINE_EVENT;
    line->event = sfsm_table_event_named(table, line->name, strlen(line->name));
    if (line->event == SFSM_NONE) {
        return wrong(line, "there is no event '%.40s': orders.fsm lists them", line->name);
    }
    line->name = sfsm_table_event_name(table, line->event); /* an earlier name is as good */
    line->argument_count = sfsm_table_argument_count(table, line->event);
    if (count != line->argument_count) {
        return wrong(line, "'%s' needs %zu arguments, not %zu", line->name, line->argument_count, count);
    }
    for (size_t i = 0; i < count; i++) {
        if (!parse_argument(line, table, i, words[i])) {
            return false;
        }
    }
    return true;
}

static bool parse_time(struct event_line *line, char **words, int count) {
    line->kind = LINE_TIME;
    return (count == 1 && parse_number(words[0] + 1, &line->time) && line->time >= 0) ||
           wrong(line, "expected @ and a time in seconds, such as @86400, and nothing else");
}

void event_line_parse(struct event_line *line, char *text, size_t length, const sfsm_table *table) {
    char *words[WORD_LIMIT];
    line->kind = LINE_EMPTY;
    if (strlen(text) != length) {
        wrong(line, "there is a zero byte inside");
        return;
    }
    int count = text[0] == '#' ? 0 : divide(line, text, words);
    if (count <= 0) {
        return;
    }
    if (words[0][0] == '@') {
        parse_time(line, words, count);
    } else if (count < 3) {
        wrong(line, "expected KEY ORDER EVENT [ARGUMENT ...]");
    } else if (*words[0] == '\0') {
        wrong(line, "the key is empty");
    } else if (!parse_number(words[1], &line->order) || line->order <= 0) {
        wrong(line, "the order must be a number above 0, not '%.40s'", words[1]);
    } else {
        line->key = words[0];
        line->name = words[2];
        if (strcmp(line->name, "create") != 0) {
            parse_event(line, table, words + 3, (size_t)count - 3);
        } else if (count != 4 || *words[3] == '\0') {
            wrong(line, "'create' needs the customer's name");
        } else {
            line->kind = LINE_CREATE;
            line->customer = words[3];
        }
    }
}
