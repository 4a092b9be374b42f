#include "input.h"

#include <string.h>

static const uint8_t *next;
static size_t left;

void begin_input(const uint8_t *bytes, size_t length) {
    next = bytes;
    left = length;
}

bool has_input(void) {
    return left > 0;
}

uint8_t take_byte(void) {
    if (left == 0) {
        return 0;
    }
    left--;
    return *next++;
}

uint16_t take_pair(void) {
    const uint8_t first = take_byte();
    return (uint16_t)(first << 8 | take_byte());
}

uint32_t below(uint32_t limit) {
    return limit <= 1 ? 0 : take_byte() % limit;
}

bool once_in(uint32_t times) {
    return below(times) == times - 1;
}

size_t take_bytes(void *into, size_t capacity) {
    const size_t count = left < capacity ? left : capacity;
    if (count > 0) {
        memcpy(into, next, count);
        next += count;
        left -= count;
    }
    return count;
}
