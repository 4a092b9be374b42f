/* Chapter 9: callables and closures. */
#include "sequences.h"

enum { LOCKED, UNLOCKED };
enum { COIN, PASS };
enum { WEATHER };

static void take_coin(sequence_run *run, int32_t cents, const char *currency) {
    run->calls += cents == 7 && strcmp(currency, "euro") == 0;
}

static bool is_enough(int32_t cents) {
    return cents == 7;
}

static int32_t choose(sfsm_id source) {
    return source == LOCKED ? UNLOCKED : LOCKED;
}

static bool is_rainy(void) {
    return true;
}

static void take_all(sequence_run *run, int count, ...) {
    run->calls += count == 2;
}

static void take_case(sequence_run *run, int32_t weather) {
    run->calls += weather == 1;
}

static void count_call_of(sequence_run *run) {
    run->calls++;
}

/* Makes a callable with a finalizer, and lets go of it when it is a callback. */
static sfsm_callback callback_of(sequence_run *run, sfsm_any_function function, const char *signature) {
    sfsm_callable *callable = NULL;
    TRY(sfsm_callable_create(function, signature, HANDED_OVER, &callable), SFSM_OK);
    const sfsm_callback callback = sfsm_callable_callback(callable);
    sfsm_callable_release(callable);
    return callback;
}

/* Adds a callable by a function of the builder: what a failed call lets go of is made again. */
typedef sfsm_status (*adder)(sfsm_builder *, size_t, sfsm_function, void *, sfsm_finalizer);
static void add_callable(sequence_run *run, sfsm_builder *builder, adder add, size_t number, sfsm_any_function function,
                         const char *signature) {
    sfsm_callback callback;
    TRY((callback = callback_of(run, function, signature), add(builder, number, SFSM_CALLBACK_ARGS(callback))), SFSM_OK);
}

static void callables_of_rows(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    TRY(sfsm_builder_add_event(builder, COIN, "i32, str"), SFSM_OK);
    size_t row = sequence_row(run, builder, LOCKED, COIN, UNLOCKED);
    add_callable(run, builder, sfsm_builder_add_guard, row, (sfsm_any_function)is_enough, "bool(i32)");
    add_callable(run, builder, sfsm_builder_add_action, row, (sfsm_any_function)take_coin, "void(context, i32, str)");
    add_callable(run, builder, sfsm_builder_add_action, row, (sfsm_any_function)take_all, "void(context, args...)");
    row = sequence_row(run, builder, UNLOCKED, PASS, SFSM_DYNAMIC);
    add_callable(run, builder, sfsm_builder_set_resolver, row, (sfsm_any_function)choose, "state(source)");
    sfsm_machine *const machine = sequence_machine(run, builder, LOCKED, run);
    TRY(sfsm_send(machine, COIN, 7, "euro"), SFSM_TRANSITIONED);
    TRY(sfsm_send(machine, PASS), SFSM_TRANSITIONED);
    REQUIRE(run->calls == 2 && sfsm_machine_state(machine) == LOCKED);
    sfsm_machine_release(machine);
}

