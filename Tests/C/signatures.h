/* Random signatures, the same on every machine for the same seed. They are drawn by the test, and by the program that
 * writes native functions for them, so that both speak of the same ones. Needs no library. */
#ifndef SFSM_TESTS_SIGNATURES_H
#define SFSM_TESTS_SIGNATURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <swiftfsm.h>

/* The functions that are written at build time, and the seed of the first of their signatures. */
enum { NATIVE_FUNCTIONS = 400, NATIVE_SEED = 20 };

/* The predicate types that a definition with these signatures declares: as many as there are, by number. */
enum { SIGNATURE_PREDICATES = 3 };
int32_t signature_predicate(uint32_t number);

enum { RESULT_BOOL, RESULT_I32, RESULT_VOID, RESULT_STATE, RESULTS };

/* The words of parameters; WORD_ARGUMENT is any type, WORD_CASES "..." and WORD_REST "args...". */
enum { WORD_ARGUMENT, WORD_CONTEXT, WORD_EVENT, WORD_SOURCE, WORD_TARGET, WORD_STEP, WORD_TIME, WORD_PREDICATE,
       WORD_CASES, WORD_REST };

typedef struct parameter {
    int32_t word;
    uint32_t predicate; /* of WORD_PREDICATE: its number */
} parameter;

typedef struct signature {
    int32_t result;
    int32_t types[SFSM_PARAMETER_LIMIT]; /* what its event carries */
    size_t type_count;
    parameter parameters[SFSM_PARAMETER_LIMIT]; /* those that are arguments name the types in their order */
    size_t parameter_count;
} signature;

/* The next of a series of numbers, below `limit`. */
uint32_t next_below(uint32_t *seed, uint32_t limit);

signature draw_signature(uint32_t *seed, bool may_be_variadic);

/* Without one parameter; if that is an argument, the event does not carry it any more either. */
signature signature_without(const signature *signature, size_t parameter);

/* Which argument a parameter is. */
size_t argument_number(const signature *signature, size_t parameter);

/* As text: "bool(context, i32)", and what the event carries, "i32, f64". */
enum { SIGNATURE_TEXT_SIZE = 2048 };
const char *signature_text(const signature *signature, char text[static SIGNATURE_TEXT_SIZE]);
const char *arguments_text(const signature *signature, char text[static SIGNATURE_TEXT_SIZE]);

/* The word for a type, "i32". */
const char *word_of_type(int32_t type);

#endif
