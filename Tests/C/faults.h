/* Definitions with one fault each: a sound one to add it to, and the check that nothing else is reported. */
#ifndef SFSM_TESTS_FAULTS_H
#define SFSM_TESTS_FAULTS_H

#include "support.h"

/* All have names; NOWHERE has nothing but its name. */
enum { HOME = 10, AWAY = 20, END = 30, NOWHERE = 4711 };
enum { GO = 1, BACK = 2, STAY = 3 };

/* Names for all of these. */
void name_all(sfsm_builder *builder);

/* Adds a row that stands in "gate.c". */
void add_row(sfsm_builder *builder, int32_t source, int32_t event, int32_t target, int32_t line);

/* (HOME, GO) -> AWAY in line 1, (AWAY, BACK) -> HOME in line 2: what a test adds is all that there is to report. */
sfsm_builder *sound_builder(void);

/* Builds without errors; builder and table are released. */
void check_sound(sfsm_builder *builder);

/*
 * The only error of a definition that must not build, whose sentence holds all of the words. Builder and list are
 * released, and with them the strings of the result.
 */
#define ONLY_FAULT(builder, kind, ...)                                                                                \
    only_fault((builder), (kind), (const char *const[]){__VA_ARGS__, NULL}, __FILE__, __LINE__)
sfsm_diagnostic only_fault(sfsm_builder *builder, int32_t kind, const char *const *words, const char *file, int line);

#endif
