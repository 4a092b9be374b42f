/* A document that is checked, and what has come of it. */
#ifndef CHECK_CHECKED_FILE_H
#define CHECK_CHECKED_FILE_H

#include "check_case.h"
#include "differences.h"

/* What a scenario or another section does not keep to. */
typedef struct failure {
    int32_t line;
    const char *text;
} failure;

typedef struct checked_file {
    const char *path;
    /* STATUS_FINE, STATUS_FAULTS or STATUS_UNUSABLE. */
    int status;
    arena arena;
    buffer text;
    report report;
    test_case test;
    sfsm_diagnostics *diagnostics;
    LIST(failure) failures;
    /* Warnings of the program's own: names that differ in case only. */
    LIST(const char *) warnings;
    /* From the document that it is held against. */
    differences differences;
} checked_file;

/* Checks a file, and compares it with an older one (or NULL). What is wrong is kept, but for files that cannot be read. */
void check_file(checked_file *file, const char *path, const char *against);
void checked_file_release(checked_file *file);

/* Adds a warning for names of states or events that differ in the case of letters only. */
void check_letter_case(checked_file *file);

/* What a document needs of a program: "guard enough, actions beep log"; empty if that is nothing. */
void write_needs(const test_case *test, buffer *text);
void add_needs(buffer *json, const test_case *test);

/* Prints what has come of a file, for people; or adds it to an array of JSON. */
void print_checked_file(const checked_file *file);
void add_checked_file(buffer *json, const checked_file *file);

#endif
