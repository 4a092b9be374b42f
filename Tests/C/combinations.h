/* Definitions as arrays of bits, and every combination of cases there is: the slow and obvious side of a comparison.
 * The predicate types are REWARD, POLICY and WEATHER, or fewer of them, with two or three cases each. */
#ifndef SFSM_TESTS_COMBINATIONS_H
#define SFSM_TESTS_COMBINATIONS_H

#include "matches.h"

enum { MOST_TYPES = 3, MOST_CASES = 3, MOST_ROWS = 16 };

/* Of each type a bit for each case that a row names; 0: it says nothing of that type. */
typedef struct case_set {
    uint8_t of_type[MOST_TYPES];
} case_set;

typedef struct plain_row {
    int32_t source, event, target;
    case_set cases;
    sfsm_function guard; /* note_yes, note_no or NULL */
} plain_row;

typedef struct plain_definition {
    int32_t case_counts[MOST_TYPES];
    size_t types;
    plain_row rows[MOST_ROWS];
    size_t count;
} plain_definition;

/* The case of each type, or -1 where there is none. */
typedef struct combination {
    int32_t of_type[MOST_TYPES];
} combination;

/* The id of type number `type`. */
int32_t predicate_of(size_t type);

/* Writes the first combination, or the next, and whether there was one. Lenient ones may lack cases. */
combination first_combination(bool is_lenient);
bool next_combination(const plain_definition *definition, bool is_lenient, combination *combination);

/* How many types a row names, and whether it is meant for a combination. */
int rank_of(const plain_row *row);
bool is_match(const plain_definition *definition, const plain_row *row, const combination *combination);

/* Whether two rows stand in one cell, and whether they say the same of every type. */
bool is_same_cell(const plain_row *row, const plain_row *other);
bool is_same_match(const plain_row *row, const plain_row *other);

/* The rows of the cell of `row` that match a combination and are of the highest rank there, as bits. */
uint32_t best_rows(const plain_definition *definition, const plain_row *row, const combination *combination);

/* For each row the others with different matches with which it is a best row of some combination, as bits. */
typedef struct ties {
    uint32_t with[MOST_ROWS];
} ties;
ties ties_of(const plain_definition *definition);

/* A builder with these rows, added in this order (NULL: as it is). That at index n stands in line n + 1 of "gate.c"; its
 * guard notes the line and a question mark, its action the line: "7?", "7". Names and types are declared. */
sfsm_builder *builder_of(const plain_definition *definition, const size_t *order);

/* The combination that a diagnostic tells, -1 for types of which it says nothing. It names each type once. */
combination combination_of(const sfsm_diagnostics *diagnostics, size_t index);

/* Sends with a combination. */
sfsm_outcome send_combination(sfsm_machine *machine, int32_t event, const combination *combination);

#endif
