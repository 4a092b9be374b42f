/* Functions of Go with parameters: a closure of the library for each, whose calls go on to Go with their values. */
#include "bridge.h"

#include <stdarg.h>

#include "_cgo_export.h"

struct function {
    gofsm_number number;
    sfsm_closure *closure; /* NULL of one that takes all cases */
};

static void release(void *context)
{
    struct function *const function = context;
    sfsm_closure_release(function->closure);
    gofsmForget(function->number);
    free(function);
}

/* Receives "(step, ...what the signature names)". */
static int32_t receive(void *context, const sfsm_value *values, size_t count, sfsm_value *out_result)
{
    const struct function *const function = context;
    sfsm_step *const step = values[0].as.ptr;
    out_result->as.i32 = gofsmCallFunction(step, function->number, (gofsm_number)step->context,
                                           (sfsm_value *)values + 1, count - 1);
    return 0;
}

/* The signature (context, step, ...). */
static int32_t receive_cases(void *context, sfsm_step *step, int count, ...)
{
    const struct function *const function = context;
    sfsm_value *const values = calloc((size_t)count + 1, sizeof *values);
    if (values == NULL)
        return SFSM_FAILED;
    va_list cases;
    va_start(cases, count);
    for (int index = 0; index < count; ++index) {
        values[index].type = SFSM_I32;
        values[index].as.i32 = va_arg(cases, int);
    }
    va_end(cases);
    const int32_t result = gofsmCallFunction(step, function->number, (gofsm_number)step->context, values, (size_t)count);
    free(values);
    return result;
}

sfsm_status gofsm_make_function(gofsm_number number, const char *signature, bool takes_cases, sfsm_callback *out_callback)
{
    struct function *const function = calloc(1, sizeof *function);
    if (function == NULL) {
        gofsmForget(number);
        return SFSM_OUT_OF_MEMORY;
    }
    function->number = number;
    sfsm_any_function called = (sfsm_any_function)receive_cases;
    if (!takes_cases) {
        const sfsm_status status = sfsm_closure_create(signature, receive, function, NULL, &function->closure);
        if (status != SFSM_OK) {
            release(function);
            return status;
        }
        called = sfsm_closure_function(function->closure);
    }
    /* The finalizer runs too if this fails. */
    sfsm_callable *callable;
    const sfsm_status status = sfsm_callable_create(called, signature, function, release, &callable);
    *out_callback = sfsm_callable_callback(callable);
    sfsm_callable_release(callable);
    return status;
}

sfsm_status gofsm_make_c_function(sfsm_any_function function, const char *signature, void *context,
                                  sfsm_callback *out_callback)
{
    sfsm_callable *callable;
    const sfsm_status status = sfsm_callable_create(function, signature, context, NULL, &callable);
    *out_callback = sfsm_callable_callback(callable);
    sfsm_callable_release(callable);
    return status;
}

sfsm_id gofsm_predicate_at(const sfsm_step *step, size_t index)
{
    return sfsm_table_predicate_at(sfsm_machine_table(step->machine), index);
}
