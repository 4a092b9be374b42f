/* What every file of the suite needs: cmocka with its four headers, the library, and short ways to a machine. */
#ifndef SFSM_TESTS_SUPPORT_H
#define SFSM_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "swiftfsm.h"
#include "trace.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Compares statuses or outcomes; a failure is told by their names. */
#define assert_status(expression, expected) status_check((expression), (expected), #expression, __FILE__, __LINE__)
void status_check(int32_t actual, int32_t expected, const char *expression, const char *file, int line);

/* Messages, each a pointer to one: MESSAGE_WITH(GO, CASES({POLICY, WEAK}), ARGUMENTS(I32(1))). Cases and arguments are
 * an array and its count. */
#define MESSAGE(event)               (&(const sfsm_message)SFSM_MESSAGE(event))
#define MESSAGE_MATCHING(event, ...) MESSAGE_WITH(event, __VA_ARGS__, NULL, 0)
#define MESSAGE_WITH(event, ...)     (&(const sfsm_message){sizeof(sfsm_message), (event), SFSM_NONE, __VA_ARGS__})
#define REQUEST(state)               (&(const sfsm_message)SFSM_REQUEST_MESSAGE(state))
#define REQUEST_MATCHING(state, ...)                                                                                   \
    (&(const sfsm_message){sizeof(sfsm_message), SFSM_REQUEST, (state), __VA_ARGS__, NULL, 0})

/* The table of a definition without errors. Releases the builder; the caller releases the table. */
sfsm_table *table_from(sfsm_builder *builder);

/* The same of rows alone. */
sfsm_table *table_of_rows(const sfsm_row *rows, size_t count);

/* A machine, which may be lenient; the caller releases it. */
sfsm_machine *machine_over(const sfsm_table *table, int32_t initial, void *context);
sfsm_machine *lenient_machine_over(const sfsm_table *table, int32_t initial, void *context);

/* A machine that holds the only reference to its table, from a builder (released) or from rows alone. */
sfsm_machine *machine_from(sfsm_builder *builder, int32_t initial, void *context);
sfsm_machine *machine_of_rows(const sfsm_row *rows, size_t count, int32_t initial, void *context);

/* Adds a row without a place; the number by which it receives callbacks. */
size_t row_from(sfsm_builder *builder, int32_t source, int32_t event, int32_t target);

/* The diagnostics of a definition that must not build, the builder kept. The caller releases them. */
sfsm_diagnostics *faults_of(sfsm_builder *builder);

/* The same of a definition that builds with warnings; the table is released. */
sfsm_diagnostics *warnings_of(sfsm_builder *builder);

/* Builds, which reports that a call was rejected; the next build does not report it again. The builder is kept. */
void check_rejection(sfsm_builder *builder);

/* One diagnostic, read with the size that this header gives it. */
sfsm_diagnostic diagnostic_at(const sfsm_diagnostics *diagnostics, size_t index);

/* How many diagnostics are of this kind. */
size_t count_of_kind(const sfsm_diagnostics *diagnostics, int32_t kind);

/* The sentence must hold each of these words. */
#define assert_says(diagnostic, ...)                                                                                  \
    says_check((diagnostic).text, (const char *const[]){__VA_ARGS__, NULL}, __FILE__, __LINE__)
void says_check(const char *text, const char *const *words, const char *file, int line);

/* `plain`, or `reduced` where the environment says SFSM_TEST_REDUCED (under valgrind, a fiftieth of the speed). */
size_t test_size(size_t plain, size_t reduced);

/* A finalizer that counts its calls in the size_t at `context`. */
void count_call(void *context);

#endif
