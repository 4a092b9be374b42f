/* What is found wrong with a document and its scenarios, told by file and line. */
#ifndef SCENARIOS_REPORT_H
#define SCENARIOS_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct report report;

/* Takes one fault. */
typedef void (*report_teller)(const report *report, int32_t line, const char *text);

struct report {
    const char *path;
    /* How many lines of the file stand before the document. */
    int32_t lines_before;
    /* Told of each fault; NULL: they are printed. */
    report_teller tell;
    void *context;
    /* Nothing is told: of a case that is meant to fail. */
    bool is_quiet;
    /* The rules for cases of the conformance tests hold too: every label and callable is used, something is checked. */
    bool is_strict;
    /* The library has no callables: of a document with some, only that they are refused is checked. */
    bool lacks_callables;
    bool is_skipped;
    size_t count;
    /* Of what was found first. */
    int32_t first_line;
    char first_text[512];
};

void report_fault(report *report, int32_t line, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
