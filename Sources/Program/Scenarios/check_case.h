/* A document held against the library: its definition, and what its sections expect of that. */
#ifndef SCENARIOS_CHECK_CASE_H
#define SCENARIOS_CHECK_CASE_H

#include "words.h"

/* Lets the library read the text of a case that was opened, and build the definition, with a callback for every name that
 * it asks for. *out_diagnostics receives what it says of either; the caller releases it. */
sfsm_status case_define(test_case *test, const char *text, size_t length, sfsm_diagnostics **out_diagnostics);

/* A host that performs steps itself, or NULL: see performance.h. */
typedef struct host host;

/* Reads the sections of a case that was read and built, and checks all that they say. */
void case_check(test_case *test, const sfsm_diagnostics *diagnostics, const host *host);

/* Frees what a case has, opened or more. */
void case_close(test_case *test);

/* Compares what building told with what is expected. */
void check_diagnostics(test_case *test, const sfsm_diagnostics *diagnostics);

/* Compares the transitions that the table tells of, each in full with the row that it comes from. */
void check_transitions(test_case *test);

/* Lets a machine over the table do what a run says. */
void perform_run(test_case *test, const run *run, const host *host);

#endif