static void one_callable_many_times(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    sfsm_callable *callable = NULL;
    TRY(sfsm_callable_create((sfsm_any_function)count_call_of, "void(context)", HANDED_OVER, &callable), SFSM_OK);
    const size_t row = sequence_row(run, builder, LOCKED, COIN, LOCKED);
    for (int again = 0; again < 10; again++) {
        sfsm_callback callback;
        TRY((callback = sfsm_callable_callback(callable),
             sfsm_builder_add_action(builder, row, SFSM_CALLBACK_ARGS(callback))),
            SFSM_OK);
    }
    sfsm_callable_release(callable);
    sfsm_machine *const machine = sequence_machine(run, builder, LOCKED, NULL);
    TRY(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    REQUIRE(run->calls == 10 && run->finalized + 1 == run->handed_over);
    sfsm_machine_release(machine);
}

static void a_callable_as_provider(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    TRY(sfsm_builder_add_predicate(builder, WEATHER, 2), SFSM_OK);
    sfsm_callback callback;
    TRY((callback = callback_of(run, (sfsm_any_function)is_rainy, "bool()"),
         sfsm_builder_set_provider(builder, WEATHER, SFSM_CALLBACK_ARGS(callback))),
        SFSM_OK);
    const size_t row = sequence_row(run, builder, LOCKED, COIN, LOCKED);
    TRY(sfsm_builder_add_match(builder, row, WEATHER, (const sfsm_id[]){1}, 1), SFSM_OK);
    add_callable(run, builder, sfsm_builder_add_action, row, (sfsm_any_function)take_case, "void(context, predicate(0))");
    sfsm_machine *const machine = sequence_machine(run, builder, LOCKED, run);
    TRY(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    REQUIRE(run->calls == 1);
    sfsm_machine_release(machine);
}

static void callables_as_hooks(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    sequence_row(run, builder, LOCKED, COIN, UNLOCKED);
    sequence_row(run, builder, UNLOCKED, PASS, LOCKED);
    sfsm_machine *const machine = sequence_machine(run, builder, LOCKED, NULL);
    sfsm_callback callback;
    TRY((callback = callback_of(run, (sfsm_any_function)count_call_of, "void(context)"),
         sfsm_machine_on_unhandled(machine, SFSM_CALLBACK_ARGS(callback))),
        SFSM_OK);
    TRY((callback = callback_of(run, (sfsm_any_function)count_call_of, "void(context)"),
         sfsm_machine_on_step(machine, SFSM_CALLBACK_ARGS(callback))),
        SFSM_OK);
    TRY(sfsm_machine_send(machine, PASS), SFSM_UNHANDLED);
    REQUIRE(run->calls == 2);
    sfsm_machine_release(machine);
}

static void a_signature_that_cannot_be_read(sequence_run *run) {
    sfsm_callable *callable = NULL;
    sfsm_closure *closure = NULL;
    TRY(sfsm_callable_create((sfsm_any_function)is_rainy, "bool(", HANDED_OVER, &callable), SFSM_BAD_SIGNATURE);
    TRY(sfsm_closure_create("bool(nothing)", NULL, HANDED_OVER, &closure), SFSM_NULL_POINTER);
    TRY(sfsm_signature_check("i32(i64, f32, str, predicate(7), ...)", NULL, NULL), SFSM_OK);
    REQUIRE(callable == NULL && closure == NULL);
    TRY(sfsm_callable_create((sfsm_any_function)is_rainy, "bool()", HANDED_OVER, &callable), SFSM_OK);
    sfsm_callable_release(callable);
}

static int32_t handle(void *context, const sfsm_value *arguments, size_t count, sfsm_value *out_result) {
    ((sequence_run *)context)->calls += count;
    out_result->as.i32 = count == 2 ? arguments[1].as.i32 : 0;
    return 0;
}

static void closures(sequence_run *run) {
    sfsm_closure *made[5];
    for (size_t index = 0; index < COUNT(made); index++) {
        made[index] = NULL;
        TRY(sfsm_closure_create("i32(context, i32)", handle, HANDED_OVER, &made[index]), SFSM_OK);
        int32_t (*const function)(void *, int32_t) = (int32_t (*)(void *, int32_t))sfsm_closure_function(made[index]);
        REQUIRE(function != NULL && function(NULL, 4711) == 4711);
    }
    REQUIRE(run->calls == 2 * COUNT(made));
    for (size_t index = 0; index < COUNT(made); index++) {
        sfsm_closure_release(made[index]);
    }
}

const call_sequence callable_sequences[] = {
    {"callables of rows", callables_of_rows},
    {"one callable many times", one_callable_many_times},
    {"a callable as provider", a_callable_as_provider},
    {"callables as hooks", callables_as_hooks},
    {"a signature that cannot be read", a_signature_that_cannot_be_read},
    {"closures", closures},
    {NULL, NULL},
};
