/*
 * predicate_benchmark [--check]: what predicates cost. First the building of tables, then steps, beside REF, generated
 * switches over state, event and cases, as step_benchmark does it: slices of both alternate, the figures are medians
 * over the slices and over several processes. Checks that the rows that were taken are the right ones; with --check it
 * does nothing but that.
 */
#include "predicate_builds.h"
#include "predicate_steps.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc == 1) {
        measure_predicate_builds(false);
        putchar('\n');
        fflush(stdout);
    } else if (argc == 2 && strcmp(argv[1], "--check") == 0) {
        measure_predicate_builds(true);
    }
    return ratios_main(&predicate_steps, argc, argv);
}
