/* Chapter 9 and the allocator: where the system gives no memory, no callable or closure is made and none is taken,
 * everything else is intact, and finalizers run once. Calling one allocates nothing. */
#include "allocator.h"
#include "callables.h"

/* Also after a test that ended in the midst of it. */
static int grant_all(void **state) {
    (void)state;
    allocator_grant_all();
    return 0;
}

static bool yes(size_t *calls, int8_t number, const char *text, double share) {
    *calls += number == -5 && strcmp(text, "euro") == 0 && share == 0.5;
    return true;
}
static void take_rest(size_t *calls, int count, ...) {
    *calls += count == 3;
}
static int32_t say_wet(void) {
    return WET;
}

static int32_t do_nothing(void *context, const sfsm_value *arguments, size_t count, sfsm_value *out_result) {
    (void)context;
    (void)arguments;
    (void)count;
    (void)out_result;
    return 0;
}

static const char long_signature[] = "bool(context, i8, str, f64, predicate(3), predicate(900), args...)";

static void a_callable_is_made_or_not(void **state) {
    (void)state;
    for (size_t granted = 0;; granted++) {
        size_t finalized = 0;
        sfsm_callable *callable = (sfsm_callable *)&finalized; /* anything but NULL, which the call must write */
        allocator_grant(granted);
        const sfsm_status status =
            sfsm_callable_create((sfsm_any_function)yes, long_signature, &finalized, count_call, &callable);
        const int refused = allocator_has_refused();
        allocator_grant_all();
        if (!refused) {
            assert_status(status, SFSM_OK);
            assert_int_equal(finalized, 0);
            sfsm_callable_release(callable);
            assert_int_equal(finalized, 1);
            assert_true(granted > 0);
            return;
        }
        assert_status(status, SFSM_OUT_OF_MEMORY);
        assert_null(callable);
        assert_int_equal(finalized, 1);
    }
}

/* libffi asks for memory of its own, as it does for pages in which there may be code. */
static void a_closure_is_made_or_not(void **state) {
    (void)state;
    for (size_t granted = 0;; granted++) {
        size_t finalized = 0;
        sfsm_closure *closure = (sfsm_closure *)&finalized; /* anything but NULL, which the call must write */
        allocator_grant(granted);
        const sfsm_status status =
            sfsm_closure_create("bool(context, i8, str, f64)", do_nothing, &finalized, count_call, &closure);
        const int refused = allocator_has_refused();
        allocator_grant_all();
        if (status == SFSM_OK) {
            assert_int_equal(finalized, 0);
            sfsm_closure_release(closure);
            assert_int_equal(finalized, 1);
            assert_true(granted > 0);
            return;
        }
        assert_true(refused);
        assert_status(status, SFSM_OUT_OF_MEMORY);
        assert_null(closure);
        assert_int_equal(finalized, 1);
    }
}

/* A callback of a callable is no more than one reference to it, and to give it back needs no memory. */
static void a_builder_takes_no_callable(void **state) {
    (void)state;
    static const callback_adder adders[] = {sfsm_builder_add_guard, sfsm_builder_add_action, sfsm_builder_on_entry};
    size_t finalized = 0;
    sfsm_callable *callable = NULL;
    sfsm_builder *const builder = sound_builder();
    const size_t block = state_from(builder, HOME);
    declare(builder, WEATHER, 3);
    assert_status(sfsm_callable_create((sfsm_any_function)yes, "void(context)", &finalized, count_call, &callable), SFSM_OK);
    sfsm_status statuses[COUNT(adders)];
    allocator_grant(0);
    for (size_t index = 0; index < COUNT(adders); index++) {
        const sfsm_callback callback = sfsm_callable_callback(callable);
        statuses[index] = adders[index](builder, index < 2 ? 1 : block, SFSM_CALLBACK_ARGS(callback));
    }
    const sfsm_callback provider = sfsm_callable_callback(callable);
    const sfsm_status provided = sfsm_builder_set_provider(builder, WEATHER, SFSM_CALLBACK_ARGS(provider));
    const sfsm_row row = {.source = HOME, .event = STAY, .target = SFSM_DYNAMIC, .resolver =
                          sfsm_callable_callback(callable)};
    const sfsm_status added = sfsm_builder_add_rows(builder, &row, 1);
    const sfsm_status declared = sfsm_builder_add_event(builder, STAY, "i32, str");
    allocator_grant_all();
    for (size_t index = 0; index < COUNT(adders); index++) {
        assert_status(statuses[index], SFSM_OUT_OF_MEMORY);
    }
    assert_status(provided, SFSM_OUT_OF_MEMORY);
    assert_status(added, SFSM_OUT_OF_MEMORY);
    assert_status(declared, SFSM_OUT_OF_MEMORY);
    assert_int_equal(finalized, 0);
    sfsm_callable_release(callable);
    assert_int_equal(finalized, 1); /* the builder holds nothing of it */
    sfsm_table *const table = table_from(builder);
    assert_int_equal(sfsm_table_row_count(table), 2);
    assert_int_equal(sfsm_table_argument_count(table, STAY), 0);
    sfsm_table_release(table);
}

/* HOME -GO(i8, str, f64)-> HOME, by these, and a type with a provider. */
static sfsm_builder *builder_of_callables(void) {
    sfsm_builder *const builder = sfsm_builder_create();
    declare_event(builder, GO, "i8, str, f64");
    declare(builder, WEATHER, 3);
    provide(builder, WEATHER, CALLING(say_wet, "i32()", NULL));
    ADD_ROWS(builder, {HOME, GO, SFSM_SAME, 1, MATCHING(SFSM_MATCH(WEATHER, WET)),
                       ASKING_CALLABLE(yes, "bool(context, i8, str, f64)"),
                       DOING_CALLABLE(take_rest, "void(context, args...)")});
    return builder;
}

