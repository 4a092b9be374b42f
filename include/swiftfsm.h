/*
 * swiftfsm.h: finite state machines from one validated table.
 *
 * Write a definition (rows of state x event -> state, with callbacks) into a builder. The builder checks it once and
 * compiles it into an immutable table, which any number of machines run. The first ten lines:
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
 *         fputs(sfsm_diagnostics_text(faults), stderr);      // each error with file, line and a suggested fix
 *     sfsm_diagnostics_release(faults);
 *     sfsm_machine *gate;
 *     sfsm_machine_create(table, LOCKED, &hardware, &gate);
 *     sfsm_machine_send(gate, COIN);                         // SFSM_TRANSITIONED
 *
 * Chapters: 1 version, 2 ids, 3 results, 4 callbacks, 5 builder, 6 diagnostics, 7 table, 8 machine, 9 callables and
 * closures, 10 plans, 11 memory, 12 charts, 13 documents, 14 replay.
 *
 * The following holds for every function and is not repeated below:
 *
 * - Errors: nothing here aborts, prints, or keeps a process-wide "last error". A call that cannot be carried out returns
 *   a negative status, changes nothing, and leaves every object usable.
 * - Memory: a call that cannot get memory returns SFSM_OUT_OF_MEMORY (sfsm_builder_create: NULL). It has changed nothing
 *   and leaked nothing, and may be made again. Running a machine needs memory for queued events, timers and charts only. A
 *   library that was built by SwiftPM or for WebAssembly is different: there Swift's runtime ends the process if a call
 *   that makes or fills a builder, builds a table, or makes a callable, a closure or a hook cannot get memory.
 * - NULL: a required handle or pointer that is NULL gives SFSM_NULL_POINTER, and so does a count above 0 whose array is
 *   NULL. `_release` functions accept NULL and do nothing. Passing a dangling pointer is undefined behaviour.
 * - Ownership: the caller owns what `_create`, `_retain` and `out_` parameters return, and releases it once. Functions
 *   named by a bare noun (sfsm_table_state_name, sfsm_machine_table) return something borrowed. Strings are UTF-8. The
 *   library copies strings that are passed in; strings that it returns live as long as the object that was asked.
 * - Out-parameters are written on success only, unless stated otherwise. Handles are set to NULL on failure.
 * - Threads: any number of threads may use one table at the same time. Builders, diagnostics and machines may be moved
 *   between threads, but only one thread may use one of them at a time. Machines over one table run in parallel.
 *   Callbacks run on the thread that makes the call. No function may be called from a signal or interrupt handler.
 * - Sizes: the caller sets the field `size` of a struct to its sizeof. A struct of a later version is accepted if the
 *   fields that this library does not know are 0; otherwise SFSM_BAD_SIZE. Those of a struct that the library
 *   fills are left as they are.
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
#define SFSM_VERSION_MINOR 2
#define SFSM_VERSION_PATCH 0

/* Supported platforms: Linux on x86-64 and aarch64, and WebAssembly (wasm32, without libffi). */

/* Return the version of the loaded library: major * 1000000 + minor * 1000 + patch. */
uint32_t sfsm_version(void);

/* Return the version as text, "0.2.0". Static. */
const char *sfsm_version_string(void);

/* ---------------------------------------------------------------------------------------------------------------
 * 2. Ids
 *
 * States, events and predicate types are int32_t values of your choice: dense or sparse, negative or not. The sixteen
 * lowest values are reserved; all values from SFSM_FIRST_ID upwards are yours. The cases of a predicate type are numbered
 * from 0. Rows and blocks of a builder are numbered from 1; 0 means none.
 * ------------------------------------------------------------------------------------------------------------- */

typedef int32_t sfsm_id; /* of a state, an event or a predicate type; or the number of a case */

enum {
    SFSM_ANY = INT32_MIN,            /* source of a row: every state; event of a row: every event */
    SFSM_SAME = INT32_MIN + 1,       /* target: the current state. Cycle callbacks run */
    SFSM_INTERNAL = INT32_MIN + 2,   /* target: the current state. Only actions run, never entry, exit or cycle */
    SFSM_DYNAMIC = INT32_MIN + 3,    /* target: the state that the row's resolver returns at each step */
    SFSM_NONE = INT32_MIN + 4,       /* a state: the machine is stopped. From a resolver: refused. An event: there is
                                        none. A case: none was sent. Source of a row in a superstate: each state that
                                        adopts the superstate */
    SFSM_INITIAL = INT32_MIN + 5,    /* to create or start a machine: the definition's initial state */
    SFSM_FAILED = INT32_MIN + 6,     /* from a resolver or an update callback: it failed */
    SFSM_LAST_STATE = INT32_MIN + 7, /* to start a machine: the state in which it stopped, or else the initial state */
    SFSM_REQUEST = INT32_MIN + 8,    /* event of a row: a request for the row's target (SFSM_ANY: for every state) */
    SFSM_EVENTLESS = INT32_MIN + 9,  /* event of a row: the row is tried without an event (chapter 12) */
    SFSM_DEFER = INT32_MIN + 10,     /* target: the event waits until other states are active (chapter 12) */
    SFSM_FIRST_ID = INT32_MIN + 16   /* the lowest id of your own */
};

/* ---------------------------------------------------------------------------------------------------------------
 * 3. Results
 *
 * Four kinds of result, never mixed: an error in a definition is a diagnostic (chapter 6); the result of sending an event
 * is an outcome (> 0); a mistake of the caller is a status (< 0); a callback that fails is SFSM_CALLBACK_FAILED.
 * Numbers are stable and never reused.
 * ------------------------------------------------------------------------------------------------------------- */

typedef int32_t sfsm_status;  /* SFSM_OK, or an error */
typedef int32_t sfsm_outcome; /* the result of sending an event (> 0), or a status (<= 0) */

enum {
    SFSM_OK = 0,
    SFSM_NULL_POINTER = -1,       /* a required handle or pointer is NULL, or the array of a count above 0 */
    SFSM_BAD_SIZE = -2,           /* the library does not know a struct of this size */
    SFSM_BAD_VALUE = -3,          /* an argument is not one of the documented values */
    SFSM_RESERVED_ID = -4,        /* a reserved id where only an id of your own is allowed */
    SFSM_UNKNOWN_STATE = -5,      /* the table has no such state */
    SFSM_UNKNOWN_EVENT = -6,      /* the table has no such event, and no row for any event takes it */
    SFSM_INVALID_DEFINITION = -7, /* the definition has errors: see the diagnostics */
    SFSM_ALREADY_BUILT = -8,      /* the builder has built its table and is spent */
    SFSM_NOT_RUNNING = -9,        /* the machine is stopped */
    SFSM_ALREADY_RUNNING = -10,   /* the machine is not stopped */
    SFSM_BUSY = -11,              /* called from inside a callback of this machine, or while a plan is open; or too late
                                     to set an allocator */
    SFSM_QUEUE_FULL = -12,        /* SFSM_QUEUE_LIMIT events wait already, or as many timers */
    SFSM_OUT_OF_MEMORY = -13,     /* there is not enough memory */
    SFSM_CALLBACK_FAILED = -14,   /* a callback returned a negative number: see sfsm_machine_failure */
    SFSM_OUT_OF_RANGE = -15,      /* no such index, row or block */
    SFSM_MISSING_PREDICATE = -16, /* strict machine: no case of one of the table's predicate types */
    SFSM_UNKNOWN_PREDICATE = -17, /* strict machine: a case of a type that the table does not have */
    SFSM_REPEATED_PREDICATE = -18, /* strict machine: two cases of one predicate type */
    SFSM_UNKNOWN_CASE = -19,      /* the predicate type does not have this case; the state has not changed */
    SFSM_BAD_SIGNATURE = -20,     /* a signature cannot be read (sfsm_signature_check tells where), or does not fit a
                                     hook */
    SFSM_ARGUMENT_COUNT = -22,    /* more or fewer arguments than the event declares */
    SFSM_ARGUMENT_TYPE = -23,     /* an argument of another type than the event declares */
    SFSM_UNSUPPORTED = -24,       /* this build of the library cannot do it: it has no libffi, or no allocator of its
                                     own; an event that waits carries a pointer, which no snapshot can; or a snapshot is of a
                                     later format */
    SFSM_BAD_CONFIGURATION = -25, /* states that cannot be active together, or not these alone (chapter 12) */
    SFSM_STEP_LIMIT_REACHED = -26, /* one event has led to SFSM_STEP_LIMIT steps, or timers start each other without
                                     end (chapter 12) */
    SFSM_UNBOUND_CALLBACKS = -27, /* the definition was read without some of its callbacks (chapter 13): no machine can
                                     run it */
    SFSM_UNNAMED_CALLBACK = -28   /* a callback of the definition has no name (chapter 13) */
};

enum {
    SFSM_TRANSITIONED = 1, /* a row was taken and its callbacks ran; the state may be the same */
    SFSM_REFUSED = 2,      /* a row matches, but a guard or its resolver refused; nothing changed */
    SFSM_UNHANDLED = 3,    /* this state has no row for this event or request and these cases; nothing changed */
    SFSM_QUEUED = 4,       /* the event waits: it was sent from inside a step, or behind events that wait */
    SFSM_DEFERRED = 5      /* the event waits, since the row that was taken defers it (chapter 12) */
};

/* Return the name of a status or an outcome, "SFSM_UNHANDLED"; "unknown" for any other number. Static. */
const char *sfsm_status_name(sfsm_status status_or_outcome);

/* Return a sentence that says what a status or an outcome means and what to do: "The machine is stopped: start it first.";
 * "Unknown status." for any other number. Static. */
const char *sfsm_status_text(sfsm_status status_or_outcome);

/* ---------------------------------------------------------------------------------------------------------------
 * 4. Callbacks
 *
 * All callbacks have one type, sfsm_function. The meaning of the result depends on where a callback is registered:
 *
 *   guard                        > 0 yes, 0 no, < 0 failed
 *   action, entry, exit, cycle   >= 0 done, < 0 failed
 *   resolver (SFSM_DYNAMIC)      the next state; SFSM_NONE: refused; SFSM_FAILED: failed
 *   update                       an event to send; SFSM_NONE: none; SFSM_FAILED: failed
 *   provider                     the present case of its predicate type; < 0 failed
 *   hook                         >= 0 done, < 0 failed
 *
 * A failure ends the step with SFSM_CALLBACK_FAILED. No later callback of the step runs, except the step hook. Before
 * the commit (guards, and by default exit callbacks and actions) the machine keeps its old state; after it (by default
 * entry and cycle callbacks) it has the new one. Events that wait go on waiting (sfsm_machine_run_pending).
 *
 * Callbacks may call any function of this library. Events that they send to their own machine are queued and run after
 * the present step. If they release their own machine, the outermost call frees it when it returns. A callback must
 * return: a longjmp or an exception out of it is undefined behaviour, and the machine stays busy. Guards, resolvers and
 * providers may be called more often than a row is taken (probe, explain), so they must be free of side effects.
 *
 * To register a function of another signature, make a callable of it (chapter 9).
 * ------------------------------------------------------------------------------------------------------------- */

typedef struct sfsm_builder sfsm_builder;
typedef struct sfsm_table sfsm_table;
typedef struct sfsm_machine sfsm_machine;
typedef struct sfsm_diagnostics sfsm_diagnostics;

/* The type of a value. The name used in signature strings follows each constant. */
typedef int32_t sfsm_value_type;
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
    SFSM_PTR = 13, /* ptr: void *, passed through unchanged */
    SFSM_INTEGER = 14 /* only in messages: an integer (as.i64) that is converted to the type which the event
                         declares; see sfsm_machine_send_message */
};

/* A value with its type. It is in the member of `as` that has the type's name; as.boolean for SFSM_BOOL. */
typedef struct sfsm_value {
    sfsm_value_type type; /* SFSM_BOOL ... */
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

/*
 * Write a value as text, with a zero behind it: true and false; integers in decimal; floating-point numbers with a point
 * whatever the locale, with as few digits as are read as the same number, and nan, inf and -inf; a string as it is.
 * *out_length (may be NULL) receives its length without the zero; nothing is written to `text` unless all fits.
 * Errors:
 *   SFSM_NULL_POINTER   `value` is NULL, or `text` with a capacity above 0
 *   SFSM_BAD_VALUE      a pointer, a NULL string or an unknown type: it has no text
 *   SFSM_OUT_OF_RANGE   it does not fit; *out_length receives its length all the same. A capacity of 0 only asks for the
 *                       length and returns SFSM_OK. Also: the capacity is too large for any array
 * Cost: O(length). Any thread.
 */
sfsm_status sfsm_value_text(const sfsm_value *value, char *text, size_t capacity, size_t *out_length);

/*
 * Read a value of a type from a text of `length` bytes, as sfsm_value_text writes it: without spaces or a plus sign before
 * it, an integer without leading zeros, and in the range of the type. A floating-point number may have up to 79 bytes, more
 * digits than it needs, none on one side of its point (1. or .5), and an exponent (1e-3). For SFSM_STR, as.str is `text`
 * itself, which must live as long as the value is used.
 * Errors:
 *   SFSM_NULL_POINTER   `text` or out_value is NULL
 *   SFSM_BAD_VALUE      the text is no value of this type, or the type is SFSM_PTR or unknown; or for SFSM_STR, there is no
 *                       zero behind the text, or one in it
 *   SFSM_OUT_OF_RANGE   the length is too large for any array
 * Cost: O(length). Any thread.
 */
sfsm_status sfsm_value_read(sfsm_value_type type, const char *text, size_t length, sfsm_value *out_value);

/* The step in which a callback runs. Valid during the call. Fields may be appended in later versions. */
typedef struct sfsm_step {
    sfsm_machine *machine;
    void *context;        /* the machine's */
    sfsm_id event;        /* SFSM_NONE in a start, a stop and an update; SFSM_REQUEST for a request */
    sfsm_id source;       /* the state before the step; SFSM_NONE in a start */
    sfsm_id target;       /* the state after the step. SFSM_NONE until it is resolved, in a stop, and in a hook for an
                             event that was unhandled or refused. For a request: always the requested state */
    sfsm_outcome outcome; /* in a step hook: the outcome (SFSM_TRANSITIONED for a start or a stop). Otherwise SFSM_OK */
    double time;          /* in an update, and in providers that it asks: the time of sfsm_machine_update. Otherwise 0 */
    const sfsm_id *cases; /* the case of each predicate type, by ascending id: as sent, or as its provider returned it.
                             SFSM_NONE if there is none. NULL if the table has no predicate types. See sfsm_step_case */
    const sfsm_value *arguments; /* the arguments of the event, of the types that it declares; NULL if there are none */
    size_t argument_count;
    const void *reserved; /* for the library */
} sfsm_step;

/*
 * Return the number of the row that this step takes, or in a guard or resolver, the row that is being tried: for an audit
 * log, together with sfsm_table_transition. Rows count from 1.
 * Returns 0 if no row takes the event, while the machine starts, stops or is updated, and for NULL.
 * Cost: O(log rows) and the rows for one state and event. A step that does not ask pays nothing.
 */
size_t sfsm_step_row(const sfsm_step *step);

/*
 * Return the state whose callback runs: one function may serve the entry, exit, cycle and update callbacks of many states,
 * and in a chart the actions of defaults (chapter 12). The state may be a parent of the source or target, or a history.
 * In any other callback of a step, and in a definition that is no chart: step->source until the states change, then
 * step->target. With the default order of the phases that is the state of the exit callbacks, then of the entry callbacks.
 * Returns SFSM_NONE in a step hook, if the step has no such state, and for NULL. Cost: O(1). A step that does not ask pays
 * nothing.
 */
sfsm_id sfsm_step_state(const sfsm_step *step);

/* Return the case of a predicate type in this step, sent or provided. SFSM_NONE if there is none, if the table does not
 * have the type, and for NULL. Cost: O(1). */
sfsm_id sfsm_step_case(const sfsm_step *step, sfsm_id predicate);

/* A callback. `context` is the pointer that was registered with it, or the machine's if that is NULL. */
typedef int32_t (*sfsm_function)(const sfsm_step *step, void *context);

/* Frees the context of a callback. The library calls it exactly once: when the last reference to the table is released
 * (the machine, for hooks of a machine; the builder, if it was never built), or at once if the registration fails. */
typedef void (*sfsm_finalizer)(void *context);

/* A callback with its context and finalizer, both of which may be NULL. */
typedef struct sfsm_callback {
    sfsm_function function;
    void *context;
    sfsm_finalizer finalizer;
} sfsm_callback;

/* ---------------------------------------------------------------------------------------------------------------
 * 5. Builder
 *
 * A builder collects a definition. sfsm_builder_build checks it as a whole and reports every error together.
 *
 * A call that is rejected at once (SFSM_OUT_OF_RANGE, SFSM_BAD_SIGNATURE) adds nothing. The next build reports the first
 * rejected call, once, so that you need not check the result of each. Only SFSM_OUT_OF_MEMORY is not reported: check for
 * it, and repeat the call. A callback that is passed to a function belongs to the library from then on: its finalizer
 * runs exactly once, whatever the function returns, also for a NULL or spent builder.
 *
 * Rows belong to blocks. A block is either the block of a state, with callbacks and flags, or a superstate: a set of rows
 * and callbacks that states adopt. A row need not name a block: then it belongs to its source's.
 *
 * Precedence: a row that names the state comes before a row for any state, then a row that names the event before a row
 * for any event: (state, event), (state, SFSM_ANY), (SFSM_ANY, event), (SFSM_ANY, SFSM_ANY). Of the rows of the first of
 * these that match the cases sent, the one that names the most predicate types is taken.
 *
 * Adoption and overriding, for example: the superstate Common has the row (STAY) -> same. HOME adopts Common, so HOME has
 * the row (HOME, STAY) -> same. If HOME has a row (HOME, STAY) -> AWAY too, they clash; with the flag SFSM_OVERRIDING the
 * row of HOME replaces the adopted one.
 *
 * Exclusive rows are the default: two rows that differ only in guards clash, and a guard that refuses ends the matter.
 * Users of UML expect first match: see sfsm_builder_set_guard_policy.
 *
 * Requests: a row with the event SFSM_REQUEST is taken by sfsm_machine_request. Its target is the state that may be
 * requested, or SFSM_ANY for every state. Rows for any event do not take requests.
 * ------------------------------------------------------------------------------------------------------------- */

/*
 * A condition of a row on one predicate type: the present case is `value`, or, with value_count above 0, one of the
 * `value_count` cases at `values`. All matches of a row must hold, and each names another type. A row that does not name a
 * type matches all of its cases.
 */
typedef struct sfsm_match {
    sfsm_id predicate;     /* a predicate type (sfsm_builder_add_predicate) */
    sfsm_id value;         /* a case of it */
    const sfsm_id *values; /* or NULL */
    size_t value_count;
} sfsm_match;
#define SFSM_MATCH(predicate, value) { (predicate), (value), NULL, 0 }

/*
 * One row. Fill it in with SFSM_ROW or SFSM_ROW_IF, or by field names; a field that is zero means "none". `guard` comes
 * before `guards`, `action` before `actions`. Guards are called in order, up to the first that refuses. `guard` and
 * `action` are called with the machine's context.
 */
typedef struct sfsm_row {
    sfsm_id source;               /* a state, or SFSM_ANY; SFSM_NONE for a row of a superstate */
    sfsm_id event;                /* an event, SFSM_ANY, SFSM_REQUEST or SFSM_EVENTLESS */
    sfsm_id target;               /* a state, SFSM_SAME, SFSM_INTERNAL, SFSM_DYNAMIC, SFSM_DEFER; of a request: a state,
                                     SFSM_ANY */
    int32_t line;                 /* the place of the row; 0 or less: that of the call which adds it */
    sfsm_function action;         /* or NULL */
    sfsm_function guard;          /* or NULL */
    const char *file;             /* or NULL: the call's */
    const sfsm_callback *actions; /* action_count of them; functions must not be NULL */
    size_t action_count;
    const sfsm_callback *guards; /* guard_count of them; functions must not be NULL */
    size_t guard_count;
    sfsm_callback resolver; /* for target SFSM_DYNAMIC */
    size_t block;           /* the block that the row belongs to, or 0 */
    uint32_t flags;         /* SFSM_OVERRIDING, SFSM_LOCAL, or 0 */
    uint32_t reserved;      /* 0 */
    const sfsm_match *matches; /* match_count of them, each of another predicate type */
    size_t match_count;
} sfsm_row;

/* Flags of a row. */
enum {
    SFSM_OVERRIDING = 1, /* replaces the earlier rows of other blocks for the same state, event (requests: target) and
                            matches, such as those of adopted superstates. There must be one, and none may follow */
    SFSM_LOCAL = 4       /* in a chart: leaves no more states than it must (chapter 12) */
};

/* Initializers: a row with one action, or NULL; one with a guard; one with matches, which must be an array (not a
 * pointer). */
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
    sfsm_id id;
    const char *name;
} sfsm_name;
#define SFSM_NAME(id) { (id), #id }

