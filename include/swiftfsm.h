/*
 * swiftfsm.h: finite state machines from one validated table.
 *
 * A definition (rows of state x event -> state, with callbacks) is written once into a builder, checked and
 * compiled once into an immutable table, and then run by any number of machines. The first ten lines:
 *
 *     enum { LOCKED, UNLOCKED };
 *     enum { COIN, PASS };
 *     static const sfsm_row rows[] = {
 *         SFSM_ROW(LOCKED,   COIN, UNLOCKED, unlock),
 *         SFSM_ROW(LOCKED,   PASS, LOCKED,   alarm),
 *         SFSM_ROW(UNLOCKED, COIN, UNLOCKED, thank_you),
 *         SFSM_ROW(UNLOCKED, PASS, LOCKED,   lock),
 *     };
 *     sfsm_builder *builder = sfsm_builder_create();
 *     sfsm_builder_add_rows(builder, rows, 4);
 *     sfsm_table *table; sfsm_diagnostics *faults;
 *     if (sfsm_builder_build(builder, &table, &faults) < 0)
 *         fputs(sfsm_diagnostics_text(faults), stderr);      // each with file, line and what to mend
 *     sfsm_machine *gate;
 *     sfsm_machine_create(table, LOCKED, &hardware, &gate);
 *     sfsm_machine_send(gate, COIN);                         // SFSM_TRANSITIONED
 *
 * The chapters come in the order in which you meet them:
 * 1 version, 2 ids, 3 results, 4 callbacks, 5 builder, 6 diagnostics, 7 table, 8 machine.
 *
 * Rules that hold for every function, and are not repeated below:
 *
 * - Nothing here aborts, prints, or keeps a process-wide "last error". A call that cannot be carried out returns a
 *   negative status, changes nothing, and leaves every object usable.
 * - A call that needs memory asks the system for it first, and returns SFSM_OUT_OF_MEMORY where there is none. Only a
 *   system that runs out between the question and the use, while a definition is added to or built, ends the process;
 *   machines do not.
 * - A required handle or pointer that is NULL gives SFSM_NULL_POINTER; a count above zero whose array is NULL too.
 *   `_release` functions take NULL and do nothing. Functions that return a plain value say what NULL gives.
 *   A pointer to memory that is no longer, or never was, an object of that type cannot be detected.
 * - `_create`, `_retain` and `out_` handles give something that the caller owns and releases once. A bare noun
 *   (sfsm_table_state_name, sfsm_machine_table) returns something borrowed. Strings passed in are UTF-8 and are
 *   copied; strings returned are UTF-8, zero-terminated, and live as long as the object they were asked of.
 * - out-parameters are written on success only, unless it says otherwise. Handles that a call would have made are
 *   set to NULL when it fails.
 * - Threads: a table is immutable, and any number of threads may use one at the same time. Builders, diagnostics and
 *   machines may move between threads, but only one thread may use one of them at any time. Different machines
 *   over one table run in parallel. Callbacks run on the thread that made the call.
 */
#ifndef SWIFTFSM_H
#define SWIFTFSM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------------------------------
 * 1. Version
 * ------------------------------------------------------------------------------------------------------------- */

#define SFSM_VERSION_MAJOR 0
#define SFSM_VERSION_MINOR 1
#define SFSM_VERSION_PATCH 0

/* The version of the library that is loaded: major * 1000000 + minor * 1000 + patch. Any thread. */
uint32_t sfsm_version(void);

/* The same as text, "0.1.0". Static, never freed. Any thread. */
const char *sfsm_version_string(void);

/* ---------------------------------------------------------------------------------------------------------------
 * 2. Ids
 *
 * States and events are int32_t values of your choice: dense or sparse, negative or not. The sixteen lowest
 * values are reserved; everything from SFSM_FIRST_ID upwards is yours.
 * ------------------------------------------------------------------------------------------------------------- */

enum {
    SFSM_ANY = INT32_MIN,          /* as a row's source: every state; as its event: every event */
    SFSM_SAME = INT32_MIN + 1,     /* as a target: the state stays; counts as coming back to it (cycle callbacks) */
    SFSM_INTERNAL = INT32_MIN + 2, /* as a target: the state stays; actions only, never entry, exit or cycle */
    SFSM_DYNAMIC = INT32_MIN + 3,  /* as a target: the row's resolver names the next state at each step */
    SFSM_NONE = INT32_MIN + 4,     /* no state (a stopped machine; a resolver that refuses), or no event; as the source
                                      of a superstate's row: the states that adopt it */
    SFSM_INITIAL = INT32_MIN + 5,  /* for sfsm_machine_create and _start: the definition's initial state */
    SFSM_FAILED = INT32_MIN + 6,   /* returned by a resolver that failed */
    SFSM_LAST = INT32_MIN + 7,     /* for sfsm_machine_start: where it was when it stopped, or else the initial state */
    SFSM_FIRST_ID = INT32_MIN + 16 /* the lowest id that is yours */
};

