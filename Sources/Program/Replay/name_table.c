#include "name_table.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "messages.h"

/* Eight bytes at a time: multiplied by an odd number, the high half folded into the low one. */
uint64_t hash_of_name(const char *name, size_t length) {
    const uint64_t factor = 0x9E3779B97F4A7C15U;
    uint64_t hash = length, word;
    for (; length >= sizeof word; length -= sizeof word, name += sizeof word) {
        memcpy(&word, name, sizeof word);
        hash = (hash ^ word) * factor;
        hash ^= hash >> 32;
    }
    word = 0;
    memcpy(&word, name, length);
    hash = (hash ^ word) * factor;
    hash ^= hash >> 29;
    hash *= factor;
    return hash ^ hash >> 32;
}

/* The slot of a name, or the free one that it would have. */
static name_slot *slot_of(const name_table *table, const char *name, uint32_t hash) {
    size_t place = hash & (table->capacity - 1);
    while (table->slots[place].name != NULL &&
           (table->slots[place].hash != hash || strcmp(table->slots[place].name, name) != 0)) {
        place = (place + 1) & (table->capacity - 1);
    }
    return &table->slots[place];
}

static void grow(name_table *table) {
    const size_t capacity = table->capacity == 0 ? 256 : 2 * table->capacity;
    name_slot *const slots = calloc(capacity, sizeof *slots);
    if (slots == NULL || table->count >= NAME_LIMIT) {
        complain(slots == NULL ? "there is not enough memory" : "there are too many tokens");
        exit(STATUS_UNUSABLE);
    }
    for (size_t i = 0; i < table->capacity; i++) {
        if (table->slots[i].name == NULL) {
            continue;
        }
        size_t place = table->slots[i].hash & (capacity - 1);
        while (slots[place].name != NULL) {
            place = (place + 1) & (capacity - 1);
        }
        slots[place] = table->slots[i];
    }
    free(table->slots);
    table->slots = slots;
    table->capacity = capacity;
}

/* A copy of a name, of which many share a piece of memory. */
static const char *keep_name(name_table *table, const char *name) {
    enum { ROOM = 65536 };
    const size_t size = strlen(name) + 1;
    if (size > table->room_left) {
        table->room_left = size > ROOM ? size : ROOM;
        table->room = arena_take(&table->names, table->room_left);
    }
    char *const copy = table->room;
    memcpy(copy, name, size);
    table->room += size;
    table->room_left -= size;
    return copy;
}

int32_t name_table_add(name_table *table, const char *name, uint64_t hash) {
    if (4 * table->count >= 3 * table->capacity) {
        grow(table);
    }
    name_slot *const slot = slot_of(table, name, (uint32_t)hash);
    if (slot->name == NULL) {
        *slot = (name_slot){keep_name(table, name), (uint32_t)hash, (int32_t)table->count++};
    }
    return slot->number;
}

int32_t name_table_find(const name_table *table, const char *name, uint64_t hash) {
    const name_slot *const slot = table->capacity == 0 ? NULL : slot_of(table, name, (uint32_t)hash);
    return slot == NULL || slot->name == NULL ? -1 : slot->number;
}

void name_table_prefetch_slot(const name_table *table, uint64_t hash) {
    if (table->capacity > 0) {
        __builtin_prefetch(&table->slots[(uint32_t)hash & (table->capacity - 1)]);
    }
}

void name_table_prefetch_name(const name_table *table, uint64_t hash) {
    if (table->capacity > 0) {
        __builtin_prefetch(table->slots[(uint32_t)hash & (table->capacity - 1)].name);
    }
}

void name_table_release(name_table *table) {
    free(table->slots);
    arena_release(&table->names);
}
