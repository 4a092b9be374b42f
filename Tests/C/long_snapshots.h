/* Snapshots of any length, for random machines. */
#ifndef SFSM_TESTS_LONG_SNAPSHOTS_H
#define SFSM_TESTS_LONG_SNAPSHOTS_H

#include "support.h"

/* A snapshot. It may be very long: events that raise more than one event each go on up to SFSM_STEP_LIMIT, call by
 * call. The caller frees its start. */
typedef struct bytes {
    unsigned char *start;
    size_t size;
} bytes;

bytes bytes_of(const sfsm_machine *machine, uint32_t flags);
void assert_same(bytes one, bytes other);

/* Restores a snapshot, which gives the same snapshot again. */
void assert_restored(sfsm_machine *machine, bytes snapshot, uint32_t flags);

#endif
