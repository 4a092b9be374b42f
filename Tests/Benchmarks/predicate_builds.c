#include "predicate_builds.h"

#include "actions.h"
#include "measure.h"
#include "predicate_definitions.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECKS 2000

static void must(sfsm_status status)
{
    if (status < 0)
        give_up("%s", sfsm_status_name(status));
}

/* The table, or NULL and how many clashes there are. */
static sfsm_table *build(const definition *self, const rows *rows, double *spent, size_t *clashes)
{
    const double start = thread_nanoseconds();
    sfsm_builder *builder = sfsm_builder_create();
    for (int32_t type = 0; type < self->types; ++type)
        must(sfsm_builder_add_predicate(builder, type, self->cases));
    must(sfsm_builder_add_rows(builder, rows->rows, rows->count));
    sfsm_table *table = NULL;
    sfsm_diagnostics *faults = NULL;
    const sfsm_status status = sfsm_builder_build(builder, &table, &faults);
    *spent = (thread_nanoseconds() - start) / 1e6;
    if ((status == SFSM_OK) != self->is_valid)
        give_up("%s: %s\n%s", self->name, sfsm_status_name(status), sfsm_diagnostics_text(faults));
    *clashes = 0;
    for (size_t index = 0; index < sfsm_diagnostics_count(faults); ++index) {
        sfsm_diagnostic fault = {.size = sizeof fault};
        must(sfsm_diagnostics_get(faults, index, &fault));
        *clashes += fault.kind == SFSM_IMPLICIT_CLASH;
    }
    if ((*clashes > 0) == self->is_valid)
        give_up("%s: %zu clashes", self->name, *clashes);
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
    return table;
}

/* The number of the row that names most types, of those that hold; there may be none. */
static size_t best_row(const rows *rows, int32_t cell, const sfsm_case *sent)
{
    size_t best = rows->count;
    for (size_t number = 0; number < rows->count; ++number) {
        const sfsm_row *row = &rows->rows[number];
        bool holds = row->event == cell;
        for (size_t match = 0; match < row->match_count && holds; ++match)
            holds = sent[row->matches[match].predicate].value == row->matches[match].value;
        if (holds && (best == rows->count || row->match_count > rows->rows[best].match_count))
            best = number;
    }
    return best;
}

/* Cases for which a row of the cell holds, more often than by chance. */
static void draw_cases(const definition *self, const rows *rows, uint32_t seed, sfsm_case *sent)
{
    const sfsm_row *row = &rows->rows[workload_scramble(seed) % rows->count];
    for (int32_t type = 0; type < self->types; ++type) {
        const uint32_t any = workload_scramble(seed * 8u + (uint32_t)type);
        sent[type] = (sfsm_case){type, (int32_t)(any % (uint32_t)self->cases)};
    }
    for (size_t match = 0; match < row->match_count; ++match)
        sent[row->matches[match].predicate].value = row->matches[match].value;
}

static void check(const definition *self, const rows *rows, const sfsm_table *table)
{
    tally marks = {0, 0};
    sfsm_machine *machine = NULL;
    must(sfsm_machine_create(table, 0, &marks, &machine));
    for (uint32_t number = 0; number < CHECKS; ++number) {
        sfsm_case sent[8];
        draw_cases(self, rows, number, sent);
        const int32_t cell = rows->rows[workload_scramble(number) % rows->count].event;
        const size_t best = best_row(rows, cell, sent);
        const bool is_handled = best < rows->count;
        marks = (tally){0, 0};
        const sfsm_outcome outcome = sfsm_send_matching(machine, sent, (size_t)self->types, cell);
        if (outcome != (is_handled ? SFSM_TRANSITIONED : SFSM_UNHANDLED) ||
            marks.trace != (is_handled ? 1 + best % WORKLOAD_ACTIONS : 0))
            give_up("%s: step %" PRIu32 " took another row than number %zu", self->name, number, best);
    }
    sfsm_machine_release(machine);
}

static void print_line(const definition *self, double time, size_t clashes, size_t bytes)
{
    printf("%-26s %6zu %6" PRId32 " %6" PRId32 " %6" PRId32 " %8.2f ", self->name, self->row_count, self->cells,
           self->types, self->cases, time);
    if (self->limit > 0)
        printf("%6.0f%s", self->limit, time < self->limit ? " " : "!");
    else
        printf("%7s", "");
    if (self->is_valid)
        printf(" %10zu\n", bytes);
    else
        printf(" %10s %zu clashes are told\n", "none", clashes);
    fflush(stdout);
}

static void measure(const definition *self, bool only_checks)
{
    rows rows = make_rows(self);
    const size_t repetitions = only_checks ? 1 : self->repetitions;
    double *times = allocate(repetitions * sizeof *times);
    size_t bytes = 0, clashes = 0;
    for (size_t repetition = 0; repetition < repetitions; ++repetition) {
        sfsm_table *table = build(self, &rows, &times[repetition], &clashes);
        if (repetition == 0 && self->is_valid)
            check(self, &rows, table);
        bytes = sfsm_table_size(table);
        sfsm_table_release(table);
    }
    if (!only_checks)
        print_line(self, median(times, repetitions), clashes, bytes);
    free(times);
    free_rows(&rows);
}

void measure_predicate_builds(bool only_checks)
{
    if (!only_checks) {
        puts("Building a table with predicates, adding the rows included: ms of processor time (medians), the limit\n"
             "to stay below (! where it is not), and the table's size");
        printf("%-26s %6s %6s %6s %6s %8s %6s  %10s\n", "", "rows", "cells", "types", "cases", "ms", "limit", "bytes");
    }
    for (size_t index = 0; index < definition_count; ++index)
        measure(&definitions[index], only_checks);
}
