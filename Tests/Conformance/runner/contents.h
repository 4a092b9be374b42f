/* Files of cases: *.fsm is one, *.fsms has many, each of which begins with a line "# case ...". */
#ifndef CONFORMANCE_CONTENTS_H
#define CONFORMANCE_CONTENTS_H

#include "arena.h"
#include "report.h"

/* Whether a path ends like this. */
bool ends_with(const char *path, const char *ending);

/* The whole file, or NULL, which is reported. */
char *contents_read(arena *arena, report *report, const char *path);

/* The case behind the one that begins here, which is cut off there; NULL if there is none. Counts its lines. */
char *contents_next(char *start, int32_t *lines);

#endif
