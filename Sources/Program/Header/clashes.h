/* Names that would be one identifier. */
#ifndef HEADER_CLASHES_H
#define HEADER_CLASHES_H

#include <stdbool.h>

#include "arena.h"

/* An identifier in its scope, and what it stands for. */
typedef struct constant {
    const char *scope, *identifier, *kind, *name;
} constant;

typedef LIST(constant) constants;

/* Whether two constants are one identifier; each such pair is reported. Puts the constants in another order. */
bool report_clashes(const char *path, const char *language, constants *constants);

#endif
