#include "reference.h"

enum { LOCKED, UNLOCKED };
enum { COIN, PASS };
enum { UNLOCK, ALARM, THANK_YOU, LOCK };

int32_t reference_turnstile(reference_machine *machine, int32_t event)
{
    const reference_action *actions = machine->actions;
    void *context = machine->context;
    switch (machine->state) {
    case LOCKED:
        switch (event) {
        case COIN:
            actions[UNLOCK](machine, context);
            machine->state = UNLOCKED;
            return REFERENCE_HANDLED;
        case PASS:
            actions[ALARM](machine, context);
            machine->state = LOCKED;
            return REFERENCE_HANDLED;
        default:
            return REFERENCE_UNHANDLED;
        }
    case UNLOCKED:
        switch (event) {
        case COIN:
            actions[THANK_YOU](machine, context);
            machine->state = UNLOCKED;
            return REFERENCE_HANDLED;
        case PASS:
            actions[LOCK](machine, context);
            machine->state = LOCKED;
            return REFERENCE_HANDLED;
        default:
            return REFERENCE_UNHANDLED;
        }
    default:
        return REFERENCE_UNHANDLED;
    }
}