/* ---------------------------------------------------------------------------------------------------------------
 * 3. Results
 *
 * Four kinds, never mixed: a fault of a definition is a diagnostic (chapter 6); what came of an event is an outcome
 * (> 0); a call that was a mistake gives a status (< 0); a callback that failed gives SFSM_CALLBACK_FAILED.
 * The numbers are stable and never reused.
 * ------------------------------------------------------------------------------------------------------------- */

typedef int32_t sfsm_status;  /* SFSM_OK, or what was wrong */
typedef int32_t sfsm_outcome; /* what came of an event (> 0), or a status (<= 0) */

enum {
    SFSM_OK = 0,
    SFSM_NULL_POINTER = -1,       /* a required handle or pointer is NULL, or a count stands without its array */
    SFSM_BAD_SIZE = -2,           /* a struct's size is not one that this library knows */
    SFSM_BAD_VALUE = -3,          /* an argument is outside the values that its documentation lists */
    SFSM_RESERVED_ID = -4,        /* a reserved id stands where only one of yours may */
    SFSM_UNKNOWN_STATE = -5,      /* the table has no such state */
    SFSM_UNKNOWN_EVENT = -6,      /* the table has no such event, and no row for any event that would take it */
    SFSM_INVALID_DEFINITION = -7, /* the definition has errors; the diagnostics name them */
    SFSM_ALREADY_BUILT = -8,      /* the builder has given its table and takes nothing more */
    SFSM_NOT_RUNNING = -9,        /* the machine is stopped */
    SFSM_ALREADY_RUNNING = -10,   /* the machine has been started */
    SFSM_BUSY = -11,              /* not from inside a callback of this machine */
    SFSM_QUEUE_FULL = -12,        /* SFSM_QUEUE_LIMIT events wait already */
    SFSM_OUT_OF_MEMORY = -13,     /* the system gave no memory */
    SFSM_CALLBACK_FAILED = -14,   /* a callback returned a negative number: see sfsm_machine_failure */
    SFSM_OUT_OF_RANGE = -15       /* an index, row or block number that does not exist */
};

enum {
    SFSM_TRANSITIONED = 1, /* a row was taken and its callbacks ran; the state may be the same as before */
    SFSM_REFUSED = 2,      /* rows match, but their guards said no or their resolver said SFSM_NONE: nothing changed */
    SFSM_UNHANDLED = 3,    /* no row for this event in this state: nothing changed */
    SFSM_QUEUED = 4        /* sent from inside a step of the same machine: it runs after that step */
};

/* The name of a status or an outcome, "SFSM_UNHANDLED"; "unknown" for any other number. Static. Any thread. */
const char *sfsm_status_name(sfsm_status status_or_outcome);

/* ---------------------------------------------------------------------------------------------------------------
 * 4. Callbacks
 *
 * One type of function serves all purposes; what its result means depends on where it is registered:
 *
 *   guard                        > 0 yes, 0 no, < 0 failed
 *   action, entry, exit, cycle   >= 0 done, < 0 failed
 *   resolver (SFSM_DYNAMIC)      the next state; SFSM_NONE: refused; SFSM_FAILED: failed
 *   update                       an event to send; SFSM_NONE: none; SFSM_FAILED: failed
 *   hooks                        >= 0 done, < 0 failed
 *
 * A failure ends the step at once: later callbacks of the step do not run, except for the hook that sees every step,
 * and the call returns SFSM_CALLBACK_FAILED.
 * If it came before the commit (a guard, and by default an exit or an action), the state is the old one; if it came
 * after (by default an entry or cycle callback), it is the new one. Queued events stay queued (sfsm_machine_run).
 *
 * Callbacks may call any function of this library: events that they send to their own machine are queued and run
 * after the present step; releasing their own machine is carried out when the outermost call returns.
 * They must return to the library: no longjmp and no C++ exception across it.
 * ------------------------------------------------------------------------------------------------------------- */

typedef struct sfsm_builder sfsm_builder;
typedef struct sfsm_table sfsm_table;
typedef struct sfsm_machine sfsm_machine;
typedef struct sfsm_diagnostics sfsm_diagnostics;

