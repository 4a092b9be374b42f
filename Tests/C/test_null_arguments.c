/* The functions for arguments, providers, callables and closures with NULL for each of their pointers; the others are
 * in test_null.c. What a NULL leaves intact is looked at after it: the same objects go on working. */
#include "support.h"

enum { HOME, AWAY };
enum { GO, BACK };
enum { POLICY = 5 };

static int32_t done(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 1;
}

static const sfsm_row rows[] = {SFSM_ROW(HOME, GO, AWAY, done), SFSM_ROW(AWAY, BACK, HOME, done)};

static void null_handles_and_pointers_of_declarations(void **state) {
    (void)state;
    size_t finalized = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_event(NULL, GO, "i32"), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_add_event(builder, GO, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_add_event_at(builder, BACK, "str", NULL, 0), SFSM_OK); /* a place may be left out */
    assert_status(sfsm_builder_add_predicate(builder, POLICY, 2), SFSM_OK);
    assert_status(sfsm_builder_set_provider(NULL, POLICY, done, &finalized, count_call), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_set_provider(builder, POLICY, NULL, &finalized, count_call), SFSM_NULL_POINTER);
    assert_int_equal(finalized, 2);
    assert_status(sfsm_builder_set_provider(builder, POLICY, done, NULL, NULL), SFSM_OK);
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    check_rejection(builder);
    sfsm_table *const table = table_from(builder);
    assert_int_equal(sfsm_table_argument_count(table, GO), 0);
    assert_int_equal(sfsm_table_argument_count(table, BACK), 1);
    assert_int_equal(sfsm_table_argument_count(NULL, BACK), 0);
    assert_int_equal(sfsm_table_argument_type(NULL, BACK, 0), 0);
    sfsm_table_release(table);
}

static sfsm_machine *machine_with_arguments(void) {
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_event(builder, GO, "i32"), SFSM_OK);
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    return machine_from(builder, HOME, NULL);
}

static const sfsm_value one = {SFSM_I32, {.i32 = 1}};

static void check_pointers_that_are_needed(sfsm_machine *machine) {
    size_t index = 4711, count = 4711;
    int32_t declared = 4711, sent = 4711, target = 4711;
    sfsm_reason reason = {.kind = 4711};
    assert_status(sfsm_machine_send_message(NULL, MESSAGE_WITH(GO, NULL, 0, &one, 1)), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(GO, NULL, 0, NULL, 1)), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(GO, NULL, 1, &one, 1)), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_probe(NULL, MESSAGE_WITH(GO, NULL, 0, &one, 1), &target), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_probe(machine, MESSAGE_WITH(GO, NULL, 0, NULL, 1), &target), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_probe(machine, MESSAGE_WITH(GO, NULL, 1, &one, 1), &target), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_explain(NULL, MESSAGE_WITH(GO, NULL, 0, &one, 1), &reason, 1, &count),
                  SFSM_NULL_POINTER);
    assert_status(sfsm_machine_explain(machine, MESSAGE_WITH(GO, NULL, 0, NULL, 1), &reason, 1, &count),
                  SFSM_NULL_POINTER);
    assert_status(sfsm_machine_explain(machine, MESSAGE_WITH(GO, NULL, 1, &one, 1), &reason, 1, &count),
                  SFSM_NULL_POINTER);
    assert_status(sfsm_machine_explain(machine, MESSAGE_WITH(GO, NULL, 0, &one, 1), NULL, 1, &count),
                  SFSM_NULL_POINTER);
    assert_status(sfsm_machine_rejected_argument(NULL, &index, &declared, &sent), SFSM_NULL_POINTER);
    assert_int_equal(index, 4711);
    assert_int_equal(declared, 4711);
    assert_int_equal(sent, 4711);
    assert_int_equal(target, 4711);
    assert_int_equal(count, 4711);
    assert_int_equal(reason.kind, 4711);
    assert_status(sfsm_send((sfsm_machine *)NULL, GO, 1), SFSM_NULL_POINTER);
}

