/* Snapshots as values, and a flat machine to take them of. */
#ifndef SFSM_TESTS_SNAPSHOTS_H
#define SFSM_TESTS_SNAPSHOTS_H

#include "support.h"

enum { MOST_BYTES = 8192 };

/* The bytes behind the last are zero. */
typedef struct snapshot {
    char bytes[MOST_BYTES];
    size_t size;
} snapshot;

snapshot snapshot_of(const sfsm_machine *machine);
/* JSON ends with a zero. */
snapshot json_of(const sfsm_machine *machine);
snapshot snapshot_with(const sfsm_machine *machine, uint32_t flags);
void restore(sfsm_machine *machine, const snapshot *snapshot);
void assert_same_snapshot(const snapshot *one, const snapshot *other);

/* Restores a text, which fails with this status and says all of the words. */
void assert_json_refused(sfsm_machine *machine, const char *json, sfsm_status status, const char *words);

/* A gate: COIN unlocks it, PUSH locks it. */
enum { LOCKED_GATE = 1, UNLOCKED_GATE };
enum { COIN = 1, PUSH };
extern const sfsm_row gate_rows[2];
sfsm_machine *gate(int32_t initial);

#endif
