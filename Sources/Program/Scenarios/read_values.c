/* Values as they are written in a case. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "values.h"

/* "none" stands for no type at all. */
static const char *const type_names[] = {"none", "bool", "i8",  "i16", "i32", "i64", "u8",     "u16",
                                         "u32",  "u64",  "f32", "f64", "str", "ptr", "integer"};

const char *type_text(test_case *test, int32_t type) {
    return type >= 0 && type <= SFSM_INTEGER ? type_names[type] : id_text(test, EVENT, type);
}

int32_t type_named(const char *word) {
    for (int32_t type = SFSM_BOOL; type <= SFSM_PTR; type++) {
        if (strcmp(word, type_names[type]) == 0) {
            return type;
        }
    }
    return 0;
}

int32_t take_type(cursor *cursor) {
    const int32_t type = type_named(cursor_peek(cursor));
    if (type == 0 || !cursor_sees_word(cursor)) {
        cursor_fault(cursor, "a type is expected here, not %s", cursor_peek(cursor));
        return 0;
    }
    cursor->next++;
    return type;
}

/* ------------------------------------------------------------------------------------------------------------------
 * Numbers
 * --------------------------------------------------------------------------------------------------------------- */

/* The integer types with a sign, and the bounds of what they hold; u64 is read apart. */
static const struct {
    int64_t lowest, highest;
} bounds[] = {
    [SFSM_I8] = {INT8_MIN, INT8_MAX},    [SFSM_I16] = {INT16_MIN, INT16_MAX}, [SFSM_I32] = {INT32_MIN, INT32_MAX},
    [SFSM_I64] = {INT64_MIN, INT64_MAX}, [SFSM_U8] = {0, UINT8_MAX},          [SFSM_U16] = {0, UINT16_MAX},
    [SFSM_U32] = {0, UINT32_MAX},        [SFSM_INTEGER] = {INT64_MIN, INT64_MAX},
};

static int64_t take_integer(cursor *cursor, int32_t type) {
    const char *const word = cursor_word(cursor, "an integer");
    char *end = NULL;
    errno = 0;
    const long long number = strtoll(word, &end, 10);
    if (end == word || *end != '\0' || errno != 0 || number < bounds[type].lowest || number > bounds[type].highest) {
        cursor_fault(cursor, "%s is no integer that %s holds", word,
                     type == SFSM_INTEGER ? "i64" : type_names[type]);
        return 0;
    }
    return number;
}

static uint64_t take_unsigned(cursor *cursor) {
    const char *const word = cursor_word(cursor, "an integer");
    char *end = NULL;
    errno = 0;
    const unsigned long long number = strtoull(word, &end, 10);
    if (end == word || *end != '\0' || errno != 0 || *word == '-') {
        cursor_fault(cursor, "%s is no integer that u64 holds", word);
        return 0;
    }
    return number;
}

/* ------------------------------------------------------------------------------------------------------------------
 * Values
 * --------------------------------------------------------------------------------------------------------------- */

/* What a word for a pointer points to: always the same, and something of its own. */
static void *take_pointer(test_case *test, cursor *cursor) {
    const char *const word = cursor_word(cursor, "the name of a pointer");
    for (size_t i = 0; i < test->pointers.count; i++) {
        if (strcmp(test->pointers.items[i].word, word) == 0) {
            return test->pointers.items[i].address;
        }
    }
    pointer_word *const new = LIST_ADD(&test->arena, &test->pointers);
    *new = (pointer_word){word, arena_take(&test->arena, 1)};
    return new->address;
}

static bool take_bool(cursor *cursor) {
    const bool value = cursor_skip(cursor, "true");
    if (!value) {
        cursor_expect(cursor, "false");
    }
    return value;
}

/* A value of one of the types that have bounds. */
static sfsm_value take_bounded(cursor *cursor, int32_t type) {
    const int64_t number = take_integer(cursor, type);
    sfsm_value value = {.type = type, .as.u64 = 0};
    switch (type) {
    case SFSM_I8:
        value.as.i8 = (int8_t)number;
        break;
    case SFSM_I16:
        value.as.i16 = (int16_t)number;
        break;
    case SFSM_I32:
        value.as.i32 = (int32_t)number;
        break;
    case SFSM_U8:
        value.as.u8 = (uint8_t)number;
        break;
    case SFSM_U16:
        value.as.u16 = (uint16_t)number;
        break;
    case SFSM_U32:
        value.as.u32 = (uint32_t)number;
        break;
    default:
        value.as.i64 = number;
        break;
    }
    return value;
}

sfsm_value take_value_of(test_case *test, cursor *cursor, int32_t type) {
    sfsm_value value = {.type = type, .as.u64 = 0};
    switch (type) {
    case SFSM_BOOL:
        value.as.boolean = take_bool(cursor);
        break;
    case SFSM_I8:
    case SFSM_I16:
    case SFSM_I32:
    case SFSM_I64:
    case SFSM_U8:
    case SFSM_U16:
    case SFSM_U32:
    case SFSM_INTEGER:
        return take_bounded(cursor, type);
    case SFSM_U64:
        value.as.u64 = take_unsigned(cursor);
        break;
    case SFSM_F32:
        value.as.f32 = (float)cursor_number(cursor, "a number");
        break;
    case SFSM_F64:
        value.as.f64 = cursor_number(cursor, "a number");
        break;
    case SFSM_STR:
        value.as.str = cursor_skip(cursor, "none") ? NULL : cursor_quoted(cursor, "a text in quotes, or none");
        break;
    case SFSM_PTR:
        value.as.ptr = cursor_skip(cursor, "none") ? NULL : take_pointer(test, cursor);
        break;
    }
    return value;
}

arguments take_arguments(test_case *test, cursor *cursor, bool takes_integers) {
    arguments arguments = {NULL, 0};
    cursor_expect(cursor, "(");
    while (!cursor_is_at_end(cursor) && !cursor_sees(cursor, ")")) {
        if (arguments.count > 0) {
            cursor_expect(cursor, ",");
        }
        const bool is_typed = !takes_integers || type_named(cursor_peek(cursor)) != 0;
        const int32_t type = is_typed ? take_type(cursor) : SFSM_INTEGER;
        *LIST_ADD(&test->arena, &arguments) = take_value_of(test, cursor, type);
    }
    cursor_expect(cursor, ")");
    return arguments;
}
