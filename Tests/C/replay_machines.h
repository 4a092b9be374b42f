/* What replays are compared with: a machine for each token of a log. */
#ifndef SFSM_TESTS_REPLAY_MACHINES_H
#define SFSM_TESTS_REPLAY_MACHINES_H

#include "random_replays.h"

/* Sends the events of a log to machines, until one fails, and notes in a run that begins what a replay should tell. */
void run_machines(const sfsm_table *table, const random_log *log, run *run);

#endif
