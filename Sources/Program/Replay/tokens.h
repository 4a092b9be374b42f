/* The tokens of a log, and where each of them is: one small record a token. */
#ifndef REPLAY_TOKENS_H
#define REPLAY_TOKENS_H

#include "arena.h"
#include "swiftfsm.h"

typedef struct token_record {
    const char *name;
    size_t hash;
    /* In a flat definition; SFSM_NONE for a new token. */
    sfsm_id state;
    /* In a chart: the snapshot of its machine, or NULL for a new token. */
    char *snapshot;
    size_t snapshot_size;
} token_record;

typedef struct tokens {
    token_record *records;
    /* A power of two, or 0. */
    size_t capacity;
    size_t count;
    arena names;
    char *room;
    size_t room_left;
} tokens;

/* The record of a token, which holds until the next call. */
token_record *tokens_find(tokens *tokens, const char *name);
void tokens_release(tokens *tokens);

#endif
