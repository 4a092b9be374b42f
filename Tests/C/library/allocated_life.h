/* A life of all kinds of objects, for programs that give the library its memory. */
#ifndef ALLOCATED_LIFE_H
#define ALLOCATED_LIFE_H

#include <stdbool.h>
#include <swiftfsm.h>

/* Reads a document, builds its table, and runs two machines: with regions, timers, arguments, hooks, a callable and a
 * snapshot. Returns the first error, SFSM_OK if there was none. With `releases` nothing is left of it; otherwise nothing was
 * released. */
sfsm_status allocated_life(bool releases);

/* Ends the program with 1. */
_Noreturn void fail_at(const char *file, long line, const char *text);
#define CHECK(condition) ((condition) ? (void)0 : fail_at(__FILE__, __LINE__, #condition))

#endif
