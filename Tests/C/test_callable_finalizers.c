/* Chapter 9, how long a callable lives: its finalizer runs exactly once, with the last reference, on every path; and
 * hooks that do not take one. */
#include "callables.h"

/* Notes that it was called in the size_t that is its context, in its upper half; count_call counts in the lower. */
static const size_t called = (size_t)1 << 16;
static void note_call(size_t *calls) {
    *calls += called;
}

static sfsm_callable *callable_of(const char *signature, size_t *finalized) {
    sfsm_callable *callable = NULL;
    assert_status(sfsm_callable_create((sfsm_any_function)note_call, signature, finalized, count_call, &callable), SFSM_OK);
    assert_non_null(callable);
    return callable;
}

static void at_once_if_it_cannot_be_made(void **state) {
    (void)state;
    static const struct {
        const char *signature;
        bool has_function, has_result;
        sfsm_status status;
    } cases[] = {
        {"void(context)", false, true, SFSM_NULL_POINTER}, {NULL, true, true, SFSM_NULL_POINTER},
        {"void(context)", true, false, SFSM_NULL_POINTER}, {"", true, true, SFSM_BAD_SIGNATURE},
        {"void(context", true, true, SFSM_BAD_SIGNATURE},  {"void(..., i32)", true, true, SFSM_BAD_SIGNATURE},
    };
    for (size_t index = 0; index < COUNT(cases); index++) {
        size_t finalized = 0;
        sfsm_callable *callable = (sfsm_callable *)&finalized; /* anything but NULL, which the call must write */
        assert_status(sfsm_callable_create(cases[index].has_function ? (sfsm_any_function)note_call : NULL,
                                           cases[index].signature, &finalized, count_call,
                                           cases[index].has_result ? &callable : NULL), cases[index].status);
        assert_int_equal(finalized, 1);
        assert_true(!cases[index].has_result || callable == NULL);
    }
}

static void with_the_creators_reference_if_it_was_never_registered(void **state) {
    (void)state;
    size_t finalized = 0;
    sfsm_callable *const callable = callable_of("void(context)", &finalized);
    assert_int_equal(finalized, 0);
    sfsm_callable_release(callable);
    assert_int_equal(finalized, 1);
    sfsm_callable_release(NULL);
    sfsm_callable *bare = NULL; /* no context, no finalizer */
    assert_status(sfsm_callable_create((sfsm_any_function)note_call, "void(context)", NULL, NULL, &bare), SFSM_OK);
    sfsm_callable_release(bare);
}

static void with_the_last_table_machine_or_creator(void **state) {
    (void)state;
    for (int creator_is_last = 0; creator_is_last < 2; creator_is_last++) {
        size_t finalized = 0;
        sfsm_callable *const callable = callable_of("void(context)", &finalized);
        sfsm_builder *const builder = sound_builder();
        add_callback(sfsm_builder_add_action, builder, 1, sfsm_callable_callback(callable));
        add_callback(sfsm_builder_add_action, builder, 1, sfsm_callable_callback(callable));
        sfsm_table *const table = table_from(builder);
        sfsm_machine *const machine = machine_over(table, HOME, NULL);
        hook_on_step(machine, sfsm_callable_callback(callable));
        if (!creator_is_last) {
            sfsm_callable_release(callable);
        }
        sfsm_table_release(table);
        assert_status(sfsm_send(machine, GO), SFSM_TRANSITIONED);
        assert_true(finalized == 3 * called);
        sfsm_machine_release(machine);
        if (creator_is_last) {
            assert_true(finalized == 3 * called);
            sfsm_callable_release(callable);
        }
        assert_true(finalized == 3 * called + 1);
    }
}

static void with_a_builder_that_was_not_built(void **state) {
    (void)state;
    size_t finalized = 0;
    sfsm_builder *const builder = sound_builder();
    sfsm_callable *const callable = callable_of("void(i32)", &finalized); /* the definition has an error, too */
    add_callback(sfsm_builder_add_action, builder, 1, sfsm_callable_callback(callable));
    sfsm_callable_release(callable);
    sfsm_diagnostics *const faults = faults_of(builder);
    assert_int_equal(finalized, 0);
    sfsm_builder_release(builder);
    assert_int_equal(finalized, 1);
    assert_says(diagnostic_at(faults, 0), "void(i32)"); /* the text outlives the callable */
    sfsm_diagnostics_release(faults);
}

