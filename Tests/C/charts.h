/* The chart of the header's chapter 12, a washing machine. */
#ifndef SFSM_TESTS_CHARTS_H
#define SFSM_TESTS_CHARTS_H

#include "support.h"

enum { IDLE, PAUSED, WASHING, PROGRAM, FILLING, SPINNING, FINISHED, LAST, DOOR, CLOSED, LOCKED };
enum { START, PAUSE, READY, FULL, TIME, LOCK, RESTART };

/* A state with its flags, its parent, and its default or SFSM_NONE. */
typedef struct nested {
    int32_t state;
    uint32_t flags;
    int32_t parent, target;
} nested;

/* Adds a state with its flags, and its parent and default or SFSM_NONE, and returns its block. */
size_t add_nested(sfsm_builder *builder, int32_t state, uint32_t flags, int32_t parent, int32_t target);

/* All states of the washing machine but IDLE and PAUSED, and their number. */
extern const nested washing_states[];
extern const size_t washing_state_count;

/* Its rows, and their number. Row 6 raises LOCK, row 9 is for SPINNING not active. */
extern const sfsm_row washing_rows[];
extern const size_t washing_row_count;

/* A builder of the washing machine. */
sfsm_builder *washing_builder(void);

/* A machine of it, in IDLE. */
sfsm_machine *washing_machine(void);

/* The active leaves of any machine must be these. */
#define assert_states(machine, ...) \
    check_states((machine), (const int32_t[]){__VA_ARGS__}, COUNT(((const int32_t[]){__VA_ARGS__})))
void check_states(const sfsm_machine *machine, const int32_t *expected, size_t count);

#endif
