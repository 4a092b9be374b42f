/* Questions that change nothing: of tables, of values and of texts. */
#ifndef SFSM_FUZZ_TABLES_H
#define SFSM_FUZZ_TABLES_H

#include "world.h"

/* All that a table tells of itself, which must fit together. */
void check_table(const sfsm_table *table);

/* A question of any values, of a table, which may be NULL. */
void ask_table(const sfsm_table *table);

/* What needs no object: statuses, signatures, values as text. */
void ask_library(void);

#endif
