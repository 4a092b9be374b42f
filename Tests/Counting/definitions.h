/* Short ways to definitions and machines, for work that is counted. */
#ifndef DEFINITIONS_H
#define DEFINITIONS_H

#include "counting.h"

#include <stdbool.h>
#include <stdint.h>

/* Callbacks: one that does nothing, or as a guard refuses; and one that agrees. */
int32_t return_0(const sfsm_step *step, void *context);
int32_t return_1(const sfsm_step *step, void *context);

/* The table of a definition without errors, whose warnings do not count. Releases the builder. */
sfsm_table *table_from(sfsm_builder *builder);

/* A machine in a state, which keeps the table alone. */
sfsm_machine *machine_over(sfsm_table *table, sfsm_id initial);
sfsm_machine *machine_of_rows(const sfsm_row *rows, size_t count, sfsm_id initial);

/* Adds a row without a place. Returns its number. */
size_t add_row(sfsm_builder *builder, sfsm_id source, sfsm_id event, sfsm_id target);

/* The block of a state, nested in another unless that is SFSM_NONE. */
size_t nested(sfsm_builder *builder, sfsm_id state, uint32_t flags, sfsm_id parent);

/* A writer that adds up the bytes in the size_t at `context`. */
sfsm_status measure_bytes(void *context, const char *bytes, size_t count);

#endif