static void a_callback_that_is_not_taken_gives_its_reference_back(void **state) {
    (void)state;
    static const callback_adder adders[] = {sfsm_builder_add_guard, sfsm_builder_add_action, sfsm_builder_set_resolver,
                                            sfsm_builder_on_entry, sfsm_builder_on_exit, sfsm_builder_on_cycle,
                                            sfsm_builder_on_update};
    size_t finalized = 0;
    sfsm_callable *const callable = callable_of("void(context)", &finalized);
    sfsm_builder *const builder = sound_builder();
    declare(builder, POLICY, 2);
    provide(builder, POLICY, CALLING(note_call, "i32(context)", NULL));
    for (size_t index = 0; index < COUNT(adders); index++) {
        sfsm_callback callback = sfsm_callable_callback(callable);
        assert_status(adders[index](NULL, 0, SFSM_CALLBACK_ARGS(callback)), SFSM_NULL_POINTER);
        callback = sfsm_callable_callback(callable);
        assert_status(adders[index](builder, 4711, SFSM_CALLBACK_ARGS(callback)), SFSM_OUT_OF_RANGE);
    }
    sfsm_callback callback = sfsm_callable_callback(callable);
    assert_status(sfsm_builder_set_provider(builder, WEATHER, SFSM_CALLBACK_ARGS(callback)), SFSM_UNKNOWN_PREDICATE);
    callback = sfsm_callable_callback(callable);
    assert_status(sfsm_builder_set_provider(builder, POLICY, SFSM_CALLBACK_ARGS(callback)), SFSM_BAD_VALUE);
    callback = sfsm_callable_callback(callable);
    assert_status(sfsm_machine_on_step(NULL, SFSM_CALLBACK_ARGS(callback)), SFSM_NULL_POINTER);
    const sfsm_callback actions[] = {sfsm_callable_callback(callable), sfsm_callable_callback(callable)};
    const sfsm_row row = {.source = HOME, .event = STAY, .target = SFSM_SAME, .block = 4711, .actions = actions,
                          .action_count = 2, .guards = (const sfsm_callback[]){sfsm_callable_callback(callable)},
                          .guard_count = 1, .resolver = sfsm_callable_callback(callable)};
    assert_status(sfsm_builder_add_rows(builder, &row, 1), SFSM_OUT_OF_RANGE);
    sfsm_builder_release(builder);
    assert_int_equal(finalized, 0);
    sfsm_callable_release(callable); /* the only reference that is left */
    assert_int_equal(finalized, 1);
}

static void null_is_no_callable(void **state) {
    (void)state;
    const sfsm_callback callback = sfsm_callable_callback(NULL);
    assert_null(callback.function);
    assert_null(callback.finalizer);
    sfsm_builder *const builder = sound_builder();
    const sfsm_row row = {.source = HOME, .event = STAY, .target = AWAY, .actions = &callback, .action_count = 1};
    assert_status(sfsm_builder_add_action(builder, 1, SFSM_CALLBACK_ARGS(callback)), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_on_entry(builder, state_from(builder, HOME), SFSM_CALLBACK_ARGS(callback)), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_add_rows(builder, &row, 1), SFSM_NULL_POINTER);
    sfsm_builder_release(builder);
}

static void hooks_that_are_removed_give_their_references_back(void **state) {
    (void)state;
    size_t first = 0, second = 0;
    sfsm_machine *const machine = machine_from(sound_builder(), HOME, NULL);
    hook_on_step(machine, callback_of((sfsm_any_function)note_call, "void(context)", &first, count_call));
    assert_status(sfsm_send(machine, GO), SFSM_TRANSITIONED);
    assert_true(first == called);
    hook_on_step(machine, callback_of((sfsm_any_function)note_call, "void(context)", &second, count_call));
    assert_status(sfsm_send(machine, BACK), SFSM_TRANSITIONED);
    assert_true(first == 2 * called && second == called);
    assert_status(sfsm_machine_on_step(machine, NULL, NULL, NULL), SFSM_OK);
    assert_true(first == 2 * called + 1 && second == called + 1);
    assert_status(sfsm_send(machine, GO), SFSM_TRANSITIONED);
    assert_true(first == 2 * called + 1 && second == called + 1);
    sfsm_machine_release(machine);
}

typedef sfsm_status (*hooker)(sfsm_machine *, sfsm_function, void *, sfsm_finalizer);
static const hooker hookers[] = {sfsm_machine_on_step, sfsm_machine_on_unhandled};

