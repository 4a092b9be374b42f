/* What it costs to build tables whose rows depend on predicates. */
#ifndef PREDICATE_BUILDS_H
#define PREDICATE_BUILDS_H

#include <stdbool.h>

/* Builds each definition once, or often enough for a median, which is printed; and checks that its machines do what the
 * rows say. */
void measure_predicate_builds(bool only_checks);

#endif
