#include "actions.h"

static inline void leave_mark(void *context, uint64_t mark)
{
    tally *marks = context;
    marks->count += 1;
    marks->trace = ((marks->trace << 5) | (marks->trace >> 59)) ^ mark;
}

int32_t guard_yes(const sfsm_step *step, void *context)
{
    (void)step;
    leave_mark(context, WORKLOAD_ACTIONS + 1);
    return 1;
}

int32_t guard_no(const sfsm_step *step, void *context)
{
    (void)step;
    leave_mark(context, WORKLOAD_ACTIONS + 2);
    return 0;
}

/* Functions of their own, and not one function with a number: the cost of a step lies in not knowing which comes. */
#define ACTION(number)                                                                                                 \
    static int32_t table_action_##number(const sfsm_step *step, void *context)                                         \
    {                                                                                                                  \
        (void)step;                                                                                                    \
        leave_mark(context, 1 + (number));                                                                             \
        return 0;                                                                                                      \
    }                                                                                                                  \
    static void reference_action_##number(const reference_machine *machine, void *context)                             \
    {                                                                                                                  \
        (void)machine;                                                                                                 \
        leave_mark(context, 1 + (number));                                                                             \
    }
#define NAME_IN_TABLE(number) table_action_##number,
#define NAME_IN_REFERENCE(number) reference_action_##number,

/* clang-format off */
#define EACH(apply)                                                                                                    \
    apply(0) apply(1) apply(2) apply(3) apply(4) apply(5) apply(6) apply(7) apply(8) apply(9) apply(10) apply(11)      \
    apply(12) apply(13) apply(14) apply(15) apply(16) apply(17) apply(18) apply(19) apply(20) apply(21) apply(22)      \
    apply(23) apply(24) apply(25) apply(26) apply(27) apply(28) apply(29) apply(30) apply(31) apply(32) apply(33)      \
    apply(34) apply(35) apply(36) apply(37) apply(38) apply(39) apply(40) apply(41) apply(42) apply(43) apply(44)      \
    apply(45) apply(46) apply(47) apply(48) apply(49) apply(50) apply(51) apply(52) apply(53) apply(54) apply(55)      \
    apply(56) apply(57) apply(58) apply(59) apply(60) apply(61) apply(62) apply(63)
/* clang-format on */

EACH(ACTION)

const sfsm_function table_actions[WORKLOAD_ACTIONS] = {EACH(NAME_IN_TABLE)};
const reference_action reference_actions[WORKLOAD_ACTIONS] = {EACH(NAME_IN_REFERENCE)};
