/* A shop whose guard and action take a customer each, and a log of six events of three customers, with columns of cases
 * and arguments. */
#ifndef SFSM_TESTS_SHOPPERS_H
#define SFSM_TESTS_SHOPPERS_H

#include "support.h"

enum { OPEN, PAID, CLOSED };
enum { PAY, CLOSE, LOOK };
enum { KNOWN, NEW };
enum { TOKENS = 3, EVENTS = 6 };

/* The context of a token. */
typedef struct customer {
    int32_t least;  /* that the guard lets pay */
    int notes;      /* calls of the action */
    int32_t result; /* what the action returns */
} customer;

/* The definition; and its table, whose action tries to change the machine that stands for all tokens. */
extern const char *const shop_document;
sfsm_table *shop_table(void);

/* What the events carry. */
extern const int64_t shop_cents[EVENTS];
extern const char *const shop_names[EVENTS];

typedef struct shopping {
    int32_t states[TOKENS];
    customer customers[TOKENS];
    uint8_t outcomes[EVENTS];
    int32_t rows[EVENTS];
    sfsm_case_column cases;
    sfsm_argument_column arguments[2];
    sfsm_replay_counts counts;
} shopping;

/* A replay of the log, with guards asked and actions called, into a shopping that begins. */
sfsm_replay replay_shop(shopping *shopping);

#define assert_shopping(shopping, states_, outcomes_, rows_)                                                           \
    do {                                                                                                               \
        const int32_t states__[] = states_, rows__[] = rows_;                                                          \
        const uint8_t outcomes__[] = outcomes_;                                                                        \
        assert_memory_equal((shopping).states, states__, sizeof states__);                                             \
        assert_memory_equal((shopping).outcomes, outcomes__, sizeof outcomes__);                                       \
        assert_memory_equal((shopping).rows, rows__, sizeof rows__);                                                   \
    } while (0)
#define LIST(...) {__VA_ARGS__}

#endif
