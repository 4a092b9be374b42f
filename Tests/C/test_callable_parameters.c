/* Chapter 9, what the words of a signature for contexts, ids, the time, the step and cases pass to a callable's function.
 * Those for values are in test_callable_arguments.c, variadic ones in test_variadic_callables.c. */
#include "callables.h"

/* Counts in whatever context it is passed. */
static void count(size_t *calls) {
    ++*calls;
}

static void the_context_is_the_callables_own_or_else_the_machines(void **state) {
    (void)state;
    size_t own = 0, of_machine = 0;
    sfsm_builder *const builder = builder_doing("", CALLING(count, "void(context)", &own));
    add_callback(sfsm_builder_add_action, builder, 2, CALLING(count, "void(context)", NULL));
    sfsm_machine *const machine = machine_from(builder, HOME, &of_machine);
    assert_status(sfsm_send(machine, GO), SFSM_TRANSITIONED);
    assert_int_equal(own, 1);
    assert_int_equal(of_machine, 0);
    assert_status(sfsm_send(machine, BACK), SFSM_TRANSITIONED);
    assert_int_equal(own, 1);
    assert_int_equal(of_machine, 1);
    size_t other = 0;
    assert_status(sfsm_machine_set_context(machine, &other), SFSM_OK); /* it is the present one that is passed */
    assert_status(sfsm_send(machine, GO), SFSM_TRANSITIONED);
    assert_status(sfsm_send(machine, BACK), SFSM_TRANSITIONED);
    assert_int_equal(own, 2);
    assert_int_equal(of_machine, 1);
    assert_int_equal(other, 1);
    sfsm_machine_release(machine);
}

static const char *id_text(int32_t id) {
    return id == SFSM_NONE ? "none" : id == SFSM_REQUEST ? "request" : id == HOME ? "HOME" : id == AWAY ? "AWAY"
           : id == GO ? "GO" : id == BACK ? "BACK" : id == STAY ? "STAY" : "?";
}

/* What a callable is passed and what stands in the step must be the same. */
static int32_t note_ids(const sfsm_step *step, int32_t target, double time, int32_t event, trace *trace,
                        int32_t source) {
    const bool agrees = step->event == event && step->source == source && step->target == target &&
                        step->time == time && step->context == trace;
    trace_note(trace, "%s%s %s %s %g", agrees ? "" : "disagrees: ", id_text(event), id_text(source), id_text(target),
               time);
    return 1;
}
static const char ids_of_step[] = "i32(step, target, time, event, context, source)";
static int32_t resolve(const sfsm_step *step, int32_t target, double time, int32_t event, trace *trace,
                       int32_t source) {
    note_ids(step, target, time, event, trace, source);
    return AWAY;
}
static int32_t update(const sfsm_step *step, int32_t target, double time, int32_t event, trace *trace,
                      int32_t source) {
    note_ids(step, target, time, event, trace, source);
    return SFSM_NONE;
}

static void event_states_time_and_step_are_those_of_the_step(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    ADD_ROWS(builder,
             {HOME, STAY, SFSM_DYNAMIC, 3,
              RESOLVING_CALLABLE(resolve, "state(step, target, time, event, context, source)"),
              ASKING_CALLABLE(note_ids, ids_of_step), DOING_CALLABLE(note_ids, ids_of_step)},
             {AWAY, SFSM_REQUEST, HOME, 4, ASKING_CALLABLE(note_ids, ids_of_step)});
    const size_t away = state_from(builder, AWAY);
    add_callback(sfsm_builder_on_entry, builder, away, CALLING(note_ids, ids_of_step, NULL));
    add_callback(sfsm_builder_on_update, builder, away,
                 CALLING(update, "event(step, target, time, event, context, source)", NULL));
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    hook_on_step(machine, CALLING(note_ids, ids_of_step, NULL));
    assert_status(sfsm_send(machine, STAY), SFSM_TRANSITIONED);
    assert_trace(&trace, "STAY HOME none 0, STAY HOME none 0, STAY HOME AWAY 0, STAY HOME AWAY 0, STAY HOME AWAY 0");
    assert_status(sfsm_machine_update(machine, -2.5, NULL, NULL), SFSM_OK);
    assert_trace(&trace, "none AWAY AWAY -2.5");
    assert_status(sfsm_send(machine, GO), SFSM_UNHANDLED);
    assert_trace(&trace, "GO AWAY none 0");
    assert_status(sfsm_machine_request(machine, HOME), SFSM_TRANSITIONED);
    assert_trace(&trace, "request AWAY HOME 0, request AWAY HOME 0");
    assert_status(sfsm_machine_stop(machine), SFSM_OK);
    assert_status(sfsm_machine_start(machine, AWAY), SFSM_OK);
    assert_trace(&trace, "none HOME none 0, none none AWAY 0, none none AWAY 0");
    sfsm_machine_release(machine);
}

