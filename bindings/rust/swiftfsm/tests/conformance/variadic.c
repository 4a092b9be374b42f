/* Variadic functions, which Rust has not: each reads what it is passed, and hands it to the function of its context. Compiled by
 * the test native.rs. */
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swiftfsm.h"

/* The beginning of the context of each. */
struct callee {
    int32_t (*called)(const struct callee *callee, const int32_t *front, const sfsm_value *values, size_t count);
    bool takes_cases;
};

/* The context of functions that take none. */
const struct callee *lone;

enum { MOST = 64 };

static sfsm_value value_of(int type, va_list *list)
{
    sfsm_value value = { .type = type, .as.u64 = 0 };
    switch (type) {
    case SFSM_BOOL: value.as.boolean = va_arg(*list, int) != 0; break;
    case SFSM_I8: value.as.i8 = (int8_t)va_arg(*list, int); break;
    case SFSM_I16: value.as.i16 = (int16_t)va_arg(*list, int); break;
    case SFSM_U8: value.as.u8 = (uint8_t)va_arg(*list, int); break;
    case SFSM_U16: value.as.u16 = (uint16_t)va_arg(*list, int); break;
    case SFSM_I32: value.as.i32 = va_arg(*list, int32_t); break;
    case SFSM_U32: value.as.u32 = va_arg(*list, uint32_t); break;
    case SFSM_I64: value.as.i64 = va_arg(*list, int64_t); break;
    case SFSM_U64: value.as.u64 = va_arg(*list, uint64_t); break;
    case SFSM_F32: value.as.f32 = (float)va_arg(*list, double); break;
    case SFSM_F64: value.as.f64 = va_arg(*list, double); break;
    case SFSM_STR: value.as.str = va_arg(*list, const char *); break;
    default: value.as.ptr = va_arg(*list, void *); break;
    }
    return value;
}

static int32_t call(const struct callee *callee, int32_t first, int32_t second, int count, va_list *list)
{
    sfsm_value values[MOST];
    for (int index = 0; index < count && index < MOST; ++index)
        values[index] = value_of(callee->takes_cases ? SFSM_I32 : va_arg(*list, int), list);
    return callee->called(callee, (const int32_t[]){ first, second }, values, (size_t)count);
}

#define VARIADIC(name, parameters, callee, first, second)                                                             \
    int32_t number_##name parameters                                                                                  \
    {                                                                                                                 \
        va_list list;                                                                                                 \
        va_start(list, count);                                                                                        \
        const int32_t answer = call(callee, first, second, count, &list);                                             \
        va_end(list);                                                                                                 \
        return answer;                                                                                                \
    }                                                                                                                 \
    bool bool_##name parameters                                                                                       \
    {                                                                                                                 \
        va_list list;                                                                                                 \
        va_start(list, count);                                                                                        \
        const int32_t answer = call(callee, first, second, count, &list);                                             \
        va_end(list);                                                                                                 \
        return answer != 0;                                                                                           \
    }                                                                                                                 \
    void void_##name parameters                                                                                       \
    {                                                                                                                 \
        va_list list;                                                                                                 \
        va_start(list, count);                                                                                        \
        call(callee, first, second, count, &list);                                                                    \
        va_end(list);                                                                                                 \
    }

/* By how many parameters stand in front. */
VARIADIC(0, (int count, ...), lone, 0, 0)
VARIADIC(1, (void *context, int count, ...), context, 0, 0)
VARIADIC(2, (void *context, int32_t first, int count, ...), context, first, 0)
VARIADIC(3, (void *context, int32_t first, int32_t second, int count, ...), context, first, second)
