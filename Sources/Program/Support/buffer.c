#include "buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void buffer_add(buffer *buffer, const char *bytes, size_t count) {
    if (buffer->capacity - buffer->length <= count) {
        const size_t capacity = 2 * (buffer->length + count) + 64;
        char *const moved = realloc(buffer->text, capacity);
        if (moved == NULL) {
            fputs("swiftfsm: out of memory\n", stderr);
            exit(2);
        }
        buffer->text = moved;
        buffer->capacity = capacity;
    }
    if (count > 0) {
        memcpy(buffer->text + buffer->length, bytes, count);
    }
    buffer->length += count;
    buffer->text[buffer->length] = '\0';
}

void buffer_add_text(buffer *buffer, const char *text) {
    buffer_add(buffer, text, strlen(text));
}

void buffer_add_format(buffer *buffer, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    if (length > 0) {
        char *const text = malloc((size_t)length + 1);
        if (text == NULL) {
            fputs("swiftfsm: out of memory\n", stderr);
            exit(2);
        }
        vsnprintf(text, (size_t)length + 1, format, again);
        buffer_add(buffer, text, (size_t)length);
        free(text);
    }
    va_end(again);
    va_end(arguments);
}

const char *buffer_text(const buffer *buffer) {
    return buffer->text == NULL ? "" : buffer->text;
}

void buffer_clear(buffer *buffer) {
    buffer->length = 0;
    if (buffer->text != NULL) {
        buffer->text[0] = '\0';
    }
}

void buffer_release(buffer *buffer) {
    free(buffer->text);
    *buffer = (struct buffer){NULL, 0, 0};
}

sfsm_status buffer_write(void *context, const char *bytes, size_t count) {
    buffer_add(context, bytes, count);
    return SFSM_OK;
}
