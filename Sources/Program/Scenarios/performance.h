/* A run while it is performed: callbacks take what they do and answer from what is expected next. */
#ifndef SCENARIOS_PERFORMANCE_H
#define SCENARIOS_PERFORMANCE_H

#include "check_case.h"
#include "values.h"

/* A call under way, of which so many callbacks have been called. Those that run inside it hold calls of their own. */
typedef struct frame {
    const call *call;
    size_t next;
    struct frame *outer;
} frame;

/* A host that performs the steps of calls itself, instead of the library. */
struct host {
    void *context;
    /* Performs a call from outside; false leaves it to the library. */
    bool (*perform)(struct performance *performance, const call *call, const sfsm_message *message,
                    sfsm_outcome *out_outcome);
    /* Is called for each callback, and calls perform_expected. NULL: nothing comes in between. */
    int32_t (*call_back)(const callback *called, const sfsm_step *step, const passed_list *passed);
};

typedef struct performance {
    test_case *test;
    const sfsm_table *table;
    sfsm_machine *machine;
    frame *frame;
    /* The timers that have names. */
    uint64_t timers[TIMER_CAPACITY + 1];
    /* Something was not as expected: nothing that follows would be. */
    bool has_diverged;
    /* Or NULL. */
    const host *host;
} performance;

/* More ids or reasons than any case names. */
enum { CAPACITY = 256 };

/* What a call gave beside its outcome. */
typedef struct answer {
    sfsm_outcome outcome;
    int32_t id;
    int32_t ids[CAPACITY];
    sfsm_reason reasons[CAPACITY];
    size_t count;
} answer;

/* Carries out a call, and compares all that comes of it. */
void perform_call(performance *performance, const call *call);

/* Compares what came of a call with its result. */
void check_answer(performance *performance, const call *call, const answer *answer);

/* Lets a callback be the one that is called now: checks it, does what stands below it, and answers. A callable has
 * been passed something, and is told the step only if it asks for that (or NULL). */
int32_t perform_next(const callback *called, const sfsm_step *step, const passed_list *passed);

/* The same, whatever the host does. */
int32_t perform_expected(const callback *called, const sfsm_step *step, const passed_list *passed);

/* Compares what a callable was passed with what is expected, as far as that is written. */
void check_passed(performance *performance, const happening *expected, const signature *signature,
                  const passed_list *passed);

/* The machine's context, as it must be, is the performance. */
void check_context(performance *performance, int32_t line, const void *context);

/* Makes the library's callable for a callback with a signature; what is not taken is reported. */
void make_callable(test_case *test, callback *callback);
void release_callables(test_case *test);

/* The callback as the library takes it, for one registration. */
sfsm_callback registration(const callback *callback);

/* The words of a status or outcome: "unknown event". Holds until the case is released. */
const char *outcome_words(test_case *test, int32_t outcome);

/* Reports, and ends the comparison of this run. */
void diverge(performance *performance, int32_t line, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
