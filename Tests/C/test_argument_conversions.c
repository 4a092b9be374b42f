/* Chapters 4 and 8, values that become another type, the one which the event declares, since nothing of them is lost.
 * Integers without a type become others in test_argument_values.c. */
#include "arguments.h"

#include <math.h>

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

/* Sends a value; the callback must see a number of the declared type, or, if that does not hold it, none. */
static void check_number(sfsm_machine *machine, const sfsm_value *taken, sfsm_value sent, int32_t declared,
                         const double *number) {
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(declared, NO_CASES, &sent, 1)),
                  number != NULL ? SFSM_TRANSITIONED : SFSM_ARGUMENT_TYPE);
    if (number != NULL) {
        const double seen = declared == SFSM_F32 ? (double)taken->as.f32 : taken->as.f64;
        assert_int_equal(taken->type, declared);
        assert_memory_equal(&seen, number, sizeof seen);
    }
}

static void floating_point_numbers_are_made_of_numbers_that_are_the_same(void **state) {
    (void)state;
    static const struct {
        sfsm_value sent;
        bool is_single, is_double;
        double number;
    } numbers[] = {
        {{SFSM_INTEGER, {.i64 = 1}}, true, true, 1},
        {{SFSM_INTEGER, {.i64 = -16777216}}, true, true, -16777216},
        {{SFSM_INTEGER, {.i64 = 16777217}}, false, true, 16777217},
        {{SFSM_INTEGER, {.i64 = (INT64_C(1) << 53) + 1}}, false, false, 0},
        {{SFSM_INTEGER, {.i64 = INT64_MIN}}, true, true, -0x1p63},
        {{SFSM_INTEGER, {.i64 = INT64_MAX}}, false, false, 0},
        {{SFSM_U64, {.u64 = UINT64_C(1) << 63}}, true, true, 0x1p63},
        {{SFSM_U64, {.u64 = UINT64_MAX}}, false, false, 0},
        {{SFSM_F32, {.f32 = 0.5f}}, true, true, 0.5},
        {{SFSM_F64, {.f64 = -0.0}}, true, true, -0.0},
        {{SFSM_F64, {.f64 = 0.1}}, false, true, 0.1},
        {{SFSM_F64, {.f64 = 1e300}}, false, true, 1e300},
        {{SFSM_F64, {.f64 = INFINITY}}, true, true, INFINITY},
        {{SFSM_F32, {.f32 = -INFINITY}}, true, true, -INFINITY},
    };
    sfsm_value taken;
    sfsm_machine *const machine = machine_of_all_types(&taken);
    for (size_t index = 0; index < COUNT(numbers); index++) {
        const double *const number = &numbers[index].number;
        check_number(machine, &taken, numbers[index].sent, SFSM_F32, numbers[index].is_single ? number : NULL);
        check_number(machine, &taken, numbers[index].sent, SFSM_F64, numbers[index].is_double ? number : NULL);
    }
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(SFSM_F32, NO_CASES, ARGUMENTS(F64(NAN)))),
                  SFSM_TRANSITIONED);
    assert_true(isnan(taken.as.f32));
    sfsm_machine_release(machine);
}

/* NULL, as C (a pointer), C++ (an integer) and callers that know the type write it. */
static void null_is_any_pointer_or_string(void **state) {
    (void)state;
    static const sfsm_value nulls[] = {
        {SFSM_PTR, {.ptr = NULL}}, {SFSM_STR, {.str = NULL}}, {SFSM_INTEGER, {.i64 = 0}}};
    sfsm_value taken;
    sfsm_machine *const machine = machine_of_all_types(&taken);
    for (size_t index = 0; index < COUNT(nulls); index++) {
        for (int32_t declared = SFSM_STR; declared <= SFSM_PTR; declared++) {
            taken.as.ptr = &taken;
            assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(declared, NO_CASES, &nulls[index], 1)),
                          SFSM_TRANSITIONED);
            assert_int_equal(taken.type, declared);
            assert_null(taken.as.ptr);
        }
    }
    assert_status(sfsm_send(machine, SFSM_STR, NULL), SFSM_TRANSITIONED);
    assert_status(sfsm_send(machine, SFSM_STR, &taken), SFSM_ARGUMENT_TYPE);
    assert_status(sfsm_send(machine, SFSM_PTR, 1), SFSM_ARGUMENT_TYPE);
    assert_status(sfsm_send(machine, SFSM_I32, NULL), SFSM_ARGUMENT_TYPE);
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floating_point_numbers_are_made_of_numbers_that_are_the_same),
        cmocka_unit_test(null_is_any_pointer_or_string),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
