/* Chapters 4 and 8, values: which of them an event takes for the types that it declares, and what sfsm_send makes of
 * the values of a C program. What sfsm_value_of makes of each C type, here and in C++, is in header/values.c. */
#include "arguments.h"

/* An event for each type, whose id is the type's number. Takes the last value into the machine's context. */
static int32_t take_value(const sfsm_step *step, void *context) {
    (void)context;
    *(sfsm_value *)step->context = step->argument_count == 1 ? step->arguments[0] : (sfsm_value){.type = 0};
    return 0;
}

static sfsm_machine *machine_of_all_types(sfsm_value *taken) {
    sfsm_builder *const builder = sfsm_builder_create();
    for (int32_t type = SFSM_BOOL; type <= SFSM_PTR; type++) {
        declare_event(builder, type, type_word(type));
        ADD_ROWS(builder, {HOME, type, SFSM_SAME, type, DOING(take_value, NULL)});
    }
    return machine_from(builder, HOME, taken);
}

/* The number in an integer or a bool; its upper half, in a u64, is the lower half of the int64_t. */
static int64_t number_in(const sfsm_value *value) {
    switch (value->type) {
    case SFSM_BOOL: return value->as.boolean;
    case SFSM_I8: return value->as.i8;
    case SFSM_I16: return value->as.i16;
    case SFSM_I32: return value->as.i32;
    case SFSM_I64: return value->as.i64;
    case SFSM_U8: return value->as.u8;
    case SFSM_U16: return value->as.u16;
    case SFSM_U32: return value->as.u32;
    case SFSM_U64: return (int64_t)value->as.u64;
    default: return 4711;
    }
}

/* Integer types, and bool, with the limits of what an int64_t may bring to them. */
static const struct { int32_t type; int64_t lowest, highest; } limits[] = {
    {SFSM_BOOL, 0, 1},
    {SFSM_I8, INT8_MIN, INT8_MAX},
    {SFSM_I16, INT16_MIN, INT16_MAX},
    {SFSM_I32, INT32_MIN, INT32_MAX},
    {SFSM_I64, INT64_MIN, INT64_MAX},
    {SFSM_U8, 0, UINT8_MAX},
    {SFSM_U16, 0, UINT16_MAX},
    {SFSM_U32, 0, UINT32_MAX},
    {SFSM_U64, 0, INT64_MAX},
};

static void check_integer(sfsm_machine *machine, int32_t type, int64_t number, bool fits) {
    sfsm_value *const taken = sfsm_machine_context(machine);
    *taken = (sfsm_value){.type = 0};
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(type, NO_CASES, ARGUMENTS(INTEGER(number)))),
                  fits ? SFSM_TRANSITIONED : SFSM_ARGUMENT_TYPE);
    if (fits) {
        assert_int_equal(taken->type, type);
        assert_true(number_in(taken) == number);
    } else {
        assert_int_equal(taken->type, 0); /* the action did not run */
        assert_rejected_argument(machine, 0, type, SFSM_INTEGER);
    }
}

static void an_integer_becomes_any_integer_type_that_holds_it(void **state) {
    (void)state;
    static const int64_t inside[] = {0, 1};
    sfsm_value taken;
    sfsm_machine *const machine = machine_of_all_types(&taken);
    for (size_t index = 0; index < COUNT(limits); index++) {
        const int32_t type = limits[index].type;
        const int64_t lowest = limits[index].lowest, highest = limits[index].highest;
        for (size_t number = 0; number < COUNT(inside); number++) {
            check_integer(machine, type, inside[number], true);
        }
        check_integer(machine, type, lowest, true);
        check_integer(machine, type, highest, true);
        check_integer(machine, type, highest / 2, true);
        check_integer(machine, type, INT64_MIN, lowest == INT64_MIN);
        check_integer(machine, type, INT64_MAX, highest == INT64_MAX);
        check_integer(machine, type, -1, lowest < 0);
        check_integer(machine, type, 2, highest > 1);
        if (lowest > INT64_MIN) {
            check_integer(machine, type, lowest - 1, false);
        }
        if (highest < INT64_MAX) {
            check_integer(machine, type, highest + 1, false);
        }
    }
    sfsm_machine_release(machine);
}

