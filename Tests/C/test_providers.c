/* Chapter 5, providers: what is asked for the cases that were not sent, when, and how often. Levels, first match and
 * many types are in test_provider_levels.c, questions in test_provider_questions.c, what goes wrong in
 * test_provider_faults.c. */
#include "providers.h"

static void a_provider_is_asked_if_the_rows_name_its_type(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    services services = SERVICES(GIVEN, STRONG, WET);
    sfsm_machine *const machine = machine_from(depending_builder(&services), HOME, &trace);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    assert_trace(&trace, "policy?, strong none STRONG none");
    services.policy.answer = WEAK; /* each step asks anew */
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    assert_trace(&trace, "policy?, weak none WEAK none");
    assert_status(sfsm_machine_send(machine, PLAIN), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send(machine, BACK), SFSM_UNHANDLED);
    assert_trace(&trace, "plain none none none");
    sfsm_machine_release(machine);
}

static void all_types_that_the_rows_name_are_asked_in_the_order_of_their_ids_and_before_guards(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    services services = SERVICES(GIVEN, STRONG, WET);
    sfsm_machine *const machine = machine_from(depending_builder(&services), HOME, &trace);
    assert_status(sfsm_machine_send(machine, DEPENDS), SFSM_TRANSITIONED);
    assert_trace(&trace, "reward?, policy?, weather?, guard, wet GIVEN STRONG WET");
    services.weather.answer = DRY;
    assert_status(sfsm_machine_send(machine, DEPENDS), SFSM_UNHANDLED);
    assert_trace(&trace, "reward?, policy?, weather?");
    sfsm_machine_release(machine);
}

static void a_case_that_is_sent_wins_and_its_provider_is_not_asked(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    services services = SERVICES(GIVEN, STRONG, WET);
    sfsm_table *const table = table_from(depending_builder(&services));
    sfsm_machine *const machines[] = {machine_over(table, HOME, &trace), lenient_machine_over(table, HOME, &trace)};
    sfsm_table_release(table);
    for (size_t index = 0; index < COUNT(machines); index++) { /* strict, then lenient */
        assert_status(sfsm_machine_send_message(machines[index], MESSAGE_MATCHING(STAY, CASES({POLICY, WEAK}))),
                      SFSM_TRANSITIONED);
        assert_trace(&trace, "weak none WEAK none");
        assert_status(sfsm_machine_send_message(machines[index], MESSAGE_MATCHING(STAY, CASES({WEATHER, DRY}))),
                      SFSM_TRANSITIONED);
        assert_trace(&trace, "policy?, strong none STRONG DRY");
        assert_status(
            sfsm_machine_send_message(machines[index], MESSAGE_MATCHING(DEPENDS, CASES({WEATHER, DRY}, {POLICY, WEAK}))),
            SFSM_TRANSITIONED);
        assert_trace(&trace, "reward?, weak GIVEN WEAK DRY");
        assert_status(
            sfsm_machine_send_message(machines[index],
                                      MESSAGE_MATCHING(DEPENDS, CASES({WEATHER, WET}, {POLICY, WEAK}, {REWARD, GIVEN}))),
            SFSM_TRANSITIONED);
        assert_trace(&trace, "guard, wet GIVEN WEAK WET");
        assert_status(sfsm_machine_send_message(machines[index], MESSAGE_MATCHING(STAY, CASES({POLICY, 7}))),
                      SFSM_UNKNOWN_CASE);
        assert_rejected(machines[index], POLICY, 7);
        sfsm_machine_release(machines[index]);
    }
    assert_trace(&trace, "");
}

