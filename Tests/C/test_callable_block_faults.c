/* Chapter 6, what can be wrong with the callables of blocks (entry, exit, cycle, update) and with providers: which
 * events reach them, by which rows. No function is called here. */
#include "callables.h"

static void unused(void) {
}

/* This callback of the state has this signature. */
static void add_to_block(sfsm_builder *builder, callback_adder add, int32_t state, const char *signature) {
    add_callback(add, builder, state_from(builder, state), callback_of(unused, signature, NULL, NULL));
}

static void each_callback_of_a_block_has_its_results(void **state) {
    (void)state;
    static const struct {
        callback_adder add;
        const char *right[2], *wrong[3], *subject, *rule;
    } kinds[] = {
        {sfsm_builder_on_entry, {"void", "i32"}, {"bool", "state", "event"}, "entry callback of state HOME",
         "an entry callback returns void or i32"},
        {sfsm_builder_on_exit, {"void", "i32"}, {"bool", "state", "event"}, "exit callback of state HOME",
         "an exit callback returns void or i32"},
        {sfsm_builder_on_cycle, {"void", "i32"}, {"bool", "state", "event"}, "cycle callback of state HOME",
         "a cycle callback returns void or i32"},
        {sfsm_builder_on_update, {"event", "void"}, {"bool", "state", "i32"}, "update callback of state HOME",
         "an update callback returns event or void"},
    };
    char text[256], signature[32];
    for (size_t kind = 0; kind < COUNT(kinds); kind++) {
        for (size_t index = 0; index < 2; index++) {
            sfsm_builder *const builder = sound_builder();
            strcat(strcpy(signature, kinds[kind].right[index]), "(context)");
            add_to_block(builder, kinds[kind].add, HOME, signature);
            check_sound(builder);
        }
        for (size_t index = 0; index < 3; index++) {
            sfsm_builder *const builder = sound_builder();
            strcat(strcpy(signature, kinds[kind].wrong[index]), "(context)");
            strcat(strcat(strcpy(text, kinds[kind].subject), " has the signature "), signature);
            strcat(strcat(strcat(text, ", but "), kinds[kind].rule), ": correct the signature");
            add_to_block(builder, kinds[kind].add, HOME, signature);
            const sfsm_diagnostic fault = fault_that_says(builder, SFSM_SIGNATURE_MISMATCH, STATE_LINE, text);
            assert_int_equal(fault.state, HOME);
            assert_int_equal(fault.place_count, 1);
        }
    }
}

static void every_event_that_leads_to_a_state_reaches_its_entry_callbacks(void **state) {
    (void)state;
    for (int is_declared = 0; is_declared < 2; is_declared++) {
        sfsm_builder *const builder = sound_builder(); /* GO leads from HOME to AWAY, BACK from there to HOME */
        declare_event(builder, GO, "i32");
        add_row(builder, END, STAY, AWAY, 9);
        add_to_block(builder, sfsm_builder_on_entry, AWAY, "void(context, i32)");
        if (is_declared) {
            declare_event(builder, STAY, "i32, str");
            check_sound(builder);
        } else {
            const sfsm_diagnostic fault = fault_that_says(
                builder, SFSM_SIGNATURE_MISMATCH, STATE_LINE,
                "entry callback of state AWAY has the signature void(context, i32), but event STAY has the arguments (): "
                "declare these types for the event, or correct the signature");
            assert_int_equal(fault.state, AWAY);
            assert_int_equal(fault.event, STAY);
        }
    }
}

/* One callback that names i32 (GO carries that), in a definition with one more row for STAY, which carries nothing. */
static void check_reached(bool is_reached, callback_adder add, int32_t state, int32_t source, int32_t target,
                          int32_t entry_exit) {
    sfsm_builder *const builder = sound_builder();
    size_t row = 0;
    declare_event(builder, GO, "i32");
    declare_event(builder, BACK, "i32");
    add_row(builder, END, GO, HOME, 9);
    assert_status(sfsm_builder_add_row_at(builder, source, STAY, target, "gate.c", 10, &row), SFSM_OK);
    if (target == SFSM_DYNAMIC) {
        add_callback(sfsm_builder_set_resolver, builder, row, CALLING(unused, "state()", NULL));
    }
    add_to_block(builder, add, state, "void(i32)");
    assert_status(sfsm_builder_set_entry_exit_policy(builder, entry_exit), SFSM_OK);
    if (is_reached) {
        ONLY_FAULT(builder, SFSM_SIGNATURE_MISMATCH, "void(i32)", "event STAY has the arguments ()");
    } else {
        check_sound(builder);
    }
}

