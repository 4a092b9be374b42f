/* What machines are told to do, and what is expected of that. */
#ifndef SCENARIOS_RUN_H
#define SCENARIOS_RUN_H

#include "signature.h"

/* What a machine is told to do. */
typedef enum {
    SEND,
    SEND_LATER,
    CANCEL,
    ADVANCE,
    RAISE,
    REQUEST,
    START,
    STOP,
    UPDATE_TIME,
    SET_STATE,
    SET_STATES,
    RUN,
    DISCARD,
    PROBE,
    PERMITTED,
    EXPLAIN
} verb;

typedef LIST(int32_t) id_list;

/* Number `index` of the arguments is of another type than the event declares; 0 where there is none. */
typedef struct rejected_argument {
    size_t index;
    int32_t declared;
    int32_t sent;
} rejected_argument;

/* What a call comes to, and the state afterwards. */
typedef struct result {
    /* 0 where it is missing. */
    int32_t line;
    const char *outcome;
    int32_t state;
    bool has_failure, has_pending, has_target, has_event, has_rejected, has_rejected_argument, has_ids;
    bool has_active, has_done, is_done;
    /* The time at which the next event is due, if there is one. */
    bool has_due, is_due;
    int64_t due;
    int32_t failure;
    size_t pending;
    int32_t target;
    int32_t event;
    sfsm_case rejected;
    rejected_argument rejected_argument;
    id_list ids;
    /* The active leaves. */
    id_list active;
} result;

/* Why a row is taken or not, according to an explanation. */
typedef struct reason {
    int32_t line;
    /* That of the row. */
    int32_t row_line;
    int32_t kind;
    sfsm_case mismatch;
    int32_t guard;
} reason;

typedef LIST(struct call) calls;
typedef LIST(struct happening) happenings;

typedef struct call {
    int32_t line;
    verb verb;
    /* An event, or a state. */
    int32_t id;
    /* Of SET_STATES. */
    id_list states;
    /* Of EXPLAIN: `id` is a state that is requested. */
    bool is_request;
    bool has_cases;
    sent_cases cases;
    bool has_arguments;
    arguments arguments;
    double time;
    bool is_handed_over;
    /* Of SEND_LATER and ADVANCE. */
    int64_t delay, now;
    /* Of SEND_LATER and CANCEL: the number of the timer's name among those of the run, from 1; 0 for none. */
    size_t timer;
    uint32_t flags;
    happenings trace;
    LIST(reason) reasons;
    result result;
} call;

/* A callback that is expected to be called next: what it checks, does and answers. */
typedef struct happening {
    int32_t line;
    role role;
    const char *name;
    /* Of STEP, otherwise "". */
    const char *outcome;
    int32_t answer;
    bool has_step, has_state, has_time, has_arguments;
    int32_t source, event, target;
    int32_t state;
    double time;
    sent_cases cases;
    arguments arguments;
    /* Of a callable: one for each parameter, or none where that is not written. */
    passed_list given;
    calls calls;
} happening;

/* No run has more names for timers. */
enum { TIMER_CAPACITY = 16 };

typedef struct run {
    int32_t line;
    int32_t initial;
    bool is_lenient, observes_unhandled, observes_steps;
    /* What comes of creating the machine if that fails, or NULL. */
    const char *failure;
    calls calls;
} run;

#endif
