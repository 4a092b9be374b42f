#include "calls.h"

#include <stdatomic.h>

/* Replays run in several threads. */
static atomic_size_t blocks;
static atomic_llong granted = -1; /* below 0: all */
static atomic_bool refused;

static bool is_granted(void) {
    if (atomic_load(&granted) < 0) {
        return true;
    }
    if (atomic_load(&granted) > 0) {
        atomic_fetch_sub(&granted, 1);
        return true;
    }
    atomic_store(&refused, true);
    return false;
}

bool is_unoptimised(void) {
    return getenv("FUZZ_UNOPTIMISED") != NULL;
}

static void *allocate(size_t size, void *context) {
    (void)context;
    void *const memory = is_granted() ? malloc(size) : NULL;
    if (memory != NULL) {
        atomic_fetch_add(&blocks, 1);
    }
    return memory;
}

static void *reallocate(void *memory, size_t size, void *context) {
    (void)context;
    return is_granted() ? realloc(memory, size) : NULL;
}

static void release(void *memory, void *context) {
    (void)context;
    expect(memory != NULL, "what is given back to the allocator is not NULL");
    atomic_fetch_sub(&blocks, 1);
    free(memory);
}

void set_allocation(void) {
    const sfsm_allocator allocator = {sizeof allocator, allocate, reallocate, release, NULL};
    expect(sfsm_set_allocator(&allocator) == SFSM_OK, "an allocator is set before anything else");
}

size_t allocated_blocks(void) {
    return atomic_load(&blocks);
}

void refuse_after(size_t requests) {
    atomic_store(&granted, is_unoptimised() ? -1 : (long long)requests);
}

void grant_all(void) {
    atomic_store(&granted, -1);
    atomic_store(&refused, false);
}

bool has_refused(void) {
    return atomic_load(&refused);
}