/* Create a builder. The caller releases it. Returns NULL if there is not enough memory. */
sfsm_builder *sfsm_builder_create(void);

/* Free a builder. A table that it built lives on; otherwise the finalizers of its callbacks run now. */
void sfsm_builder_release(sfsm_builder *builder);

/*
 * Add `count` rows, or none if one of them cannot be added. `row_size` is the caller's sizeof(sfsm_row); `file` (may be
 * NULL) and `line` are the place of the call. Rows are numbered from 1 in the order in which they are added.
 *
 * Errors:
 *   SFSM_BAD_SIZE        row_size is too small, or no multiple of a pointer's size: the array was not read, and no
 *                        finalizer in it runs. Or a row uses a field that this library does not know
 *   SFSM_NULL_POINTER    a callback in an array has no function
 *   SFSM_OUT_OF_RANGE    there is no such block; or a count that no array can have
 *   SFSM_BAD_VALUE       unknown flags, or `reserved` is not 0
 *   SFSM_ALREADY_BUILT, SFSM_OUT_OF_MEMORY
 * Cost: O(rows).
 */
sfsm_status sfsm_builder_add_rows_at(sfsm_builder *builder, const sfsm_row *rows, size_t count, size_t row_size,
                                     const char *file, int32_t line);
#define sfsm_builder_add_rows(builder, rows, count)                                                                   \
    sfsm_builder_add_rows_at((builder), (rows), (count), sizeof(sfsm_row), __FILE__, __LINE__)

/*
 * Add one row without callbacks. out_row (may be NULL) receives its number, by which the functions below add callbacks
 * and matches to it. Guards are called, and actions run, in the order in which they were added.
 *
 * Errors of all of them:
 *   SFSM_OUT_OF_RANGE    there is no such row
 *   SFSM_NULL_POINTER    `function` is NULL
 *   SFSM_BAD_VALUE       the row has a resolver already
 *   SFSM_ALREADY_BUILT
 */
sfsm_status sfsm_builder_add_row_at(sfsm_builder *builder, sfsm_id source, sfsm_id event, sfsm_id target,
                                    const char *file, int32_t line, size_t *out_row);
#define sfsm_builder_add_row(builder, source, event, target, out_row)                                                 \
    sfsm_builder_add_row_at((builder), (source), (event), (target), __FILE__, __LINE__, (out_row))
sfsm_status sfsm_builder_add_guard(sfsm_builder *builder, size_t row, sfsm_function function, void *context,
                                   sfsm_finalizer finalizer);
sfsm_status sfsm_builder_add_action(sfsm_builder *builder, size_t row, sfsm_function function, void *context,
                                    sfsm_finalizer finalizer);
sfsm_status sfsm_builder_set_resolver(sfsm_builder *builder, size_t row, sfsm_function function, void *context,
                                      sfsm_finalizer finalizer);

/* Add a match to a row: it is for these `count` cases of a predicate type.
 * Errors: SFSM_OUT_OF_RANGE (no such row), SFSM_NULL_POINTER, SFSM_ALREADY_BUILT, SFSM_OUT_OF_MEMORY. */
sfsm_status sfsm_builder_add_match(sfsm_builder *builder, size_t row, sfsm_id predicate, const sfsm_id *values,
                                   size_t count);

/* Flags of a state block: at most one of them. A block with one may be empty. */
enum {
    SFSM_FINAL = 1,           /* no row leaves this state: no warning about a dead end, but one if a row does leave */
    SFSM_PARALLEL = 2,        /* all children of the state are active at the same time (chapter 12) */
    SFSM_SHALLOW_HISTORY = 4, /* no state, but a target: the child of its parent that was active last (chapter 12) */
    SFSM_DEEP_HISTORY = 8     /* the same of the leaves below its parent (chapter 12) */
};

/*
 * Open a block for a state: everything about the state other than its rows. A state that is only ever a target must be
 * declared with a block (with SFSM_FINAL, or with callbacks). out_block (may be NULL) receives its number, from 1.
 * Several blocks of one state add up, in order. An empty block is an error of the definition.
 * Errors: SFSM_BAD_VALUE (unknown flags, or more than one), SFSM_ALREADY_BUILT, SFSM_OUT_OF_MEMORY.
 */
sfsm_status sfsm_builder_add_state_at(sfsm_builder *builder, sfsm_id state, uint32_t flags, const char *file,
                                      int32_t line, size_t *out_block);
#define sfsm_builder_add_state(builder, state, flags, out_block)                                                      \
    sfsm_builder_add_state_at((builder), (state), (flags), __FILE__, __LINE__, (out_block))

/*
 * Open a superstate: rows (with the source SFSM_NONE) and callbacks for every state that adopts it. A superstate is never
 * active: no machine is in one, and a step between two states that adopt it leaves the one state and enters the other, so
 * that its exit and entry callbacks run. They run before those of the state itself, exit callbacks too. out_block (may be
 * NULL) receives its number, among those of the other blocks.
 * Errors: SFSM_ALREADY_BUILT, SFSM_OUT_OF_MEMORY.
 */
sfsm_status sfsm_builder_add_superstate_at(sfsm_builder *builder, const char *file, int32_t line, size_t *out_block);
#define sfsm_builder_add_superstate(builder, out_block)                                                               \
    sfsm_builder_add_superstate_at((builder), __FILE__, __LINE__, (out_block))

/* Name a superstate, for diagnostics and sfsm_table_superstate_name. The last name counts.
 * Errors: SFSM_OUT_OF_RANGE (no such block), SFSM_BAD_VALUE (the block of a state), SFSM_NULL_POINTER,
 * SFSM_ALREADY_BUILT, SFSM_OUT_OF_MEMORY. */
sfsm_status sfsm_builder_name_superstate(sfsm_builder *builder, size_t superstate, const char *name);

/*
 * Let a block, of a state or a superstate, adopt a superstate. A state then has the rows and callbacks of its superstates
 * before its own, in the order of adoption, and each superstate's after those that it adopts itself. A superstate reached
 * along two paths is inherited twice, so its rows are reported as duplicates. Cyclic adoption is an error of the
 * definition.
 * Errors: SFSM_OUT_OF_RANGE (no such block), SFSM_BAD_VALUE (`superstate` is a state's block), SFSM_ALREADY_BUILT,
 * SFSM_OUT_OF_MEMORY.
 */
sfsm_status sfsm_builder_adopt(sfsm_builder *builder, size_t block, size_t superstate);

/*
 * Add a callback to a block: for its state, or for every state that adopts the superstate.
 *
 *   entry    after a step from another state
 *   exit     before a step to another state
 *   cycle    after a step that came back to the same state (SFSM_SAME, or the state itself as target)
 *   update   in sfsm_machine_update
 *
 * Callbacks run block by block in the order in which the blocks were opened, superstates first, then as added.
 * Errors: SFSM_OUT_OF_RANGE (no such block), SFSM_NULL_POINTER, SFSM_ALREADY_BUILT, SFSM_OUT_OF_MEMORY.
 */
sfsm_status sfsm_builder_on_entry(sfsm_builder *builder, size_t block, sfsm_function function, void *context,
                                  sfsm_finalizer finalizer);
sfsm_status sfsm_builder_on_exit(sfsm_builder *builder, size_t block, sfsm_function function, void *context,
                                 sfsm_finalizer finalizer);
sfsm_status sfsm_builder_on_cycle(sfsm_builder *builder, size_t block, sfsm_function function, void *context,
                                  sfsm_finalizer finalizer);
sfsm_status sfsm_builder_on_update(sfsm_builder *builder, size_t block, sfsm_function function, void *context,
                                   sfsm_finalizer finalizer);

/*
 * Add a hook for all machines of the table; its context, if NULL, is the machine's. Hooks of the table run in the order
 * in which they were added, before the machine's own.
 * on_unhandled: an event that the table knows has no row in this state. on_step: after every step, handled or not, start
 * and stop too, with step->outcome. After a hook that fails no later hook of the step runs, the machine's own included.
 * Errors: SFSM_NULL_POINTER, SFSM_ALREADY_BUILT, SFSM_OUT_OF_MEMORY.
 */
sfsm_status sfsm_builder_on_unhandled(sfsm_builder *builder, sfsm_function function, void *context,
                                      sfsm_finalizer finalizer);
sfsm_status sfsm_builder_on_step(sfsm_builder *builder, sfsm_function function, void *context,
                                 sfsm_finalizer finalizer);

/* Name states or events for diagnostics and sfsm_table_state_name. A named event is known to the table; naming a state
 * does not declare it. The last name of an id counts. All names are taken, or none.
 * Errors: SFSM_RESERVED_ID, SFSM_NULL_POINTER (also for a NULL name), SFSM_ALREADY_BUILT, SFSM_OUT_OF_MEMORY. */
sfsm_status sfsm_builder_name_states(sfsm_builder *builder, const sfsm_name *names, size_t count);
sfsm_status sfsm_builder_name_events(sfsm_builder *builder, const sfsm_name *names, size_t count);

/* The maximum number of cases of a predicate type. */
#define SFSM_CASE_LIMIT 16384

/*
 * Declare a predicate type: a value outside of the machine with `case_count` cases (policy: weak, strong), numbered from
 * 0, on which rows may depend. You send its present case with an event. It may be declared after the rows that name it.
 * Two declarations with different numbers of cases are an error of the definition.
 * Errors: SFSM_RESERVED_ID, SFSM_BAD_VALUE (case_count is below 1 or above SFSM_CASE_LIMIT), SFSM_ALREADY_BUILT,
 * SFSM_OUT_OF_MEMORY.
 */
sfsm_status sfsm_builder_add_predicate_at(sfsm_builder *builder, sfsm_id predicate, int32_t case_count,
                                          const char *file, int32_t line);
#define sfsm_builder_add_predicate(builder, predicate, case_count)                                                    \
    sfsm_builder_add_predicate_at((builder), (predicate), (case_count), __FILE__, __LINE__)

/* Name predicate types, and the cases of one that is declared. As for states, and
 * Errors: SFSM_UNKNOWN_PREDICATE (`predicate` is not declared), SFSM_UNKNOWN_CASE. */
sfsm_status sfsm_builder_name_predicates(sfsm_builder *builder, const sfsm_name *names, size_t count);
sfsm_status sfsm_builder_name_cases(sfsm_builder *builder, sfsm_id predicate, const sfsm_name *names, size_t count);

/*
 * Set the provider of a predicate type: a callback that returns its present case. It is called if a message brings no
 * case of the type, and rows that are tried, or a callable, depend on it; at most once in a step, so that all see the same
 * case. A queued event asks when its turn comes; probe, permitted and explain ask once in a call.
 *
 * A provider that fails ends the step with SFSM_CALLBACK_FAILED. A case that the type does not have ends it with
 * SFSM_UNKNOWN_CASE (see sfsm_machine_rejected_case), or, after the commit, with SFSM_CALLBACK_FAILED.
 * Errors: SFSM_UNKNOWN_PREDICATE (not declared yet), SFSM_BAD_VALUE (the type has a provider), SFSM_NULL_POINTER,
 * SFSM_ALREADY_BUILT, SFSM_OUT_OF_MEMORY.
 */
sfsm_status sfsm_builder_set_provider(sfsm_builder *builder, sfsm_id predicate, sfsm_function function, void *context,
                                      sfsm_finalizer finalizer);

/* The maximum number of arguments of an event, and of parameters of a signature. */
#define SFSM_PARAMETER_LIMIT 64

/*
 * Declare an event with the types of its arguments, "i32, str" (the names of chapter 4; "" for none). An event that is not
 * declared has no arguments. Two declarations with different types are an error of the definition.
 * Errors: SFSM_RESERVED_ID, SFSM_BAD_SIGNATURE (see sfsm_arguments_check), SFSM_ALREADY_BUILT, SFSM_OUT_OF_MEMORY.
 */
sfsm_status sfsm_builder_add_event_at(sfsm_builder *builder, sfsm_id event, const char *arguments, const char *file,
                                      int32_t line);
#define sfsm_builder_add_event(builder, event, arguments)                                                             \
    sfsm_builder_add_event_at((builder), (event), (arguments), __FILE__, __LINE__)

/* Declare the initial state (SFSM_INITIAL). Without one each machine names its own, and no state is reported as
 * unreachable. Two different ones are an error of the definition. */
sfsm_status sfsm_builder_set_initial_at(sfsm_builder *builder, sfsm_id state, const char *file, int32_t line);
#define sfsm_builder_set_initial(builder, state)                                                                      \
    sfsm_builder_set_initial_at((builder), (state), __FILE__, __LINE__)

typedef int32_t sfsm_entry_exit_policy;
enum {
    SFSM_ON_CHANGE = 0, /* the default: only if the state changes */
    SFSM_ALWAYS = 1     /* also if it stays (SFSM_SAME, or the state itself as target), but not for SFSM_INTERNAL */
};

/* Choose when entry and exit callbacks run. Errors: SFSM_BAD_VALUE, SFSM_ALREADY_BUILT. */
sfsm_status sfsm_builder_set_entry_exit_policy(sfsm_builder *builder, sfsm_entry_exit_policy policy);

typedef int32_t sfsm_guard_policy;
enum {
    SFSM_EXCLUSIVE = 0,  /* the default: one row for a source, an event and each combination of cases. If its guard
                            refuses, the event is refused */
    SFSM_FIRST_MATCH = 1 /* matching rows are tried by precedence, then by the number of matches, then adopted rows
                            before a state's own, then as added. The first is taken whose guards agree, and whose resolver
                            (if the phase order resolves first) does not return SFSM_NONE */
};

/* Choose how guards select among rows. Errors: SFSM_BAD_VALUE, SFSM_ALREADY_BUILT. */
sfsm_status sfsm_builder_set_guard_policy(sfsm_builder *builder, sfsm_guard_policy policy);

typedef int32_t sfsm_phase;
enum { SFSM_PHASE_RESOLVE = 1, SFSM_PHASE_EXIT, SFSM_PHASE_ACTIONS, SFSM_PHASE_COMMIT, SFSM_PHASE_ENTRY };

/*
 * Set the order of a step: each of the five phases once. The default is resolve, exit, actions, commit, entry. Guards come
 * first; cycle callbacks belong to the entry phase, after entry callbacks. Resolve must come before commit and entry.
 * If exit comes before resolve, it runs whatever the policy, since the target is not known, and then entry runs too; a
 * resolver that refuses after that leaves the state unchanged, but the callbacks before it have run.
 * Errors: SFSM_BAD_VALUE, SFSM_NULL_POINTER, SFSM_ALREADY_BUILT.
 */
sfsm_status sfsm_builder_set_phase_order(sfsm_builder *builder, const sfsm_phase *phases, size_t count);

/*
 * Check the definition and compile it. On success the caller owns *out_table, and the builder is spent: every further
 * call but release returns SFSM_ALREADY_BUILT. With errors the builder may be corrected and built again.
 * out_diagnostics (may be NULL) receives errors and warnings, which the caller releases; NULL if there are none. Both are
 * set to NULL first, whatever the call returns.
 *
 * Errors: SFSM_INVALID_DEFINITION, SFSM_NULL_POINTER, SFSM_ALREADY_BUILT, SFSM_OUT_OF_MEMORY.
 * Cost: O(rows), the size of the table, and the comparison of the matches of the rows for one state and event; never the
 * product of all cases of all predicate types.
 */
sfsm_status sfsm_builder_build(sfsm_builder *builder, sfsm_table **out_table, sfsm_diagnostics **out_diagnostics);

/* ---------------------------------------------------------------------------------------------------------------
 * 6. Diagnostics
 *
 * The errors and warnings of a build: errors first, each group by file, in the order in which files were first named,
 * then by line; those without a place first. Rows that are equal or that clash are one diagnostic with all their places.
 * Every function accepts NULL as an empty list.
 * ------------------------------------------------------------------------------------------------------------- */

typedef int32_t sfsm_severity;
enum { SFSM_ERROR = 1, SFSM_WARNING = 2 };

