/* What rows of package-life.fsm have to do with time. */
#ifndef ROW_TABLE_H
#define ROW_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <swiftfsm.h>

/* Prints how long packages had been in their state as a row was taken, slowest first: the mean, the sum, how often the
 * row was taken, and its event and state. Rows for which no time passed are left out. `counts` and `times` are results
 * of a replay. False if it cannot be printed. */
bool row_table_print(const sfsm_table *table, size_t row_count, const int64_t *counts, const int64_t *times);

/* Writes how often each row was taken, as "swiftfsm draw --counts" reads it. False, which is reported, if it cannot. */
bool row_counts_write(const char *path, size_t row_count, const int64_t *counts);

#endif
