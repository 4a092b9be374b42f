/* A program that gives the library an arena: whole lives of objects are dropped at once, without releasing any of them, and
 * the next life has an arena of its own. What an arena had cannot be touched any more. */
#include "allocated_life.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { SIZE = 4 << 20, ALIGNMENT = 16, LIVES = 50 };

typedef struct arena {
    char *memory;
    size_t used, blocks;
} arena;

/* Before each block its size, which only a block that grows needs. */
static void *allocate(size_t size, void *context) {
    arena *const arena = context;
    const size_t whole = ALIGNMENT + (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (size > SIZE || whole > SIZE - arena->used) {
        return NULL;
    }
    char *const start = arena->memory + arena->used;
    memcpy(start, &size, sizeof size);
    arena->used += whole;
    arena->blocks++;
    return start + ALIGNMENT;
}

static void *reallocate(void *memory, size_t size, void *context) {
    void *const larger = allocate(size, context);
    size_t old;
    memcpy(&old, (char *)memory - ALIGNMENT, sizeof old);
    return larger == NULL ? NULL : memcpy(larger, memory, old < size ? old : size);
}

/* Only checks whose block it is. */
static void release(void *memory, void *context) {
    const arena *const arena = context;
    CHECK((char *)memory > arena->memory && (char *)memory < arena->memory + arena->used);
}

int main(void) {
    arena arena = {NULL, 0, 0};
    const sfsm_allocator allocator = {sizeof allocator, allocate, reallocate, release, &arena};
    CHECK(sfsm_set_allocator(&allocator) == SFSM_OK);
    size_t used = 0, blocks = 0;
    for (int life = 0; life < LIVES; life++) {
        arena.memory = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        CHECK(arena.memory != MAP_FAILED);
        CHECK(allocated_life(false) == SFSM_OK);
        CHECK(arena.blocks > 20);
        CHECK(life == 0 || (arena.used == used && arena.blocks == blocks)); /* nothing was kept of the life before */
        used = arena.used;
        blocks = arena.blocks;
        CHECK(mprotect(arena.memory, SIZE, PROT_NONE) == 0);
        arena.used = arena.blocks = 0;
    }
    printf("%d lives in arenas of %zu bytes, %zu blocks\n", LIVES, used, blocks);
    return 0;
}
