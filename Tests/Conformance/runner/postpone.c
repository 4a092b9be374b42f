/* Callbacks that postpone the plan which is being made. */
#include "planning.h"

void begin_planning(planning *planning, bool is_first) {
    replies *const replies = &planning->replies;
    replies->is_planning = planning->postpones;
    replies->next = 0;
    replies->is_postponed = false;
    if (is_first) {
        replies->given.count = 0;
        replies->is_awaited = false;
    }
}

bool end_planning(planning *planning) {
    planning->replies.is_planning = false;
    return planning->replies.is_postponed;
}

/* Whether the callback answers as it did before, or postpones the plan; then *out_answer is what it returns. */
static bool is_replied(const callback *called, replies *replies, sfsm_machine *machine, int32_t *out_answer) {
    if (replies->next < replies->given.count) {
        *out_answer = replies->given.items[replies->next++];
        return true;
    }
    /* Some callables cannot fail. */
    if (replies->is_awaited || called->signature != NULL) {
        replies->is_awaited = false;
        return false;
    }
    replies->is_awaited = replies->is_postponed = true;
    *out_answer = SFSM_FAILED;
    return sfsm_machine_postpone(machine) == SFSM_OK;
}

int32_t reply(const callback *called, const sfsm_step *step, const passed_list *passed) {
    performance *const performance = called->performance;
    planning *const planning = performance->host->context;
    replies *const replies = &planning->replies;
    int32_t answer = 0;
    if (!replies->is_planning) {
        return perform_expected(called, step, passed);
    }
    if (is_replied(called, replies, performance->machine, &answer)) {
        return answer;
    }
    /* What it calls itself is not planned. */
    replies->is_planning = false;
    answer = perform_expected(called, step, passed);
    replies->is_planning = true;
    *LIST_ADD(&performance->test->arena, &replies->given) = answer;
    replies->next++;
    return answer;
}