typedef int32_t sfsm_diagnostic_kind;
enum {
    SFSM_EMPTY_DEFINITION = 1,      /* no rows at all; reported only if there is no other error */
    SFSM_EMPTY_BLOCK = 2,           /* a block without rows, callbacks and superstates, and not final */
    SFSM_DUPLICATE = 3,             /* rows alike in source, event, matches and target (under first match in guards
                                       too) */
    SFSM_CLASH = 4,                 /* rows alike in source, event and matches that differ in target (not under first
                                       match) */
    SFSM_UNKNOWN_TARGET = 5,        /* a target that has no rows and no block */
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
    SFSM_CIRCULAR_ADOPTION = 14,    /* cyclic adoption; or all states together inherit along more than 1,048,576
                                       paths */
    SFSM_IMPLICIT_CLASH = 15,       /* rows with different matches that name equally many predicate types, and that are
                                       all the best match for one combination of cases (not under first match) */
    SFSM_INVALID_MATCH = 16,        /* a row that names a predicate type or a case twice, no case of a type, or a case
                                       that the type does not have */
    SFSM_UNDECLARED_PREDICATE = 17, /* a row that names a predicate type which was not declared */
    SFSM_PREDICATE_CONFLICT = 18,   /* a predicate type declared with different numbers of cases */
    SFSM_TOO_COMPLEX = 19,          /* the matches for one state and event make up too many combinations to be judged */
    SFSM_SIGNATURE_MISMATCH = 20,   /* a callable whose signature does not fit where it stands: its result, or arguments
                                       unlike those of an event that reaches it */
    SFSM_ARGUMENT_CONFLICT = 21,    /* an event declared with different arguments; one with arguments that is raised, or
                                       sent by a timeout */
    SFSM_REJECTED_CALL = 22,        /* a function of chapter 5 returned an error other than SFSM_OUT_OF_MEMORY, the first
                                       one since the last build; reported once */
    SFSM_UNKNOWN_PARENT = 23,       /* a block that is nested in what has no rows and no block */
    SFSM_SECOND_PARENT = 24,        /* a state that is nested in two others */
    SFSM_CIRCULAR_NESTING = 25,     /* states that are nested in each other */
    SFSM_MISSING_DEFAULT = 26,      /* a state with several children, none of which is its default */
    SFSM_MISPLACED_DEFAULT = 27,    /* a default that is not nested in its state (of a history: in the state around it);
                                       one of a parallel state */
    SFSM_CIRCULAR_DEFAULT = 28,     /* defaults that lead back to themselves by way of histories */
    SFSM_INVALID_HISTORY = 29,      /* a history that is nested in no state, or has rows, callbacks, children or
                                       timeouts */
    SFSM_INVALID_FINAL_STATE = 30,  /* a final state of a chart with rows, children or a default */
    SFSM_EXCLUSIVE_TARGETS = 31,    /* a row with targets that cannot be active together */
    SFSM_MISPLACED_TARGET = 32,     /* further targets of a request, or beside SFSM_SAME, SFSM_INTERNAL, SFSM_DYNAMIC or
                                       SFSM_DEFER; SFSM_DEFER in a row with actions or events to raise */
    SFSM_EVENTLESS_CIRCLE = 33,     /* rows without events and guards that lead back to where they began: they would
                                       never end */
    SFSM_MISPLACED_EVENTLESS_ROW = 34, /* a row without an event that defers it */
    SFSM_MISPLACED_NESTING = 35,    /* the block of a superstate that is nested, or has a default or an event for when
                                       it is done */
    SFSM_CONFLICTING_BLOCKS = 36,   /* blocks of one state that differ in its kind, its default or its event for when it
                                       is done */
    SFSM_UNKNOWN_CONDITION = 37,    /* a row that asks whether something is active that has no rows and no block, or is
                                       a history */
    SFSM_DOCUMENT_SYNTAX = 38,      /* chapter 13: something else is expected in this line of a document */
    SFSM_UNKNOWN_DOCUMENT_NAME = 39, /* chapter 13: a label, or a case of a predicate type, that the document does not
                                       have */
    SFSM_DOCUMENT_LIMIT = 40,       /* chapter 13: a document is larger than allowed */
    SFSM_UNBOUND_CALLBACK = 41,     /* chapter 13: a document names a callback that the caller did not supply, or
                                       supplied with another signature */
    SFSM_SNAPSHOT_MISMATCH = 42,    /* chapter 12: a part of a snapshot has no place in this version of the definition, or
                                       the snapshot's JSON is wrong */
    SFSM_UNREACHABLE_STATE = 101,   /* warning: no row leads there from the initial state */
    SFSM_DEAD_END_STATE = 102,      /* warning: no row leads out, and it was not declared SFSM_FINAL */
    SFSM_UNUSED_EVENT = 103,        /* warning: an event that is named, declared, raised, or sent by a timeout, but
                                       that no row uses */
    SFSM_NEVER_TAKEN = 104,         /* warning: a row before which others always come (if a case of each predicate type
                                       is sent), or that is overridden in every state */
    SFSM_UNUSED_PREDICATE = 105,    /* warning: a declared predicate type that no row uses */
    SFSM_UNUSED_SUPERSTATE = 106,   /* warning: a superstate that no state adopts */
    SFSM_EXIT_FROM_FINAL_STATE = 107, /* warning: a row leads from a state that was declared SFSM_FINAL to another */
    SFSM_TARGET_IN_SIBLING_REGION = 108, /* warning: a row that leaves and enters all regions of a parallel state, in
                                       which it stays */
    SFSM_CONFLICTING_REGIONS = 109, /* warning: rows of several regions for one event of which only the first is taken,
                                       as one of them leaves all regions */
    SFSM_SINGLE_REGION = 110,       /* warning: a parallel state with less than two children */
    SFSM_NEVER_DONE = 111,          /* warning: an event for when a state is done that can never be done */
    SFSM_USELESS_DEFERRAL = 112,    /* warning: a row that defers an event which no other row takes */
    SFSM_POSSIBLE_EVENTLESS_CIRCLE = 113, /* warning: rows without events that lead back to where they began, if guards
                                       let them */
    SFSM_UNUSED_HISTORY = 114       /* warning: a history to which no row and no default leads */
};

enum { SFSM_ALL_WARNINGS = 100 }; /* every warning, for sfsm_builder_set_warning */

/* Choose whether builds report the warnings of one kind, or SFSM_ALL_WARNINGS. All are reported by default; errors always
 * are. Errors: SFSM_BAD_VALUE (not a kind of warning), SFSM_ALREADY_BUILT. */
sfsm_status sfsm_builder_set_warning(sfsm_builder *builder, int32_t kind, bool is_reported);

/* One diagnostic. The caller sets `size` before it is filled in. */
typedef struct sfsm_diagnostic {
    size_t size;
    sfsm_diagnostic_kind kind; /* SFSM_EMPTY_DEFINITION ... */
    sfsm_severity severity;    /* SFSM_ERROR or SFSM_WARNING */
    sfsm_id state;      /* the state concerned (of a row: its source), or SFSM_NONE */
    sfsm_id event;      /* the event concerned, or SFSM_NONE */
    sfsm_id target;     /* the target concerned (of a clash: the first row's), or SFSM_NONE */
    int32_t line;       /* the first place, 0 if there is none (or it was given as negative); lines count from 1 */
    const char *file;   /* the first place, or NULL */
    const char *text;   /* a sentence: what is wrong, with names, and a suggested fix; without the place */
    size_t place_count; /* the number of places concerned, such as both rows of a clash */
    sfsm_id predicate;  /* the predicate type concerned, or SFSM_NONE */
    sfsm_id value;      /* the case concerned, or SFSM_NONE */
    size_t case_count;  /* of an implicit clash: the number of cases in a combination that several rows match */
    int32_t column;     /* of a document: the column of the first place, in characters from 1; otherwise 0 */
    int32_t reserved;   /* 0 */
} sfsm_diagnostic;

/* Return the number of errors and warnings. 0 for NULL. */
size_t sfsm_diagnostics_count(const sfsm_diagnostics *diagnostics);

/* Fill in a diagnostic. Its strings are borrowed. Errors: SFSM_OUT_OF_RANGE, SFSM_BAD_SIZE. */
sfsm_status sfsm_diagnostics_get(const sfsm_diagnostics *diagnostics, size_t index, sfsm_diagnostic *out_diagnostic);

/* Get a place of a diagnostic, from 0. *out_file is NULL and *out_line 0 for what was added without a place.
 * Errors: SFSM_OUT_OF_RANGE. */
sfsm_status sfsm_diagnostics_place(const sfsm_diagnostics *diagnostics, size_t index, size_t place,
                                   const char **out_file, int32_t *out_line);

/* Get a case of the combination of an implicit clash, from 0. Predicate types that it does not name do not matter.
 * Errors: SFSM_OUT_OF_RANGE. */
sfsm_status sfsm_diagnostics_case(const sfsm_diagnostics *diagnostics, size_t index, size_t number,
                                  sfsm_id *out_predicate, sfsm_id *out_value);

/* Return all diagnostics as text, "file:line: error: ...", one a line, with further places on indented lines. "" for NULL.
 * Characters of names that would break a line or change its direction are escaped (\n, \x07, \u202e). Names are cut after
 * 200 bytes, paths to their last 1,000. */
const char *sfsm_diagnostics_text(const sfsm_diagnostics *diagnostics);

/* Return the name of a kind, "clash"; "unknown" for any other number. Static. */
const char *sfsm_diagnostic_kind_name(sfsm_diagnostic_kind kind);

/* Free a list of diagnostics. */
void sfsm_diagnostics_release(sfsm_diagnostics *diagnostics);

/* ---------------------------------------------------------------------------------------------------------------
 * 7. Table
 *
 * A table is immutable and reference-counted. Any thread may call any function of this chapter at any time. A machine
 * retains its table.
 * ------------------------------------------------------------------------------------------------------------- */

/* Add a reference, which the caller owns. Returns the table; NULL for NULL. */
sfsm_table *sfsm_table_retain(const sfsm_table *table);

/* Release a reference. With the last one, the finalizers of the table's callbacks run on this thread. */
void sfsm_table_release(const sfsm_table *table);

/* Return the number of states, events, predicate types and rows; adopted rows count once. 0 for NULL. Cost: O(1). */
size_t sfsm_table_state_count(const sfsm_table *table);
size_t sfsm_table_event_count(const sfsm_table *table);
size_t sfsm_table_predicate_count(const sfsm_table *table);
size_t sfsm_table_row_count(const sfsm_table *table);

/* Return the state, event or predicate type at an index, in ascending order. SFSM_NONE if there is none, and for NULL.
 * Cost: O(1). */
sfsm_id sfsm_table_state_at(const sfsm_table *table, size_t index);
sfsm_id sfsm_table_event_at(const sfsm_table *table, size_t index);
sfsm_id sfsm_table_predicate_at(const sfsm_table *table, size_t index);

/* Return the number of cases of a predicate type. 0 if the table does not have it, and for NULL. Cost: O(1). */
int32_t sfsm_table_case_count(const sfsm_table *table, sfsm_id predicate);

/* Return the number of arguments of an event, and the type of the argument at an index (SFSM_BOOL ...). 0 if there is
 * none, and for NULL. Cost: O(1). */
size_t sfsm_table_argument_count(const sfsm_table *table, sfsm_id event);
sfsm_value_type sfsm_table_argument_type(const sfsm_table *table, sfsm_id event, size_t index);

/* Return the size in bytes of what steps use: cells, programs and ids, without names, places and the transitions below.
 * 0 for NULL. */
size_t sfsm_table_size(const sfsm_table *table);

/*
 * Return a hash of what the definition does: states, events with the types of their arguments, predicate types (and
 * which have providers), rows with their targets and the number of their guards, nesting, timeouts and policies. Names,
 * places and callbacks are not hashed (but naming an event makes it known to the table, as a row does). Equal
 * definitions have the same key in every process and on every platform; different definitions almost certainly have
 * different ones. Snapshots of a definition that cannot be written carry it (chapter 12). Never 0 for a table; 0 for NULL.
 * Cost: O(1), the first time O(rows + states + events). For the text of a definition there is sfsm_table_fingerprint
 * (chapter 13).
 */
uint64_t sfsm_table_snapshot_key(const sfsm_table *table);

/* Return the definition's initial state. SFSM_NONE if it has none, and for NULL. */
sfsm_id sfsm_table_initial(const sfsm_table *table);

/* Return the name of a state, event, predicate type or case. NULL if it has none or is unknown, and for a NULL table.
 * Cost: O(1). */
const char *sfsm_table_state_name(const sfsm_table *table, sfsm_id state);
const char *sfsm_table_event_name(const sfsm_table *table, sfsm_id event);
const char *sfsm_table_predicate_name(const sfsm_table *table, sfsm_id predicate);
const char *sfsm_table_case_name(const sfsm_table *table, sfsm_id predicate, sfsm_id value);

/* Return the state, event, predicate type or case of a name (UTF-8, `length` bytes), or the state or event of a name that
 * it had before ("was" in a document). If several have one name: that which was named first.
 * SFSM_NONE if there is none, and for NULL. Cost: O(length). */
sfsm_id sfsm_table_state_named(const sfsm_table *table, const char *name, size_t length);
sfsm_id sfsm_table_event_named(const sfsm_table *table, const char *name, size_t length);
sfsm_id sfsm_table_predicate_named(const sfsm_table *table, const char *name, size_t length);
sfsm_id sfsm_table_case_named(const sfsm_table *table, sfsm_id predicate, const char *name, size_t length);

/* Return the number of superstates, and the name of one, in the order in which they were opened. NULL if it has no name or
 * there is none, and for a NULL table. Cost: O(1). */
size_t sfsm_table_superstate_count(const sfsm_table *table);
const char *sfsm_table_superstate_name(const sfsm_table *table, size_t index);

/* Flags of a transition, besides SFSM_OVERRIDING and SFSM_LOCAL. */
enum {
    SFSM_INHERITED = 2 /* its row belongs to a superstate */
};

/* A row of one state, its own or adopted, that no other row overrides. */
typedef struct sfsm_transition {
    size_t size;         /* sizeof(sfsm_transition), set by the caller */
    size_t row;          /* the row's number, from 1, in the order in which rows were added */
    sfsm_id source;      /* the state, or SFSM_ANY */
    sfsm_id event;       /* an event, SFSM_ANY, SFSM_REQUEST or SFSM_EVENTLESS */
    sfsm_id target;      /* a state, or a reserved id as in the row; the first of several */
    int32_t rank;        /* the number of predicate types that the row names */
    uint32_t flags;      /* SFSM_OVERRIDING, SFSM_INHERITED, SFSM_LOCAL */
    int32_t line;        /* the place of the row; 0 if it is unknown */
    const char *file;    /* NULL if it is unknown */
    size_t guard_count;  /* includes the conditions on active states, which come first */
    size_t action_count;
} sfsm_transition;

/* Return the number of transitions. An adopted row counts once for each state. 0 for NULL. Cost: O(1). */
size_t sfsm_table_transition_count(const sfsm_table *table);

/*
 * Fill in a transition. They are sorted by source, then by event, in ascending order, those for any state and any event
 * after the others, then requests by target, then rows without an event; then in the order in which they are tried.
 * Errors: SFSM_OUT_OF_RANGE, SFSM_BAD_SIZE. Cost: O(1).
 */
sfsm_status sfsm_table_transition(const sfsm_table *table, size_t index, sfsm_transition *out_transition);

/*
 * List the cases of a predicate type that a transition matches, in ascending order: those that its row names, or all of
 * them if it does not name the type. *out_count receives their number; at most `capacity` of them are written to
 * `values`, which may be NULL if capacity is 0.
 * Errors: SFSM_OUT_OF_RANGE (no such transition, or the capacity is too large for any array), SFSM_UNKNOWN_PREDICATE.
 * Cost: O(cases).
 */
sfsm_status sfsm_table_transition_cases(const sfsm_table *table, size_t index, sfsm_id predicate, sfsm_id *values,
                                        size_t capacity, size_t *out_count);

/*
 * List the targets of a transition in the order of its row. There is at least one; the first is sfsm_transition.target.
 * *out_count and `capacity` are as in sfsm_table_transition_cases, here and in the next two functions.
 * Errors of the three: SFSM_OUT_OF_RANGE (no such transition, or the capacity is too large for any array).
 * Cost: O(ids listed).
 */
sfsm_status sfsm_table_transition_targets(const sfsm_table *table, size_t index, sfsm_id *targets, size_t capacity,
                                          size_t *out_count);

/* List the conditions of a transition on active states (sfsm_builder_add_in_guard), in the order in which they are
 * checked: `states` receives the state of each, `are_active` true if it must be active, false if it must not be. Both
 * arrays have `capacity` elements. */
sfsm_status sfsm_table_transition_conditions(const sfsm_table *table, size_t index, sfsm_id *states, bool *are_active,
                                             size_t capacity, size_t *out_count);

/* List the events that a transition raises (sfsm_builder_add_raise), in order. */
sfsm_status sfsm_table_transition_raised(const sfsm_table *table, size_t index, sfsm_id *events, size_t capacity,
                                         size_t *out_count);

/* ---------------------------------------------------------------------------------------------------------------
 * 8. Machine
 *
 * A machine is a current state (in a chart, a set of active states: chapter 12) and a context, over a table that any
 * number of machines share. Only one thread at a time may use it.
 *
 * Sending while a step is under way: an event that a callback sends to its own machine waits in the machine's queue and
 * runs after the step, in the order in which it was sent. sfsm_machine_send then returns SFSM_QUEUED. "From inside a
 * callback" below also means: while a plan is open (chapter 10).
 * A strict machine (the default) must be sent exactly one case of each predicate type with each event; a lenient one
 * accepts an event without some of them, or all.
 * To run millions of records over one machine, put it back each time with sfsm_machine_set_state and
 * sfsm_machine_set_context: they call no callback and, unless the definition is a chart, allocate no memory.
 * ------------------------------------------------------------------------------------------------------------- */

/* The maximum number of events that may wait in one machine's queue, and of timers that may run in one machine. */
#define SFSM_QUEUE_LIMIT 16777216

/*
 * Create a machine in state `initial`: a state of the table, SFSM_INITIAL for the definition's initial state, or
 * SFSM_NONE for a machine that sfsm_machine_start will start. No callback runs, no entry callbacks either. `context` is
 * passed through unchanged to callbacks. The machine keeps a reference to the table.
 *
 * The caller releases *out_machine; it is set to NULL if the call fails.
 * Errors:
 *   SFSM_UNKNOWN_STATE    not a state of the table, or SFSM_INITIAL where the definition declares none
 *   SFSM_UNBOUND_CALLBACKS  the definition was read with SFSM_UNBOUND, and callbacks are missing (chapter 13)
 *   SFSM_OUT_OF_MEMORY
 */
sfsm_status sfsm_machine_create(const sfsm_table *table, sfsm_id initial, void *context, sfsm_machine **out_machine);

/* Flags of a machine. */
enum {
    SFSM_LENIENT = 1 /* cases of predicate types may be missing: then only rows that do not name these types match.
                        Types that the table does not have are ignored, and the first of two cases of one type counts */
};

/* The address of a machine in your own memory is a multiple of this, as every address from malloc is. */
#define SFSM_MACHINE_ALIGNMENT 16

/* Return the size in bytes of one machine over the table, a multiple of SFSM_MACHINE_ALIGNMENT: many machines fit into one
 * array. 0 for NULL. Cost: O(1). */
size_t sfsm_machine_size(const sfsm_table *table);

/* Options of a machine. Set `size` to sizeof(sfsm_machine_options), and what you do not use to 0. A struct that ends with
 * `context`, as in the first version, is accepted too. */
typedef struct sfsm_machine_options {
    size_t size;
    sfsm_id initial;    /* as for sfsm_machine_create */
    uint32_t flags;     /* SFSM_LENIENT, or 0 */
    void *context;
    void *memory;       /* where to make the machine; NULL: the library allocates it */
    size_t memory_size; /* the bytes there, at least sfsm_machine_size. Not read if `memory` is NULL */
} sfsm_machine_options;

/*
 * Create a machine with options.
 *
 * A machine in your own memory is made without allocating any (in a chart of more than 1,300 states, some is allocated
 * during the call). *out_machine is the address of that memory. The memory must stay where it is, and must not be read,
 * written or used again before sfsm_machine_release has released the machine. The machine still allocates what it needs
 * later: room for events that wait, for timers that you start yourself, and for the steps of a chart. For example, many
 * machines in one array:
 *
 *     const size_t size = sfsm_machine_size(table);
 *     char *memory = malloc(100000 * size);
 *     for (size_t index = 0; index < 100000; index++) {
 *         sfsm_machine_options options = { .size = sizeof options, .initial = SFSM_INITIAL,
 *                                          .memory = memory + index * size, .memory_size = size };
 *         sfsm_machine_create_with(table, &options, &machine);
 *     }
 *
 * Errors: as sfsm_machine_create, and
 *   SFSM_BAD_SIZE       options->size is not that of a version, or a field that this library does not know is not zero
 *   SFSM_BAD_VALUE      unknown flags, or `memory` is not aligned to SFSM_MACHINE_ALIGNMENT
 *   SFSM_OUT_OF_RANGE   memory_size is smaller than sfsm_machine_size
 */
sfsm_status sfsm_machine_create_with(const sfsm_table *table, const sfsm_machine_options *options,
                                     sfsm_machine **out_machine);

/* Free a machine. Drops the events that wait and runs the finalizers of its hooks, but no exit callbacks. Called from
 * inside one of the machine's own callbacks, it takes effect as the outermost call returns, after the present step.
 *
 * Of a machine in your own memory everything else is freed. The memory is yours again when this function returns; when it
 * was called from inside a callback, when the outermost call returns (while a plan is open, the call that ends it). */
void sfsm_machine_release(sfsm_machine *machine);

