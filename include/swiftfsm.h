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
 * 1 version, 2 ids, 3 results, 4 callbacks, 5 builder, 6 diagnostics, 7 table, 8 machine, 9 callables and closures.
 *
 * Rules that hold for every function, and are not repeated below:
 *
 * - Nothing here aborts, prints, or keeps a process-wide "last error". A call that cannot be carried out returns a
 *   negative status, changes nothing, and leaves every object usable.
 * - A call that needs memory asks the system for it first, and returns SFSM_OUT_OF_MEMORY where there is none. Only a
 *   system that runs out between the question and the use, while a definition is added to or built, or a callable, a
 *   closure or a hook is made, ends the process; sending never does.
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

#include <stdbool.h>
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
 * States, events and predicate types are int32_t values of your choice: dense or sparse, negative or not. The sixteen
 * lowest values are reserved; everything from SFSM_FIRST_ID upwards is yours. The cases of a predicate type are
 * numbered from 0.
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
    SFSM_LAST_STATE = INT32_MIN + 7,     /* for sfsm_machine_start: where it was when it stopped, or else the initial state */
    SFSM_REQUEST = INT32_MIN + 8,  /* as a row's event: no event, but a request for the state that is the row's target
                                      (SFSM_ANY as that target: for every state); see sfsm_machine_request */
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
    SFSM_OUT_OF_RANGE = -15,      /* an index, row or block number that does not exist */
    SFSM_MISSING_PREDICATE = -16, /* a strict machine was sent no case of one of the table's predicate types */
    SFSM_UNKNOWN_PREDICATE = -17, /* a strict machine was sent a case of a predicate type that the table lacks */
    SFSM_REPEATED_PREDICATE = -18, /* a strict machine was sent two cases of one predicate type */
    SFSM_UNKNOWN_CASE = -19,      /* a predicate type does not have that case */
    SFSM_BAD_SIGNATURE = -20,     /* a signature cannot be read: sfsm_signature_check says where, and what it expects */
    SFSM_UNFIT_SIGNATURE = -21,   /* a callable asks for what is not there where it is registered */
    SFSM_ARGUMENT_COUNT = -22,    /* an event was sent with more or fewer arguments than it declares */
    SFSM_ARGUMENT_TYPE = -23      /* an argument is not of the type that its event declares */
};

