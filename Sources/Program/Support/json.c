#include "json.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The length of the UTF-8 character at the start of a text, or 0 if there is none. */
static size_t character_length(const unsigned char *text) {
    const size_t length = text[0] < 0x80                        ? 1
                          : text[0] >= 0xC2 && text[0] <= 0xDF ? 2
                          : (text[0] & 0xF0) == 0xE0           ? 3
                          : text[0] >= 0xF0 && text[0] <= 0xF4 ? 4
                                                                : 0;
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    const bool is_overlong = (text[0] == 0xE0 && text[1] < 0xA0) || (text[0] == 0xF0 && text[1] < 0x90);
    const bool is_beyond = (text[0] == 0xED && text[1] >= 0xA0) || (text[0] == 0xF4 && text[1] >= 0x90);
    return length > 1 && (is_overlong || is_beyond) ? 0 : length;
}

static void add_string(buffer *json, const char *text) {
    const unsigned char *next = (const unsigned char *)text;
    buffer_add_text(json, "\"");
    while (*next != '\0') {
        const size_t length = character_length(next);
        if (length == 0) {
            buffer_add_text(json, "\\ufffd");
        } else if (*next == '"' || *next == '\\') {
            buffer_add_format(json, "\\%c", *next);
        } else if (*next < 0x20 || *next == 0x7F) {
            buffer_add_format(json, "\\u%04x", *next);
        } else {
            buffer_add(json, (const char *)next, length);
        }
        next += length == 0 ? 1 : length;
    }
    buffer_add_text(json, "\"");
}

static void add_key(buffer *json, const char *key) {
    const char last = json->length == 0 ? '[' : json->text[json->length - 1];
    if (last != '[' && last != '{') {
        buffer_add_text(json, ", ");
    }
    if (key != NULL) {
        add_string(json, key);
        buffer_add_text(json, ": ");
    }
}

void json_begin_object(buffer *json, const char *key) {
    add_key(json, key);
    buffer_add_text(json, "{");
}

void json_end_object(buffer *json) {
    buffer_add_text(json, "}");
}

void json_begin_array(buffer *json, const char *key) {
    add_key(json, key);
    buffer_add_text(json, "[");
}

void json_end_array(buffer *json) {
    buffer_add_text(json, "]");
}

void json_add_text(buffer *json, const char *key, const char *text) {
    add_key(json, key);
    if (text == NULL) {
        buffer_add_text(json, "null");
    } else {
        add_string(json, text);
    }
}

void json_add_number(buffer *json, const char *key, int64_t number) {
    add_key(json, key);
    buffer_add_format(json, "%" PRId64, number);
}

void json_add_bool(buffer *json, const char *key, bool value) {
    add_key(json, key);
    buffer_add_text(json, value ? "true" : "false");
}

void json_print(buffer *json) {
    buffer_add_text(json, "\n");
    fwrite(json->text, 1, json->length, stdout);
    buffer_release(json);
}
