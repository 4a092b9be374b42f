/* What is found wrong with one case, told by file and line. */
#ifndef CONFORMANCE_REPORT_H
#define CONFORMANCE_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct report {
    const char *path;
    /* How many lines of the file stand before the case. */
    int32_t lines_before;
    /* Nothing is printed: of a case that is meant to fail. */
    bool is_quiet;
    /* The library has no callables: of a case with some, only that they are refused is checked. */
    bool lacks_callables;
    bool is_skipped;
    /* Steps are performed from plans. */
    bool is_planned;
    /* The library reads the definition itself. */
    bool is_read;
    /* Callbacks that are called while a plan is made postpone it at first. */
    bool is_postponed;
    size_t count;
    /* Of what was found first. */
    int32_t first_line;
    char first_text[512];
} report;

void report_fault(report *report, int32_t line, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
