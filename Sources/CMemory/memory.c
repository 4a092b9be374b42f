/*
 * The memory of the C library. Every block that it or Swift's runtime asks for begins with two links, so that what an
 * attempt has allocated can be found, and freed, if there is no memory for the rest of it: a failed allocation leaves
 * the attempt by longjmp, since Swift's runtime knows no other way but to end the process.
 *
 * The linker puts the functions __wrap_... in the place of the C library's (--wrap), and calls those __real_...
 * Below both, blocks come from the allocator of the host, if it has set one.
 */
#include "memory.h"

#include <errno.h>
#include <malloc.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

/* A block's place in the ring of an attempt or a region; next is NULL for a block that is in none. */
typedef struct links {
    struct links *next;
    struct links *previous;
} links;

/* What lies before a block's bytes: as long as malloc's alignment, which the bytes must have too. */
enum { HEADER = 16, SMALLEST = 2 * sizeof(uintptr_t) };
_Static_assert(sizeof(links) <= HEADER && _Alignof(max_align_t) <= HEADER, "the header is too small");

typedef struct attempt {
    links ring;
    jmp_buf failure;
} attempt;

/* The attempt of this thread. Any other model may allocate as a thread uses the variable for the first time. */
static _Thread_local attempt *current __attribute__((tls_model("initial-exec")));

void *__real_malloc(size_t size);
void *__real_realloc(void *memory, size_t size);
int __real_posix_memalign(void **memory, size_t alignment, size_t size);
void __real_free(void *memory);
void *__real_calloc(size_t count, size_t size);

/* The allocator of the host. It cannot change once a block was asked for: whoever gave a block must take it back. */
static struct {
    void *(*allocate)(size_t size, void *context);
    void *(*reallocate)(void *memory, size_t size, void *context);
    void (*release)(void *memory, void *context);
    void *context;
    bool is_set;
    bool is_in_use;
} host;

static void *take(size_t size) {
    if (!__atomic_load_n(&host.is_in_use, __ATOMIC_RELAXED)) {
        __atomic_store_n(&host.is_in_use, true, __ATOMIC_RELAXED);
    }
    return host.is_set ? host.allocate(size, host.context) : __real_malloc(size);
}

static void *take_again(void *memory, size_t size) {
    return host.is_set ? host.reallocate(memory, size, host.context) : __real_realloc(memory, size);
}

static void give_back(void *memory) {
    if (host.is_set) {
        host.release(memory, host.context);
    } else {
        __real_free(memory);
    }
}

bool swiftfsm_set_allocator(void *(*allocate)(size_t size, void *context),
                            void *(*reallocate)(void *memory, size_t size, void *context),
                            void (*release)(void *memory, void *context), void *context) {
    if (__atomic_load_n(&host.is_in_use, __ATOMIC_RELAXED)) {
        return false;
    }
    host.allocate = allocate;
    host.reallocate = reallocate;
    host.release = release;
    host.context = context;
    host.is_set = allocate != NULL;
    return true;
}

/* What libffi calls where it is linked statically: attempts do not concern it, and it frees what the C library gave. */
void *swiftfsm_system_malloc(size_t size);
void *swiftfsm_system_malloc(size_t size) {
    return __real_malloc(size);
}

void *swiftfsm_system_calloc(size_t count, size_t size);
void *swiftfsm_system_calloc(size_t count, size_t size) {
    return __real_calloc(count, size);
}

void *swiftfsm_system_realloc(void *memory, size_t size);
void *swiftfsm_system_realloc(void *memory, size_t size) {
    return __real_realloc(memory, size);
}

void swiftfsm_system_free(void *memory);
void swiftfsm_system_free(void *memory) {
    __real_free(memory);
}

static links *links_of(void *memory) {
    return (links *)((char *)memory - HEADER);
}

static void *bytes_of(links *block) {
    return (char *)block + HEADER;
}

static void link_behind(links *ring, links *block) {
    block->next = ring->next;
    block->previous = ring;
    ring->next->previous = block;
    ring->next = block;
}

static void take_out(links *block) {
    if (block->next != NULL) {
        block->next->previous = block->previous;
        block->previous->next = block->next;
    }
}

/* Enters a new block, or leaves the attempt if there is none. */
static void *given(links *block) {
    if (current != NULL) {
        if (block == NULL) {
            longjmp(current->failure, 1);
        }
        link_behind(&current->ring, block);
    } else if (block != NULL) {
        block->next = NULL;
    }
    return block == NULL ? NULL : bytes_of(block);
}

/* With the header, and room for an object's; 0 for more than there can be. */
static size_t whole_size(size_t size) {
    return size > SIZE_MAX - HEADER ? 0 : HEADER + (size < SMALLEST ? (size_t)SMALLEST : size);
}

void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size) {
    const size_t whole = whole_size(size);
    return given(whole == 0 ? NULL : take(whole));
}

void *__wrap_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size) {
    const size_t bytes = size > 0 && count > SIZE_MAX / size ? SIZE_MAX : count * size;
    void *const memory = __wrap_malloc(bytes);
    return memory == NULL ? NULL : memset(memory, 0, bytes);
}

