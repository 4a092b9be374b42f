/* A log of three orders, the table that it is held against, and a place for all that a replay tells. */
#ifndef SFSM_TESTS_ORDERS_H
#define SFSM_TESTS_ORDERS_H

#include "support.h"

enum { NEW, PAID, SENT, CLOSED };
enum { PAY, SEND, CLOSE };
enum { ORDER_ROWS = 4, EVENTS = 7, TOKENS = 3 };

/* An order: PAY, SEND, CLOSE; or CLOSE at once. */
sfsm_table *order_table(void);

/* Seven events of three orders, of which numbers 2 and 5 break the rules; and the same as a list for each order. */
extern const int32_t order_events[EVENTS], order_tokens[EVENTS];
extern const int32_t listed_events[EVENTS];
extern const int64_t list_offsets[TOKENS + 1];

/* What is told of a log. */
typedef struct result {
    int32_t states[TOKENS];
    uint8_t outcomes[EVENTS];
    int32_t rows[EVENTS];
    int64_t row_counts[ORDER_ROWS + 1], row_times[ORDER_ROWS + 1];
    int64_t entered[TOKENS], first[TOKENS], first_times[TOKENS];
    sfsm_violation violations[EVENTS];
    sfsm_replay_counts counts;
} result;

/* Of orders without an event yet. */
void begin_result(result *result);

/* A replay of the log, or of the lists, into a result that begins. It asks for no times. */
sfsm_replay replay_into(result *result);
sfsm_replay replay_lists_into(result *result);

/* An array begins with these numbers. */
#define assert_numbers(array, ...)                                                                                     \
    do {                                                                                                               \
        const int64_t expected_[] = {__VA_ARGS__};                                                                     \
        for (size_t i_ = 0; i_ < COUNT(expected_); i_++) {                                                             \
            assert_int_equal((array)[i_], expected_[i_]);                                                              \
        }                                                                                                              \
    } while (0)

#endif
