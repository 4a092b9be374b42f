/* Chapter 9, closures: native functions whose calls arrive at one handler, called from C and through callables. What
 * becomes of their results is in test_closure_results.c. */
#include "callables.h"

/* What a handler was called with last, and what it is to answer. */
typedef struct call {
    sfsm_value arguments[16];
    size_t count, calls;
    int32_t result_type; /* as it was handed over, with the value 0 */
    bool was_zero;
} call;

static int32_t record(void *context, const sfsm_value *arguments, size_t count, sfsm_value *out_result) {
    call *const call = context;
    call->calls++;
    call->count = count;
    call->result_type = out_result->type;
    call->was_zero = out_result->as.u64 == 0;
    memcpy(call->arguments, arguments, (count < 16 ? count : 16) * sizeof *arguments);
    return 0;
}

static sfsm_closure *closure_of(const char *signature, sfsm_closure_handler handler, void *context) {
    sfsm_closure *closure = NULL;
    assert_status(sfsm_closure_create(signature, handler, context, NULL, &closure), SFSM_OK);
    assert_non_null(closure);
    assert_non_null(sfsm_closure_function(closure));
    return closure;
}

static void check_call(const call *call, size_t count, const sfsm_value *expected) {
    char text[VALUE_TEXT_SIZE], other[VALUE_TEXT_SIZE];
    assert_int_equal(call->calls, 1);
    assert_int_equal(call->count, count);
    for (size_t index = 0; index < count; index++) {
        if (!is_same_value(&call->arguments[index], &expected[index])) {
            fail_msg("argument %zu was %s, not %s", index, value_text(&call->arguments[index], text),
                     value_text(&expected[index], other));
        }
    }
}

static void every_type_arrives_as_it_was_called(void **state) {
    (void)state;
    call call = {0};
    sfsm_closure *const closure =
        closure_of("void(bool, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, str, ptr)", record, &call);
    void (*const function)(bool, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t, float,
                           double, const char *, void *) =
        (void (*)(bool, int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t, float, double,
                  const char *, void *))sfsm_closure_function(closure);
    function(true, INT8_MIN, INT16_MIN, INT32_MIN, INT64_MIN, UINT8_MAX, UINT16_MAX, UINT32_MAX, UINT64_MAX, -0.25f,
             1e300, "euro", &call);
    const sfsm_value expected[] = {
        {SFSM_BOOL, {.boolean = true}}, {SFSM_I8, {.i8 = INT8_MIN}}, {SFSM_I16, {.i16 = INT16_MIN}},
        {SFSM_I32, {.i32 = INT32_MIN}}, {SFSM_I64, {.i64 = INT64_MIN}}, {SFSM_U8, {.u8 = UINT8_MAX}},
        {SFSM_U16, {.u16 = UINT16_MAX}}, {SFSM_U32, {.u32 = UINT32_MAX}}, {SFSM_U64, {.u64 = UINT64_MAX}},
        {SFSM_F32, {.f32 = -0.25f}}, {SFSM_F64, {.f64 = 1e300}}, {SFSM_STR, {.str = "euro"}},
        {SFSM_PTR, {.ptr = &call}}};
    check_call(&call, COUNT(expected), expected);
    assert_int_equal(call.result_type, 0);
    call.calls = 0;
    function(false, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL);
    assert_false(call.arguments[0].as.boolean);
    assert_null(call.arguments[11].as.str);
    assert_null(call.arguments[12].as.ptr);
    sfsm_closure_release(closure);
}

static void the_words_of_steps_are_pointers_and_numbers(void **state) {
    (void)state;
    call call = {0};
    const sfsm_step step = {.event = 4711};
    sfsm_closure *const closure =
        closure_of("void(context, event, source, target, step, time, predicate(7))", record, &call);
    void (*const function)(void *, int32_t, int32_t, int32_t, const sfsm_step *, double, int32_t) =
        (void (*)(void *, int32_t, int32_t, int32_t, const sfsm_step *, double, int32_t))sfsm_closure_function(closure);
    function(&call, 1, -2, SFSM_NONE, &step, 0.5, 3);
    const sfsm_value expected[] = {
        {SFSM_PTR, {.ptr = &call}}, {SFSM_I32, {.i32 = 1}}, {SFSM_I32, {.i32 = -2}}, {SFSM_I32, {.i32 = SFSM_NONE}},
        {SFSM_PTR, {.ptr = (void *)(uintptr_t)&step}}, {SFSM_F64, {.f64 = 0.5}}, {SFSM_I32, {.i32 = 3}}};
    check_call(&call, COUNT(expected), expected);
    sfsm_closure_release(closure);
}

