#include "ratios.h"

#include "measure.h"
#include "new_process.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GOAL_WIDTH 8
#define OTHER_WIDTH 8

/* Of one process, comparison after comparison: the library's time, the reference's and the second reference's. */
#define TIMES 3

static size_t result_count(const ratios *self)
{
    return TIMES * self->count;
}

static double *allocate_results(const ratios *self, size_t processes)
{
    return allocate(processes * result_count(self) * sizeof(double));
}

/* ---------------------------------------------------------------------------------------------------------------------
 * Printing
 * ------------------------------------------------------------------------------------------------------------------ */

typedef struct medians {
    double library, reference, ratio, other;
} medians;

/* Each process has a ratio of its own: what was lucky or unlucky in it was so for both of its times. */
static medians medians_of(const ratios *self, size_t index, const double *results)
{
    const size_t processes = self->processes;
    double *library = allocate(processes * sizeof *library), *references = allocate(processes * sizeof *references);
    double *quotients = allocate(processes * sizeof *quotients), *others = allocate(processes * sizeof *others);
    for (size_t process = 0; process < processes; ++process) {
        const double *times = results + process * result_count(self) + TIMES * index;
        library[process] = times[0];
        references[process] = times[1];
        quotients[process] = times[1] > 0 ? times[0] / times[1] : 0;
        others[process] = times[1] > 0 ? times[2] / times[1] : 0;
    }
    const medians found = {median(library, processes), median(references, processes), median(quotients, processes),
                           median(others, processes)};
    free(others);
    free(quotients);
    free(references);
    free(library);
    return found;
}

/* The beginning of a line; what stands under headings is indented. */
static void print_name(const ratios *self, const char *name)
{
    printf("%s%-*s", self->heading != NULL ? "  " : "", self->name_width, name);
}

static void print_head(const ratios *self)
{
    self->print_title();
    print_name(self, self->labels);
    printf(" %*s %*s %*s", self->time_width, "REF", self->time_width, self->library, self->ratio_width, "ratio");
    if (self->other != NULL)
        printf(" %*s", OTHER_WIDTH, self->other);
    if (self->goal != NULL)
        printf(" %*s", GOAL_WIDTH, "goal");
    putchar('\n');
}

static void print_line(const ratios *self, size_t index, const double *results)
{
    const medians found = medians_of(self, index, results);
    const char *heading = self->heading != NULL ? self->heading(index) : NULL;
    const double goal = self->goal != NULL ? self->goal(index) : 0;
    if (heading != NULL)
        puts(heading);
    print_name(self, self->name(index));
    if (found.reference > 0)
        printf(" %*.2f %*.2f %*.2f", self->time_width, found.reference, self->time_width, found.library,
               self->ratio_width, found.ratio);
    else
        printf(" %*s %*.2f", self->time_width, "", self->time_width, found.library);
    if (self->other != NULL && found.other > 0)
        printf(" %*.2f", OTHER_WIDTH, found.other);
    else if (self->other != NULL)
        printf(" %*s", found.reference > 0 ? OTHER_WIDTH : self->ratio_width + 1 + OTHER_WIDTH, "");
    if (goal > 0)
        printf(" %*.2f%s", GOAL_WIDTH, goal, found.ratio <= goal ? "" : "  not reached");
    putchar('\n');
}

/* ---------------------------------------------------------------------------------------------------------------------
 * Measuring
 * ------------------------------------------------------------------------------------------------------------------ */

static void measure_in_processes(const ratios *self)
{
    const size_t stride = result_count(self);
    double *results = allocate_results(self, self->processes);
    for (size_t process = 0; process < self->processes; ++process)
        measure_in_new_process("--hand-over", results + process * stride, stride);
    print_head(self);
    for (size_t index = 0; index < self->count; ++index)
        print_line(self, index, results);
    free(results);
}

static void measure_here(const ratios *self, bool hands_over)
{
    double *results = allocate_results(self, 1);
    for (size_t index = 0; index < self->count; ++index) {
        const time_pair times = self->measure(index);
        results[TIMES * index] = times.library;
        results[TIMES * index + 1] = times.reference;
        results[TIMES * index + 2] = times.other;
    }
    if (hands_over)
        hand_over(results, result_count(self));
    else
        puts(self->agreement);
    free(results);
}

int ratios_main(const ratios *self, int argc, char **argv)
{
    if (argc == 1) {
        measure_in_processes(self);
    } else if (argc == 2 && strcmp(argv[1], "--check") == 0) {
        measure_here(self, false);
    } else if (argc == 2 && strcmp(argv[1], "--hand-over") == 0) {
        measure_here(self, true);
    } else {
        fprintf(stderr, "usage: %s [--check]\n", self->program);
        return 2;
    }
    return 0;
}
