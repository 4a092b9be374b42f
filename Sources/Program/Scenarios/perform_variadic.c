/* Variadic callables: functions for each result, and for each kind of parameters in front. */
#include "variadic.h"

#include <stdarg.h>

/* The callback of the only function that is told nothing by which it could find it. */
static const callback *lone;

/* ------------------------------------------------------------------------------------------------------------------
 * What they are passed
 * --------------------------------------------------------------------------------------------------------------- */

/* `count` cases, of the table's predicate types in their order. */
static sent_cases read_cases(const performance *performance, int count, va_list *list) {
    sent_cases cases = {NULL, 0};
    for (int i = 0; i < count; i++) {
        const int32_t predicate = sfsm_table_predicate_at(performance->table, (size_t)i);
        *LIST_ADD(&performance->test->arena, &cases) = (sfsm_case){predicate, va_arg(*list, int)};
    }
    return cases;
}

/* A value of a type that C promotes to int. */
static sfsm_value promoted(int32_t type, int number) {
    sfsm_value value = {.type = type, .as.u64 = 0};
    switch (type) {
    case SFSM_BOOL:
        value.as.boolean = number != 0;
        break;
    case SFSM_I8:
        value.as.i8 = (int8_t)number;
        break;
    case SFSM_I16:
        value.as.i16 = (int16_t)number;
        break;
    case SFSM_U8:
        value.as.u8 = (uint8_t)number;
        break;
    default:
        value.as.u16 = (uint16_t)number;
        break;
    }
    return value;
}

/* A value behind its type, as C promotes it. */
static sfsm_value read_value(va_list *list) {
    sfsm_value value = {.type = va_arg(*list, int), .as.u64 = 0};
    switch (value.type) {
    case SFSM_BOOL:
    case SFSM_I8:
    case SFSM_I16:
    case SFSM_U8:
    case SFSM_U16:
        return promoted(value.type, va_arg(*list, int));
    case SFSM_I32:
        value.as.i32 = va_arg(*list, int32_t);
        break;
    case SFSM_I64:
        value.as.i64 = va_arg(*list, int64_t);
        break;
    case SFSM_U32:
        value.as.u32 = va_arg(*list, uint32_t);
        break;
    case SFSM_U64:
        value.as.u64 = va_arg(*list, uint64_t);
        break;
    case SFSM_F32:
        value.as.f32 = (float)va_arg(*list, double);
        break;
    case SFSM_F64:
        value.as.f64 = va_arg(*list, double);
        break;
    case SFSM_STR:
        value.as.str = va_arg(*list, const char *);
        break;
    case SFSM_PTR:
        value.as.ptr = va_arg(*list, void *);
        break;
    default:
        value.type = 0;
        break;
    }
    return value;
}

/* `count` arguments, up to one of an unknown type: of that it is not known where it ends. */
static arguments read_rest(const performance *performance, int count, va_list *list) {
    arguments rest = {NULL, 0};
    for (int i = 0; i < count; i++) {
        const sfsm_value value = read_value(list);
        if (value.type == 0) {
            break;
        }
        *LIST_ADD(&performance->test->arena, &rest) = value;
    }
    return rest;
}

/* Context and at most two numbers, then what follows: so many, in a list. */
static int32_t perform_variadic(const callback *called, int32_t first, int32_t second, int count, va_list *list) {
    performance *const performance = called->performance;
    const signature *const signature = called->signature;
    if (performance->has_diverged) {
        return 0;
    }
    const int32_t numbers[] = {first, second};
    passed_list passed = {NULL, 0};
    for (size_t i = 0; i + 1 < signature->parameters.count; i++) {
        struct passed *const next = LIST_ADD(&performance->test->arena, &passed);
        next->value.type = signature->parameters.items[i].type;
        if (i > 0) {
            next->value.as.i32 = numbers[i - 1];
        }
    }
    const parameter_kind kind = signature->parameters.items[passed.count].kind;
    struct passed last = {.cases = {NULL, 0}};
    if (kind == TAKES_REST) {
        last.rest = read_rest(performance, count, list);
        if (last.rest.count < (size_t)count) {
            diverge(performance, signature->line, "argument %zu has no type that is known", last.rest.count);
        }
    } else if ((size_t)count == sfsm_table_predicate_count(performance->table)) {
        last.cases = read_cases(performance, count, list);
    } else {
        diverge(performance, signature->line, "there follow %d cases", count);
    }
    *LIST_ADD(&performance->test->arena, &passed) = last;
    return perform_callable(called, &passed);
}

/* ------------------------------------------------------------------------------------------------------------------
 * The functions
 * --------------------------------------------------------------------------------------------------------------- */

/* Three functions that differ in what they return. */
#define VARIADIC(name, parameters, called, first, second)                                                             \
    static int32_t number_##name parameters {                                                                         \
        va_list list;                                                                                                 \
        va_start(list, count);                                                                                        \
        const int32_t answer = perform_variadic(called, first, second, count, &list);                                 \
        va_end(list);                                                                                                 \
        return answer;                                                                                                \
    }                                                                                                                 \
    static bool boolean_##name parameters {                                                                           \
        va_list list;                                                                                                 \
        va_start(list, count);                                                                                        \
        const int32_t answer = perform_variadic(called, first, second, count, &list);                                 \
        va_end(list);                                                                                                 \
        return answer != 0;                                                                                           \
    }                                                                                                                 \
    static void void_##name parameters {                                                                              \
        va_list list;                                                                                                 \
        va_start(list, count);                                                                                        \
        perform_variadic(called, first, second, count, &list);                                                        \
        va_end(list);                                                                                                 \
    }

VARIADIC(behind_nothing, (int count, ...), lone, 0, 0)
VARIADIC(behind_context, (void *context, int count, ...), context, 0, 0)
VARIADIC(behind_one, (void *context, int32_t first, int count, ...), context, first, 0)
VARIADIC(behind_two, (void *context, int32_t first, int32_t second, int count, ...), context, first, second)

#define FUNCTIONS(name)                                                                                               \
    { (sfsm_any_function)void_##name, (sfsm_any_function)boolean_##name, (sfsm_any_function)number_##name }

sfsm_any_function variadic_function(const callback *callback) {
    /* By how many parameters stand in front, and by the result. */
    static const sfsm_any_function functions[4][3] = {
        FUNCTIONS(behind_nothing),
        FUNCTIONS(behind_context),
        FUNCTIONS(behind_one),
        FUNCTIONS(behind_two),
    };
    const signature *const signature = callback->signature;
    const size_t in_front = signature->parameters.count - 1;
    if (in_front == 0) {
        lone = callback;
    }
    return functions[in_front][signature->result == 0 ? 0 : signature->result == SFSM_BOOL ? 1 : 2];
}
