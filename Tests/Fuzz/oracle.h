/* An oracle of flat definitions: which row a message takes, found by trying all rows, from nothing but what was added to
 * the builder. It shares no code and no table with the library. */
#ifndef SFSM_FUZZ_ORACLE_H
#define SFSM_FUZZ_ORACLE_H

#include "world.h"

typedef struct verdict {
    bool is_judged; /* false: the oracle does not know */
    sfsm_outcome outcome;
    size_t row;
    sfsm_id target; /* the state after it */
} verdict;

/* What comes of a message in a state. `cases`: the present case of each predicate type by number, SFSM_NONE if there is
 * none. */
verdict judge(sfsm_id state, const sfsm_message *message, const sfsm_id cases[MOST_PREDICATES]);

#endif
