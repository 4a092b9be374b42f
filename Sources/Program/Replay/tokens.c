#include "tokens.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t hash_of(const char *name) {
    uint64_t hash = 14695981039346656037U;
    for (; *name != '\0'; name++) {
        hash = (hash ^ (unsigned char)*name) * 1099511628211U;
    }
    return (size_t)(hash ^ hash >> 32);
}

/* The place of a token, or the free one that it would have. */
static token_record *place_of(const tokens *tokens, const char *name, size_t hash) {
    size_t place = hash & (tokens->capacity - 1);
    while (tokens->records[place].name != NULL &&
           (tokens->records[place].hash != hash || strcmp(tokens->records[place].name, name) != 0)) {
        place = (place + 1) & (tokens->capacity - 1);
    }
    return &tokens->records[place];
}

static void grow(tokens *tokens) {
    struct tokens larger = *tokens;
    larger.capacity = tokens->capacity == 0 ? 256 : 2 * tokens->capacity;
    larger.records = calloc(larger.capacity, sizeof *larger.records);
    if (larger.records == NULL) {
        fputs("swiftfsm: out of memory\n", stderr);
        exit(2);
    }
    for (size_t i = 0; i < tokens->capacity; i++) {
        const token_record *const record = &tokens->records[i];
        if (record->name != NULL) {
            *place_of(&larger, record->name, record->hash) = *record;
        }
    }
    free(tokens->records);
    *tokens = larger;
}

/* A copy of a name, of which many share a piece of memory. */
static const char *keep_name(tokens *tokens, const char *name) {
    enum { ROOM = 65536 };
    const size_t size = strlen(name) + 1;
    if (size > tokens->room_left) {
        tokens->room_left = size > ROOM ? size : ROOM;
        tokens->room = arena_take(&tokens->names, tokens->room_left);
    }
    char *const copy = tokens->room;
    memcpy(copy, name, size);
    tokens->room += size;
    tokens->room_left -= size;
    return copy;
}

token_record *tokens_find(tokens *tokens, const char *name) {
    if (4 * tokens->count >= 3 * tokens->capacity) {
        grow(tokens);
    }
    const size_t hash = hash_of(name);
    token_record *const record = place_of(tokens, name, hash);
    if (record->name == NULL) {
        *record = (token_record){keep_name(tokens, name), hash, SFSM_NONE, NULL, 0};
        tokens->count++;
    }
    return record;
}

void tokens_release(tokens *tokens) {
    for (size_t i = 0; i < tokens->capacity; i++) {
        free(tokens->records[i].snapshot);
    }
    free(tokens->records);
    arena_release(&tokens->names);
}
