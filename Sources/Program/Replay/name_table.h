/* Names and their numbers, from 0 in the order in which they were added. */
#ifndef REPLAY_NAME_TABLE_H
#define REPLAY_NAME_TABLE_H

#include <stdint.h>

#include "arena.h"

enum { NAME_LIMIT = INT32_MAX - 1 };

typedef struct name_slot {
    /* A copy; NULL where the slot is free. */
    const char *name;
    uint32_t hash;
    int32_t number;
} name_slot;

typedef struct name_table {
    name_slot *slots;
    /* A power of two, or 0. */
    size_t capacity;
    size_t count;
    arena names;
    char *room;
    size_t room_left;
} name_table;

uint64_t hash_of_name(const char *name, size_t length);

/* The number of a name, which is added if it is new; `hash` is hash_of_name. Ends the process if there is no memory. */
int32_t name_table_add(name_table *table, const char *name, uint64_t hash);
/* The same; -1 if it is not there. */
int32_t name_table_find(const name_table *table, const char *name, uint64_t hash);

/* Says that a name is asked for soon; and, when its slot has come, that its text will be. */
void name_table_prefetch_slot(const name_table *table, uint64_t hash);
void name_table_prefetch_name(const name_table *table, uint64_t hash);

void name_table_release(name_table *table);

#endif
