/* The document of a program: package-life.fsm, which stands beside the program, or anywhere. */
#ifndef DOCUMENT_H
#define DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>

struct document {
    char *path;
    char *text;
    size_t length;
};

/* Reads the file whose path the environment variable `variable` holds, or else the file `name` in the folder of the
 * program. Says on standard error what was wrong if it returns false; then there is nothing to release. */
bool document_read(struct document *document, const char *variable, const char *name);

void document_release(struct document *document);

#endif
