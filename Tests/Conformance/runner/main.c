/*
 * conformance [--without-callables] [--wrong] PATH...
 *
 * Checks cases against the library: files, or all files *.fsm in a folder and those below it. What differs is printed
 * by file and line. With --wrong each case must fail, first in the line that it announces itself. With
 * --without-callables, for a library without libffi, callables must be refused; cases that have some are skipped, by name.
 * Exit status: 0, 1 if something differs, 2 if nothing could be checked.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "check.h"

typedef struct paths {
    arena arena;
    LIST(const char *) files;
} paths;

/* Adds a file, or what is in a folder, in the order of names. False if there is none. */
static bool collect(paths *paths, const char *path, bool is_named) {
    struct stat status;
    if (stat(path, &status) != 0) {
        return false;
    }
    const size_t length = strlen(path);
    if (!S_ISDIR(status.st_mode)) {
        if (is_named || (length > 4 && strcmp(path + length - 4, ".fsm") == 0)) {
            *LIST_ADD(&paths->arena, &paths->files) = path;
        }
        return true;
    }
    struct dirent **entries = NULL;
    const int count = scandir(path, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        const size_t size = length + strlen(entries[i]->d_name) + 2;
        char *const inner = arena_take(&paths->arena, size);
        snprintf(inner, size, "%s/%s", path, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.') {
            collect(paths, inner, false);
        }
        free(entries[i]);
    }
    free(entries);
    return count >= 0;
}

/* How the cases are looked at, and how many came to nothing. */
typedef struct check {
    bool is_wrong;
    bool lacks_callables;
    size_t skipped;
} check;

/* Whether a case is as it should be: right, or wrong in the line that it announces; or skipped. */
static bool is_as_meant(const char *path, check *check) {
    const bool is_wrong = check->is_wrong;
    report report = {.path = path, .is_quiet = is_wrong, .lacks_callables = check->lacks_callables};
    test_case test;
    check_case(&test, &report, path);
    const int32_t announced = test.announced_fault;
    arena_release(&test.arena);
    if (report.is_skipped && report.count == 0) {
        printf("skipped: %s\n", path);
        check->skipped++;
        return true;
    }
    if (!is_wrong) {
        if (announced > 0) {
            fprintf(stderr, "%s: announces a fault, but is meant to be right\n", path);
        }
        return report.count == 0 && announced == 0;
    }
    if (announced == 0) {
        fprintf(stderr, "%s: does not announce a fault\n", path);
    } else if (report.count == 0) {
        fprintf(stderr, "%s:%d: nothing is found to be wrong\n", path, (int)announced);
    } else if (report.first_line != announced) {
        fprintf(stderr, "%s:%d: found to be wrong instead of line %d: %s\n", path, (int)report.first_line,
                (int)announced, report.first_text);
    }
    return announced > 0 && report.count > 0 && report.first_line == announced;
}

int main(int count, char **arguments) {
    int first = 1;
    check check = {.lacks_callables = first < count && strcmp(arguments[first], "--without-callables") == 0};
    first += check.lacks_callables;
    check.is_wrong = first < count && strcmp(arguments[first], "--wrong") == 0;
    first += check.is_wrong;
    paths paths = {.files = {NULL, 0}};
    for (int i = first; i < count; i++) {
        if (!collect(&paths, arguments[i], true)) {
            fprintf(stderr, "%s: there is no such file or folder\n", arguments[i]);
            arena_release(&paths.arena);
            return 2;
        }
    }
    size_t failures = 0;
    for (size_t i = 0; i < paths.files.count; i++) {
        failures += !is_as_meant(paths.files.items[i], &check);
    }
    const size_t checked = paths.files.count;
    arena_release(&paths.arena);
    if (checked == 0) {
        fputs("usage: conformance [--without-callables] [--wrong] PATH...; there are no cases\n", stderr);
        return 2;
    }
    if (check.lacks_callables) {
        printf("%zu cases, %zu skipped, %zu failed\n", checked, check.skipped, failures);
    } else {
        printf("%zu cases, %zu failed\n", checked, failures);
    }
    return failures == 0 ? 0 : 1;
}
