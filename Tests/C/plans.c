#include "plans.h"

sfsm_outcome plan_event(sfsm_machine *machine, sfsm_id event, sfsm_plan *plan) {
    *plan = (sfsm_plan){.size = sizeof *plan};
    const sfsm_outcome outcome = sfsm_machine_plan(machine, MESSAGE(event), plan);
    assert_status(plan->outcome, outcome);
    return outcome;
}

sfsm_outcome perform_plan(sfsm_machine *machine, sfsm_plan *plan) {
    sfsm_callback callback;
    int32_t next, result = 0;
    while (plan->outcome == SFSM_TRANSITIONED && result >= 0 && (next = sfsm_plan_next(plan, &callback)) > 0) {
        if (next == SFSM_PLAN_COMMIT) {
            assert_status(sfsm_machine_commit(machine, plan), SFSM_OK);
            continue;
        }
        void *const context = callback.context != NULL ? callback.context : plan->step->context;
        result = callback.function(plan->step, context);
        if (next == SFSM_PLAN_RESOLVE) {
            const sfsm_outcome outcome = sfsm_machine_resolve(machine, plan, result);
            assert_status(plan->outcome, outcome);
            result = 0;
        }
    }
    return plan->outcome == SFSM_TRANSITIONED ? sfsm_machine_complete(machine, plan, result) : plan->outcome;
}
