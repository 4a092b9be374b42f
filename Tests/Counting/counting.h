/*
 * What work costs: instructions, which callgrind counts, and memory, which an allocator of the library's own counts.
 * Both are the same at each run, which times are not.
 */
#ifndef COUNTING_H
#define COUNTING_H

#include <stddef.h>
#include <swiftfsm.h>

/* Installs the allocator. Before any other call of the library. */
void prepare_counting(void);

/* Work is counted from begin_counting to end_counting, which prints a line for callgrind.py: the name, the size, and how
 * many more bytes the library had at most than at the beginning, separated by tabs. */
void begin_counting(void);
void end_counting(const char *name, size_t size);

/* Bytes and blocks that the library has now. */
size_t counted_bytes(void);
size_t counted_blocks(void);

/* Ends the program with a sentence: work that was not done must not be counted. */
_Noreturn void give_up(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Gives up unless a status or outcome is the expected one, or unless something holds. */
#define expect(expression, expected) expect_outcome((expression), (expected), #expression, __FILE__, __LINE__)
void expect_outcome(int32_t actual, int32_t expected, const char *expression, const char *file, int line);
#define require(condition) ((condition) ? (void)0 : give_up("%s:%d: not so: %s", __FILE__, __LINE__, #condition))

/* malloc that gives up. */
void *allocate(size_t size);

#endif
