/* What callable_benchmark measures: something that is done many times over, through the library or through libffi. */
#ifndef CALLABLE_WORK_H
#define CALLABLE_WORK_H

#include "callable_functions.h"

/* The only state and the event that counts; ASK has it sent from inside a step. */
enum { IDLE };
enum { WORK = 1, ASK = 2 };

typedef enum hearing {
    HEARS_NOTHING, /* no function is called */
    HEARS_EVENTS,  /* one is called each time, and told of the event */
    HEARS_VALUES   /* and of a value, changing_value(index) */
} hearing;

typedef struct work {
    void *(*make)(const void *definition, receipts *told);
    void (*repeat)(void *subject, uint32_t times);
    void (*release)(void *subject);
    const void *definition;
    hearing hears;
} work;

static inline int32_t changing_value(uint32_t index)
{
    return (int32_t)(index & 3);
}

/* Steps of a machine whose event carries an i32 and is sent with it: callable_steps.c. */
extern const work step_without_action, step_with_plain_action, step_with_callable, step_with_variadic_callable;
/* The same of a table with two predicate types. */
extern const work step_with_cases_without_action, step_with_cases_and_callable;
/* Steps with a plain action, and what their event carries. */
extern const work send_bare, send_with_nothing, send_with_one, send_with_four, send_with_four_and_string;
/* Each of these is two steps: the action of the first one sends the event of the second. */
extern const work queued_send_bare, queued_send_with_one, queued_send_with_four_and_string;

/* ffi_call with what the callables are called with: callable_calls.c. */
extern const work bare_call, bare_call_of_arguments, bare_call_of_cases;
/* Calls of closures. */
extern const work closure_call, bare_closure_call;

#endif
