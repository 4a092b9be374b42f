/* Chapter 5, providers that cannot be set, that fail, or that name no case; and their finalizers. What they do to their
 * own machine is in test_provider_calls.c. */
#include "providers.h"

enum { FIRST = 4, SECOND };

/* ---------------------------------------------------------------------------------------------------------------
 * Setting
 * ------------------------------------------------------------------------------------------------------------- */

static void a_provider_is_set_once_for_a_type_that_is_declared(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    service first = {"first", STRONG}, second = {"second", WEAK};
    sfsm_table *table = NULL;
    sfsm_builder *const builder = sound_builder();
    assert_status(sfsm_builder_set_provider(builder, POLICY, ask, &first, NULL), SFSM_UNKNOWN_PREDICATE);
    declare(builder, POLICY, 2);
    assert_status(sfsm_builder_set_provider(builder, WEATHER, ask, &first, NULL), SFSM_UNKNOWN_PREDICATE);
    assert_status(sfsm_builder_set_provider(builder, POLICY, NULL, &first, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_set_provider(NULL, POLICY, ask, &first, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_set_provider(builder, POLICY, ask, &first, NULL), SFSM_OK);
    assert_status(sfsm_builder_set_provider(builder, POLICY, ask, &second, NULL), SFSM_BAD_VALUE);
    assert_status(sfsm_builder_set_provider(builder, POLICY, ask, &first, NULL), SFSM_BAD_VALUE);
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 3, MATCHING(SFSM_MATCH(POLICY, STRONG)), NOTING("strong")});
    check_rejection(builder);
    assert_status(sfsm_builder_build(builder, &table, NULL), SFSM_OK);
    assert_status(sfsm_builder_set_provider(builder, POLICY, ask, &second, NULL), SFSM_ALREADY_BUILT);
    sfsm_builder_release(builder);
    sfsm_machine *const machine = machine_over(table, HOME, &trace);
    sfsm_table_release(table);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    assert_trace(&trace, "first, strong");
    sfsm_machine_release(machine);
}

static void finalizers_run_once_wherever_setting_fails(void **state) {
    (void)state;
    size_t finalized = 0, kept = 0;
    sfsm_table *table = NULL;
    sfsm_builder *const builder = sound_builder();
    assert_status(sfsm_builder_set_provider(NULL, POLICY, ask, &finalized, count_call), SFSM_NULL_POINTER);
    assert_int_equal(finalized, 1);
    assert_status(sfsm_builder_set_provider(builder, POLICY, ask, &finalized, count_call), SFSM_UNKNOWN_PREDICATE);
    assert_int_equal(finalized, 2);
    declare(builder, POLICY, 2);
    assert_status(sfsm_builder_set_provider(builder, POLICY, NULL, &finalized, count_call), SFSM_NULL_POINTER);
    assert_int_equal(finalized, 3);
    assert_status(sfsm_builder_set_provider(builder, SFSM_ANY, ask, &finalized, count_call), SFSM_UNKNOWN_PREDICATE);
    assert_int_equal(finalized, 4);
    assert_status(sfsm_builder_set_provider(builder, POLICY, ask, &kept, count_call), SFSM_OK);
    assert_status(sfsm_builder_set_provider(builder, POLICY, ask, &finalized, count_call), SFSM_BAD_VALUE);
    assert_int_equal(finalized, 5);
    check_rejection(builder);
    assert_status(sfsm_builder_build(builder, &table, NULL), SFSM_OK);
    assert_status(sfsm_builder_set_provider(builder, POLICY, ask, &finalized, count_call), SFSM_ALREADY_BUILT);
    assert_int_equal(finalized, 6);
    sfsm_builder_release(builder);
    assert_int_equal(kept, 0);
    sfsm_machine *const machine = machine_over(table, HOME, NULL);
    sfsm_table_release(table);
    assert_int_equal(kept, 0); /* the machine has the table */
    sfsm_machine_release(machine);
    assert_int_equal(kept, 1);
    assert_int_equal(finalized, 6);
}

static void finalizers_run_with_a_builder_that_gives_no_table(void **state) {
    (void)state;
    size_t finalized = 0;
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    assert_status(sfsm_builder_set_provider(builder, POLICY, ask, &finalized, count_call), SFSM_OK);
    assert_status(sfsm_builder_set_provider(builder, WEATHER, ask, &finalized, count_call), SFSM_OK);
    add_row(builder, HOME, STAY, 4711, 3);
    sfsm_diagnostics_release(faults_of(builder));
    assert_int_equal(finalized, 0); /* it may be built again */
    sfsm_diagnostics_release(faults_of(builder));
    assert_int_equal(finalized, 0);
    sfsm_builder_release(builder);
    assert_int_equal(finalized, 2);
}

