/* The steps of machines whose rows depend on predicates, and what the reference takes for the same. */
#ifndef PREDICATE_STEPS_H
#define PREDICATE_STEPS_H

#include <stddef.h>

/* How many numbers measure_predicate_steps leaves. */
size_t predicate_step_result_count(void);

/* All subjects once, in this process. Gives up if a machine and its reference did not do the same. */
void measure_predicate_steps(double *results);

/* The table of medians, of the results that `processes` processes have left one after the other. */
void print_predicate_steps(const double *results, size_t processes);

#endif
