/* What can be sent to a machine so that it takes a row. */
#ifndef PATHS_SENDINGS_H
#define PATHS_SENDINGS_H

#include "graph.h"

/* Finds cases with which the machine, where it is, would take this transition, every resolver saying `resolved`. */
bool find_sending(graph *graph, size_t index, const sfsm_transition *transition, sfsm_id resolved, sending *out_sending);

/* The message of a sending; its arguments are zeros, for which there must be room. */
sfsm_message message_of(const sfsm_table *table, const sending *sending, sfsm_value *arguments);

#endif
