/* What draws a definition, its rows and its blocks, for each other. */
#ifndef SFSM_FUZZ_DRAWING_H
#define SFSM_FUZZ_DRAWING_H

#include "definitions.h"

/* The builder that the definition of the world is drawn into. */
extern sfsm_builder *drawing;

/* Memory is short for one call, at times, until is_taken, which tells whether that call was not rejected. */
void before_call(void);
bool is_taken(int32_t result);

void draw_row(void);

#endif
