#include "counting.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <valgrind/callgrind.h>

/* Before each block its size, as far from it as blocks are aligned. */
enum { HEADER = 16 };

static size_t bytes, blocks, peak, bytes_before;

static void *with_header(void *memory, size_t size)
{
    if (memory == NULL)
        return NULL;
    *(size_t *)memory = size;
    bytes += size;
    peak = bytes > peak ? bytes : peak;
    return (char *)memory + HEADER;
}

static void *counting_allocate(size_t size, void *context)
{
    (void)context;
    void *const memory = with_header(malloc(size + HEADER), size);
    blocks += memory != NULL;
    return memory;
}

/* Both blocks count for a moment, as where the larger one cannot take the place of the other. */
static void *counting_reallocate(void *memory, size_t size, void *context)
{
    if (memory == NULL)
        return counting_allocate(size, context);
    const size_t before = *(size_t *)((char *)memory - HEADER);
    void *const larger = with_header(realloc((char *)memory - HEADER, size + HEADER), size);
    bytes -= larger == NULL ? 0 : before;
    return larger;
}

static void counting_release(void *memory, void *context)
{
    (void)context;
    bytes -= *(size_t *)((char *)memory - HEADER);
    blocks -= 1;
    free((char *)memory - HEADER);
}

void prepare_counting(void)
{
    static const sfsm_allocator allocator = {sizeof allocator, counting_allocate, counting_reallocate,
                                             counting_release, NULL};
    expect(sfsm_set_allocator(&allocator), SFSM_OK);
}

void begin_counting(void)
{
    peak = bytes_before = bytes;
    CALLGRIND_TOGGLE_COLLECT;
}

void end_counting(const char *name, size_t size)
{
    CALLGRIND_TOGGLE_COLLECT;
    CALLGRIND_DUMP_STATS_AT(name);
    printf("%s\t%zu\t%zu\n", name, size, peak - bytes_before);
}

size_t counted_bytes(void)
{
    return bytes;
}

size_t counted_blocks(void)
{
    return blocks;
}

void give_up(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

void expect_outcome(int32_t actual, int32_t expected, const char *expression, const char *file, int line)
{
    if (actual != expected)
        give_up("%s:%d: %s is %s (%" PRId32 "), not %s", file, line, expression, sfsm_status_name(actual), actual,
                sfsm_status_name(expected));
}

void *allocate(size_t size)
{
    void *const memory = malloc(size == 0 ? 1 : size);
    if (memory == NULL)
        give_up("no memory for %zu bytes", size);
    return memory;
}