/* A type declared twice with different numbers of cases is a fault as ever, with one provider. */
static void a_provider_of_a_type_in_conflict(void **state) {
    (void)state;
    service service = {"policy?", STRONG};
    sfsm_builder *const builder = sound_builder();
    declare(builder, POLICY, 2);
    provide_from(builder, POLICY, &service);
    declare(builder, POLICY, 3);
    assert_status(sfsm_builder_set_provider(builder, POLICY, ask, &service, NULL), SFSM_BAD_VALUE);
    check_rejection(builder);
    ONLY_FAULT(builder, SFSM_PREDICATE_CONFLICT, "3");
}

/* ---------------------------------------------------------------------------------------------------------------
 * Answers that are none
 * ------------------------------------------------------------------------------------------------------------- */

static int32_t note_outcome(const sfsm_step *step, void *words) {
    trace_note(step->context, "%s %s", (const char *)words, sfsm_status_name(step->outcome));
    return 0;
}

/* GO sends STAY and FIRST; STAY asks for POLICY, which fails or not, and then for WEATHER; FIRST and the callbacks of
 * the states are noted. */
static int32_t send_both(const sfsm_step *step, void *words) {
    note(step, words);
    sfsm_machine_send(step->machine, STAY);
    sfsm_machine_send(step->machine, FIRST);
    return 0;
}

static sfsm_machine *machine_of_services(services *services, trace *trace) {
    const home_blocks own = blocks_of_home();
    declare_all(own.builder);
    provide_all(own.builder, services);
    trace_block(own.builder, own.home, "HOME");
    ADD_ROWS(own.builder, {HOME, SECOND, SFSM_INTERNAL, 3, DOING(send_both, "second")},
             {HOME, STAY, AWAY, 4, ASKING(note_yes, "guard"), NOTING("stay"),
              MATCHING(SFSM_MATCH(POLICY, STRONG), SFSM_MATCH(WEATHER, WET))},
             {SFSM_ANY, STAY, AWAY, 5, NOTING("any")},
             {SFSM_ANY, FIRST, SFSM_INTERNAL, 6, NOTING("first")},
             {HOME, SFSM_REQUEST, AWAY, 7, MATCHING(SFSM_MATCH(POLICY, STRONG)), NOTING("request")});
    sfsm_machine *const machine = machine_from(own.builder, HOME, trace);
    assert_status(sfsm_machine_on_step(machine, note_outcome, "step", NULL), SFSM_OK);
    assert_status(sfsm_machine_on_unhandled(machine, note, "unhandled", NULL), SFSM_OK);
    return machine;
}

static void a_provider_that_fails_ends_the_step_as_a_guard_does(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    int32_t target = 4711;
    size_t count = 4711;
    services services = SERVICES(GIVEN, FAILURE, WET);
    sfsm_machine *const machine = machine_of_services(&services, &trace);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_CALLBACK_FAILED);
    assert_trace(&trace, "policy?, step SFSM_CALLBACK_FAILED"); /* the weather is not asked for, nor another level */
    assert_int_equal(sfsm_machine_failure(machine), FAILURE);
    assert_rejected(machine, SFSM_NONE, SFSM_NONE); /* a failure is no case */
    assert_int_equal(sfsm_machine_state(machine), HOME);
    services.policy.answer = OTHER_FAILURE;
    assert_status(sfsm_machine_probe(machine, MESSAGE(STAY), &target), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_failure(machine), OTHER_FAILURE);
    services.policy.answer = FAILURE;
    assert_status(sfsm_machine_request(machine, AWAY), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_failure(machine), FAILURE);
    services.policy.answer = INT32_MIN;
    assert_status(sfsm_machine_explain(machine, MESSAGE(STAY), NULL, 0, &count), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_failure(machine), INT32_MIN);
    services.policy.answer = -1;
    assert_status(sfsm_machine_permitted(machine, NULL, 0, NULL, 0, &count), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_failure(machine), -1);
    assert_int_equal(target, 4711);
    assert_int_equal(count, 4711);
    assert_trace(&trace, "policy?, policy?, step SFSM_CALLBACK_FAILED, policy?, policy?");
    services.policy.answer = STRONG;
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    assert_trace(&trace, "policy?, weather?, guard, exit HOME, stay, step SFSM_TRANSITIONED");
    sfsm_machine_release(machine);
}

