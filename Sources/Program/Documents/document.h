/* A document, read from a file and built. */
#ifndef DOCUMENTS_DOCUMENT_H
#define DOCUMENTS_DOCUMENT_H

#include <stdbool.h>

#include "buffer.h"
#include "json.h"
#include "swiftfsm.h"

typedef struct document {
    const char *path;
    buffer text;
    sfsm_table *table;
} document;

/* Reads the text of a document. False, which is reported, if the file cannot be read, or is no text. */
bool document_read_text(const char *path, buffer *out_text);

/* Reads and builds a document; a finder that is NULL leaves all callbacks out. False, which is reported, if the file
 * cannot be read or the document has errors. The caller releases the document either way. */
bool document_open(document *document, const char *path, sfsm_finder finder, void *context);
void document_release(document *document);

/* Prints diagnostics on the standard error, as file:line:column: severity: text, with further places below. */
void print_diagnostics(const sfsm_diagnostics *diagnostics);
/* Adds them to an array of JSON. */
void add_diagnostics(buffer *json, const sfsm_diagnostics *diagnostics);
/* The number of those of a severity. */
size_t count_diagnostics(const sfsm_diagnostics *diagnostics, sfsm_severity severity);

#endif
