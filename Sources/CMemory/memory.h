/* malloc and free: unlike Swift's own allocation they say when there is no memory. And strlen. */
#include <stdlib.h>
#include <string.h>

/* A region of memory: the blocks that one object owns (memory.c, in the C library only). NULL if there is no memory. */
void *swiftfsm_region_create(void);

/* Frees the region, not the blocks in it. */
void swiftfsm_region_release(void *region);

/* The blocks are in the region no more: any thread may free them from now on. */
void swiftfsm_region_disown(void *region);
