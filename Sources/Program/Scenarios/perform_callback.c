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

void check_context(performance *performance, int32_t line, const void *context) {
    if (context != performance) {
        diverge(performance, line, "the context is not the machine's");
    }
}

/* Compares what the event carries: always so much as it declares, unless nobody has sent it. */
static void check_arguments(performance *performance, const happening *expected, const sfsm_step *step) {
    test_case *const test = performance->test;
    arguments carried = {NULL, 0};
    for (size_t i = 0; i < step->argument_count; i++) {
        *LIST_ADD(&test->arena, &carried) = step->arguments[i];
    }
    const bool is_sent = performance->frame->call->verb != PERMITTED;
    if ((carried.count == 0) != (step->arguments == NULL) ||
        (is_sent && carried.count != sfsm_table_argument_count(performance->table, step->event))) {
        diverge(performance, expected->line, "the event carries %zu arguments", carried.count);
    } else if (expected->has_arguments && !arguments_are_alike(&carried, &expected->arguments)) {
        diverge(performance, expected->line, "the event carries %s, not %s", arguments_text(test, &carried),
                arguments_text(test, &expected->arguments));
    }
}

/* Compares what the step tells, as far as it is written, and what must hold of every step. */
static void check_step(performance *performance, const happening *expected, const sfsm_step *step) {
    test_case *const test = performance->test;
    if (step->machine != performance->machine) {
        diverge(performance, expected->line, "the step is told of another machine");
    }
    check_context(performance, expected->line, step->context);
    if (expected->has_step) {
        check_state(performance, expected->line, "source", step->source, expected->source);
        if (step->event != expected->event) {
            diverge(performance, expected->line, "the event is %s, not %s", id_text(test, EVENT, step->event),
                    id_text(test, EVENT, expected->event));
        }
        check_state(performance, expected->line, "target", step->target, expected->target);
    }
    for (size_t i = 0; i < expected->cases.count; i++) {
        const sfsm_case part = expected->cases.items[i];
        const int32_t value = sfsm_step_case(step, part.predicate);
        if (value != part.value) {
            diverge(performance, expected->line, "%s is %s, not %s", id_text(test, PREDICATE, part.predicate),
                    case_text(test, part.predicate, value), case_text(test, part.predicate, part.value));
        }
    }
    check_arguments(performance, expected, step);
    /* Only update callbacks are told a time, and providers that one of them needs. */
    const bool is_in_update = performance->frame->call->verb == UPDATE_TIME;
    const bool may_be_timed = expected->role == UPDATE || (expected->role == PROVIDER && is_in_update);
    if ((expected->has_time || !may_be_timed) && step->time != expected->time) {
        diverge(performance, expected->line, "the time is %g, not %g", step->time, expected->time);
    }
}

/* What happens, and what was expected instead: "guard exact", "step note transitioned" and the like. */
static const char *described(test_case *test, role role, const char *name, const char *outcome) {
    char text[256];
    const int length = snprintf(text, sizeof text, "%s%s%s%s%s", role_names[role], *name == '\0' ? "" : " ", name,
                                *outcome == '\0' ? "" : " ", outcome);
    return arena_text(&test->arena, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

int32_t perform_next(const callback *called, const sfsm_step *step, const passed_list *passed) {
    const host *const host = called->performance->host;
    return host != NULL && host->call_back != NULL ? host->call_back(called, step, passed)
                                                   : perform_expected(called, step, passed);
}

int32_t perform_expected(const callback *called, const sfsm_step *step, const passed_list *passed) {
    performance *const performance = called->performance;
    /* What is answered once nothing is as expected; a resolver refuses, and an update callback names nothing. */
    const int32_t idle = called->role == RESOLVER || called->role == UPDATE ? SFSM_NONE : 0;
    if (performance->has_diverged) {
        return idle;
    }
    test_case *const test = performance->test;
    frame *const frame = performance->frame;
    const bool has_outcome = called->role == STEP && step != NULL;
    const char *const outcome = has_outcome ? outcome_words(test, step->outcome) : "";
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
    if (step != NULL) {
        check_step(performance, expected, step);
    }
    if (passed != NULL) {
        check_passed(performance, expected, called->signature, passed);
    }
    if (expected->has_state) {
        check_state(performance, expected->line, "state", sfsm_machine_state(performance->machine), expected->state);
    }
    for (size_t i = 0; i < expected->calls.count && !performance->has_diverged; i++) {
        perform_call(performance, &expected->calls.items[i]);
    }
    return expected->answer;
}

/* An sfsm_function. Its context is a callback. */
static int32_t perform_plainly(const sfsm_step *step, void *context) {
    return perform_next(context, step, NULL);
}

sfsm_callback registration(const callback *callback) {
    /* Where the library has no callables, a plain callback that is never called stands for it. */
    if (callback->callable != NULL) {
        return sfsm_callable_callback(callback->callable);
    }
    return (sfsm_callback){perform_plainly, (void *)(uintptr_t)callback, NULL};
}