enum {
    SFSM_TRANSITIONED = 1, /* a row was taken and its callbacks ran; the state may be the same as before */
    SFSM_REFUSED = 2,      /* rows match, but their guards said no or their resolver said SFSM_NONE: nothing changed */
    SFSM_UNHANDLED = 3,    /* no row for this event (or request) and these cases in this state: nothing changed */
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
 *   provider                     the present case of its predicate type; < 0 failed
 *   hooks                        >= 0 done, < 0 failed
 *
 * A failure ends the step at once: later callbacks of the step do not run, except for the hook that sees every step,
 * and the call returns SFSM_CALLBACK_FAILED.
 * If it came before the commit (a guard, and by default an exit or an action), the state is the old one; if it came
 * after (by default an entry or cycle callback), it is the new one. Queued events stay queued (sfsm_machine_run_pending).
 *
 * Callbacks may call any function of this library: events that they send to their own machine are queued and run
 * after the present step; releasing their own machine is carried out when the outermost call returns.
 * They must return to the library: no longjmp and no C++ exception across it.
 *
 * A function of another signature is registered as a callable (chapter 9): it is called with just what it asks for.
 * ------------------------------------------------------------------------------------------------------------- */

typedef struct sfsm_builder sfsm_builder;
typedef struct sfsm_table sfsm_table;
typedef struct sfsm_machine sfsm_machine;
typedef struct sfsm_diagnostics sfsm_diagnostics;

/* The types of the arguments that an event carries; the words for them in signatures are behind them. */
enum {
    SFSM_BOOL = 1, /* bool: bool */
    SFSM_I8 = 2,   /* i8: int8_t */
    SFSM_I16 = 3,  /* i16: int16_t */
    SFSM_I32 = 4,  /* i32: int32_t */
    SFSM_I64 = 5,  /* i64: int64_t */
    SFSM_U8 = 6,   /* u8: uint8_t */
    SFSM_U16 = 7,  /* u16: uint16_t */
    SFSM_U32 = 8,  /* u32: uint32_t */
    SFSM_U64 = 9,  /* u64: uint64_t */
    SFSM_F32 = 10, /* f32: float */
    SFSM_F64 = 11, /* f64: double */
    SFSM_STR = 12, /* str: const char *, zero-terminated, or NULL */
    SFSM_PTR = 13, /* ptr: void *, which the library only hands on */
    SFSM_INTEGER = 14 /* only in what is sent: an integer (as.i64) of no type yet, which becomes the one that the event
                         declares: an integer type that holds it, or bool if it is 0 or 1. SFSM_ARGUMENT_TYPE if not */
};

/* A value with its type: the member of `as` that has the type's name, as.boolean for SFSM_BOOL. */
typedef struct sfsm_value {
    int32_t type; /* SFSM_BOOL ... */
    union {
        bool boolean;
        int8_t i8;
        int16_t i16;
        int32_t i32;
        int64_t i64;
        uint8_t u8;
        uint16_t u16;
        uint32_t u32;
        uint64_t u64;
        float f32;
        double f64;
        const char *str;
        void *ptr;
    } as;
} sfsm_value;

/* What a callback is told. Made by the library, valid during the call; fields may be appended in later versions. */
typedef struct sfsm_step {
    sfsm_machine *machine;
    void *context;   /* the machine's, as given to sfsm_machine_create */
    int32_t event;   /* SFSM_NONE while the machine starts, stops or is updated; SFSM_REQUEST for a request */
    int32_t source;  /* the state before the step; SFSM_NONE while it starts */
    int32_t target;  /* the state after the step; SFSM_NONE while it is not resolved, while the machine stops, and in a
                        hook for an event that was unhandled or refused. Of a request: always the requested state */
    int32_t outcome; /* in the hook of sfsm_machine_on_step: what came of the step, SFSM_TRANSITIONED for a start or a
                        stop; otherwise SFSM_OK */
    double time;     /* in an update callback, and a provider that it asks: the time given to sfsm_machine_update;
                        otherwise 0 */
    const int32_t *cases; /* the case of each predicate type, in ascending order of their ids: as it was sent, or what
                             its provider said, if that has been asked; SFSM_NONE where there is none; NULL if the
                             table has no predicate types. See sfsm_step_case */
    const sfsm_value *arguments; /* what the event carries, of the types that it declares; NULL if that is nothing */
    size_t argument_count;
} sfsm_step;

/* The case of a predicate type that was sent with this step's event, or provided for it by now; SFSM_NONE if there is
 * none, if the table does not have the type, or for NULL. O(1). */
int32_t sfsm_step_case(const sfsm_step *step, int32_t predicate);

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
 * before one for any event: (state, event), (state, SFSM_ANY), (SFSM_ANY, event), (SFSM_ANY, SFSM_ANY). Among the rows
 * of the first of these that match the cases sent, the one that names the most predicate types.
 *
 * Requests: a row with the event SFSM_REQUEST is for sfsm_machine_request instead of an event. Its target is the state
 * that may be requested, or SFSM_ANY for all of them; a named target comes before SFSM_ANY as an event does before any
 * event. Rows for any event are not for requests.
 * ------------------------------------------------------------------------------------------------------------- */

/*
 * What a row says of one predicate type: it is meant for these cases of it. With value_count 0 that is the case
 * `value`, otherwise the `value_count` cases at `values`, and `value` does not count. The matches of one row must be of
 * different types, and all of them have to hold; a row that does not name a type holds for all of its cases.
 */
typedef struct sfsm_match {
    int32_t predicate;     /* a predicate type (sfsm_builder_add_predicate) */
    int32_t value;         /* a case of it */
    const int32_t *values; /* or NULL */
    size_t value_count;
} sfsm_match;
#define SFSM_MATCH(predicate, value) { (predicate), (value), NULL, 0 }

/*
 * One row of the table. Fill it with SFSM_ROW or SFSM_ROW_IF, or by field names; fields left zero mean "none".
 * `guard` comes before `guards`, `action` before `actions`. All guards must say yes; they are asked in order, and no
 * more after the first no. Bare functions (`guard`, `action`) are called with the machine's context.
 */
typedef struct sfsm_row {
    int32_t source;               /* a state, or SFSM_ANY; SFSM_NONE for a row of a superstate */
    int32_t event;                /* an event, SFSM_ANY or SFSM_REQUEST */
    int32_t target;               /* a state, SFSM_SAME, SFSM_INTERNAL, SFSM_DYNAMIC; of a request: a state, SFSM_ANY */
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
    const sfsm_match *matches; /* match_count of them, each of another predicate type */
    size_t match_count;
} sfsm_row;

/* Flags of a row. */
enum {
    SFSM_OVERRIDING = 1 /* replaces the rows that other blocks have for the same state, event (of requests: target) and
                           matches before it: those of the superstates that come before its own block. There must be
                           one, and none may come after it. */
};

/* A row with one action, or NULL; one that is taken only if guard says yes; and one for cases of predicate types, of
 * which `matches` is an array (not a pointer to one). */
#define SFSM_ROW(source, event, target, action) SFSM_ROW_IF(source, event, NULL, target, action)
#define SFSM_ROW_IF(source, event, guard, target, action)                                                             \
    {                                                                                                                 \
        (source), (event), (target), __LINE__, (action), (guard), __FILE__, NULL, 0, NULL, 0, { NULL, NULL, NULL },   \
            0, 0, 0, NULL, 0                                                                                          \
    }
#define SFSM_ROW_MATCHING(source, event, matches, target, action)                                                     \
    {                                                                                                                 \
        (source), (event), (target), __LINE__, (action), NULL, __FILE__, NULL, 0, NULL, 0, { NULL, NULL, NULL },      \
            0, 0, 0, (matches), sizeof(matches) / sizeof((matches)[0])                                                \
    }

/* A name for a state, an event, a predicate type or a case: SFSM_NAME(LOCKED) is { LOCKED, "LOCKED" }. */
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
 * Adds one row without callbacks; out_row (may be NULL) receives its number, by which callbacks and matches are added
 * to it with the functions below: SFSM_OUT_OF_RANGE if there is no such row, SFSM_NULL_POINTER if function is NULL,
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

/* One more match for a row: it is meant for these `count` cases of a predicate type. What only the whole definition can
 * tell (no such type or case, a type or case that is named twice, no case at all) is left to the build. */
sfsm_status sfsm_builder_add_match(sfsm_builder *builder, size_t row, int32_t predicate, const int32_t *values,
                                   size_t count);

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

/* A predicate type has at most so many cases. */
#define SFSM_CASE_LIMIT 16384

/*
 * Declares a predicate type: something outside of the machine that has one of `case_count` values (policy: weak,
 * strong) whenever an event is sent, and on which rows may depend. Its cases are numbered from 0. Before or after the
 * rows that name it. Declaring it again with another number of cases is a fault when the table is built.
 * SFSM_RESERVED_ID. SFSM_BAD_VALUE: case_count is below 1 or above SFSM_CASE_LIMIT. SFSM_ALREADY_BUILT.
 */
sfsm_status sfsm_builder_add_predicate_at(sfsm_builder *builder, int32_t predicate, int32_t case_count,
                                          const char *file, int32_t line);
#define sfsm_builder_add_predicate(builder, predicate, case_count)                                                    \
    sfsm_builder_add_predicate_at((builder), (predicate), (case_count), __FILE__, __LINE__)

/* Names of predicate types, which this does not declare; and of the cases of one that is declared already. As for
 * states. SFSM_UNKNOWN_PREDICATE: `predicate` is not declared. SFSM_UNKNOWN_CASE: it does not have a case. */
sfsm_status sfsm_builder_name_predicates(sfsm_builder *builder, const sfsm_name *names, size_t count);
sfsm_status sfsm_builder_name_cases(sfsm_builder *builder, int32_t predicate, const sfsm_name *names, size_t count);

/*
 * Lets a predicate type have a provider: a callback that returns the case that the type has at present. A send that
 * brings no case of the type asks it, if the rows that come into question name the type, or a callable takes it
 * (chapter 9); once at most, so that all see the same case. A strict machine then need not be sent one. A queued event
 * asks as its turn comes; probe, permitted and explain ask once a call.
 * A provider that fails, or returns a case that the type does not have, ends the step as a guard does that fails:
 * SFSM_CALLBACK_FAILED, or SFSM_UNKNOWN_CASE with the case for sfsm_machine_rejected_case.
 * SFSM_UNKNOWN_PREDICATE: not declared yet. SFSM_BAD_VALUE: it has a provider. SFSM_NULL_POINTER. SFSM_ALREADY_BUILT.
 */
sfsm_status sfsm_builder_set_provider(sfsm_builder *builder, int32_t predicate, sfsm_function function, void *context,
                                      sfsm_finalizer finalizer);

/* An event carries at most so many arguments, and a signature has at most so many parameters. */
#define SFSM_PARAMETER_LIMIT 64

/*
 * Declares an event and the types of the arguments that it carries, "i32, str" (chapter 4 has the words; "" for none),
 * and so makes it known to the table. An event that is not declared carries none. Declaring it again with other types
 * is a fault when the table is built.
 * SFSM_RESERVED_ID. SFSM_BAD_SIGNATURE: see sfsm_arguments_check. SFSM_ALREADY_BUILT.
 */
sfsm_status sfsm_builder_add_event_at(sfsm_builder *builder, int32_t event, const char *arguments, const char *file,
                                      int32_t line);
#define sfsm_builder_add_event(builder, event, arguments)                                                             \
    sfsm_builder_add_event_at((builder), (event), (arguments), __FILE__, __LINE__)

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
sfsm_status sfsm_builder_set_entry_exit_policy(sfsm_builder *builder, int32_t policy);

enum {
    SFSM_EXCLUSIVE = 0,  /* default: one row for a source, an event and each combination of cases; a guard that says no
                            refuses the event */
    SFSM_FIRST_MATCH = 1 /* matching rows are tried in order of precedence, then those with more matches first, then
                            those of superstates before a state's own, then as added; the first whose guards pass, and
                            whose resolver (if that is asked first: sfsm_builder_set_phase_order) does not say SFSM_NONE, is
                            taken */
};

/* How guards choose among rows. SFSM_BAD_VALUE for any other policy. */
sfsm_status sfsm_builder_set_guard_policy(sfsm_builder *builder, int32_t policy);

enum { SFSM_PHASE_RESOLVE = 1, SFSM_PHASE_EXIT, SFSM_PHASE_ACTIONS, SFSM_PHASE_COMMIT, SFSM_PHASE_ENTRY };

/*
 * The order of a step: each of the five phases once. Default: resolve, exit, actions, commit, entry. Guards always come
 * first; cycle callbacks belong to the entry phase, after entry callbacks. Resolve must come before commit and entry.
 * What comes before it runs before a dynamic target is known; exit then runs whatever the policy says, and entry with
 * it. If the resolver refuses or fails after that, what has run has run, and the state stays.
 * SFSM_BAD_VALUE for anything else.
 */
sfsm_status sfsm_builder_set_phase_order(sfsm_builder *builder, const int32_t *phases, size_t count);

/*
 * Checks the definition and compiles it: O(rows), plus the table's size, plus what comparing the matches of the rows
 * for one state and event takes (never the product of all cases of all predicate types). On success the caller owns
 * *out_table, and the builder is spent: every further call on it but release gives SFSM_ALREADY_BUILT. With errors:
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
    SFSM_DUPLICATE = 3,             /* rows alike in source, event, matches and target (under first match in guards
                                       too) */
    SFSM_CLASH = 4,                 /* rows alike in source, event and matches that differ in target (not under first
                                       match) */
    SFSM_UNKNOWN_TARGET = 5,        /* a target that is nobody's source and was not declared */
    SFSM_UNKNOWN_INITIAL = 6,       /* an initial state likewise */
    SFSM_RESERVED_ID_USED = 7,      /* a reserved id where it means nothing */
    SFSM_TWO_INITIAL_STATES = 8,    /* more than one state declared as the initial one */
    SFSM_MISSING_RESOLVER = 9,      /* target SFSM_DYNAMIC without a resolver */
    SFSM_UNEXPECTED_RESOLVER = 10,  /* a resolver, but the target is not SFSM_DYNAMIC */
    SFSM_MISPLACED_ROW = 11,          /* a row in the block of a state that is not its source; one with a source in a
                                       superstate */
    SFSM_NOTHING_TO_OVERRIDE = 12,  /* an overriding row, but no other block has one for that state, event and
                                       matches */
    SFSM_OVERRIDE_OUT_OF_ORDER = 13, /* a row for those comes after the row that should override it */
    SFSM_CIRCULAR_ADOPTION = 14,    /* superstates that adopt each other, or that all states together adopt over more
                                       than 1,048,576 ways */
    SFSM_IMPLICIT_CLASH = 15,       /* rows with different matches that name equally many predicate types, and that are
                                       all the best match for one combination of cases (not under first match) */
    SFSM_INVALID_MATCH = 16,        /* a row that names a predicate type or a case twice, no case of a type, or a case
                                       that the type does not have */
    SFSM_UNDECLARED_PREDICATE = 17, /* a row that names a predicate type which was not declared */
    SFSM_PREDICATE_CONFLICT = 18,   /* a predicate type declared with different numbers of cases */
    SFSM_TOO_COMPLEX = 19,          /* the matches for one state and event make up too many combinations to be judged */
    SFSM_SIGNATURE_MISMATCH = 20,   /* a callable whose signature does not fit where it stands: its result, or arguments
                                       unlike those of an event that reaches it */
    SFSM_ARGUMENT_CONFLICT = 21,    /* an event declared with different arguments */
    SFSM_UNREACHABLE_STATE = 101,   /* warning: no row leads there from the initial state */
    SFSM_DEAD_END_STATE = 102,          /* warning: no row leads out, and it was not declared SFSM_FINAL */
    SFSM_UNUSED_EVENT = 103,        /* warning: a named or declared event that stands in no row */
    SFSM_NEVER_TAKEN = 104,         /* warning: a row before which others always come (if a case of each predicate type
                                       is sent), or that no state has */
    SFSM_UNUSED_PREDICATE = 105     /* warning: a declared predicate type that no row names */
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
    int32_t predicate;  /* the predicate type concerned, or SFSM_NONE */
    int32_t value;      /* the case concerned, or SFSM_NONE */
    size_t case_count;  /* of an implicit clash: how many cases make up a combination that several rows match */
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

/* Case number `number` (from 0 up to case_count) of the combination of diagnostic `index`. Predicate types that it does
 * not name do not matter. SFSM_OUT_OF_RANGE. */
sfsm_status sfsm_diagnostics_case(const sfsm_diagnostics *diagnostics, size_t index, size_t number,
                                  int32_t *out_predicate, int32_t *out_value);

/* All of them as text, "file:line: error: ...", a line each, further places as indented lines. "" for NULL. Control
 * characters in names, here and in a diagnostic's text, are written as escapes (\n, \x07). */
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

/* How many states, events, predicate types and rows it has; rows as they were added, inherited ones once. 0 for NULL.
 * O(1), any thread. */
size_t sfsm_table_state_count(const sfsm_table *table);
size_t sfsm_table_event_count(const sfsm_table *table);
size_t sfsm_table_predicate_count(const sfsm_table *table);
size_t sfsm_table_row_count(const sfsm_table *table);

/* The states, events and predicate types, in ascending order. SFSM_NONE for an index that is not below their number, or
 * for NULL. O(1). */
int32_t sfsm_table_state_at(const sfsm_table *table, size_t index);
int32_t sfsm_table_event_at(const sfsm_table *table, size_t index);
int32_t sfsm_table_predicate_at(const sfsm_table *table, size_t index);

/* How many cases a predicate type has; 0 if the table does not have it, or for NULL. O(1). */
int32_t sfsm_table_case_count(const sfsm_table *table, int32_t predicate);

/* How many arguments an event carries; 0 if the table does not have it, or for NULL. And the type of number `index`,
 * SFSM_BOOL ...; 0 if there is none. O(1). */
size_t sfsm_table_argument_count(const sfsm_table *table, int32_t event);
int32_t sfsm_table_argument_type(const sfsm_table *table, int32_t event, size_t index);

/* The bytes that the compiled table takes: cells, programs, ids; without what is only told of it (names, places, and
 * the transitions below). 0 for NULL. */
size_t sfsm_table_size(const sfsm_table *table);

/* The definition's initial state; SFSM_NONE if it declared none, or for NULL. */
int32_t sfsm_table_initial(const sfsm_table *table);

/* The name of a state, event, predicate type or case, borrowed; NULL if it has none, is unknown, or for a NULL table.
 * O(1). */
const char *sfsm_table_state_name(const sfsm_table *table, int32_t state);
const char *sfsm_table_event_name(const sfsm_table *table, int32_t event);
const char *sfsm_table_predicate_name(const sfsm_table *table, int32_t predicate);
const char *sfsm_table_case_name(const sfsm_table *table, int32_t predicate, int32_t value);

/* Flags of a transition; SFSM_OVERRIDING is another. */
enum {
    SFSM_INHERITED = 2 /* its row stands in a superstate */
};

/* A row as one state has it, inherited or its own, that no other overrides. The caller sets `size` to
 * sizeof(sfsm_transition) before it is filled. */
typedef struct sfsm_transition {
    size_t size;
    size_t row;          /* the row's number, in the order in which rows were added */
    int32_t source;      /* the state that has it, or SFSM_ANY */
    int32_t event;       /* an event, SFSM_ANY or SFSM_REQUEST */
    int32_t target;      /* as the row says it */
    int32_t rank;        /* how many predicate types it names */
    uint32_t flags;      /* SFSM_OVERRIDING, SFSM_INHERITED */
    int32_t line;        /* where the row stands, 0 if that is unknown */
    const char *file;    /* or NULL */
    size_t guard_count;  /* how many guards it has */
    size_t action_count; /* and actions */
} sfsm_transition;

/* How many transitions there are: at least the rows that some state has; 0 for NULL. O(1). */
size_t sfsm_table_transition_count(const sfsm_table *table);

/* Transition number `index`, up to the size that *out_transition names: by source, then event, in ascending order,
 * those for any state and any event after the others, requests last and by target; then in the order in which they are
 * tried. O(1). SFSM_OUT_OF_RANGE. SFSM_BAD_SIZE: its size is smaller than the first version's. */
sfsm_status sfsm_table_transition(const sfsm_table *table, size_t index, sfsm_transition *out_transition);

/*
 * The cases of a predicate type for which a transition is meant, in ascending order: those that its row names, or,
 * where it says nothing of the type, all of them. *out_count receives how many there are; the first `capacity` of them
 * are written to `values`, which may be NULL if capacity is 0.
 * SFSM_OUT_OF_RANGE: no such transition, or no array is that large. SFSM_UNKNOWN_PREDICATE. O(cases).
 */
sfsm_status sfsm_table_transition_cases(const sfsm_table *table, size_t index, int32_t predicate, int32_t *values,
                                        size_t capacity, size_t *out_count);

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

/* Flags of a machine. */
enum {
    SFSM_LENIENT = 1 /* events may be sent without cases of some predicate types, for which then only rows match that do
                        not name them; types that the table does not have are ignored, and the first of two cases of
                        one type counts. Otherwise the machine is strict: exactly one case of each type, always. */
};

/* How a machine is made. The caller sets `size` to sizeof(sfsm_machine_options), and what it does not need to 0. */
typedef struct sfsm_machine_options {
    size_t size;
    int32_t initial; /* as for sfsm_machine_create */
    uint32_t flags;  /* SFSM_LENIENT, or 0 */
    void *context;
} sfsm_machine_options;

/* The same with options. SFSM_BAD_SIZE: options->size is smaller than the first version's, or a field of a later
 * version is used that this library does not know. SFSM_BAD_VALUE: unknown flags. */
sfsm_status sfsm_machine_create_with(const sfsm_table *table, const sfsm_machine_options *options,
                                     sfsm_machine **out_machine);

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
 * SFSM_MISSING_PREDICATE: the table has predicate types without a provider, and the machine is strict.
 * SFSM_ARGUMENT_COUNT: the event carries arguments.
 * O(1) in rows, states and events. Allocates nothing (the queue grows only when a callback sends), takes no lock.
 */
sfsm_outcome sfsm_machine_send(sfsm_machine *machine, int32_t event);

/* A case of a predicate type. */
typedef struct sfsm_case {
    int32_t predicate;
    int32_t value;
} sfsm_case;

/*
 * The same with the case that each predicate type has at present, in any order: (sfsm_case[]){ { POLICY, STRONG } }, 1.
 * An event that is queued keeps a copy of them. cases may be NULL if count is 0.
 * A strict machine takes exactly one case of each type of the table, of those that have a provider at most one:
 * SFSM_MISSING_PREDICATE, SFSM_UNKNOWN_PREDICATE, SFSM_REPEATED_PREDICATE. A lenient one takes any (SFSM_LENIENT).
 * Both: SFSM_UNKNOWN_CASE. Nothing happened then, and sfsm_machine_rejected_case tells which it was.
 * O(1) in rows, states, events and cases, O(predicate types). Where the rows for one state and event name so many types
 * that a table of the combinations would be far larger than the rows: O(those rows / 64), and as much for each type.
 */
sfsm_outcome sfsm_machine_send_matching(sfsm_machine *machine, int32_t event, const sfsm_case *cases, size_t count);

/*
 * The same with what the event carries: as many arguments, and of the types, as it declares (sfsm_builder_add_event);
 * SFSM_INTEGER stands for any integer type. Callbacks see them in step->arguments, callables are called with them. They
 * are read during the call; an event that is queued keeps a copy of them, with the strings. arguments may be NULL if
 * argument_count is 0.
 * SFSM_ARGUMENT_COUNT, SFSM_ARGUMENT_TYPE: nothing happened, and sfsm_machine_rejected_argument tells which it was.
 * O(arguments) more than without them.
 */
sfsm_outcome sfsm_machine_send_with(sfsm_machine *machine, int32_t event, const sfsm_case *cases, size_t case_count,
                                    const sfsm_value *arguments, size_t argument_count);

/* What was wrong when this machine last returned SFSM_ARGUMENT_COUNT or SFSM_ARGUMENT_TYPE: the number of the argument,
 * from 0 (of a wrong count: the first that is missing, or too many); the type that the event declares for it, or 0, and
 * the type that was sent, or 0. Out-parameters may be NULL; they receive 0 if nothing was wrong yet. */
sfsm_status sfsm_machine_rejected_argument(const sfsm_machine *machine, size_t *out_index, int32_t *out_declared,
                                           int32_t *out_sent);

/*
 * Requests that the machine go to a state: takes a row with the event SFSM_REQUEST for it, as send does for an event,
 * with the same results. SFSM_UNHANDLED: no row allows it; the hook for unhandled events is called. SFSM_UNKNOWN_STATE,
 * SFSM_RESERVED_ID: nothing happened. The second form passes cases too. A request carries no arguments.
 */
sfsm_outcome sfsm_machine_request(sfsm_machine *machine, int32_t state);
sfsm_outcome sfsm_machine_request_matching(sfsm_machine *machine, int32_t state, const sfsm_case *cases, size_t count);

/* What was wrong when this machine last returned SFSM_MISSING_PREDICATE, _UNKNOWN_PREDICATE, _REPEATED_PREDICATE or
 * SFSM_UNKNOWN_CASE: the predicate type, and the case that was sent (the second, if repeated; SFSM_NONE, if missing).
 * Both out-parameters may be NULL; both receive SFSM_NONE if nothing was wrong yet. */
sfsm_status sfsm_machine_rejected_case(const sfsm_machine *machine, int32_t *out_predicate, int32_t *out_value);

/* The present state; inside a step, the old one until the commit. SFSM_NONE if it is stopped, or for NULL. */
int32_t sfsm_machine_state(const sfsm_machine *machine);

/* Enters `state`, SFSM_INITIAL, or with SFSM_LAST_STATE the state in which the machine was when it stopped (the initial one
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
 * What sfsm_machine_send(machine, event) would come to now: SFSM_TRANSITIONED, SFSM_REFUSED, SFSM_UNHANDLED, or an
 * error. Nothing changes and no action runs; guards and resolvers are asked, so let them have no effects (an event that
 * they send to this machine meanwhile is SFSM_BUSY). out_target (may be NULL) receives the state after such a step (the
 * present one unless SFSM_TRANSITIONED), with any outcome > 0. May be called from inside a callback.
 */
sfsm_outcome sfsm_machine_probe(sfsm_machine *machine, int32_t event, int32_t *out_target);

/* The same for what sfsm_machine_send_with takes, with its errors. */
sfsm_outcome sfsm_machine_probe_with(sfsm_machine *machine, int32_t event, const sfsm_case *cases, size_t case_count,
                                     const sfsm_value *arguments, size_t argument_count, int32_t *out_target);

/*
 * The events for which sfsm_machine_probe would say SFSM_TRANSITIONED, in ascending order. Guards and resolvers cannot
 * be asked of an event that carries arguments: it is among them if a row matches. *out_count receives how many
 * there are; the first `capacity` of them are written to `events`, which may be NULL if capacity is 0.
 * SFSM_NOT_RUNNING. SFSM_CALLBACK_FAILED: a guard or resolver failed. SFSM_OUT_OF_RANGE: no array is that large.
 * SFSM_MISSING_PREDICATE as for send. O(events of the table).
 */
sfsm_status sfsm_machine_permitted(sfsm_machine *machine, int32_t *events, size_t capacity, size_t *out_count);

/* What to ask for with sfsm_machine_permitted_matching. */
enum {
    SFSM_WITHOUT_GUARDS = 1, /* guards and resolvers are not asked: all events for which a row matches */
    SFSM_PERMITTED_STATES = 2        /* the states that may be requested, instead of events */
};

/* The same with cases, as for sfsm_machine_send_matching, and with flags: these two, or 0. SFSM_BAD_VALUE: others. */
sfsm_status sfsm_machine_permitted_matching(sfsm_machine *machine, const sfsm_case *cases, size_t case_count,
                                            uint32_t flags, int32_t *events, size_t capacity, size_t *out_count);

/* What becomes of a row that stands to be tried. */
enum {
    SFSM_TAKEN = 1,            /* it would be taken */
    SFSM_NOT_MATCHED = 2,      /* it is not for the case of `predicate`, wherever it stands */
    SFSM_GUARD_REFUSED = 3,    /* guard number `guard` (from 0) said no */
    SFSM_RESOLVER_REFUSED = 4, /* its resolver said SFSM_NONE */
    SFSM_NOT_TRIED = 5         /* another row came before it */
};

/* Why a row is taken or not. */
typedef struct sfsm_reason {
    size_t transition; /* its number for sfsm_table_transition */
    int32_t kind;      /* SFSM_TAKEN ... */
    int32_t predicate; /* the predicate type that does not match (of several that with the lowest id), or SFSM_NONE */
    int32_t value;     /* the case of it that was sent, SFSM_NONE if none was */
    int32_t guard;     /* the guard that said no, or -1 */
} sfsm_reason;

/*
 * What sending `event` with these cases would come to now, as sfsm_machine_probe, or, if `event` is SFSM_REQUEST, a
 * request for the state `requested`; and why: one reason for each row that the state has for it, in the order in which
 * they are tried; none, if it has no such row. *out_count (may be NULL) receives how many there are; the first
 * `capacity` of them are written to `reasons`, which may be NULL if capacity is 0. With outcomes below 0 *out_count is
 * left alone, and what stands in `reasons` means nothing.
 * Errors as for sfsm_machine_send_matching; SFSM_OUT_OF_RANGE: no array is that large. O(those rows).
 */
sfsm_outcome sfsm_machine_explain(sfsm_machine *machine, int32_t event, int32_t requested, const sfsm_case *cases,
                                  size_t case_count, sfsm_reason *reasons, size_t capacity, size_t *out_count);

/* The same for an event and what it carries. Not for requests (SFSM_RESERVED_ID), which carry nothing. */
sfsm_outcome sfsm_machine_explain_with(sfsm_machine *machine, int32_t event, const sfsm_case *cases, size_t case_count,
                                       const sfsm_value *arguments, size_t argument_count, sfsm_reason *reasons,
                                       size_t capacity, size_t *out_count);

/*
 * Hooks. on_unhandled: an event that the table knows has no row in this state; it may send events. on_step: after every
 * step, handled or not, start and stop too, with step->outcome. function NULL removes a hook. Each replaces the former
 * one, whose finalizer runs. SFSM_BUSY from inside a callback of this machine. SFSM_UNFIT_SIGNATURE: a callable that
 * names argument types (events of all kinds come here; `args...` takes them), predicate types that the table does not
 * have, or another result than void or i32.
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
sfsm_status sfsm_machine_run_pending(sfsm_machine *machine);

/* Drops the events that wait. SFSM_OK. Allowed from inside a callback. */
sfsm_status sfsm_machine_discard_pending(sfsm_machine *machine);

/* ---------------------------------------------------------------------------------------------------------------
 * 9. Callables and closures
 *
 * A callable is a function of a signature of your own, which is written as text and called through libffi with just
 * what it asks for:
 *
 *     static bool is_exact(struct hardware *hardware, int32_t cents) { return cents == hardware->price; }
 *
 *     sfsm_callable *exact;
 *     sfsm_callable_create((sfsm_any_function)is_exact, "bool(context, i32)", NULL, NULL, &exact);
 *     sfsm_callback guard = sfsm_callable_callback(exact);
 *     sfsm_builder_add_guard(builder, row, SFSM_CALLBACK_ARGS(guard));
 *     sfsm_callable_release(exact);
 *     ...
 *     sfsm_send(gate, COIN, 150);
 *
 *   signature   result "(" ( parameter ( "," parameter )* )? ")", with spaces between words where you like
 *
 *   result      void       an action, entry, exit or cycle callback, a hook; an update callback that names no event
 *               bool       a guard; a provider of a type with the cases 0 and 1
 *               i32        what an sfsm_function returns, int32_t: a guard, action, entry, exit or cycle callback,
 *                          a hook, a provider; below 0 it failed
 *               state      int32_t: a resolver, with SFSM_NONE and SFSM_FAILED
 *               event      int32_t: an update callback, with SFSM_NONE and SFSM_FAILED
 *
 *   parameter   context    void *: the callable's context; if that is NULL, the machine's
 *               event, source, target   int32_t, as in sfsm_step
 *               step       const sfsm_step *
 *               time       double: the time given to sfsm_machine_update, otherwise 0
 *               predicate(N)   int32_t: the case of the predicate type with the id N that was sent, or that its
 *                          provider says now; SFSM_NONE if there is none
 *               bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 str ptr   the arguments of the event, in the order in
 *                          which it declares them: the first such word is the first argument. Trailing ones may be
 *                          left out
 *               ...        last: the function is variadic, `int count, ...`: it is passed how many predicate types
 *                          the table has, and as many ints: the case of each, in ascending order of their ids
 *               args...    last: the function is variadic, `int count, ...`: it is passed how many arguments follow
 *                          that no parameter names, and for each of them an int, its type (SFSM_I32), and then itself,
 *                          as C promotes it: bool, i8, i16, u8 and u16 as int, f32 as double
 *
 * Whether a signature fits is checked when the table is built: each event that reaches the callback must declare the
 * types that it names, in that order (SFSM_SIGNATURE_MISMATCH). Requests, and unknown events that rows for any event
 * take, carry nothing. While a machine starts, stops or is updated there is no event, and a callback that names
 * argument types is passed 0, an empty string or NULL.
 * ------------------------------------------------------------------------------------------------------------- */

/* Any function; cast yours to it, as C allows. It is called as its signature says: one that does not tell the truth
 * cannot be detected. */
typedef void (*sfsm_any_function)(void);

typedef struct sfsm_callable sfsm_callable;

/* SFSM_OK if a signature can be read; otherwise SFSM_BAD_SIGNATURE, and *out_position (may be NULL) is the byte, from
 * 0, at which it cannot be read on, *out_expected (may be NULL) what is expected there ("a parameter", static). Any
 * thread. The second form is for the arguments of an event. */
sfsm_status sfsm_signature_check(const char *signature, size_t *out_position, const char **out_expected);
sfsm_status sfsm_arguments_check(const char *arguments, size_t *out_position, const char **out_expected);

/*
 * Makes a callable, which the caller releases. The finalizer runs once: with the last reference (the caller's, and one
 * for each callback that was made of it), or at once if this fails.
 * SFSM_NULL_POINTER: no function, signature or out_callable. SFSM_BAD_SIGNATURE. SFSM_OUT_OF_MEMORY.
 * A callable may be registered any number of times, with any builders and machines, on any thread.
 */
sfsm_status sfsm_callable_create(sfsm_any_function function, const char *signature, void *context, sfsm_finalizer finalizer,
                                 sfsm_callable **out_callable);

/* One reference less. */
void sfsm_callable_release(sfsm_callable *callable);

/* The callable as a callback, to be registered once, wherever one may be: it owns one more reference, which its
 * finalizer gives back. Its function is for the library alone. For NULL a callback without a function, which is
 * SFSM_NULL_POINTER where one is registered, and as a hook removes the former. */
sfsm_callback sfsm_callable_callback(sfsm_callable *callable);

/* The three arguments that stand for a callback, a variable, in sfsm_builder_add_guard and its like. */
#define SFSM_CALLBACK_ARGS(callback) (callback).function, (callback).context, (callback).finalizer

/* Called for each call of a closure's function: `arguments` are what it was called with, of the types of its signature
 * (context, step and ptr SFSM_PTR; event, source, target, predicate(N) SFSM_I32; time SFSM_F64). *out_result has the
 * type of the result (SFSM_BOOL; SFSM_I32 for i32, state and event; 0 for void) and the value 0, and receives what the
 * function returns. Returns >= 0, or < 0 if it failed: the function then returns that number for i32, SFSM_FAILED for
 * state and event, and false for bool; as it does, with -1, if *out_result has another type afterwards. */
typedef int32_t (*sfsm_closure_handler)(void *context, const sfsm_value *arguments, size_t count, sfsm_value *out_result);

typedef struct sfsm_closure sfsm_closure;

/*
 * Makes a native function of this signature, whose calls arrive at the handler with `context`: for languages that have
 * no C functions of their own, one handler serves all. The caller releases the closure. The finalizer runs once: when
 * it is released, or at once if this fails.
 * SFSM_NULL_POINTER: no signature, handler or out_closure. SFSM_BAD_SIGNATURE; SFSM_BAD_VALUE: it is variadic, and a
 * closure cannot be. SFSM_OUT_OF_MEMORY: none, or the system allows no functions to be made.
 */
sfsm_status sfsm_closure_create(const char *signature, sfsm_closure_handler handler, void *context, sfsm_finalizer finalizer,
                                sfsm_closure **out_closure);

/* The function: good for sfsm_callable_create and everything else that takes one, on any thread, until the closure is
 * released. NULL for NULL. */
sfsm_any_function sfsm_closure_function(const sfsm_closure *closure);

/* Frees the closure and its function, which must not be called from then on, nor be running. */
void sfsm_closure_release(sfsm_closure *closure);

/* ---------------------------------------------------------------------------------------------------------------
 * Sending reads like calling: sfsm_send(gate, COIN, 150, "euro") is sfsm_machine_send_with without cases, and
 * sfsm_send_matching(gate, cases, case_count, COIN, 150) with them; up to 12 arguments. Integers of any C type are
 * SFSM_INTEGER, float and double SFSM_F32 and SFSM_F64, strings SFSM_STR, other pointers SFSM_PTR.
 * ------------------------------------------------------------------------------------------------------------- */

static inline sfsm_value sfsm_value_of_bool(bool value)
{
    sfsm_value of;
    of.type = SFSM_BOOL;
    of.as.u64 = value;
    of.as.boolean = value;
    return of;
}
static inline sfsm_value sfsm_value_of_integer(int64_t value)
{
    sfsm_value of;
    of.type = SFSM_INTEGER;
    of.as.i64 = value;
    return of;
}
static inline sfsm_value sfsm_value_of_unsigned(uint64_t value)
{
    sfsm_value of;
    of.type = value <= INT64_MAX ? SFSM_INTEGER : SFSM_U64;
    of.as.u64 = value;
    return of;
}
static inline sfsm_value sfsm_value_of_float(float value)
{
    sfsm_value of;
    of.type = SFSM_F32;
    of.as.u64 = 0;
    of.as.f32 = value;
    return of;
}
static inline sfsm_value sfsm_value_of_double(double value)
{
    sfsm_value of;
    of.type = SFSM_F64;
    of.as.f64 = value;
    return of;
}
static inline sfsm_value sfsm_value_of_string(const char *value)
{
    sfsm_value of;
    of.type = SFSM_STR;
    of.as.u64 = 0;
    of.as.str = value;
    return of;
}
static inline sfsm_value sfsm_value_of_pointer(const void *value)
{
    sfsm_value of;
    of.type = SFSM_PTR;
    union {
        const void *constant;
        void *variable;
    } pointer;
    pointer.constant = value;
    of.as.u64 = 0;
    of.as.ptr = pointer.variable;
    return of;
}

#ifdef __cplusplus
}