/* What a callback is told. Made by the library, valid during the call; fields may be appended in later versions. */
typedef struct sfsm_step {
    sfsm_machine *machine;
    void *context;   /* the machine's, as given to sfsm_machine_create */
    int32_t event;   /* SFSM_NONE while the machine starts, stops or is updated */
    int32_t source;  /* the state before the step; SFSM_NONE while it starts */
    int32_t target;  /* the state after the step; SFSM_NONE while it is not resolved, while the machine stops, and in a
                        hook for an event that was unhandled or refused */
    int32_t outcome; /* in the hook of sfsm_machine_on_step: what came of the step, SFSM_TRANSITIONED for a start or a
                        stop; otherwise SFSM_OK */
    double time;     /* in an update callback: the time given to sfsm_machine_update; otherwise 0 */
} sfsm_step;

/* `context` is the pointer with which this callback was registered; for one registered with NULL, the machine's. */
typedef int32_t (*sfsm_function)(const sfsm_step *step, void *context);

/* Called exactly once with a registered callback's context, when the library lets go of it: with the last
 * reference to the table, with the machine (hooks), with an unbuilt builder, or at once when registering fails. */
typedef void (*sfsm_finalizer)(void *context);

/* A function, the pointer that it is called with, and what frees that pointer. context and finalizer may be NULL. */
typedef struct sfsm_callback {
    sfsm_function function;
    void *context;
    sfsm_finalizer finalizer;
} sfsm_callback;

/* ---------------------------------------------------------------------------------------------------------------
 * 5. Builder
 *
 * Collects a definition. Nothing is judged until sfsm_builder_build, which reports every fault at once. Handing over
 * a callback hands over its context: its finalizer will run exactly once, whatever the call returns, NULL builder
 * and built builder included.
 *
 * Which row is taken: a row that names the state comes before one for any state, then a row that names the event
 * before one for any event: (state, event), (state, SFSM_ANY), (SFSM_ANY, event), (SFSM_ANY, SFSM_ANY).
 * ------------------------------------------------------------------------------------------------------------- */

/*
 * One row of the table. Fill it with SFSM_ROW or SFSM_ROW_IF, or by field names; fields left zero mean "none".
 * `guard` comes before `guards`, `action` before `actions`. All guards must say yes; they are asked in order, and no
 * more after the first no. Bare functions (`guard`, `action`) are called with the machine's context.
 */
typedef struct sfsm_row {
    int32_t source;               /* a state, or SFSM_ANY; SFSM_NONE for a row of a superstate */
    int32_t event;                /* an event, or SFSM_ANY */
    int32_t target;               /* a state, SFSM_SAME, SFSM_INTERNAL or SFSM_DYNAMIC */
    int32_t line;                 /* where the row stands; 0 or less: the place of the call that adds it */
    sfsm_function action;         /* or NULL */
    sfsm_function guard;          /* or NULL */
    const char *file;             /* or NULL: the call's */
    const sfsm_callback *actions; /* action_count of them; functions must not be NULL */
    size_t action_count;
    const sfsm_callback *guards; /* guard_count of them; functions must not be NULL */
    size_t guard_count;
    sfsm_callback resolver; /* for target SFSM_DYNAMIC */
    size_t block;           /* 0, or the number of the block that it belongs to */
    uint32_t flags;         /* SFSM_OVERRIDING, or 0 */
    uint32_t reserved;      /* 0 */
} sfsm_row;

/* Flags of a row. */
enum {
    SFSM_OVERRIDING = 1 /* replaces the rows that other blocks have for the same state and event before it: those of the
                           superstates that come before its own block. There must be one, and none may come after it. */
};

/* A row with one action, or NULL; and one that is taken only if guard says yes. */
#define SFSM_ROW(source, event, target, action) SFSM_ROW_IF(source, event, NULL, target, action)
#define SFSM_ROW_IF(source, event, guard, target, action)                                                             \
    {                                                                                                                 \
        (source), (event), (target), __LINE__, (action), (guard), __FILE__, NULL, 0, NULL, 0, { NULL, NULL, NULL },   \
            0, 0, 0                                                                                                   \
    }

/* A name for a state or an event: SFSM_NAME(LOCKED) is { LOCKED, "LOCKED" }. */
typedef struct sfsm_name {
    int32_t id;
    const char *name;
} sfsm_name;
#define SFSM_NAME(id) { (id), #id }

/* A new, empty builder, which the caller releases; NULL if there is no memory. */
sfsm_builder *sfsm_builder_create(void);

/* Frees the builder. Finalizers of a definition that was not built run now. A table built from it lives on. */
void sfsm_builder_release(sfsm_builder *builder);

