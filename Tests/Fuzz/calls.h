/* What every target needs: the library with its calls counted, results that are checked, and an end with a sentence where
 * something is not as swiftfsm.h says. */
#ifndef SFSM_FUZZ_CALLS_H
#define SFSM_FUZZ_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "swiftfsm.h"

#include "functions.h" /* of functions.sh: each function of the library as a macro that counts */

#include "allocation.h"
#include "input.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

void count_call(int function);
uint64_t calls_of(int function);
const char *function_name(int function);

/* At the end of the process, adds the number of calls to the file that FUZZ_CALLS names. With FUZZ_TRACE each call is written
 * as it is made, for a look at an input. */
void report_calls_at_exit(void);

/* Ends the process with a sentence unless the condition holds. */
void expect(bool is_as_meant, const char *sentence);

/* Ends it unless these results are equal, and tells both. */
void expect_result(int32_t actual, int32_t expected, const char *sentence);

/* A status or an outcome: one that the header has; no memory only where some was refused. Returns it. */
int32_t known(int32_t result);

/* A text that grows. Bytes that `append` is given are added; at 1 MB it fails. */
typedef struct text {
    char *bytes;
    size_t length;
} text;
sfsm_status append(void *context, const char *bytes, size_t count);
void clear(text *text);
bool are_equal(const text *one, const text *other);

#endif
