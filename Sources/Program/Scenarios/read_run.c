/* run: a machine, and what it is told to do. What is expected of that: read_trace.c. */
#include <string.h>

#include "sections.h"
#include "values.h"

/* ------------------------------------------------------------------------------------------------------------------
 * Calls
 * --------------------------------------------------------------------------------------------------------------- */

static void take_optional_cases(test_case *test, cursor *cursor, call *call) {
    if (cursor_sees(cursor, "[")) {
        call->has_cases = true;
        call->cases = take_cases(test, cursor);
    }
}

static void take_optional_arguments(test_case *test, cursor *cursor, call *call) {
    if (cursor_sees(cursor, "(")) {
        call->has_arguments = true;
        call->arguments = take_arguments(test, cursor, true);
    }
}

/* "without guards requests", any of them or none */
static void take_flags(cursor *cursor, call *call) {
    if (cursor_skip(cursor, "without")) {
        cursor_expect(cursor, "guards");
        call->flags |= SFSM_WITHOUT_GUARDS;
    }
    if (cursor_skip(cursor, "requests")) {
        call->flags |= SFSM_PERMITTED_STATES;
    }
}

/* "state locked", or "states locked lit", from behind "set" */
static void take_set(test_case *test, cursor *cursor, call *call) {
    if (cursor_skip(cursor, "states")) {
        call->verb = SET_STATES;
        do {
            *LIST_ADD(&test->arena, &call->states) = take_id(test, cursor, STATE);
        } while (cursor_sees_name(cursor));
        return;
    }
    cursor_expect(cursor, "state");
    call->verb = SET_STATE;
    call->id = take_id(test, cursor, STATE);
}

/* An event, or a state that is requested, and what is sent with it. */
static void take_message(test_case *test, cursor *cursor, call *call, bool is_request) {
    call->id = take_id(test, cursor, is_request ? STATE : EVENT);
    take_optional_cases(test, cursor, call);
    if (!is_request) {
        take_optional_arguments(test, cursor, call);
    }
    /* Cases of the conformance tests have one order. */
    if (!test->report->is_strict && !call->has_cases) {
        take_optional_cases(test, cursor, call);
    }
}

/* The number of a timer's name in this run, from 1; one that is new is added, or a fault. */
static size_t take_timer(test_case *test, cursor *cursor, bool may_be_new) {
    const char *const name = cursor_word(cursor, "the name of a timer");
    for (size_t i = 0; i < test->timers.count; i++) {
        if (strcmp(test->timers.items[i], name) == 0) {
            return i + 1;
        }
    }
    if (!may_be_new) {
        cursor_fault(cursor, "no timer is called %s", name);
        return 0;
    }
    if (test->timers.count == TIMER_CAPACITY) {
        cursor_fault(cursor, "a run has at most %d names for timers", TIMER_CAPACITY);
        return 0;
    }
    *LIST_ADD(&test->arena, &test->timers) = name;
    return test->timers.count;
}

/* "after 30 as alarm", from behind the event */
static void take_delay(test_case *test, cursor *cursor, call *call) {
    call->verb = SEND_LATER;
    call->delay = cursor_long(cursor, "a delay");
    if (cursor_skip(cursor, "as")) {
        call->timer = take_timer(test, cursor, true);
    }
}

/* Takes what has to do with time, if it is that. */
static bool take_time(test_case *test, cursor *cursor, call *call) {
    if (cursor_skip(cursor, "update")) {
        call->verb = UPDATE_TIME;
        call->time = cursor_number(cursor, "a time");
        if (cursor_skip(cursor, "handed")) {
            cursor_expect(cursor, "over");
            call->is_handed_over = true;
        }
    } else if (cursor_skip(cursor, "cancel")) {
        call->verb = CANCEL;
        call->timer = take_timer(test, cursor, false);
    } else if (cursor_skip(cursor, "advance")) {
        call->verb = ADVANCE;
        call->now = cursor_long(cursor, "a time");
    } else {
        return false;
    }
    return true;
}

