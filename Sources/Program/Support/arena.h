/* Memory that is taken piece by piece and given back at once. */
#ifndef SUPPORT_ARENA_H
#define SUPPORT_ARENA_H

#include <stddef.h>

typedef struct arena {
    struct piece *last;
} arena;

/* Zeroed bytes; ends the process if there are none. */
void *arena_take(arena *arena, size_t size);
char *arena_text(arena *arena, const char *start, size_t length);
void arena_release(arena *arena);

/* Items that are only ever appended to. */
#define LIST(type)                                                                                                    \
    struct {                                                                                                          \
        type *items;                                                                                                  \
        size_t count;                                                                                                 \
    }

/* Appends a zeroed item and gives its address, which holds until the next one is appended. */
#define LIST_ADD(arena, list)                                                                                         \
    ((list)->items = arena_room((arena), (list)->items, (list)->count, sizeof *(list)->items),                        \
     &(list)->items[(list)->count++])

/* The items, moved if need be, with room for one more. */
void *arena_room(arena *arena, void *items, size_t count, size_t size);

#endif
