/* Chapter 9, what the result of a callable means where it stands, failures included. */
#include "callables.h"

static int32_t answer(const int32_t *result) {
    return *result;
}
static bool yes_or_no(const int32_t *result) {
    return *result != 0;
}
static void do_nothing(const int32_t *result) {
    (void)result;
}

/* What becomes of a row with this guard, action or resolver, which returns the number in the machine's context. */
static sfsm_outcome outcome_of(callback_adder add, sfsm_callback callback, int32_t result, int32_t *out_failure) {
    sfsm_builder *const builder = sound_builder();
    const bool is_resolver = add == sfsm_builder_set_resolver;
    add_callback(add, builder, row_from(builder, HOME, STAY, is_resolver ? SFSM_DYNAMIC : AWAY), callback);
    sfsm_machine *const machine = machine_from(builder, HOME, &result);
    const sfsm_outcome outcome = sfsm_send(machine, STAY);
    *out_failure = sfsm_machine_failure(machine);
    assert_int_equal(sfsm_machine_state(machine), outcome == SFSM_TRANSITIONED ? AWAY : HOME);
    sfsm_machine_release(machine);
    return outcome;
}

static void what_results_mean(void **state) {
    (void)state;
    static const struct {
        callback_adder add;
        const char *signature;
        int32_t result;
        sfsm_outcome outcome;
        int32_t failure;
    } expected[] = {
        {sfsm_builder_add_guard, "i32(context)", 1, SFSM_TRANSITIONED, 0},
        {sfsm_builder_add_guard, "i32(context)", INT32_MAX, SFSM_TRANSITIONED, 0},
        {sfsm_builder_add_guard, "i32(context)", 0, SFSM_REFUSED, 0},
        {sfsm_builder_add_guard, "i32(context)", -7, SFSM_CALLBACK_FAILED, -7},
        {sfsm_builder_add_guard, "i32(context)", INT32_MIN, SFSM_CALLBACK_FAILED, INT32_MIN},
        {sfsm_builder_add_guard, "bool(context)", 1, SFSM_TRANSITIONED, 0},
        {sfsm_builder_add_guard, "bool(context)", 0, SFSM_REFUSED, 0},
        {sfsm_builder_add_action, "i32(context)", 0, SFSM_TRANSITIONED, 0},
        {sfsm_builder_add_action, "i32(context)", 5, SFSM_TRANSITIONED, 0},
        {sfsm_builder_add_action, "i32(context)", -70, SFSM_CALLBACK_FAILED, -70},
        {sfsm_builder_add_action, "void(context)", -70, SFSM_TRANSITIONED, 0},
        {sfsm_builder_set_resolver, "state(context)", AWAY, SFSM_TRANSITIONED, 0},
        {sfsm_builder_set_resolver, "state(context)", SFSM_NONE, SFSM_REFUSED, 0},
        {sfsm_builder_set_resolver, "state(context)", SFSM_FAILED, SFSM_CALLBACK_FAILED, SFSM_FAILED},
        {sfsm_builder_set_resolver, "state(context)", 4711, SFSM_UNKNOWN_STATE, 4711},
    };
    for (size_t index = 0; index < COUNT(expected); index++) {
        const char *const signature = expected[index].signature;
        const sfsm_any_function function = signature[0] == 'b'   ? (sfsm_any_function)yes_or_no
                                     : signature[0] == 'v' ? (sfsm_any_function)do_nothing
                                                           : (sfsm_any_function)answer;
        int32_t failure = 0;
        assert_status(outcome_of(expected[index].add, callback_of(function, signature, NULL, NULL),
                                 expected[index].result, &failure), expected[index].outcome);
        assert_int_equal(failure, expected[index].failure);
    }
}

static void callables_of_blocks_fail_as_plain_callbacks_do(void **state) {
    (void)state;
    static const struct {
        callback_adder add;
        int32_t state, event, left_in;
    } expected[] = {
        {sfsm_builder_on_exit, HOME, GO, HOME},
        {sfsm_builder_on_entry, AWAY, GO, AWAY},
        {sfsm_builder_on_cycle, HOME, STAY, HOME},
    };
    for (size_t index = 0; index < COUNT(expected); index++) {
        int32_t result = -7;
        sfsm_builder *const builder = sound_builder();
        row_from(builder, HOME, STAY, SFSM_SAME);
        add_callback(expected[index].add, builder, state_from(builder, expected[index].state),
                     CALLING(answer, "i32(context)", NULL));
        sfsm_machine *const machine = machine_from(builder, HOME, &result);
        assert_status(sfsm_send(machine, expected[index].event), SFSM_CALLBACK_FAILED);
        assert_int_equal(sfsm_machine_failure(machine), -7);
        assert_int_equal(sfsm_machine_state(machine), expected[index].left_in);
        sfsm_machine_release(machine);
    }
}

