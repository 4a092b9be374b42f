#include "text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool token_is(const token *token, const char *text) {
    return token->kind != QUOTED && strcmp(token->text, text) == 0;
}

/* A hyphen belongs to a word if a letter or digit follows, so that "a->b" is three tokens. */
static bool belongs_to_word(const char *character) {
    const unsigned char first = (unsigned char)character[0];
    return isalnum(first) || first == '_' || first == '.' || first >= 0x80 ||
           (first == '-' && isalnum((unsigned char)character[1]));
}

bool is_plain_word(const char *text) {
    bool is_plain = *text != '\0';
    for (; is_plain && *text != '\0'; text++) {
        is_plain = belongs_to_word(text);
    }
    return is_plain;
}

/* The length of the mark at the start of a text, or 0. */
static size_t mark_length(const char *start) {
    if (strncmp(start, "->", 2) == 0) {
        return 2;
    }
    return *start != '\0' && strchr("[]|,:?/=()", *start) != NULL ? 1 : 0;
}

/* Adds the text that begins with a quote, and gives what stands behind it; NULL, and a fault, if it does not end. */
static const char *read_quoted(arena *arena, report *report, line *line, const char *start) {
    char *const text = arena_take(arena, strlen(start));
    size_t length = 0;
    for (start++; *start != '"'; start++) {
        if (*start == '\\' && (start[1] == '"' || start[1] == '\\')) {
            start++;
        } else if (*start == '\\' || *start == '\0') {
            report_fault(report, line->number, *start == '\0' ? "a quote is not closed"
                                                              : "behind \\ stands \" or \\ in a quote");
            return NULL;
        }
        text[length++] = *start;
    }
    *LIST_ADD(arena, &line->tokens) = (token){text, QUOTED};
    return start + 1;
}

static void read_tokens(arena *arena, report *report, line *line, const char *start) {
    while (start != NULL && *start != '\0' && *start != '#') {
        if (*start == ' ') {
            start++;
            continue;
        }
        if (*start == '"') {
            start = read_quoted(arena, report, line, start);
            continue;
        }
        size_t length = mark_length(start);
        const bool is_word = length == 0;
        while (is_word && belongs_to_word(start + length)) {
            length++;
        }
        if (length == 0) {
            report_fault(report, line->number, "there is no such mark: '%c'", *start);
            return;
        }
        *LIST_ADD(arena, &line->tokens) = (token){arena_text(arena, start, length), is_word ? WORD : MARK};
        start += length;
        if (is_word && *start == '#') {
            report_fault(report, line->number, "a comment needs a space before it");
            return;
        }
    }
}

/* What a line is read for. */
typedef struct reading {
    arena *arena;
    report *report;
    text *text;
    /* The line is behind the definition. */
    bool is_in_section;
} reading;

/* Whether a line begins a section that the library does not read. */
static bool begins_section(const line *line) {
    const token *const first = &line->tokens.items[0];
    return line->depth == 0 &&
           (token_is(first, "run") || token_is(first, "diagnostics") || token_is(first, "transitions"));
}

/* What concerns cases of the conformance tests alone. */
static void read_comment(reading *reading, int32_t number, const char *start) {
    static const char announcement[] = "# wrong in line ";
    if (reading->report->is_strict && number == 1 && (strncmp(start, "# ", 2) != 0 || start[2] == '\0')) {
        report_fault(reading->report, number, "a case begins with a comment that states its rule");
    }
    if (strncmp(start, announcement, sizeof announcement - 1) == 0) {
        reading->text->announced_fault = (int32_t)strtol(start + sizeof announcement - 1, NULL, 10);
    }
}

line text_read_line(arena *arena, const char *start, int32_t number) {
    report silent = {.is_quiet = true};
    const size_t indentation = strspn(start, " ");
    line line = {.number = number, .depth = indentation / 2};
    read_tokens(arena, &silent, &line, start + indentation);
    return line;
}

static void read_line(reading *reading, int32_t number, const char *start) {
    text *const text = reading->text;
    read_comment(reading, number, start);
    const size_t indentation = strspn(start, " ");
    line line = text_read_line(reading->arena, start, number);
    if (line.tokens.count > 0 && begins_section(&line)) {
        reading->is_in_section = true;
    }
    if (reading->is_in_section) {
        line.tokens.count = 0;
        read_tokens(reading->arena, reading->report, &line, start + indentation);
    }
    if (line.tokens.count == 0) {
        return;
    }
    const size_t former = text->lines.count > 0 ? text->lines.items[text->lines.count - 1].depth : 0;
    const bool is_misplaced = indentation % 2 != 0 || line.depth > (text->lines.count > 0 ? former + 1 : 0);
    if (reading->is_in_section && is_misplaced) {
        report_fault(reading->report, number, "the line is indented by %zu spaces: each level is two", indentation);
    }
    *LIST_ADD(reading->arena, &text->lines) = line;
}

text text_read(arena *arena, report *report, char *start) {
    text text = {.announced_fault = 0};
    reading reading = {arena, report, &text, false};
    if (strncmp(start, "\xEF\xBB\xBF", 3) == 0) {
        start += 3;
    }
    for (int32_t number = 1; start != NULL; number++) {
        char *const end = strchr(start, '\n');
        if (end != NULL) {
            *end = '\0';
            if (end > start && end[-1] == '\r') {
                end[-1] = '\0';
            }
        }
        read_line(&reading, number, start);
        start = end == NULL ? NULL : end + 1;
    }
    return text;
}
