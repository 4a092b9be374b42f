#include <stdio.h>

#include "checked_file.h"
#include "files.h"
#include "messages.h"

/* "1 row", "2 rows" */
static void add_count(buffer *text, const char *before, size_t count, const char *noun, const char *rest) {
    buffer_add_format(text, "%s%zu %s%s%s", before, count, noun, count == 1 ? "" : "s", rest);
}

static void add_scenarios(buffer *line, const checked_file *file) {
    const size_t count = file->test.runs.count, passed = file->test.passed;
    if (count == 0) {
        return;
    }
    if (file->report.is_skipped) {
        add_count(line, ", ", count, "scenario", " not run: this library is built without libffi, which callables need");
    } else if (passed == count) {
        add_count(line, ", ", count, "scenario", " passed");
    } else {
        add_count(line, ", ", count - passed, "scenario", " failed, ");
        buffer_add_format(line, "%zu passed", passed);
    }
}

/* The last line about a file. */
static void print_summary(const checked_file *file) {
    const sfsm_table *const table = file->test.table;
    const size_t errors = count_diagnostics(file->diagnostics, SFSM_ERROR);
    buffer line = {NULL, 0, 0};
    if (table == NULL && file->test.diagnostics_line > 0 && file->failures.count == 0) {
        add_count(&line, "", errors, "error", errors == 1 ? ", which is expected" : ", which are expected");
    } else if (table == NULL) {
        add_count(&line, "", errors, "error", "");
    } else {
        buffer needs = {NULL, 0, 0};
        add_count(&line, "", sfsm_table_state_count(table), "state", "");
        add_count(&line, ", ", sfsm_table_event_count(table), "event", "");
        add_count(&line, ", ", sfsm_table_row_count(table), "row", "");
        add_scenarios(&line, file);
        write_needs(&file->test, &needs);
        buffer_add_format(&line, "%s%s", needs.length > 0 ? "; needs " : "", buffer_text(&needs));
        buffer_release(&needs);
    }
    printf("%s: %s\n", file_name(file->path), buffer_text(&line));
    buffer_release(&line);
}

void print_checked_file(const checked_file *file) {
    const char *const name = file_name(file->path);
    if (file->test.diagnostics_line == 0) {
        print_diagnostics(file->diagnostics);
    }
    for (size_t i = 0; i < file->warnings.count; i++) {
        fprintf(stderr, "%s: warning: %s\n", name, file->warnings.items[i]);
    }
    for (size_t i = 0; i < file->failures.count; i++) {
        fprintf(stderr, "%s:%d: error: %s\n", name, (int)file->failures.items[i].line, file->failures.items[i].text);
    }
    for (size_t i = 0; i < file->differences.items.count; i++) {
        const difference *const difference = &file->differences.items.items[i];
        if (difference->is_breaking) {
            fprintf(stderr, "%s: error: %s\n", name, difference->text);
        }
    }
    if (file->status != STATUS_UNUSABLE) {
        print_summary(file);
    }
}

/* ------------------------------------------------------------------------------------------------------------------
 * JSON
 * --------------------------------------------------------------------------------------------------------------- */

static void add_lists(buffer *json, const checked_file *file) {
    json_begin_array(json, "diagnostics");
    add_diagnostics(json, file->diagnostics);
    json_end_array(json);
    json_begin_array(json, "warnings");
    for (size_t i = 0; i < file->warnings.count; i++) {
        json_add_text(json, NULL, file->warnings.items[i]);
    }
    json_end_array(json);
    json_begin_array(json, "failures");
    for (size_t i = 0; i < file->failures.count; i++) {
        json_begin_object(json, NULL);
        json_add_number(json, "line", file->failures.items[i].line);
        json_add_text(json, "text", file->failures.items[i].text);
        json_end_object(json);
    }
    json_end_array(json);
    json_begin_array(json, "differences");
    add_differences(json, &file->differences);
    json_end_array(json);
}

void add_checked_file(buffer *json, const checked_file *file) {
    static const char *const statuses[] = {"fine", "faulty", "unusable"};
    const sfsm_table *const table = file->test.table;
    json_begin_object(json, NULL);
    json_add_text(json, "file", file->path);
    json_add_text(json, "status", statuses[file->status]);
    if (file->status != STATUS_UNUSABLE) {
        add_lists(json, file);
    }
    if (table != NULL) {
        json_add_number(json, "states", (int64_t)sfsm_table_state_count(table));
        json_add_number(json, "events", (int64_t)sfsm_table_event_count(table));
        json_add_number(json, "rows", (int64_t)sfsm_table_row_count(table));
        json_begin_object(json, "scenarios");
        json_add_number(json, "passed", (int64_t)file->test.passed);
        json_add_number(json, "failed",
                        (int64_t)(file->report.is_skipped ? 0 : file->test.runs.count - file->test.passed));
        json_add_number(json, "skipped", (int64_t)(file->report.is_skipped ? file->test.runs.count : 0));
        json_end_object(json);
        add_needs(json, &file->test);
    }
    json_end_object(json);
}
