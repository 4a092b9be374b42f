#include "messages.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void complain(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fputs("swiftfsm: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

void complain_usage(const char *command, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fprintf(stderr, "swiftfsm %s: ", command);
    vfprintf(stderr, format, arguments);
    fprintf(stderr, " (see swiftfsm %s --help)\n", command);
    va_end(arguments);
}

void print_harmless(FILE *file, const char *text) {
    for (; *text != '\0'; text++) {
        const unsigned char character = (unsigned char)*text;
        if (character < 0x20 || character == 0x7F) {
            fprintf(file, "\\x%02x", character);
        } else {
            fputc(character, file);
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------------
 * Names that are near
 * --------------------------------------------------------------------------------------------------------------- */

enum { LONGEST = 100 };

/* How many letters are to be changed, added, left out or exchanged with their neighbour: of three rows of a table the
 * last two and the one that is filled are kept. */
static size_t distance_between(const char *one, const char *other) {
    const size_t width = strlen(other);
    size_t rows[3][LONGEST + 1];
    for (size_t j = 0; j <= width; j++) {
        rows[0][j] = j;
    }
    size_t i = 0;
    for (; one[i] != '\0'; i++) {
        const size_t *const above = rows[i % 3], *const twice = rows[(i + 2) % 3];
        size_t *const row = rows[(i + 1) % 3];
        row[0] = i + 1;
        for (size_t j = 0; j < width; j++) {
            size_t least = above[j] + (one[i] == other[j] ? 0 : 1);
            least = above[j + 1] + 1 < least ? above[j + 1] + 1 : least;
            least = row[j] + 1 < least ? row[j] + 1 : least;
            if (i > 0 && j > 0 && one[i] == other[j - 1] && one[i - 1] == other[j] && twice[j - 1] + 1 < least) {
                least = twice[j - 1] + 1;
            }
            row[j + 1] = least;
        }
    }
    return rows[i % 3][width];
}

nearest nearest_to(const char *wanted) {
    return (nearest){.wanted = wanted, .distance = SIZE_MAX};
}

void nearest_offer(nearest *nearest, const char *name) {
    const size_t length = strlen(nearest->wanted);
    if (length > LONGEST || strlen(name) > LONGEST) {
        return;
    }
    const size_t distance = distance_between(nearest->wanted, name);
    if (distance < nearest->distance && distance <= 1 + length / 4) {
        nearest->distance = distance;
        snprintf(nearest->name, sizeof nearest->name, "%s", name);
    }
}

const char *nearest_question(nearest *nearest) {
    if (nearest->distance == SIZE_MAX) {
        return "";
    }
    snprintf(nearest->question, sizeof nearest->question, "; did you mean %s?", nearest->name);
    return nearest->question;
}
