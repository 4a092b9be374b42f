/* Measuring in processes of their own: where the system puts a library and its data changes from one to the next, and
 * with it what collides in caches and branch predictors. One process alone can be lucky or unlucky by a fifth. */
#ifndef NEW_PROCESS_H
#define NEW_PROCESS_H

#include <stddef.h>

/* Starts this program again with the one argument, and waits for the numbers that it hands over. Gives up if they do
 * not come. */
void measure_in_new_process(const char *argument, double *results, size_t count);

/* In the new process: hands the numbers over. */
void hand_over(const double *results, size_t count);

#endif
