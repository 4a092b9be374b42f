/* Short ways to definitions with predicates. Everything stands in "gate.c". */
#ifndef SFSM_TESTS_MATCHES_H
#define SFSM_TESTS_MATCHES_H

#include "superstates.h"

/* Three predicate types in ascending order of their ids, and the cases of each. */
enum { REWARD = -40, POLICY = 3, WEATHER = 900 };
enum { GIVEN, WITHHELD };
enum { WEAK, STRONG };
enum { DRY, WET, SNOWY };

/* The line of every declaration that is made here. */
enum { PREDICATE_LINE = 700 };

void declare(sfsm_builder *builder, int32_t predicate, int32_t case_count);

/* Declares all three, in no particular order, and names them and their cases. */
void declare_all(sfsm_builder *builder);

/* Parts of a row: what it matches (SFSM_MATCH, or SEVERAL for several cases of a type), its action with what that is
 * registered with (NOTING: one that notes these words), and its guard likewise. Use:
 * {HOME, GO, AWAY, 7, MATCHING(SFSM_MATCH(POLICY, WEAK)), NOTING("weak")}. */
#define MATCHING(...)                                                                                                 \
    .matches = (const sfsm_match[]){__VA_ARGS__}, .match_count = COUNT(((const sfsm_match[]){__VA_ARGS__}))
#define SEVERAL(predicate, ...)                                                                                       \
    { (predicate), 0, (const int32_t[]){__VA_ARGS__}, COUNT(((const int32_t[]){__VA_ARGS__})) }
#define DOING(function, words) .actions = &(const sfsm_callback){(function), (void *)(words), NULL}, .action_count = 1
#define NOTING(words) DOING(note, words)
#define ASKING(function, words) .guards = &(const sfsm_callback){(function), (void *)(words), NULL}, .guard_count = 1

/* Adds such a row, or rows. */
#define ADD_ROWS(builder, ...) add_all_rows((builder), (const sfsm_row[]){__VA_ARGS__},                               \
                                            COUNT(((const sfsm_row[]){__VA_ARGS__})))
void add_all_rows(sfsm_builder *builder, const sfsm_row *rows, size_t count);

/* The last two arguments of a send: CASES({POLICY, WEAK}, {REWARD, GIVEN}). */
#define CASES(...) (const sfsm_case[]){__VA_ARGS__}, COUNT(((const sfsm_case[]){__VA_ARGS__}))

/* A lenient machine that holds the only reference to its table. Releases the builder. */
sfsm_machine *lenient_machine_from(sfsm_builder *builder, int32_t initial, void *context);

/* Compares what sfsm_machine_rejected_case tells. */
#define assert_rejected(machine, predicate, value) rejected_check((machine), (predicate), (value), __FILE__, __LINE__)
void rejected_check(const sfsm_machine *machine, int32_t predicate, int32_t value, const char *file, int line);

/* Notes its words with the case of each of the three types: "go GIVEN STRONG none". What sfsm_step_case says and what
 * stands in the array must agree; otherwise "go disagrees". */
int32_t note_cases(const sfsm_step *step, void *words);

#endif
