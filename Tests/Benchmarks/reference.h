/*
 * REF, what the library is compared with: state machines written by hand as nested switches, behind a shared library
 * of their own. They do what such code does and no more: no queue, no callback that may fail, no check of the handle.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdint.h>

typedef struct reference_machine reference_machine;

/* Like an action of the library it is told of the step (here: the machine, whose state is still the old one) and
 * given the context. */
typedef void (*reference_action)(const reference_machine *machine, void *context);

struct reference_machine {
    int32_t state;
    const reference_action *actions; /* where they lead is decided outside the library: no compiler sees through it */
    void *context;
};

enum { REFERENCE_UNHANDLED = 0, REFERENCE_HANDLED = 1 };

int32_t reference_turnstile(reference_machine *machine, int32_t event);

/* Generated: states x events, actions. */
int32_t reference_16x16_16(reference_machine *machine, int32_t event);
int32_t reference_64x64_1(reference_machine *machine, int32_t event);
int32_t reference_64x64_64(reference_machine *machine, int32_t event);

#endif
