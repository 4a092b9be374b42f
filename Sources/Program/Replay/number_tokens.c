/* The numbers of tokens: as they come in the log, or in a sorted log within the block only. */
#include <stdlib.h>
#include <string.h>

#include "messages.h"
#include "replay.h"

/* How many tokens that have ended are remembered, about: a power of two. */
enum { ENDED_COUNT = 1 << 20 };

/* Whether a token of a sorted log has come before; now it has. */
static bool has_come(sorted *sorted, uint64_t hash) {
    if (sorted->begun == NULL) {
        sorted->begun = calloc(ENDED_COUNT, sizeof *sorted->begun);
        if (sorted->begun == NULL) {
            complain("there is not enough memory");
            exit(STATUS_UNUSABLE);
        }
    }
    uint64_t *const place = &sorted->begun[hash & (ENDED_COUNT - 1)];
    const bool is_there = *place == (hash | 1);
    *place = hash | 1;
    return is_there;
}

static void number_sorted(replay *replay) {
    block *const block = replay->block;
    sorted *const sorted = &replay->sorted;
    const char *last = sorted->last.text;
    for (size_t i = 0; i < block->count; i++) {
        const record *const record = &block->records[i];
        if (last == NULL || strcmp(last, record->token) != 0) {
            if (has_come(sorted, record->token_hash)) {
                sorted->violated_line = record->line;
                block->count = i;
                return;
            }
            places_reach(&replay->places, replay->places.count + 1);
            replay->token_count++;
        }
        last = record->token;
        block->tokens[i] = (int32_t)(replay->places.count - 1);
    }
}

static void number_mixed(replay *replay) {
    enum { SLOT_DISTANCE = 16, NAME_DISTANCE = 8 };
    block *const block = replay->block;
    name_table *const tokens = &replay->tokens;
    const record *const records = block->records;
    for (size_t i = 0; i < block->count; i++) {
        if (i + SLOT_DISTANCE < block->count) {
            name_table_prefetch_slot(tokens, records[i + SLOT_DISTANCE].token_hash);
            name_table_prefetch_name(tokens, records[i + NAME_DISTANCE].token_hash);
        }
        block->tokens[i] = name_table_add(tokens, records[i].token, records[i].token_hash);
    }
    places_reach(&replay->places, tokens->count);
    replay->token_count = tokens->count;
}

void replay_number_tokens(replay *replay) {
    if (replay->is_sorted) {
        number_sorted(replay);
    } else {
        number_mixed(replay);
    }
}

void replay_forget_tokens(replay *replay) {
    const block *const block = replay->block;
    if (!replay->is_sorted || block->count == 0) {
        return;
    }
    buffer_clear(&replay->sorted.last);
    buffer_add_text(&replay->sorted.last, block->records[block->count - 1].token);
    buffer_add(&replay->sorted.last, "", 0);
    places_keep_last(&replay->places);
}
