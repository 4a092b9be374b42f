/* Chapter 9, signatures as text: what can be read, and what is told of one that cannot. */
#include "seeds.h"

#include <stdio.h>

typedef sfsm_status (*checker)(const char *text, size_t *out_position, const char **out_expected);

static const char a_result[] = "a result: void, bool, i32, state or event", an_end[] = "the end",
                  opening[] = "'('", a_parameter[] = "a parameter", comma_or_closing[] = "',' or ')'",
                  closing_after_last[] = "')', since this stands last", an_id[] = "the id of a predicate type",
                  parameter_limit[] = "at most 64 parameters", a_type[] = "an argument type", a_comma[] = "','",
                  argument_limit[] = "at most 64 arguments";

/* A text that cannot be read: from which byte, and what is expected there. */
typedef struct misreading {
    const char *text;
    size_t position;
    const char *expected;
} misreading;

static void check_misreading(checker check, misreading wrong) {
    size_t position = 4711;
    const char *expected = NULL;
    const sfsm_status status = check(wrong.text, &position, &expected);
    if (status != SFSM_BAD_SIGNATURE || position != wrong.position || strcmp(expected, wrong.expected) != 0) {
        fail_msg("\"%s\": %s at %zu, \"%s\" is expected; it should be %zu, \"%s\"", wrong.text,
                 sfsm_status_name(status), position, expected != NULL ? expected : "", wrong.position, wrong.expected);
    }
    assert_status(check(wrong.text, NULL, NULL), SFSM_BAD_SIGNATURE); /* both are optional */
}

/* Reads a copy that ends where the text ends, so that valgrind sees what is read behind it. */
static sfsm_status check_copy(checker check, const char *text, size_t length, size_t *out_position) {
    char *const copy = malloc(length + 1);
    assert_non_null(copy);
    memcpy(copy, text, length);
    copy[length] = '\0';
    *out_position = 0;
    const sfsm_status status = check(copy, out_position, NULL);
    free(copy);
    return status;
}

static void signatures_that_can_be_read(void **state) {
    (void)state;
    static const char *const signatures[] = {
        "void()", "bool(context)", "i32(step)", "state(event)", "event(time)",
        "void(...)", "void(args...)", "bool(context, event, ...)", "i32(i32, f64, args...)",
        "void(predicate(7))", "void(predicate(-7))", "void(predicate(0),predicate(0))",
        "void(predicate(2147483647))", "void(predicate(-2147483632))", /* the highest and the lowest id */
        "void(context,context,event,event,i8,source,i8,target)",
        " \t\n void \t\n ( \t\n i32 \t\n , \t\n predicate \t\n ( \t\n -7 \t\n ) \t\n , \t\n ... \t\n ) \t\n ",
    };
    for (size_t index = 0; index < COUNT(signatures); index++) {
        size_t position = 0;
        if (check_copy(sfsm_signature_check, signatures[index], strlen(signatures[index]), &position) != SFSM_OK) {
            fail_msg("\"%s\" cannot be read at %zu", signatures[index], position);
        }
    }
}

static const char *const results[] = {"void", "bool", "i32", "state", "event"};
static const char *const types[] = {"bool", "i8", "i16", "i32", "i64", "u8", "u16",
                                    "u32", "u64", "f32", "f64", "str", "ptr"};
static const char *const words[] = {"context", "event", "source", "target", "step", "time", "predicate(-40)"};
static const char *const last_words[] = {"...", "args..."};

/* All words beside each other, as often as they fit, in any order and with any spaces. */
static void every_word_may_stand_beside_every_other(void **state) {
    (void)state;
    static const char *const spaces[] = {"", " ", "\t", "\n", "  \n"};
    char text[2048];
    uint32_t seed = 1;
    for (size_t turn = 0; turn < test_size(5000, 300); turn++) {
        const uint32_t count = draw_below(&seed, SFSM_PARAMETER_LIMIT);
        size_t position = 0;
        int length = snprintf(text, sizeof text, "%s%s(", results[turn % COUNT(results)], spaces[draw_below(&seed, 5)]);
        for (uint32_t number = 0; number < count; number++) {
            const uint32_t word = draw_below(&seed, COUNT(types) + COUNT(words));
            length += snprintf(text + length, sizeof text - (size_t)length, "%s%s%s%s", number > 0 ? "," : "",
                               spaces[draw_below(&seed, 5)],
                               word < COUNT(types) ? types[word] : words[word - COUNT(types)],
                               spaces[draw_below(&seed, 5)]);
        }
        const char *const last = draw_below(&seed, 2) == 0 ? "" : last_words[draw_below(&seed, 2)];
        length += snprintf(text + length, sizeof text - (size_t)length, "%s%s)",
                           count > 0 && last[0] != '\0' ? "," : "", last);
        if (check_copy(sfsm_signature_check, text, (size_t)length, &position) != SFSM_OK) {
            fail_msg("\"%s\" cannot be read at %zu", text, position);
        }
    }
}

