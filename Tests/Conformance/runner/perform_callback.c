/* What callbacks do: they are checked against what is expected next, do what stands there, and answer so. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "performance.h"

void diverge(performance *performance, int32_t line, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!performance->has_diverged) {
        report_fault(performance->test->report, line, "%s", text);
    }
    performance->has_diverged = true;
}

static void check_state(performance *performance, int32_t line, const char *what, int32_t actual, int32_t expected) {
    if (actual != expected) {
        diverge(performance, line, "the %s is %s, not %s", what, id_text(performance->test, STATE, actual),
                id_text(performance->test, STATE, expected));
    }
}

/* Compares what the step tells, as far as it is written, and what must hold of every step. */
static void check_step(performance *performance, const happening *expected, const sfsm_step *step) {
    test_case *const test = performance->test;
    if (step->machine != performance->machine || step->context != performance) {
        diverge(performance, expected->line, "the step is told of another machine");
    }
    if (expected->has_step) {
        check_state(performance, expected->line, "source", step->source, expected->source);
        if (step->event != expected->event) {
            diverge(performance, expected->line, "the event is %s, not %s", id_text(test, EVENT, step->event),
                    id_text(test, EVENT, expected->event));
        }
        check_state(performance, expected->line, "target", step->target, expected->target);
    }
    if (expected->has_state) {
        check_state(performance, expected->line, "state", sfsm_machine_state(step->machine), expected->state);
    }
    for (size_t i = 0; i < expected->cases.count; i++) {
        const sfsm_case part = expected->cases.items[i];
        const int32_t value = sfsm_step_case(step, part.predicate);
        if (value != part.value) {
            diverge(performance, expected->line, "%s is %s, not %s", id_text(test, PREDICATE, part.predicate),
                    case_text(test, part.predicate, value), case_text(test, part.predicate, part.value));
        }
    }
    /* Only update callbacks are told a time. */
    const bool is_timed = expected->has_time || expected->role != UPDATE;
    if (is_timed && step->time != expected->time) {
        diverge(performance, expected->line, "the time is %g, not %g", step->time, expected->time);
    }
}

/* What happens, and what was expected instead: "guard exact" and the like. */
static const char *described(test_case *test, role role, const char *name, const char *outcome) {
    char text[256];
    const char *const detail = role == STEP ? outcome : name;
    const int length =
        snprintf(text, sizeof text, "%s%s%s", role_names[role], *detail == '\0' ? "" : " ", detail);
    return arena_text(&test->arena, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

int32_t perform_callback(const sfsm_step *step, void *context) {
    const callback *const called = context;
    performance *const performance = called->performance;
    /* What is answered once nothing is as expected; a resolver refuses, and an update callback names nothing. */
    const int32_t idle = called->role == RESOLVER || called->role == UPDATE ? SFSM_NONE : 0;
    if (performance->has_diverged) {
        return idle;
    }
    test_case *const test = performance->test;
    frame *const frame = performance->frame;
    const char *const outcome = outcome_words(test, called->role == STEP ? step->outcome : SFSM_OK);
    const char *const actual = described(test, called->role, called->name, outcome);
    if (frame->next == frame->call->trace.count) {
        diverge(performance, frame->call->result.line, "%s is called, but nothing more is expected", actual);
        return idle;
    }
    const happening *const expected = &frame->call->trace.items[frame->next++];
    const char *const wanted = described(test, expected->role, expected->name, expected->outcome);
    if (strcmp(actual, wanted) != 0) {
        diverge(performance, expected->line, "%s is called, but %s is expected", actual, wanted);
        return idle;
    }
    check_step(performance, expected, step);
    for (size_t i = 0; i < expected->calls.count && !performance->has_diverged; i++) {
        perform_call(performance, &expected->calls.items[i]);
    }
    return expected->answer;
}
