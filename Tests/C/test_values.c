/* Values as text and back: every type, its range, and nothing that is not written so. */
#include "seeds.h"
#include "support.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>

static const char *text_of(sfsm_value value) {
    static char text[512];
    size_t length = 4711;
    assert_status(sfsm_value_text(&value, text, sizeof text, &length), SFSM_OK);
    assert_int_equal(length, strlen(text));
    return text;
}

static sfsm_value read_as(sfsm_value_type type, const char *text) {
    sfsm_value value = {0, {0}};
    assert_status(sfsm_value_read(type, text, strlen(text), &value), SFSM_OK);
    assert_int_equal(value.type, type);
    return value;
}

#define VALUE(kind, member, number) ((sfsm_value){.type = (kind), .as.member = (number)})

/* The text of a value, and the value of the text. */
#define CHECK(kind, member, number, expected)                                                                          \
    do {                                                                                                               \
        assert_string_equal(text_of(VALUE(kind, member, number)), expected);                                           \
        assert_true(read_as(kind, expected).as.member == (number));                                                    \
    } while (0)

static void whole_numbers_and_bools(void **state) {
    (void)state;
    CHECK(SFSM_BOOL, boolean, true, "true");
    CHECK(SFSM_BOOL, boolean, false, "false");
    CHECK(SFSM_I8, i8, INT8_MIN, "-128");
    CHECK(SFSM_I8, i8, INT8_MAX, "127");
    CHECK(SFSM_I16, i16, INT16_MIN, "-32768");
    CHECK(SFSM_I32, i32, INT32_MIN, "-2147483648");
    CHECK(SFSM_I64, i64, INT64_MIN, "-9223372036854775808");
    CHECK(SFSM_I64, i64, INT64_MAX, "9223372036854775807");
    CHECK(SFSM_I64, i64, 0, "0");
    CHECK(SFSM_U8, u8, UINT8_MAX, "255");
    CHECK(SFSM_U16, u16, UINT16_MAX, "65535");
    CHECK(SFSM_U32, u32, UINT32_MAX, "4294967295");
    CHECK(SFSM_U64, u64, UINT64_MAX, "18446744073709551615");
    CHECK(SFSM_INTEGER, i64, -10, "-10");
}

static void floating_point_numbers(void **state) {
    (void)state;
    CHECK(SFSM_F64, f64, 0.1, "0.1");
    CHECK(SFSM_F64, f64, -1.5, "-1.5");
    CHECK(SFSM_F64, f64, 1e300, "1e+300");
    CHECK(SFSM_F64, f64, 100.0, "100");
    CHECK(SFSM_F64, f64, 1.0 / 3, "0.3333333333333333");
    CHECK(SFSM_F64, f64, DBL_MAX, "1.7976931348623157e+308");
    CHECK(SFSM_F64, f64, 5e-324, "5e-324");
    CHECK(SFSM_F64, f64, (double)INFINITY, "inf");
    CHECK(SFSM_F64, f64, (double)-INFINITY, "-inf");
    CHECK(SFSM_F32, f32, 0.1f, "0.1");
    CHECK(SFSM_F32, f32, FLT_MAX, "3.4028235e+38");
    CHECK(SFSM_F32, f32, 1e-45f, "1e-45");
    CHECK(SFSM_F32, f32, -INFINITY, "-inf");
    assert_string_equal(text_of(VALUE(SFSM_F64, f64, -0.0)), "-0");
    assert_true(signbit(read_as(SFSM_F64, "-0").as.f64) != 0);
    assert_string_equal(text_of(VALUE(SFSM_F32, f32, NAN)), "nan");
    assert_true(isnan(read_as(SFSM_F32, "nan").as.f32) && isnan(read_as(SFSM_F64, "nan").as.f64));
    assert_true(read_as(SFSM_F64, "1e-3").as.f64 == 0.001);
}

/* Between two floats: what is rounded to a double first would come to the other one. */
static void a_single_is_read_without_a_detour(void **state) {
    (void)state;
    const char *const text = "1.00000005960464477539062500000000001";
    assert_true(read_as(SFSM_F32, text).as.f32 == strtof(text, NULL));
}