static void note_types(trace *trace, int32_t weather, int32_t policy) {
    trace_note(trace, "%d %d", (int)weather, (int)policy);
}
static int32_t say_strong(trace *trace) {
    trace_note(trace, "asked");
    return STRONG;
}

static void a_predicate_is_the_case_that_was_sent_or_that_its_provider_says(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    static const char signature[] = "void(context, predicate(900), predicate( 3 ))";
    sfsm_builder *const builder = builder_doing("", CALLING(note_types, signature, NULL));
    add_callback(sfsm_builder_add_action, builder, 1, CALLING(note_types, signature, NULL));
    declare_all(builder);
    provide(builder, POLICY, CALLING(say_strong, "i32(context)", NULL));
    sfsm_table *const table = table_from(builder);
    sfsm_machine *const strict = machine_over(table, HOME, &trace), *const lenient =
        lenient_machine_over(table, HOME, &trace);
    assert_status(sfsm_machine_send_message(strict, MESSAGE_MATCHING(GO, CASES({WEATHER, SNOWY}, {REWARD, GIVEN}))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "asked, 2 1, 2 1"); /* once a step */
    assert_status(sfsm_machine_set_state(strict, HOME), SFSM_OK);
    assert_status(
        sfsm_machine_send_message(strict, MESSAGE_MATCHING(GO, CASES({WEATHER, DRY}, {REWARD, GIVEN}, {POLICY, WEAK}))),
        SFSM_TRANSITIONED);
    assert_trace(&trace, "0 0, 0 0");
    assert_status(sfsm_machine_send_message(lenient, MESSAGE_MATCHING(GO, CASES({POLICY, WEAK}))), SFSM_TRANSITIONED);
    assert_trace(&trace, "-2147483644 0, -2147483644 0"); /* SFSM_NONE */
    sfsm_machine_release(strict);
    sfsm_machine_release(lenient);
    sfsm_table_release(table);
}

static int32_t say_a_stranger(void *context) {
    trace_note(context, "asked");
    return 4711;
}

static void note_go(void *context) { trace_note(context, "go"); }

static int32_t note_case(void *context, int32_t policy) {
    trace_note(context, "%d", policy);
    return 0;
}

/* A step hook is called after the commit: whatever fails there, the step has taken place. */
static void a_step_hook_whose_predicate_is_provided_wrongly_has_failed(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = builder_doing("", CALLING(note_go, "void(context)", NULL));
    declare(builder, POLICY, 2);
    provide(builder, POLICY, CALLING(say_a_stranger, "i32(context)", NULL));
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    hook_on_step(machine, CALLING(note_case, "i32(context, predicate(3))", NULL));
    assert_status(sfsm_machine_send(machine, GO), SFSM_CALLBACK_FAILED);
    assert_trace(&trace, "go, asked");
    assert_int_equal(sfsm_machine_failure(machine), 4711);
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_context_is_the_callables_own_or_else_the_machines),
        cmocka_unit_test(event_states_time_and_step_are_those_of_the_step),
        cmocka_unit_test(a_predicate_is_the_case_that_was_sent_or_that_its_provider_says),
        cmocka_unit_test(a_step_hook_whose_predicate_is_provided_wrongly_has_failed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