/*
 * Adds `count` rows, or none if any of them cannot be added. O(rows). `row_size` is sizeof(sfsm_row) as the caller was
 * compiled; file (or NULL) and line name the call, for rows without a place of their own. Rows are numbered from 0 in
 * the order in which they are added.
 * SFSM_BAD_SIZE: row_size is smaller than the first version's, or not a multiple of a pointer's size; then nothing of
 * the array is read, and no finalizer in it is called. Or a row of a later version uses a field that this library does
 * not know. SFSM_NULL_POINTER: a callback of an array has no function, and as ever. SFSM_OUT_OF_RANGE: a block number
 * does not exist. SFSM_BAD_VALUE: unknown flags, or reserved is not 0. SFSM_ALREADY_BUILT.
 * What only the whole definition can tell (reserved or unknown ids, clashes) is left to the build.
 */
sfsm_status sfsm_builder_add_rows_at(sfsm_builder *builder, const sfsm_row *rows, size_t count, size_t row_size,
                                     const char *file, int32_t line);
#define sfsm_builder_add_rows(builder, rows, count)                                                                   \
    sfsm_builder_add_rows_at((builder), (rows), (count), sizeof(sfsm_row), __FILE__, __LINE__)

/*
 * Adds one row without callbacks; out_row (may be NULL) receives its number, by which callbacks are added to it with
 * the three functions below: SFSM_OUT_OF_RANGE if there is no such row, SFSM_NULL_POINTER if function is NULL,
 * SFSM_ALREADY_BUILT. Guards are asked, and actions run, in the order in which they were added. A second resolver
 * for one row is SFSM_BAD_VALUE.
 */
sfsm_status sfsm_builder_add_row_at(sfsm_builder *builder, int32_t source, int32_t event, int32_t target,
                                    const char *file, int32_t line, size_t *out_row);
#define sfsm_builder_add_row(builder, source, event, target, out_row)                                                 \
    sfsm_builder_add_row_at((builder), (source), (event), (target), __FILE__, __LINE__, (out_row))
sfsm_status sfsm_builder_add_guard(sfsm_builder *builder, size_t row, sfsm_function function, void *context,
                                   sfsm_finalizer finalizer);
sfsm_status sfsm_builder_add_action(sfsm_builder *builder, size_t row, sfsm_function function, void *context,
                                    sfsm_finalizer finalizer);
sfsm_status sfsm_builder_set_resolver(sfsm_builder *builder, size_t row, sfsm_function function, void *context,
                                      sfsm_finalizer finalizer);

/* Flags of a state block. */
enum {
    SFSM_FINAL = 1 /* nothing is meant to leave this state: no warning, and the block need not hold anything else */
};

/*
 * Opens a block for a state: what is to be said of the state beside its rows. A state that is only ever a target must
 * be declared this way (with SFSM_FINAL, or with callbacks). out_block (may be NULL) receives its number, from 1 up.
 * Rows belong to a block if their `block` names it; rows without a block belong to their source's. A block of which
 * nothing at all is said is a fault when the table is built. Several blocks of one state add up, in order.
 * SFSM_BAD_VALUE: unknown flags. SFSM_ALREADY_BUILT.
 */
sfsm_status sfsm_builder_add_state_at(sfsm_builder *builder, int32_t state, uint32_t flags, const char *file,
                                      int32_t line, size_t *out_block);
#define sfsm_builder_add_state(builder, state, flags, out_block)                                                      \
    sfsm_builder_add_state_at((builder), (state), (flags), __FILE__, __LINE__, (out_block))

/*
 * Opens a superstate: a block without a state, whose rows (source SFSM_NONE) and callbacks are those of every state
 * that adopts it. out_block (may be NULL) receives its number, among those of the other blocks. SFSM_ALREADY_BUILT.
 */
sfsm_status sfsm_builder_add_superstate_at(sfsm_builder *builder, const char *file, int32_t line, size_t *out_block);
#define sfsm_builder_add_superstate(builder, out_block)                                                               \
    sfsm_builder_add_superstate_at((builder), __FILE__, __LINE__, (out_block))

/*
 * Lets a block, of a state or a superstate, adopt a superstate. A state then has the rows and callbacks of its
 * superstates before its own: in the order in which they were adopted, and each behind those that it adopts itself.
 * What comes over two ways is there twice, so that its rows are duplicates. Adopting in a circle is a fault when the
 * table is built. SFSM_OUT_OF_RANGE: no such block. SFSM_BAD_VALUE: `superstate` is the block of a state.
 * SFSM_ALREADY_BUILT.
 */