static void which_rows_lead_to_a_callback(void **state) {
    (void)state;
    static const struct {
        bool is_reached;
        callback_adder add;
        int32_t state, source, target, entry_exit;
    } cases[] = {
        {true, sfsm_builder_on_exit, HOME, HOME, AWAY, SFSM_ON_CHANGE},
        {false, sfsm_builder_on_exit, AWAY, HOME, AWAY, SFSM_ON_CHANGE},
        {true, sfsm_builder_on_entry, AWAY, HOME, AWAY, SFSM_ON_CHANGE},
        {false, sfsm_builder_on_entry, HOME, HOME, AWAY, SFSM_ON_CHANGE},
        {false, sfsm_builder_on_cycle, HOME, HOME, AWAY, SFSM_ON_CHANGE},
        {true, sfsm_builder_on_cycle, HOME, HOME, HOME, SFSM_ON_CHANGE},
        {true, sfsm_builder_on_cycle, HOME, HOME, SFSM_SAME, SFSM_ON_CHANGE},
        {false, sfsm_builder_on_entry, HOME, HOME, SFSM_SAME, SFSM_ON_CHANGE},
        {false, sfsm_builder_on_exit, HOME, HOME, HOME, SFSM_ON_CHANGE},
        {true, sfsm_builder_on_entry, HOME, HOME, SFSM_SAME, SFSM_ALWAYS},
        {true, sfsm_builder_on_exit, HOME, HOME, HOME, SFSM_ALWAYS},
        {false, sfsm_builder_on_entry, HOME, HOME, SFSM_INTERNAL, SFSM_ALWAYS},
        {false, sfsm_builder_on_exit, HOME, HOME, SFSM_INTERNAL, SFSM_ALWAYS},
        {false, sfsm_builder_on_cycle, HOME, HOME, SFSM_INTERNAL, SFSM_ALWAYS},
        {true, sfsm_builder_on_exit, END, SFSM_ANY, HOME, SFSM_ON_CHANGE}, /* every state has a row for any state */
        {true, sfsm_builder_on_cycle, HOME, SFSM_ANY, HOME, SFSM_ON_CHANGE},
        {false, sfsm_builder_on_cycle, END, SFSM_ANY, HOME, SFSM_ON_CHANGE},
        {true, sfsm_builder_on_entry, END, HOME, SFSM_DYNAMIC, SFSM_ON_CHANGE}, /* a resolver may name any state */
        {true, sfsm_builder_on_cycle, HOME, HOME, SFSM_DYNAMIC, SFSM_ON_CHANGE},
        {true, sfsm_builder_on_exit, HOME, HOME, SFSM_DYNAMIC, SFSM_ON_CHANGE},
        {false, sfsm_builder_on_exit, AWAY, HOME, SFSM_DYNAMIC, SFSM_ON_CHANGE},
    };
    for (size_t index = 0; index < COUNT(cases); index++) {
        check_reached(cases[index].is_reached, cases[index].add, cases[index].state, cases[index].source,
                      cases[index].target, cases[index].entry_exit);
    }
}

static void a_request_and_an_unknown_event_reach_callbacks_of_blocks_without_arguments(void **state) {
    (void)state;
    sfsm_builder *builder = sound_builder();
    declare_event(builder, BACK, "i32");
    add_row(builder, AWAY, SFSM_REQUEST, HOME, 9);
    add_to_block(builder, sfsm_builder_on_entry, HOME, "void(i32)");
    fault_that_says(builder, SFSM_SIGNATURE_MISMATCH, STATE_LINE,
                    "entry callback of state HOME has the signature void(i32), but a request has the arguments (): correct the "
                    "signature");
    builder = sound_builder();
    declare_event(builder, BACK, "i32");
    declare_event(builder, GO, "i32");
    declare_event(builder, STAY, "i32");
    add_row(builder, AWAY, SFSM_ANY, HOME, 9);
    add_to_block(builder, sfsm_builder_on_entry, HOME, "void(i32)");
    fault_that_says(builder, SFSM_SIGNATURE_MISMATCH, STATE_LINE,
                    "entry callback of state HOME has the signature void(i32), but an event that the table does not "
                    "know has the arguments (): correct the signature");
}

static void what_no_event_reaches_may_name_any_arguments(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    declare_event(builder, GO, "i32");
    add_to_block(builder, sfsm_builder_on_update, HOME, "void(str, f64)");
    const size_t start = state_from(builder, NOWHERE); /* entered by sfsm_machine_start alone, and left by _stop */
    add_callback(sfsm_builder_on_entry, builder, start, CALLING(unused, "void(str, f64)", NULL));
    add_callback(sfsm_builder_on_exit, builder, start, CALLING(unused, "i32(ptr)", NULL));
    check_sound(builder);
}

