/* Names of documents as identifiers of programming languages. */
#ifndef HEADER_IDENTIFIERS_H
#define HEADER_IDENTIFIERS_H

#include <stdbool.h>

#include "buffer.h"

/* IS_INSTALLED, is_installed, isInstalled, IsInstalled */
typedef enum { UPPER_SNAKE, LOWER_SNAKE, LOWER_CAMEL, UPPER_CAMEL } identifier_style;

/* Writes a name in a style, of ASCII alone: words are separated by what is neither letter nor digit, and where small
 * letters are followed by large ones; what is beyond ASCII becomes its number, u00e4. A digit gets an underscore before
 * it where it would be the first, and a keyword (ended by NULL) one behind. */
void write_identifier(buffer *text, const char *name, identifier_style style, const char *const *keywords);

/* Writes a name so that it can stand in any comment and between quotes, whatever it is: it ends no line and no comment. */
void write_harmless(buffer *text, const char *name);

#endif