/*
 * Send an event: run its step to completion, then the steps of all events that its callbacks sent to this machine.
 *
 * Returns the outcome of `event` itself: SFSM_TRANSITIONED, SFSM_REFUSED, SFSM_UNHANDLED or, in a chart, SFSM_DEFERRED;
 * SFSM_QUEUED from inside a callback of this machine. If the step of an event that a callback sent fails, that outcome
 * stays: the step hook is told, the events behind it wait (sfsm_machine_pending), and sfsm_machine_failure returns the
 * result that failed. Events that were waiting run first. If one of them fails, so that this event waits too, or drops
 * this event (by stop, discard or release), the call returns SFSM_QUEUED.
 * Errors:
 *   SFSM_NOT_RUNNING          the machine is stopped
 *   SFSM_UNKNOWN_EVENT        the table does not know the event; nothing happened
 *   SFSM_RESERVED_ID          not an event; nothing happened
 *   SFSM_CALLBACK_FAILED      a callback failed (chapter 4)
 *   SFSM_UNKNOWN_STATE        a resolver named a state that the table does not have; sfsm_machine_failure tells which
 *   SFSM_UNKNOWN_CASE         a provider returned a case that its predicate type does not have
 *   SFSM_MISSING_PREDICATE    the machine is strict, and the table has predicate types without a provider
 *   SFSM_ARGUMENT_COUNT       the event declares arguments
 *   SFSM_STEP_LIMIT_REACHED   in a chart: the event led to SFSM_STEP_LIMIT steps (chapter 12)
 *   SFSM_BUSY                 called by a guard, resolver or provider of a probe
 *   SFSM_QUEUE_FULL, SFSM_OUT_OF_MEMORY   not queued; nothing else changed
 * Cost: O(1) in rows, states and events. Allocates nothing (the queue grows only when a callback sends), takes no lock.
 * Chapter 12 tells the cost in a chart.
 */
sfsm_outcome sfsm_machine_send(sfsm_machine *machine, sfsm_id event);

/*
 * Request that the machine go to a state. Takes a row with the event SFSM_REQUEST for that state.
 *
 * Returns as sfsm_machine_send; SFSM_UNHANDLED if no row allows it.
 * Errors: as sfsm_machine_send, and
 *   SFSM_UNKNOWN_STATE, SFSM_RESERVED_ID   not a state (or history) of the table; nothing happened
 */
sfsm_outcome sfsm_machine_request(sfsm_machine *machine, sfsm_id state);

/* A case of a predicate type. */
typedef struct sfsm_case {
    sfsm_id predicate;
    sfsm_id value;
} sfsm_case;

/*
 * Everything that can be sent to a machine. Start with SFSM_MESSAGE or SFSM_REQUEST_MESSAGE, which set `size`, then
 * fill in what else is sent:
 *
 *     sfsm_message message = SFSM_MESSAGE(PASS);
 *     message.cases = (sfsm_case[]){ { POLICY, STRONG } };
 *     message.case_count = 1;
 *     sfsm_machine_send_message(gate, &message);
 *
 * The library reads a message during the call and keeps no pointer to it. `cases` and `arguments` may be NULL where
 * their count is 0. Fields may be appended in later versions: zero what you do not use.
 */
typedef struct sfsm_message {
    size_t size;                 /* sizeof(sfsm_message) */
    sfsm_id event;               /* an event, or SFSM_REQUEST. SFSM_ANY where a function chooses the event itself */
    sfsm_id requested;           /* with SFSM_REQUEST: the state that is requested. Otherwise not read */
    const sfsm_case *cases;      /* the present case of each predicate type, in any order */
    size_t case_count;
    const sfsm_value *arguments; /* what the event carries: as many values, and of the types, as it declares
                                    (sfsm_builder_add_event). A request carries nothing */
    size_t argument_count;
} sfsm_message;

/* Initializers of a message without cases and arguments: for an event, and for the request of a state. */
#define SFSM_MESSAGE(event) { sizeof(sfsm_message), (event), SFSM_NONE, NULL, 0, NULL, 0 }
#define SFSM_REQUEST_MESSAGE(state) { sizeof(sfsm_message), SFSM_REQUEST, (state), NULL, 0, NULL, 0 }

/*
 * Send an event or a request with cases and arguments. An event that is queued keeps a copy of both, strings included.
 * Sent from inside a step, it takes the cases of that step for the predicate types that it does not name and that have
 * no provider.
 *
 * A strict machine takes exactly one case of each predicate type; of a type with a provider, at most one. A lenient one
 * (SFSM_LENIENT) accepts any cases. Callbacks see the cases with sfsm_step_case, the arguments in step->arguments.
 *
 * An argument is converted if no information is lost: SFSM_INTEGER to any integer type that holds it, and to bool if
 * it is 0 or 1; SFSM_INTEGER, SFSM_U64, SFSM_F32 and SFSM_F64 to a floating-point type that has exactly this number;
 * NULL, which may be SFSM_PTR, SFSM_STR or the SFSM_INTEGER 0 (C++), to a pointer or string.
 *
 * Returns as sfsm_machine_send and sfsm_machine_request.
 * Errors: theirs, and the following, after which nothing has happened. sfsm_machine_rejected_case tells which case was
 * wrong, sfsm_machine_rejected_argument which argument:
 *   SFSM_NULL_POINTER         `message` is NULL, or a count is above 0 whose array is NULL
 *   SFSM_BAD_SIZE             message->size is smaller than the first version's, or a field that this library does not
 *                             know is not zero
 *   SFSM_OUT_OF_RANGE         a count is too large for any array
 *   SFSM_MISSING_PREDICATE    strict: no case of one of the table's predicate types
 *   SFSM_UNKNOWN_PREDICATE    strict: a predicate type that the table does not have
 *   SFSM_REPEATED_PREDICATE   strict: two cases of one predicate type
 *   SFSM_UNKNOWN_CASE         a predicate type does not have that case
 *   SFSM_ARGUMENT_COUNT       more or fewer arguments than the event declares, or any with a request
 *   SFSM_ARGUMENT_TYPE        an argument that is not, and cannot become, of the type that the event declares
 * Cost: as sfsm_machine_send, and O(predicate types) and O(arguments). Where the rows for one state and event name so
 * many predicate types that a table of the combinations would be far larger than the rows: O(those rows / 64) for each
 * type.
 */
sfsm_outcome sfsm_machine_send_message(sfsm_machine *machine, const sfsm_message *message);

/* Tell what was wrong when this machine last returned SFSM_ARGUMENT_COUNT or SFSM_ARGUMENT_TYPE: the number of the
 * argument, from 0 (of a wrong count: the first that is missing, or too many); the type that the event declares for it,
 * or 0; and the type that was sent, or 0. Out-parameters may be NULL; they receive 0 if nothing was wrong yet. */
sfsm_status sfsm_machine_rejected_argument(const sfsm_machine *machine, size_t *out_index,
                                           sfsm_value_type *out_declared, sfsm_value_type *out_sent);

/* Tell what was wrong when this machine last returned SFSM_MISSING_PREDICATE, SFSM_UNKNOWN_PREDICATE,
 * SFSM_REPEATED_PREDICATE or SFSM_UNKNOWN_CASE: the predicate type, and the case that was sent (the second if repeated,
 * SFSM_NONE if missing). Both out-parameters may be NULL; both receive SFSM_NONE if nothing was wrong yet. */
sfsm_status sfsm_machine_rejected_case(const sfsm_machine *machine, sfsm_id *out_predicate, sfsm_id *out_value);

/* Return the current state; inside a step, the old one until the commit. In a chart: the active leaf, or the outermost
 * active parallel state. SFSM_NONE for a machine that is stopped, and for NULL. Cost: O(1). */
sfsm_id sfsm_machine_state(const sfsm_machine *machine);

/*
 * Start a stopped machine: enter `state`, run its entry callbacks, then the events that they sent. `state` may be
 * SFSM_INITIAL, or SFSM_LAST_STATE for the state in which the machine was when it stopped (the initial one if there was
 * none). In a chart the machine enters the parents and defaults of `state` too.
 *
 * Errors:
 *   SFSM_ALREADY_RUNNING      the machine is not stopped
 *   SFSM_UNKNOWN_STATE        not a state of the table
 *   SFSM_BUSY                 called from inside a callback of this machine
 *   SFSM_CALLBACK_FAILED      an entry callback failed; the machine runs, in that state
 *   SFSM_STEP_LIMIT_REACHED   in a chart: as sfsm_machine_send; the machine runs
 *   SFSM_OUT_OF_MEMORY, SFSM_QUEUE_FULL   in a chart: the machine stays stopped
 */
sfsm_status sfsm_machine_start(sfsm_machine *machine, sfsm_id state);

/*
 * Stop a machine: run the exit callbacks of its state, then drop the events that wait and end the timers. The machine has
 * no state then.
 *
 * Returns SFSM_OK; SFSM_QUEUED from inside a callback of this machine: it stops after the events that wait already.
 * Errors:
 *   SFSM_NOT_RUNNING        the machine is stopped already
 *   SFSM_CALLBACK_FAILED    an exit callback failed; the machine still runs, in its state
 *   SFSM_BUSY               called by a guard, resolver or provider of a probe
 *   SFSM_QUEUE_FULL, SFSM_OUT_OF_MEMORY   from inside a callback: not queued
 */
sfsm_outcome sfsm_machine_stop(sfsm_machine *machine);

/*
 * Tell the machine that time has passed: call the update callbacks of its state, up to the first that names an event,
 * and send that event, after those that the callbacks sent themselves.
 *
 * `time` is yours (a date, or the time since the last call); it is passed through unchanged, in step->time.
 * `message` has the cases and arguments with which the event is sent; NULL: none. Its event is left open, SFSM_ANY,
 * since a callback names it. The update callbacks see its cases too, so these are checked first.
 * If out_event is not NULL, the event is returned in *out_event instead of being sent (SFSM_NONE: there is none).
 *
 * Returns the outcome of the event; SFSM_OK if there is none, or if it is returned in *out_event.
 * Errors: as sfsm_machine_send_message, and
 *   SFSM_BAD_VALUE          message->event is not SFSM_ANY
 *   SFSM_BUSY               called from inside a callback of this machine
 *   SFSM_CALLBACK_FAILED    an update callback failed, or a callback of the event
 * An error that concerns the event itself (SFSM_UNKNOWN_EVENT, SFSM_ARGUMENT_COUNT, SFSM_ARGUMENT_TYPE; without a
 * message also SFSM_MISSING_PREDICATE) comes after the update callbacks have run.
 */
sfsm_outcome sfsm_machine_update(sfsm_machine *machine, double time, const sfsm_message *message, sfsm_id *out_event);

/*
 * Put a machine, stopped or not, into a state without calling any callback: to restore a saved state. `state` may be
 * SFSM_INITIAL. Events that wait stay. With SFSM_NONE the machine is stopped: they are dropped, and timers end. In a chart
 * the parents and defaults of `state` become active too (sfsm_machine_set_states names each leaf), and the timeouts of the
 * states start (chapter 12).
 *
 * Errors:
 *   SFSM_UNKNOWN_STATE    not a state of the table
 *   SFSM_BUSY             called from inside a callback of this machine
 *   SFSM_OUT_OF_MEMORY, SFSM_QUEUE_FULL   in a chart only
 */
sfsm_status sfsm_machine_set_state(sfsm_machine *machine, sfsm_id state);

/* Return or replace the context. NULL for a machine that is NULL. */
void *sfsm_machine_context(const sfsm_machine *machine);
sfsm_status sfsm_machine_set_context(sfsm_machine *machine, void *context);

/* Return the table, borrowed. NULL for NULL. */
const sfsm_table *sfsm_machine_table(const sfsm_machine *machine);

/*
 * Predict the outcome of sending this message now. Nothing changes and no action runs. Guards and resolvers are called,
 * so they must be free of side effects; an event that they send to this machine returns SFSM_BUSY. May be called from
 * inside a callback.
 *
 * Returns SFSM_TRANSITIONED, SFSM_REFUSED, SFSM_UNHANDLED or SFSM_DEFERRED. *out_target (may be NULL) then receives the
 * state after such a step: the present one unless SFSM_TRANSITIONED.
 * Errors: as sfsm_machine_send_message. SFSM_OUT_OF_MEMORY.
 */
sfsm_outcome sfsm_machine_probe(sfsm_machine *machine, const sfsm_message *message, sfsm_id *out_target);

/* What sfsm_machine_permitted looks for; 0: the events that would be taken now. */
enum {
    SFSM_WITHOUT_GUARDS = 1,  /* guards and resolvers are not called: everything for which a row matches */
    SFSM_PERMITTED_STATES = 2 /* the states that may be requested, instead of events */
};

/*
 * List the events for which sfsm_machine_probe would return SFSM_TRANSITIONED, or the states that may be requested, in
 * ascending order. An event that declares arguments is listed if a row matches: its guards and resolvers are not
 * called.
 *
 * `message` has the cases with which each of them is probed; NULL: none. Its event is left open, SFSM_ANY:
 *
 *     sfsm_message message = SFSM_MESSAGE(SFSM_ANY);
 *
 * *out_count receives how many there are; the first `capacity` of them are written to `ids`, which may be NULL if
 * capacity is 0.
 * Errors:
 *   SFSM_NOT_RUNNING       the machine is stopped
 *   SFSM_BAD_VALUE         message->event is not SFSM_ANY, or unknown flags
 *   SFSM_ARGUMENT_COUNT    the message has arguments
 *   SFSM_CALLBACK_FAILED   a guard, a resolver or a provider failed
 *   SFSM_OUT_OF_RANGE      the capacity is too large for any array
 *   and those of sfsm_machine_send_message for its size and its cases
 * Cost: a probe for each event, or each state, of the table.
 */
sfsm_status sfsm_machine_permitted(sfsm_machine *machine, const sfsm_message *message, uint32_t flags, sfsm_id *ids,
                                   size_t capacity, size_t *out_count);

/* What happens to a row when the rows for a message are tried. */
typedef int32_t sfsm_reason_kind;
enum {
    SFSM_TAKEN = 1,            /* it would be taken */
    SFSM_NOT_MATCHED = 2,      /* it does not match the case of `predicate` */
    SFSM_GUARD_REFUSED = 3,    /* guard number `guard` (from 0) refused */
    SFSM_RESOLVER_REFUSED = 4, /* its resolver returned SFSM_NONE */
    SFSM_NOT_TRIED = 5         /* another row came before it */
};

/* Why a row is taken or not. */
typedef struct sfsm_reason {
    size_t transition;     /* its number for sfsm_table_transition */
    sfsm_reason_kind kind; /* SFSM_TAKEN ... */
    sfsm_id predicate;     /* the predicate type that does not match (of several, the lowest id), or SFSM_NONE */
    sfsm_id value;         /* the case of it that was sent, SFSM_NONE if none was */
    int32_t guard;         /* the number of the guard that refused, from 0, conditions on active states first; or -1 */
} sfsm_reason;

/*
 * Predict the outcome of sending this message now, as sfsm_machine_probe, and explain it: one reason for each row that
 * the state has for it, in the order in which they are tried; none if it has no such row. In a chart these are the rows of
 * all active states, each state once; rows that are not tried stand where the first leaf below would have tried them.
 *
 * *out_count (may be NULL) receives how many there are; the first `capacity` of them are written to `reasons`, which
 * may be NULL if capacity is 0. `reason_size` is sizeof(sfsm_reason) as the caller was compiled; the macro passes it.
 * On an error *out_count is unchanged, and the contents of `reasons` are undefined.
 * Returns as sfsm_machine_probe.
 * Errors: as sfsm_machine_probe, and
 *   SFSM_BAD_SIZE       reason_size is smaller than the first version's, or not a multiple of a pointer's size
 *   SFSM_OUT_OF_RANGE   the capacity is too large for any array
 * Cost: O(those rows); in a chart that of a step.
 */
sfsm_outcome sfsm_machine_explain_sized(sfsm_machine *machine, const sfsm_message *message, sfsm_reason *reasons,
                                        size_t reason_size, size_t capacity, size_t *out_count);
#define sfsm_machine_explain(machine, message, reasons, capacity, out_count)                                          \
    sfsm_machine_explain_sized((machine), (message), (reasons), sizeof(sfsm_reason), (capacity), (out_count))

/*
 * Add a hook to a machine. Hooks are called in the order in which they were added, after those of the table
 * (sfsm_builder_on_step), up to the first that fails. A function that is NULL removes all hooks of this kind that the
 * machine itself has: their finalizers run.
 *
 * on_unhandled is called for an event that the table knows, but that has no row in the current state; it may send
 * events.
 * on_step is called after every step, handled or not, and after a start or a stop; step->outcome has the outcome,
 * sfsm_step_row the row, whose text is sfsm_table_row_label (chapter 13). It is called for the step of an event that a
 * callback sent, too, in the order in which the steps run; and for one that fails, with SFSM_CALLBACK_FAILED.
 * Errors:
 *   SFSM_BUSY             called from inside a callback of this machine
 *   SFSM_OUT_OF_MEMORY
 *   SFSM_BAD_SIGNATURE    a callable that names argument types (events of all kinds come here; `args...` takes them),
 *                         predicate types that the table does not have, or another result than void or i32
 */
sfsm_status sfsm_machine_on_unhandled(sfsm_machine *machine, sfsm_function function, void *context,
                                      sfsm_finalizer finalizer);
sfsm_status sfsm_machine_on_step(sfsm_machine *machine, sfsm_function function, void *context,
                                 sfsm_finalizer finalizer);

/* Return the result of the callback whose failure this machine reported last (SFSM_FAILED for a resolver); 0 if none
 * failed yet, or for NULL. */
int32_t sfsm_machine_failure(const sfsm_machine *machine);

/* Return the number of events that wait: inside a step, those sent so far; otherwise, those that a failure left behind.
 * This includes a stop that was requested from inside a callback and, in a chart, events that were raised and deferred
 * events that are about to be tried again. 0 for NULL. Cost: O(1). */
size_t sfsm_machine_pending(const sfsm_machine *machine);

/*
 * Run the events that a failure left waiting.
 *
 * Returns SFSM_OK when none is left.
 * Errors:
 *   SFSM_CALLBACK_FAILED, SFSM_UNKNOWN_STATE, SFSM_UNKNOWN_CASE, SFSM_STEP_LIMIT_REACHED
 *                           a step failed, as in sfsm_machine_send; the rest still waits
 *   SFSM_BUSY               called from inside a callback of this machine
 */
sfsm_status sfsm_machine_run_pending(sfsm_machine *machine);

/* Drop the events that wait; in a chart also those that were raised or deferred. Timers go on. Allowed from inside a
 * callback: the step under way goes on, with what it raises and the rows with SFSM_EVENTLESS that follow it. From outside
 * no steps follow any more, and a chart that could not stop in a final state (chapter 12) stays there. Returns SFSM_OK. */
sfsm_status sfsm_machine_discard_pending(sfsm_machine *machine);

/* ---------------------------------------------------------------------------------------------------------------
 * 9. Callables and closures
 *
 * A callable is a function of your own signature, which you write as text. It is called, through libffi, with exactly the
 * values that it asks for:
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
 *   signature   result "(" ( parameter ( "," parameter )* )? ")", with any spaces between words
 *
 *   result      void       for actions, entry, exit and cycle callbacks, hooks, update callbacks that name no event
 *               bool       for guards, and providers of a type with two cases
 *               i32        int32_t, as from an sfsm_function (< 0: failed): for guards, actions, entry, exit and cycle
 *                          callbacks, hooks, providers
 *               state      int32_t, SFSM_NONE and SFSM_FAILED included: for resolvers
 *               event      int32_t, SFSM_NONE and SFSM_FAILED included: for update callbacks
 *
 *   parameter   context    void *: the callable's context, or the machine's if that is NULL
 *               event, source, target   int32_t, as in sfsm_step
 *               step       const sfsm_step *
 *               time       double, as in sfsm_step
 *               predicate(N)   int32_t: the present case of the predicate type with the id N, sent or provided;
 *                          SFSM_NONE if there is none
 *               bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 str ptr   the arguments of the event, in order: the first
 *                          such word is the first argument. Trailing arguments may be left out
 *               ...        last: the function is variadic, `int count, ...`. It is passed the number of the table's
 *                          predicate types, and an int for each, its case, by ascending id
 *               args...    last: the function is variadic, `int count, ...`. It is passed the number of arguments that
 *                          no parameter names, and for each an int, its type (SFSM_I32), and the value as C promotes it
 *                          (bool, i8, i16, u8 and u16 to int, f32 to double)
 *
 * The build checks that every event that reaches a callback declares the types that its signature names, in that order
 * (SFSM_SIGNATURE_MISMATCH). Requests, and unknown events that are taken by rows for any event, have no arguments. In a
 * start, a stop and an update there is no event: arguments are 0, an empty string or NULL.
 *
 * A library that is built without libffi (CMake: -DSWIFTFSM_FFI=OFF; WebAssembly) has neither callables nor closures:
 * creating one returns SFSM_UNSUPPORTED. Signatures can still be checked.
 * ------------------------------------------------------------------------------------------------------------- */

