#include "identifiers.h"

#include <ctype.h>
#include <string.h>

/* What is written so far of an identifier, and what comes next. */
typedef struct identifier {
    buffer text;
    identifier_style style;
    bool begins_word;
    bool ends_small;
} identifier;

static void add_letter(identifier *identifier, char letter) {
    const bool is_large = isupper((unsigned char)letter) != 0;
    const bool begins_word = identifier->begins_word || (is_large && identifier->ends_small);
    const bool is_first = identifier->text.length == 0;
    const bool is_snake = identifier->style == UPPER_SNAKE || identifier->style == LOWER_SNAKE;
    if (is_first && isdigit((unsigned char)letter)) {
        buffer_add_text(&identifier->text, "_");
    } else if (!is_first && begins_word && is_snake) {
        buffer_add_text(&identifier->text, "_");
    }
    const bool becomes_large = identifier->style == UPPER_SNAKE ||
                               (!is_snake && begins_word && (!is_first || identifier->style == UPPER_CAMEL));
    const char written = (char)(becomes_large ? toupper((unsigned char)letter) : tolower((unsigned char)letter));
    /* Camels of digits are kept apart. */
    const char last = is_first ? 'a' : identifier->text.text[identifier->text.length - 1];
    if (!is_snake && begins_word && isdigit((unsigned char)letter) && isdigit((unsigned char)last)) {
        buffer_add_text(&identifier->text, "_");
    }
    buffer_add(&identifier->text, &written, 1);
    identifier->begins_word = false;
    identifier->ends_small = !is_large;
}

/* Reads a character of UTF-8, which the library has found to be right. */
static unsigned long read_character(const char **next) {
    const unsigned char first = (unsigned char)*(*next)++;
    unsigned long character = first < 0x80 ? first : first < 0xE0 ? first & 0x1FU : first < 0xF0 ? first & 0xFU : first & 7U;
    while (((unsigned char)**next & 0xC0) == 0x80) {
        character = character << 6 | ((unsigned char)*(*next)++ & 0x3FU);
    }
    return character;
}

static bool is_keyword(const char *word, const char *const *keywords) {
    for (; *keywords != NULL; keywords++) {
        if (strcmp(word, *keywords) == 0) {
            return true;
        }
    }
    return false;
}

void write_identifier(buffer *text, const char *name, identifier_style style, const char *const *keywords) {
    identifier identifier = {.text = {NULL, 0, 0}, .style = style, .begins_word = true};
    while (*name != '\0') {
        const unsigned long character = read_character(&name);
        if (character < 0x80 && isalnum((int)character)) {
            add_letter(&identifier, (char)character);
        } else if (character < 0x80) {
            identifier.begins_word = true;
        } else {
            buffer number = {NULL, 0, 0};
            buffer_add_format(&number, "u%04lx", character);
            identifier.begins_word = true;
            for (size_t i = 0; i < number.length; i++) {
                add_letter(&identifier, number.text[i]);
            }
            identifier.begins_word = true;
            buffer_release(&number);
        }
    }
    if (identifier.text.length == 0) {
        buffer_add_text(&identifier.text, "_");
    }
    buffer_add(text, identifier.text.text, identifier.text.length);
    if (is_keyword(identifier.text.text, keywords)) {
        buffer_add_text(text, "_");
    }
    buffer_release(&identifier.text);
}

/* Controls, and what some languages take for the end of a line. */
static bool is_harmful(unsigned long character) {
    return character < 0x20 || (character >= 0x7F && character < 0xA0) || (character >= 0x2028 && character <= 0x202E) ||
           (character >= 0x2066 && character <= 0x2069);
}

void write_harmless(buffer *text, const char *name) {
    while (*name != '\0') {
        const char *const start = name;
        const unsigned long character = read_character(&name);
        if (is_harmful(character)) {
            buffer_add_format(text, "\\u%04lx", character);
        } else if (character == '"' || character == '\\') {
            buffer_add_format(text, "\\%c", (char)character);
        } else {
            buffer_add(text, start, (size_t)(name - start));
        }
        if (character == '*' && *name == '/') {
            buffer_add_text(text, " ");
        }
    }
}
