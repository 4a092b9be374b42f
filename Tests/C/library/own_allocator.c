/* A program with an allocator of its own: the library takes every block from it, gives each back to it, and lives with
 * any of them being refused. */
#include "allocated_life.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Before each block its size and a mark, by which a block of another allocator is told apart. */
enum { HEADER = 32, MARK = 0x5a5a1234 };
typedef struct pool {
    size_t blocks, requests, granted; /* `granted` more requests succeed */
} pool;

static bool is_granted(pool *pool) {
    pool->requests++;
    return pool->granted > 0 && pool->granted-- > 0;
}

static char *start_of(void *memory) {
    char *const start = (char *)memory - HEADER;
    CHECK(((size_t *)(void *)start)[1] == MARK);
    return start;
}

static void *mark(char *start, size_t size) {
    ((size_t *)(void *)start)[0] = size;
    ((size_t *)(void *)start)[1] = MARK;
    return start + HEADER;
}

static void *allocate(size_t size, void *context) {
    pool *const pool = context;
    char *const start = is_granted(pool) ? malloc(HEADER + size) : NULL;
    if (start == NULL) {
        return NULL;
    }
    pool->blocks++;
    return mark(start, size);
}

static void *reallocate(void *memory, size_t size, void *context) {
    char *const old = start_of(memory);
    char *const start = is_granted(context) ? realloc(old, HEADER + size) : NULL;
    return start == NULL ? NULL : mark(start, size);
}

static void release(void *memory, void *context) {
    char *const start = start_of(memory);
    ((pool *)context)->blocks--;
    memset(start, 0x7f, HEADER + ((size_t *)(void *)start)[0]);
    free(start);
}

int main(void) {
    pool pool = {.granted = SIZE_MAX};
    sfsm_allocator allocator = {sizeof allocator, allocate, reallocate, release, &pool};
    sfsm_allocator lacking = allocator;
    lacking.release = NULL;
    CHECK(sfsm_set_allocator(&lacking) == SFSM_NULL_POINTER);
    lacking.size = 3;
    CHECK(sfsm_set_allocator(&lacking) == SFSM_BAD_SIZE);
    CHECK(sfsm_set_allocator(&allocator) == SFSM_OK);
    CHECK(sfsm_set_allocator(NULL) == SFSM_OK); /* malloc again: nothing was allocated yet */
    CHECK(sfsm_set_allocator(&allocator) == SFSM_OK);

    CHECK(allocated_life(true) == SFSM_OK);
    const size_t requests = pool.requests;
    CHECK(requests > 20 && pool.blocks == 0);
    CHECK(sfsm_set_allocator(NULL) == SFSM_BUSY);
    CHECK(sfsm_set_allocator(&allocator) == SFSM_BUSY);

    size_t refused = 0;
    for (size_t granted = 0; granted < requests; granted++) {
        pool.granted = granted;
        refused += allocated_life(true) == SFSM_OUT_OF_MEMORY;
        CHECK(pool.blocks == 0);
    }
    CHECK(refused > requests / 2);
    pool.granted = SIZE_MAX;
    CHECK(allocated_life(true) == SFSM_OK && pool.blocks == 0);
    printf("%zu requests, refused at %zu of them\n", requests, refused);
    return 0;
}
