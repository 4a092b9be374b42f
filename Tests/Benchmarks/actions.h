/* The callbacks of all measured machines. Each leaves its mark on the tally, so that what ran, and in which order, can
 * be compared afterwards. */
#ifndef ACTIONS_H
#define ACTIONS_H

#include "reference.h"
#include "workload.h"

#include <swiftfsm.h>

typedef struct tally {
    uint64_t count; /* of callbacks */
    uint64_t trace; /* depends on which ran, and on their order */
} tally;

/* Action k of either table leaves the same mark. */
extern const sfsm_function table_actions[WORKLOAD_ACTIONS];
extern const reference_action reference_actions[WORKLOAD_ACTIONS];

int32_t guard_yes(const sfsm_step *step, void *context);
int32_t guard_no(const sfsm_step *step, void *context);

#endif
