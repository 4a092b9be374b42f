/* The formats in which definitions are written. */
#ifndef DOCUMENTS_FORMATS_H
#define DOCUMENTS_FORMATS_H

#include "document.h"

typedef struct format {
    const char *name;
    sfsm_format format;
    /* The endings of files, or NULL. */
    const char *endings[3];
    /* What the program dot makes of DOT: "svg"; or NULL. */
    const char *drawn;
} format;

enum { TEXT_FORMAT_COUNT = 8, FORMAT_COUNT = 11 };

/* Those of the library come first. */
extern const format formats[FORMAT_COUNT];
extern const char *const format_names[FORMAT_COUNT];

/* The format whose files end like this path, or NULL. */
const format *format_of_path(const char *path);

/* Writes a definition. False, which is reported, if that is not possible. */
bool write_document(const document *document, const sfsm_writing *writing, buffer *text);

#endif