static void a_case_that_the_type_does_not_have_is_told(void **state) {
    (void)state;
    static const int32_t strangers[] = {3, 4, 4711, INT32_MAX};
    trace trace = {{0}, 0};
    services services = SERVICES(GIVEN, STRONG, DRY);
    sfsm_machine *const machine = machine_of_services(&services, &trace);
    for (size_t index = 0; index < COUNT(strangers); index++) {
        size_t count = 4711;
        services.weather.answer = strangers[index];
        assert_status(sfsm_machine_send(machine, STAY), SFSM_UNKNOWN_CASE);
        assert_rejected(machine, WEATHER, strangers[index]);
        assert_trace(&trace, "policy?, weather?, step SFSM_UNKNOWN_CASE");
        assert_int_equal(sfsm_machine_state(machine), HOME);
        assert_int_equal(sfsm_machine_pending(machine), 0);
        assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, CASES({POLICY, 2}))),
                      SFSM_UNKNOWN_CASE);
        assert_rejected(machine, POLICY, 2);
        assert_status(sfsm_machine_probe(machine, MESSAGE(STAY), NULL), SFSM_UNKNOWN_CASE);
        assert_rejected(machine, WEATHER, strangers[index]);
        assert_status(sfsm_machine_explain(machine, MESSAGE(STAY), NULL, 0, &count), SFSM_UNKNOWN_CASE);
        assert_status(sfsm_machine_permitted(machine, NULL, 0, NULL, 0, &count), SFSM_UNKNOWN_CASE);
        assert_int_equal(count, 4711);
        assert_trace(&trace, "policy?, weather?, policy?, weather?, policy?, weather?");
    }
    services.weather.answer = SNOWY; /* the last one that it has */
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    assert_trace(&trace, "policy?, weather?, exit HOME, any, step SFSM_TRANSITIONED");
    sfsm_machine_release(machine);
}

static void what_waits_behind_such_an_event_goes_on_waiting(void **state) {
    (void)state;
    static const struct { int32_t answer; sfsm_status status; const char *trace; } answers[] = {
        {FAILURE, SFSM_CALLBACK_FAILED, "second, step SFSM_TRANSITIONED, policy?, step SFSM_CALLBACK_FAILED"},
        {2, SFSM_UNKNOWN_CASE, "second, step SFSM_TRANSITIONED, policy?, step SFSM_UNKNOWN_CASE"},
    };
    for (size_t index = 0; index < COUNT(answers); index++) {
        trace trace = {{0}, 0};
        services services = SERVICES(GIVEN, STRONG, WET);
        services.policy.answer = answers[index].answer;
        sfsm_machine *const machine = machine_of_services(&services, &trace);
        assert_status(sfsm_machine_send(machine, SECOND), SFSM_TRANSITIONED);
        assert_trace(&trace, answers[index].trace);
        assert_int_equal(sfsm_machine_state(machine), HOME);
        assert_int_equal(sfsm_machine_pending(machine), 1);
        assert_status(sfsm_machine_run_pending(machine), SFSM_OK);
        assert_trace(&trace, "first, step SFSM_TRANSITIONED");

        assert_status(sfsm_machine_send(machine, SECOND), SFSM_TRANSITIONED);
        assert_trace(&trace, answers[index].trace);
        assert_status(sfsm_machine_send(machine, STAY), answers[index].status); /* FIRST first */
        assert_trace(&trace, answers[index].answer < 0
                                 ? "first, step SFSM_TRANSITIONED, policy?, step SFSM_CALLBACK_FAILED"
                                 : "first, step SFSM_TRANSITIONED, policy?, step SFSM_UNKNOWN_CASE");
        assert_int_equal(sfsm_machine_pending(machine), 0);
        sfsm_machine_release(machine);
    }
}

static void under_first_match_too_a_failure_is_no_refusal(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    services services = SERVICES(GIVEN, FAILURE, WET);
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    provide_all(builder, &services);
    ADD_ROWS(builder, {HOME, STAY, AWAY, 3, MATCHING(SFSM_MATCH(WEATHER, WET)), ASKING(note_no, "no")},
             {SFSM_ANY, STAY, AWAY, 4, MATCHING(SFSM_MATCH(POLICY, STRONG)), NOTING("strong")},
             {SFSM_ANY, SFSM_ANY, AWAY, 5, NOTING("any")});
    assert_status(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_CALLBACK_FAILED);
    assert_trace(&trace, "weather?, no, policy?");
    services.policy.answer = 2;
    assert_status(sfsm_machine_send(machine, STAY), SFSM_UNKNOWN_CASE);
    assert_trace(&trace, "weather?, no, policy?");
    assert_int_equal(sfsm_machine_state(machine), HOME);
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_provider_is_set_once_for_a_type_that_is_declared),
        cmocka_unit_test(finalizers_run_once_wherever_setting_fails),
        cmocka_unit_test(finalizers_run_with_a_builder_that_gives_no_table),
        cmocka_unit_test(a_provider_of_a_type_in_conflict),
        cmocka_unit_test(a_provider_that_fails_ends_the_step_as_a_guard_does),
        cmocka_unit_test(a_case_that_the_type_does_not_have_is_told),
        cmocka_unit_test(what_waits_behind_such_an_event_goes_on_waiting),
        cmocka_unit_test(under_first_match_too_a_failure_is_no_refusal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
