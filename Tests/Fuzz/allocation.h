/* The allocator of the library: it can refuse, and counts the blocks that were not given back. */
#ifndef SFSM_FUZZ_ALLOCATION_H
#define SFSM_FUZZ_ALLOCATION_H

#include <stdbool.h>
#include <stddef.h>

/* Before anything else of the library is called. */
void set_allocation(void);

size_t allocated_blocks(void);

/* Whether the environment has FUZZ_UNOPTIMISED. Such a library needs memory where no other does, cannot do without, and keeps
 * some: then nothing is refused, and what is allocated at the end is not judged. */
bool is_unoptimised(void);

/* From now on `granted` requests succeed, and no more; then all again, and no refusal is an excuse any more. */
void refuse_after(size_t granted);
void grant_all(void);

/* Whether a request was refused since grant_all. */
bool has_refused(void);

#endif