static void a_table_is_not_built(void **state) {
    (void)state;
    size_t calls = 0;
    sfsm_builder *const builder = builder_of_callables();
    sfsm_table *table = (sfsm_table *)builder; /* anything but NULL, which the call must write */
    sfsm_diagnostics *diagnostics = NULL;
    allocator_grant(0);
    const sfsm_status status = sfsm_builder_build(builder, &table, &diagnostics);
    allocator_grant_all();
    assert_status(status, SFSM_OUT_OF_MEMORY);
    assert_null(table);
    assert_null(diagnostics);
    sfsm_machine *const machine = machine_from(builder, HOME, &calls); /* the definition is what it was */
    assert_status(sfsm_send(machine, GO, -5, "euro", 0.5), SFSM_TRANSITIONED);
    assert_int_equal(calls, 2);
    sfsm_machine_release(machine);
}

/* However much of it there is: the hook is taken or not, and the former one stays. */
static void a_hook_is_taken_or_not(void **state) {
    (void)state;
    for (size_t granted = 0, refused = 1; refused; granted++) {
        size_t former = 0, finalized = 0, calls = 0;
        sfsm_machine *const machine = machine_from(builder_of_callables(), HOME, &calls);
        hook_on_step(machine, callback_of((sfsm_any_function)say_wet, "i32()", &former, count_call));
        const sfsm_callback hook = callback_of((sfsm_any_function)say_wet, "i32()", &finalized, count_call);
        allocator_grant(granted);
        const sfsm_status status = sfsm_machine_on_step(machine, SFSM_CALLBACK_ARGS(hook));
        refused = (size_t)allocator_has_refused();
        allocator_grant_all();
        assert_status(status, refused ? SFSM_OUT_OF_MEMORY : SFSM_OK);
        assert_int_equal(former, 0);
        assert_int_equal(finalized, status != SFSM_OK);
        assert_status(sfsm_send(machine, GO, -5, "euro", 0.5), SFSM_TRANSITIONED);
        sfsm_machine_release(machine);
        assert_int_equal(former, 1);
        assert_int_equal(finalized, 1);
    }
}

static void a_call_allocates_nothing(void **state) {
    (void)state;
    size_t calls = 0;
    const size_t rounds = test_size(5000, 500);
    sfsm_machine *const machine = machine_from(builder_of_callables(), HOME, &calls);
    for (size_t round = 0; round < 10; round++) { /* to warm up */
        sfsm_send(machine, GO, -5, "euro", 0.5);
    }
    calls = 0;
    const size_t before = allocator_calls();
    for (size_t round = 0; round < rounds; round++) {
        sfsm_send(machine, GO, -5, "euro", 0.5);
        sfsm_send(machine, GO, -5, "euro"); /* with a mistake */
    }
    assert_int_equal(allocator_calls() - before, 0);
    assert_int_equal(calls, 2 * rounds);
    sfsm_machine_release(machine);
    assert_true(allocator_calls() > before); /* calls of the library are counted indeed */
}

/* Sends without memory until it is told so; how many events were queued, and handled with their own arguments. */
typedef struct flood {
    int32_t queued, handled;
    bool is_wrong;
    sfsm_outcome refusal;
} flood;

static int32_t send_without_memory(const sfsm_step *step, flood *flood) {
    char text[] = "0123456789 and so on, longer than any word";
    allocator_grant(0);
    do {
        text[0] = (char)('0' + flood->queued % 10);
        flood->refusal = sfsm_send(step->machine, STAY, flood->queued, text);
        flood->queued += flood->refusal == SFSM_QUEUED;
    } while (flood->refusal == SFSM_QUEUED && flood->queued < 100000);
    allocator_grant_all();
    return 0;
}

static void handle(flood *flood, int64_t number, const char *text) {
    flood->is_wrong = flood->is_wrong || number != flood->handled || text[0] != '0' + flood->handled % 10 ||
                      strcmp(text + 1, "123456789 and so on, longer than any word") != 0;
    flood->handled++;
}

static void an_event_with_arguments_is_not_queued_and_everything_else_is_intact(void **state) {
    (void)state;
    flood flood = {0};
    sfsm_builder *const builder = sfsm_builder_create();
    declare_event(builder, STAY, "i64, str");
    ADD_ROWS(builder, {HOME, GO, SFSM_SAME, 1, DOING_CALLABLE(send_without_memory, "i32(step, context)")},
             {HOME, STAY, SFSM_SAME, 2, DOING_CALLABLE(handle, "void(context, i64, str)")});
    sfsm_machine *const machine = machine_from(builder, HOME, &flood);
    for (int round = 0; round < 2; round++) {
        flood.queued = flood.handled = 0;
        assert_status(sfsm_send(machine, GO), SFSM_TRANSITIONED);
        assert_status(flood.refusal, SFSM_OUT_OF_MEMORY);
        assert_int_equal(flood.handled, flood.queued);
        assert_false(flood.is_wrong);
    }
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_callable_is_made_or_not, grant_all),
        cmocka_unit_test_setup(a_closure_is_made_or_not, grant_all),
        cmocka_unit_test_setup(a_builder_takes_no_callable, grant_all),
        cmocka_unit_test_setup(a_table_is_not_built, grant_all),
        cmocka_unit_test_setup(a_hook_is_taken_or_not, grant_all),
        cmocka_unit_test_setup(a_call_allocates_nothing, grant_all),
        cmocka_unit_test_setup(an_event_with_arguments_is_not_queued_and_everything_else_is_intact, grant_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
