#include "callables.h"

#include <inttypes.h>
#include <stdio.h>

sfsm_callback callback_of(sfsm_any_function function, const char *signature, void *context, sfsm_finalizer finalizer) {
    sfsm_callable *callable = NULL;
    assert_status(sfsm_callable_create(function, signature, context, finalizer, &callable), SFSM_OK);
    assert_non_null(callable);
    const sfsm_callback callback = sfsm_callable_callback(callable);
    sfsm_callable_release(callable);
    assert_non_null(callback.function);
    return callback;
}

void add_callback(callback_adder add, sfsm_builder *builder, size_t number, sfsm_callback callback) {
    assert_status(add(builder, number, SFSM_CALLBACK_ARGS(callback)), SFSM_OK);
}

void provide(sfsm_builder *builder, int32_t predicate, sfsm_callback callback) {
    assert_status(sfsm_builder_set_provider(builder, predicate, SFSM_CALLBACK_ARGS(callback)), SFSM_OK);
}

sfsm_diagnostic fault_that_says(sfsm_builder *builder, int32_t kind, int32_t line, const char *text) {
    sfsm_diagnostics *const faults = faults_of(builder);
    const sfsm_diagnostic fault = diagnostic_at(faults, 0);
    size_t errors = 0;
    for (size_t index = 0; index < sfsm_diagnostics_count(faults); index++) {
        errors += diagnostic_at(faults, index).severity == SFSM_ERROR; /* warnings may come of it */
    }
    if (errors != 1 || fault.kind != kind || fault.line != line || strcmp(fault.text, text) != 0) {
        fail_msg("the only error should be \"%s\" in line %d:\n%s\nbut there are\n%s",
                 sfsm_diagnostic_kind_name(kind), (int)line, text, sfsm_diagnostics_text(faults));
    }
    assert_string_equal(fault.file, "gate.c");
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
    return fault;
}

sfsm_builder *builder_doing(const char *arguments, sfsm_callback action) {
    sfsm_builder *const builder = sound_builder();
    declare_event(builder, GO, arguments);
    add_callback(sfsm_builder_add_action, builder, 1, action);
    return builder;
}

void hook_on_step(sfsm_machine *machine, sfsm_callback callback) {
    assert_status(sfsm_machine_on_step(machine, SFSM_CALLBACK_ARGS(callback)), SFSM_OK);
}

void hook_on_unhandled(sfsm_machine *machine, sfsm_callback callback) {
    assert_status(sfsm_machine_on_unhandled(machine, SFSM_CALLBACK_ARGS(callback)), SFSM_OK);
}

const char *value_text(const sfsm_value *value, char text[static VALUE_TEXT_SIZE]) {
    const char *const string = value->type == SFSM_STR && value->as.str != NULL ? value->as.str : "NULL";
    switch (value->type) {
    case SFSM_BOOL: snprintf(text, VALUE_TEXT_SIZE, "bool %d", value->as.boolean); break;
    case SFSM_I8: snprintf(text, VALUE_TEXT_SIZE, "i8 %" PRId8, value->as.i8); break;
    case SFSM_I16: snprintf(text, VALUE_TEXT_SIZE, "i16 %" PRId16, value->as.i16); break;
    case SFSM_I32: snprintf(text, VALUE_TEXT_SIZE, "i32 %" PRId32, value->as.i32); break;
    case SFSM_I64: snprintf(text, VALUE_TEXT_SIZE, "i64 %" PRId64, value->as.i64); break;
    case SFSM_U8: snprintf(text, VALUE_TEXT_SIZE, "u8 %" PRIu8, value->as.u8); break;
    case SFSM_U16: snprintf(text, VALUE_TEXT_SIZE, "u16 %" PRIu16, value->as.u16); break;
    case SFSM_U32: snprintf(text, VALUE_TEXT_SIZE, "u32 %" PRIu32, value->as.u32); break;
    case SFSM_U64: snprintf(text, VALUE_TEXT_SIZE, "u64 %" PRIu64, value->as.u64); break;
    case SFSM_F32: snprintf(text, VALUE_TEXT_SIZE, "f32 %.9g", (double)value->as.f32); break;
    case SFSM_F64: snprintf(text, VALUE_TEXT_SIZE, "f64 %.17g", value->as.f64); break;
    case SFSM_STR: snprintf(text, VALUE_TEXT_SIZE, "str %s", string); break;
    case SFSM_PTR: snprintf(text, VALUE_TEXT_SIZE, "ptr %s", value->as.ptr == NULL ? "NULL" : "set"); break;
    case SFSM_INTEGER: snprintf(text, VALUE_TEXT_SIZE, "integer %" PRId64, value->as.i64); break;
    default: snprintf(text, VALUE_TEXT_SIZE, "type %" PRId32, value->type); break;
    }
    return text;
}

/* What a value of its type holds, and no byte of the union beside it. */
static uint64_t bits_of(const sfsm_value *value) {
    uint64_t bits = 0;
    switch (value->type) {
    case SFSM_BOOL: return value->as.boolean;
    case SFSM_I8: return (uint8_t)value->as.i8;
    case SFSM_I16: return (uint16_t)value->as.i16;
    case SFSM_I32: return (uint32_t)value->as.i32;
    case SFSM_U8: return value->as.u8;
    case SFSM_U16: return value->as.u16;
    case SFSM_U32: return value->as.u32;
    case SFSM_F32: memcpy(&bits, &value->as.f32, sizeof value->as.f32); return bits;
    case SFSM_F64: memcpy(&bits, &value->as.f64, sizeof value->as.f64); return bits;
    case SFSM_STR: return (uintptr_t)value->as.str;
    case SFSM_PTR: return (uintptr_t)value->as.ptr;
    default: return value->as.u64;
    }
}

bool is_same_value(const sfsm_value *value, const sfsm_value *other) {
    if (value->type != other->type) {
        return false;
    }
    if (value->type == SFSM_STR && value->as.str != NULL && other->as.str != NULL) {
        return strcmp(value->as.str, other->as.str) == 0;
    }
    return bits_of(value) == bits_of(other);
}
