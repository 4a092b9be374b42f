/* Chapter 9, what the types of values in a signature pass to a callable's function: what the event carries, or nothing.
 * Variadic ones are in test_variadic_callables.c. */
#include "callables.h"

#include <float.h>

/* All thirteen types, with what does not belong to the event's arguments between them. */
typedef struct everything {
    bool boolean;
    int8_t i8;
    int16_t i16;
    int32_t i32;
    int64_t i64;
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    uint64_t u64;
    float f32;
    double f64;
    const char *str;
    void *ptr;
    int32_t event, source;
    size_t calls;
} everything;

static void take_everything(bool boolean, int8_t i8, everything *taken, int16_t i16, int32_t i32, int64_t i64,
                            uint8_t u8, int32_t event, uint16_t u16, uint32_t u32, uint64_t u64, float f32, double f64,
                            const char *str, void *ptr, int32_t source) {
    *taken = (everything){boolean, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, str, ptr, event, source,
                          taken->calls + 1};
}
static const char signature_of_everything[] =
    "void(bool, i8, context, i16, i32, i64, u8, event, u16, u32, u64, f32, f64, str, ptr, source)";
static const char all_types[] = "bool, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, str, ptr";

static void check_taken(const everything *taken, const everything *expected) {
    assert_int_equal(taken->calls, expected->calls);
    assert_int_equal(taken->boolean, expected->boolean);
    assert_int_equal(taken->i8, expected->i8);
    assert_int_equal(taken->i16, expected->i16);
    assert_int_equal(taken->i32, expected->i32);
    assert_true(taken->i64 == expected->i64);
    assert_int_equal(taken->u8, expected->u8);
    assert_int_equal(taken->u16, expected->u16);
    assert_int_equal(taken->u32, expected->u32);
    assert_true(taken->u64 == expected->u64);
    assert_memory_equal(&taken->f32, &expected->f32, sizeof taken->f32);
    assert_memory_equal(&taken->f64, &expected->f64, sizeof taken->f64);
    assert_true((taken->str == NULL) == (expected->str == NULL));
    if (expected->str != NULL) {
        assert_string_equal(taken->str, expected->str);
    }
    assert_ptr_equal(taken->ptr, expected->ptr);
    assert_int_equal(taken->event, expected->event);
    assert_int_equal(taken->source, expected->source);
}

static void arguments_of_all_types_at_their_limits(void **state) {
    (void)state;
    everything taken = {0};
    sfsm_machine *const machine = machine_from(
        builder_doing(all_types, CALLING(take_everything, signature_of_everything, NULL)), HOME, &taken);
    assert_status(sfsm_send(machine, GO, true, INT8_MIN, INT16_MIN, INT32_MIN, INT64_MIN, 0u, 0, 0u, 0, -FLT_MAX,
                            -DBL_MAX, ""), SFSM_ARGUMENT_COUNT); /* one is missing */
    const sfsm_value lowest[] = {
        sfsm_value_of((bool)false), sfsm_value_of(INT8_MIN), sfsm_value_of(INT16_MIN), sfsm_value_of(INT32_MIN),
        sfsm_value_of(INT64_MIN), sfsm_value_of(0), sfsm_value_of(0), sfsm_value_of(0), sfsm_value_of(0),
        sfsm_value_of(-FLT_MAX), sfsm_value_of(-DBL_TRUE_MIN), sfsm_value_of((const char *)NULL),
        sfsm_value_of((void *)NULL)};
    const sfsm_value highest[] = {
        sfsm_value_of((bool)true), sfsm_value_of(INT8_MAX), sfsm_value_of(INT16_MAX), sfsm_value_of(INT32_MAX),
        sfsm_value_of(INT64_MAX), sfsm_value_of(UINT8_MAX), sfsm_value_of(UINT16_MAX), sfsm_value_of(UINT32_MAX),
        sfsm_value_of(UINT64_MAX), sfsm_value_of(FLT_TRUE_MIN), sfsm_value_of(DBL_MAX), sfsm_value_of("euro"),
        sfsm_value_of(&taken)};
    assert_int_equal(taken.calls, 0);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(GO, NULL, 0, lowest, COUNT(lowest))),
                  SFSM_TRANSITIONED);
    check_taken(&taken, &(everything){false, INT8_MIN, INT16_MIN, INT32_MIN, INT64_MIN, 0, 0, 0, 0, -FLT_MAX,
                                      -DBL_TRUE_MIN, NULL, NULL, GO, HOME, 1});
    assert_status(sfsm_send(machine, BACK), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(GO, NULL, 0, highest, COUNT(highest))),
                  SFSM_TRANSITIONED);
    check_taken(&taken, &(everything){true, INT8_MAX, INT16_MAX, INT32_MAX, INT64_MAX, UINT8_MAX, UINT16_MAX,
                                      UINT32_MAX, UINT64_MAX, FLT_TRUE_MIN, DBL_MAX, "euro", &taken, GO, HOME, 2});
    sfsm_machine_release(machine);
}

