/* A run while it is performed: callbacks take what they do and answer from what is expected next. */
#ifndef CONFORMANCE_PERFORMANCE_H
#define CONFORMANCE_PERFORMANCE_H

#include "check.h"
#include "values.h"

/* A call under way, of which so many callbacks have been called. Those that run inside it hold calls of their own. */
typedef struct frame {
    const call *call;
    size_t next;
    struct frame *outer;
} frame;

/* What callbacks have answered while a plan was made, if each of them postpones it at first: it is made once more for each
 * of them, and calls them in the same order. */
typedef struct replies {
    bool is_planning;
    LIST(int32_t) given;
    /* The one that is asked next. */
    size_t next;
    bool is_postponed;
    /* The next one that is not given has postponed the plan already. */
    bool is_awaited;
} replies;

typedef struct performance {
    test_case *test;
    const sfsm_table *table;
    sfsm_machine *machine;
    frame *frame;
    /* The timers that have names. */
    uint64_t timers[TIMER_CAPACITY + 1];
    /* Something was not as expected: nothing that follows would be. */
    bool has_diverged;
    replies replies;
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

/* Performs an event, a request, a start, a stop or what waits step by step, from the library's plans. */
sfsm_outcome call_planned(performance *performance, const call *call, const sfsm_message *message);

/* Whether states are nested. */
bool is_chart(const test_case *test);

/* Compares what came of a call with its result. */
void check_answer(performance *performance, const call *call, const answer *answer);

/* Begins to make a plan, for the first time or again. */
void begin_planning(performance *performance, bool is_first);

/* Ends it. Returns whether the plan has to be made again. */
bool end_planning(performance *performance);

/* Lets a callback be the one that is called now: checks it, does what stands below it, and answers. A callable has
 * been passed something, and is told the step only if it asks for that (or NULL). */
int32_t perform_next(const callback *called, const sfsm_step *step, const passed_list *passed);

/* Compares what a callable was passed with what is expected, as far as that is written. */
void check_passed(performance *performance, const happening *expected, const signature *signature,
                  const passed_list *passed);

/* The machine's context, as it must be, is the performance. */
void check_context(performance *performance, int32_t line, const void *context);

/* Makes the library's callables for those of the definition; what is not taken is reported. */
void make_callables(test_case *test);
void release_callables(test_case *test);

/* The callback as the library takes it, for one registration. */
sfsm_callback registration(const callback *callback);

/* The words of a status or outcome: "unknown event". Holds until the case is released. */
const char *outcome_words(test_case *test, int32_t outcome);

/* Reports, and ends the comparison of this run. */
void diverge(performance *performance, int32_t line, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
