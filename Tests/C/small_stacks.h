/* Calls on threads with stacks of 64 KB: what recurses on its input, with one frame for each level, would need more. */
#ifndef SFSM_TESTS_SMALL_STACKS_H
#define SFSM_TESTS_SMALL_STACKS_H

#include "sequences.h"

/* Calls `start` with `context` on a thread with a small stack, and waits for its end. */
void run_on_small_stack(void *(*start)(void *context), void *context);

/* Runs a call, or a sequence, there. Its run must have no mistakes. */
void check_on_small_stack(void (*call)(sequence_run *run));
void check_sequence_on_small_stack(const call_sequence *sequence);

/* Builds a definition whose first error is of this kind, and releases the builder. */
void fail_to_build(sequence_run *run, sfsm_builder *builder, sfsm_diagnostic_kind kind);

/* Writes a table in all formats, as far as a document can say it. */
void write_in_all_formats(sequence_run *run, const sfsm_table *table);

#endif