inline sfsm_value sfsm_value_of(bool value) { return sfsm_value_of_bool(value); }
inline sfsm_value sfsm_value_of(char value) { return sfsm_value_of_integer(value); }
inline sfsm_value sfsm_value_of(signed char value) { return sfsm_value_of_integer(value); }
inline sfsm_value sfsm_value_of(short value) { return sfsm_value_of_integer(value); }
inline sfsm_value sfsm_value_of(int value) { return sfsm_value_of_integer(value); }
inline sfsm_value sfsm_value_of(long value) { return sfsm_value_of_integer(value); }
inline sfsm_value sfsm_value_of(long long value) { return sfsm_value_of_integer(value); }
inline sfsm_value sfsm_value_of(unsigned char value) { return sfsm_value_of_unsigned(value); }
inline sfsm_value sfsm_value_of(unsigned short value) { return sfsm_value_of_unsigned(value); }
inline sfsm_value sfsm_value_of(unsigned int value) { return sfsm_value_of_unsigned(value); }
inline sfsm_value sfsm_value_of(unsigned long value) { return sfsm_value_of_unsigned(value); }
inline sfsm_value sfsm_value_of(unsigned long long value) { return sfsm_value_of_unsigned(value); }
inline sfsm_value sfsm_value_of(float value) { return sfsm_value_of_float(value); }
inline sfsm_value sfsm_value_of(double value) { return sfsm_value_of_double(value); }
inline sfsm_value sfsm_value_of(const char *value) { return sfsm_value_of_string(value); }
inline sfsm_value sfsm_value_of(const void *value) { return sfsm_value_of_pointer(value); }
inline sfsm_value sfsm_value_of(decltype(nullptr)) { return sfsm_value_of_pointer(nullptr); }

