/* The functions that the engine calls, each of which goes on to one function of JavaScript.
 *
 * The context of a callback of JavaScript is a cell that says whose callback it is, and its index there. The cell is freed
 * with the callback, by its finalizer. */
#include <stdlib.h>

#include "swiftfsm.h"

#define IMPORT(name) __attribute__((import_module("swiftfsm"), import_name(name)))

struct cell {
    int32_t owner;
    int32_t index;
};

IMPORT("call") int32_t javascript_call(const sfsm_step *step, int32_t index);
IMPORT("free") void javascript_free(int32_t owner, int32_t index);
IMPORT("write") sfsm_status javascript_write(void *context, const char *bytes, size_t count);
IMPORT("migrate") sfsm_id javascript_migrate(void *context, const sfsm_missing *missing);
IMPORT("find") sfsm_status javascript_find(const sfsm_wanted *wanted, void *context, sfsm_callback *out_callback);

static int32_t call(const sfsm_step *step, void *context)
{
    return javascript_call(step, ((const struct cell *)context)->index);
}

static void finalize(void *context)
{
    const struct cell cell = *(struct cell *)context;
    free(context);
    javascript_free(cell.owner, cell.index);
}

/* Make the context of a callback. NULL if there is no memory. */
struct cell *javascript_cell(int32_t owner, int32_t index)
{
    struct cell *const cell = malloc(sizeof *cell);
    if (cell != NULL)
        *cell = (struct cell){ owner, index };
    return cell;
}

/* The functions of this file, as the engine is handed them. */
sfsm_function javascript_callback(void) { return call; }
sfsm_finalizer javascript_finalizer(void) { return finalize; }
sfsm_writer javascript_writer(void) { return javascript_write; }
sfsm_migrate javascript_migration(void) { return javascript_migrate; }
sfsm_finder javascript_finder(void) { return javascript_find; }