void *__wrap_realloc(void *memory, size_t size);
void *__wrap_realloc(void *memory, size_t size) {
    if (memory == NULL) {
        return __wrap_malloc(size);
    }
    const size_t whole = whole_size(size);
    links *const old = links_of(memory);
    links *const previous = old->next == NULL ? NULL : old->previous;
    take_out(old);
    links *const new = whole == 0 ? NULL : take_again(old, whole);
    if (previous != NULL) {
        link_behind(previous, new == NULL ? old : new);
    }
    return new != NULL ? bytes_of(new) : current != NULL ? given(NULL) : NULL;
}

int __wrap_posix_memalign(void **memory, size_t alignment, size_t size);
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size) {
    /* Nothing that the library keeps in memory needs more. */
    if (alignment > HEADER) {
        return EINVAL;
    }
    *memory = __wrap_malloc(size);
    return *memory == NULL ? ENOMEM : 0;
}

void __wrap_free(void *memory);
void __wrap_free(void *memory) {
    if (memory != NULL) {
        take_out(links_of(memory));
        give_back(links_of(memory));
    }
}

/* -----------------------------------------------------------------------------------------------------------------
 * Regions
 * -------------------------------------------------------------------------------------------------------------- */

void *swiftfsm_region_create(void) {
    void *const region = __wrap_malloc(SMALLEST);
    if (region != NULL) {
        links *const ring = links_of(region);
        ring->next = ring->previous = ring;
    }
    return region;
}

void swiftfsm_region_release(void *region) {
    __wrap_free(region);
}

/* What a ring holds is the region's from now on, or nobody's. The ring itself stays as it is. */
static void hand_over(links *ring, links *region) {
    if (region == NULL) {
        for (links *block = ring->next, *next; block != ring; block = next) {
            next = block->next;
            block->next = NULL;
        }
    } else if (ring->next != ring) {
        ring->next->previous = region;
        ring->previous->next = region->next;
        region->next->previous = ring->previous;
        region->next = ring->next;
    }
}

void swiftfsm_region_leave(void *memory) {
    take_out(links_of(memory));
    links_of(memory)->next = NULL;
}

/* Where Swift's runtime counts the references to an object: behind the pointer to its type. */
static uintptr_t *reference_count(links *block) {
    return (uintptr_t *)bytes_of(block) + 1;
}

void swiftfsm_region_freeze(void *region) {
    links *const ring = links_of(region);
    for (links *block = ring->next; block != ring; block = block->next) {
        /* What the runtime takes for an object that is there for ever. */
        *reference_count(block) = UINTPTR_MAX >> 1;
    }
}

void swiftfsm_region_free(void *region) {
    links *const ring = links_of(region);
    for (links *block = ring->next, *next; block != ring; block = next) {
        next = block->next;
        give_back(block);
    }
    give_back(ring);
}

/* -----------------------------------------------------------------------------------------------------------------
 * Attempts: called from Swift, with a closure that lives on the stack.
 * -------------------------------------------------------------------------------------------------------------- */

#define SWIFT_CALL __attribute__((swiftcall))
typedef SWIFT_CALL void (*swift_body)(__attribute__((swift_context)) void *context);

SWIFT_CALL bool swiftfsm_attempt(void *region, swift_body body, void *context);
SWIFT_CALL bool swiftfsm_attempt(void *region, swift_body body, void *context) {
    attempt this;
    this.ring.next = this.ring.previous = &this.ring;
    if (setjmp(this.failure) != 0) {
        current = NULL;
        for (links *block = this.ring.next, *next; block != &this.ring; block = next) {
            next = block->next;
            give_back(block);
        }
        return false;
    }
    current = &this;
    body(context);
    current = NULL;
    hand_over(&this.ring, region == NULL ? NULL : links_of(region));
    return true;
}

/* The GNU C library gives every large block pages of its own, and takes them back as soon as it is freed, until a
 * larger one has been freed: after this, blocks that come and go share pages, and building takes half the time. Nothing
 * else depends on it. */
static void expect_large_blocks(size_t size) {
    if (size > 100000) {
        void *volatile large = __real_malloc(size);
        __real_free(large);
    }
}

/* An attempt that may retain the objects of a region; what it allocates is `owner`'s. */
static bool attempt_retaining(void *region, void *owner, swift_body body, void *context) {
    links *const ring = links_of(region);
    size_t count = 0, size = 0;
    for (links *block = ring->next; block != ring; block = block->next) {
        count++;
        size += host.is_set ? 0 : malloc_usable_size(block);
    }
    expect_large_blocks(8 * size);
    uintptr_t *const counts = take(count * sizeof *counts + 1);
    if (counts == NULL) {
        return false;
    }
    uintptr_t *kept = counts;
    for (links *block = ring->next; block != ring; block = block->next) {
        *kept++ = *reference_count(block);
    }
    const bool is_done = swiftfsm_attempt(owner, body, context);
    if (!is_done) {
        kept = counts;
        for (links *block = ring->next; block != ring; block = block->next) {
            *reference_count(block) = *kept++;
        }
    }
    give_back(counts);
    return is_done;
}

SWIFT_CALL bool swiftfsm_attempt_reading(void *region, swift_body body, void *context);
SWIFT_CALL bool swiftfsm_attempt_reading(void *region, swift_body body, void *context) {
    return region == NULL ? swiftfsm_attempt(NULL, body, context) : attempt_retaining(region, NULL, body, context);
}

SWIFT_CALL bool swiftfsm_attempt_extending(void *region, swift_body body, void *context);
SWIFT_CALL bool swiftfsm_attempt_extending(void *region, swift_body body, void *context) {
    return attempt_retaining(region, region, body, context);
}
