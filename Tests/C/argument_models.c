#include "argument_models.h"
#include "seeds.h"

#include <stdio.h>

/* ---------------------------------------------------------------------------------------------------------------
 * Drawing
 * ------------------------------------------------------------------------------------------------------------- */

static uint64_t draw_bits(uint32_t *seed) {
    uint64_t bits = 0;
    for (int part = 0; part < 4; part++) {
        bits = bits << 16 | draw_below(seed, 1u << 16);
    }
    return bits >> draw_below(seed, 64); /* of every size */
}

/* A value of a type, with any bits. */
static sfsm_value draw_value(uint32_t *seed, int32_t type, char text[TEXT_ROOM]) {
    const uint64_t bits = draw_bits(seed);
    switch (type) {
    case SFSM_BOOL: return BOOL(bits % 2 == 1);
    case SFSM_I8: return I8((int8_t)bits);
    case SFSM_I16: return I16((int16_t)bits);
    case SFSM_I32: return I32((int32_t)bits);
    case SFSM_I64: return I64((int64_t)(draw_below(seed, 2) ? bits : ~bits));
    case SFSM_U8: return U8((uint8_t)bits);
    case SFSM_U16: return U16((uint16_t)bits);
    case SFSM_U32: return U32((uint32_t)bits);
    case SFSM_U64: return U64(bits);
    case SFSM_F32: return F32((float)bits / 3);
    case SFSM_F64: return F64((double)bits / -3);
    case SFSM_STR:
        if (bits % 8 == 0) {
            return STR(NULL);
        }
        snprintf(text, TEXT_ROOM, "%.*s", (int)draw_below(seed, 20), &"abcdefghijklmnopqrstuvwxyz"[bits % 7]);
        return STR(text);
    case SFSM_PTR: return PTR((void *)(uintptr_t)bits);
    default: return INTEGER((int64_t)(draw_below(seed, 2) ? bits : ~bits));
    }
}

random_event random_event_at(uint32_t *seed, size_t number, bool is_scattered) {
    random_event event = {.id = is_scattered ? (int32_t)(-2000000000 + 300000007 * (int64_t)number) : (int32_t)number,
                          .row = (row_kind)draw_below(seed, ROW_KINDS)};
    event.count = draw_below(seed, MOST_ARGUMENTS + 1);
    for (size_t index = 0; index < event.count; index++) {
        event.types[index] = 1 + (int32_t)draw_below(seed, SFSM_PTR);
    }
    return event;
}

void draw_send(uint32_t *seed, const run *run, random_send *send) {
    send->event = draw_below(seed, (uint32_t)run->event_count);
    const random_event *const event = &run->events[send->event];
    send->count = event->count;
    if (draw_below(seed, 8) == 0) {
        send->count = draw_below(seed, MOST_SENT + 1);
    }
    for (size_t index = 0; index < send->count; index++) {
        int32_t type = index < event->count ? event->types[index] : SFSM_I32;
        if (draw_below(seed, 6) == 0) {
            type = SFSM_INTEGER;
        } else if (draw_below(seed, 40) == 0) {
            type = 1 + (int32_t)draw_below(seed, SFSM_INTEGER);
        }
        send->values[index] = draw_value(seed, type, send->texts[index]);
    }
}

/* ---------------------------------------------------------------------------------------------------------------
 * The model
 * ------------------------------------------------------------------------------------------------------------- */

/* Whether the declared type holds the number as it is. In integers where one was sent: a long double, which would hold them
 * all, has 64 bits under valgrind. */
static bool convert_to_real(const sfsm_value *value, int32_t type, sfsm_value *out) {
    const int64_t number = value->as.i64;
    double real;
    switch (value->type) {
    case SFSM_INTEGER: real = type == SFSM_F32 ? (double)(float)number : (double)number; break;
    case SFSM_U64: real = type == SFSM_F32 ? (double)(float)value->as.u64 : (double)value->as.u64; break;
    case SFSM_F32: real = value->as.f32; break;
    case SFSM_F64: real = value->as.f64; break;
    default: return false;
    }
    *out = type == SFSM_F32 ? F32((float)real) : F64(real);
    switch (value->type) {
    case SFSM_INTEGER: return real < 0x1p63 && (int64_t)real == number;
    case SFSM_U64: return real < 0x1p64 && (uint64_t)real == value->as.u64;
    default: return type == SFSM_F64 || (double)out->as.f32 == real;
    }
}

/* The value as the event declares it; false if it does not fit. */
static bool convert(const sfsm_value *value, int32_t type, sfsm_value *out) {
    const int64_t number = value->as.i64;
    *out = *value;
    if (value->type == type) {
        return true;
    }
    if (type == SFSM_F32 || type == SFSM_F64) {
        return convert_to_real(value, type, out);
    }
    if (type == SFSM_STR || type == SFSM_PTR) {
        *out = type == SFSM_STR ? STR(NULL) : PTR(NULL);
        const bool is_pointer = value->type == SFSM_STR || value->type == SFSM_PTR;
        return is_pointer ? value->as.ptr == NULL : value->type == SFSM_INTEGER && number == 0;
    }
    if (value->type != SFSM_INTEGER) {
        return false;
    }
    switch (type) {
    case SFSM_BOOL: *out = BOOL(number == 1); return number == 0 || number == 1;
    case SFSM_I8: *out = I8((int8_t)number); return out->as.i8 == number;
    case SFSM_I16: *out = I16((int16_t)number); return out->as.i16 == number;
    case SFSM_I32: *out = I32((int32_t)number); return out->as.i32 == number;
    case SFSM_I64: *out = I64(number); return true;
    case SFSM_U8: *out = U8((uint8_t)number); return out->as.u8 == number;
    case SFSM_U16: *out = U16((uint16_t)number); return out->as.u16 == number;
    case SFSM_U32: *out = U32((uint32_t)number); return out->as.u32 == number;
    case SFSM_U64: *out = U64((uint64_t)number); return number >= 0;
    default: return false;
    }
}

judgement judge_send(const run *run, const random_send *send) {
    const random_event *const event = &run->events[send->event];
    judgement judgement = {.status = SFSM_OK};
    if (send->count != event->count) {
        judgement.status = SFSM_ARGUMENT_COUNT;
        judgement.index = send->count < event->count ? send->count : event->count;
        judgement.declared = send->count < event->count ? event->types[send->count] : 0;
        judgement.sent = send->count < event->count ? 0 : send->values[event->count].type;
        return judgement;
    }
    for (size_t index = 0; index < send->count; index++) {
        if (!convert(&send->values[index], event->types[index], &judgement.values[index])) {
            judgement.status = SFSM_ARGUMENT_TYPE;
            judgement.index = index;
            judgement.declared = event->types[index];
            judgement.sent = send->values[index].type;
            return judgement;
        }
    }
    return judgement;
}