template <typename... Arguments>
inline sfsm_outcome sfsm_send_matching(sfsm_machine *machine, const sfsm_case *cases, size_t case_count, int32_t event,
                                       const Arguments &...arguments)
{
    const sfsm_value values[sizeof...(arguments) + 1] = {sfsm_value_of(arguments)..., sfsm_value_of_bool(false)};
    return sfsm_machine_send_with(machine, event, cases, case_count, values, sizeof...(arguments));
}

template <typename... Arguments>
inline sfsm_outcome sfsm_send(sfsm_machine *machine, int32_t event, const Arguments &...arguments)
{
    return sfsm_send_matching(machine, nullptr, 0, event, arguments...);
}
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define sfsm_value_of(value)                                                                                          \
    _Generic((value), bool: sfsm_value_of_bool, char: sfsm_value_of_integer, signed char: sfsm_value_of_integer,      \
        short: sfsm_value_of_integer, int: sfsm_value_of_integer, long: sfsm_value_of_integer,                        \
        long long: sfsm_value_of_integer, unsigned char: sfsm_value_of_unsigned,                                      \
        unsigned short: sfsm_value_of_unsigned, unsigned int: sfsm_value_of_unsigned,                                 \
        unsigned long: sfsm_value_of_unsigned, unsigned long long: sfsm_value_of_unsigned,                            \
        float: sfsm_value_of_float, double: sfsm_value_of_double, char *: sfsm_value_of_string,                       \
        const char *: sfsm_value_of_string, default: sfsm_value_of_pointer)(value)

