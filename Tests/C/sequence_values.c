/* Chapters 4 and 9: values, their texts, and strings that tell types. */
#include "sequences.h"

static void values_and_texts(sequence_run *run) {
    const sfsm_value values[] = {sfsm_value_of_bool(true),       sfsm_value_of_integer(-42), sfsm_value_of_unsigned(42u),
                                 sfsm_value_of_double(6.02e-23), sfsm_value_of_float(.1f),   sfsm_value_of_string("a b")};
    for (size_t index = 0; index < COUNT(values); index++) {
        char text[64];
        size_t length = 0;
        TRY(sfsm_value_text(&values[index], NULL, 0, &length), SFSM_OK);
        REQUIRE(length < sizeof text);
        TRY(sfsm_value_text(&values[index], text, length, NULL), SFSM_OUT_OF_RANGE);
        TRY(sfsm_value_text(&values[index], text, sizeof text, NULL), SFSM_OK);
        REQUIRE(strlen(text) == length);
        /* An integer without a type is read as one that has a type. */
        const sfsm_value_type type = values[index].type == SFSM_INTEGER ? SFSM_I64 : values[index].type;
        sfsm_value again;
        TRY(sfsm_value_read(type, text, length, &again), SFSM_OK);
        char second[64];
        TRY(sfsm_value_text(&again, second, sizeof second, NULL), SFSM_OK);
        REQUIRE(strcmp(second, text) == 0);
    }
    sfsm_value value = sfsm_value_of_pointer(run);
    REQUIRE(value.as.ptr == run);
    TRY(sfsm_value_text(&value, NULL, 0, NULL), SFSM_BAD_VALUE);
    TRY(sfsm_value_read(SFSM_U8, "256", 3, &value), SFSM_BAD_VALUE);
}

static void strings_of_types(sequence_run *run) {
    size_t position = 0;
    const char *expected = NULL;
    TRY(sfsm_arguments_check("i32, str", &position, &expected), SFSM_OK);
    TRY(sfsm_arguments_check("i32, strong", &position, &expected), SFSM_BAD_SIGNATURE);
    REQUIRE(position == 5 && expected != NULL);
    TRY(sfsm_signature_check("i32(step, i32)", &position, &expected), SFSM_OK);
}

const call_sequence value_sequences[] = {
    {"values and texts", values_and_texts},
    {"strings of types", strings_of_types},
    {NULL, NULL},
};
