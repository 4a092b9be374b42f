/* States and events that a command line or a log names. */
#ifndef DOCUMENTS_NAMES_H
#define DOCUMENTS_NAMES_H

#include <stdbool.h>

#include "document.h"
#include "options.h"

/* The state or event of a name; SFSM_NONE, which is reported with a name that is near, if there is none. */
sfsm_id state_of_name(const document *document, const char *name);
sfsm_id event_of_name(const document *document, const char *name);

typedef LIST(sfsm_id) state_list;

/* The states that an option names, each value being names with commas between them. False, which is reported, if one is
 * unknown. */
bool states_of_option(const document *document, const options *options, const char *name, arena *arena, state_list *out_ids);

/* The name of a state or event, or its number. Holds until the next call but one. */
const char *name_of_state(const sfsm_table *table, sfsm_id state);
const char *name_of_event(const sfsm_table *table, sfsm_id event);

/* A name as documents write it: in quotes if it is no plain word, or one that means something. */
void write_name(buffer *text, const char *name);

#endif
