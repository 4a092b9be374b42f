#include "recordings.h"

#include <string.h>

recording recorded;

/* The same text in memory that stays: what is passed to a function may be gone when it is compared. Tests send few
 * texts; others are a fault of their own. */
static const char *kept(const char *text) {
    static char texts[32][64];
    static size_t count;
    for (size_t index = 0; index < count; index++) {
        if (strcmp(texts[index], text) == 0) {
            return texts[index];
        }
    }
    if (count == sizeof texts / sizeof texts[0] || strlen(text) >= sizeof texts[0]) {
        return "a text that was never sent";
    }
    return strcpy(texts[count++], text);
}

void record_value(sfsm_value value) {
    if (value.type == SFSM_STR && value.as.str != NULL) {
        value.as.str = kept(value.as.str);
    }
    if (recorded.count < RECORDING_LIMIT) {
        recorded.values[recorded.count] = value;
    }
    recorded.count++;
}

/* clang-format off */
void record_bool(bool value) { record_value((sfsm_value){SFSM_BOOL, {.boolean = value}}); }
void record_i8(int8_t value) { record_value((sfsm_value){SFSM_I8, {.i8 = value}}); }
void record_i16(int16_t value) { record_value((sfsm_value){SFSM_I16, {.i16 = value}}); }
void record_i32(int32_t value) { record_value((sfsm_value){SFSM_I32, {.i32 = value}}); }
void record_i64(int64_t value) { record_value((sfsm_value){SFSM_I64, {.i64 = value}}); }
void record_u8(uint8_t value) { record_value((sfsm_value){SFSM_U8, {.u8 = value}}); }
void record_u16(uint16_t value) { record_value((sfsm_value){SFSM_U16, {.u16 = value}}); }
void record_u32(uint32_t value) { record_value((sfsm_value){SFSM_U32, {.u32 = value}}); }
void record_u64(uint64_t value) { record_value((sfsm_value){SFSM_U64, {.u64 = value}}); }
void record_f32(float value) { record_value((sfsm_value){SFSM_F32, {.f32 = value}}); }
void record_f64(double value) { record_value((sfsm_value){SFSM_F64, {.f64 = value}}); }
void record_str(const char *value) { record_value((sfsm_value){SFSM_STR, {.str = value}}); }
void record_ptr(void *value) { record_value((sfsm_value){SFSM_PTR, {.ptr = value}}); }
void record_step(const sfsm_step *value) { record_ptr(value->context); }
/* clang-format on */

void record_cases(int count, va_list rest) {
    record_i32(count);
    for (int number = 0; number < count; number++) {
        record_i32(va_arg(rest, int));
    }
}

void record_arguments(int count, va_list rest) {
    record_i32(count);
    for (int number = 0; number < count; number++) {
        const int type = va_arg(rest, int);
        record_i32(type);
        switch (type) {
        case SFSM_BOOL:
        case SFSM_I8:
        case SFSM_I16:
        case SFSM_I32:
        case SFSM_U8:
        case SFSM_U16: record_i32(va_arg(rest, int)); break;
        case SFSM_U32: record_u32(va_arg(rest, uint32_t)); break;
        case SFSM_I64: record_i64(va_arg(rest, int64_t)); break;
        case SFSM_U64: record_u64(va_arg(rest, uint64_t)); break;
        case SFSM_F32:
        case SFSM_F64: record_f64(va_arg(rest, double)); break;
        case SFSM_STR: record_str(va_arg(rest, const char *)); break;
        case SFSM_PTR: record_ptr(va_arg(rest, void *)); break;
        default: return; /* how wide the next one is cannot be known */
        }
    }
}