static void signatures_that_cannot_be_read(void **state) {
    (void)state;
    static const misreading wrong[] = {
        {"", 0, a_result}, {"  ", 2, a_result}, {"int()", 0, a_result}, {"f64()", 0, a_result}, {"voi", 0, a_result},
        {" Void()", 1, a_result}, {"context()", 0, a_result}, {"(i32)", 0, a_result}, {"...()", 0, a_result},
        {"voidx()", 0, a_result}, {"\xc3\xa4()", 0, a_result},
        {"void", 4, opening}, {"void ", 5, opening}, {"void context", 5, opening}, {"void)", 4, opening},
        {"void[]", 4, opening},
        {"void(", 5, a_parameter}, {"void(void)", 5, a_parameter}, {"void(state)", 5, a_parameter},
        {"void(,i32)", 5, a_parameter}, {"void(i32,)", 9, a_parameter}, {"void(i32, ", 10, a_parameter},
        {"void(int)", 5, a_parameter}, {"void(I32)", 5, a_parameter}, {"void(i32x)", 5, a_parameter},
        {"void(i32, contexts)", 10, a_parameter}, {"void(..)", 5, a_parameter}, {"void(arg...)", 5, a_parameter},
        {"void(args)", 5, a_parameter}, {"void(\xff)", 5, a_parameter}, {"void(()", 5, a_parameter},
        {"void(i32", 8, comma_or_closing}, {"void(i32 i32)", 9, comma_or_closing},
        {"void(step*)", 9, comma_or_closing}, {"void(i32;i32)", 8, comma_or_closing},
        {"void(i32(4))", 8, comma_or_closing}, {"void(predicate(7)", 17, comma_or_closing},
        {"void(...", 8, closing_after_last}, {"void(..., i32)", 8, closing_after_last},
        {"void(args..., i32)", 12, closing_after_last}, {"void(args... ...)", 13, closing_after_last},
        {"void()x", 6, an_end}, {"void())", 6, an_end}, {"void() ;", 7, an_end}, {"void(i32) i32", 10, an_end},
        {"void(predicate)", 14, opening}, {"void(predicate", 14, opening}, {"void(predicate 7)", 15, opening},
        {"void(predicate(", 15, an_id}, {"void(predicate())", 15, an_id}, {"void(predicate(x))", 15, an_id},
        {"void(predicate(-))", 15, an_id}, {"void(predicate(2147483648))", 15, an_id},
        {"void(predicate(99999999999999999999))", 15, an_id}, {"void(predicate(-2147483649))", 15, an_id},
        {"void(predicate(-2147483633))", 15, an_id}, {"void(predicate(-2147483648))", 15, an_id}, /* reserved */
    };
    for (size_t index = 0; index < COUNT(wrong); index++) {
        check_misreading(sfsm_signature_check, wrong[index]);
    }
}

static void arguments_that_can_be_read_or_not(void **state) {
    (void)state;
    static const char *const sound[] = {"", " \t\n", "i32", " i32 ", "i32,str", "i32 , i32 , i32",
                                        "bool, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, str, ptr"};
    static const misreading wrong[] = {
        {"i32,", 4, a_type}, {",", 0, a_type}, {"i32,,i32", 4, a_type}, {"context", 0, a_type}, {"void", 0, a_type},
        {"i32, event", 5, a_type}, {"...", 0, a_type}, {"args...", 0, a_type}, {"predicate(7)", 0, a_type},
        {"I32", 0, a_type}, {"(i32)", 0, a_type}, {"i3", 0, a_type}, {"i32, \xff", 5, a_type},
        {"i32 i32", 4, a_comma}, {"i32;", 3, a_comma}, {"str*", 3, a_comma}, {"i32)", 3, a_comma},
    };
    for (size_t index = 0; index < COUNT(sound); index++) {
        size_t position = 0;
        assert_status(check_copy(sfsm_arguments_check, sound[index], strlen(sound[index]), &position), SFSM_OK);
    }
    for (size_t index = 0; index < COUNT(wrong); index++) {
        check_misreading(sfsm_arguments_check, wrong[index]);
    }
}

/* "i32,i32,...": so many, with this behind them. */
static const char *repeated(char text[static 512], const char *before, size_t count, const char *behind) {
    strcpy(text, before);
    for (size_t number = 0; number < count; number++) {
        strcat(text, number > 0 ? ",i32" : "i32");
    }
    return strcat(text, behind);
}

