/* A document as text: lines of words and marks, each with its depth. */
#ifndef SCENARIOS_TEXT_H
#define SCENARIOS_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "arena.h"
#include "report.h"

typedef enum { MARK, WORD, QUOTED } token_kind;

/* A mark, such as -> or [; a word; or a text that stands in quotes, without them. */
typedef struct token {
    const char *text;
    token_kind kind;
} token;

/* Whether a token is this word or mark. */
bool token_is(const token *token, const char *text);

typedef struct line {
    int32_t number;
    /* How far it is indented: two spaces are one level. */
    size_t depth;
    LIST(token) tokens;
} line;

/* The lines that say something; comments and empty ones are left out. */
typedef struct text {
    LIST(line) lines;
    /* The line of the first fault that a case under wrong/ announces, or 0. */
    int32_t announced_fault;
} text;

/* Reads the text of a document, which is spoilt by that. What is wrong with the lines of sections behind the definition
 * is reported: those before are for the library to judge. */
text text_read(arena *arena, report *report, char *start);

/* Reads one line, of which nothing is reported. */
line text_read_line(arena *arena, const char *start, int32_t number);

/* Whether a word needs no quotes. */
bool is_plain_word(const char *text);

/* A place in a line, from which tokens are taken one after the other. */
typedef struct cursor {
    report *report;
    const line *line;
    size_t next;
} cursor;

/* Reports a fault of the line, of which nothing is left then: one fault a line is enough. */
void cursor_fault(cursor *cursor, const char *format, ...) __attribute__((format(printf, 2, 3)));

bool cursor_is_at_end(const cursor *cursor);
/* The next token as it was written, "the end of the line" after the last. */
const char *cursor_peek(const cursor *cursor);
bool cursor_sees_word(const cursor *cursor);
bool cursor_sees_quoted(const cursor *cursor);
/* A word, or any text in quotes. */
bool cursor_sees_name(const cursor *cursor);
bool cursor_sees(const cursor *cursor, const char *text);
/* Whether the token behind the next one is this. */
bool cursor_sees_second(const cursor *cursor, const char *text);
/* Goes past the next token if it is this one. */
bool cursor_skip(cursor *cursor, const char *text);

/* These take what must be there; otherwise they report that `what` is missing, and give "", 0 or nothing. */
void cursor_expect(cursor *cursor, const char *text);
void cursor_expect_end(cursor *cursor);
const char *cursor_word(cursor *cursor, const char *what);
const char *cursor_quoted(cursor *cursor, const char *what);
const char *cursor_name(cursor *cursor, const char *what);
int32_t cursor_integer(cursor *cursor, const char *what);
int64_t cursor_long(cursor *cursor, const char *what);
double cursor_number(cursor *cursor, const char *what);
/* The words up to a mark, or the end, or one of two words, as one text. */
const char *cursor_words(cursor *cursor, arena *arena, const char *stop, const char *other_stop);

/* Whether a word is an integer that fits. */
bool is_integer(const char *word, int32_t *out_value);

#endif
