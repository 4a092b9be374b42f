/* Steps and states in words, for the database and for people. */
#ifndef STEP_TEXT_H
#define STEP_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <swiftfsm.h>

enum { STATE_TEXT_SIZE = 1024 };

/* The name of an event; "create" for none, "eventless" for a row without one. */
const char *step_text_event(const sfsm_table *table, sfsm_id event);

/* The label of a row, or else its line, "line 104", which is written to `place`. NULL for row 0. */
const char *step_text_row(const sfsm_table *table, size_t row, char *place, size_t size);

/* "transitioned", "refused" ... */
const char *step_text_outcome(sfsm_outcome outcome);

/* Writes the active states, "paid+shipped", which takes STATE_TEXT_SIZE bytes at most. False if they do not fit. */
bool step_text_states(const sfsm_machine *machine, char *text);

#endif
