/*
 * The C library's allocator, interposed: this program's definitions of malloc and its like come before those of the C
 * library for everything that is loaded with it, libswiftfsm.so included. Calls are counted, and can be made to fail.
 */
#ifndef SFSM_TESTS_ALLOCATOR_H
#define SFSM_TESTS_ALLOCATOR_H

#include <stddef.h>

/* Calls of malloc, calloc, realloc, posix_memalign, aligned_alloc, memalign and free (of what is not NULL) so far. */
size_t allocator_calls(void);

/* From now on `granted` more requests for memory succeed, and no others, until allocator_grant_all. */
void allocator_grant(size_t granted);
void allocator_grant_all(void);

/* Whether a request was turned away since the last allocator_grant. */
int allocator_has_refused(void);

#endif
