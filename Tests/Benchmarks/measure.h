/* Time and medians. */
#ifndef MEASURE_H
#define MEASURE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#define _Noreturn [[noreturn]]
#endif

/* The processor time of this thread in nanoseconds: what other programs do at the same time counts as little as can
 * be. */
double thread_nanoseconds(void);

/* Sorts the values. */
double median(double *values, size_t count);

/* Ends the program with a sentence: a benchmark that could not do its work, or did it wrong, has nothing to report. */
_Noreturn void give_up(const char *format, ...);

/* malloc that gives up. */
void *allocate(size_t size);

#ifdef __cplusplus
#undef _Noreturn
}
#endif

#endif