static void what_an_update_callback_names(void **state) {
    (void)state;
    static const struct {
        const char *signature;
        int32_t result;
        sfsm_outcome outcome;
    } expected[] = {
        {"event(context)", GO, SFSM_TRANSITIONED},
        {"event(context)", SFSM_NONE, SFSM_OK},
        {"event(context)", SFSM_FAILED, SFSM_CALLBACK_FAILED},
        {"event(context)", 4711, SFSM_UNKNOWN_EVENT},
        {"event(context)", STAY, SFSM_ARGUMENT_COUNT}, /* it carries an argument, and there is none to send */
        {"void(context)", GO, SFSM_OK},
    };
    for (size_t index = 0; index < COUNT(expected); index++) {
        int32_t result = expected[index].result;
        const bool names = expected[index].signature[0] == 'e';
        sfsm_builder *const builder = sound_builder();
        declare_event(builder, STAY, "i32");
        row_from(builder, HOME, STAY, SFSM_SAME);
        add_callback(sfsm_builder_on_update, builder, state_from(builder, HOME),
                     callback_of(names ? (sfsm_any_function)answer : (sfsm_any_function)do_nothing, expected[index].signature,
                                 NULL, NULL));
        sfsm_machine *const machine = machine_from(builder, HOME, &result);
        assert_status(sfsm_machine_update(machine, 1, NULL, NULL), expected[index].outcome);
        sfsm_machine_release(machine);
    }
}

/* DRY leads away, WET stays. */
static sfsm_machine *machine_with_provider(sfsm_callback provider, int32_t *result) {
    sfsm_builder *const builder = sound_builder();
    declare(builder, WEATHER, 2);
    provide(builder, WEATHER, provider);
    ADD_ROWS(builder, {HOME, STAY, AWAY, 8, MATCHING(SFSM_MATCH(WEATHER, DRY))},
             {HOME, STAY, SFSM_SAME, 9, MATCHING(SFSM_MATCH(WEATHER, WET))});
    return machine_from(builder, HOME, result);
}

/* One that returns nothing names no event, though the same callable stands elsewhere too. */
static void an_update_callback_that_is_an_action_too(void **state) {
    (void)state;
    const int32_t result = 0;
    sfsm_callable *callable = NULL;
    sfsm_builder *const builder = sfsm_builder_create();
    size_t block = 0;
    int32_t event = 4711;
    const size_t row = row_from(builder, 0, 0, SFSM_SAME);
    assert_status(sfsm_callable_create((sfsm_any_function)do_nothing, "void(context)", (void *)&result, NULL, &callable),
                  SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, 0, SFSM_FINAL, &block), SFSM_OK);
    const sfsm_callback action = sfsm_callable_callback(callable), update = sfsm_callable_callback(callable);
    assert_status(sfsm_builder_add_action(builder, row, SFSM_CALLBACK_ARGS(action)), SFSM_OK);
    assert_status(sfsm_builder_on_update(builder, block, SFSM_CALLBACK_ARGS(update)), SFSM_OK);
    sfsm_callable_release(callable);
    sfsm_machine *const machine = machine_from(builder, 0, NULL);
    assert_status(sfsm_machine_update(machine, 1, NULL, &event), SFSM_OK);
    assert_int_equal(event, SFSM_NONE);
    sfsm_machine_release(machine);
}

static void what_a_provider_says(void **state) {
    (void)state;
    static const struct {
        int32_t result;
        sfsm_outcome outcome, outcome_of_bool;
        int32_t state;
    } expected[] = {
        {WET, SFSM_TRANSITIONED, SFSM_TRANSITIONED, HOME},
        {DRY, SFSM_TRANSITIONED, SFSM_TRANSITIONED, AWAY},
        {2, SFSM_UNKNOWN_CASE, SFSM_TRANSITIONED, HOME},
        {-7, SFSM_CALLBACK_FAILED, SFSM_TRANSITIONED, HOME},
    };
    for (size_t index = 0; index < COUNT(expected); index++) {
        int32_t result = expected[index].result;
        sfsm_machine *machine = machine_with_provider(CALLING(answer, "i32(context)", NULL), &result);
        assert_status(sfsm_send(machine, STAY), expected[index].outcome);
        assert_int_equal(sfsm_machine_state(machine), expected[index].state);
        assert_int_equal(sfsm_machine_failure(machine), expected[index].outcome == SFSM_CALLBACK_FAILED ? -7 : 0);
        sfsm_machine_release(machine);
        machine = machine_with_provider(CALLING(yes_or_no, "bool(context)", NULL), &result);
        assert_status(sfsm_send(machine, STAY), expected[index].outcome_of_bool);
        assert_int_equal(sfsm_machine_state(machine), expected[index].state);
        sfsm_machine_release(machine);
    }
}

static void a_hook_that_fails_is_a_callback_that_failed(void **state) {
    (void)state;
    int32_t result = -7;
    sfsm_machine *const machine = machine_from(sound_builder(), HOME, &result);
    hook_on_unhandled(machine, CALLING(answer, "i32(context)", NULL));
    assert_status(sfsm_send(machine, BACK), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_failure(machine), -7);
    assert_status(sfsm_send(machine, GO), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_on_unhandled(machine, NULL, NULL, NULL), SFSM_OK);
    hook_on_unhandled(machine, CALLING(do_nothing, "void(context)", NULL));
    assert_status(sfsm_send(machine, GO), SFSM_UNHANDLED);
    result = -70;
    hook_on_step(machine, CALLING(answer, "i32(context)", NULL));
    assert_status(sfsm_send(machine, BACK), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_failure(machine), -70);
    assert_int_equal(sfsm_machine_state(machine), HOME); /* what was done is done */
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_results_mean),
        cmocka_unit_test(callables_of_blocks_fail_as_plain_callbacks_do),
        cmocka_unit_test(what_an_update_callback_names),
        cmocka_unit_test(an_update_callback_that_is_an_action_too),
        cmocka_unit_test(what_a_provider_says),
        cmocka_unit_test(a_hook_that_fails_is_a_callback_that_failed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
