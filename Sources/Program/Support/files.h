/* Files, read as a whole and written. */
#ifndef SUPPORT_FILES_H
#define SUPPORT_FILES_H

#include <stdbool.h>
#include <stdio.h>

#include "buffer.h"

/* Opens a file for reading, "-" being the standard input. NULL, which is reported, if it is none that can be read. */
FILE *file_open(const char *path);
void file_close(FILE *file);

/* How messages call a file. */
const char *file_name(const char *path);

/* Reads a whole file of at most so many bytes. False, which is reported, if that is not possible. */
bool file_read(const char *path, size_t most, buffer *out_text);

/* Writes a file, NULL being the standard output. False, which is reported, if that is not possible. */
bool file_write(const char *path, const char *bytes, size_t count);

/* Ends the output; STATUS_UNUSABLE, which is reported, if something could not be written, and otherwise `status`. */
int output_end(int status);

#endif
