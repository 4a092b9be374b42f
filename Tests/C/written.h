/* What the library writes, as a string. */
#ifndef SFSM_TESTS_WRITTEN_H
#define SFSM_TESTS_WRITTEN_H

#include "support.h"

typedef struct written {
    char *text;
    size_t length;
} written;

/* A writer, whose context is a `written`. */
sfsm_status append_written(void *context, const char *bytes, size_t count);

/* What is written of a builder or a table; the caller frees its text. `writing` may be NULL. */
written write_builder(const sfsm_builder *builder, const sfsm_writing *writing);
written write_table(const sfsm_table *table, const sfsm_writing *writing);

/* A definition that was read from a text, without callbacks; and its table. */
sfsm_builder *read_builder(const char *text);
sfsm_table *read_table(const char *text);

#endif
