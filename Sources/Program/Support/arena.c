#include "arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct piece {
    struct piece *former;
    max_align_t bytes[];
} piece;

void *arena_take(arena *arena, size_t size) {
    piece *const taken = calloc(1, sizeof *taken + size);
    if (taken == NULL) {
        fputs("swiftfsm: out of memory\n", stderr);
        exit(2);
    }
    taken->former = arena->last;
    arena->last = taken;
    return taken->bytes;
}

char *arena_text(arena *arena, const char *start, size_t length) {
    char *const text = arena_take(arena, length + 1);
    memcpy(text, start, length);
    return text;
}

void arena_release(arena *arena) {
    while (arena->last != NULL) {
        piece *const former = arena->last->former;
        free(arena->last);
        arena->last = former;
    }
}

void *arena_room(arena *arena, void *items, size_t count, size_t size) {
    /* Room is doubled whenever it is full: at every power of two. */
    if ((count & (count - 1)) != 0) {
        return items;
    }
    void *const moved = arena_take(arena, (count == 0 ? 1 : 2 * count) * size);
    if (count > 0) {
        memcpy(moved, items, count * size);
    }
    return moved;
}
