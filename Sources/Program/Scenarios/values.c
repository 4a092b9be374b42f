/* Values compared, told, and lent to the library. */
#include "values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool values_are_alike(const sfsm_value *one, const sfsm_value *other) {
    if (one->type != other->type) {
        return false;
    }
    switch (one->type) {
    case SFSM_BOOL:
        return one->as.boolean == other->as.boolean;
    case SFSM_I8:
        return one->as.i8 == other->as.i8;
    case SFSM_I16:
        return one->as.i16 == other->as.i16;
    case SFSM_I32:
        return one->as.i32 == other->as.i32;
    case SFSM_I64:
        return one->as.i64 == other->as.i64;
    case SFSM_U8:
        return one->as.u8 == other->as.u8;
    case SFSM_U16:
        return one->as.u16 == other->as.u16;
    case SFSM_U32:
        return one->as.u32 == other->as.u32;
    case SFSM_U64:
        return one->as.u64 == other->as.u64;
    case SFSM_F32:
        return memcmp(&one->as.f32, &other->as.f32, sizeof one->as.f32) == 0;
    case SFSM_F64:
        return memcmp(&one->as.f64, &other->as.f64, sizeof one->as.f64) == 0;
    case SFSM_STR:
        return one->as.str == NULL || other->as.str == NULL ? one->as.str == other->as.str
                                                            : strcmp(one->as.str, other->as.str) == 0;
    case SFSM_PTR:
        return one->as.ptr == other->as.ptr;
    default:
        return false;
    }
}

bool arguments_are_alike(const arguments *some, const arguments *others) {
    bool are_alike = some->count == others->count;
    for (size_t i = 0; are_alike && i < some->count; i++) {
        are_alike = values_are_alike(&some->items[i], &others->items[i]);
    }
    return are_alike;
}

/* ------------------------------------------------------------------------------------------------------------------
 * Values as text
 * --------------------------------------------------------------------------------------------------------------- */

static const char *pointer_text(const test_case *test, const void *pointer) {
    for (size_t i = 0; i < test->pointers.count; i++) {
        if (test->pointers.items[i].address == pointer) {
            return test->pointers.items[i].word;
        }
    }
    return pointer == NULL ? "none" : "to something else";
}

/* Writes the value without its type, and gives the length of that. */
static int write_value(const test_case *test, char *text, size_t size, const sfsm_value *value) {
    switch (value->type) {
    case SFSM_BOOL:
        return snprintf(text, size, "%s", value->as.boolean ? "true" : "false");
    case SFSM_I8:
        return snprintf(text, size, "%d", value->as.i8);
    case SFSM_I16:
        return snprintf(text, size, "%d", value->as.i16);
    case SFSM_I32:
        return snprintf(text, size, "%ld", (long)value->as.i32);
    case SFSM_I64:
    case SFSM_INTEGER:
        return snprintf(text, size, "%lld", (long long)value->as.i64);
    case SFSM_U8:
        return snprintf(text, size, "%u", value->as.u8);
    case SFSM_U16:
        return snprintf(text, size, "%u", value->as.u16);
    case SFSM_U32:
        return snprintf(text, size, "%lu", (unsigned long)value->as.u32);
    case SFSM_U64:
        return snprintf(text, size, "%llu", (unsigned long long)value->as.u64);
    case SFSM_F32:
        return snprintf(text, size, "%.9g", (double)value->as.f32);
    case SFSM_F64:
        return snprintf(text, size, "%.17g", value->as.f64);
    case SFSM_STR:
        return value->as.str == NULL ? snprintf(text, size, "none") : snprintf(text, size, "\"%s\"", value->as.str);
    case SFSM_PTR:
        return snprintf(text, size, "%s", pointer_text(test, value->as.ptr));
    default:
        return snprintf(text, size, "of an unknown type");
    }
}

const char *value_text(test_case *test, const sfsm_value *value) {
    char text[256];
    const int type = snprintf(text, sizeof text, "%s ", type_text(test, value->type));
    const int length = type + write_value(test, text + type, sizeof text - (size_t)type, value);
    return arena_text(&test->arena, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

const char *arguments_text(test_case *test, const arguments *arguments) {
    const char *text = "(";
    for (size_t i = 0; i <= arguments->count; i++) {
        const char *const next = i < arguments->count ? value_text(test, &arguments->items[i]) : ")";
        const size_t size = strlen(text) + strlen(next) + 3;
        char *const longer = arena_take(&test->arena, size);
        snprintf(longer, size, "%s%s%s", text, i == 0 || i == arguments->count ? "" : ", ", next);
        text = longer;
    }
    return text;
}

/* ------------------------------------------------------------------------------------------------------------------
 * Values that are lent
 * --------------------------------------------------------------------------------------------------------------- */

/* Memory of its own, so that valgrind sees where it ends and that it is gone. */
static void *lend(const void *bytes, size_t size) {
    void *const lent = malloc(size);
    if (lent == NULL) {
        fputs("swiftfsm: out of memory\n", stderr);
        exit(2);
    }
    memcpy(lent, bytes, size);
    return lent;
}

sfsm_value *lend_arguments(const arguments *arguments) {
    if (arguments->count == 0) {
        return NULL;
    }
    sfsm_value *const lent = lend(arguments->items, arguments->count * sizeof *lent);
    for (size_t i = 0; i < arguments->count; i++) {
        const char *const text = lent[i].as.str;
        if (lent[i].type == SFSM_STR && text != NULL) {
            lent[i].as.str = lend(text, strlen(text) + 1);
        }
    }
    return lent;
}

void take_back_arguments(sfsm_value *lent, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (lent[i].type == SFSM_STR && lent[i].as.str != NULL) {
            char *const text = (char *)(uintptr_t)lent[i].as.str;
            memset(text, '?', strlen(text));
            free(text);
        }
    }
    if (count > 0) {
        memset(lent, 0xff, count * sizeof *lent);
    }
    free(lent);
}
