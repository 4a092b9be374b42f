/* A block of records, carried out by sfsm_table_replay. */
#include <stdlib.h>
#include <string.h>

#include "messages.h"
#include "replay.h"

const char *reason_of(sfsm_outcome outcome) {
    switch (outcome) {
    case SFSM_TRANSITIONED:
    case SFSM_DEFERRED:
        return NULL;
    case SFSM_REFUSED:
        return "refused";
    case SFSM_UNHANDLED:
    case SFSM_UNKNOWN_EVENT:
        return "no row";
    case SFSM_CALLBACK_FAILED:
        return "a predicate type has no case";
    case SFSM_NOT_RUNNING:
        return "the machine is done";
    default:
        return sfsm_status_name(outcome);
    }
}

sfsm_status replay_records(const replay *replay, size_t from, size_t to, int64_t *taken,
                           sfsm_replay_counts *out_counts) {
    block *const block = replay->block;
    sfsm_case_column cases[COLUMN_LIMIT];
    for (size_t i = 0; i < replay->cases.count; i++) {
        const case_column *const column = replay->cases.items[i];
        cases[i] = (sfsm_case_column){.predicate = column->predicate, .column = {.values = column->values + from}};
    }
    const sfsm_replay request = {
        .size = sizeof request,
        .states = replay->places.states,
        .token_count = replay->places.count,
        .events = {.values = block->events + from},
        .event_count = to - from,
        .tokens = {.values = block->tokens + from},
        .cases = cases,
        .case_column_count = replay->cases.count,
        .initial = replay->initial,
        .flags = SFSM_LENIENT,
        .guards = SFSM_ASSUME_GUARDS,
        .first_index = (int64_t)from,
        .row_counts = taken,
        .violations = block->violations,
        .violation_capacity = BLOCK_LIMIT,
    };
    *out_counts = (sfsm_replay_counts){.size = sizeof *out_counts};
    return sfsm_table_replay(replay->document.table, &request, out_counts);
}

/* Of a chart, whose states cannot be told from what was sent. */
static void keep_states(const replay *replay, size_t from, size_t to) {
    const size_t width = replay->places.width;
    for (size_t i = from; replay->is_chart && i < to; i++) {
        memcpy(replay->former + i * width, replay->places.states + (size_t)replay->block->tokens[i] * width,
               width * sizeof *replay->former);
    }
}

/* Carries out records from one up to another, none of which is apart. */
static void replay_range(replay *replay, size_t from, size_t to) {
    block *const block = replay->block;
    while (from < to) {
        sfsm_replay_counts counts;
        keep_states(replay, from, to);
        const sfsm_status status = replay_records(replay, from, to, replay->taken, &counts);
        replay->event_count += (uint64_t)counts.events;
        replay->taken_count += (uint64_t)counts.transitioned;
        replay->refused_count += (uint64_t)counts.violations;
        for (int64_t i = 0; i < counts.violations; i++) {
            const sfsm_violation *const found = &block->violations[i];
            print_violation(replay, &block->records[found->index], replay_state(replay, found->state),
                            reason_of(found->outcome));
        }
        if (status == SFSM_OK) {
            return;
        }
        if (counts.index < 0) {
            complain("the log cannot be replayed: %s", sfsm_status_text(status));
            exit(STATUS_UNUSABLE);
        }
        const size_t failed = from + (size_t)counts.index;
        replay_failed(replay, from, failed, status);
        from = failed + 1;
    }
}

/* Where the records end, from this one on, that sfsm_table_replay can carry out. */
static size_t end_of_range(const replay *replay, size_t from) {
    size_t to = from;
    while (to < replay->block->count && replay->is_in_blocks && !replay->block->records[to].is_apart) {
        to++;
    }
    return to;
}

void replay_block(replay *replay) {
    /* For less the machine is faster. */
    enum { SHORT_RANGE = 4 };
    block *const block = replay->block;
    if (block->count == 0) {
        return;
    }
    replay_number_tokens(replay);
    for (size_t from = 0, to; from < block->count; from = to) {
        to = end_of_range(replay, from);
        if (to - from >= SHORT_RANGE || (to > from && replay->is_chart)) {
            replay_range(replay, from, to);
            continue;
        }
        to = to > from ? to : from + 1;
        for (size_t i = from; i < to; i++) {
            replay_record(replay, i);
        }
    }
    replay_forget_tokens(replay);
    block->count = 0;
    show_progress(replay, false);
}
