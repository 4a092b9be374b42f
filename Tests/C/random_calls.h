/* Random calls: a random signature, random values for what its event carries, and a machine that calls a function of
 * this signature with them, natively or through a closure. */
#ifndef SFSM_TESTS_RANDOM_CALLS_H
#define SFSM_TESTS_RANDOM_CALLS_H

#include "callables.h"
#include "recordings.h"
#include "signatures.h"

/* One call: a signature, what is sent, and what the function is to return. */
typedef struct random_call {
    signature signature;
    sfsm_value values[SFSM_PARAMETER_LIMIT]; /* of the types that the event declares */
    bool is_untyped[SFSM_PARAMETER_LIMIT];   /* those that are sent as SFSM_INTEGER */
    int32_t cases[SIGNATURE_PREDICATES];     /* SFSM_NONE: is not sent */
    bool has_own_context, is_queued;
    int32_t result;
} random_call;

random_call draw_call(uint32_t *seed, const signature *signature);

/* Without one of its parameters; if that is an argument, without that. */
random_call call_without(const random_call *random_call, size_t parameter);

/* Whether everything arrives as it was sent, and the result comes back: at this function, which records what it is
 * given, or, if that is NULL, at a closure. What does not is written to `report`. */
bool arrives(const random_call *random_call, sfsm_any_function function, char report[static 256]);

#endif