/* 1, or a pointer to it, of a type. */
static sfsm_value one_of(int32_t type) {
    static const char text[] = "1";
    sfsm_value value = {.type = type, .as = {.u64 = 0}};
    switch (type) {
    case SFSM_INTEGER: value.as.i64 = 1; break;
    case SFSM_F32: value.as.f32 = 1; break;
    case SFSM_F64: value.as.f64 = 1; break;
    case SFSM_BOOL: value.as.boolean = true; break;
    case SFSM_I8: value.as.i8 = 1; break;
    case SFSM_I16: value.as.i16 = 1; break;
    case SFSM_I32: value.as.i32 = 1; break;
    case SFSM_I64: value.as.i64 = 1; break;
    case SFSM_U8: value.as.u8 = 1; break;
    case SFSM_U16: value.as.u16 = 1; break;
    case SFSM_U32: value.as.u32 = 1; break;
    case SFSM_U64: value.as.u64 = 1; break;
    default: value.as.str = text; break;
    }
    return value;
}

/* Floating-point numbers are also made of u64 and of each other. */
static bool is_taken(int32_t sent, int32_t declared) {
    const bool is_real = declared == SFSM_F32 || declared == SFSM_F64;
    return sent == declared || (is_real && (sent == SFSM_U64 || sent == SFSM_F32 || sent == SFSM_F64));
}

static void every_other_type_must_be_the_declared_one_exactly(void **state) {
    (void)state;
    static const int32_t strangers[] = {0, -1, SFSM_INTEGER + 1, 100, INT32_MAX, INT32_MIN};
    sfsm_value taken;
    sfsm_machine *const machine = machine_of_all_types(&taken);
    for (int32_t declared = SFSM_BOOL; declared <= SFSM_PTR; declared++) {
        for (int32_t sent = SFSM_BOOL; sent <= SFSM_PTR; sent++) {
            const sfsm_value value = one_of(sent);
            const bool fits = is_taken(sent, declared);
            taken.type = 0;
            assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(declared, NO_CASES, &value, 1)),
                          fits ? SFSM_TRANSITIONED : SFSM_ARGUMENT_TYPE);
            assert_int_equal(taken.type, fits ? declared : 0);
            if (!fits) {
                assert_rejected_argument(machine, 0, declared, sent);
            }
        }
        for (size_t index = 0; index < COUNT(strangers); index++) {
            const sfsm_value value = one_of(strangers[index]);
            assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(declared, NO_CASES, &value, 1)),
                          SFSM_ARGUMENT_TYPE);
            assert_rejected_argument(machine, 0, declared, strangers[index]);
        }
    }
    sfsm_machine_release(machine);
}

static void numbers_arrive_bit_by_bit(void **state) {
    (void)state;
    static const uint64_t bits[] = {0x8000000000000000u, 0x7ff0000000000000u, 0xfff8000000000001u, 1, UINT64_MAX};
    static const uint32_t narrow_bits[] = {0x80000000u, 0x7f800000u, 0xffc00001u, 1, UINT32_MAX};
    sfsm_value taken;
    sfsm_machine *const machine = machine_of_all_types(&taken);
    for (size_t index = 0; index < COUNT(bits); index++) { /* negative zero, infinity, a not-a-number, the smallest */
        double wide;
        float narrow;
        memcpy(&wide, &bits[index], sizeof wide);
        memcpy(&narrow, &narrow_bits[index], sizeof narrow);
        assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(SFSM_F64, NO_CASES, ARGUMENTS(F64(wide)))),
                      SFSM_TRANSITIONED);
        assert_memory_equal(&taken.as.f64, &wide, sizeof wide);
        assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(SFSM_F32, NO_CASES, ARGUMENTS(F32(narrow)))),
                      SFSM_TRANSITIONED);
        assert_memory_equal(&taken.as.f32, &narrow, sizeof narrow);
        assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(SFSM_U64, NO_CASES, ARGUMENTS(U64(bits[index])))),
                      SFSM_TRANSITIONED);
        assert_true(taken.as.u64 == bits[index]);
    }
    sfsm_machine_release(machine);
}

/* ---------------------------------------------------------------------------------------------------------------
 * Sending that reads like calling
 * ------------------------------------------------------------------------------------------------------------- */

