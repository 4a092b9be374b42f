/* Short ways to definitions with superstates. Everything stands in "gate.c". */
#ifndef SFSM_TESTS_SUPERSTATES_H
#define SFSM_TESTS_SUPERSTATES_H

#include "faults.h"

/* The lines of blocks that are made here. */
enum { SUPERSTATE_LINE = 500, STATE_LINE = 600 };

/* A new block; its number. */
size_t superstate_from(sfsm_builder *builder);
size_t state_from(sfsm_builder *builder, int32_t state);

void adopt(sfsm_builder *builder, size_t block, size_t superstate);

/* A row that stands in a block (0: in none), in this line; and one that is marked as overriding. */
void add_row_to(sfsm_builder *builder, size_t block, int32_t source, int32_t event, int32_t target, int32_t line);
void add_overriding_row(sfsm_builder *builder, size_t block, int32_t source, int32_t event, int32_t target,
                        int32_t line);

/* The same with a guard (if there is one) and an action that note these words. */
void add_traced_row(sfsm_builder *builder, size_t block, int32_t source, int32_t event, int32_t target,
                    uint32_t flags, sfsm_function guard, const char *words);

/* trace_block(builder, block, "BASE") notes "entry BASE", "exit BASE" and "cycle BASE". */
#define trace_block(builder, block, name)                                                                             \
    trace_block_words((builder), (block), "entry " name, "exit " name, "cycle " name)
void trace_block_words(sfsm_builder *builder, size_t block, const char *entry, const char *exit, const char *cycle);

/* (HOME, GO) -> AWAY and (AWAY, BACK) -> HOME stand in blocks, which have these numbers. */
typedef struct home_blocks {
    sfsm_builder *builder;
    size_t home, away;
} home_blocks;
home_blocks blocks_of_home(void);

/* A diagnostic's place number `place` must be this line of "gate.c". */
void check_place(const sfsm_diagnostics *diagnostics, size_t index, size_t place, int32_t line);

#endif
