/* A run while it is performed: callbacks take what they do and answer from what is expected next. */
#ifndef CONFORMANCE_PERFORMANCE_H
#define CONFORMANCE_PERFORMANCE_H

#include "check.h"

/* A call under way, of which so many callbacks have been called. Those that run inside it hold calls of their own. */
typedef struct frame {
    const call *call;
    size_t next;
    struct frame *outer;
} frame;

typedef struct performance {
    test_case *test;
    const sfsm_table *table;
    sfsm_machine *machine;
    frame *frame;
    /* Something was not as expected: nothing that follows would be. */
    bool has_diverged;
} performance;

/* Carries out a call, and compares all that comes of it. */
void perform_call(performance *performance, const call *call);

/* An sfsm_function. Its context is a callback. */
int32_t perform_callback(const sfsm_step *step, void *context);

/* The words of a status or outcome: "unknown event". Holds until the case is released. */
const char *outcome_words(test_case *test, int32_t outcome);

/* Reports, and ends the comparison of this run. */
void diverge(performance *performance, int32_t line, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