sfsm_status sfsm_builder_adopt(sfsm_builder *builder, size_t block, size_t superstate);

/*
 * Callbacks of a block's state, or of the states that adopt a superstate. Entry: after a step that came from another
 * state. Exit: before a step to another state. Cycle: after a step that came back to the same state (SFSM_SAME, or the
 * state itself as target). Update: when sfsm_machine_update is called. They run block by block in the order in which
 * these were opened, those of a block's superstates before its own, and as added. SFSM_OUT_OF_RANGE: no such block.
 * SFSM_NULL_POINTER: function is NULL too.
 */
sfsm_status sfsm_builder_on_entry(sfsm_builder *builder, size_t block, sfsm_function function, void *context,
                                  sfsm_finalizer finalizer);
sfsm_status sfsm_builder_on_exit(sfsm_builder *builder, size_t block, sfsm_function function, void *context,
                                 sfsm_finalizer finalizer);
sfsm_status sfsm_builder_on_cycle(sfsm_builder *builder, size_t block, sfsm_function function, void *context,
                                  sfsm_finalizer finalizer);
sfsm_status sfsm_builder_on_update(sfsm_builder *builder, size_t block, sfsm_function function, void *context,
                                   sfsm_finalizer finalizer);

/* Names, for diagnostics and for sfsm_table_state_name. Naming an event also makes it known to the table; naming a
 * state does not declare it. The last name given to an id counts. SFSM_RESERVED_ID, and SFSM_NULL_POINTER for a NULL
 * name: then none of them is taken. */
sfsm_status sfsm_builder_name_states(sfsm_builder *builder, const sfsm_name *names, size_t count);
sfsm_status sfsm_builder_name_events(sfsm_builder *builder, const sfsm_name *names, size_t count);

/* Declares the state in which machines begin (SFSM_INITIAL). Optional: without it each machine names its own, and no
 * state is called unreachable. Two different ones are a fault when the table is built. */
sfsm_status sfsm_builder_set_initial_at(sfsm_builder *builder, int32_t state, const char *file, int32_t line);
#define sfsm_builder_set_initial(builder, state)                                                                      \
    sfsm_builder_set_initial_at((builder), (state), __FILE__, __LINE__)

enum {
    SFSM_ON_CHANGE = 0, /* default: entry and exit run only if the state changes */
    SFSM_ALWAYS = 1     /* also if it stays (SFSM_SAME or the state itself as target), never for SFSM_INTERNAL */
};

/* When entry and exit run. SFSM_BAD_VALUE for any other policy. */
sfsm_status sfsm_builder_set_entry_exit(sfsm_builder *builder, int32_t policy);

enum {
    SFSM_EXCLUSIVE = 0,  /* default: one row for a (source, event); a guard that says no refuses the event */
    SFSM_FIRST_MATCH = 1 /* matching rows are tried in order of precedence, then those of superstates before a state's
                            own, then as added; the first whose guards pass, and whose resolver (if that is asked first:
                            sfsm_builder_set_order) does not say SFSM_NONE, is taken */
};

/* How guards choose among rows. SFSM_BAD_VALUE for any other policy. */
sfsm_status sfsm_builder_set_guards(sfsm_builder *builder, int32_t policy);

enum { SFSM_PHASE_RESOLVE = 1, SFSM_PHASE_EXIT, SFSM_PHASE_ACTIONS, SFSM_PHASE_COMMIT, SFSM_PHASE_ENTRY };

/*
 * The order of a step: each of the five phases once. Default: resolve, exit, actions, commit, entry. Guards always come
 * first; cycle callbacks belong to the entry phase, after entry callbacks. Resolve must come before commit and entry.
 * What comes before it runs before a dynamic target is known; exit then runs whatever the policy says, and entry with
 * it. If the resolver refuses or fails after that, what has run has run, and the state stays.
 * SFSM_BAD_VALUE for anything else.
 */
sfsm_status sfsm_builder_set_order(sfsm_builder *builder, const int32_t *phases, size_t count);

/*
 * Checks the definition and compiles it: O(rows), plus the table's size. On success the caller owns *out_table, and
 * the builder is spent: every further call on it but release gives SFSM_ALREADY_BUILT. With errors:
 * SFSM_INVALID_DEFINITION, *out_table is NULL, and the builder may be added to and built again.
 * out_diagnostics may be NULL; otherwise it receives errors and warnings, or NULL where there is nothing to tell. The
 * caller releases them. Both are set to NULL first, whatever the call returns.
 */