#define sfsm_send(machine, ...) SFSM_SEND_(SFSM_COUNT_(__VA_ARGS__), (machine), NULL, 0, __VA_ARGS__)
#define sfsm_send_matching(machine, cases, case_count, ...)                                                           \
    SFSM_SEND_(SFSM_COUNT_(__VA_ARGS__), (machine), (cases), (case_count), __VA_ARGS__)

/* How many arguments follow the first. */
#define SFSM_COUNT_(...) SFSM_14TH_(__VA_ARGS__, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0)
#define SFSM_14TH_(a, b, c, d, e, f, g, h, i, j, k, l, m, count, ...) count
#define SFSM_SEND_(count, ...) SFSM_SEND__(count, __VA_ARGS__)
#define SFSM_SEND__(count, ...) SFSM_SEND_##count(count, __VA_ARGS__)
#define SFSM_SEND_0(count, machine, cases, case_count, event)                                                         \
    sfsm_machine_send_with(machine, (event), cases, case_count, NULL, 0)
#define SFSM_SEND_N_(count, machine, cases, case_count, event, ...)                                                   \
    sfsm_machine_send_with(machine, (event), cases, case_count,                                                       \
                           (const sfsm_value[]){ SFSM_VALUES_##count(__VA_ARGS__) }, count)
#define SFSM_SEND_1 SFSM_SEND_N_
#define SFSM_SEND_2 SFSM_SEND_N_
#define SFSM_SEND_3 SFSM_SEND_N_
#define SFSM_SEND_4 SFSM_SEND_N_
#define SFSM_SEND_5 SFSM_SEND_N_
#define SFSM_SEND_6 SFSM_SEND_N_
#define SFSM_SEND_7 SFSM_SEND_N_
#define SFSM_SEND_8 SFSM_SEND_N_
#define SFSM_SEND_9 SFSM_SEND_N_
#define SFSM_SEND_10 SFSM_SEND_N_
#define SFSM_SEND_11 SFSM_SEND_N_
#define SFSM_SEND_12 SFSM_SEND_N_
#define SFSM_VALUES_1(value) sfsm_value_of(value)
#define SFSM_VALUES_2(value, ...) sfsm_value_of(value), SFSM_VALUES_1(__VA_ARGS__)
#define SFSM_VALUES_3(value, ...) sfsm_value_of(value), SFSM_VALUES_2(__VA_ARGS__)
#define SFSM_VALUES_4(value, ...) sfsm_value_of(value), SFSM_VALUES_3(__VA_ARGS__)
#define SFSM_VALUES_5(value, ...) sfsm_value_of(value), SFSM_VALUES_4(__VA_ARGS__)
#define SFSM_VALUES_6(value, ...) sfsm_value_of(value), SFSM_VALUES_5(__VA_ARGS__)
#define SFSM_VALUES_7(value, ...) sfsm_value_of(value), SFSM_VALUES_6(__VA_ARGS__)
#define SFSM_VALUES_8(value, ...) sfsm_value_of(value), SFSM_VALUES_7(__VA_ARGS__)
#define SFSM_VALUES_9(value, ...) sfsm_value_of(value), SFSM_VALUES_8(__VA_ARGS__)
#define SFSM_VALUES_10(value, ...) sfsm_value_of(value), SFSM_VALUES_9(__VA_ARGS__)
#define SFSM_VALUES_11(value, ...) sfsm_value_of(value), SFSM_VALUES_10(__VA_ARGS__)
#define SFSM_VALUES_12(value, ...) sfsm_value_of(value), SFSM_VALUES_11(__VA_ARGS__)
#endif

#endif
