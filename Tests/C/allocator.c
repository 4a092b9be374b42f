#include "allocator.h"

#include "support.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef __has_feature
#define __has_feature(name) 0
#endif

/* Tests have one thread, but the library may start some, which allocate at the same time. */
static atomic_size_t calls;
static atomic_size_t granted = SIZE_MAX;
static atomic_int has_refused;
static atomic_int refuses_one;
static atomic_size_t blocks;
static atomic_size_t bytes;

size_t allocator_calls(void) {
    return calls;
}

size_t allocator_blocks(void) {
    return blocks;
}

size_t allocator_bytes(void) {
    return bytes;
}

void allocator_grant(size_t count) {
    granted = count;
    has_refused = 0;
    refuses_one = 0;
}

void allocator_refuse_one(size_t count) {
    allocator_grant(count);
    refuses_one = 1;
}

void allocator_grant_all(void) {
    granted = SIZE_MAX;
}

int allocator_has_refused(void) {
    return has_refused;
}

static int is_granted(void) {
    calls++;
    size_t left = granted;
    size_t next;
    do {
        if (left == SIZE_MAX) {
            return 1;
        }
        next = left > 0 ? left - 1 : refuses_one ? SIZE_MAX : 0;
    } while (!atomic_compare_exchange_weak(&granted, &left, next));
    if (left > 0) {
        return 1;
    }
    has_refused = 1;
    errno = ENOMEM;
    return 0;
}

static void *counted(void *memory) {
    blocks += memory != NULL;
    bytes += malloc_usable_size(memory);
    return memory;
}

static void count_release(void *memory) {
    calls += memory != NULL;
    blocks -= memory != NULL;
    bytes -= malloc_usable_size(memory);
}

/* Counts what a block has grown by. */
static void *counted_again(void *former, size_t before, void *larger) {
    if (former == NULL) {
        return counted(larger);
    }
    bytes += larger == NULL ? 0 : malloc_usable_size(larger) - before;
    return larger;
}

#if __has_feature(address_sanitizer)

/* Its malloc cannot be interposed: the library is given an allocator. What libffi allocates is granted. */
static void *allocate(size_t size, void *context) {
    (void)context;
    return is_granted() ? counted(malloc(size)) : NULL;
}

static void *reallocate(void *memory, size_t size, void *context) {
    (void)context;
    const size_t before = malloc_usable_size(memory);
    return is_granted() ? counted_again(memory, before, realloc(memory, size)) : NULL;
}

static void release(void *memory, void *context) {
    (void)context;
    count_release(memory);
    free(memory);
}

__attribute__((constructor)) static void give_allocator(void) {
    const sfsm_allocator allocator = {sizeof allocator, allocate, reallocate, release, NULL};
    if (sfsm_set_allocator(&allocator) != SFSM_OK) {
        abort();
    }
}

#else

/* The allocator itself, under the names that the GNU C library keeps for interposers. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *memory);

void *malloc(size_t size) {
    return is_granted() ? counted(__libc_malloc(size)) : NULL;
}

void *calloc(size_t count, size_t size) {
    return is_granted() ? counted(__libc_calloc(count, size)) : NULL;
}

void *realloc(void *memory, size_t size) {
    if (!is_granted()) {
        return NULL;
    }
    const size_t before = malloc_usable_size(memory);
    return counted_again(memory, before, __libc_realloc(memory, size));
}

void *memalign(size_t alignment, size_t size);
void *memalign(size_t alignment, size_t size) {
    return is_granted() ? counted(__libc_memalign(alignment, size)) : NULL;
}

void *aligned_alloc(size_t alignment, size_t size);
void *aligned_alloc(size_t alignment, size_t size) {
    return memalign(alignment, size);
}

int posix_memalign(void **out_memory, size_t alignment, size_t size);
int posix_memalign(void **out_memory, size_t alignment, size_t size) {
    void *const memory = memalign(alignment, size);
    if (memory == NULL) {
        return ENOMEM;
    }
    *out_memory = memory;
    return 0;
}

void free(void *memory) {
    count_release(memory);
    __libc_free(memory);
}

#endif

void check_machine_is_made_or_not(const sfsm_table *table, machine_maker make) {
    for (size_t count = 0;; count++) {
        sfsm_machine *machine = (sfsm_machine *)(uintptr_t)table; /* anything but NULL, which the call must write */
        allocator_grant(count);
        const sfsm_status status = make(table, &machine);
        const int refused = allocator_has_refused();
        allocator_grant_all();
        if (!refused) {
            assert_status(status, SFSM_OK);
            sfsm_machine_release(machine);
            return;
        }
        assert_status(status, SFSM_OUT_OF_MEMORY);
        assert_null(machine);
    }
}