sfsm_status sfsm_builder_build(sfsm_builder *builder, sfsm_table **out_table, sfsm_diagnostics **out_diagnostics);

/* ---------------------------------------------------------------------------------------------------------------
 * 6. Diagnostics
 *
 * What building had to tell: errors first, then warnings, each by file in the order in which files were first named,
 * then by line; those without a place first. Rows that say the same, or disagree, are one diagnostic with all their
 * places. Every function takes NULL as an empty list.
 * ------------------------------------------------------------------------------------------------------------- */

enum { SFSM_ERROR = 1, SFSM_WARNING = 2 };

enum {
    SFSM_EMPTY_DEFINITION = 1,      /* no rows at all; reported only if there is no other error */
    SFSM_EMPTY_BLOCK = 2,           /* a state block of which nothing is said */
    SFSM_DUPLICATE = 3,             /* rows alike in source, event and target (under first match in guards too) */
    SFSM_CLASH = 4,                 /* rows alike in source and event that differ in target (not under first match) */
    SFSM_UNKNOWN_TARGET = 5,        /* a target that is nobody's source and was not declared */
    SFSM_UNKNOWN_INITIAL = 6,       /* an initial state likewise */
    SFSM_RESERVED_ID_USED = 7,      /* a reserved id where it means nothing */
    SFSM_TWO_INITIAL_STATES = 8,    /* more than one state declared as the initial one */
    SFSM_MISSING_RESOLVER = 9,      /* target SFSM_DYNAMIC without a resolver */
    SFSM_UNEXPECTED_RESOLVER = 10,  /* a resolver, but the target is not SFSM_DYNAMIC */
    SFSM_FOREIGN_ROW = 11,          /* a row in the block of a state that is not its source; one with a source in a
                                       superstate */
    SFSM_NOTHING_TO_OVERRIDE = 12,  /* an overriding row, but no other block has a row for that state and event */
    SFSM_OVERRIDE_OUT_OF_ORDER = 13, /* a row for that state and event comes after the row that should override it */
    SFSM_CIRCULAR_ADOPTION = 14,    /* superstates that adopt each other, or that all states together adopt over more
                                       than 1,048,576 ways */
    SFSM_UNREACHABLE_STATE = 101,   /* warning: no row leads there from the initial state */
    SFSM_NO_WAY_OUT = 102,          /* warning: no row leads out, and it was not declared SFSM_FINAL */
    SFSM_UNUSED_EVENT = 103,        /* warning: a named event that stands in no row */
    SFSM_NEVER_TAKEN = 104          /* warning: a row before which others always come, or that no state has */
};

/* One diagnostic. The caller sets `size` to sizeof(sfsm_diagnostic) before it is filled. */
typedef struct sfsm_diagnostic {
    size_t size;
    int32_t kind;       /* SFSM_EMPTY_DEFINITION ... */
    int32_t severity;   /* SFSM_ERROR or SFSM_WARNING */
    int32_t state;      /* the state concerned (of a row: its source), or SFSM_NONE */
    int32_t event;      /* the event concerned, or SFSM_NONE */
    int32_t target;     /* the target concerned (of a clash: the first row's), or SFSM_NONE */
    int32_t line;       /* the first place, 0 if there is none; lines count from 1 */
    const char *file;   /* the first place, or NULL */
    const char *text;   /* a sentence that names what is wrong, where, and how to mend it; no place in front */
    size_t place_count; /* how many places are concerned: both rows of a clash, say */
} sfsm_diagnostic;

/* How many there are, of both severities. 0 for NULL. */
size_t sfsm_diagnostics_count(const sfsm_diagnostics *diagnostics);

/* Fills *out_diagnostic, up to the size that it names; strings are borrowed. SFSM_OUT_OF_RANGE: index >= count.
 * SFSM_BAD_SIZE: its size is smaller than the first version's. */
sfsm_status sfsm_diagnostics_get(const sfsm_diagnostics *diagnostics, size_t index, sfsm_diagnostic *out_diagnostic);

/* Place number `place` (from 0 up to place_count) of diagnostic `index`: *out_file is NULL and *out_line 0 where the
 * rows were added without a place. SFSM_OUT_OF_RANGE. */
sfsm_status sfsm_diagnostics_place(const sfsm_diagnostics *diagnostics, size_t index, size_t place,
                                   const char **out_file, int32_t *out_line);

/* All of them as text, "file:line: error: ...", a line each, further places as indented lines. "" for NULL. */
const char *sfsm_diagnostics_text(const sfsm_diagnostics *diagnostics);

