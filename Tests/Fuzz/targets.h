/* What is fuzzed: each target takes any bytes. */
#ifndef SFSM_FUZZ_TARGETS_H
#define SFSM_FUZZ_TARGETS_H

#include <stddef.h>
#include <stdint.h>

typedef struct target {
    const char *name;
    void (*run)(const uint8_t *bytes, size_t length);
} target;

extern const target targets[];
extern const size_t target_count;

/* NULL for another name. */
const target *target_named(const char *name);

/* Of documents.c. */
void run_document(const uint8_t *bytes, size_t length);

#endif
