/* Threads, and numbers that they share. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#ifndef __wasm__
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#endif

/* Adds to a number that threads share, and returns the sum. */
static inline int64_t swiftfsm_add(int64_t *number, int64_t count) {
    return __atomic_add_fetch(number, count, __ATOMIC_RELAXED);
}

/* Returns a number that threads add to. */
static inline int64_t swiftfsm_sum(const int64_t *number) { return __atomic_load_n(number, __ATOMIC_RELAXED); }

/* Read and write a number that threads share, each time as a whole. */
static inline uint64_t swiftfsm_load(const uint64_t *number) { return __atomic_load_n(number, __ATOMIC_RELAXED); }
static inline void swiftfsm_store(uint64_t *number, uint64_t value) { __atomic_store_n(number, value, __ATOMIC_RELAXED); }

/* Memory will be read and written soon. */
static inline void swiftfsm_prefetch(const void *address) { __builtin_prefetch(address, 1, 3); }

/* A function that does one part of some work. Parts are numbered from 0. */
typedef void swiftfsm_part(void *work, size_t number);

#ifdef __wasm__
static inline void swiftfsm_run_parts(swiftfsm_part *prepare, swiftfsm_part *part, void *work, size_t count) {
    for (size_t number = 0; number < count; number++) prepare(work, number);
    for (size_t number = 0; number < count; number++) part(work, number);
}
#else
struct swiftfsm_work {
    swiftfsm_part *prepare, *part;
    void *work;
    size_t count, prepared;
};

struct swiftfsm_thread {
    struct swiftfsm_work *work;
    size_t number;
    pthread_t thread;
    bool is_running;
};

static inline void swiftfsm_prepare(struct swiftfsm_work *work, size_t number) {
    work->prepare(work->work, number);
    __atomic_add_fetch(&work->prepared, 1, __ATOMIC_ACQ_REL);
}

/* Waits until all parts are prepared, which takes about as long for each: so nobody waits for long. */
static inline void swiftfsm_await(const struct swiftfsm_work *work) {
    while (__atomic_load_n(&work->prepared, __ATOMIC_ACQUIRE) < work->count) sched_yield();
}

static inline void *swiftfsm_run_thread(void *context) {
    const struct swiftfsm_thread *const thread = context;
    swiftfsm_prepare(thread->work, thread->number);
    swiftfsm_await(thread->work);
    thread->work->part(thread->work->work, thread->number);
    return NULL;
}

/* Calls `prepare`, and once all have been prepared `part`, with each number below `count`: with 0 on this thread, with the
 * others on threads of their own, or here too if there are no more. */
static inline void swiftfsm_run_parts(swiftfsm_part *prepare, swiftfsm_part *part, void *parts, size_t count) {
    struct swiftfsm_work work = {prepare, part, parts, count, 0};
    struct swiftfsm_thread *const threads = calloc(count, sizeof *threads);
    for (size_t number = 1; threads != NULL && number < count; number++) {
        struct swiftfsm_thread *const thread = &threads[number];
        thread->work = &work;
        thread->number = number;
        thread->is_running = pthread_create(&thread->thread, NULL, swiftfsm_run_thread, thread) == 0;
    }
    for (size_t number = 0; number < count; number++) {
        if (threads == NULL || !threads[number].is_running) swiftfsm_prepare(&work, number);
    }
    swiftfsm_await(&work);
    for (size_t number = 0; number < count; number++) {
        if (threads == NULL || !threads[number].is_running) part(parts, number);
    }
    for (size_t number = 0; threads != NULL && number < count; number++) {
        if (threads[number].is_running) pthread_join(threads[number].thread, NULL);
    }
    free(threads);
}
#endif
