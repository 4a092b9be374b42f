/*
 * REF, what the library is compared with: state machines written by hand as nested switches, behind a shared library
 * of their own. They do what such code does and no more: no queue, no callback that may fail, no check of the handle.
 * And a table of cells that is walked in C, behind one of its own.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdint.h>

typedef struct reference_machine reference_machine;

/* Like an action of the library it is told of the step (here: the machine, whose state is still the old one) and
 * given the context. */
typedef void (*reference_action)(const reference_machine *machine, void *context);

/* Of the table: 16 bytes, the function among them. */
typedef struct reference_cell {
    reference_action action;
    int32_t target;
} reference_cell;

struct reference_machine {
    int32_t state;
    const reference_action *actions; /* where they lead is decided outside the library: no compiler sees through it */
    void *context;
    const reference_cell *cells; /* of the table: states x events */
    int32_t events;
};

enum { REFERENCE_UNHANDLED = 0, REFERENCE_HANDLED = 1 };

int32_t reference_table(reference_machine *machine, int32_t event);

int32_t reference_turnstile(reference_machine *machine, int32_t event);

/* 16 states: event 0 leads to the next one, event 1 back. */
int32_t reference_ring(reference_machine *machine, int32_t event);

/* Generated: states x events, actions. */
int32_t reference_16x16_16(reference_machine *machine, int32_t event);
int32_t reference_64x64_1(reference_machine *machine, int32_t event);
int32_t reference_64x64_64(reference_machine *machine, int32_t event);

#endif
