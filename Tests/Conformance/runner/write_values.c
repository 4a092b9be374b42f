#include "write_values.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "values.h"

/* Enough for the text of any number. */
enum { NUMBER_TEXT_SIZE = 64 };

void add_ids(buffer *json, const char *key, const int32_t *ids, size_t count) {
    json_begin_array(json, key);
    for (size_t i = 0; i < count; i++) {
        json_add_number(json, NULL, ids[i]);
    }
    json_end_array(json);
}

void add_cases(buffer *json, const char *key, const sent_cases *cases) {
    json_begin_array(json, key);
    for (size_t i = 0; i < cases->count; i++) {
        add_ids(json, NULL, (const int32_t[]){cases->items[i].predicate, cases->items[i].value}, 2);
    }
    json_end_array(json);
}

void add_long(buffer *json, const char *key, int64_t number) {
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, number);
    json_add_text(json, key, text);
}

void add_time(buffer *json, const char *key, double time) {
    char text[NUMBER_TEXT_SIZE];
    const sfsm_value value = {.type = SFSM_F64, .as.f64 = time};
    if (sfsm_value_text(&value, text, sizeof text, NULL) < 0) {
        text[0] = '\0';
    }
    json_add_text(json, key, text);
}

/* The number of a pointer among those that the case names, from 1; 0 for NULL. */
static int64_t pointer_number(const test_case *test, const void *pointer) {
    for (size_t i = 0; i < test->pointers.count; i++) {
        if (test->pointers.items[i].address == pointer) {
            return (int64_t)i + 1;
        }
    }
    return 0;
}

void add_value(buffer *json, test_case *test, const sfsm_value *value) {
    char text[NUMBER_TEXT_SIZE];
    uint64_t bits = 0;
    json_begin_object(json, NULL);
    json_add_text(json, "type", type_text(test, value->type));
    if (value->type == SFSM_STR) {
        json_add_text(json, "value", value->as.str);
    } else if (value->type == SFSM_PTR) {
        json_add_number(json, "pointer", pointer_number(test, value->as.ptr));
    } else if (value->type == SFSM_F32 || value->type == SFSM_F64) {
        const bool is_double = value->type == SFSM_F64;
        memcpy(&bits, &value->as, is_double ? sizeof value->as.f64 : sizeof value->as.f32);
        snprintf(text, sizeof text, "%0*" PRIx64, is_double ? 16 : 8, bits);
        json_add_text(json, "bits", text);
    } else {
        sfsm_value typed = *value;
        if (strcmp(type_text(test, value->type), "integer") == 0) {
            typed.type = SFSM_I64;
        }
        json_add_text(json, "value", sfsm_value_text(&typed, text, sizeof text, NULL) < 0 ? NULL : text);
    }
    json_end_object(json);
}

void add_arguments(buffer *json, test_case *test, const char *key, bool is_said, const arguments *arguments) {
    if (!is_said) {
        json_add_text(json, key, NULL);
        return;
    }
    json_begin_array(json, key);
    for (size_t i = 0; i < arguments->count; i++) {
        add_value(json, test, &arguments->items[i]);
    }
    json_end_array(json);
}
