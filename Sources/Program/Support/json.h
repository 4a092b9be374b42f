/* JSON, written into a buffer. Commas are set where they are needed. */
#ifndef SUPPORT_JSON_H
#define SUPPORT_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "buffer.h"

/* Begin and end a member of an object (or, with NULL, an element of an array, or the whole) that is an object or array. */
void json_begin_object(buffer *json, const char *key);
void json_end_object(buffer *json);
void json_begin_array(buffer *json, const char *key);
void json_end_array(buffer *json);

/* Members likewise. A text that is NULL is null; bytes that are no UTF-8 become U+FFFD. */
void json_add_text(buffer *json, const char *key, const char *text);
void json_add_number(buffer *json, const char *key, int64_t number);
void json_add_bool(buffer *json, const char *key, bool value);

/* Prints it, with a line end, and releases it. */
void json_print(buffer *json);

#endif