/* "clash", "unreachable state" ...; "unknown" for any other number. Static. Any thread. */
const char *sfsm_diagnostic_kind_name(int32_t kind);

void sfsm_diagnostics_release(sfsm_diagnostics *diagnostics);

/* ---------------------------------------------------------------------------------------------------------------
 * 7. Table
 *
 * Immutable. Counted references; retaining and releasing are atomic, from any thread. Machines keep their table.
 * ------------------------------------------------------------------------------------------------------------- */

/* One more reference, which the caller owns. NULL gives NULL. */
sfsm_table *sfsm_table_retain(const sfsm_table *table);

/* One reference less. With the last one the finalizers of the table's callbacks run, on this thread. */
void sfsm_table_release(const sfsm_table *table);

/* How many states, events and rows it has; rows as they were added, inherited ones once. 0 for NULL. O(1), any thread.
 */
size_t sfsm_table_state_count(const sfsm_table *table);
size_t sfsm_table_event_count(const sfsm_table *table);
size_t sfsm_table_row_count(const sfsm_table *table);

/* The bytes that the compiled table takes: cells, programs, ids; without names and places. 0 for NULL. */
size_t sfsm_table_size(const sfsm_table *table);

/* The definition's initial state; SFSM_NONE if it declared none, or for NULL. */
int32_t sfsm_table_initial(const sfsm_table *table);

/* The name of a state or event, borrowed; NULL if it has none, is unknown, or for a NULL table. O(1). */
const char *sfsm_table_state_name(const sfsm_table *table, int32_t state);
const char *sfsm_table_event_name(const sfsm_table *table, int32_t event);

/* ---------------------------------------------------------------------------------------------------------------
 * 8. Machine
 *
 * One token over a table: a state and a context. One thread at a time.
 * ------------------------------------------------------------------------------------------------------------- */

/* So many events may wait in one machine's queue. */
#define SFSM_QUEUE_LIMIT 16777216

/*
 * A machine in state `initial`: one of the table's, SFSM_INITIAL for the definition's, or SFSM_NONE for a machine that
 * is not started yet. No callback runs: entry callbacks run with sfsm_machine_start. `context` is yours and stays so.
 * Keeps a reference to the table. The caller releases *out_machine; it is set to NULL if the call fails.
 * SFSM_UNKNOWN_STATE: not a state of the table, or SFSM_INITIAL without one declared. SFSM_OUT_OF_MEMORY.
 */
sfsm_status sfsm_machine_create(const sfsm_table *table, int32_t initial, void *context, sfsm_machine **out_machine);

/* Frees the machine, without running exit callbacks; waiting events are dropped, hooks' finalizers run. From inside
 * one of its own callbacks: the present step is finished first, and the outermost call frees it as it returns. */
void sfsm_machine_release(sfsm_machine *machine);

/*
 * Sends an event and runs the step to completion, then the steps of all events that its callbacks sent to this machine.
 * Returns what came of `event` itself: SFSM_TRANSITIONED, SFSM_REFUSED, SFSM_UNHANDLED; SFSM_QUEUED from inside a
 * callback of this machine. If a callback fails, of this event or of one that runs before or behind it:
 * SFSM_CALLBACK_FAILED (chapter 4).
 * Events that were waiting (sfsm_machine_pending) run first; if one of them fails again `event` waits too, and if one
 * of them has it dropped (by stop, discard or release) SFSM_QUEUED is returned.
 * SFSM_NOT_RUNNING: the machine is stopped. SFSM_UNKNOWN_EVENT, SFSM_RESERVED_ID: nothing happened.
 * SFSM_UNKNOWN_STATE: a resolver named a state that the table does not have; as if it had failed, and
 * sfsm_machine_failure is what it named.
 * SFSM_QUEUE_FULL, SFSM_OUT_OF_MEMORY: not queued, everything else intact.
 * O(1) in rows, states and events. Allocates nothing (the queue grows only when a callback sends), takes no lock.
 */
sfsm_outcome sfsm_machine_send(sfsm_machine *machine, int32_t event);

/* The present state; inside a step, the old one until the commit. SFSM_NONE if it is stopped, or for NULL. */
int32_t sfsm_machine_state(const sfsm_machine *machine);

/* Enters `state`, SFSM_INITIAL, or with SFSM_LAST the state in which the machine was when it stopped (the initial one
 * if it was in none), and runs its entry callbacks, then what they sent. SFSM_ALREADY_RUNNING, SFSM_UNKNOWN_STATE,
 * SFSM_BUSY. SFSM_CALLBACK_FAILED: it runs, in that state. */
