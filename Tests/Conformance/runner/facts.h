/* What the cases check beyond what a run says: that the table tells what is written, and that what is written of the
 * definition is read as the same. */
#ifndef CONFORMANCE_FACTS_H
#define CONFORMANCE_FACTS_H

#include "check_case.h"

/* Compares what the table tells of events, superstates and nesting with the lines of the definition. */
void check_table(test_case *test);

/* The canonical text must be read as the same definition, of which the text is the same. */
void check_writing(test_case *test, const char *contents);

#endif
