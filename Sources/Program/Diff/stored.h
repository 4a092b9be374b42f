/* Whether machines that were stored over an old document find a place in a new one. */
#ifndef DIFF_STORED_H
#define DIFF_STORED_H

#include "differences.h"

/* Finds callbacks that do nothing, as machines need them that are only stored and restored. */
sfsm_status find_nothing(const sfsm_wanted *wanted, void *context, sfsm_callback *out_callback);

/* Puts a machine of the old document into each of its states, with each history and each event that may wait, stores it,
 * and restores it over the new one. What is refused is a breaking difference; names that are gone are those of
 * compare_ids. Both documents were opened with find_nothing. */
void compare_stored(differences *differences, const document *old, const document *new);

#endif
