/* Random charts with predicate types, timeouts, histories, deferral and arguments, whose callbacks draw what they do from their
 * machine's context: they note that they ran, send, raise, send later, cancel, drop what waits, and fail. */
#ifndef SFSM_TESTS_RANDOM_CHARTS_H
#define SFSM_TESTS_RANDOM_CHARTS_H

#include "seeds.h"

/* PAY carries an i64, a string and an f64; the events before it carry nothing. */
enum { RANDOM_EVENTS = 5, PAY = RANDOM_EVENTS, RANDOM_TIMERS = 32 };

/* The context of a machine: a copy lets another machine go on in the same way. */
typedef struct life {
    uint32_t seed;
    uint32_t trace;                 /* a sum of all callbacks so far, in order */
    uint32_t left;                  /* so many calls may its callbacks still make: all come to an end */
    int64_t now;                    /* as it was told last */
    uint64_t timers[RANDOM_TIMERS]; /* numbers of events that were sent later */
    size_t timer_count;
} life;

/* The table of a random definition, which may be flat; NULL if it has errors. */
sfsm_table *random_chart(uint32_t seed);

/* A lenient machine over it, stopped. */
sfsm_machine *random_chart_machine(const sfsm_table *table, life *life);

/* A random call, drawn from `seed`. Returns what the call returned. */
int32_t random_chart_call(sfsm_machine *machine, life *life, uint32_t *seed);

#endif