static void a_hook_takes_only_what_every_step_has(void **state) {
    (void)state;
    static const char *const unfit[] = {
        "void(i32)", "void(context, str)", "i32(f64, args...)", "void(predicate(4711))",
        "void(context, predicate(-40), predicate(901))", "bool(context)", "state(context)", "event(context)"};
    static const char *const fit[] = {
        "void()", "i32()", "void(context, event, source, target, step, time)", "void(context, predicate(-40))",
        "i32(context, predicate(900), ...)", "void(context, args...)"};
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    sfsm_machine *const machine = lenient_machine_from(builder, HOME, NULL);
    for (size_t kind = 0; kind < COUNT(hookers); kind++) {
        size_t former = 0;
        const sfsm_callback hook = callback_of((sfsm_any_function)note_call, "void(context)", &former, count_call);
        assert_status(hookers[kind](machine, SFSM_CALLBACK_ARGS(hook)), SFSM_OK);
        for (size_t index = 0; index < COUNT(unfit); index++) {
            size_t finalized = 0;
            const sfsm_callback callback = callback_of((sfsm_any_function)note_call, unfit[index], &finalized, count_call);
            assert_status(hookers[kind](machine, SFSM_CALLBACK_ARGS(callback)), SFSM_BAD_SIGNATURE);
            assert_int_equal(finalized, 1);
        }
        assert_status(sfsm_send(machine, BACK), SFSM_UNHANDLED);
        assert_true(former == called); /* it alone is there */
        assert_status(hookers[kind](machine, NULL, NULL, NULL), SFSM_OK);
        assert_true(former == called + 1);
        for (size_t index = 0; index < COUNT(fit); index++) {
            size_t finalized = 0;
            const sfsm_callback callback = callback_of((sfsm_any_function)note_call, fit[index], &finalized, count_call);
            assert_status(hookers[kind](machine, SFSM_CALLBACK_ARGS(callback)), SFSM_OK);
            assert_int_equal(finalized, 0);
            assert_status(hookers[kind](machine, NULL, NULL, NULL), SFSM_OK);
            assert_int_equal(finalized, 1);
        }
    }
    sfsm_machine_release(machine);
}

/* Replacing a hook from inside is refused, whatever the callable; and a machine may be released from inside one. */
static void release_machine(const sfsm_step *step, size_t *finalized) {
    const sfsm_callback callback = callback_of((sfsm_any_function)note_call, "void(context)", finalized + 1, count_call);
    finalized[2] = sfsm_machine_on_step(step->machine, SFSM_CALLBACK_ARGS(callback)) == SFSM_BUSY;
    sfsm_machine_release(step->machine);
    finalized[3] = finalized[0] == 0; /* not while it runs */
}

static void a_callable_may_release_the_machine_that_calls_it(void **state) {
    (void)state;
    size_t finalized[4] = {0};
    sfsm_builder *const builder = sound_builder();
    add_callback(sfsm_builder_add_action, builder, 1,
                 callback_of((sfsm_any_function)release_machine, "void(step, context)", finalized, count_call));
    sfsm_machine *const machine = machine_from(builder, HOME, NULL);
    assert_status(sfsm_send(machine, GO), SFSM_TRANSITIONED);
    assert_int_equal(finalized[0], 1);
    assert_int_equal(finalized[1], 1);
    assert_true(finalized[2] && finalized[3]);
}

static int32_t home(void) {
    return HOME;
}

/* A callable that is freed as its callback is rejected is forgotten: the next one may lie at its address. */
static void a_callable_where_a_rejected_one_was(void **state) {
    (void)state;
    sfsm_callable *callables[3];
    sfsm_callback callbacks[3];
    size_t calls = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t dynamic = row_from(builder, HOME, GO, SFSM_DYNAMIC);
    static const char *const signatures[] = {"state()", "state(predicate(7), predicate(8))", "void(context)"};
    for (int index = 0; index < 3; index++) {
        const sfsm_any_function function =
            index < 2 ? (sfsm_any_function)home : (sfsm_any_function)count_call;
        assert_status(sfsm_callable_create(function, signatures[index], &calls, NULL, &callables[index]), SFSM_OK);
        callbacks[index] = sfsm_callable_callback(callables[index]);
        sfsm_callable_release(callables[index]);
        const sfsm_status status = index < 2
            ? sfsm_builder_set_resolver(builder, dynamic, SFSM_CALLBACK_ARGS(callbacks[index]))
            : sfsm_builder_add_action(builder, dynamic, SFSM_CALLBACK_ARGS(callbacks[index]));
        assert_status(status, index == 1 ? SFSM_BAD_VALUE : SFSM_OK);
    }
    check_rejection(builder);
    sfsm_machine *const machine = machine_from(builder, HOME, NULL);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_int_equal(calls, 1);
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_callable_where_a_rejected_one_was),
        cmocka_unit_test(at_once_if_it_cannot_be_made),
        cmocka_unit_test(with_the_creators_reference_if_it_was_never_registered),
        cmocka_unit_test(with_the_last_table_machine_or_creator),
        cmocka_unit_test(with_a_builder_that_was_not_built),
        cmocka_unit_test(a_callback_that_is_not_taken_gives_its_reference_back),
        cmocka_unit_test(null_is_no_callable),
        cmocka_unit_test(hooks_that_are_removed_give_their_references_back),
        cmocka_unit_test(a_hook_takes_only_what_every_step_has),
        cmocka_unit_test(a_callable_may_release_the_machine_that_calls_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
