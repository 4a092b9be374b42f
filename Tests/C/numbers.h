/* Large definitions whose actions are told apart by numbers. */
#ifndef SFSM_TESTS_NUMBERS_H
#define SFSM_TESTS_NUMBERS_H

#include "support.h"

/* An action: leaves the number that it is registered with in the machine's context, which is an int32_t. */
int32_t take_number(const sfsm_step *step, void *number);

/* Numbers for callbacks to be registered with: 0, 1, 2 … The caller frees them. */
int32_t *numbers_up_to(size_t count);

/* A row with that action, and this number. */
void add_action(sfsm_builder *builder, int32_t source, int32_t event, int32_t target, int32_t *number);

#endif
