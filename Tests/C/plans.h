/* A host that performs plans, calling at once where another would await. */
#ifndef SFSM_TESTS_PLANS_H
#define SFSM_TESTS_PLANS_H

#include "support.h"

/* Plans an event without cases and arguments. */
sfsm_outcome plan_event(sfsm_machine *machine, sfsm_id event, sfsm_plan *plan);

/* Performs a plan up to its end. Returns the outcome of the step; that of the plan if it is not open. */
sfsm_outcome perform_plan(sfsm_machine *machine, sfsm_plan *plan);

#endif
