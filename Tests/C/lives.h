/* A life of builders, tables and machines, in which memory is refused: calls that get none change nothing, and are made
 * again. */
#ifndef SFSM_TESTS_LIVES_H
#define SFSM_TESTS_LIVES_H

#include "allocator.h"
#include "support.h"

/* Calls, and calls again if there was no memory. */
#define TRY(call)                                                                                                      \
    do {                                                                                                               \
        sfsm_status status_ = (call);                                                                                  \
        if (status_ == SFSM_OUT_OF_MEMORY) {                                                                           \
            allocator_grant_all();                                                                                     \
            status_ = (call);                                                                                          \
        }                                                                                                              \
        assert_status(status_, SFSM_OK);                                                                               \
    } while (0)

/* The same of a builder's creation. */
sfsm_builder *try_builder(void);

/* Lives once for each allocation that there is, more than `least`, of which `refuse` has each fail in turn. */
void check_lives(void (*live)(void), void (*refuse)(size_t granted), size_t least);

/* A setup: also after a test that ended in the midst of it. */
int grant_all(void **state);

#endif
