/* Runs whose steps are performed here, from the library's plans (chapter 10 of swiftfsm.h). */
#ifndef CONFORMANCE_PLANNING_H
#define CONFORMANCE_PLANNING_H

#include "performance.h"

/* What callbacks have answered while a plan was made, if each of them postpones it at first: it is made once more for each
 * of them, and calls them in the same order. */
typedef struct replies {
    bool is_planning;
    LIST(int32_t) given;
    /* The one that is asked next. */
    size_t next;
    bool is_postponed;
    /* The next one that is not given has postponed the plan already. */
    bool is_awaited;
} replies;

/* The host of a run. */
typedef struct planning {
    host host;
    /* Callbacks that are called while a plan is made postpone it at first. */
    bool postpones;
    replies replies;
} planning;

/* A host that plans. The host is its first member, and its context the planning. */
planning planning_host(bool postpones);

/* Begins to make a plan, for the first time or again. */
void begin_planning(planning *planning, bool is_first);

/* Ends it. Returns whether the plan has to be made again. */
bool end_planning(planning *planning);

/* Lets a callback be called, or answer as it did before, or postpone the plan. */
int32_t reply(const callback *called, const sfsm_step *step, const passed_list *passed);

#endif
