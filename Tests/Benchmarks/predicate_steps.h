/* The steps of machines whose rows depend on predicates, and what the reference takes for the same. */
#ifndef PREDICATE_STEPS_H
#define PREDICATE_STEPS_H

#include "ratios.h"

extern const ratios predicate_steps;

#endif
