/* Probe, explain, permitted and the oracle of flat definitions foretell what sending does; and plans, which do it step by
 * step. */
#ifndef SFSM_FUZZ_PREDICTIONS_H
#define SFSM_FUZZ_PREDICTIONS_H

#include "world.h"

/* Sends a message, of which all that is foretold must come true. */
void predict_and_send(owned *place);

/* Exactly the events, or states, for which probe says so are permitted. */
void check_permitted(owned *place);

/* Opens a plan, of any kind; and goes on with one that is open, to its end or not. */
void begin_plan(owned *place);
void perform_plan(owned *place, uint32_t kind);

#endif