static void a_strict_machine_needs_the_cases_of_types_without_a_provider_only(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    service policy = {"policy?", STRONG};
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    provide_from(builder, POLICY, &policy);
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 3, DOING(note_cases, "strong"),
                       MATCHING(SFSM_MATCH(POLICY, STRONG), SFSM_MATCH(WEATHER, WET))});
    sfsm_table *const table = table_from(builder);
    sfsm_machine *const machine = machine_over(table, HOME, &trace);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_MISSING_PREDICATE);
    assert_rejected(machine, REWARD, SFSM_NONE);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, CASES({POLICY, STRONG}, {REWARD, GIVEN}))),
                  SFSM_MISSING_PREDICATE);
    assert_rejected(machine, WEATHER, SFSM_NONE);
    assert_status(sfsm_machine_send_message(
                      machine, MESSAGE_MATCHING(STAY, CASES({POLICY, WEAK}, {WEATHER, WET}, {POLICY, STRONG}))),
                  SFSM_REPEATED_PREDICATE);
    assert_rejected(machine, POLICY, STRONG);
    assert_status(
        sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, CASES({4711, 0}, {WEATHER, WET}, {REWARD, GIVEN}))),
        SFSM_UNKNOWN_PREDICATE);
    assert_trace(&trace, "");
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, CASES({WEATHER, WET}, {REWARD, GIVEN}))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "policy?, strong GIVEN STRONG WET");
    sfsm_machine_release(machine);

    sfsm_machine *const lenient = lenient_machine_over(table, HOME, &trace); /* asks, but needs none of the others */
    sfsm_table_release(table);
    assert_status(sfsm_machine_send(lenient, STAY), SFSM_UNHANDLED);
    assert_status(sfsm_machine_send_message(lenient, MESSAGE_MATCHING(STAY, CASES({WEATHER, WET}, {4711, 0}))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "policy?, policy?, strong none STRONG WET");
    sfsm_machine_release(lenient);
}

/* ---------------------------------------------------------------------------------------------------------------
 * What it is told
 * ------------------------------------------------------------------------------------------------------------- */

static int32_t note_and_answer(const sfsm_step *step, void *words) {
    note_step(step, words);
    note_cases(step, words);
    note_arguments(step, words);
    return 1;
}

static void a_provider_is_told_of_the_step_and_of_the_cases_before_its_own(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    declare_event(builder, STAY, "i32");
    assert_status(sfsm_builder_set_provider(builder, WEATHER, note_and_answer, "weather", NULL), SFSM_OK);
    assert_status(sfsm_builder_set_provider(builder, POLICY, note_and_answer, "policy", NULL), SFSM_OK);
    ADD_ROWS(builder, {HOME, STAY, AWAY, 3, MATCHING(SFSM_MATCH(WEATHER, WET), SFSM_MATCH(POLICY, STRONG))});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_send_matching(machine, (&(sfsm_case){REWARD, WITHHELD}), 1, STAY, 7), SFSM_TRANSITIONED);
    assert_trace(&trace, "policy: STAY from HOME to none in HOME, policy WITHHELD none none, policy(i32 7), "
                         "weather: STAY from HOME to none in HOME, weather WITHHELD STRONG none, weather(i32 7)");
    sfsm_machine_release(machine);
}

static int32_t answer_from_context(const sfsm_step *step, void *context) {
    return context == step->context && step->time == 0 && step->outcome == SFSM_OK ? STRONG : WEAK;
}

