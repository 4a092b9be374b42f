#include "seeds.h"

static uint32_t current_seed;

static uint32_t number_from(const char *variable, size_t otherwise) {
    const char *const text = getenv(variable);
    if (text == NULL) {
        return (uint32_t)otherwise;
    }
    char *end = NULL;
    const unsigned long number = strtoul(text, &end, 10);
    if (end == text || *end != '\0') {
        fail_msg("%s=%s is no number", variable, text);
    }
    return (uint32_t)number;
}

seeds random_seeds(uint32_t first, size_t plain, size_t reduced) {
    seeds seeds = {.first = number_from("SFSM_TEST_SEED", first),
                   .count = number_from("SFSM_TEST_ROUNDS", test_size(plain, reduced))};
    seeds.are_many = seeds.count >= reduced;
    print_message("SFSM_TEST_SEED=%u SFSM_TEST_ROUNDS=%u\n", (unsigned)seeds.first, (unsigned)seeds.count);
    return seeds;
}

uint32_t begin_round(seeds seeds, uint32_t index) {
    current_seed = seeds.first + index;
    return current_seed;
}

uint32_t draw_below(uint32_t *seed, uint32_t limit) {
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) % limit;
}

int tell_seed(void **state) {
    (void)state;
    print_message("the last round: SFSM_TEST_SEED=%u SFSM_TEST_ROUNDS=1\n", (unsigned)current_seed);
    return 0;
}
