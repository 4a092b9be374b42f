/* Pictures of definitions. */
#ifndef DRAW_DRAW_H
#define DRAW_DRAW_H

#include "formats.h"

/* Lets the program dot draw a text; the path NULL is the standard output. False, which is reported, if it cannot. */
bool draw_by_dot(const buffer *text, const char *kind, const char *path);

/* Reads how often each row was taken from a file with lines "row,taken" below a heading. False, which is reported, if it
 * cannot be read. */
bool read_counts(const char *path, uint64_t *taken, size_t count);

#endif