static void a_provider_without_a_context_is_called_with_the_machines(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    declare(builder, POLICY, 2);
    assert_status(sfsm_builder_set_provider(builder, POLICY, answer_from_context, NULL, NULL), SFSM_OK);
    ADD_ROWS(builder, {HOME, STAY, AWAY, 3, MATCHING(SFSM_MATCH(POLICY, STRONG))});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

/* ---------------------------------------------------------------------------------------------------------------
 * Queues, requests, starts and stops
 * ------------------------------------------------------------------------------------------------------------- */

/* Sends STAY with and without a case, and then lets the policy be another. */
static int32_t send_and_change_policy(const sfsm_step *step, void *context) {
    services *const services = context;
    note(step, "change");
    sfsm_machine_send(step->machine, STAY);
    sfsm_machine_send_message(step->machine, MESSAGE_MATCHING(STAY, CASES({POLICY, STRONG})));
    services->policy.answer = WEAK;
    return 0;
}

static void a_queued_event_asks_when_its_turn_comes(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    services services = SERVICES(GIVEN, STRONG, WET);
    sfsm_builder *const builder = depending_builder(&services);
    ADD_ROWS(builder, {HOME, BACK, SFSM_SAME, 8, MATCHING(SFSM_MATCH(POLICY, STRONG)),
                       DOING(send_and_change_policy, &services)});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_on_step(machine, note_cases, "step", NULL), SFSM_OK);
    assert_status(sfsm_machine_send(machine, BACK), SFSM_TRANSITIONED);
    assert_trace(&trace, "policy?, change, step none STRONG none, policy?, weak none WEAK none, step none WEAK none, "
                         "strong none STRONG none, step none STRONG none");
    sfsm_machine_release(machine);
}

static void a_request_asks_as_an_event_does(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    services services = SERVICES(GIVEN, STRONG, WET);
    sfsm_builder *const builder = depending_builder(&services);
    ADD_ROWS(builder, {HOME, SFSM_REQUEST, AWAY, 8, MATCHING(SFSM_MATCH(POLICY, WEAK)), DOING(note_cases, "away")},
             {HOME, SFSM_REQUEST, HOME, 9, DOING(note_cases, "home")});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_request(machine, AWAY), SFSM_UNHANDLED);
    assert_status(sfsm_machine_request(machine, HOME), SFSM_TRANSITIONED);
    assert_trace(&trace, "policy?, home none none none");
    assert_status(sfsm_machine_send_message(machine, REQUEST_MATCHING(AWAY, CASES({POLICY, WEAK}))), SFSM_TRANSITIONED);
    assert_trace(&trace, "away none WEAK none");
    sfsm_machine_release(machine);
}

static int32_t name_stay(const sfsm_step *step, void *words) {
    note_cases(step, words);
    return STAY;
}

static void a_start_a_stop_and_an_update_ask_nothing_but_the_event_that_is_named_does(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    services services = SERVICES(GIVEN, STRONG, WET);
    sfsm_builder *const builder = depending_builder(&services);
    const size_t home = state_from(builder, HOME);
    assert_status(sfsm_builder_on_entry(builder, home, note_cases, "entry", NULL), SFSM_OK);
    assert_status(sfsm_builder_on_exit(builder, home, note_cases, "exit", NULL), SFSM_OK);
    assert_status(sfsm_builder_on_update(builder, home, name_stay, "update", NULL), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, SFSM_NONE, &trace);
    assert_status(sfsm_machine_start(machine, HOME), SFSM_OK);
    assert_trace(&trace, "entry none none none");
    assert_status(sfsm_machine_update(machine, 1, NULL, NULL), SFSM_TRANSITIONED);
    assert_trace(&trace, "update none none none, policy?, strong none STRONG none");
    assert_status(sfsm_machine_stop(machine), SFSM_OK);
    assert_trace(&trace, "exit none none none");
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_provider_is_asked_if_the_rows_name_its_type),
        cmocka_unit_test(all_types_that_the_rows_name_are_asked_in_the_order_of_their_ids_and_before_guards),
        cmocka_unit_test(a_case_that_is_sent_wins_and_its_provider_is_not_asked),
        cmocka_unit_test(a_strict_machine_needs_the_cases_of_types_without_a_provider_only),
        cmocka_unit_test(a_provider_is_told_of_the_step_and_of_the_cases_before_its_own),
        cmocka_unit_test(a_provider_without_a_context_is_called_with_the_machines),
        cmocka_unit_test(a_queued_event_asks_when_its_turn_comes),
        cmocka_unit_test(a_request_asks_as_an_event_does),
        cmocka_unit_test(a_start_a_stop_and_an_update_ask_nothing_but_the_event_that_is_named_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
