/* The paths through the library whose instructions are counted, and what they share. */
#ifndef PATHS_H
#define PATHS_H

#include "definitions.h"

/* How often most paths are taken in a row. */
enum { REPETITIONS = 100 };

/* Each counts the paths of one theme. */
void count_steps(void);
void count_matches(void);
void count_callables(void);
void count_charts(void);
void count_builds(void);
void count_documents(void);
void count_machines(void);
void count_snapshots(void);
void count_journals(void);
void count_replays(void);

/* Sends the two events in turn, REPETITIONS times each, and counts that; before, once each, uncounted. */
void count_sends(const char *name, sfsm_machine *machine, sfsm_id first, sfsm_id second, sfsm_outcome outcome);
void count_messages(const char *name, sfsm_machine *machine, const sfsm_message *message, sfsm_outcome outcome);

#endif
