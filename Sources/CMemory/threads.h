/* Threads, and numbers that they share. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifndef __wasm__
#include <pthread.h>
#include <stdlib.h>
#endif

/* Adds to a number that threads share, and returns the sum. */
static inline int64_t swiftfsm_add(int64_t *number, int64_t count) {
    return __atomic_add_fetch(number, count, __ATOMIC_RELAXED);
}

/* Read and write a number that threads share, each time as a whole. */
static inline uint64_t swiftfsm_load(const uint64_t *number) { return __atomic_load_n(number, __ATOMIC_RELAXED); }
static inline void swiftfsm_store(uint64_t *number, uint64_t value) { __atomic_store_n(number, value, __ATOMIC_RELAXED); }

/* Memory will be read and written soon. */
static inline void swiftfsm_prefetch(const void *address) { __builtin_prefetch(address, 1, 3); }

#ifdef __wasm__
static inline void swiftfsm_run_parts(void (*part)(void *parts, size_t number), void *parts, size_t count) {
    for (size_t number = 0; number < count; number++) part(parts, number);
}
#else
struct swiftfsm_part {
    void (*part)(void *parts, size_t number);
    void *parts;
    size_t number;
    pthread_t thread;
    bool is_running;
};

static inline void *swiftfsm_run_part(void *context) {
    struct swiftfsm_part *const part = context;
    part->part(part->parts, part->number);
    return NULL;
}

/* Calls `part` with each number below `count`: with 0 on this thread, with the others on threads of their own, or here too
 * if there are no more. */
static inline void swiftfsm_run_parts(void (*part)(void *parts, size_t number), void *parts, size_t count) {
    struct swiftfsm_part *const all = calloc(count, sizeof *all);
    for (size_t number = 1; all != NULL && number < count; number++) {
        all[number] = (struct swiftfsm_part){part, parts, number, 0, false};
        all[number].is_running = pthread_create(&all[number].thread, NULL, swiftfsm_run_part, &all[number]) == 0;
    }
    part(parts, 0);
    for (size_t number = 1; number < count; number++) {
        if (all == NULL || !all[number].is_running) part(parts, number);
    }
    for (size_t number = 1; all != NULL && number < count; number++) {
        if (all[number].is_running) pthread_join(all[number].thread, NULL);
    }
    free(all);
}
#endif
