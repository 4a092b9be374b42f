/* Snapshots as values, and a flat machine to take them of. */
#ifndef SFSM_TESTS_SNAPSHOTS_H
#define SFSM_TESTS_SNAPSHOTS_H

#include "support.h"

enum { MOST_WORDS = 1024 };

/* The words behind the last are zero. */
typedef struct snapshot {
    uint64_t words[MOST_WORDS];
    size_t count;
} snapshot;

snapshot snapshot_of(const sfsm_machine *machine);
void restore(sfsm_machine *machine, const snapshot *snapshot);

/* A gate: COIN unlocks it, PUSH locks it. */
enum { LOCKED_GATE = 1, UNLOCKED_GATE };
enum { COIN = 1, PUSH };
extern const sfsm_row gate_rows[2];
sfsm_machine *gate(int32_t initial);

#endif
