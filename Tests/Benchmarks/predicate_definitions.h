/* The definitions whose building is measured. */
#ifndef PREDICATE_DEFINITIONS_H
#define PREDICATE_DEFINITIONS_H

#include <swiftfsm.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The rows of a definition, with what they point to. */
typedef struct rows {
    sfsm_row *rows;
    sfsm_match *matches; /* MOST_MATCHES for each */
    size_t count;
} rows;

/* Cell number n is event n of state 0, and each row leads there. */
typedef struct definition {
    const char *name;
    void (*add_rows)(rows *rows);
    size_t row_count;
    int32_t types, cases, cells;
    bool is_valid;
    double limit; /* ms to stay below; 0: none is set */
    size_t repetitions;
} definition;

extern const definition definitions[];
extern const size_t definition_count;

/* The rows of a definition. Action number n modulo WORKLOAD_ACTIONS belongs to row number n. */
rows make_rows(const definition *self);
void free_rows(rows *rows);

#endif
