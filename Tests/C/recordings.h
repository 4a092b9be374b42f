/* What native functions of random signatures were given, parameter by parameter, and what they are to return. The
 * functions themselves are written by generate_functions.c. */
#ifndef SFSM_TESTS_RECORDINGS_H
#define SFSM_TESTS_RECORDINGS_H

#include <stdarg.h>
#include <stdbool.h>
#include <swiftfsm.h>

/* A variadic function takes a number and two values for each of its arguments behind its parameters. */
enum { RECORDING_LIMIT = 3 * SFSM_PARAMETER_LIMIT };

typedef struct recording {
    sfsm_value values[RECORDING_LIMIT];
    size_t count, calls;
    int32_t result; /* what the function returns; for bool whether it is not 0 */
} recording;

/* The tests that use this have one thread. */
extern recording recorded;

/* A native function with its signature as text. */
typedef struct native_function {
    const char *signature;
    sfsm_any_function function;
} native_function;
extern const native_function native_functions[];

/* One more value. A step is recorded as its machine's context. */
void record_value(sfsm_value value);
void record_bool(bool value);
void record_i8(int8_t value);
void record_i16(int16_t value);
void record_i32(int32_t value);
void record_i64(int64_t value);
void record_u8(uint8_t value);
void record_u16(uint16_t value);
void record_u32(uint32_t value);
void record_u64(uint64_t value);
void record_f32(float value);
void record_f64(double value);
void record_str(const char *value);
void record_ptr(void *value);
void record_step(const sfsm_step *value);

/* What stands behind "count" in a variadic function: cases, or types and arguments as C promotes them. */
void record_cases(int count, va_list rest);
void record_arguments(int count, va_list rest);

#endif
