/* What a callable asks for, and what it was given. */
#ifndef SCENARIOS_SIGNATURE_H
#define SCENARIOS_SIGNATURE_H

#include "definition.h"

/* What a parameter is passed. The last two are only ever the last. */
typedef enum {
    TAKES_CONTEXT,
    TAKES_EVENT,
    TAKES_SOURCE,
    TAKES_TARGET,
    TAKES_STEP,
    TAKES_TIME,
    TAKES_CASE,
    TAKES_ARGUMENT,
    /* "...": the case of every predicate type. */
    TAKES_ALL_CASES,
    /* "args...": the arguments that no parameter names. */
    TAKES_REST
} parameter_kind;

typedef struct parameter {
    parameter_kind kind;
    /* Of TAKES_CASE. */
    int32_t predicate;
    /* That of the value, SFSM_BOOL ...; 0 of the last two, which are many. */
    int32_t type;
} parameter;

typedef struct signature {
    int32_t line;
    /* As the library reads it: with numbers for predicate types. */
    const char *text;
    /* Of the result: SFSM_BOOL, SFSM_I32, or 0 for void. */
    int32_t result;
    LIST(parameter) parameters;
} signature;

typedef LIST(sfsm_case) sent_cases;
typedef LIST(sfsm_value) arguments;

/* What one parameter is passed: a value; of the last two kinds cases, or arguments. */
typedef struct passed {
    sfsm_value value;
    sent_cases cases;
    arguments rest;
} passed;

/* One for each parameter. */
typedef LIST(passed) passed_list;

/* Whether the last parameter makes it variadic. */
bool signature_is_variadic(const signature *signature);

/* Whether it has a parameter of this kind, and the place of that (may be NULL) among the others. */
bool signature_takes(const signature *signature, parameter_kind kind, size_t *out_place);

#endif
