/* A case that was read, held against the library. What differs is reported. */
#ifndef CONFORMANCE_CHECK_H
#define CONFORMANCE_CHECK_H

#include "words.h"

/* A builder that holds the definition; NULL, and a fault, if the library does not take it. The caller releases it. */
sfsm_builder *build_definition(test_case *test, const char *path);

/* The same, of a definition that the library reads itself from the text of the case. */
sfsm_builder *read_document(test_case *test, const char *path, const char *contents);

/* Compares what building told with what is expected. */
void check_diagnostics(test_case *test, const sfsm_diagnostics *diagnostics);

/* Compares the transitions that the table tells of, each in full with the row that it comes from. */
void check_transitions(test_case *test, const sfsm_table *table, const char *path);

/* Lets a machine over the table do what a run says. */
void perform_run(test_case *test, const run *run, const sfsm_table *table);

/* Reads a case, of which the contents are spoilt, and checks all of it. */
void check_case(test_case *test, report *report, char *contents);

#endif
