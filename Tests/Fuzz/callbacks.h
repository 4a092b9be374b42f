/* The functions that are registered as callbacks. Their answers are those of their places; actions may make calls. */
#ifndef SFSM_FUZZ_CALLBACKS_H
#define SFSM_FUZZ_CALLBACKS_H

#include "world.h"

int32_t guard(const sfsm_step *step, void *context);
int32_t resolver(const sfsm_step *step, void *context);
int32_t provider(const sfsm_step *step, void *context);
int32_t action(const sfsm_step *step, void *context);
int32_t updater(const sfsm_step *step, void *context);
int32_t hook(const sfsm_step *step, void *context);

/* A hook of a table that notes the first step of the machine which is watched. */
int32_t watch_steps(const sfsm_step *step, void *context);

/* The function for a role. */
sfsm_function function_of(sfsm_role role);

/* A callable for a role, of one of several signatures, at times over a closure; or the plain function. The context is
 * that of a new place, whose number is *out_number. */
sfsm_callback callback_for(sfsm_role role, uint32_t *out_number);

#endif