static void a_string_is_its_own_text(void **state) {
    (void)state;
    assert_string_equal(text_of(VALUE(SFSM_STR, str, "caf\xc3\xa9 \n")), "caf\xc3\xa9 \n");
    assert_string_equal(text_of(VALUE(SFSM_STR, str, "")), "");
    const char *const text = "as it is";
    assert_ptr_equal(read_as(SFSM_STR, text).as.str, text);
}

static void what_has_no_text_is_refused(void **state) {
    (void)state;
    char text[8] = "kept";
    size_t length = 4711;
    const sfsm_value without[] = {VALUE(SFSM_PTR, ptr, text), VALUE(SFSM_STR, str, NULL), VALUE(0, i32, 0),
                                  VALUE(15, i32, 0), VALUE(-1, i32, 0)};
    for (size_t index = 0; index < COUNT(without); index++) {
        assert_status(sfsm_value_text(&without[index], text, sizeof text, &length), SFSM_BAD_VALUE);
    }
    const sfsm_value value = VALUE(SFSM_I32, i32, 12345);
    assert_status(sfsm_value_text(NULL, text, sizeof text, &length), SFSM_NULL_POINTER);
    assert_status(sfsm_value_text(&value, NULL, 4, &length), SFSM_NULL_POINTER);
    assert_status(sfsm_value_text(&value, text, SIZE_MAX, &length), SFSM_OUT_OF_RANGE);
    assert_int_equal(length, 4711);
    assert_string_equal(text, "kept");
}

static void text_that_does_not_fit_is_not_written(void **state) {
    (void)state;
    const sfsm_value value = VALUE(SFSM_I32, i32, 12345);
    for (size_t capacity = 1; capacity < 6; capacity++) {
        char text[8] = "kept";
        size_t length = 0;
        assert_status(sfsm_value_text(&value, text, capacity, &length), SFSM_OUT_OF_RANGE);
        assert_int_equal(length, 5);
        assert_string_equal(text, "kept");
    }
    size_t length = 0;
    assert_status(sfsm_value_text(&value, NULL, 0, &length), SFSM_OK);
    assert_int_equal(length, 5);
    char text[6];
    assert_status(sfsm_value_text(&value, text, sizeof text, NULL), SFSM_OK);
    assert_string_equal(text, "12345");
}

typedef struct wrong {
    sfsm_value_type type;
    const char *text;
} wrong;

static const wrong wrongs[] = {
    {SFSM_BOOL, "1"},          {SFSM_BOOL, "True"},        {SFSM_BOOL, "true "},     {SFSM_BOOL, ""},
    {SFSM_I8, "128"},          {SFSM_I8, "-129"},          {SFSM_I16, "32768"},      {SFSM_I32, "2147483648"},
    {SFSM_I32, "-2147483649"}, {SFSM_U8, "256"},           {SFSM_U8, "-1"},          {SFSM_U16, "65536"},
    {SFSM_U32, "4294967296"},  {SFSM_U64, "-1"},           {SFSM_I64, ""},           {SFSM_I64, "-"},
    {SFSM_I64, "- 5"},         {SFSM_I64, "+5"},           {SFSM_I64, " 5"},         {SFSM_I64, "5 "},
    {SFSM_I64, "05"},          {SFSM_I64, "-0"},           {SFSM_I64, "5,"},         {SFSM_I64, "0x5"},
    {SFSM_I64, "5.0"},         {SFSM_I64, "1e3"},          {SFSM_I64, "--5"},        {SFSM_I64, "5-"},
    {SFSM_F64, ""},            {SFSM_F64, " 1"},           {SFSM_F64, "1 "},         {SFSM_F64, "+1"},
    {SFSM_F64, "1,5"},         {SFSM_F64, "0x1p3"},        {SFSM_F64, "infinity"},   {SFSM_F64, "NaN"},
    {SFSM_F64, "1e400"},       {SFSM_F64, "-1e400"},       {SFSM_F64, "."},          {SFSM_F64, "1e"},
    {SFSM_F32, "1e39"},        {SFSM_F32, "3.5e38"},       {SFSM_F64, "1.2.3"},      {SFSM_F64, "e5"},
    {SFSM_U64, "18446744073709551616"}, {SFSM_I64, "9223372036854775808"}, {SFSM_I64, "-9223372036854775809"},
    {SFSM_PTR, "0"},           {0, "0"},                   {15, "0"},                {-1, "0"},
};

