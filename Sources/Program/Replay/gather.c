/* The block: what records of the log say. */
#include <stdlib.h>
#include <string.h>

#include "replay.h"

enum { WRONG_CASE = -1 };

void named_ids_add(named_ids *ids, const char *name, sfsm_id id) {
    if (name != NULL) {
        const size_t count = ids->names.count;
        const int32_t number = name_table_add(&ids->names, name, hash_of_name(name, strlen(name)));
        if ((size_t)number == count) {
            ids->ids[number] = id;
        }
    }
}

static bool find_id(const named_ids *ids, const log_text *name, sfsm_id *out_id) {
    const int32_t number = name_table_find(&ids->names, name->text, hash_of_name(name->text, name->length));
    if (number >= 0) {
        *out_id = ids->ids[number];
    }
    return number >= 0;
}

/* The number of a case by its name, or as a number. An empty one is none. */
static sfsm_id case_of(const replay *replay, const case_column *column, const log_text *text) {
    if (text->length == 0) {
        return SFSM_NONE;
    }
    sfsm_id found;
    if (find_id(&column->names, text, &found)) {
        return found;
    }
    char *end = NULL;
    const long value = strtol(text->text, &end, 10);
    const sfsm_id count = sfsm_table_case_count(replay->document.table, column->predicate);
    const bool is_case = *end == '\0' && value >= 0 && value < count;
    return is_case ? (sfsm_id)value : WRONG_CASE;
}

static void gather_cases(const replay *replay, record *record, size_t index) {
    for (size_t i = 0; i < replay->cases.count; i++) {
        case_column *const column = replay->cases.items[i];
        const log_text *const text = &replay->log.values[column->column];
        sfsm_id value = case_of(replay, column, text);
        if (value == WRONG_CASE) {
            if (record->wrong_case == NULL) {
                record->wrong_case = text->text;
                record->wrong_column = i;
            }
            value = SFSM_NONE;
        }
        const bool is_for_provider = value == SFSM_NONE && replay->has_providers;
        record->is_apart = record->is_apart || record->wrong_case != NULL || is_for_provider;
        column->values[index] = value;
    }
}

void replay_gather(replay *replay) {
    block *const block = replay->block;
    const size_t index = block->count++;
    record *const record = &block->records[index];
    const log_text *const values = replay->log.values, *const token = &values[replay->token_column],
                          *const event = &values[replay->event_column];
    sfsm_id id;
    if (!find_id(&replay->events, event, &id)) {
        /* It may be a name from before. */
        id = sfsm_table_event_named(replay->document.table, event->text, event->length);
    }
    *record = (struct record){
        .token = token->text,
        .event_name = event->text,
        .told = replay->state_column < COLUMN_LIMIT ? values[replay->state_column].text : "",
        .token_hash = hash_of_name(token->text, token->length),
        .line = replay->log.record_line,
        .is_apart = id == SFSM_NONE,
    };
    block->events[index] = id;
    gather_cases(replay, record, index);
}
