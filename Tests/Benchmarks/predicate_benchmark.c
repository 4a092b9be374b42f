/*
 * predicate_benchmark [--check]: what predicates cost. First the building of tables, then steps, beside REF, generated
 * switches over state, event and cases, as step_benchmark does it: slices of both alternate, the figures are medians
 * over the slices and over several processes. Checks that the rows that were taken are the right ones; with --check it
 * does nothing but that.
 */
#include "measure.h"
#include "new_process.h"
#include "predicate_builds.h"
#include "predicate_steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROCESSES 11

static void measure_steps_in_processes(void)
{
    const size_t stride = predicate_step_result_count();
    double *results = allocate(PROCESSES * stride * sizeof *results);
    for (size_t process = 0; process < PROCESSES; ++process)
        measure_in_new_process("--hand-over", results + process * stride, stride);
    print_predicate_steps(results, PROCESSES);
    free(results);
}

static void measure_steps_here(bool hands_over)
{
    double *results = allocate(predicate_step_result_count() * sizeof *results);
    measure_predicate_steps(results);
    if (hands_over)
        hand_over(results, predicate_step_result_count());
    free(results);
}

int main(int argc, char **argv)
{
    if (argc == 1) {
        measure_predicate_builds(false);
        putchar('\n');
        fflush(stdout);
        measure_steps_in_processes();
    } else if (argc == 2 && strcmp(argv[1], "--check") == 0) {
        measure_predicate_builds(true);
        measure_steps_here(false);
        puts("The tables take the rows that they should, and do the same as the reference.");
    } else if (argc == 2 && strcmp(argv[1], "--hand-over") == 0) {
        measure_steps_here(true);
    } else {
        fputs("usage: predicate_benchmark [--check]\n", stderr);
        return 2;
    }
    return 0;
}
