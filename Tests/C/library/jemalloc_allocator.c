/* A program that gives the library an arena of jemalloc's: all that the library allocates is in it, and nothing else. */
#include "allocated_life.h"

#include <jemalloc/jemalloc.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LIVES = 200 };

static int flags;
static unsigned arena_number;

static void *allocate(size_t size, void *context) {
    (void)context;
    return size > SIZE_MAX / 2 ? NULL : mallocx(size == 0 ? 1 : size, flags);
}

static void *reallocate(void *memory, size_t size, void *context) {
    (void)context;
    return size > SIZE_MAX / 2 ? NULL : rallocx(memory, size == 0 ? 1 : size, flags);
}

static void release(void *memory, void *context) {
    (void)context;
    dallocx(memory, flags);
}

static size_t statistic(const char *name) {
    char path[64];
    uint64_t epoch = 1;
    size_t value = 0, size = sizeof epoch;
    CHECK(mallctl("epoch", &epoch, &size, &epoch, sizeof epoch) == 0);
    size = sizeof value;
    snprintf(path, sizeof path, "stats.arenas.%u.%s.allocated", arena_number, name);
    CHECK(mallctl(path, &value, &size, NULL, 0) == 0);
    return value;
}

/* The bytes of the arena's blocks. */
static size_t allocated(void) {
    return statistic("small") + statistic("large");
}

int main(void) {
    size_t size = sizeof arena_number;
    CHECK(mallctl("arenas.create", &arena_number, &size, NULL, 0) == 0);
    flags = MALLOCX_ALIGN(16) | MALLOCX_ARENA(arena_number) | MALLOCX_TCACHE_NONE;
    const sfsm_allocator allocator = {sizeof allocator, allocate, reallocate, release, NULL};
    CHECK(sfsm_set_allocator(&allocator) == SFSM_OK);

    sfsm_builder *const builder = sfsm_builder_create();
    const size_t held = allocated();
    CHECK(builder != NULL && held > 0);
    for (int life = 0; life < LIVES; life++) {
        CHECK(allocated_life(true) == SFSM_OK);
        CHECK(allocated() == held);
    }
    sfsm_builder_release(builder);
    CHECK(allocated() == 0);

    CHECK(allocated_life(false) == SFSM_OK);
    const size_t left = allocated();
    char path[32];
    snprintf(path, sizeof path, "arena.%u.destroy", arena_number);
    CHECK(mallctl(path, NULL, NULL, NULL, 0) == 0); /* with all objects in it */
    printf("%d lives in an arena of jemalloc's; %zu bytes were dropped with it\n", LIVES, left);
    return 0;
}
