#include "reference.h"

/* Compiled without jump tables: the comparisons tell a processor's predictor in which state the machine is, where a
 * jump through a table of 16 entries is mispredicted at nearly each step. */

#define STATE(number)                                                                                                  \
    case number:                                                                                                       \
        switch (event) {                                                                                               \
        case 0:                                                                                                        \
            actions[number](machine, context);                                                                         \
            machine->state = (number + 1) % 16;                                                                        \
            return REFERENCE_HANDLED;                                                                                  \
        case 1:                                                                                                        \
            actions[16 + number](machine, context);                                                                    \
            machine->state = (number + 15) % 16;                                                                       \
            return REFERENCE_HANDLED;                                                                                  \
        default:                                                                                                       \
            return REFERENCE_UNHANDLED;                                                                                \
        }

int32_t reference_ring(reference_machine *machine, int32_t event)
{
    const reference_action *actions = machine->actions;
    void *context = machine->context;
    /* clang-format off */
    switch (machine->state) {
    STATE(0) STATE(1) STATE(2) STATE(3) STATE(4) STATE(5) STATE(6) STATE(7)
    STATE(8) STATE(9) STATE(10) STATE(11) STATE(12) STATE(13) STATE(14) STATE(15)
    default:
        return REFERENCE_UNHANDLED;
    }
    /* clang-format on */
}
