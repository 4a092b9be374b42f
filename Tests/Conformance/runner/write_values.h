/* What cases send and are told, as JSON: README.md, "As JSON". */
#ifndef CONFORMANCE_WRITE_VALUES_H
#define CONFORMANCE_WRITE_VALUES_H

#include "json.h"
#include "sections.h"

/* A list of ids. */
void add_ids(buffer *json, const char *key, const int32_t *ids, size_t count);
/* A list of pairs: predicate type and case. */
void add_cases(buffer *json, const char *key, const sent_cases *cases);
/* A number of 64 bits, as text: not every language reads these. */
void add_long(buffer *json, const char *key, int64_t number);
/* A time in seconds: the shortest text that is read as the same number. */
void add_time(buffer *json, const char *key, double time);
/* A value with its type, without a key. */
void add_value(buffer *json, test_case *test, const sfsm_value *value);
/* A list of values; null where nothing is said of them. */
void add_arguments(buffer *json, test_case *test, const char *key, bool is_said, const arguments *arguments);

#endif
