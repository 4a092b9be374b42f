/* Functions of other signatures. What libffi does is not the library's, and not counted. */
#include "paths.h"

enum { HOME };
enum { PAY };

static bool is_enough(void *context, int32_t cents, double rate)
{
    (void)context;
    return cents * rate > 100;
}

static sfsm_callable *new_callable(void)
{
    sfsm_callable *callable = NULL;
    expect(sfsm_callable_create((sfsm_any_function)is_enough, "bool(context, i32, f64)", NULL, NULL, &callable),
           SFSM_OK);
    return callable;
}

static int32_t answer(void *context, const sfsm_value *arguments, size_t count, sfsm_value *out_result)
{
    (void)context;
    out_result->as.i32 = count == 2 ? arguments[0].as.i32 : -1;
    return 0;
}

static void count_closures(void)
{
    sfsm_closure *closure = NULL;
    expect(sfsm_closure_create("i32(i32, i64)", answer, NULL, NULL, &closure), SFSM_OK);
    int32_t (*const function)(int32_t, int64_t) = (int32_t(*)(int32_t, int64_t))sfsm_closure_function(closure);
    require(function(7, 8) == 7);
    begin_counting();
    for (int repetition = 0; repetition < REPETITIONS; ++repetition)
        require(function(repetition, 8) == repetition);
    end_counting("callable: a call of a closure", REPETITIONS);
    sfsm_closure_release(closure);
}

void count_callables(void)
{
    sfsm_callable_release(new_callable());
    begin_counting();
    for (int repetition = 0; repetition < REPETITIONS; ++repetition)
        sfsm_callable_release(new_callable());
    end_counting("callable: create and release", REPETITIONS);

    sfsm_builder *const builder = sfsm_builder_create();
    expect(sfsm_builder_add_event(builder, PAY, "i32, f64"), SFSM_OK);
    size_t row = 0;
    expect(sfsm_builder_add_row(builder, HOME, PAY, SFSM_SAME, &row), SFSM_OK);
    sfsm_callable *const callable = new_callable();
    const sfsm_callback guard = sfsm_callable_callback(callable);
    expect(sfsm_builder_add_guard(builder, row, SFSM_CALLBACK_ARGS(guard)), SFSM_OK);
    sfsm_callable_release(callable);
    sfsm_machine *const machine = machine_over(table_from(builder), HOME);
    const sfsm_value arguments[] = {sfsm_value_of_integer(150), sfsm_value_of_double(2.5)};
    const sfsm_message message = {sizeof message, PAY, SFSM_NONE, NULL, 0, arguments, 2};
    count_messages("callable: a guard with two arguments", machine, &message, SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
    count_closures();
}
