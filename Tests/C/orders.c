#include "orders.h"

static const sfsm_row order_rows[ORDER_ROWS] = {
    SFSM_ROW(NEW, PAY, PAID, NULL),
    SFSM_ROW(PAID, SEND, SENT, NULL),
    SFSM_ROW(SENT, CLOSE, CLOSED, NULL),
    SFSM_ROW(NEW, CLOSE, CLOSED, NULL),
};

sfsm_table *order_table(void) {
    sfsm_builder *const builder = sfsm_builder_create();
    size_t block = 0;
    assert_status(sfsm_builder_add_rows(builder, order_rows, ORDER_ROWS), SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, CLOSED, SFSM_FINAL, &block), SFSM_OK);
    return table_from(builder);
}

const int32_t order_events[EVENTS] = {PAY, PAY, CLOSE, SEND, CLOSE, SEND, CLOSE};
const int32_t order_tokens[EVENTS] = {0, 1, 1, 0, 0, 2, 2};
const int32_t listed_events[EVENTS] = {PAY, SEND, CLOSE, PAY, CLOSE, SEND, CLOSE};
const int64_t list_offsets[TOKENS + 1] = {0, 3, 5, 7};

void begin_result(result *result) {
    memset(result, 0, sizeof *result);
    for (size_t i = 0; i < TOKENS; i++) {
        result->states[i] = SFSM_NONE;
        result->entered[i] = INT64_MIN;
        result->first[i] = -1;
    }
    result->counts.size = sizeof result->counts;
}

sfsm_replay replay_into(result *result) {
    begin_result(result);
    return (sfsm_replay){
        .size = sizeof(sfsm_replay),
        .states = result->states,
        .token_count = TOKENS,
        .events = {order_events, SFSM_I32, 0},
        .event_count = EVENTS,
        .tokens = {order_tokens, SFSM_I32, 0},
        .initial = NEW,
        .outcomes = result->outcomes,
        .rows = result->rows,
        .row_counts = result->row_counts,
        .first = result->first,
        .violations = result->violations,
        .violation_capacity = EVENTS,
    };
}

sfsm_replay replay_lists_into(result *result) {
    sfsm_replay replay = replay_into(result);
    replay.events.values = listed_events;
    replay.tokens.values = NULL;
    replay.offsets = list_offsets;
    return replay;
}