static void what_is_not_written_so_is_not_read(void **state) {
    (void)state;
    for (size_t index = 0; index < COUNT(wrongs); index++) {
        sfsm_value value = VALUE(SFSM_I32, i32, 4711);
        const wrong wrong = wrongs[index];
        const sfsm_status status = sfsm_value_read(wrong.type, wrong.text, strlen(wrong.text), &value);
        if (status != SFSM_BAD_VALUE) {
            fail_msg("%d from \"%s\": %s", (int)wrong.type, wrong.text, sfsm_status_name(status));
        }
        assert_true(value.type == SFSM_I32 && value.as.i32 == 4711);
    }
    sfsm_value value;
    char long_number[101] = {0};
    memset(long_number, '1', 100);
    assert_status(sfsm_value_read(SFSM_F64, long_number, 100, &value), SFSM_BAD_VALUE);
    assert_status(sfsm_value_read(SFSM_F64, "1\0005", 3, &value), SFSM_BAD_VALUE); /* bytes behind a zero */
    assert_status(sfsm_value_read(SFSM_I32, "1\0005", 3, &value), SFSM_BAD_VALUE);
    assert_status(sfsm_value_read(SFSM_STR, "a\0b", 3, &value), SFSM_BAD_VALUE);
    assert_status(sfsm_value_read(SFSM_STR, "abc", 2, &value), SFSM_BAD_VALUE); /* no zero behind it */
    assert_status(sfsm_value_read(SFSM_I32, NULL, 1, &value), SFSM_NULL_POINTER);
    assert_status(sfsm_value_read(SFSM_I32, "1", 1, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_value_read(SFSM_I32, "1", SIZE_MAX, &value), SFSM_OUT_OF_RANGE);
}

/* As few digits as some number of them allows. */
static void check_shortest(double number) {
    char shortest[64];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(shortest, sizeof shortest, "%.*g", digits, number);
        if (strtod(shortest, NULL) == number) {
            break;
        }
    }
    const char *const text = text_of(VALUE(SFSM_F64, f64, number));
    assert_int_equal(strlen(text), strlen(shortest));
    assert_true(read_as(SFSM_F64, text).as.f64 == number);
    const float single = (float)number;
    assert_true(read_as(SFSM_F32, text_of(VALUE(SFSM_F32, f32, single))).as.f32 == single);
}

static void random_numbers_come_back(void **state) {
    (void)state;
    const seeds seeds = random_seeds(1, 50000, 500);
    for (uint32_t round = 0; round < seeds.count; round++) {
        uint32_t seed = begin_round(seeds, round);
        const uint64_t random = (uint64_t)draw_below(&seed, UINT32_MAX) << 32 | draw_below(&seed, UINT32_MAX);
        double number;
        const uint64_t bits = round % 8 == 0 ? random >> 12 : random; /* the smallest, too */
        memcpy(&number, &bits, sizeof number);
        if (!isnan(number)) {
            check_shortest(number);
        }
        const sfsm_value whole = VALUE(SFSM_I64, i64, (int64_t)(random >> (round % 64)));
        assert_true(read_as(SFSM_I64, text_of(whole)).as.i64 == whole.as.i64);
    }
}

static void the_locale_does_not_matter(void **state) {
    (void)state;
    static const char *const locales[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "C.UTF-8"};
    for (size_t index = 0; index < COUNT(locales); index++) {
        if (setlocale(LC_NUMERIC, locales[index]) != NULL) {
            CHECK(SFSM_F64, f64, -1234.5, "-1234.5");
            CHECK(SFSM_F32, f32, 0.1f, "0.1");
        }
    }
    setlocale(LC_NUMERIC, "C");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_numbers_and_bools),
        cmocka_unit_test(floating_point_numbers),
        cmocka_unit_test(a_single_is_read_without_a_detour),
        cmocka_unit_test(a_string_is_its_own_text),
        cmocka_unit_test(what_has_no_text_is_refused),
        cmocka_unit_test(text_that_does_not_fit_is_not_written),
        cmocka_unit_test(what_is_not_written_so_is_not_read),
        cmocka_unit_test_teardown(random_numbers_come_back, tell_seed),
        cmocka_unit_test(the_locale_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