static void at_most_64_parameters_and_arguments(void **state) {
    (void)state;
    char text[512];
    assert_int_equal(SFSM_PARAMETER_LIMIT, 64);
    assert_status(sfsm_arguments_check(repeated(text, "", 64, ""), NULL, NULL), SFSM_OK);
    check_misreading(sfsm_arguments_check, (misreading){repeated(text, "", 65, ""), 64 * 4, argument_limit});
    assert_status(sfsm_signature_check(repeated(text, "void(", 64, ")"), NULL, NULL), SFSM_OK);
    assert_status(sfsm_signature_check(repeated(text, "void(", 63, ",...)"), NULL, NULL), SFSM_OK);
    static const char *const further[] = {",i32)", ",context)", ",...)", ",args...)"};
    for (size_t index = 0; index < COUNT(further); index++) {
        check_misreading(sfsm_signature_check,
                         (misreading){repeated(text, "void(", 64, further[index]), 5 + 64 * 4, parameter_limit});
    }
}

static const char long_signature[] =
    "bool ( context, event,source ,target,step,time, predicate( -40 ),bool,i8,i16,i32,i64,u8,u16,u32,u64,f32,f64,"
    "str,ptr, args... )";

/* Where a text ends too early: at its end, or where the word begins that is not whole. */
static void no_beginning_of_a_signature_is_one(void **state) {
    (void)state;
    for (size_t length = 0; length + 1 < sizeof long_signature; length++) {
        size_t position = SIZE_MAX;
        assert_status(check_copy(sfsm_signature_check, long_signature, length, &position), SFSM_BAD_SIGNATURE);
        assert_true(position <= length);
        for (size_t index = position; index < length; index++) {
            assert_null(strchr(" (),", long_signature[index]));
        }
        assert_true(position == length || position == 0 || strchr(" (),", long_signature[position - 1]) != NULL);
    }
}

static void do_nothing(void) {
}

/* A callable and a closure are made of a signature if it can be read, and only then. */
static void check_makers(const char *text, sfsm_status expected, bool is_variadic) {
    size_t finalized = 0;
    sfsm_callable *callable = NULL;
    sfsm_closure *closure = NULL;
    assert_status(sfsm_callable_create(do_nothing, text, &finalized, count_call, &callable), expected);
    assert_int_equal(finalized, expected != SFSM_OK);
    sfsm_callable_release(callable);
    assert_int_equal(finalized, 1);
    const sfsm_closure_handler unused = (sfsm_closure_handler)(sfsm_any_function)do_nothing;
    const sfsm_status expected_of_closure = expected == SFSM_OK && is_variadic ? SFSM_BAD_VALUE : expected;
    assert_status(sfsm_closure_create(text, unused, &finalized, count_call, &closure), expected_of_closure);
    sfsm_closure_release(closure);
    assert_int_equal(finalized, 2);
}

/* Any bytes at all, in texts that were signatures before. */
static void whatever_stands_in_a_text_is_read_or_refused(void **state) {
    (void)state;
    static const char likely[] = " (),.-0123456789abcdefghijklmnopqrstuvwxyz\t\n";
    char text[sizeof long_signature + 1];
    uint32_t seed = 7;
    size_t sound = 0;
    for (size_t turn = 0; turn < test_size(20000, 1000); turn++) {
        memcpy(text, long_signature, sizeof long_signature);
        size_t length = 1 + draw_below(&seed, sizeof long_signature - 1), position = 0;
        memmove(text, text + draw_below(&seed, 2) * (sizeof long_signature - 1 - length), length);
        for (uint32_t changes = draw_below(&seed, 4); changes > 0; changes--) {
            const char any = (char)(1 + draw_below(&seed, 255));
            text[draw_below(&seed, (uint32_t)length)] =
                draw_below(&seed, 4) == 0 ? any : likely[draw_below(&seed, COUNT(likely) - 1)];
        }
        text[length] = '\0';
        for (int is_event = 0; is_event < 2; is_event++) {
            const sfsm_status status =
                check_copy(is_event ? sfsm_arguments_check : sfsm_signature_check, text, length, &position);
            assert_true(status == SFSM_OK || status == SFSM_BAD_SIGNATURE);
            assert_true(status == SFSM_OK || position <= length);
            sound += status == SFSM_OK;
            if (!is_event && turn % 16 == 0) {
                check_makers(text, status, strstr(text, "...") != NULL);
            }
        }
    }
    assert_true(sound > 0 && sound < test_size(20000, 1000));
}

static void null_is_no_signature(void **state) {
    (void)state;
    size_t position = 4711;
    const char *expected = "untouched";
    assert_status(sfsm_signature_check(NULL, &position, &expected), SFSM_NULL_POINTER);
    assert_status(sfsm_arguments_check(NULL, &position, &expected), SFSM_NULL_POINTER);
    assert_int_equal(position, 4711);
    assert_string_equal(expected, "untouched");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signatures_that_can_be_read),
        cmocka_unit_test(every_word_may_stand_beside_every_other),
        cmocka_unit_test(signatures_that_cannot_be_read),
        cmocka_unit_test(arguments_that_can_be_read_or_not),
        cmocka_unit_test(at_most_64_parameters_and_arguments),
        cmocka_unit_test(no_beginning_of_a_signature_is_one),
        cmocka_unit_test(whatever_stands_in_a_text_is_read_or_refused),
        cmocka_unit_test(null_is_no_signature),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