static void sends_read_like_calls(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    char title[] = "euro";
    const unsigned char small = 200;
    const size_t large = SIZE_MAX / 2;
    const bool paid = true;
    sfsm_builder *const builder = sound_builder();
    declare_event(builder, STAY, "i32, str, u8, u64, bool, f64, f32, ptr, i8, bool, i64, u16");
    declare_event(builder, BACK, "i16");
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 3, DOING(note_arguments, "stay")},
             {HOME, BACK, SFSM_SAME, 4, DOING(note_arguments, "back")});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_send(machine, BACK, 150), SFSM_TRANSITIONED);
    assert_status(sfsm_send(machine, BACK, -150L), SFSM_TRANSITIONED);
    assert_status(sfsm_send(machine, STAY, 150, title, small, large, paid, 0.25, 0.5f, &trace, 'A', 1, -1LL, 65535u),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "back(i16 150), back(i16 -150), "
                         "stay(i32 150, str \"euro\", u8 200, u64 9223372036854775807, bool true, f64 0.25, f32 0.5, "
                         "ptr here, i8 65, bool true, i64 -1, u16 65535)");
    assert_status(sfsm_send(machine, GO), SFSM_TRANSITIONED);
    assert_status(sfsm_send(machine, GO, 1), SFSM_ARGUMENT_COUNT);
    assert_status(sfsm_send(machine, BACK), SFSM_ARGUMENT_COUNT);
    assert_status(sfsm_send(machine, BACK, 150.0), SFSM_ARGUMENT_TYPE);
    assert_rejected_argument(machine, 0, SFSM_I16, SFSM_F64);
    assert_status(sfsm_send(machine, BACK, 40000), SFSM_ARGUMENT_TYPE);
    assert_rejected_argument(machine, 0, SFSM_I16, SFSM_INTEGER);
    assert_status(sfsm_send(machine, BACK, UINT64_MAX), SFSM_ARGUMENT_TYPE);
    assert_rejected_argument(machine, 0, SFSM_I16, SFSM_U64);
    sfsm_machine_release(machine);
}

static void the_arguments_of_a_send_are_evaluated_once(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    int cents = 100;
    sfsm_builder *const builder = sound_builder();
    declare_event(builder, STAY, "i32, i32");
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 3, DOING(note_arguments, "stay")});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    sfsm_machine *pair[] = {machine, NULL}, **next = pair;
    assert_status(sfsm_send(*next++, STAY, ++cents, 7), SFSM_TRANSITIONED);
    assert_ptr_equal(next, pair + 1);
    assert_int_equal(cents, 101);
    assert_trace(&trace, "stay(i32 101, i32 7)");
    sfsm_machine_release(machine);
}

static int32_t note_both(const sfsm_step *step, void *words) {
    note_cases(step, words);
    return note_arguments(step, words);
}

static void sends_with_cases_read_like_calls_too(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    const sfsm_case cases[] = {{WEATHER, WET}, {POLICY, STRONG}, {REWARD, GIVEN}};
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    declare_event(builder, STAY, "i32, str");
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 3, MATCHING(SFSM_MATCH(POLICY, WEAK)), DOING(note_both, "weak")},
             {HOME, STAY, SFSM_SAME, 4, MATCHING(SFSM_MATCH(POLICY, STRONG)), DOING(note_both, "strong")});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_send_matching(machine, cases, COUNT(cases), STAY, 150, "euro"), SFSM_TRANSITIONED);
    assert_trace(&trace, "strong GIVEN STRONG WET, strong(i32 150, str \"euro\")");
    assert_status(sfsm_send_matching(machine, cases, COUNT(cases), STAY), SFSM_ARGUMENT_COUNT);
    assert_rejected_argument(machine, 0, SFSM_I32, 0);
    assert_status(sfsm_send_matching(machine, cases, 2, STAY, 150, "euro"), SFSM_MISSING_PREDICATE);
    assert_rejected(machine, REWARD, SFSM_NONE);
    assert_status(sfsm_send(machine, STAY, 150, "euro"), SFSM_MISSING_PREDICATE);
    assert_status(sfsm_send_matching(machine, cases, COUNT(cases), GO), SFSM_TRANSITIONED);
    assert_trace(&trace, "");
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_integer_becomes_any_integer_type_that_holds_it),
        cmocka_unit_test(every_other_type_must_be_the_declared_one_exactly),
        cmocka_unit_test(numbers_arrive_bit_by_bit),
        cmocka_unit_test(sends_read_like_calls),
        cmocka_unit_test(the_arguments_of_a_send_are_evaluated_once),
        cmocka_unit_test(sends_with_cases_read_like_calls_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
