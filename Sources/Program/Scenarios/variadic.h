/* Callables that are variadic: a closure cannot be, so there are functions of C for them. */
#ifndef SCENARIOS_VARIADIC_H
#define SCENARIOS_VARIADIC_H

#include "performance.h"

/* A function that can be called as the signature of a callback says, if its callable has the callback as context, or
 * is the only one that has no parameters of its own. */
sfsm_any_function variadic_function(const callback *callback);

/* Lets a callable be the one that is called now, with what it was passed. */
int32_t perform_callable(const callback *called, const passed_list *passed);

#endif
