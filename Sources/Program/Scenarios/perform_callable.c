/* Callables: closures of their signatures, and what they are passed. Variadic ones: perform_variadic.c. */
#include <stdio.h>
#include <string.h>

#include "variadic.h"

/* ------------------------------------------------------------------------------------------------------------------
 * Comparing
 * --------------------------------------------------------------------------------------------------------------- */

/* As a case writes what the parameter is passed. */
static const char *passed_text(test_case *test, const parameter *parameter, const passed *passed) {
    switch (parameter->kind) {
    case TAKES_EVENT:
        return id_text(test, EVENT, passed->value.as.i32);
    case TAKES_SOURCE:
    case TAKES_TARGET:
        return id_text(test, STATE, passed->value.as.i32);
    case TAKES_CASE:
        return case_text(test, parameter->predicate, passed->value.as.i32);
    case TAKES_ALL_CASES:
        return cases_text(test, &passed->cases);
    case TAKES_REST:
        return arguments_text(test, &passed->rest);
    default:
        return value_text(test, &passed->value);
    }
}

static bool are_alike(const parameter *parameter, const passed *one, const passed *other) {
    switch (parameter->kind) {
    case TAKES_CONTEXT:
    case TAKES_STEP:
        /* What they point to is always compared. */
        return true;
    case TAKES_ALL_CASES:
        return one->cases.count == other->cases.count &&
               (one->cases.count == 0 ||
                memcmp(one->cases.items, other->cases.items, one->cases.count * sizeof *one->cases.items) == 0);
    case TAKES_REST:
        return arguments_are_alike(&one->rest, &other->rest);
    default:
        return values_are_alike(&one->value, &other->value);
    }
}

void check_passed(performance *performance, const happening *expected, const signature *signature,
                  const passed_list *passed) {
    test_case *const test = performance->test;
    for (size_t i = 0; i < expected->given.count; i++) {
        const parameter *const parameter = &signature->parameters.items[i];
        if (!are_alike(parameter, &passed->items[i], &expected->given.items[i])) {
            diverge(performance, expected->line, "number %zu is given as %s, not %s", i,
                    passed_text(test, parameter, &passed->items[i]),
                    passed_text(test, parameter, &expected->given.items[i]));
        }
    }
}

/* ------------------------------------------------------------------------------------------------------------------
 * Being called
 * --------------------------------------------------------------------------------------------------------------- */

int32_t perform_callable(const callback *called, const passed_list *passed) {
    size_t place = 0;
    const bool is_told = signature_takes(called->signature, TAKES_STEP, &place);
    return perform_next(called, is_told ? passed->items[place].value.as.ptr : NULL, passed);
}

/* An sfsm_closure_handler: each call of a closure arrives here. Its context is a callback. */
static int32_t handle(void *context, const sfsm_value *values, size_t count, sfsm_value *out_result) {
    const callback *const called = context;
    performance *const performance = called->performance;
    const signature *const signature = called->signature;
    test_case *const test = performance->test;
    passed_list passed = {NULL, 0};
    bool is_alike = count == signature->parameters.count && out_result->type == signature->result;
    for (size_t i = 0; is_alike && i < count; i++) {
        const parameter *const parameter = &signature->parameters.items[i];
        is_alike = values[i].type == parameter->type;
        if (parameter->kind == TAKES_CONTEXT) {
            check_context(performance, signature->line, values[i].as.ptr);
        }
        LIST_ADD(&test->arena, &passed)->value = values[i];
    }
    if (!is_alike) {
        diverge(performance, signature->line, "the closure is called with something else than %s", signature->text);
        return 0;
    }
    const int32_t answer = perform_callable(called, &passed);
    if (signature->result == SFSM_BOOL) {
        out_result->as.boolean = answer != 0;
    } else if (signature->result == SFSM_I32) {
        out_result->as.i32 = answer;
    }
    return 0;
}

/* ------------------------------------------------------------------------------------------------------------------
 * Making them
 * --------------------------------------------------------------------------------------------------------------- */

/* Stands for a variadic function that scenarios cannot call. */
static void call_nothing(void) {}

static sfsm_status create_callable(callback *callback) {
    const signature *const signature = callback->signature;
    if (signature_is_variadic(signature)) {
        const sfsm_any_function function = callback->is_beyond_calling ? call_nothing : variadic_function(callback);
        return sfsm_callable_create(function, signature->text, callback, NULL, &callback->callable);
    }
    const sfsm_status status = sfsm_closure_create(signature->text, handle, callback, NULL, &callback->closure);
    if (status != SFSM_OK) {
        return status;
    }
    /* Without a context of its own: it is passed the machine's. */
    return sfsm_callable_create(sfsm_closure_function(callback->closure), signature->text, NULL, NULL,
                                &callback->callable);
}

void make_callable(test_case *test, callback *callback) {
    const sfsm_status status = create_callable(callback);
    if (status == SFSM_UNSUPPORTED && (test->report->lacks_callables || !test->report->is_strict)) {
        test->report->is_skipped = true;
    } else if (status != SFSM_OK || test->report->lacks_callables) {
        report_fault(test->report, callback->signature->line, "%s cannot be made a callable: %s",
                     callback->signature->text, sfsm_status_name(status));
    }
}

void release_callables(test_case *test) {
    for (size_t i = 0; i < test->callbacks.count; i++) {
        sfsm_callable_release(test->callbacks.items[i]->callable);
        sfsm_closure_release(test->callbacks.items[i]->closure);
    }
}