/* Any function. Cast yours to this type. It is called as its signature says; a mismatched signature is undefined
 * behaviour. */
typedef void (*sfsm_any_function)(void);

typedef struct sfsm_callable sfsm_callable;

/*
 * Check whether a signature, or the argument types of an event, can be read. Any thread.
 * Returns SFSM_OK.
 * Errors: SFSM_BAD_SIGNATURE: *out_position (may be NULL) is the first byte that cannot be read, from 0; *out_expected
 * (may be NULL) says what is expected there ("a parameter"; static).
 */
sfsm_status sfsm_signature_check(const char *signature, size_t *out_position, const char **out_expected);
sfsm_status sfsm_arguments_check(const char *arguments, size_t *out_position, const char **out_expected);

/*
 * Create a callable. The caller releases it. It may be registered any number of times, with any builders and machines,
 * on any thread. The finalizer runs once: when the last reference is released (the caller's, and one for each callback
 * made from it), or at once if this call fails.
 * Errors: SFSM_NULL_POINTER (function, signature or out_callable), SFSM_BAD_SIGNATURE, SFSM_OUT_OF_MEMORY,
 * SFSM_UNSUPPORTED.
 */
sfsm_status sfsm_callable_create(sfsm_any_function function, const char *signature, void *context,
                                 sfsm_finalizer finalizer, sfsm_callable **out_callable);

/* Release a reference. */
void sfsm_callable_release(sfsm_callable *callable);

/* Return the callable as a callback, to be registered once. It owns a reference, which its finalizer releases. Do not
 * call its function. For NULL: a callback without a function. */
sfsm_callback sfsm_callable_callback(sfsm_callable *callable);

/* Pass a variable of type sfsm_callback as the three arguments of sfsm_builder_add_guard and the like. */
#define SFSM_CALLBACK_ARGS(callback) (callback).function, (callback).context, (callback).finalizer

/*
 * Receives the calls of a closure. `arguments` are the values of the call, with the types of the signature (context, step
 * and ptr: SFSM_PTR; event, source, target and predicate(N): SFSM_I32; time: SFSM_F64). *out_result has the type of the
 * result (SFSM_BOOL; SFSM_I32 for i32, state and event; 0 for void) and the value 0; write the value to return.
 * Returns >= 0; or < 0 if it failed: the closure then returns that number for i32, SFSM_FAILED for state and event, and
 * false for bool. Another type in *out_result counts as a failure, -1.
 */
typedef int32_t (*sfsm_closure_handler)(void *context, const sfsm_value *arguments, size_t count,
                                        sfsm_value *out_result);

typedef struct sfsm_closure sfsm_closure;

/*
 * Create a native function of this signature, whose calls arrive at the handler with `context`: for languages without C
 * functions, one handler serves all. The caller releases the closure. The finalizer runs once: when the closure is
 * released, or at once if this call fails.
 * Errors: SFSM_NULL_POINTER (signature, handler or out_closure), SFSM_BAD_SIGNATURE, SFSM_BAD_VALUE (the signature is
 * variadic), SFSM_OUT_OF_MEMORY (also if the system forbids new functions), SFSM_UNSUPPORTED.
 */
sfsm_status sfsm_closure_create(const char *signature, sfsm_closure_handler handler, void *context,
                                sfsm_finalizer finalizer, sfsm_closure **out_closure);

/* Return the function, which may be called on any thread until the closure is released. NULL for NULL. */
sfsm_any_function sfsm_closure_function(const sfsm_closure *closure);

/* Free a closure. Its function must not be running, nor be called again. */
void sfsm_closure_release(sfsm_closure *closure);

/* ---------------------------------------------------------------------------------------------------------------
 * 10. Plans
 *
 * For a host that performs steps itself, for example because its callbacks have to be awaited. The library selects the
 * row and says what to call, in order; the host calls it:
 *
 *     sfsm_plan plan = { sizeof plan };
 *     sfsm_callback callback;
 *     int32_t next, result = 0;
 *     sfsm_outcome outcome = sfsm_machine_plan(gate, &message, &plan);
 *     while (plan.outcome == SFSM_TRANSITIONED && result >= 0 && (next = sfsm_plan_next(&plan, &callback)) > 0) {
 *         switch (next) {
 *         case SFSM_PLAN_CALL:    result = await_call(callback, plan.step); break;
 *         case SFSM_PLAN_RESOLVE: outcome = sfsm_machine_resolve(gate, &plan, await_call(callback, plan.step)); break;
 *         case SFSM_PLAN_COMMIT:  sfsm_machine_commit(gate, &plan); break;
 *         }
 *     }
 *     if (plan.outcome == SFSM_TRANSITIONED) outcome = sfsm_machine_complete(gate, &plan, result);
 *     while (sfsm_machine_plan_pending(gate, &plan) > 0) ...   the events that were sent meanwhile
 *
 * While it plans, the library itself calls guards, providers, a resolver that comes first in the phase order, and the
 * hooks of an event that takes no row. If the result of such a callback has to be awaited, it calls
 * sfsm_machine_postpone and fails. The host awaits the result and plans again; then the callback is called again and
 * returns it.
 *
 * In a chart (chapter 12) a plan is one step of those that an event leads to: sfsm_machine_plan_pending plans the steps
 * that follow, then the events that wait. The library calls every resolver while it plans.
 *
 * A machine is busy while a plan is open, from sfsm_machine_plan to sfsm_machine_complete or sfsm_machine_abandon: events
 * that are sent to it wait, and sfsm_machine_release takes effect when the plan ends.
 * ------------------------------------------------------------------------------------------------------------- */

/* What a step will do. The caller sets `size` to sizeof(sfsm_plan) before it is filled, and keeps it until the plan is
 * over. There is nothing to free. */
typedef struct sfsm_plan {
    size_t size;
    sfsm_outcome outcome;   /* SFSM_TRANSITIONED: the plan is open. Anything else: there is nothing to perform */
    sfsm_id source;         /* the state before the step; SFSM_NONE for a start */
    sfsm_id target;         /* the state after it; SFSM_NONE until it is resolved, and for a stop */
    size_t callback_count;  /* the callbacks to call; without those that follow a resolver until it is called */
    size_t commit_index;    /* how many of them run before the state changes; SIZE_MAX until the target is resolved */
    const sfsm_step *step;  /* the step to call the callbacks with; sfsm_step_row tells its row. Borrowed */
    uint64_t reserved[12];  /* for the library */
} sfsm_plan;

/* Plan the step of a message.
 * Returns SFSM_TRANSITIONED if the plan is open. SFSM_REFUSED, SFSM_UNHANDLED, SFSM_DEFERRED: there is nothing to perform,
 * and the hooks were called. SFSM_QUEUED: events were waiting, and this one waits behind them (sfsm_machine_plan_pending).
 * Errors: as sfsm_machine_send_message; SFSM_BUSY from inside a callback or while a plan is open; SFSM_BAD_SIZE.
 * Cost: O(1); in a chart that of a step, and the plan takes memory until it is over. */
sfsm_outcome sfsm_machine_plan(sfsm_machine *machine, const sfsm_message *message, sfsm_plan *out_plan);

/* Plan what comes next: in a chart the next step that follows by itself, otherwise the step of the event that has waited
 * longest. Each raised or deferred event is planned by itself, also if it comes to nothing (SFSM_UNHANDLED, say).
 * Returns SFSM_OK if nothing waits, and from inside a callback or while a plan is open; otherwise as sfsm_machine_plan,
 * without SFSM_QUEUED and SFSM_BUSY. Cost: as sfsm_machine_plan. */
sfsm_outcome sfsm_machine_plan_pending(sfsm_machine *machine, sfsm_plan *out_plan);

/* Plan the next step of sfsm_machine_advance (chapter 12): perform each plan and call this again with the same `now`,
 * until it returns SFSM_OK. What waits comes first, as in sfsm_machine_plan_pending, then the event that is due first.
 * Meanwhile the machine's time is that at which the event under way was due; it is `now` when nothing is left, or a
 * callback failed.
 * Returns as sfsm_machine_plan_pending. Errors: also SFSM_BAD_VALUE and SFSM_STEP_LIMIT_REACHED as sfsm_machine_advance,
 * and SFSM_BUSY from inside a callback or while a plan is open. Cost: as sfsm_machine_plan, and O(log timers). */
sfsm_outcome sfsm_machine_plan_due(sfsm_machine *machine, int64_t now, sfsm_plan *out_plan);

/* Postpone the plan that is being made. Call this from inside a guard, resolver, provider or hook that the library calls
 * while it plans, and let that callback fail (return SFSM_FAILED). The function that plans then returns
 * SFSM_CALLBACK_FAILED, and nothing has happened: no hook is called for the failure, sfsm_machine_failure is unchanged,
 * and an event that waited or was due is the next one again. Planning again calls all callbacks again, in the same
 * order. If the callback does not fail, the plan is not postponed.
 * Errors: SFSM_BAD_VALUE (no plan is being made), SFSM_NULL_POINTER. Cost: O(1). */
sfsm_status sfsm_machine_postpone(sfsm_machine *machine);

/* Plan what sfsm_machine_start and sfsm_machine_stop do.
 * Returns SFSM_TRANSITIONED if the plan is open. Errors: as those functions, SFSM_BUSY (also to stop) from inside a
 * callback or while a plan is open, SFSM_BAD_SIZE; in a chart SFSM_OUT_OF_MEMORY. */
sfsm_outcome sfsm_machine_plan_start(sfsm_machine *machine, sfsm_id state, sfsm_plan *out_plan);
sfsm_outcome sfsm_machine_plan_stop(sfsm_machine *machine, sfsm_plan *out_plan);

enum {
    SFSM_PLAN_END = 0,     /* nothing is left */
    SFSM_PLAN_CALL = 1,    /* call *out_callback; if its result is below 0, pass that to sfsm_machine_complete */
    SFSM_PLAN_RESOLVE = 2, /* call *out_callback and pass its result to sfsm_machine_resolve */
    SFSM_PLAN_COMMIT = 3   /* call sfsm_machine_commit */
};

/* Get the next call of a plan. Call a callback whose context is NULL with the machine's (step->context). Its finalizer is
 * NULL: the table owns the context.
 * Returns one of the numbers above. Errors: SFSM_NULL_POINTER, SFSM_BAD_SIZE. Cost: O(1). */
int32_t sfsm_plan_next(sfsm_plan *plan, sfsm_callback *out_callback);

/* Pass a resolver's result to a plan: a state, SFSM_NONE or SFSM_FAILED.
 * Returns SFSM_TRANSITIONED: go on. SFSM_REFUSED, SFSM_UNKNOWN_STATE, SFSM_CALLBACK_FAILED: the plan is over.
 * Errors: SFSM_BAD_VALUE (the plan is over, belongs to another machine, or does not ask for a state), SFSM_BAD_SIZE,
 * SFSM_NULL_POINTER. */
sfsm_outcome sfsm_machine_resolve(sfsm_machine *machine, sfsm_plan *plan, sfsm_id state);

/* Change the state, once, when sfsm_plan_next returns SFSM_PLAN_COMMIT. In a chart this changes all active states and
 * starts and ends timeouts.
 * Errors: SFSM_BAD_VALUE (the plan is over, belongs to another machine, has no target yet, or has changed the state
 * before), SFSM_BAD_SIZE, SFSM_NULL_POINTER. */
sfsm_status sfsm_machine_commit(sfsm_machine *machine, sfsm_plan *plan);

/* End the step with the result of its last callback, and call the step hooks. The plan is over.
 * Returns SFSM_TRANSITIONED; SFSM_CALLBACK_FAILED if `result` is below 0, or a hook failed.
 * Errors: SFSM_BAD_VALUE (the plan is over, or belongs to another machine; or it has not changed the state, though
 * `result` is not below 0, and stays open), SFSM_BAD_SIZE, SFSM_NULL_POINTER. */
sfsm_outcome sfsm_machine_complete(sfsm_machine *machine, sfsm_plan *plan, int32_t result);

/* Cancel the open plan: the state stays as it is, and no hook is called. The event of the plan is dropped.
 * Returns SFSM_OK, also if no plan is open. Errors: SFSM_NULL_POINTER. */
sfsm_status sfsm_machine_abandon(sfsm_machine *machine);

/* ---------------------------------------------------------------------------------------------------------------
 * 11. Memory
 * ------------------------------------------------------------------------------------------------------------- */

/*
 * Where the library gets its memory, instead of malloc, realloc and free. All three functions must be given. Blocks are
 * aligned to 16 bytes. `allocate` and `reallocate` return NULL if there is no memory; then the old block stays. The
 * functions are called from every thread that uses the library, and must not call it. libffi, which makes the code of
 * closures, has memory of its own.
 */
typedef void *(*sfsm_allocate_memory)(size_t size, void *context);
typedef void *(*sfsm_reallocate_memory)(void *memory, size_t size, void *context);
typedef void (*sfsm_release_memory)(void *memory, void *context); /* never with NULL */

typedef struct sfsm_allocator {
    size_t size; /* sizeof(sfsm_allocator) */
    sfsm_allocate_memory allocate;
    sfsm_reallocate_memory reallocate;
    sfsm_release_memory release;
    void *context;
} sfsm_allocator;

/*
 * Set the allocator of the process; NULL for malloc. The struct is copied; what its context points to must stay.
 * Call this before any other function that makes an object, and from one thread.
 *
 * Errors:
 *   SFSM_BUSY          the library has allocated memory already
 *   SFSM_NULL_POINTER  a function is NULL
 *   SFSM_BAD_SIZE
 *   SFSM_UNSUPPORTED   the library was built by SwiftPM or for WebAssembly, where Swift's runtime allocates
 */
sfsm_status sfsm_set_allocator(const sfsm_allocator *allocator);

/* ---------------------------------------------------------------------------------------------------------------
 * 12. Charts
 *
 * A definition is a chart if it nests states, or uses another function, flag or reserved id with which this chapter
 * defines states and rows. Any other definition is flat, and behaves as described so far. Timers and snapshots, at the
 * end, work for machines of both. For example, a washing machine:
 *
 *     IDLE, PAUSED
 *     WASHING, parallel
 *         PROGRAM    FILLING (default), SPINNING, FINISHED (final), LAST (shallow history)
 *         DOOR       CLOSED (default), LOCKED
 *
 *     static const sfsm_row rows[] = {
 *         SFSM_ROW(IDLE,     START,          WASHING,    NULL),   // enters FILLING and CLOSED
 *         SFSM_ROW(WASHING,  START,          SFSM_DEFER, NULL),   // waits until WASHING is left
 *         SFSM_ROW(WASHING,  PAUSE,          PAUSED,     NULL),
 *         SFSM_ROW(WASHING,  READY,          IDLE,       NULL),
 *         SFSM_ROW(PAUSED,   PAUSE,          LAST,       NULL),   // back to FILLING or SPINNING
 *         SFSM_ROW(FILLING,  FULL,           SPINNING,   NULL),   // row 6 raises LOCK
 *         SFSM_ROW(SPINNING, TIME,           FINISHED,   NULL),
 *         SFSM_ROW(CLOSED,   LOCK,           LOCKED,     NULL),
 *         SFSM_ROW(LOCKED,   SFSM_EVENTLESS, CLOSED,     NULL),   // row 9: if SPINNING is not active
 *         { .source = PROGRAM, .event = RESTART, .target = FILLING, .flags = SFSM_LOCAL },
 *     };
 *     sfsm_builder_add_state(builder, WASHING, SFSM_PARALLEL, NULL);
 *     sfsm_builder_add_state(builder, PROGRAM, 0, &block);
 *     sfsm_builder_nest(builder, block, WASHING);
 *     sfsm_builder_set_default(builder, block, FILLING);
 *     sfsm_builder_on_done(builder, block, READY);
 *     sfsm_builder_add_state(builder, FILLING, 0, &block);
 *     sfsm_builder_nest(builder, block, PROGRAM);
 *     ...                                          // each state likewise; FINISHED with SFSM_FINAL, LAST with
 *     sfsm_builder_add_rows(builder, rows, 10);    // SFSM_SHALLOW_HISTORY
 *     sfsm_builder_add_raise(builder, 6, LOCK);
 *     sfsm_builder_add_in_guard(builder, 9, SPINNING, false);
 *
 * Active states: the parent of an active state is active. One child of an active state is active; of an active parallel
 * state, every child. A state without children is a leaf; the active leaves determine which states are active. A history
 * is no state: a machine does not start in it, and is not put into it. A state that is nested more than 1,024 deep has no
 * children (SFSM_TOO_COMPLEX).
 *
 * Order: states are ordered by their first blocks, in the order in which these were opened, parents before children. Exit
 * callbacks run in reverse order; entry, cycle and update callbacks in order.
 *
 * Selection: for each active leaf, the rows of the leaf are tried, then those of its parent, and so on outwards, then
 * those for any state (under SFSM_EXCLUSIVE only if no row has matched). Chapter 5 describes how one row of a state is
 * selected; if its rows are refused, those of the parent are tried. Several leaves may select several rows in one step;
 * a row that several leaves select is taken once. Two rows that leave the same state conflict: the one whose source is
 * nested in the source of the other is taken, otherwise the first. Rows that leave no state, such as those with
 * SFSM_INTERNAL, conflict with none.
 *
 * Exit: a row leaves every active state inside the nearest state that is not parallel and has the source and all targets
 * inside it; all active states if there is none, or for a row for any state. With SFSM_LOCAL it leaves less: a source
 * that is not parallel and has all targets inside it stays active; and if the source and all targets lie in one child of
 * a parallel state, so do the other children. A row with SFSM_SAME leaves nothing; with SFSM_ALWAYS it leaves its source
 * and what is active inside it, and enters them again. By default (SFSM_ON_CHANGE) a state that is left and entered in
 * one step runs neither exit nor entry callbacks; with SFSM_ALWAYS it runs both. The source of a row for any state with
 * SFSM_SAME is the leaf for which it was selected.
 *
 * Entry: a row enters its targets and their parents. With a state its default child is entered, with a parallel state
 * every child. A history enters what was active when its parent was last left: the child (shallow) or the leaves (deep).
 * With SFSM_ON_CHANGE a step that leaves the parent and enters it again records nothing. While nothing is recorded, it
 * enters its own default, or that of its parent if it has none. The actions of a default run after the entry callbacks of
 * the state, or of the parent of the history. They do not run if the row does not enter that parent, if something is
 * recorded in the history, or, with SFSM_ON_CHANGE, if the state that the default names is left and entered. Starting a
 * machine forgets what histories recorded, except with SFSM_LAST_STATE.
 *
 * Steps: a step takes all selected rows at once. It calls their guards, all exit callbacks, all actions; then changes all
 * active states; then calls all entry callbacks. In the actions of a row step->source and step->target are the leaf for
 * which the row was selected, and the leaf that replaces it; in its guards step->target is the target that the row names.
 * Resolvers are called before anything else, whatever the order of the phases. Starting changes the states and then calls
 * entry callbacks, stopping calls exit callbacks and then changes them, in this order always.
 *
 * Events that follow: rows raise events with sfsm_builder_add_raise, callbacks with sfsm_machine_raise. A final state
 * that is entered raises the done event of its parent; a parallel state is done when all its children are. After each
 * step, rows with the event SFSM_EVENTLESS are tried, without cases; then the oldest raised event is taken; then
 * deferred events; then events that were sent. If a callback fails before the states change, what its step raised is
 * dropped; if the row was one with SFSM_EVENTLESS, such rows are tried again before another event is taken
 * (sfsm_machine_run_pending), but not after a plan that failed (chapter 10). Entering a final state that has no parent
 * leaves all states and stops the machine; if an exit callback fails then, the machine still runs, and tries again before
 * it takes another event (sfsm_machine_run_pending).
 *
 * Timeouts: a timeout of a state starts when the state is entered, and ends when it is left. A state that is left and
 * entered in the same step keeps its timeouts under SFSM_ON_CHANGE, and restarts them under SFSM_ALWAYS.
 *
 * Deferral: a row with the target SFSM_DEFER keeps the event for later, and the send returns SFSM_DEFERRED. If any leaf
 * selects such a row, the event is deferred and no other row takes it. Deferred events are tried again, in order, after a
 * row with another target than SFSM_INTERNAL was taken; one that no row takes then is dropped. If one of them takes such
 * a row, those that were deferred since then come before those that are still to be tried.
 *
 * Cost of a step: O(rows tried, states left and entered, callbacks called), O(states / 64) for each level of nesting that
 * is entered by default, at least once, and the comparison of the rows that are taken with each other. Memory is needed for
 * raised and deferred events, for timers, and in large charts for the step itself.
 * ------------------------------------------------------------------------------------------------------------- */