/* Takes a question to a machine, if it is one. */
static bool take_question(test_case *test, cursor *cursor, call *call) {
    if (cursor_skip(cursor, "probe")) {
        call->verb = PROBE;
        take_message(test, cursor, call, false);
    } else if (cursor_skip(cursor, "permitted")) {
        call->verb = PERMITTED;
        take_optional_cases(test, cursor, call);
        take_flags(cursor, call);
    } else if (cursor_skip(cursor, "explain")) {
        call->verb = EXPLAIN;
        call->is_request = cursor_skip(cursor, "request");
        take_message(test, cursor, call, call->is_request);
    } else {
        return false;
    }
    return true;
}

/* Takes what a call is; what it comes to may follow. */
static void take_call(test_case *test, cursor *cursor, call *call) {
    if (cursor_skip(cursor, "send")) {
        call->verb = SEND;
        take_message(test, cursor, call, false);
        if (cursor_skip(cursor, "after")) {
            take_delay(test, cursor, call);
        }
    } else if (cursor_skip(cursor, "raise")) {
        call->verb = RAISE;
        call->id = take_id(test, cursor, EVENT);
    } else if (cursor_skip(cursor, "request")) {
        call->verb = REQUEST;
        take_message(test, cursor, call, true);
    } else if (cursor_skip(cursor, "start")) {
        call->verb = START;
        call->id = take_id(test, cursor, STATE);
    } else if (cursor_skip(cursor, "stop")) {
        call->verb = STOP;
    } else if (cursor_skip(cursor, "set")) {
        take_set(test, cursor, call);
    } else if (cursor_skip(cursor, "run")) {
        call->verb = RUN;
    } else if (cursor_skip(cursor, "discard")) {
        call->verb = DISCARD;
    } else if (!take_time(test, cursor, call) && !take_question(test, cursor, call)) {
        cursor_fault(cursor, "a machine has no call that begins with %s", cursor_peek(cursor));
    }
}

void read_calls(test_case *test, lines lines, size_t depth, calls *calls) {
    while (lines_are_left(&lines)) {
        cursor cursor = lines_next(&lines);
        call call = {.line = cursor.line->number};
        take_call(test, &cursor, &call);
        if (cursor_skip(&cursor, "->")) {
            take_result(test, &cursor, &call);
        }
        cursor_expect_end(&cursor);
        read_trace(test, lines_below(&lines, depth), depth + 1, &call);
        if (call.result.line == 0) {
            report_fault(test->report, call.line, "the call has no result");
        }
        *LIST_ADD(&test->arena, calls) = call;
    }
}

/* ------------------------------------------------------------------------------------------------------------------
 * Runs
 * --------------------------------------------------------------------------------------------------------------- */

/* "from locked, lenient, on step -> unknown state" */
void read_run(test_case *test, cursor *heading, lines lines) {
    run run = {.line = heading->line->number, .initial = SFSM_NONE};
    if (!cursor_skip(heading, "stopped")) {
        cursor_expect(heading, "from");
        run.initial = take_id(test, heading, STATE);
    }
    while (cursor_skip(heading, ",")) {
        if (cursor_skip(heading, "lenient")) {
            run.is_lenient = true;
            continue;
        }
        cursor_expect(heading, "on");
        if (cursor_skip(heading, "unhandled")) {
            run.observes_unhandled = true;
            registered_callback(test, UNHANDLED, "");
        } else {
            cursor_expect(heading, "step");
            run.observes_steps = true;
            registered_callback(test, STEP, "");
        }
    }
    if (cursor_skip(heading, "->")) {
        run.failure = cursor_words(heading, &test->arena, "", "");
    }
    cursor_expect_end(heading);
    test->timers.count = 0;
    read_calls(test, lines, 1, &run.calls);
    if ((run.failure == NULL) == (run.calls.count == 0)) {
        report_fault(test->report, run.line, "a run has either calls or a result of its own");
    }
    *LIST_ADD(&test->arena, &test->runs) = run;
}
