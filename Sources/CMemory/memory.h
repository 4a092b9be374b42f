/* malloc and free: unlike Swift's own allocation they say when there is no memory. */
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Whence the C library takes its memory from now on: malloc and its like, if `allocate` is NULL. False if it has taken
 * some already. */
bool swiftfsm_set_allocator(void *(*allocate)(size_t size, void *context),
                            void *(*reallocate)(void *memory, size_t size, void *context),
                            void (*release)(void *memory, void *context), void *context);

/* A region of memory: the blocks that one object owns (memory.c, in the C library only). NULL if there is no memory. */
void *swiftfsm_region_create(void);

/* Frees the region, not the blocks in it. */
void swiftfsm_region_release(void *region);

/* A block is in its region no more: any thread may free it from now on. */
void swiftfsm_region_leave(void *memory);

/* The objects in the region never change from now on, and their references are not counted: any number of threads may
 * read them, and attempts may retain them. */
void swiftfsm_region_freeze(void *region);

/* Frees the region and all blocks in it. */
void swiftfsm_region_free(void *region);

/* What was published in a place by the first thread that did so, or NULL. */
static inline void *swiftfsm_published(void *const *place) { return __atomic_load_n(place, __ATOMIC_ACQUIRE); }

/* Publishes a block for all threads to see. False if another one was there first. */
static inline bool swiftfsm_publish(void **place, void *block)
{
    void *none = NULL;
    return __atomic_compare_exchange_n(place, &none, block, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

