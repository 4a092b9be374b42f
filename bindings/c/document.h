/* The document of a program, such as package-life.fsm, which stands beside the program, or anywhere. */
#ifndef DOCUMENT_H
#define DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <swiftfsm.h>

struct document {
    char *path;
    char *text;
    size_t length;
};

/* Where a program looks for its document: at the path that the environment variable holds, or else for a file of this
 * name in the folder of the program. */
struct document_place {
    const char *program; /* its name, for complaints */
    const char *variable;
    const char *name;
};

/* Reads the document. Says on standard error what was wrong if it returns false; then there is nothing to release. */
bool document_read(struct document *document, const struct document_place *place);

/* Adds text behind it. False if there is no memory. */
bool document_add(struct document *document, const char *text);

/* Builds what a document says, with these callbacks and a hook of each step, or NULL. NULL: standard error says why. */
sfsm_table *document_build(const struct document *document, const char *program, const sfsm_binding *bindings,
                           size_t binding_count, sfsm_function on_step);

void document_release(struct document *document);

#endif