static void without_parameters(void **state) {
    (void)state;
    call call = {0};
    sfsm_closure *const closure = closure_of("void()", record, &call);
    sfsm_closure_function(closure)();
    assert_int_equal(call.calls, 1);
    assert_int_equal(call.count, 0);
    sfsm_closure_release(closure);
}

/* Adds what its own context points to, and calls the function that its second argument points to. */
static int32_t add(void *context, const sfsm_value *arguments, size_t count, sfsm_value *out_result) {
    (void)count;
    out_result->as.i32 = arguments[0].as.i32 + *(const int32_t *)context;
    return 0;
}

static void several_closures_have_one_handler(void **state) {
    (void)state;
    enum { CLOSURES = 1000 };
    static sfsm_closure *closures[CLOSURES];
    static int32_t numbers[CLOSURES];
    for (int32_t index = 0; index < CLOSURES; index++) {
        numbers[index] = index * 7;
        closures[index] = closure_of("i32(i32)", add, &numbers[index]);
    }
    for (int32_t index = 0; index < CLOSURES; index += 2) {
        sfsm_closure_release(closures[index]); /* the others go on */
    }
    for (int32_t index = 1; index < CLOSURES; index += 2) {
        int32_t (*const function)(int32_t) = (int32_t (*)(int32_t))sfsm_closure_function(closures[index]);
        assert_int_equal(function(-index), index * 6);
        sfsm_closure_release(closures[index]);
    }
}

/* Calls a closure from inside a closure. */
static int32_t call_inner(void *context, const sfsm_value *arguments, size_t count, sfsm_value *out_result) {
    (void)count;
    int32_t (*const inner)(int32_t) = (int32_t (*)(int32_t))sfsm_closure_function(context);
    out_result->as.i32 = inner(arguments[0].as.i32) + inner(1000);
    return arguments[0].as.i32 == 5 ? 0 : FAILURE;
}

static void a_handler_may_call_closures(void **state) {
    (void)state;
    const int32_t number = 100;
    sfsm_closure *const inner = closure_of("i32(i32)", add, (void *)(uintptr_t)&number);
    sfsm_closure *const outer = closure_of("i32(i32)", call_inner, inner);
    int32_t (*const function)(int32_t) = (int32_t (*)(int32_t))sfsm_closure_function(outer);
    assert_int_equal(function(5), 1205);
    assert_int_equal(function(6), FAILURE);
    sfsm_closure_release(outer);
    sfsm_closure_release(inner);
}

/* Compares in the direction that is its context: 1 or -1. */
static int32_t compare(void *context, const sfsm_value *arguments, size_t count, sfsm_value *out_result) {
    const int left = *(const int *)arguments[0].as.ptr, right = *(const int *)arguments[1].as.ptr;
    out_result->as.i32 = *(const int32_t *)context * ((left > right) - (left < right));
    return count == 2 ? 0 : FAILURE;
}

static void a_closure_is_a_function_for_the_c_library_too(void **state) {
    (void)state;
    static const int32_t directions[] = {1, -1};
    for (size_t index = 0; index < COUNT(directions); index++) {
        int numbers[] = {5, -3, 9, 0, 7, -8, 1};
        sfsm_closure *const closure = closure_of("i32(ptr, ptr)", compare, (void *)(uintptr_t)&directions[index]);
        qsort(numbers, COUNT(numbers), sizeof numbers[0],
              (int (*)(const void *, const void *))sfsm_closure_function(closure));
        for (size_t number = 1; number < COUNT(numbers); number++) {
            assert_true(directions[index] * numbers[number - 1] < directions[index] * numbers[number]);
        }
        sfsm_closure_release(closure);
    }
}

