/* A log held against a definition. */
#ifndef REPLAY_REPLAY_H
#define REPLAY_REPLAY_H

#include "document.h"
#include "log.h"
#include "options.h"
#include "tokens.h"

/* A predicate type whose case stands in a column. */
typedef struct case_column {
    sfsm_id predicate;
    size_t column;
} case_column;

typedef struct replay {
    document document;
    log_reader log;
    tokens tokens;
    arena arena;
    sfsm_machine *machine;
    sfsm_id initial;
    bool is_chart, is_json;
    /* The places of columns in the log; COLUMN_LIMIT where there is none. */
    size_t token_column, event_column, state_column;
    LIST(case_column) cases;
    /* The state that the record tells, for resolvers; SFSM_NONE. */
    sfsm_id told_state;
    /* How often each row was taken, by its number from 1; NULL if nobody asks. */
    uint64_t *taken;
    size_t row_count;
    uint64_t event_count, taken_count, refused_count, violation_count;
    buffer json;
} replay;

/* Opens document and log as the options say. False, which is reported, if that is not possible. */
bool replay_open(replay *replay, const options *options);
void replay_close(replay *replay);

/* Whether the log can answer all that rows ask; if not, that is reported. */
bool replay_is_possible(const replay *replay, bool assumes_guards);

/* An sfsm_finder: guards agree, resolvers say what the log tells, and nothing else does anything. */
sfsm_status replay_find(const sfsm_wanted *wanted, void *context, sfsm_callback *out_callback);

/* Goes through all of the log, and prints violations. */
void replay_all(replay *replay);

/* Carries out one record, and prints what is wrong with it. */
void replay_record(replay *replay);

/* Says on a terminal how far it is; `is_over` ends that. */
void show_progress(const replay *replay, bool is_over);

/* Prints a violation. */
void print_violation(replay *replay, const char *token, const char *event, sfsm_id state, const char *reason);

#endif
