#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

void cursor_fault(cursor *cursor, const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    /* Behind the end: nothing more is expected of this line. */
    if (cursor->next <= cursor->line->tokens.count) {
        report_fault(cursor->report, cursor->line->number, "%s", text);
        cursor->next = cursor->line->tokens.count + 1;
    }
}

bool cursor_is_at_end(const cursor *cursor) {
    return cursor->next >= cursor->line->tokens.count;
}

const char *cursor_peek(const cursor *cursor) {
    return cursor_is_at_end(cursor) ? "the end of the line" : cursor->line->tokens.items[cursor->next].text;
}

bool cursor_sees_word(const cursor *cursor) {
    return !cursor_is_at_end(cursor) && cursor->line->tokens.items[cursor->next].kind == WORD;
}

bool cursor_sees_quoted(const cursor *cursor) {
    return !cursor_is_at_end(cursor) && cursor->line->tokens.items[cursor->next].kind == QUOTED;
}

bool cursor_sees_name(const cursor *cursor) {
    return cursor_sees_word(cursor) || cursor_sees_quoted(cursor);
}

bool cursor_sees(const cursor *cursor, const char *text) {
    return !cursor_is_at_end(cursor) && token_is(&cursor->line->tokens.items[cursor->next], text);
}

bool cursor_sees_second(const cursor *cursor, const char *text) {
    const size_t second = cursor->next + 1;
    return second < cursor->line->tokens.count && token_is(&cursor->line->tokens.items[second], text);
}

bool cursor_skip(cursor *cursor, const char *text) {
    if (!cursor_sees(cursor, text)) {
        return false;
    }
    cursor->next++;
    return true;
}

void cursor_expect(cursor *cursor, const char *text) {
    if (!cursor_skip(cursor, text)) {
        cursor_fault(cursor, "%s is expected here, not %s", text, cursor_peek(cursor));
    }
}

void cursor_expect_end(cursor *cursor) {
    if (!cursor_is_at_end(cursor)) {
        cursor_fault(cursor, "nothing more is expected here, not %s", cursor_peek(cursor));
    }
}

const char *cursor_word(cursor *cursor, const char *what) {
    if (!cursor_sees_word(cursor)) {
        cursor_fault(cursor, "%s is expected here, not %s", what, cursor_peek(cursor));
        return "";
    }
    return cursor->line->tokens.items[cursor->next++].text;
}

const char *cursor_quoted(cursor *cursor, const char *what) {
    if (!cursor_sees_quoted(cursor)) {
        cursor_fault(cursor, "%s is expected here, not %s", what, cursor_peek(cursor));
        return "";
    }
    return cursor->line->tokens.items[cursor->next++].text;
}

const char *cursor_name(cursor *cursor, const char *what) {
    return cursor_sees_quoted(cursor) ? cursor_quoted(cursor, what) : cursor_word(cursor, what);
}

bool is_integer(const char *word, int32_t *out_value) {
    char *end = NULL;
    errno = 0;
    const long long value = strtoll(word, &end, 10);
    if (end == word || *end != '\0' || errno != 0 || value < INT32_MIN || value > INT32_MAX) {
        return false;
    }
    *out_value = (int32_t)value;
    return true;
}

int32_t cursor_integer(cursor *cursor, const char *what) {
    int32_t value = 0;
    const char *const word = cursor_word(cursor, what);
    if (!is_integer(word, &value)) {
        cursor_fault(cursor, "%s is expected here, not %s", what, word);
    }
    return value;
}

int64_t cursor_long(cursor *cursor, const char *what) {
    const char *const word = cursor_word(cursor, what);
    char *end = NULL;
    errno = 0;
    const long long value = strtoll(word, &end, 10);
    if (end == word || *end != '\0' || errno != 0) {
        cursor_fault(cursor, "%s is expected here, not %s", what, word);
    }
    return value;
}

double cursor_number(cursor *cursor, const char *what) {
    const char *const word = cursor_word(cursor, what);
    char *end = NULL;
    const double value = strtod(word, &end);
    if (end == word || *end != '\0') {
        cursor_fault(cursor, "%s is expected here, not %s", what, word);
    }
    return value;
}

const char *cursor_words(cursor *cursor, arena *arena, const char *stop, const char *other_stop) {
    const char *words = "";
    while (cursor_sees_word(cursor) && !cursor_sees(cursor, stop) && !cursor_sees(cursor, other_stop)) {
        const char *const next = cursor_word(cursor, "a word");
        const size_t length = strlen(words) + strlen(next) + 2;
        char *const longer = arena_take(arena, length);
        snprintf(longer, length, "%s%s%s", words, *words == '\0' ? "" : " ", next);
        words = longer;
    }
    return words;
}
