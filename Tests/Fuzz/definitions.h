/* Definitions, flat and charts, good and bad, drawn from the input into a builder; and what the oracle knows of them. */
#ifndef SFSM_FUZZ_DEFINITIONS_H
#define SFSM_FUZZ_DEFINITIONS_H

#include "world.h"

/* A builder with a definition; the definition of the world is that. */
sfsm_builder *draw_definition(bool is_chart);

/* Its table, built at most three times while what is wrong is put right; NULL if it stays wrong. Releases the builder.
 * At times it is written, and read again as the same. */
sfsm_table *table_of(sfsm_builder *builder);

/* Any call of a builder, of any values. */
void call_builder(sfsm_builder *builder);

/* All errors and warnings, by all that tells of them. Releases them. */
void ask_diagnostics(sfsm_diagnostics *diagnostics);

/* The arguments that an event declares, by its number. */
const char *arguments_of(uint32_t number);

#endif
