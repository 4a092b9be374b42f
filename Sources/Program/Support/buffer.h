/* Text that grows. */
#ifndef SUPPORT_BUFFER_H
#define SUPPORT_BUFFER_H

#include <stddef.h>

#include "swiftfsm.h"

/* Begins as {0}; the text is NULL until something is added, and ends with a zero then, which the length does not count. */
typedef struct buffer {
    char *text;
    size_t length;
    size_t capacity;
} buffer;

/* Adds bytes; ends the process if there is no memory for them. */
void buffer_add(buffer *buffer, const char *bytes, size_t count);
void buffer_add_text(buffer *buffer, const char *text);
void buffer_add_format(buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The text, "" if there is none. Holds until more is added. */
const char *buffer_text(const buffer *buffer);
/* Empties it. */
void buffer_clear(buffer *buffer);
void buffer_release(buffer *buffer);

/* An sfsm_writer that adds to the buffer which is its context. */
sfsm_status buffer_write(void *context, const char *bytes, size_t count);

#endif
