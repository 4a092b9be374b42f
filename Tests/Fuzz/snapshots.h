/* Snapshots and journals: what is stored is restored as the same; what is damaged is refused, or a machine like any other. */
#ifndef SFSM_FUZZ_SNAPSHOTS_H
#define SFSM_FUZZ_SNAPSHOTS_H

#include "world.h"

void snapshot_inside(sfsm_machine *machine);
void use_snapshot(owned *place);
void use_journal(owned *place);

/* Any bytes as a snapshot or a journal. */
void restore_any(owned *place);

/* The snapshot of a machine with the time; empty if it has none. The caller clears it. */
text snapshot_of(const sfsm_machine *machine, uint32_t flags);

/* A machine as in this place, restored from a snapshot. The caller releases it. */
sfsm_machine *twin_of(const owned *place, const text *snapshot);

#endif
