/*
 * The C library's allocator, interposed: this program's definitions of malloc and its like come before those of the C
 * library for everything that is loaded with it, libswiftfsm.so included. Calls are counted, and can be made to fail. Under the
 * Address Sanitizer, which has a malloc of its own, the library alone is given such an allocator.
 */
#ifndef SFSM_TESTS_ALLOCATOR_H
#define SFSM_TESTS_ALLOCATOR_H

#include <stddef.h>
#include <swiftfsm.h>

/* Calls of malloc, calloc, realloc, posix_memalign, aligned_alloc, memalign and free (of what is not NULL) so far. */
size_t allocator_calls(void);

/* How many blocks were asked for and not freed yet. */
size_t allocator_blocks(void);

/* How many bytes there are in these blocks. */
size_t allocator_bytes(void);

/* After `granted` more requests one is turned away, and those after it succeed. */
void allocator_refuse_one(size_t granted);

/* From now on `granted` more requests for memory succeed, and no others, until allocator_grant_all. */
void allocator_grant(size_t granted);
void allocator_grant_all(void);

/* Whether a request was turned away since the last allocator_grant or allocator_refuse_one. */
int allocator_has_refused(void);

/* Makes a machine over a table, in a way of the test's own. */
typedef sfsm_status (*machine_maker)(const sfsm_table *table, sfsm_machine **out_machine);

/* With ever more memory: the machine is made, or SFSM_OUT_OF_MEMORY is returned and NULL written. */
void check_machine_is_made_or_not(const sfsm_table *table, machine_maker make);

#endif
