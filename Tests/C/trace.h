/*
 * A flat text of what ran, in order: "exit LOCKED, unlock, entry UNLOCKED". A test of behaviour lets the machine run
 * with a trace as its context, and compares the whole text once.
 *
 * The callbacks here take the words that they note as their registered context. Nothing in them asserts: cmocka
 * leaves a failed assertion by longjmp, which must not cross the library.
 */
#ifndef SFSM_TESTS_TRACE_H
#define SFSM_TESTS_TRACE_H

#include <stddef.h>

#include "swiftfsm.h"

/* First in any struct that serves as the context of a machine whose callbacks are traced. */
typedef struct trace {
    char text[8192];
    size_t length;
} trace;

/* Appends to the trace, after a comma if it is not empty. A text that does not fit ends in "...". */
void trace_note(trace *trace, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Notes all that the step tells: "unlock: COIN from LOCKED to UNLOCKED in LOCKED", with the names that the table has
 * (else numbers), "none" for SFSM_NONE, and the state that the machine is in at that moment last. */
void trace_step(trace *trace, const char *words, const sfsm_step *step);

/* Compares the whole text, then empties the trace for what comes next. */
#define assert_trace(trace, expected) trace_check((trace), (expected), __FILE__, __LINE__)
void trace_check(trace *trace, const char *expected, const char *file, int line);

/* The results of traced callbacks that fail. */
enum { FAILURE = -7, OTHER_FAILURE = -70 };

/* Notes its words; an action, entry, exit, cycle or hook that is done. */
int32_t note(const sfsm_step *step, void *words);
/* The same, and everything that the step tells. */
int32_t note_step(const sfsm_step *step, void *words);
/* Guards: yes and no. */
int32_t note_yes(const sfsm_step *step, void *words);
int32_t note_no(const sfsm_step *step, void *words);
/* Any callback but a resolver: failed, with FAILURE. */
int32_t note_failure(const sfsm_step *step, void *words);

/* A block with traced entry, exit and cycle callbacks: trace_state(builder, LOCKED) notes "entry LOCKED" and so on. */
#define trace_state(builder, state) trace_state_words((builder), (state), "entry " #state, "exit " #state, \
                                                      "cycle " #state)
void trace_state_words(sfsm_builder *builder, int32_t state, const char *entry, const char *exit, const char *cycle);

#endif