static void null_handles_and_pointers_of_sends_with_arguments(void **state) {
    (void)state;
    size_t index = 4711;
    int32_t declared = 4711, sent = 4711;
    sfsm_machine *const machine = machine_with_arguments();
    check_pointers_that_are_needed(machine);

    assert_status(sfsm_machine_send_message(machine, MESSAGE(GO)), SFSM_ARGUMENT_COUNT); /* no array, no count */
    assert_status(sfsm_machine_rejected_argument(machine, NULL, NULL, NULL), SFSM_OK); /* all may be left out */
    assert_status(sfsm_machine_rejected_argument(machine, &index, NULL, NULL), SFSM_OK);
    assert_status(sfsm_machine_rejected_argument(machine, NULL, &declared, NULL), SFSM_OK);
    assert_status(sfsm_machine_rejected_argument(machine, NULL, NULL, &sent), SFSM_OK);
    assert_int_equal(index, 0);
    assert_int_equal(declared, SFSM_I32);
    assert_int_equal(sent, 0);
    assert_status(sfsm_machine_probe(machine, MESSAGE_WITH(GO, NULL, 0, &one, 1), NULL), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_explain(machine, MESSAGE_WITH(GO, NULL, 0, &one, 1), NULL, 0, NULL), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), HOME);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_WITH(GO, NULL, 0, &one, 1)), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static void null_texts_of_signatures(void **state) {
    (void)state;
    size_t position = 4711;
    const char *expected = "nothing";
    assert_status(sfsm_signature_check(NULL, &position, &expected), SFSM_NULL_POINTER);
    assert_status(sfsm_arguments_check(NULL, &position, &expected), SFSM_NULL_POINTER);
    assert_int_equal(position, 4711);
    assert_string_equal(expected, "nothing");
    assert_status(sfsm_signature_check(NULL, NULL, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_arguments_check(NULL, NULL, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_signature_check("void()", NULL, NULL), SFSM_OK);
    assert_status(sfsm_arguments_check("i32", NULL, NULL), SFSM_OK);
}

/* ---------------------------------------------------------------------------------------------------------------
 * Callables and closures
 * ------------------------------------------------------------------------------------------------------------- */

static size_t calls;

static void count_native_call(void) {
    calls++;
}

static void null_handles_and_pointers_of_callables(void **state) {
    (void)state;
    size_t finalized = 0;
    sfsm_callable *callable = (sfsm_callable *)&finalized; /* anything but NULL, which the call must write */
    assert_status(sfsm_callable_create(NULL, "void()", &finalized, count_call, &callable), SFSM_NULL_POINTER);
    assert_null(callable);
    assert_int_equal(finalized, 1);
    callable = (sfsm_callable *)&finalized;
    assert_status(sfsm_callable_create(count_native_call, NULL, &finalized, count_call, &callable), SFSM_NULL_POINTER);
    assert_null(callable);
    assert_int_equal(finalized, 2);
    assert_status(sfsm_callable_create(count_native_call, "void()", &finalized, count_call, NULL), SFSM_NULL_POINTER);
    assert_int_equal(finalized, 3);
    sfsm_callable_release(NULL);
    assert_status(sfsm_callable_create(count_native_call, "void()", NULL, NULL, &callable), SFSM_OK);
    assert_non_null(callable);
    sfsm_callable_release(callable);
}

/* The callback of no callable is refused wherever a callback may be. */
static void the_callback_of_a_null_callable_has_no_function(void **state) {
    (void)state;
    const sfsm_callback none = sfsm_callable_callback(NULL);
    assert_null(none.function);
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t row = row_from(builder, HOME, GO, AWAY), dynamic = row_from(builder, AWAY, GO, SFSM_DYNAMIC);
    const sfsm_row in_array = {.source = HOME, .event = BACK, .target = AWAY, .actions = &none, .action_count = 1};
    size_t block = 0;
    assert_status(sfsm_builder_add_state(builder, HOME, 0, &block), SFSM_OK);
    assert_status(sfsm_builder_add_predicate(builder, POLICY, 2), SFSM_OK);
    assert_status(sfsm_builder_add_guard(builder, row, SFSM_CALLBACK_ARGS(none)), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_add_action(builder, row, SFSM_CALLBACK_ARGS(none)), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_set_resolver(builder, dynamic, SFSM_CALLBACK_ARGS(none)), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_on_entry(builder, block, SFSM_CALLBACK_ARGS(none)), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_on_exit(builder, block, SFSM_CALLBACK_ARGS(none)), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_on_cycle(builder, block, SFSM_CALLBACK_ARGS(none)), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_on_update(builder, block, SFSM_CALLBACK_ARGS(none)), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_set_provider(builder, POLICY, SFSM_CALLBACK_ARGS(none)), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_add_rows(builder, &in_array, 1), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_set_resolver(builder, dynamic, done, NULL, NULL), SFSM_OK);
    assert_status(sfsm_builder_on_entry(builder, block, done, NULL, NULL), SFSM_OK);
    check_rejection(builder);
    sfsm_machine *const machine = machine_from(builder, HOME, NULL);
    assert_status(sfsm_machine_on_step(machine, SFSM_CALLBACK_ARGS(none)), SFSM_OK); /* which removes a hook */
    sfsm_machine_release(machine);
}

static int32_t handle(void *context, const sfsm_value *arguments, size_t count, sfsm_value *out_result) {
    (void)arguments;
    (void)out_result;
    *(size_t *)context += count + 1;
    return 0;
}

static void null_handles_and_pointers_of_closures(void **state) {
    (void)state;
    size_t finalized = 0, handled = 0;
    sfsm_closure *closure = (sfsm_closure *)&finalized; /* anything but NULL, which the call must write */
    assert_status(sfsm_closure_create(NULL, handle, &finalized, count_call, &closure), SFSM_NULL_POINTER);
    assert_null(closure);
    assert_int_equal(finalized, 1);
    closure = (sfsm_closure *)&finalized;
    assert_status(sfsm_closure_create("void()", NULL, &finalized, count_call, &closure), SFSM_NULL_POINTER);
    assert_null(closure);
    assert_int_equal(finalized, 2);
    assert_status(sfsm_closure_create("void()", handle, &finalized, count_call, NULL), SFSM_NULL_POINTER);
    assert_int_equal(finalized, 3);
    assert_true(sfsm_closure_function(NULL) == NULL);
    sfsm_closure_release(NULL);
    assert_status(sfsm_closure_create("void()", handle, &handled, NULL, &closure), SFSM_OK);
    sfsm_closure_function(closure)();
    assert_int_equal(handled, 1);
    sfsm_closure_release(closure);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(null_handles_and_pointers_of_declarations),
        cmocka_unit_test(null_handles_and_pointers_of_sends_with_arguments),
        cmocka_unit_test(null_texts_of_signatures),
        cmocka_unit_test(null_handles_and_pointers_of_callables),
        cmocka_unit_test(the_callback_of_a_null_callable_has_no_function),
        cmocka_unit_test(null_handles_and_pointers_of_closures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
