/*
 * conformance [--without-callables] [--planned | --postponed] [--wrong] PATH...
 *
 * Checks cases against the library: files, or all files *.fsm and *.fsms in a folder and those below it. What differs is
 * printed by file and line. With --wrong each case must fail, first in the line that it announces itself. With
 * --without-callables, for a library without libffi, callables must be refused; cases that have some are skipped, by name.
 * The library reads the definitions, and must read what it writes of them as the same.
 * With --planned steps are performed here, from the library's plans, instead of by the library. With --postponed each
 * callback that is called while a plan is made postpones it at first.
 *
 * conformance --json PATH...
 *
 * Prints the cases as JSON, for bindings whose runners do not read what people write: see README.md.
 *
 * Exit status: 0, 1 if something differs, 2 if nothing could be checked.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "contents.h"
#include "facts.h"
#include "planning.h"
#include "write_json.h"

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
        if (is_named || ends_with(path, ".fsm") || ends_with(path, ".fsms")) {
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

/* How the cases are looked at, how many there are, and how many came to nothing or are not as they should be. */
typedef struct check {
    bool is_wrong;
    bool lacks_callables;
    bool is_planned;
    bool is_postponed;
    /* Cases are written here instead of being looked at; or NULL. */
    buffer *json;
    size_t count, skipped, failures;
} check;

/* Whether a line of the definition says what no document can: the number of a reserved id. */
static bool says_reserved_number(const test_case *test, int32_t number) {
    bool says = false;
    for (size_t i = 0; i < test->definition.count; i++) {
        const line *const line = &test->definition.items[i];
        int32_t id = 0;
        for (size_t j = 0; line->number == number && j + 1 < line->tokens.count; j++) {
            says = says || (token_is(&line->tokens.items[j], "reserved") &&
                            is_integer(line->tokens.items[j + 1].text, &id));
        }
    }
    return says;
}

/* Reports the first fault that the library has found in the definition. A case that is no document has to be refused, in
 * its first line that says so; Tests/C/test_reserved_ids.c has what then comes of the ids. */
static void report_reading(test_case *test, const sfsm_diagnostics *diagnostics, sfsm_status status) {
    sfsm_diagnostic first = {.size = sizeof first};
    sfsm_diagnostics_get(diagnostics, 0, &first);
    test->report->is_skipped = says_reserved_number(test, first.line);
    if (!test->report->is_skipped) {
        report_fault(test->report, first.line, "the library does not read this: %s: %s", sfsm_status_name(status),
                     first.text == NULL ? "" : first.text);
    }
}

/* Checks a case, and returns the line of the fault that it announces, or 0. */
static int32_t check_case(report *report, const char *contents, const check *check) {
    arena arena = {0};
    test_case test;
    sfsm_diagnostics *diagnostics = NULL;
    case_open(&test, report, arena_text(&arena, contents, strlen(contents)));
    if (report->count == 0) {
        const sfsm_status status = case_define(&test, contents, strlen(contents), &diagnostics);
        if (!test.is_read && !report->is_skipped) {
            report_reading(&test, diagnostics, status);
        } else if (test.table != NULL && report->count == 0 && !report->is_skipped) {
            check_table(&test);
        }
        if (test.is_read && report->count == 0) {
            check_writing(&test, contents);
        }
    }
    if (test.is_read && report->count == 0 && check->json != NULL) {
        add_case(check->json, &test, report->path, contents);
    } else if (test.is_read && report->count == 0) {
        planning planning = planning_host(check->is_postponed);
        planning.host.context = &planning;
        case_check(&test, diagnostics, check->is_planned ? &planning.host : NULL);
    }
    const int32_t announced = test.announced_fault;
    sfsm_diagnostics_release(diagnostics);
    case_close(&test);
    arena_release(&arena);
    return announced;
}

/* Whether a case is as it should be: right, or wrong in the line that it announces; or skipped. */
static bool is_as_meant(const char *path, int32_t lines_before, char *contents, check *check) {
    const bool is_wrong = check->is_wrong;
    report report = {.path = path, .lines_before = lines_before, .is_quiet = is_wrong, .is_strict = true,
                     .lacks_callables = check->lacks_callables};
    const int32_t announced = check_case(&report, contents, check);
    if (report.is_skipped && report.count == 0) {
        if (check->lacks_callables) {
            printf("skipped: %s:%d\n", path, (int)lines_before + 1);
        }
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

/* All cases of a file. */
static void check_file(const char *path, check *check) {
    arena arena = {0};
    report report = {.path = path};
    char *next = contents_read(&arena, &report, path);
    check->failures += next == NULL;
    for (int32_t lines = 0; next != NULL; check->count++) {
        const int32_t before = lines;
        char *const contents = next;
        next = ends_with(path, ".fsms") ? contents_next(contents, &lines) : NULL;
        check->failures += !is_as_meant(path, before, contents, check);
    }
    arena_release(&arena);
}

int main(int count, char **arguments) {
    int first = 1;
    check check = {.lacks_callables = first < count && strcmp(arguments[first], "--without-callables") == 0};
    first += check.lacks_callables;
    check.is_postponed = first < count && strcmp(arguments[first], "--postponed") == 0;
    check.is_planned = check.is_postponed || (first < count && strcmp(arguments[first], "--planned") == 0);
    first += check.is_planned;
    check.is_wrong = first < count && strcmp(arguments[first], "--wrong") == 0;
    first += check.is_wrong;
    buffer json = {0};
    if (first < count && strcmp(arguments[first], "--json") == 0) {
        check.json = &json;
        first++;
        json_begin_object(&json, NULL);
        json_begin_array(&json, "cases");
    }
    paths paths = {.files = {NULL, 0}};
    for (int i = first; i < count; i++) {
        if (!collect(&paths, arguments[i], true)) {
            fprintf(stderr, "%s: there is no such file or folder\n", arguments[i]);
            arena_release(&paths.arena);
            buffer_release(&json);
            return 2;
        }
    }
    for (size_t i = 0; i < paths.files.count; i++) {
        check_file(paths.files.items[i], &check);
    }
    arena_release(&paths.arena);
    if (check.count == 0) {
        fputs("usage: conformance [--without-callables] [--planned | --postponed] [--wrong] PATH..., or conformance --json "
              "PATH...; there are no cases\n",
              stderr);
        buffer_release(&json);
        return 2;
    }
    if (check.json != NULL) {
        json_end_array(&json);
        json_end_object(&json);
        json_print(&json);
        return check.failures == 0 ? 0 : 1;
    }
    printf("%zu cases, %zu skipped, %zu failed\n", check.count, check.skipped, check.failures);
    return check.failures == 0 ? 0 : 1;
}
