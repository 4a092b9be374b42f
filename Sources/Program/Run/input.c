#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "messages.h"
#include "simulator.h"

enum { LINE_LIMIT = 65536 };

const char *read_line(simulator *simulator, const char *prompt) {
    buffer *const line = &simulator->line;
    buffer_clear(line);
    if (!simulator->is_json) {
        fputs(prompt, stdout);
        fflush(stdout);
    }
    int byte = simulator->has_ended ? EOF : getchar();
    if (byte == EOF && ferror(stdin) && !simulator->has_ended && !simulator->is_interactive) {
        complain("standard input cannot be read: %s", strerror(errno));
        simulator->has_failed = true;
    }
    simulator->has_ended = byte == EOF;
    for (; byte != EOF && byte != '\n'; byte = getchar()) {
        const char character = (char)byte;
        if (line->length < LINE_LIMIT) {
            buffer_add(line, &character, 1);
        }
    }
    if (line->length > 0 && line->text[line->length - 1] == '\r') {
        line->text[--line->length] = '\0';
    }
    if (simulator->has_ended) {
        if (!simulator->is_json) {
            putchar('\n');
        }
        return NULL;
    }
    if (!simulator->is_interactive && !simulator->is_json) {
        print_harmless(stdout, buffer_text(line));
        putchar('\n');
    }
    return buffer_text(line);
}

void refuse(simulator *simulator, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fputs("swiftfsm run: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    simulator->has_failed = true;
}

int ask_choice(simulator *simulator, const char *question, const char *const *choices, size_t count) {
    buffer prompt = {NULL, 0, 0};
    buffer_add_format(&prompt, "  %s (", question);
    for (size_t i = 0; i < count; i++) {
        buffer_add_format(&prompt, "%s%s", i == 0 ? "" : ", ", choices[i]);
    }
    buffer_add_format(&prompt, ")? [%s] ", choices[0]);
    int choice = -1;
    const char *answer;
    while (choice < 0 && (answer = read_line(simulator, prompt.text)) != NULL) {
        nearest nearest = nearest_to(answer);
        for (size_t i = 0; i < count && choice < 0; i++) {
            choice = strcmp(answer, choices[i]) == 0 || (i == 0 && *answer == '\0') ? (int)i : -1;
            nearest_offer(&nearest, choices[i]);
        }
        /* One letter may do. */
        for (size_t i = 0; i < count && choice < 0 && strlen(answer) == 1; i++) {
            choice = choices[i][0] == *answer ? (int)i : -1;
        }
        if (choice < 0) {
            refuse(simulator, "%s is none of these%s", answer, nearest_question(&nearest));
        }
    }
    buffer_release(&prompt);
    return choice;
}
