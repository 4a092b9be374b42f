/* The steps that are compared, in C: a turnstile of two states, without callbacks and with one. */
#ifndef STEPS_H
#define STEPS_H

#include <swiftfsm.h>

/* Return a machine over the turnstile; with `has_callback` each row has an action, which counts. */
sfsm_machine *steps_machine(bool has_callback, int64_t *count);

/* Send both events by turns, `count` of them in all. Returns how many were taken. */
int64_t steps_send(sfsm_machine *machine, int64_t count);

int32_t steps_count(const sfsm_step *step, void *context);
/* What a call of C costs with the arguments and the result of sfsm_machine_send; then with a number for the pointer, which Go
 * does not check. Both return the event. */
sfsm_outcome steps_nothing(sfsm_machine *machine, sfsm_id event);
sfsm_outcome steps_nothing_of(uintptr_t machine, sfsm_id event);
void steps_call_go(int64_t count);

#endif