/* The maximum number of steps to which one event may lead, its own included, by eventless rows and raised events. An
 * event that no row takes is no step; but as many of them at most may raise further events, by guards and hooks. Beyond
 * the limit the call returns SFSM_STEP_LIMIT_REACHED: such steps probably never end. The machine stays in the states of
 * the last step. What is left waits: the next call goes on with it, for as many steps, unless
 * sfsm_machine_discard_pending drops it. */
#define SFSM_STEP_LIMIT 1000

/*
 * Nest the state, or the history, of a block in another state: make it a child of `parent`. One block of the state is
 * enough. `parent` must have a block or rows, before or after this call. Cyclic nesting is an error of the definition.
 *
 * Errors of this and the next three functions:
 *   SFSM_OUT_OF_RANGE     there is no such block
 *   SFSM_BAD_VALUE        the block is a superstate's; or it has a parent (default, done event) already
 *   SFSM_RESERVED_ID      `parent` (`target`, `event`) is a reserved id
 *   SFSM_ALREADY_BUILT, SFSM_OUT_OF_MEMORY
 */
sfsm_status sfsm_builder_nest(sfsm_builder *builder, size_t block, sfsm_id parent);

/* Set the default of a state with children: the state inside it that is entered with it. Not needed for a single child. Or
 * set the default of a history: the state that is entered while nothing is recorded. */
sfsm_status sfsm_builder_set_default(sfsm_builder *builder, size_t block, sfsm_id target);

/* Set the done event of the state of a block: it is raised when the state is done. It must declare no arguments. */
sfsm_status sfsm_builder_on_done(sfsm_builder *builder, size_t block, sfsm_id event);

/* Add an action that runs when the default of a block is entered. A block may have several, which run in the order in
 * which they were added. Errors: also SFSM_NULL_POINTER; SFSM_BAD_VALUE only for the block of a superstate. */
sfsm_status sfsm_builder_on_default(sfsm_builder *builder, size_t block, sfsm_function function, void *context,
                                    sfsm_finalizer finalizer);

/*
 * Add a timeout to the state of a block: `event` is sent when the state has been active for `delay`, in the unit of time
 * that sfsm_machine_advance is given. A state may have several. The event must declare no arguments.
 * Errors: as sfsm_builder_nest, where SFSM_BAD_VALUE means: the block is a superstate's, or the delay is negative.
 */
sfsm_status sfsm_builder_add_timeout(sfsm_builder *builder, size_t block, int64_t delay, sfsm_id event);

/*
 * Add one more target to a row whose target is a state. The targets must lie in different children of a parallel state;
 * children that contain no target enter their defaults.
 *
 * Errors of this and the next two functions:
 *   SFSM_OUT_OF_RANGE     there is no such row
 *   SFSM_RESERVED_ID      `state` (`event`) is a reserved id
 *   SFSM_ALREADY_BUILT, SFSM_OUT_OF_MEMORY
 */
sfsm_status sfsm_builder_add_target(sfsm_builder *builder, size_t row, sfsm_id state);

/* Add a condition to a row: `state` is active (is_in is true), or is not active. Conditions are checked before the
 * guards of the row, and are counted before them in sfsm_reason. */
sfsm_status sfsm_builder_add_in_guard(sfsm_builder *builder, size_t row, sfsm_id state, bool is_in);

/* Add an event that a row raises when it is taken. Raised events are taken in order, before events that were sent. The
 * event must declare no arguments. */
sfsm_status sfsm_builder_add_raise(sfsm_builder *builder, size_t row, sfsm_id event);

/* Return the parent of a state or history. SFSM_NONE if it has none, for an unknown id, and for NULL. Threads: as in
 * chapter 7. Cost: O(1). */
sfsm_id sfsm_table_parent(const sfsm_table *table, sfsm_id state);

/* Return the kind of a state of a chart: SFSM_FINAL, SFSM_PARALLEL, SFSM_SHALLOW_HISTORY or SFSM_DEEP_HISTORY; 0 for any
 * other state, in a flat definition, for an unknown id, and for NULL. Threads: as in chapter 7. Cost: O(1). */
uint32_t sfsm_table_kind(const sfsm_table *table, sfsm_id state);

/* Return whether a state is active; inside a step, whether it was before, until the commit. False for a machine that is
 * stopped, and for NULL. Cost: O(1). */
bool sfsm_machine_in(const sfsm_machine *machine, sfsm_id state);

/*
 * List the active leaves, in the order of the states; in a flat definition, the current state. *out_count receives how
 * many there are, 0 for a machine that is stopped; the first `capacity` of them are written to `states`, which may be
 * NULL if capacity is 0. Inside a step these are the old ones until the commit.
 * Errors: SFSM_NULL_POINTER, SFSM_OUT_OF_RANGE (the capacity is too large for any array).
 * Cost: O(leaves + states / 64).
 */
sfsm_status sfsm_machine_states(const sfsm_machine *machine, sfsm_id *states, size_t capacity, size_t *out_count);

/*
 * Put a machine, stopped or not, into states without calling any callback. `states` are all leaves that are then active,
 * in any order, as sfsm_machine_states lists them. Events that wait stay. With a count of 0 the machine is stopped: they
 * are dropped, and timers end. (sfsm_machine_set_state names one state, and enters its defaults.)
 *
 * Errors:
 *   SFSM_UNKNOWN_STATE        not a state of the table
 *   SFSM_BAD_CONFIGURATION    a state is no leaf, leaves cannot be active together, or a leaf is missing or named twice
 *   SFSM_BUSY                 called from inside a callback of this machine
 *   SFSM_QUEUE_FULL           too many timeouts would start
 *   SFSM_NULL_POINTER, SFSM_OUT_OF_RANGE, SFSM_OUT_OF_MEMORY
 * Cost: O(states).
 */
sfsm_status sfsm_machine_set_states(sfsm_machine *machine, const sfsm_id *states, size_t count);

/* Raise an event. From inside a callback of the machine it is taken before all events that were sent, with the cases of
 * the step, and the call returns SFSM_QUEUED. From outside this is sfsm_machine_send.
 * Errors: as sfsm_machine_send, and SFSM_BAD_VALUE (from inside a callback, in a flat definition). */
sfsm_outcome sfsm_machine_raise(sfsm_machine *machine, sfsm_id event);

/* Return whether a machine stopped because it entered a final state that has no parent; false again once it is started
 * or put into a state. False for NULL. Cost: O(1). */
bool sfsm_machine_is_done(const sfsm_machine *machine);

/*
 * Timers: the library has no clock. The host tells each machine the time with sfsm_machine_advance, in a unit of its
 * own: milliseconds, ticks, steps of a simulation. The time of a new machine is 0. If the host's clock does not start at
 * 0, tell the machine the time before it starts:
 *
 *     sfsm_machine_create(table, SFSM_NONE, NULL, &machine);
 *     sfsm_machine_advance(machine, clock_now());
 *     sfsm_machine_start(machine, SFSM_INITIAL);
 *     for (;;) {
 *         int64_t due;
 *         if (sfsm_machine_due(machine, &due) == SFSM_OK)
 *             wait_until(due);                       // or for input
 *         sfsm_machine_advance(machine, clock_now());
 *     }
 *
 * Delays count from the time that was told last; inside sfsm_machine_advance, from the time at which the event under way
 * was due. A time after INT64_MAX becomes INT64_MAX.
 *
 * Stopping a machine ends its timers. sfsm_machine_create starts the timeouts of the states that it makes active.
 * sfsm_machine_set_state and sfsm_machine_set_states end the timeouts of the states that are left and start those of the
 * states that are entered; a state that is active before and after keeps its timeouts. Unless they stop the machine, these
 * functions do not end timers of events that are sent later, and neither does sfsm_machine_discard_pending.
 *
 * Memory is allocated when the first timer starts. A step reserves memory for the timeouts of the states that it enters
 * before it calls exit callbacks and actions. If there is none, it returns SFSM_OUT_OF_MEMORY (or SFSM_QUEUE_FULL), and
 * nothing has changed.
 */

/*
 * Send an event after a delay. Allowed for machines of any definition, and from inside a callback. The event must
 * declare no arguments; no cases are sent with it, even if the machine is strict. *out_timer (may be NULL) receives the
 * number of the timer, which is not 0 and is not used again by this machine; on an error, 0.
 *
 * Errors:
 *   SFSM_BAD_VALUE         the delay is negative
 *   SFSM_ARGUMENT_COUNT    the event declares arguments
 *   SFSM_QUEUE_FULL        SFSM_QUEUE_LIMIT timers run already
 *   SFSM_BUSY              called by a guard, resolver or provider of a probe
 *   SFSM_NULL_POINTER, SFSM_RESERVED_ID, SFSM_NOT_RUNNING, SFSM_UNKNOWN_EVENT, SFSM_OUT_OF_MEMORY
 * Cost: O(log timers).
 */
sfsm_status sfsm_machine_send_later(sfsm_machine *machine, sfsm_id event, int64_t delay, uint64_t *out_timer);

/*
 * Cancel a timer of sfsm_machine_send_later: its event is not sent. Allowed from inside a callback.
 * Errors:
 *   SFSM_OUT_OF_RANGE    no such timer runs: its event was sent, it was cancelled, or there never was one; or the number is
 *                        that of a timeout
 *   SFSM_BUSY            called by a guard, resolver or provider of a probe
 *   SFSM_NULL_POINTER
 * Cost: O(log timers), and O(timeouts of the definition).
 */
sfsm_status sfsm_machine_cancel(sfsm_machine *machine, uint64_t timer);

/* Get the time at which the next timer is due: that of a timeout, or of an event that is sent later. After a failure it
 * may lie in the past. Errors: SFSM_OUT_OF_RANGE (no timer runs), SFSM_NULL_POINTER. Cost: O(1). */
sfsm_status sfsm_machine_due(const sfsm_machine *machine, int64_t *out_time);

/* Return the time that the machine was told last; while events that were due are sent, the time of the one under way. 0 for
 * NULL. Cost: O(1). */
int64_t sfsm_machine_now(const sfsm_machine *machine);

/*
 * Tell a machine the time, stopped or not, and send the events that are due by then: the earliest first; of those that are
 * due at the same time, the one whose timer started first. Each runs to completion, as if sent from outside at the time at
 * which it is due. Timers that start meanwhile and are due by `now` are sent too: the timeout of a state that is entered
 * again and again is sent as often as its delay fits. Events that an earlier failure left waiting come first. A host that
 * performs steps itself calls sfsm_machine_plan_due instead (chapter 10).
 *
 * Returns SFSM_OK when no event is due any more, whatever the outcomes of the events.
 * Errors:
 *   SFSM_BAD_VALUE             `now` is earlier than the time that was told last; nothing has changed
 *   SFSM_BUSY                  called from inside a callback of this machine, or while a plan is open
 *   SFSM_CALLBACK_FAILED, SFSM_UNKNOWN_STATE, SFSM_UNKNOWN_CASE
 *                              a callback failed in the step of an event, which counts as sent. The time is `now`. Events
 *                              that are not sent yet stay due, and the next call goes on with them
 *   SFSM_STEP_LIMIT_REACHED    an event led to SFSM_STEP_LIMIT steps, or timers without a delay started each other as
 *                              often. Events that are not sent yet stay due
 *   SFSM_OUT_OF_MEMORY, SFSM_QUEUE_FULL
 *                              an event could not be sent; it stays due
 *   SFSM_NULL_POINTER
 * Cost: O(log timers) and the steps for each event that is sent; O(1) if none is due.
 */
sfsm_outcome sfsm_machine_advance(sfsm_machine *machine, int64_t now);

/*
 * Snapshots: store a machine in a file or a database, and restore it later in another machine, which then behaves as the
 * first one would have: it has the same active states, histories, timers and waiting events with their arguments. The
 * other machine may belong to another process or platform, and to another version of the definition. Works for machines
 * of any definition.
 *
 *     char bytes[256];
 *     size_t size = 0;
 *     sfsm_machine_snapshot(machine, 0, bytes, sizeof bytes, &size);
 *     ...
 *     sfsm_machine_restore(other, bytes, size, NULL, NULL);
 *
 * A snapshot contains the active states (of a stopped machine, those for SFSM_LAST_STATE), histories, timers, the events
 * that wait, sent, raised or deferred, with their cases and arguments, and which version of which definition it is of. It
 * does not contain the context, hooks, whether the machine is lenient, or what sfsm_machine_failure,
 * sfsm_machine_rejected_case and sfsm_machine_rejected_argument return; the time only with SFSM_SNAPSHOT_DUE.
 *
 * Versions: a snapshot of an equal definition (sfsm_table_fingerprint; where a definition cannot be written, an equal
 * sfsm_table_snapshot_key and equal names) is taken as it is. In any other version states, events, predicate types and
 * cases are found by their names, then by their former names ("was" in a document), then as a function of the host decides
 * (sfsm_restoring). Timers of sfsm_machine_send_later and timeouts go on; a timeout that an active state has in the new
 * version only does not start until the state is entered again. What has no place is an error, and nothing changes.
 *
 * Bytes (little-endian; TEXT is a uint32_t length and UTF-8 bytes; LIST is a uint32_t count and the elements; ID is an
 * int32_t and a TEXT, its name, or none):
 *     "SFSM", uint32_t 1                the format
 *     32 bytes                          the fingerprint; without one 16 zeros, a hash of the names, the snapshot key
 *     TEXT, TEXT                        name and version of the definition
 *     uint32_t flags                    1 stopped, 2 done, 4 8 16 32 what is under way, 64 SFSM_SNAPSHOT_DUE, 128 more than
 *                                       the active states follows, 256 ids are those of no table: names count
 *     uint32_t                          the size of the whole snapshot
 *     int64_t                           the time with SFSM_SNAPSHOT_DUE, otherwise 0
 *     LIST of ID                        the active states without active children
 *   and with flag 128
 *     uint32_t, uint32_t, uint32_t      steps so far, events to be tried again, how many of them may lead to further steps
 *     uint64_t                          how often a number of a timer was used at most
 *     LIST of ID, LIST of ID            histories: the state whose history it is, and what was active in it
 *     LIST of uint64_t, int64_t, ID     timers: number, what is left or when it is due, event
 *     LIST of ID, ID, uint32_t, uint64_t   timeouts: state, event, index among the state's for that event, number of its timer
 *     three LISTs of events             sent, raised, deferred, each: ID event, ID state requested, LIST of cases (ID
 *                                       predicate type, ID case), LIST of arguments (int32_t type, and 8 bytes or, for
 *                                       SFSM_STR, a TEXT; a length of UINT32_MAX stands for NULL)
 * JSON is the same with names, for databases and people: members "format", "definition", "version", "fingerprint",
 * "states" and, unless they are empty, "flags", "time", "progress", "histories", "timers", "timeouts", "sent", "raised",
 * "deferred". An id without a name is a number. Its members may come in any order.
 */

/* Flags of sfsm_machine_snapshot. */
enum {
    SFSM_SNAPSHOT_JSON = 1, /* JSON instead of bytes */
    SFSM_SNAPSHOT_DUE = 2   /* timers are stored with the time at which they are due, instead of what is left of them.
                               Choose it if the host's time goes on while nobody has the machine. When the snapshot is
                               restored, the machine's time is that of the snapshot, unless it was later already */
};

/*
 * Write the snapshot of a machine. *out_size receives its size in bytes; nothing is written unless all fit.
 *
 * Errors:
 *   SFSM_OUT_OF_RANGE   it does not fit; *out_size receives its size all the same. A capacity of 0 only asks for the size
 *                       and returns SFSM_OK; `buffer` may then be NULL. Also: the capacity is too large for any array
 *   SFSM_UNSUPPORTED    an event waits with an argument that is a pointer, unless that is NULL:
 *                       sfsm_machine_rejected_argument tells which argument, and sfsm_machine_rejected_event the event
 *   SFSM_BAD_VALUE      unknown flags
 *   SFSM_BUSY           called from inside a callback of this machine, or while a plan is open
 *   SFSM_NULL_POINTER, SFSM_OUT_OF_MEMORY
 * Cost: O(size), and O(timers * log(timers)); the first snapshot over a table also O(definition).
 */
sfsm_status sfsm_machine_snapshot(const sfsm_machine *machine, uint32_t flags, void *buffer, size_t capacity,
                                  size_t *out_size);

/* Return the event of which sfsm_machine_rejected_argument tells if that was found in a snapshot; otherwise SFSM_NONE. */
sfsm_id sfsm_machine_rejected_event(const sfsm_machine *machine);

/* What may have no place in another version of a definition. */
typedef int32_t sfsm_snapshot_part;
enum {
    SFSM_STATE_PART = 1,
    SFSM_EVENT_PART = 2,
    SFSM_PREDICATE_PART = 3,
    SFSM_CASE_PART = 4,
    SFSM_DEFINITION_PART = 5 /* the snapshot is of a definition with another name */
};

/* Something in a snapshot that has no place in the table of the machine. */
typedef struct sfsm_missing {
    sfsm_snapshot_part part;
    sfsm_id id;         /* its number in the snapshot; not of JSON */
    sfsm_id predicate;  /* of a case: its predicate type, in this table. Otherwise SFSM_NONE */
    const char *name;   /* its name: `length` bytes of UTF-8, not zero-terminated; empty if it has none */
    size_t length;
} sfsm_missing;

/* Decides what takes the place of something: an id of this table, or SFSM_NONE for nothing. For SFSM_DEFINITION_PART any
 * other number than SFSM_NONE accepts the definition. Asked once for each time that it occurs in the snapshot. The machine
 * is busy meanwhile: functions that change it return SFSM_BUSY, and releasing it takes effect as sfsm_machine_restore
 * returns. */
typedef sfsm_id (*sfsm_migrate)(void *context, const sfsm_missing *missing);

