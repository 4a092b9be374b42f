/* The main program of the suite: runs the test files that are linked into it, each in a process of its own.
 *
 *   c_tests                     runs all of them
 *   c_tests queue argument_*    runs test_queue.c and every file that fits the pattern test_argument_*.c
 *   c_tests --here queue        runs one file in this process, for a debugger
 *
 * A file that crashes ends no other one. The last lines name the files that failed. */
#include <fnmatch.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test_files.h"

enum { ALL_PASSED, SOME_FAILED, WRONG_USE };

static bool fits(const char *name, int count, char *const *patterns) {
    bool found = count == 0;
    for (int index = 0; index < count; index++) {
        found = found || fnmatch(patterns[index], name, 0) == 0;
    }
    return found;
}

/* A pattern that fits no file is a mistake: what it should have run would be missed. */
static bool fits_any(char *pattern) {
    bool found = false;
    for (const test_file *file = test_files; file->name != NULL; file++) {
        found = found || fits(file->name, 1, &pattern);
    }
    return found;
}

/* Runs the file in a new process, and writes what went wrong. */
static void run(test_file *file) {
    printf("== test_%s.c\n", file->name);
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        exit(file->run());
    }
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child) {
        snprintf(file->failure, sizeof file->failure, "no process could be started");
    } else if (WIFSIGNALED(status)) {
        const int number = WTERMSIG(status);
        snprintf(file->failure, sizeof file->failure, "crashed, signal %d (%s)", number, strsignal(number));
    } else if (WEXITSTATUS(status) != 0) {
        snprintf(file->failure, sizeof file->failure, "exit status %d", WEXITSTATUS(status));
    }
}

static int run_here(const char *name) {
    for (const test_file *file = test_files; file->name != NULL; file++) {
        if (name != NULL && strcmp(file->name, name) == 0) {
            return file->run();
        }
    }
    fprintf(stderr, "--here takes the name of one file, queue for test_queue.c\n");
    return WRONG_USE;
}

/* Runs the files that fit the patterns. Returns how many failed. */
static int run_all(int count, char *const *patterns) {
    int run_count = 0, failed = 0;
    for (test_file *file = test_files; file->name != NULL; file++) {
        if (fits(file->name, count, patterns)) {
            run(file);
            run_count++;
            failed += file->failure[0] != '\0';
        }
    }
    printf("== %d files: %d passed, %d failed\n", run_count, run_count - failed, failed);
    for (const test_file *file = test_files; file->name != NULL; file++) {
        if (file->failure[0] != '\0') {
            printf("FAILED: test_%s.c: %s\n", file->name, file->failure);
        }
    }
    return failed;
}

int main(int count, char **arguments) {
    setvbuf(stdout, NULL, _IOLBF, 0); /* nothing is lost in a crash */
    if (count > 1 && strcmp(arguments[1], "--here") == 0) {
        return run_here(count == 3 ? arguments[2] : NULL);
    }
    for (int index = 1; index < count; index++) {
        if (!fits_any(arguments[index])) {
            fprintf(stderr, "there is no test_%s.c in %s\n", arguments[index], arguments[0]);
            return WRONG_USE;
        }
    }
    return run_all(count - 1, arguments + 1) == 0 ? ALL_PASSED : SOME_FAILED;
}