/* A guard and an action of a machine: their own context is a word, the first argument the machine's, a trace. */
static int32_t serve(void *context, const sfsm_value *arguments, size_t count, sfsm_value *out_result) {
    const sfsm_step *const step = arguments[1].as.ptr;
    trace_note(arguments[0].as.ptr, "%s %d of %zu", (const char *)context, (int)arguments[2].as.i32, count);
    if (out_result->type == SFSM_BOOL) {
        out_result->as.boolean = arguments[2].as.i32 >= 100;
    } else if (sfsm_send(step->machine, BACK) != SFSM_QUEUED) {
        return FAILURE;
    }
    return 0;
}

static void closures_are_functions_for_callables_and_may_send(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_closure *const guard = closure_of("bool(context, step, i32)", serve, "guard");
    sfsm_closure *const action = closure_of("void(context, step, i32)", serve, "action");
    sfsm_builder *const builder = sound_builder();
    declare_event(builder, GO, "i32");
    add_callback(sfsm_builder_add_guard, builder, 1,
                 callback_of(sfsm_closure_function(guard), "bool(context, step, i32)", NULL, NULL));
    add_callback(sfsm_builder_add_action, builder, 1,
                 callback_of(sfsm_closure_function(action), "void(context, step, i32)", NULL, NULL));
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_send(machine, GO, 99), SFSM_REFUSED);
    assert_status(sfsm_send(machine, GO, 150), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), HOME); /* after BACK, which the action sent */
    assert_trace(&trace, "guard 99 of 3, guard 150 of 3, action 150 of 3");
    sfsm_machine_release(machine);
    sfsm_closure_release(guard);
    sfsm_closure_release(action);
}

static void what_cannot_be_made_is_finalized_at_once(void **state) {
    (void)state;
    static const struct {
        const char *signature;
        bool has_handler, has_result;
        sfsm_status status;
    } cases[] = {
        {NULL, true, true, SFSM_NULL_POINTER},     {"void()", false, true, SFSM_NULL_POINTER},
        {"void()", true, false, SFSM_NULL_POINTER}, {"void(", true, true, SFSM_BAD_SIGNATURE},
        {"int()", true, true, SFSM_BAD_SIGNATURE}, {"void(...)", true, true, SFSM_BAD_VALUE},
        {"void(i32, args...)", true, true, SFSM_BAD_VALUE},
    };
    for (size_t index = 0; index < COUNT(cases); index++) {
        size_t finalized = 0;
        sfsm_closure *closure = (sfsm_closure *)&finalized; /* anything but NULL, which the call must write */
        assert_status(sfsm_closure_create(cases[index].signature, cases[index].has_handler ? record : NULL, &finalized,
                                          count_call, cases[index].has_result ? &closure : NULL), cases[index].status);
        assert_int_equal(finalized, 1);
        assert_true(!cases[index].has_result || closure == NULL);
    }
    assert_null(sfsm_closure_function(NULL));
    sfsm_closure_release(NULL);
}

static void the_finalizer_runs_when_the_closure_is_released(void **state) {
    (void)state;
    size_t finalized = 0;
    sfsm_closure *closure = NULL;
    assert_status(sfsm_closure_create("void(i32)", record, &finalized, count_call, &closure), SFSM_OK);
    sfsm_callable *callable = NULL;
    assert_status(sfsm_callable_create(sfsm_closure_function(closure), "void(i32)", NULL, NULL, &callable), SFSM_OK);
    sfsm_callable_release(callable); /* which does not own it */
    assert_int_equal(finalized, 0);
    sfsm_closure_release(closure);
    assert_int_equal(finalized, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_arrives_as_it_was_called),
        cmocka_unit_test(the_words_of_steps_are_pointers_and_numbers),
        cmocka_unit_test(without_parameters),
        cmocka_unit_test(several_closures_have_one_handler),
        cmocka_unit_test(a_handler_may_call_closures),
        cmocka_unit_test(a_closure_is_a_function_for_the_c_library_too),
        cmocka_unit_test(closures_are_functions_for_callables_and_may_send),
        cmocka_unit_test(what_cannot_be_made_is_finalized_at_once),
        cmocka_unit_test(the_finalizer_runs_when_the_closure_is_released),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
