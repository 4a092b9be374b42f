/* The seeds of a random test: one a round. SFSM_TEST_SEED in the environment is another first one, SFSM_TEST_ROUNDS how many
 * there are; a test that fails prints both, so that the one round is repeated. */
#ifndef SFSM_TESTS_SEEDS_H
#define SFSM_TESTS_SEEDS_H

#include "support.h"

typedef struct seeds {
    uint32_t first, count;
    bool are_many; /* as many as every run has: enough to judge how often something comes */
} seeds;

/* From `first` on, `plain` or `reduced` as test_size has it, if the environment names no others. Prints them. */
seeds random_seeds(uint32_t first, size_t plain, size_t reduced);

/* The seed that round number `index` begins with, which tell_seed prints. */
uint32_t begin_round(seeds seeds, uint32_t index);

/* The next of a series of numbers that is the same on every machine, below `limit`. */
uint32_t draw_below(uint32_t *seed, uint32_t limit);

/* The teardown of a random test. */
int tell_seed(void **state);

#endif
