/* Random declarations of events and random sends, right and wrong ones, and what must become of each. */
#ifndef SFSM_TESTS_ARGUMENT_MODELS_H
#define SFSM_TESTS_ARGUMENT_MODELS_H

#include "arguments.h"

enum { MOST_EVENTS = 12, MOST_ARGUMENTS = 12, MOST_SENT = MOST_ARGUMENTS + 1, MOST_AT_ONCE = 8, TEXT_ROOM = 40 };

/* What an event declares, and what its row is: none, with an action, with a guard before it that says yes or no. */
typedef enum row_kind { NO_ROW, PLAIN, YES, NO, ROW_KINDS } row_kind;
typedef struct random_event {
    int32_t id;
    row_kind row;
    int32_t types[MOST_ARGUMENTS];
    size_t count;
} random_event;

/* What is sent; strings are in `texts`, so that they can be spoiled after the call. */
typedef struct random_send {
    size_t event; /* its number */
    sfsm_value values[MOST_SENT];
    char texts[MOST_SENT][TEXT_ROOM];
    size_t count;
} random_send;

typedef struct run {
    random_event events[MOST_EVENTS + 1]; /* the last one sends the others, and carries nothing */
    size_t event_count;
    random_send sends[MOST_AT_ONCE];
    sfsm_outcome results[MOST_AT_ONCE];
    size_t send_count;
    trace *expected, actual; /* apart: the context is a run */
} run;

/* SFSM_OK and what callbacks will see, or the status and what was rejected. */
typedef struct judgement {
    sfsm_status status;
    sfsm_value values[MOST_ARGUMENTS];
    size_t index;
    int32_t declared, sent;
} judgement;

/* An event with this number; ids are near each other, or scattered. */
random_event random_event_at(uint32_t *seed, size_t number, bool is_scattered);

/* Mostly what the event declares; else a type or the count is another, or it is an integer of no type. */
void draw_send(uint32_t *seed, const run *run, random_send *send);

judgement judge_send(const run *run, const random_send *send);

#endif
