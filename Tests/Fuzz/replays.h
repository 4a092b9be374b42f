/* Replays of random logs, against machines that are sent the same events. */
#ifndef SFSM_FUZZ_REPLAYS_H
#define SFSM_FUZZ_REPLAYS_H

#include "world.h"

/* A log over the table of the world, replayed and sent. */
void replay_log(void);

/* A replay of whatever values: it returns a status that the header has. */
void replay_any(void);

#endif