static void callbacks_of_superstates_are_reached_as_those_of_the_states_that_adopt_them(void **state) {
    (void)state;
    static const struct {
        callback_adder add;
        const char *signature, *text;
    } cases[] = {
        {sfsm_builder_on_exit, "bool()",
         "exit callback of a superstate has the signature bool(), but an exit callback returns void or i32: correct "
         "the signature"},
        {sfsm_builder_on_entry, "void(i32)",
         "entry callback of a superstate has the signature void(i32), but event GO has the arguments (): declare these types "
         "for the event, or correct the signature"},
        {sfsm_builder_on_entry, "void(f64, args...)", NULL},
        {sfsm_builder_on_exit, "i32(event)", NULL},
    };
    for (size_t index = 0; index < COUNT(cases); index++) {
        const home_blocks home = blocks_of_home(); /* GO leads from HOME to AWAY */
        const size_t base = superstate_from(home.builder);
        adopt(home.builder, home.away, base);
        declare_event(home.builder, GO, index == 2 ? "f64, str" : "");
        add_callback(cases[index].add, home.builder, base, callback_of(unused, cases[index].signature, NULL, NULL));
        if (cases[index].text == NULL) {
            check_sound(home.builder);
        } else {
            fault_that_says(home.builder, SFSM_SIGNATURE_MISMATCH, SUPERSTATE_LINE, cases[index].text);
        }
    }
}

static void callbacks_of_blocks_name_declared_predicate_types(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    add_to_block(builder, sfsm_builder_on_exit, HOME, "void(predicate(-40), ...)");
    const sfsm_diagnostic fault =
        fault_that_says(builder, SFSM_UNDECLARED_PREDICATE, STATE_LINE,
                        "exit callback of state HOME has the signature void(predicate(-40), ...), which names "
                        "predicate type -40, which is not declared: declare it, or correct the signature");
    assert_int_equal(fault.predicate, -40);
    assert_int_equal(fault.state, HOME);
}

/* WEATHER has a provider of this signature. */
static sfsm_builder *builder_providing(const char *signature) {
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    assert_status(sfsm_builder_add_predicate_at(builder, WEATHER, 3, "gate.c", 900), SFSM_OK); /* once more */
    provide(builder, WEATHER, callback_of(unused, signature, NULL, NULL));
    return builder;
}

static void a_provider_knows_nothing_of_arguments_and_of_other_types(void **state) {
    (void)state;
    static const char *const sound[] = {"i32()", "bool(context)", "i32(step, event, source, target, time)",
                                        "i32(context, args...)"};
    static const char *const asking[] = {"i32(predicate(3))", "i32(predicate(900))", "i32(...)", "bool(i32)",
                                         "i32(context, str, args...)"};
    static const char *const returning[] = {"void()", "state()", "event()"};
    char text[256];
    for (size_t index = 0; index < COUNT(sound); index++) {
        check_sound(builder_providing(sound[index]));
    }
    for (size_t index = 0; index < COUNT(asking); index++) {
        strcat(strcpy(text, "provider of predicate type WEATHER has the signature "), asking[index]);
        strcat(text, ", but it is asked for any event, and before other predicate types are known: leave out argument "
                     "types, predicate(N) and ...");
        const sfsm_diagnostic fault =
            fault_that_says(builder_providing(asking[index]), SFSM_SIGNATURE_MISMATCH, PREDICATE_LINE, text);
        assert_int_equal(fault.predicate, WEATHER);
        assert_int_equal(fault.place_count, 1);
    }
    for (size_t index = 0; index < COUNT(returning); index++) {
        strcat(strcpy(text, "provider of predicate type WEATHER has the signature "), returning[index]);
        strcat(text, ", but a provider returns i32 or bool: correct the signature");
        const sfsm_diagnostic fault =
            fault_that_says(builder_providing(returning[index]), SFSM_SIGNATURE_MISMATCH, PREDICATE_LINE, text);
        assert_int_equal(fault.predicate, WEATHER);
    }
}

static void each_event_of_rows_for_any_state_reaches_the_states_that_are_left(void **state) {
    (void)state;
    for (int is_same = 0; is_same < 2; is_same++) {
        sfsm_builder *const builder = sound_builder();
        declare_event(builder, GO, "i32");
        declare_event(builder, BACK, is_same ? "i32" : "str");
        add_row(builder, SFSM_ANY, GO, HOME, 9);
        add_row(builder, SFSM_ANY, BACK, HOME, 10);
        add_row(builder, END, STAY, SFSM_SAME, 11);
        add_to_block(builder, sfsm_builder_on_exit, END, "void(i32)");
        if (is_same) {
            check_sound(builder);
        } else {
            ONLY_FAULT(builder, SFSM_SIGNATURE_MISMATCH, "exit callback of state END", "event BACK has the arguments (str)");
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_callback_of_a_block_has_its_results),
        cmocka_unit_test(every_event_that_leads_to_a_state_reaches_its_entry_callbacks),
        cmocka_unit_test(which_rows_lead_to_a_callback),
        cmocka_unit_test(a_request_and_an_unknown_event_reach_callbacks_of_blocks_without_arguments),
        cmocka_unit_test(what_no_event_reaches_may_name_any_arguments),
        cmocka_unit_test(callbacks_of_superstates_are_reached_as_those_of_the_states_that_adopt_them),
        cmocka_unit_test(callbacks_of_blocks_name_declared_predicate_types),
        cmocka_unit_test(a_provider_knows_nothing_of_arguments_and_of_other_types),
        cmocka_unit_test(each_event_of_rows_for_any_state_reaches_the_states_that_are_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
