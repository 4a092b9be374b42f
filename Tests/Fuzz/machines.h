/* Calls of machines: of any kind, from outside and from inside callbacks; and what must be true of a machine between them. */
#ifndef SFSM_FUZZ_MACHINES_H
#define SFSM_FUZZ_MACHINES_H

#include "world.h"

/* A machine over the table of the world in this place, of any state and options, instead of the one that was there. */
void make_machine(owned *place);
void release_machine(owned *place);

/* One call of any kind on a machine of the world, from outside or inside a callback of any. */
void call_machine(owned *place);

/* One call on the machine of a callback, which may belong to a replay. */
void call_inside(sfsm_machine *machine);

/* What must be true between calls: the active states are legal, and what tells of them agrees. */
void check_machine(const sfsm_machine *machine);

/* A message of any event, or request; with `is_open`, of none. Valid until the next one. *out_is_sound: it has all that
 * the event declares, and a proper case of each predicate type. */
const sfsm_message *draw_message(bool is_open, bool *out_is_sound);

/* The cases of a message by number of predicate type, with those of providers: SFSM_NONE if there is none. False if a
 * provider gives none that is good. */
bool find_cases(const sfsm_message *message, sfsm_id cases[MOST_PREDICATES]);

#endif