static int32_t take_in_update(bool boolean, int8_t i8, everything *taken, int16_t i16, int32_t i32, int64_t i64,
                              uint8_t u8, int32_t event, uint16_t u16, uint32_t u32, uint64_t u64, float f32,
                              double f64, const char *str, void *ptr, int32_t source) {
    take_everything(boolean, i8, taken, i16, i32, i64, u8, event, u16, u32, u64, f32, f64, str, ptr, source);
    return SFSM_NONE;
}

/* Entry and exit callbacks of HOME are reached by no event, the update callback never is. */
static void without_an_event_arguments_are_zero_empty_or_null(void **state) {
    (void)state;
    everything taken;
    sfsm_builder *const builder = sfsm_builder_create();
    declare_event(builder, GO, all_types);
    row_from(builder, HOME, GO, SFSM_INTERNAL);
    const size_t home = state_from(builder, HOME);
    add_callback(sfsm_builder_on_entry, builder, home, CALLING(take_everything, signature_of_everything, NULL));
    add_callback(sfsm_builder_on_exit, builder, home, CALLING(take_everything, signature_of_everything, NULL));
    add_callback(sfsm_builder_on_update, builder, home,
                 CALLING(take_in_update, "event(bool, i8, context, i16, i32, i64, u8, event, u16, u32, u64, f32, f64, "
                                         "str, ptr, source)", NULL));
    sfsm_machine *const machine = machine_from(builder, SFSM_NONE, &taken);
    everything expected = {.str = "", .event = SFSM_NONE, .source = SFSM_NONE, .calls = 1};
    memset(&taken, 0x55, sizeof taken);
    taken.calls = 0;
    assert_status(sfsm_machine_start(machine, HOME), SFSM_OK);
    check_taken(&taken, &expected);
    for (int round = 0; round < 2; round++) {
        memset(&taken, 0x55, sizeof taken);
        taken.calls = 0;
        expected.source = HOME;
        assert_status(round == 0 ? sfsm_machine_update(machine, 1, NULL, NULL) : sfsm_machine_stop(machine), SFSM_OK);
        check_taken(&taken, &expected);
    }
    sfsm_machine_release(machine);
}

static void note_first(int64_t first, trace *trace) {
    trace_note(trace, "%lld", (long long)first);
}
static void note_none(trace *trace) {
    trace_note(trace, "none");
}

static void trailing_arguments_may_be_left_out(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = builder_doing("i64, f64, str", CALLING(note_first, "void(i64, context)", NULL));
    add_callback(sfsm_builder_add_action, builder, 1, CALLING(note_none, "void(context)", NULL));
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_send(machine, GO, INT64_MIN, 0.5, "unseen"), SFSM_TRANSITIONED);
    assert_trace(&trace, "-9223372036854775808, none");
    sfsm_machine_release(machine);
}

/* More of everything than there are registers. */
static void take_many(trace *first, int32_t a, double b, int32_t c, double d, int32_t e, double f, int32_t g, double h,
                      int32_t i, double j, int32_t k, double l, float m, int8_t n, float o, int8_t p, float q, int8_t r,
                      float s, int8_t t, trace *last) {
    const double numbers[] = {a, b, c, d, e, f, g, h, i, j, k, l, (double)m, n, (double)o, p, (double)q, r, (double)s,
                              t};
    for (size_t index = 0; index < COUNT(numbers); index++) {
        trace_note(index % 2 == 0 ? first : last, "%g", numbers[index]);
    }
}

static void many_parameters_and_words_that_are_repeated(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    static const char types[] = "i32, f64, i32, f64, i32, f64, i32, f64, i32, f64, i32, f64, "
                                "f32, i8, f32, i8, f32, i8, f32, i8";
    char signature[256] = "void(context, ";
    strcat(strcat(signature, types), ", context)");
    sfsm_value values[20];
    for (size_t index = 0; index < COUNT(values); index++) {
        const double number = -1.5 * (double)index;
        values[index] = index % 2 == (index < 12 ? 0 : 1) ? sfsm_value_of(-(int)index)
                        : index < 12                      ? sfsm_value_of(number)
                                                          : sfsm_value_of((float)number);
    }
    sfsm_machine *const machine = machine_from(builder_doing(types, CALLING(take_many, signature, NULL)), HOME, &trace);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(GO, NULL, 0, values, COUNT(values))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "0, -1.5, -2, -4.5, -4, -7.5, -6, -10.5, -8, -13.5, -10, -16.5, -18, -13, -21, -15, -24, -17, "
                         "-27, -19");
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments_of_all_types_at_their_limits),
        cmocka_unit_test(without_an_event_arguments_are_zero_empty_or_null),
        cmocka_unit_test(trailing_arguments_may_be_left_out),
        cmocka_unit_test(many_parameters_and_words_that_are_repeated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
