#define _XOPEN_SOURCE 700

#include "row_table.h"

#include "program.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A row that took time, and its first transition: those of superstates have one for each state. */
struct slow_row {
    size_t number, state_count;
    int64_t taken, seconds;
    sfsm_id event, state;
};

static int slowest_first(const void *left, const void *right) {
    const struct slow_row *one = left, *other = right;
    double first = (double)one->seconds / (double)one->taken, second = (double)other->seconds / (double)other->taken;
    if (first != second) {
        return first < second ? 1 : -1;
    }
    return one->number < other->number ? -1 : 1;
}

/* "3.2 h" */
static const char *duration(double seconds, char text[static 32]) {
    static const struct {
        const char *name;
        double seconds, limit;
    } units[] = { { "s", 1, 120 }, { "min", 60, 7200 }, { "h", 3600, 172800 } };
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (seconds < units[i].limit) {
            snprintf(text, 32, "%.1f %s", seconds / units[i].seconds, units[i].name);
            return text;
        }
    }
    snprintf(text, 32, "%.1f d", seconds / 86400);
    return text;
}

/* Fills in events and states of the rows, by number. */
static void name_rows(const sfsm_table *table, struct slow_row *rows, size_t row_count) {
    for (size_t i = 0; i < sfsm_table_transition_count(table); i++) {
        sfsm_transition transition = { .size = sizeof transition };
        sfsm_table_transition(table, i, &transition);
        if (transition.row <= row_count && rows[transition.row - 1].state_count++ == 0) {
            rows[transition.row - 1].event = transition.event;
            rows[transition.row - 1].state = transition.source;
        }
    }
}

static void print_row(const sfsm_table *table, const struct slow_row *row) {
    char mean[32], total[32];
    printf("  %10s %10s %8lld  %s in ", duration((double)row->seconds / (double)row->taken, mean),
           duration((double)row->seconds, total), (long long)row->taken, sfsm_table_event_name(table, row->event));
    if (row->state_count == 1) {
        puts(sfsm_table_state_name(table, row->state));
    } else {
        printf("%zu states\n", row->state_count);
    }
}

bool row_table_print(const sfsm_table *table, size_t row_count, const int64_t *counts, const int64_t *times) {
    struct slow_row *rows = calloc(row_count + 1, sizeof *rows);
    if (rows == NULL) {
        fprintf(stderr, "%s: no memory\n", program_name);
        return false;
    }
    name_rows(table, rows, row_count);
    size_t slow_count = 0;
    for (size_t i = 0; i < row_count; i++) {
        if (counts[i + 1] > 0 && times[i + 1] > 0) {
            struct slow_row row = rows[i];
            row.number = i + 1;
            row.taken = counts[i + 1];
            row.seconds = times[i + 1];
            rows[slow_count++] = row;
        }
    }
    qsort(rows, slow_count, sizeof *rows, slowest_first);
    printf("time before each row:\n  %10s %10s %8s\n", "mean", "total", "taken");
    for (size_t i = 0; i < slow_count; i++) {
        print_row(table, &rows[i]);
    }
    free(rows);
    return fflush(stdout) == 0 && !ferror(stdout);
}

bool row_counts_write(const char *path, size_t row_count, const int64_t *counts) {
    FILE *file = fopen(path, "w");
    bool is_written = file != NULL && fputs("row,taken\n", file) >= 0;
    for (size_t i = 1; is_written && i <= row_count; i++) {
        is_written = fprintf(file, "%zu,%lld\n", i, (long long)counts[i]) > 0;
    }
    if (file != NULL) {
        is_written = fclose(file) == 0 && is_written;
    }
    if (!is_written) {
        fprintf(stderr, "%s: %s: cannot be written: %s\n", program_name, path, strerror(errno));
    }
    return is_written;
}
