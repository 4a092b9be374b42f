/* Chapter 9, "...": functions that are variadic in C and read the case of each predicate type with va_arg. */
#include "callables.h"

#include <stdio.h>

/* What follows, as it stands: "3: 0 1 2". */
static void note_ints(trace *trace, const char *words, int count, va_list rest) {
    char text[256];
    int length = snprintf(text, sizeof text, "%s %d:", words, count);
    for (int number = 0; number < count; number++) {
        const int value = va_arg(rest, int);
        length += value == SFSM_NONE ? snprintf(text + length, sizeof text - (size_t)length, " none")
                                     : snprintf(text + length, sizeof text - (size_t)length, " %d", value);
    }
    trace_note(trace, "%s", text);
}

static bool see_types(trace *trace, int32_t event, int count, ...) {
    char words[16];
    va_list rest;
    va_start(rest, count);
    snprintf(words, sizeof words, "%d with", (int)event);
    note_ints(trace, words, count, rest);
    va_end(rest);
    return true;
}

/* Types 100, 200 .. of 50 cases each, and a machine whose (HOME, STAY) asks this guard. */
static sfsm_machine *machine_with_types(int32_t count, sfsm_callback guard, void *context, bool is_lenient) {
    sfsm_builder *const builder = sfsm_builder_create();
    for (int32_t type = count; type > 0; type--) {
        declare(builder, type * 100, 50);
    }
    add_callback(sfsm_builder_add_guard, builder, row_from(builder, HOME, STAY, SFSM_SAME), guard);
    return is_lenient ? lenient_machine_from(builder, HOME, context) : machine_from(builder, HOME, context);
}

static void the_cases_of_0_to_12_types_in_ascending_order_of_their_ids(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    for (int32_t count = 0; count <= 12; count++) {
        sfsm_case cases[12];
        char expected[64] = "";
        int length = snprintf(expected, sizeof expected, "3 with %d:", (int)count);
        for (int32_t type = 1; type <= count; type++) {
            cases[count - type] = (sfsm_case){type * 100, type * 4 % 50};
            length += snprintf(expected + length, sizeof expected - (size_t)length, " %d", (int)(type * 4 % 50));
        }
        sfsm_machine *const machine =
            machine_with_types(count, CALLING(see_types, "bool(context, event, ...)", NULL), &trace, false);
        assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, cases, (size_t)count)),
                      SFSM_TRANSITIONED);
        assert_trace(&trace, expected);
        sfsm_machine_release(machine);
    }
}

static void types_that_were_not_sent_are_none(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine =
        machine_with_types(4, CALLING(see_types, "bool(context, event, ...)", NULL), &trace, true);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, CASES({300, 7}, {100, 0}))),
                  SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    assert_trace(&trace, "3 with 4: 0 none 7 none, 3 with 4: none none none none");
    sfsm_machine_release(machine);
}

static int32_t say_wet(trace *trace) {
    trace_note(trace, "asked");
    return WET;
}

static void providers_are_asked_for_what_was_not_sent(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    provide(builder, WEATHER, CALLING(say_wet, "i32(context)", NULL));
    for (int again = 0; again < 2; again++) {
        add_callback(sfsm_builder_add_guard, builder, 1, CALLING(see_types, "bool(context, event, ...)", NULL));
    }
    sfsm_machine *const machine = lenient_machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(GO, CASES({POLICY, STRONG}))), SFSM_TRANSITIONED);
    assert_trace(&trace, "asked, 1 with 3: none 1 1, 1 with 3: none 1 1");
    assert_status(sfsm_machine_set_state(machine, HOME), SFSM_OK);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(GO, CASES({WEATHER, SNOWY}))), SFSM_TRANSITIONED);
    assert_trace(&trace, "1 with 3: none none 2, 1 with 3: none none 2");
    sfsm_machine_release(machine);
}

static int32_t fail_to_say(trace *trace) {
    trace_note(trace, "asked");
    return FAILURE;
}

static void a_callable_whose_provider_fails_is_not_called_and_has_failed(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    static const char *const signatures[] = {"bool(context, event, ...)", "bool(context, event, predicate(3))"};
    for (size_t index = 0; index < COUNT(signatures); index++) {
        sfsm_builder *const builder = sound_builder();
        declare(builder, POLICY, 2);
        provide(builder, POLICY, CALLING(fail_to_say, "i32(context)", NULL));
        add_callback(sfsm_builder_add_guard, builder, 1, CALLING(see_types, signatures[index], NULL));
        sfsm_machine *const machine = machine_from(builder, HOME, &trace);
        assert_status(sfsm_send(machine, GO), SFSM_CALLBACK_FAILED);
        assert_int_equal(sfsm_machine_failure(machine), FAILURE);
        assert_int_equal(sfsm_machine_state(machine), HOME);
        assert_trace(&trace, "asked");
        sfsm_machine_release(machine);
    }
}

static int32_t say_too_much(trace *trace) {
    trace_note(trace, "asked");
    return 2;
}

static void so_it_has_if_the_provider_names_a_case_that_the_type_lacks(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    declare(builder, POLICY, 2);
    provide(builder, POLICY, CALLING(say_too_much, "i32(context)", NULL));
    add_callback(sfsm_builder_add_guard, builder, 1, CALLING(see_types, "bool(context, event, ...)", NULL));
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_send(machine, GO), SFSM_UNKNOWN_CASE);
    assert_rejected(machine, POLICY, 2);
    assert_int_equal(sfsm_machine_state(machine), HOME);
    assert_trace(&trace, "asked");
    sfsm_machine_release(machine);
}

static void see_after_parameters(float share, trace *trace, bool flag, int8_t number, int32_t weather, int count,
                                 ...) {
    char words[64];
    va_list rest;
    va_start(rest, count);
    snprintf(words, sizeof words, "%g %d %d %d, then", (double)share, flag, number, (int)weather);
    note_ints(trace, words, count, rest);
    va_end(rest);
}

static void parameters_stand_before_them(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    static const char signature[] = "void(f32, context, bool, i8, predicate(900), ...)";
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    declare_event(builder, GO, "f32, bool, i8, str");
    add_callback(sfsm_builder_add_action, builder, 1, CALLING(see_after_parameters, signature, NULL));
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_send_matching(machine, ((const sfsm_case[]){{POLICY, STRONG}, {WEATHER, WET}, {REWARD, GIVEN}}),
                                     3, GO, -0.5f, true, -128, "unseen"), SFSM_TRANSITIONED);
    assert_trace(&trace, "-0.5 1 -128 1, then 3: 0 1 1");
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cases_of_0_to_12_types_in_ascending_order_of_their_ids),
        cmocka_unit_test(types_that_were_not_sent_are_none),
        cmocka_unit_test(providers_are_asked_for_what_was_not_sent),
        cmocka_unit_test(a_callable_whose_provider_fails_is_not_called_and_has_failed),
        cmocka_unit_test(so_it_has_if_the_provider_names_a_case_that_the_type_lacks),
        cmocka_unit_test(parameters_stand_before_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
