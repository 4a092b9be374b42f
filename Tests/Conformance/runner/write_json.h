/* Cases as JSON, for bindings whose runners do not read what people write: the definition as text, for the library, and
 * the runs with numbers for ids. README.md says what it contains. */
#ifndef CONFORMANCE_WRITE_JSON_H
#define CONFORMANCE_WRITE_JSON_H

#include "check_case.h"
#include "json.h"

/* Reads the sections of a case that is defined, and adds all of it. */
void add_case(buffer *json, test_case *test, const char *path, const char *contents);

#endif
