/* The test files that are linked into a program: a list that CMake writes, ended by a row of NULL. */
#ifndef SFSM_TESTS_TEST_FILES_H
#define SFSM_TESTS_TEST_FILES_H

typedef struct test_file {
    const char *name;  /* queue for test_queue.c */
    int (*run)(void);  /* its main function, which CMake renames; returns 0 if all passed */
    char failure[128]; /* what went wrong; "" if nothing did, or if it has not run */
} test_file;

extern test_file test_files[];

#endif
