/* A log held against a definition. */
#ifndef REPLAY_REPLAY_H
#define REPLAY_REPLAY_H

#include "buffer.h"
#include "document.h"
#include "log.h"
#include "name_table.h"
#include "options.h"

enum { BLOCK_LIMIT = 8192 };

/* Ids by their names; `ids` has room for all. */
typedef struct named_ids {
    name_table names;
    sfsm_id *ids;
} named_ids;

/* A predicate type whose case stands in a column, the numbers of its cases by name, and those of a block's records. */
typedef struct case_column {
    sfsm_id predicate;
    size_t column;
    named_ids names;
    int32_t values[BLOCK_LIMIT];
} case_column;

/* A record of the log. Its text holds until the log is read on. */
typedef struct record {
    const char *token, *event_name, *told;
    uint64_t token_hash, line;
    /* A case that its type does not have, and the number of its column. */
    const char *wrong_case;
    size_t wrong_column;
    /* It is not for sfsm_table_replay. */
    bool is_apart;
} record;

/* Records that were read and not carried out yet, with columns for sfsm_table_replay. */
typedef struct block {
    size_t count;
    record records[BLOCK_LIMIT];
    int32_t tokens[BLOCK_LIMIT];
    sfsm_id events[BLOCK_LIMIT];
    sfsm_violation violations[BLOCK_LIMIT];
} block;

/* A machine of a chart; NULL for that of a new token. */
typedef struct snapshot {
    char *bytes;
    size_t size;
} snapshot;

/* Where tokens are, by their numbers. */
typedef struct places {
    size_t count, capacity;
    /* As sfsm_table_replay has them: `width` numbers a token. */
    size_t width;
    int32_t *states;
    /* Of a chart whose records are sent to a machine. */
    bool has_snapshots;
    snapshot *snapshots;
} places;

/* What is remembered of the tokens of a sorted log: the last one; hashes of those that have begun, of which later ones
 * take the places of earlier ones; and the line in which one comes again, or 0. */
typedef struct sorted {
    buffer last;
    uint64_t *begun;
    uint64_t violated_line;
} sorted;

typedef struct replay {
    document document;
    log_reader log;
    arena arena;
    sfsm_machine *machine;
    /* Where tokens begin, and in a chart the state in which that is. */
    sfsm_id initial, first_state;
    bool is_chart, is_json, is_sorted, has_providers;
    /* Some rows need no event, or raise one: a step may fail because too many others follow it. */
    bool has_long_steps;
    /* Blocks are carried out by sfsm_table_replay, not record by record by the machine. */
    bool is_in_blocks;
    /* For charts: where the tokens of records were, before sfsm_table_replay. */
    int32_t *former;
    /* The places of columns in the log; COLUMN_LIMIT where there is none. */
    size_t token_column, event_column, state_column;
    LIST(case_column *) cases;
    name_table tokens;
    named_ids events;
    places places;
    sorted sorted;
    block *block;
    /* The state that the record tells, for resolvers; SFSM_NONE. */
    sfsm_id told_state;
    /* How often each row was taken, by its number from 1; NULL if nobody asks. */
    int64_t *taken;
    size_t row_count;
    uint64_t event_count, token_count, taken_count, refused_count, violation_count;
    buffer json;
} replay;

/* Opens document and log as the options say. False, which is reported, if that is not possible. */
bool replay_open(replay *replay, const options *options);
void replay_close(replay *replay);

/* An sfsm_finder: guards agree, resolvers say what the log tells, and nothing else does anything. Its context is the
 * replay, where it notes that there are providers. */
sfsm_status replay_find(const sfsm_wanted *wanted, void *context, sfsm_callback *out_callback);
/* A hook that counts rows. */
int32_t replay_count_row(const sfsm_step *step, void *context);

/* Whether the log can answer all that rows ask; if not, that is reported. */
bool replay_is_possible(const replay *replay, bool assumes_guards);

/* Goes through all of the log, and prints violations. */
void replay_all(replay *replay);

/* Adds an id, unless its name is NULL, or there already. */
void named_ids_add(named_ids *ids, const char *name, sfsm_id id);

/* Puts the log's record into the block. */
void replay_gather(replay *replay);

/* Numbers the tokens of the block, of which those of a sorted log are forgotten when they end; there the block ends
 * before a token that comes again. */
void replay_number_tokens(replay *replay);
void replay_forget_tokens(replay *replay);

/* Carries out the block, and empties it. */
void replay_block(replay *replay);
/* Carries out records from one up to another of a block: see sfsm_table_replay. */
sfsm_status replay_records(const replay *replay, size_t from, size_t to, int64_t *taken,
                           sfsm_replay_counts *out_counts);

/* Carries out one record of the block with the machine, and prints what is wrong with it. */
void replay_record(replay *replay, size_t index);

/* Prints that a record ended an sfsm_table_replay that began with another one. */
void replay_failed(replay *replay, size_t from, size_t index, sfsm_status status);

/* What sfsm_machine_state would tell of a token by the first number of its states. */
sfsm_id replay_state(const replay *replay, sfsm_id leaf);

/* What a violation is, in words; NULL if it is none. */
const char *reason_of(sfsm_outcome outcome);

/* Makes room for so many tokens. */
void places_reach(places *places, size_t count);
/* Forgets all tokens but the last, whose number becomes 0. */
void places_keep_last(places *places);
void places_release(places *places);

/* Says on a terminal how far it is; `is_over` ends that. */
void show_progress(const replay *replay, bool is_over);

/* Prints a violation of a record. */
void print_violation(replay *replay, const record *record, sfsm_id state, const char *reason);

#endif
