/* The bytes of an input, from which everything is drawn: calls, ids, numbers. Behind their end there are zeros, so that
 * each choice has its plainest alternative first. */
#ifndef SFSM_FUZZ_INPUT_H
#define SFSM_FUZZ_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void begin_input(const uint8_t *bytes, size_t length);
bool has_input(void);

/* The next byte, or two of them. */
uint8_t take_byte(void);
uint16_t take_pair(void);

/* From 0 up to, but not including, `limit`, which is at most 256. */
uint32_t below(uint32_t limit);

/* True once in `times` bytes, and not for zero. */
bool once_in(uint32_t times);

/* Up to `capacity` of the bytes that are left; returns how many. */
size_t take_bytes(void *into, size_t capacity);

#endif
