/* The ids of a definition as source text of a language. */
#ifndef HEADER_HEADER_H
#define HEADER_HEADER_H

#include "document.h"
#include "languages.h"

/* Writes all ids. False, which is reported, if two names would be one identifier. `space` is the name of it all. */
bool write_header(const document *document, const language *language, const char *space, buffer *text);

#endif