/* How to restore a snapshot. Set `size` to sizeof(sfsm_restoring), and what you do not use to 0. */
typedef struct sfsm_restoring {
    size_t size;
    sfsm_migrate migrate; /* NULL: nothing takes the place of what is missing */
    void *context;        /* passed to migrate */
} sfsm_restoring;

/*
 * Restore a snapshot, bytes or JSON, in a machine, stopped or not. No callback is called; the states, histories, timers
 * and waiting events that the machine had are dropped. Timers keep the numbers that they had in the snapshot, so that
 * numbers of dropped timers may be used again. `restoring` may be NULL.
 *
 * The snapshot may come from an untrusted source: it is checked before anything changes.
 * Errors, after which the machine is unchanged:
 *   SFSM_BAD_VALUE           not a snapshot, or one of a definition with another name
 *   SFSM_UNSUPPORTED         of a later format
 *   SFSM_UNKNOWN_STATE, SFSM_UNKNOWN_EVENT, SFSM_UNKNOWN_PREDICATE, SFSM_UNKNOWN_CASE
 *                            of another version, and something has no place in this one: the first of them
 *   SFSM_ARGUMENT_TYPE       an event that waits is declared with other arguments in this version. Wider ones are taken: an
 *                            integer in a type that has all values of its own, f32 as f64
 *   SFSM_BAD_CONFIGURATION   damaged; or states that cannot be active together, a history or a timeout that the states
 *                            do not have in this version, or an event that is deferred and a flat definition
 *   SFSM_BUSY                called from inside a callback of this machine, or while a plan is open
 *   SFSM_NULL_POINTER, SFSM_OUT_OF_RANGE (the size is too large for any array), SFSM_BAD_SIZE, SFSM_OUT_OF_MEMORY
 * If something has no place, or JSON is wrong, *out_diagnostics receives what it is, by name (SFSM_SNAPSHOT_MISMATCH), up
 * to 20 of them, and the caller releases it; otherwise NULL. It may be NULL.
 * Cost: O(size + states), and O(timers * log(timers)).
 */
sfsm_status sfsm_machine_restore(sfsm_machine *machine, const void *snapshot, size_t size,
                                 const sfsm_restoring *restoring, sfsm_diagnostics **out_diagnostics);

/* Takes a part of what is written, in order: `count` bytes. A negative result ends the writing. */
typedef sfsm_status (*sfsm_writer)(void *context, const char *bytes, size_t count);

/*
 * Journals: write every step of a machine, for those who ask later why it went where it went, and to replay it.
 *
 * A journal begins with a snapshot. Then follows a record for each step, in the order in which steps end, those of events
 * that callbacks sent among them; and wherever a step does not tell all of the machine, since states are nested, timers run
 * or events wait, or since something changed without a step, a record with what the machine is at the end of the call.
 * Replaying a journal calls no callback: guards and actions need not give the same results again. So it is fast, and ends
 * in the same machine, byte for byte: the snapshots of both are equal.
 *
 * Bytes, as in snapshots; each record begins with uint32_t size of the whole record, uint32_t kind:
 *     kind 1   a snapshot, with SFSM_SNAPSHOT_DUE
 *     kind 2   a step: int64_t time, int32_t outcome, uint32_t row (from 1; 0 for none), then the numbers of event, source,
 *              target and state after it, LIST of cases, LIST of arguments (pointers are NULL)
 *     kind 3   a step as kind 2, after which nothing else has to be known
 *     kind 4   what the machine is: a snapshot behind its version, whose IDs have no names
 * JSON: a line for each record, {"snapshot":{...}} or {"step":{...}} with the names of event, states and cases, the number
 * and the label of the row, the outcome and the time.
 */

/* Flags of a journal. */
enum {
    SFSM_JOURNAL_JSON = 1 /* lines of JSON instead of bytes */
};

/* A journal. Set `size` to sizeof(sfsm_journal), and what you do not use to 0. */
typedef struct sfsm_journal {
    size_t size;
    uint32_t flags;     /* SFSM_JOURNAL_JSON, or 0 */
    sfsm_writer writer; /* called with a whole record each time; a negative result ends the journal. To use the machine from
                           inside it is SFSM_BUSY */
    void *context;      /* passed to the writer */
} sfsm_journal;

/*
 * Write the machine to a journal from now on: first a snapshot, then each step. NULL ends the journal; a second one takes
 * the place of the first. If the writer fails later, the step stands, nothing more is written, and
 * sfsm_machine_journal_status returns its result. An event with a pointer that waits ends the journal with
 * SFSM_UNSUPPORTED only where a snapshot of it is needed.
 *
 * Errors, after which there is no journal:
 *   SFSM_BAD_VALUE      unknown flags
 *   SFSM_UNSUPPORTED    as of sfsm_machine_snapshot
 *   SFSM_BUSY           called from inside a callback of this machine, or while a plan is open: nothing changes
 *   SFSM_BAD_SIZE, SFSM_NULL_POINTER, SFSM_OUT_OF_MEMORY
 *   what the writer returned, if that is negative
 * Cost of a step: writing its record; of a chart, or while timers run or events wait, also that of a snapshot.
 */
sfsm_status sfsm_machine_set_journal(sfsm_machine *machine, const sfsm_journal *journal);

/* Return what ended the machine's journal: the result of the writer, or SFSM_OUT_OF_MEMORY or SFSM_UNSUPPORTED. SFSM_OK while
 * it goes on, and without a journal. Errors: SFSM_NULL_POINTER. Cost: O(1). */
sfsm_status sfsm_machine_journal_status(const sfsm_machine *machine);

/*
 * Make a machine what the machine of a journal was after `limit` steps; SIZE_MAX: as far as the journal goes. Where several
 * steps belong to one call and only its end is known, the machine is what it was before that call. A journal that was cut is
 * replayed up to its last whole record: *out_size receives the bytes up to there, where the journal can go on, and
 * *out_steps the number of steps. Both may be NULL. The time becomes that of the journal, also if it is earlier. No callback is
 * called.
 *
 * The table must be of an equal definition. The journal may come from an untrusted source.
 * Errors:
 *   SFSM_BAD_CONFIGURATION   a record is damaged: the machine is what it was before that record if *out_size is above 0,
 *                            otherwise unchanged
 *   SFSM_BAD_VALUE, SFSM_UNSUPPORTED, SFSM_UNKNOWN_STATE ...   as of sfsm_machine_restore: the machine is unchanged
 *   SFSM_BUSY                called from inside a callback of this machine, or while a plan is open
 *   SFSM_NULL_POINTER, SFSM_OUT_OF_RANGE (the size is too large for any array), SFSM_OUT_OF_MEMORY
 * Cost: O(size).
 */
sfsm_status sfsm_machine_replay_journal(sfsm_machine *machine, const void *journal, size_t size, size_t limit,
                                        size_t *out_size, size_t *out_steps);

/* ---------------------------------------------------------------------------------------------------------------
 * Sending reads like calling: sfsm_send(gate, COIN, 150, "euro") is sfsm_machine_send_message without cases, and
 * sfsm_send_matching(gate, cases, case_count, COIN, 150) with them; up to 12 arguments in C, and in C++ all that an
 * event may carry. Integers of any C type are SFSM_INTEGER, float and double SFSM_F32 and SFSM_F64, strings SFSM_STR,
 * other pointers SFSM_PTR. In C++ pointers to functions, to members and to volatile objects do not compile.
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

/* ---------------------------------------------------------------------------------------------------------------
 * 13. Documents
 *
 * A document is a definition as text, for all services in all languages. It names callbacks, and each program supplies
 * its own. Files have the extension .fsm. Two spaces of indentation for each level; `#` begins a comment:
 *
 *     definition turnstile version 3
 *       ids states locked = 0 unlocked = 1         # numbers; names without one get the lowest that are free
 *       initial locked
 *       event coin (i32 cents)
 *       predicate Policy weak strong by office     # cases from 0, and the provider
 *       callable guard enough bool(context, i32)   # the signature of a callback
 *
 *       superstate resettable
 *         reset -> locked / log
 *       state locked adopts resettable
 *         entry lock
 *         coin ? enough -> unlocked / thank          # event ? guards -> target / actions
 *         pass [Policy weak] -> same / beep
 *       state unlocked adopts resettable
 *         pass -> locked
 *       any pass -> internal / note                  # outside of a block a row begins with its source
 *
 * Read it and supply the callbacks:
 *
 *     static const sfsm_binding bindings[] = { SFSM_BIND(thank), SFSM_BIND(enough), ... };
 *     sfsm_reading reading = { .size = sizeof reading, .file = "turnstile.fsm", .bindings = bindings,
 *                              .binding_count = sizeof bindings / sizeof bindings[0] };
 *     if (sfsm_builder_read(builder, text, length, &reading, &faults) < 0)
 *         fputs(sfsm_diagnostics_text(faults), stderr);  // turnstile.fsm:12:10: error: expected ..., found ...
 *
 * Format 1. [ ] is optional, { } one or more, ( | ) a choice; marks stand in quotes.
 *
 *     "definition" [NAME] ["version" NAME]         then, one level deeper,
 *     "format" 1                                   the first statement, if it is there
 *     "ids" (states | events | predicates) {NAME ["=" NUMBER]}
 *     "named" "events" {EVENT}                     known to the table without a row
 *     "initial" STATE
 *     "guards" (exclusive | first match)           the policies and the order of chapter 5
 *     "entry" "exit" (on change | always)
 *     "order" PHASE PHASE PHASE PHASE PHASE        resolve, exit, actions, commit, entry
 *     "warnings" (on | off) KIND {"," KIND}        all, or sfsm_diagnostic_kind_name
 *     "on" (unhandled | step) {HOOK}               hooks of the table
 *     "event" EVENT "(" [TYPE [NAME] {"," TYPE [NAME]}] ")" ["was" {NAME}]
 *     "predicate" TYPE ({CASE} | "of" NUMBER) ["by" PROVIDER]
 *     "callable" ROLE [NAME] SIGNATURE             ROLE: guard action resolver entry exit cycle update provider
 *                                                  unhandled step (of these, without NAME: a machine's own);
 *                                                  SIGNATURE: chapter 9, predicate types by name
 *     ROW
 *     ("state" STATE ["final"] | "parallel" STATE | ["deep"] "history" STATE)
 *         ["in" PARENT] ["adopts" {SUPERSTATE}] ["was" {NAME}]
 *     "superstate" [NAME] ["adopts" {SUPERSTATE}]
 *     "in" LABEL                                   goes on with a block
 *
 *     and below a block, one level deeper,
 *     ROW                                          without a source: the block's state
 *     ("entry" | "exit" | "cycle" | "update") {CALLBACK}
 *     "default" STATE ["/" {ACTION}]               of a state with children, or a history
 *     "done" EVENT                                 raised when the state is done
 *     "timeout" DELAY EVENT
 *     a block of a state                           nested in this one
 *
 *     ROW = ["overriding"] ["local"] [STATE] EVENT ["[" TYPE [CASE {"|" CASE}] {"," ...} "]"]
 *           ["?" {GUARD | ["not"] "in" STATE}] "->" STATE {"and" STATE} ["by" RESOLVER] ["/" {ACTION}]
 *           ["raises" {EVENT}]
 *
 * A line with an arrow is a row. EVENT may be any, request or eventless; a target same, internal, dynamic or defer, of a
 * request any; the source of a row any. LABEL ":" before a row, a block, "event", "predicate" or "initial" labels it;
 * superstates are adopted by label or name, wherever they stand. NAME is a word of letters, digits, "_", ".", characters
 * beyond ASCII, and "-" before a letter or digit; or any text in quotes, with \" and \\, which never is a reserved word.
 * No line has hidden characters.
 * Sections "run", "diagnostics" and "transitions" behind the definition are not read here.
 *
 * Documents that are read into one builder share their names, and those that the builder was given by functions of
 * chapter 5; a document must not use the numbers of ids that have no name.
 *
 * A document holds names only. Nothing of it is evaluated, opened or included.
 * ------------------------------------------------------------------------------------------------------------- */

/* What a callback is for. */
typedef int32_t sfsm_role;
enum {
    SFSM_ANY_ROLE = 0, /* in a binding: for each role in which a document uses the name */
    SFSM_GUARD = 1,
    SFSM_ACTION = 2,
    SFSM_RESOLVER = 3,
    SFSM_ENTRY = 4,
    SFSM_EXIT = 5,
    SFSM_CYCLE = 6,
    SFSM_UPDATE = 7,
    SFSM_PROVIDER = 8,
    SFSM_UNHANDLED_HOOK = 9,
    SFSM_STEP_HOOK = 10
};

/* A callback for a name. SFSM_BIND(thank) is the function thank for the name "thank", in any role. */
typedef struct sfsm_binding {
    sfsm_role role;
    const char *name;
    sfsm_callback callback;
} sfsm_binding;
#define SFSM_BIND(function) { SFSM_ANY_ROLE, #function, { (function), NULL, NULL } }

/* A callback that a document names and that has no binding. Strings are lent for the call. */
typedef struct sfsm_wanted {
    size_t size;
    sfsm_role role;        /* SFSM_GUARD ... */
    int32_t line;          /* where the document names it first */
    int32_t column;
    const char *name;
    const char *signature; /* as the document declares it (for sfsm_callable_create); NULL if it does not */
    const char *file;      /* of the document; NULL if it has none */
} sfsm_wanted;

/* Finds a callback: fills in *out_callback, which belongs to the library from then on, and returns SFSM_OK; any other
 * status if there is none. Must not use the builder. */
typedef sfsm_status (*sfsm_finder)(const sfsm_wanted *wanted, void *context, sfsm_callback *out_callback);

/* How to read. Zero what you do not use. */
typedef struct sfsm_reading {
    size_t size;
    const char *file;             /* for diagnostics; or NULL */
    const sfsm_binding *bindings; /* binding_count of them */
    size_t binding_count;
    sfsm_finder finder;           /* asked for what has no binding, once for each role and name; or NULL */
    void *context;                /* the finder's */
    uint32_t flags;               /* SFSM_UNBOUND, SFSM_OWN_SIGNATURES, or 0 */
    uint32_t reserved;            /* 0 */
    size_t byte_limit;            /* the most bytes of the text; 0, or more than that: SFSM_BYTE_LIMIT */
    size_t row_limit;             /* the most rows of the definition; 0, or more than that: SFSM_ROW_LIMIT */
} sfsm_reading;

enum {
    SFSM_UNBOUND = 1,       /* callbacks may be missing: the table can be checked and asked, but runs no machine */
    SFSM_OWN_SIGNATURES = 2 /* callables may have other signatures than the document declares: for bindings of languages
                               that check by themselves whether their functions fit */
};

#define SFSM_BYTE_LIMIT 16777216
#define SFSM_ROW_LIMIT 1000000

/*
 * Read a document into a builder, all of it or nothing; as text, not as SFSM_JSON. `text` is UTF-8, `length` bytes
 * without a terminating zero; lines end with LF or CRLF and have at most 4,096 bytes, names at most 255. `reading` may be
 * NULL. A binding for the role comes before one for any role, then the first one counts. All bindings belong to the
 * library from the call on: the finalizer of one that is not used, or not kept, runs before the call returns.
 * out_diagnostics may be NULL.
 *
 * Errors:
 *   SFSM_INVALID_DEFINITION   *out_diagnostics receives the faults of the document, up to 20; or, if it has none, all
 *                             callbacks that are missing. The caller releases them
 *   SFSM_BAD_SIZE             of `reading`: it was not read, and no finalizer runs
 *   SFSM_BAD_VALUE            unknown flags, or `reserved` is not 0
 *   SFSM_NULL_POINTER         also a binding without a name or a function
 *   SFSM_OUT_OF_RANGE         a count or length that no array has
 *   SFSM_ALREADY_BUILT, SFSM_OUT_OF_MEMORY
 * Cost: O(length), and of what the builder had before.
 */
sfsm_status sfsm_builder_read(sfsm_builder *builder, const char *text, size_t length, const sfsm_reading *reading,
                              sfsm_diagnostics **out_diagnostics);

/* What is written. */
typedef int32_t sfsm_format;
enum {
    SFSM_TEXT = 0,     /* the document, in its canonical form */
    SFSM_JSON = 1,     /* the same as JSON, which is not read: bindings/python/src/swiftfsm/formats/definition.schema.json */
    SFSM_DOT = 2,      /* pictures, from here on: for graphviz */
    SFSM_MERMAID = 3,
    SFSM_PLANTUML = 4,
    SFSM_MATRIX = 5,   /* a table of states by events, for a terminal; columns are aligned by characters */
    SFSM_MARKDOWN = 6, /* the same as a table of Markdown */
    SFSM_HTML = 7      /* the same as an element <table>, with classes instead of styles */
};

/* How to write. Zero what you do not use. Only pictures make use of more than `format`; in all arrays an id that the
 * definition does not have is ignored. */
typedef struct sfsm_writing {
    size_t size;
    sfsm_format format;
    uint32_t flags;         /* SFSM_FLAT, or 0 */
    const sfsm_id *current; /* the present states, which are marked: those of sfsm_machine_states */
    size_t current_count;
    const sfsm_id *hidden;  /* states to leave out, with all that leads there */
    size_t hidden_count;
    const sfsm_id *focus;   /* only these states, and those that one row leads to or comes from */
    size_t focus_count;
    const uint64_t *taken;  /* how often each row was taken, row 1 first: the width of its arrow, and a number */
    size_t taken_count;     /* the number of rows, or 0 */
} sfsm_writing;

enum { SFSM_FLAT = 1 }; /* superstates are not drawn: their rows and callbacks are those of each state that adopts them */

/*
 * Write a definition, as `writing` says; NULL: as SFSM_TEXT.
 *
 * The canonical document is the definition alone, without comments: all numbers of ids; declarations, policies unlike the
 * default, then blocks and rows in their order. Reading it gives the same definition, and writing that the same bytes. An
 * id without a name has its number as its name. Nothing is checked: a definition with errors can be written too.
 *
 * A picture shows a row as `event(arguments) [guards, Type case] / actions`. Rows that stay in their state stand in its
 * box: with a circling arrow if they come back, with none if they are internal. Superstates are clusters around the states
 * whose first one they are; nested states are clusters too. Pictures show what has no name as a number, and callbacks
 * without a name as three dots.
 *
 * Errors:
 *   SFSM_UNNAMED_CALLBACK   a callback has no name: see sfsm_builder_name_callbacks (not of pictures)
 *   SFSM_BAD_VALUE          no document can say it: a name with characters that documents do not allow, a name of two ids,
 *                           a reserved id without a word, a row of more than 4,096 bytes (not of pictures); an unknown
 *                           format or flag; or a picture of a builder: pictures are of tables, which have no errors
 *   SFSM_BAD_SIZE           of `writing`
 *   SFSM_OUT_OF_RANGE       a count that no array has, or `taken_count` is neither 0 nor the number of rows
 *   SFSM_ALREADY_BUILT      of a builder: write its table
 *   SFSM_NULL_POINTER, SFSM_OUT_OF_MEMORY
 *   what the writer returned, if that is negative
 * Cost: O(length). Threads: a table may be written by any number of threads.
 */
sfsm_status sfsm_builder_write(const sfsm_builder *builder, const sfsm_writing *writing, sfsm_writer writer, void *context);
sfsm_status sfsm_table_write(const sfsm_table *table, const sfsm_writing *writing, sfsm_writer writer, void *context);

/* Get the SHA-256 of the canonical document: 32 bytes. Errors: as of writing it. */
sfsm_status sfsm_builder_fingerprint(const sfsm_builder *builder, uint8_t *out_bytes);
sfsm_status sfsm_table_fingerprint(const sfsm_table *table, uint8_t *out_bytes);