sfsm_status sfsm_machine_start(sfsm_machine *machine, int32_t state);

/* Runs the state's exit callbacks; then the machine has no state, and events that still wait are dropped: SFSM_OK.
 * SFSM_NOT_RUNNING. SFSM_CALLBACK_FAILED: an exit callback failed, and the machine still runs, in its state.
 * From inside one of its own callbacks: SFSM_QUEUED, carried out after the events that wait already. */
sfsm_outcome sfsm_machine_stop(sfsm_machine *machine);

/*
 * Tells the machine that time has passed: the update callbacks of its state run, up to the first that names an event.
 * `time` is yours (a date, or what has passed since) and is only handed on to them, in step->time. If out_event is
 * NULL, the event is sent, behind those that the callbacks sent themselves, and what came of it is returned; otherwise
 * it is handed over in *out_event (SFSM_NONE: there is none), not sent, and SFSM_OK returned. SFSM_OK also if there is
 * none.
 * SFSM_NOT_RUNNING; SFSM_BUSY from inside a callback of this machine; SFSM_CALLBACK_FAILED; and as sfsm_machine_send.
 */
sfsm_outcome sfsm_machine_update(sfsm_machine *machine, double time, int32_t *out_event);

/* Puts the machine into a state (or SFSM_INITIAL), stopped or not, without any callback: to restore one that was saved.
 * Events that wait stay; with SFSM_NONE the machine is stopped, and they are dropped. SFSM_UNKNOWN_STATE, SFSM_BUSY. */
sfsm_status sfsm_machine_set_state(sfsm_machine *machine, int32_t state);

/* The context given to create. NULL for NULL. */
void *sfsm_machine_context(const sfsm_machine *machine);
sfsm_status sfsm_machine_set_context(sfsm_machine *machine, void *context);

/* The table, borrowed. NULL for NULL. */
const sfsm_table *sfsm_machine_table(const sfsm_machine *machine);

/*
 * What sending `event` would come to now: SFSM_TRANSITIONED, SFSM_REFUSED, SFSM_UNHANDLED, or an error as for send.
 * Nothing changes and no action runs; guards and resolvers are asked, so let them have no effects (an event that they
 * send to this machine meanwhile is SFSM_BUSY). out_target (may be NULL) receives the state after such a step (the
 * present one unless SFSM_TRANSITIONED), with any outcome > 0. May be called from inside a callback.
 */
sfsm_outcome sfsm_machine_probe(sfsm_machine *machine, int32_t event, int32_t *out_target);

/*
 * The events for which sfsm_machine_probe would say SFSM_TRANSITIONED, in ascending order. *out_count receives how many
 * there are; the first `capacity` of them are written to `events`, which may be NULL if capacity is 0.
 * SFSM_NOT_RUNNING. SFSM_CALLBACK_FAILED: a guard or resolver failed. SFSM_OUT_OF_RANGE: no array is that large.
 * O(events of the table).
 */
sfsm_status sfsm_machine_permitted(sfsm_machine *machine, int32_t *events, size_t capacity, size_t *out_count);

/*
 * Hooks. on_unhandled: an event that the table knows has no row in this state; it may send events. on_step: after every
 * step, handled or not, start and stop too, with step->outcome. function NULL removes a hook. Each replaces the former
 * one, whose finalizer runs. SFSM_BUSY from inside a callback of this machine.
 */
sfsm_status sfsm_machine_on_unhandled(sfsm_machine *machine, sfsm_function function, void *context,
                                      sfsm_finalizer finalizer);
sfsm_status sfsm_machine_on_step(sfsm_machine *machine, sfsm_function function, void *context,
                                 sfsm_finalizer finalizer);

/* What the callback returned whose failure was last reported by this machine (SFSM_FAILED for a resolver); 0 if none
 * failed yet, or for NULL. */
int32_t sfsm_machine_failure(const sfsm_machine *machine);

/* How many events wait: inside a step those sent so far, otherwise those left behind by a failure. A stop that was
 * asked for from inside counts as one. 0 for NULL. */
size_t sfsm_machine_pending(const sfsm_machine *machine);

/* Runs the events that a failure left waiting. SFSM_OK when none is left; SFSM_CALLBACK_FAILED again, with the rest
 * still waiting; SFSM_BUSY from inside a callback. */
sfsm_status sfsm_machine_run(sfsm_machine *machine);

/* Drops the events that wait. SFSM_OK. Allowed from inside a callback. */
sfsm_status sfsm_machine_discard(sfsm_machine *machine);

#ifdef __cplusplus
}
#endif

#endif
