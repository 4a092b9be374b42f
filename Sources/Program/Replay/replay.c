/* Records that are sent to the machine, which stands for each token in turn. */
#include "replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "messages.h"
#include "names.h"

/* Lets the machine be that of a token: where the token was, or at the beginning. */
static void recall(replay *replay, size_t token) {
    const places *const places = &replay->places;
    const sfsm_id state = places->states[token * places->width];
    const snapshot *const snapshot = places->has_snapshots ? &places->snapshots[token] : NULL;
    if (snapshot != NULL && snapshot->bytes != NULL) {
        sfsm_machine_restore(replay->machine, snapshot->bytes, snapshot->size, NULL, NULL);
    } else if (snapshot == NULL && state != SFSM_NONE) {
        sfsm_machine_set_state(replay->machine, state);
    } else {
        /* Without entry callbacks, which do nothing here; a chart takes what it does by itself from here on. */
        sfsm_machine_set_state(replay->machine, SFSM_NONE);
        sfsm_machine_start(replay->machine, replay->initial);
    }
}

static void remember(replay *replay, size_t token) {
    places *const places = &replay->places;
    sfsm_machine_discard_pending(replay->machine);
    if (!places->has_snapshots) {
        places->states[token] = sfsm_machine_state(replay->machine);
        return;
    }
    snapshot *const snapshot = &places->snapshots[token];
    size_t size = 0;
    sfsm_machine_snapshot(replay->machine, 0, NULL, 0, &size);
    if (size != snapshot->size) {
        char *const bytes = realloc(snapshot->bytes, size);
        if (bytes == NULL) {
            complain("there is not enough memory");
            exit(STATUS_UNUSABLE);
        }
        *snapshot = (struct snapshot){bytes, size};
    }
    sfsm_machine_snapshot(replay->machine, 0, snapshot->bytes, size, &size);
}

/* What a case is that its type does not have. */
static const char *reason_of_case(const replay *replay, const record *record) {
    static char reason[200];
    const sfsm_id predicate = replay->cases.items[record->wrong_column]->predicate;
    snprintf(reason, sizeof reason, "%.60s has no case %.60s",
             sfsm_table_predicate_name(replay->document.table, predicate), record->wrong_case);
    return reason;
}

/* Sends an event of the block, with zeros for what it carries. NULL, or what is wrong. */
static const char *send(replay *replay, size_t index) {
    const sfsm_table *const table = replay->document.table;
    const sfsm_id event = replay->block->events[index];
    sfsm_value arguments[SFSM_PARAMETER_LIMIT];
    sfsm_case cases[COLUMN_LIMIT];
    sfsm_message message = SFSM_MESSAGE(event);
    message.cases = cases;
    for (size_t i = 0; i < replay->cases.count; i++) {
        const case_column *const column = replay->cases.items[i];
        if (column->values[index] != SFSM_NONE) {
            cases[message.case_count++] = (sfsm_case){column->predicate, column->values[index]};
        }
    }
    message.argument_count = sfsm_table_argument_count(table, event);
    message.arguments = arguments;
    for (size_t i = 0; i < message.argument_count; i++) {
        arguments[i] = (sfsm_value){.type = sfsm_table_argument_type(table, event, i), .as.u64 = 0};
    }
    return reason_of(sfsm_machine_send_message(replay->machine, &message));
}

/* Compares the state with what the record tells; the token goes on from there. NULL, or what is wrong. */
static const char *compare_state(replay *replay, const char *told) {
    static char reason[200];
    if (*told == '\0' || (replay->told_state != SFSM_NONE && sfsm_machine_in(replay->machine, replay->told_state))) {
        return NULL;
    }
    snprintf(reason, sizeof reason, "leads to %.60s, but the log says %.60s%s",
             name_of_state(replay->document.table, sfsm_machine_state(replay->machine)), told,
             replay->told_state == SFSM_NONE ? ", which is no state" : "");
    if (replay->told_state != SFSM_NONE) {
        sfsm_machine_set_state(replay->machine, replay->told_state);
    }
    return reason;
}

/* What is wrong with a record before it is sent; NULL if it can be. */
static const char *reason_not_to_send(const replay *replay, size_t index) {
    const record *const record = &replay->block->records[index];
    if (replay->block->events[index] == SFSM_NONE) {
        return "no such event";
    }
    return record->wrong_case != NULL ? reason_of_case(replay, record) : NULL;
}

sfsm_id replay_state(const replay *replay, sfsm_id leaf) {
    const sfsm_table *const table = replay->document.table;
    if (sfsm_table_kind(table, leaf) == SFSM_FINAL && sfsm_table_parent(table, leaf) == SFSM_NONE) {
        return SFSM_NONE; /* its machine is done */
    }
    sfsm_id state = leaf == SFSM_NONE ? replay->first_state : leaf;
    for (sfsm_id next = state; replay->is_chart && next != SFSM_NONE; next = sfsm_table_parent(table, next)) {
        state = sfsm_table_kind(table, next) == SFSM_PARALLEL ? next : state;
    }
    return state;
}

static void refuse(replay *replay, const record *record, sfsm_id state, const char *reason) {
    replay->event_count++;
    replay->refused_count++;
    print_violation(replay, record, state, reason);
}

void replay_record(replay *replay, size_t index) {
    const record *const record = &replay->block->records[index];
    const size_t token = (size_t)replay->block->tokens[index];
    const char *reason = reason_not_to_send(replay, index);
    if (replay->is_chart && replay->is_in_blocks) {
        refuse(replay, record, replay_state(replay, replay->places.states[token * replay->places.width]), reason);
        return;
    }
    replay->told_state = sfsm_table_state_named(replay->document.table, record->told, strlen(record->told));
    recall(replay, token);
    const sfsm_id before = sfsm_machine_state(replay->machine);
    replay->event_count++;
    reason = reason == NULL ? send(replay, index) : reason;
    if (reason != NULL) {
        replay->refused_count++;
    } else {
        replay->taken_count++;
    }
    const char *const difference = compare_state(replay, record->told);
    if (reason != NULL || difference != NULL) {
        print_violation(replay, record, before, reason != NULL ? reason : difference);
    }
    remember(replay, token);
}

void replay_failed(replay *replay, size_t from, size_t index, sfsm_status status) {
    if (!replay->is_chart) {
        replay_record(replay, index);
        return;
    }
    /* The token is where the failure left it: once more up to there. */
    const block *const block = replay->block;
    const size_t width = replay->places.width;
    sfsm_replay_counts counts;
    for (size_t i = from; i <= index; i++) {
        int32_t *const states = replay->places.states + (size_t)block->tokens[i] * width;
        memcpy(states, replay->former + i * width, width * sizeof *states);
    }
    replay_records(replay, from, index, NULL, &counts);
    const sfsm_id before = replay_state(replay, replay->places.states[(size_t)block->tokens[index] * width]);
    replay_records(replay, index, index + 1, NULL, &counts);
    refuse(replay, &block->records[index], before, reason_of(status));
}

void replay_all(replay *replay) {
    log_result result;
    while (replay->sorted.violated_line == 0 && (result = log_next(&replay->log)) != LOG_END) {
        if (result == LOG_RECORD) {
            replay_gather(replay);
        }
        if (replay->block->count == BLOCK_LIMIT) {
            replay_block(replay);
        }
    }
    replay_block(replay);
    if (replay->sorted.violated_line > 0) {
        replay->log.record_line = replay->sorted.violated_line;
        log_refuse(&replay->log, "the token has come before, and ended: the log is not sorted. The rest is not read");
    }
    show_progress(replay, true);
}
