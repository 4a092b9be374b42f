/* Shapes of definitions and of work, each of any size. */
#ifndef SHAPES_H
#define SHAPES_H

#include "definitions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct shape {
    void (*work)(size_t size); /* counts one thing or several, each by its name */
    size_t smallest;           /* of the sizes, each twice the one before; ends a list where `work` is NULL */
    size_t long_smallest;      /* in long runs; 0: as many times larger as others are */
    size_t largest;            /* larger sizes are left out; 0: none are */
} shape;

/* The shapes of each theme. */
extern const shape row_shapes[], adoption_shapes[], match_shapes[], fault_shapes[], nesting_shapes[], region_shapes[],
    event_shapes[], document_shapes[], picture_shapes[], snapshot_shapes[], replay_shapes[];

/* Builds, and counts that. Releases the builder. */
sfsm_table *counted_build(const char *name, sfsm_builder *builder, size_t size);

/* Builds a definition that must have so many errors (0: any number), and counts that with their text. Releases the
 * builder. */
void counted_faults(const char *name, sfsm_builder *builder, size_t size, size_t faults);

/* Text that grows. */
typedef struct text {
    char *bytes;
    size_t length, capacity;
} text;

void append(text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A sfsm_writer for a text at `context`. */
sfsm_status append_bytes(void *context, const char *bytes, size_t count);

#endif
