#include "callable_functions.h"

#include <stdarg.h>

static inline void receive(receipts *told, int32_t event, int32_t value)
{
    told->count += 1;
    told->sum += (uint64_t)((int64_t)event + value);
}

int32_t receive_step(const sfsm_step *step, void *context)
{
    receive(context, step->event, step->argument_count == 0 ? 0 : step->arguments[0].as.i32);
    return 0;
}

void receive_value(receipts *told, int32_t event, int32_t value)
{
    receive(told, event, value);
}

void receive_arguments(receipts *told, int32_t event, int count, ...)
{
    int32_t sum = 0;
    va_list arguments;
    va_start(arguments, count);
    for (int index = 0; index < count; ++index) {
        const int type = va_arg(arguments, int), value = va_arg(arguments, int);
        sum += type == SFSM_I32 ? value : -1;
    }
    va_end(arguments);
    receive(told, event, sum);
}

void receive_cases(receipts *told, int32_t event, int count, ...)
{
    int32_t sum = 0;
    va_list cases;
    va_start(cases, count);
    for (int index = 0; index < count; ++index)
        sum += va_arg(cases, int);
    va_end(cases);
    receive(told, event, sum);
}

int32_t handle_values(void *context, const sfsm_value *arguments, size_t count, sfsm_value *out_result)
{
    (void)context;
    (void)count;
    (void)out_result;
    receive(arguments[0].as.ptr, arguments[1].as.i32, arguments[2].as.i32);
    return 0;
}

void handle_addresses(ffi_cif *interface, void *result, void **arguments, void *context)
{
    (void)interface;
    (void)result;
    (void)context;
    receive(*(receipts **)arguments[0], *(const int32_t *)arguments[1], *(const int32_t *)arguments[2]);
}