/* Return what a document says besides: its name and version, the label of a row, the name of a callback of a row (role
 * SFSM_GUARD, SFSM_ACTION or SFSM_RESOLVER, by index from 0), the name of an event's argument. Rows are numbered from 1.
 * Strings live as long as the table. NULL if there is none, and for NULL. Cost: O(log rows) for labels, O(index) for
 * callbacks, O(named arguments) for arguments, otherwise O(1). */
const char *sfsm_table_name(const sfsm_table *table);
const char *sfsm_table_version(const sfsm_table *table);
const char *sfsm_table_row_label(const sfsm_table *table, size_t row);
const char *sfsm_table_callback_name(const sfsm_table *table, size_t row, sfsm_role role, size_t index);
const char *sfsm_table_argument_name(const sfsm_table *table, sfsm_id event, size_t index);

/* A callback, and its name in documents. */
typedef struct sfsm_callback_name {
    sfsm_function function;
    void *context;    /* NULL: whatever the context */
    const char *name;
} sfsm_callback_name;

/*
 * Name callbacks that were, or will be, added by functions, so that the definition can be written. A name with the context
 * of a callback comes before one with NULL, then the last one counts. Callbacks that a document names keep that name.
 *
 * Errors: SFSM_BAD_VALUE if one of the names is one that no document can have; SFSM_NULL_POINTER, SFSM_OUT_OF_RANGE,
 * SFSM_ALREADY_BUILT, SFSM_OUT_OF_MEMORY. Then no name was taken over. Cost: O(names).
 */
sfsm_status sfsm_builder_name_callbacks(sfsm_builder *builder, const sfsm_callback_name *names, size_t count);

/* ---------------------------------------------------------------------------------------------------------------
 * 14. Replay
 *
 * Replay a log of events over many tokens (orders, devices, packages) in one call: find which tokens broke the rules,
 * where, and in which state each one is now. No token has a machine of its own: a token is a state in an array of yours.
 *
 *     sfsm_violation violations[100];
 *     sfsm_replay_counts counts = { .size = sizeof counts };
 *     sfsm_replay replay = { .size = sizeof replay, .initial = SFSM_INITIAL,
 *                            .states = states, .token_count = 1000000,              // all SFSM_NONE: new tokens
 *                            .events = { events }, .event_count = 10000000,         // the column of events, and
 *                            .tokens = { tokens },                                  // whose each of them is
 *                            .violations = violations, .violation_capacity = 100 };
 *     if (sfsm_table_replay(table, &replay, &counts) < 0) ...
 *
 * The events of each token are in order. They are laid out in one of two ways: interleaved, with a column that names the
 * token of each event; or as lists, with the events of each token together and an array of offsets where each list begins.
 * Lists are faster and can be divided among threads.
 *
 * An event that no row takes (SFSM_UNHANDLED), or that all guards refuse (SFSM_REFUSED), is a violation: the token stays in
 * its state. Otherwise an event has the same result as if it were sent to a machine, with three differences: a callback
 * cannot send events (SFSM_BUSY; in a chart it can raise them); no time passes, so timeouts do not end; and only the
 * callbacks that you ask for are called:
 *
 *   guards                by `guards`: not at all, or asked
 *   resolvers, providers  with SFSM_ASK_GUARDS
 *   all others            with SFSM_CALL_ACTIONS
 *
 * A callback receives the context of its row if it has one, otherwise that of its token: `contexts` + token *
 * `context_stride`. Its step->machine represents the present token. Query it during the callback only; functions that would
 * change it return SFSM_BUSY.
 * ------------------------------------------------------------------------------------------------------------- */

/* An array of yours with one value for each event of a replay. It is not copied. */
typedef struct sfsm_column {
    const void *values;   /* NULL: no column */
    sfsm_value_type type; /* SFSM_I8 ... SFSM_U64; 0: SFSM_I32. Of arguments also SFSM_BOOL, SFSM_F32, SFSM_F64, and SFSM_STR
                             for an array of const char * */
    int32_t reserved;     /* 0 */
} sfsm_column;

/* The case of a predicate type that is sent with each event; SFSM_NONE for none (see SFSM_LENIENT). */
typedef struct sfsm_case_column {
    sfsm_id predicate;
    int32_t reserved; /* 0 */
    sfsm_column column;
} sfsm_case_column;

/* An argument of an event. Values beside other events are not read. */
typedef struct sfsm_argument_column {
    sfsm_id event;
    uint32_t number; /* from 0 */
    sfsm_column column;
} sfsm_argument_column;

/* How guards, resolvers and providers are treated. */
enum {
    SFSM_REFUSE_GUARDS = 0, /* nothing is replayed if a row has a guard or a dynamic target, or a predicate type with a
                               provider has no column of cases. In a chart with rows without an event or with raised
                               events, or whose callbacks are called and may raise some, no column suffices: these events
                               have no cases */
    SFSM_ASSUME_GUARDS = 1, /* guards are not called and count as true; the rest is refused as above */
    SFSM_ASK_GUARDS = 2     /* guards, resolvers and providers are called */
};

/* What happens after a violation. */
enum {
    SFSM_STAY = 0,       /* the token stays in its state and goes on */
    SFSM_STOP_TOKEN = 1, /* the token's later events are skipped */
    SFSM_STOP = 2        /* the replay ends */
};

/* Flags of a replay, beside SFSM_LENIENT. */
enum {
    SFSM_CALL_ACTIONS = 2,  /* call everything that a step calls, hooks too; otherwise only the states change */
    SFSM_SKIP_UNKNOWN = 4   /* skip events and codes that the table does not know; otherwise they end the replay */
};

/* An event that was not permitted. */
typedef struct sfsm_violation {
    int64_t index;        /* of the event, counted from first_index */
    int64_t token;
    sfsm_id state;        /* the state of its token, as returned by sfsm_machine_state */
    sfsm_id event;
    sfsm_outcome outcome; /* SFSM_UNHANDLED, SFSM_REFUSED, or SFSM_NOT_RUNNING if the chart of its token was done */
    int32_t reserved;     /* 0 */
} sfsm_violation;

/* Receives the progress of a replay: the events done so far, and in total. Return SFSM_OK, or a negative status to cancel
 * the replay, which returns that status. Called about every million events and at the end, on the thread of part 0: the
 * calling one, unless `parallel` chooses another. */
typedef sfsm_status (*sfsm_progress)(void *context, int64_t done, int64_t total);

/* A function of the library that replays one part of the events: see sfsm_parallel. */
typedef void (*sfsm_part)(void *parts, size_t number);

/* Call part(parts, number) once with each number from 0 to count - 1, on threads of yours, and return SFSM_OK when all
 * calls have returned. Return a negative status if no part was called: the replay returns it. */
typedef sfsm_status (*sfsm_parallel)(void *context, sfsm_part part, void *parts, size_t count);

/* What to replay, and where to write the results. Set `size` to sizeof(sfsm_replay) and unused members to 0, but always set
 * `initial`: 0 may be a state of yours. All arrays stay yours and must not overlap. */
typedef struct sfsm_replay {
    size_t size;
    int32_t *states;      /* read and written: the state of each token; SFSM_NONE for a new one, which starts with its
                             first event. In a chart each token has sfsm_table_replay_width numbers */
    size_t token_count;
    sfsm_column events;   /* ids, or codes if there is an event_map */
    size_t event_count;
    const sfsm_id *event_map; /* the event of each code from 0, as in a dictionary-encoded column; SFSM_NONE: no event */
    size_t event_map_count;
    sfsm_column tokens;   /* interleaved: the token of each event, from 0 to token_count - 1 */
    const int64_t *offsets; /* lists: the events of token k are offsets[k] to offsets[k + 1] - 1; token_count + 1 numbers.
                             Without tokens and offsets all events belong to token 0 */
    const sfsm_case_column *cases;
    size_t case_column_count;
    const sfsm_argument_column *arguments; /* read if guards are asked or actions called */
    size_t argument_column_count;
    const int64_t *times; /* the time of each event, in any unit; for the results that are times */
    sfsm_id initial;      /* where new tokens start: a state or SFSM_INITIAL, as of sfsm_machine_create */
    uint32_t flags;       /* SFSM_LENIENT, SFSM_CALL_ACTIONS, SFSM_SKIP_UNKNOWN */
    int32_t guards;       /* SFSM_REFUSE_GUARDS ... */
    int32_t on_violation; /* SFSM_STAY ... */
    void *contexts;       /* the context of token 0 */
    size_t context_stride; /* in bytes, from one context to the next; 0: all tokens share one */
    int64_t first_index;  /* the index of the first event, if these events continue a longer log */
    size_t thread_count;  /* lists only: how many parts share the tokens, each on a thread of its own: 0 is 1, and no more
                             than 256 are made. Each part takes more tokens until none is left, so that a slow one
                             takes fewer. Callbacks run in all of them. With SFSM_STOP there is one */
    sfsm_parallel parallel; /* runs the parts; NULL: the library starts threads, and ends them before it returns */
    void *parallel_context;
    sfsm_progress progress;
    void *progress_context;
    /* Results, each of which may be NULL. */
    uint8_t *outcomes;    /* for each event SFSM_TRANSITIONED, SFSM_REFUSED or SFSM_UNHANDLED; 0 if it was skipped */
    int32_t *rows;        /* for each event the number of the row that was taken (in a chart the first), as of
                             sfsm_step_row; 0 if none was */
    int64_t *row_counts;  /* added to: how often each row was taken, by its number from 1; sfsm_table_row_count + 1 numbers,
                             the first of which is unused. In a chart the first row of each step counts, including steps
                             that follow an event without one of their own */
    int64_t *row_times;   /* added to: for each row, the time that tokens had spent in the state they left by it, in the
                             unit of `times`; as many numbers. Needs `times` and `entered` */
    int64_t *entered;     /* read and written: when each token entered its state; INT64_MIN if unknown */
    int64_t *first;       /* read and written: the index of the first violation of each token, -1 for none. With
                             SFSM_STOP_TOKEN a token with one is skipped from the beginning */
    int64_t *first_times; /* written with `first`: the time of that event */
    sfsm_violation *violations; /* in the order of the events; with lists, of their tokens */
    size_t violation_capacity; /* at most this many are written: the first ones */
} sfsm_replay;

/* The totals of a replay. Set `size`. Written whatever sfsm_table_replay returns, except SFSM_BAD_SIZE. */
typedef struct sfsm_replay_counts {
    size_t size;
    int64_t events;          /* the events replayed: all, unless the replay ended early */
    int64_t transitioned, refused, unhandled, skipped; /* their results, which add up to `events` */
    int64_t violations;      /* refused + unhandled, including those beyond the capacity */
    int64_t violated_tokens; /* tokens whose first violation this replay found */
    int64_t index;           /* where the error is, see sfsm_table_replay; -1 if there is none, or no single place */
    int32_t failure;         /* SFSM_CALLBACK_FAILED: what the callback returned */
    int32_t reserved;        /* 0 */
} sfsm_replay_counts;

/*
 * Replay events over the states of tokens. `out_counts` may be NULL.
 *
 * Returns SFSM_OK, whatever violations there are. An error ends the replay: states and results are those of the events
 * before it, and out_counts->events says how many these were. With several threads the other parts end soon after: each
 * token has then been replayed up to some event of its own.
 * Errors found before anything is replayed, with the meaning of out_counts->index:
 *   SFSM_BAD_VALUE          a flag or type that is not documented; tokens as well as offsets; threads without offsets; an
 *                           offset that is lower than the one before it: its index
 *   SFSM_OUT_OF_RANGE       offsets beyond the events: the index of the offset; a count that no array can have; more than
 *                           INT32_MAX codes, or tokens of interleaved events
 *   SFSM_UNKNOWN_PREDICATE  the index of a case column whose type the table does not have
 *   SFSM_REPEATED_PREDICATE the index of a case column whose type another one has
 *   SFSM_MISSING_PREDICATE  no cases of a predicate type without a provider, and no SFSM_LENIENT
 *   SFSM_ARGUMENT_TYPE      the index of an argument column whose type does not fit the declared one
 *   SFSM_ARGUMENT_COUNT     the index of an argument column beyond the arguments of its event
 *   SFSM_UNKNOWN_EVENT      the index of an argument column whose event the table does not have. A code of the event_map
 *                           without an event of the table is an error only where it occurs
 *   SFSM_UNSUPPORTED        the number, from 1, of a row that SFSM_REFUSE_GUARDS or SFSM_ASSUME_GUARDS refuse, or that
 *                           defers its event; -1 for a provider that they refuse
 *   SFSM_UNBOUND_CALLBACKS  callbacks are to be called, and some are missing (chapter 13)
 *   SFSM_NULL_POINTER, SFSM_BAD_SIZE, SFSM_OUT_OF_MEMORY
 * Errors that end a replay; out_counts->index is that of the event, without first_index:
 *   SFSM_UNKNOWN_EVENT      the table does not have it, or its code no event (see SFSM_SKIP_UNKNOWN)
 *   SFSM_OUT_OF_RANGE       its token is not below token_count
 *   SFSM_UNKNOWN_STATE      the state of its token is not in the table, or it is new and `initial` is not
 *   SFSM_BAD_CONFIGURATION  in a chart: the states of its token cannot be active together
 *   SFSM_UNKNOWN_CASE       one of its cases is not in its predicate type
 *   SFSM_MISSING_PREDICATE  one of its cases is SFSM_NONE, without SFSM_LENIENT
 *   SFSM_ARGUMENT_COUNT     one of its arguments has no column
 *   SFSM_ARGUMENT_TYPE      one of its arguments is a number that the declared type cannot hold
 *   SFSM_UNSUPPORTED        it declares a pointer as an argument
 *   SFSM_CALLBACK_FAILED    a callback failed: out_counts->failure
 *   SFSM_STEP_LIMIT_REACHED, SFSM_QUEUE_FULL, SFSM_OUT_OF_MEMORY   as of sfsm_machine_send
 *   what `progress` or `parallel` returned
 * Cost: O(events + lists + rows); without callbacks one to two nanoseconds an event in lists, and a few interleaved. Each
 * part uses a cell or two of 4 bytes for each state and event of the table, at most 128 MB; if there is no `first`, one bit
 * a token to count first violations; and all parts but one use 32 to 96 bytes for each violation that they find.
 * Threads: as in chapter 7, as long as no two calls write the same arrays.
 */
sfsm_status sfsm_table_replay(const sfsm_table *table, const sfsm_replay *replay, sfsm_replay_counts *out_counts);

/* Return how many numbers of `states` each token has: 1 in a flat table, 0 for NULL. In a chart the first ones are the
 * active leaves in document order, padded with SFSM_NONE; the rest belongs to histories and is 0 for a new token. Write
 * SFSM_NONE to the first number to make a token new. A token in a final state of the chart itself is done and takes no more
 * events; also a new one whose initial state this is, unlike a machine that is made in it.
 * Cost: O(1). */
size_t sfsm_table_replay_width(const sfsm_table *table);

/*
 * Send many events to one machine, one after the other, as sfsm_machine_send does, but faster. `out_outcomes` (may be
 * NULL) receives the outcome of each event that was sent, *out_count (may be NULL) their number. The first error ends the
 * call; its outcome is the last. A callback that releases the machine ends it too.
 *
 * Returns SFSM_OK or that error.
 * Errors: as of sfsm_machine_send, and
 *   SFSM_BUSY          inside a callback
 *   SFSM_OUT_OF_RANGE  a count that no array can have
 * Cost: that of the steps.
 */
sfsm_status sfsm_machine_run(sfsm_machine *machine, const sfsm_id *events, size_t count, sfsm_outcome *out_outcomes,
                             size_t *out_count);

#ifdef __cplusplus
}

/* A template, to which nothing is converted: to bool C++ would convert any pointer. */
template <typename Type> struct sfsm_only_bool {};
template <> struct sfsm_only_bool<bool> {
    typedef sfsm_value value;
};
template <typename Type> inline typename sfsm_only_bool<Type>::value sfsm_value_of(Type value)
{
    return sfsm_value_of_bool(value);
}
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

/* No arguments of an event: functions, members, and what is volatile. */
template <typename Result, typename... Parameters> sfsm_value sfsm_value_of(Result (*)(Parameters...)) = delete;
template <typename Result, typename... Parameters> sfsm_value sfsm_value_of(Result (*)(Parameters..., ...)) = delete;
template <typename Class, typename Member> sfsm_value sfsm_value_of(Member Class::*) = delete;
sfsm_value sfsm_value_of(const volatile void *) = delete;

template <typename... Arguments>
inline sfsm_outcome sfsm_send_matching(sfsm_machine *machine, const sfsm_case *cases, size_t case_count, sfsm_id event,
                                       const Arguments &...arguments)
{
    static_assert(sizeof...(arguments) <= SFSM_PARAMETER_LIMIT, "sfsm_send: an event carries at most 64 arguments");
    const sfsm_value values[sizeof...(arguments) + 1] = {sfsm_value_of(arguments)..., sfsm_value_of_bool(false)};
    const sfsm_message message = {sizeof(sfsm_message), event, SFSM_NONE, cases, case_count,
                                  values, sizeof...(arguments)};
    return sfsm_machine_send_message(machine, &message);
}

template <typename... Arguments>
inline sfsm_outcome sfsm_send(sfsm_machine *machine, sfsm_id event, const Arguments &...arguments)
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

/* How many arguments follow the first: up to 12, or from there up to 64 SFSM_MANY. */
#define SFSM_COUNT_(...)                                                                                              \
    SFSM_COUNT__(__VA_ARGS__, SFSM_13_MANY_, SFSM_13_MANY_, SFSM_13_MANY_, SFSM_13_MANY_, 12, 11, 10, 9, 8, 7, 6, 5,  \
                 4, 3, 2, 1, 0, 0)
#define SFSM_13_MANY_                                                                                                 \
    SFSM_MANY, SFSM_MANY, SFSM_MANY, SFSM_MANY, SFSM_MANY, SFSM_MANY, SFSM_MANY, SFSM_MANY, SFSM_MANY, SFSM_MANY,     \
        SFSM_MANY, SFSM_MANY, SFSM_MANY
#define SFSM_COUNT__(...) SFSM_66TH_(__VA_ARGS__)
#define SFSM_66TH_(                                                                                                   \
    p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p20,                    \
    p21, p22, p23, p24, p25, p26, p27, p28, p29, p30, p31, p32, p33, p34, p35, p36, p37, p38, p39,                    \
    p40, p41, p42, p43, p44, p45, p46, p47, p48, p49, p50, p51, p52, p53, p54, p55, p56, p57, p58,                    \
    p59, p60, p61, p62, p63, p64, count, ...) count
#define SFSM_SEND_(count, ...) SFSM_SEND__(count, __VA_ARGS__)
#define SFSM_SEND__(count, ...) SFSM_SEND_##count(count, __VA_ARGS__)
#define SFSM_SEND_0(count, machine, cases, case_count, event)                                                         \
    sfsm_machine_send_message(                                                                                        \
        machine, &(const sfsm_message){ sizeof(sfsm_message), (event), SFSM_NONE, cases, case_count, NULL, 0 })
#define SFSM_SEND_SFSM_MANY(...)                                                                                      \
    ((sfsm_outcome)sizeof(struct {                                                                                    \
        _Static_assert(0, "sfsm_send takes at most 12 arguments: use sfsm_machine_send_message");                     \
        int none;                                                                                                     \
    }))
#define SFSM_SEND_N_(count, machine, cases, case_count, event, ...)                                                   \
    sfsm_machine_send_message(                                                                                        \
        machine, &(const sfsm_message){ sizeof(sfsm_message), (event), SFSM_NONE, cases, case_count,                  \
                                        (const sfsm_value[]){ SFSM_VALUES_##count(__VA_ARGS__) }, count })
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
