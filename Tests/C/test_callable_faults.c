/* Chapter 6, what can be wrong with the callables of rows and with what events carry. Those of blocks, and providers,
 * are in test_callable_block_faults.c. No function is called here. */
#include "callables.h"

static void unused(void) {
}

/* The guard, action or resolver of one more row, in line 8, has this signature. */
static void add_row_with(sfsm_builder *builder, callback_adder add, int32_t source, int32_t event, int32_t target,
                         const char *signature) {
    size_t row = 0;
    assert_status(sfsm_builder_add_row_at(builder, source, event, target, "gate.c", 8, &row), SFSM_OK);
    add_callback(add, builder, row, callback_of(unused, signature, NULL, NULL));
}

/* (HOME, STAY) -> AWAY, or a dynamic target for a resolver. */
static sfsm_builder *builder_with(callback_adder add, const char *signature) {
    sfsm_builder *const builder = sound_builder();
    const int32_t target = add == sfsm_builder_set_resolver ? SFSM_DYNAMIC : AWAY;
    add_row_with(builder, add, HOME, STAY, target, signature);
    return builder;
}

static void check_ids(sfsm_diagnostic fault, int32_t source, int32_t event, int32_t target, int32_t predicate) {
    assert_int_equal(fault.state, source);
    assert_int_equal(fault.event, event);
    assert_int_equal(fault.target, target);
    assert_int_equal(fault.predicate, predicate);
    assert_int_equal(fault.value, SFSM_NONE);
    assert_int_equal(fault.place_count, 1);
    assert_int_equal(fault.case_count, 0);
}

static void each_callback_of_a_row_has_its_results(void **state) {
    (void)state;
    static const struct {
        callback_adder add;
        int32_t target;
        const char *right[2], *wrong[4], *subject, *rule;
    } kinds[] = {
        {sfsm_builder_add_guard, AWAY, {"bool", "i32"}, {"void", "state", "event"}, "guard of (HOME, STAY) -> AWAY",
         "a guard returns bool or i32"},
        {sfsm_builder_add_action, AWAY, {"void", "i32"}, {"bool", "state", "event"}, "action of (HOME, STAY) -> AWAY",
         "an action returns void or i32"},
        {sfsm_builder_set_resolver, SFSM_DYNAMIC, {"state"}, {"void", "bool", "i32", "event"},
         "resolver of (HOME, STAY) -> dynamic", "a resolver returns state"},
    };
    char text[256], signature[32];
    for (size_t kind = 0; kind < COUNT(kinds); kind++) {
        for (size_t index = 0; index < 2 && kinds[kind].right[index] != NULL; index++) {
            strcat(strcpy(signature, kinds[kind].right[index]), "(context)");
            check_sound(builder_with(kinds[kind].add, signature));
        }
        for (size_t index = 0; index < 4 && kinds[kind].wrong[index] != NULL; index++) {
            strcat(strcpy(signature, kinds[kind].wrong[index]), "(context)");
            strcat(strcat(strcpy(text, kinds[kind].subject), " has the signature "), signature);
            strcat(strcat(strcat(text, ", but "), kinds[kind].rule), ": correct the signature");
            check_ids(fault_that_says(builder_with(kinds[kind].add, signature), SFSM_SIGNATURE_MISMATCH, 8, text),
                      HOME, STAY, kinds[kind].target, SFSM_NONE);
        }
    }
}

static void arguments_are_those_that_the_event_declares(void **state) {
    (void)state;
    static const struct {
        const char *declared, *signature, *text;
    } cases[] = {
        {"f64", "void(i32)",
         "action of (HOME, STAY) -> AWAY has the signature void(i32), but event STAY has the arguments (f64): declare these "
         "types for the event, or correct the signature"},
        {"i32, str", "void(context, i32, ptr, event)",
         "action of (HOME, STAY) -> AWAY has the signature void(context, i32, ptr, event), but event STAY has the arguments "
         "(i32, str): declare these types for the event, or correct the signature"},
        {"i32", "void(i32, i32)",
         "action of (HOME, STAY) -> AWAY has the signature void(i32, i32), but event STAY has the arguments (i32): declare these "
         "types for the event, or correct the signature"},
        {NULL, "void(str)",
         "action of (HOME, STAY) -> AWAY has the signature void(str), but event STAY has the arguments (): declare these types "
         "for the event, or correct the signature"},
        {"u32, i32", "void(i32, args...)",
         "action of (HOME, STAY) -> AWAY has the signature void(i32, args...), but event STAY has the arguments (u32, i32): "
         "declare these types for the event, or correct the signature"},
        {"i32, str", "void(i32, context, str)", NULL},
        {"i32, str", "void(i32)", NULL},
        {"i32, str", "void(event)", NULL},
        {"i32, str", "i32(i32, args...)", NULL},
        {"", "void(args...)", NULL},
    };
    for (size_t index = 0; index < COUNT(cases); index++) {
        sfsm_builder *const builder = builder_with(sfsm_builder_add_action, cases[index].signature);
        if (cases[index].declared != NULL) {
            declare_event(builder, STAY, cases[index].declared); /* behind the row that needs it */
        }
        if (cases[index].text == NULL) {
            check_sound(builder);
        } else {
            check_ids(fault_that_says(builder, SFSM_SIGNATURE_MISMATCH, 8, cases[index].text), HOME, STAY, AWAY,
                      SFSM_NONE);
        }
    }
}

static void guards_and_resolvers_too(void **state) {
    (void)state;
    fault_that_says(builder_with(sfsm_builder_add_guard, "bool(i8)"), SFSM_SIGNATURE_MISMATCH, 8,
                    "guard of (HOME, STAY) -> AWAY has the signature bool(i8), but event STAY has the arguments (): declare "
                    "these types for the event, or correct the signature");
    fault_that_says(builder_with(sfsm_builder_set_resolver, "state(i8)"), SFSM_SIGNATURE_MISMATCH, 8,
                    "resolver of (HOME, STAY) -> dynamic has the signature state(i8), but event STAY has the arguments (): "
                    "declare these types for the event, or correct the signature");
}

static void a_request_carries_nothing(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    add_row_with(builder, sfsm_builder_add_action, HOME, SFSM_REQUEST, AWAY, "void(i32)");
    const sfsm_diagnostic fault =
        fault_that_says(builder, SFSM_SIGNATURE_MISMATCH, 8,
                        "action of (HOME, request) -> AWAY has the signature void(i32), but a request has the arguments (): "
                        "correct the signature");
    check_ids(fault, HOME, SFSM_REQUEST, AWAY, SFSM_NONE);
}

/* One that the table does not know may always come to it. */
static void a_row_for_any_event_names_no_arguments(void **state) {
    (void)state;
    sfsm_builder *builder = sfsm_builder_create();
    name_all(builder);
    declare_event(builder, GO, "i32, str");
    declare_event(builder, BACK, "i32");
    declare_event(builder, STAY, "i32, f64");
    add_row_with(builder, sfsm_builder_add_action, HOME, SFSM_ANY, SFSM_SAME, "void(i32)");
    const sfsm_diagnostic fault =
        fault_that_says(builder, SFSM_SIGNATURE_MISMATCH, 8,
                        "action of (HOME, any) -> same has the signature void(i32), but an event that the table does "
                        "not know has the arguments (): correct the signature");
    check_ids(fault, HOME, SFSM_ANY, SFSM_SAME, SFSM_NONE);
    builder = sound_builder();
    declare_event(builder, GO, "i32, str");
    add_row_with(builder, sfsm_builder_add_action, SFSM_ANY, SFSM_ANY, SFSM_SAME, "void(event, args...)");
    check_sound(builder);
}

static void predicate_types_must_be_declared(void **state) {
    (void)state;
    sfsm_builder *builder = builder_with(sfsm_builder_add_action, "void(predicate(7), context)");
    check_ids(fault_that_says(builder, SFSM_UNDECLARED_PREDICATE, 8,
                              "action of (HOME, STAY) -> AWAY has the signature void(predicate(7), context), which "
                              "names predicate type 7, which is not declared: declare it, or correct the signature"),
              HOME, STAY, AWAY, 7);
    builder = builder_with(sfsm_builder_add_action, "void(predicate(7), context)");
    declare(builder, 7, 2);
    check_sound(builder);
    check_sound(builder_with(sfsm_builder_add_action, "void(...)"));
}

/* HOME and AWAY adopt a superstate with (superstate, STAY) -> END, whose action names i32; HOME overrides it. */
static void rows_of_superstates_count_for_the_states_that_have_them(void **state) {
    (void)state;
    for (int adopters = 1; adopters <= 2; adopters++) {
        const home_blocks home = blocks_of_home();
        const size_t base = superstate_from(home.builder);
        const sfsm_row row = {.source = SFSM_NONE, .event = STAY, .target = AWAY, .line = 9, .file = "gate.c",
                              .block = base, DOING_CALLABLE(unused, "void(i32)")};
        assert_status(sfsm_builder_add_rows(home.builder, &row, 1), SFSM_OK);
        declare_event(home.builder, STAY, "u32");
        adopt(home.builder, home.home, base);
        add_overriding_row(home.builder, home.home, HOME, STAY, SFSM_SAME, 10);
        if (adopters == 1) {
            check_sound(home.builder); /* it is nobody's */
        } else {
            adopt(home.builder, home.away, base);
            const sfsm_diagnostic fault =
                fault_that_says(home.builder, SFSM_SIGNATURE_MISMATCH, 9,
                                "action of (superstate, STAY) -> AWAY has the signature void(i32), but event STAY "
                                "has the arguments (u32): declare these types for the event, or correct the signature");
            assert_int_equal(fault.event, STAY);
        }
    }
}

static void each_callback_that_does_not_fit_is_told(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    sfsm_callable *callable = NULL;
    assert_status(sfsm_callable_create(unused, "void(i32)", NULL, NULL, &callable), SFSM_OK);
    for (int twice = 0; twice < 2; twice++) {
        add_callback(sfsm_builder_add_action, builder, 1, sfsm_callable_callback(callable));
    }
    add_callback(sfsm_builder_add_guard, builder, 2, sfsm_callable_callback(callable));
    sfsm_callable_release(callable);
    sfsm_diagnostics *const faults = faults_of(builder);
    static const int32_t lines[] = {1, 1, 2, 2}; /* the guard has a wrong result and a wrong argument */
    assert_int_equal(count_of_kind(faults, SFSM_SIGNATURE_MISMATCH), COUNT(lines));
    for (size_t index = 0; index < COUNT(lines); index++) {
        assert_int_equal(diagnostic_at(faults, index).line, lines[index]);
    }
    sfsm_diagnostics_release(faults);
    declare_event(builder, GO, "i32"); /* which mends the actions */
    declare_event(builder, BACK, "i32");
    fault_that_says(builder, SFSM_SIGNATURE_MISMATCH, 2,
                    "guard of (AWAY, BACK) -> HOME has the signature void(i32), but a guard returns bool or i32: "
                    "correct the signature");
}

static void an_event_has_one_declaration(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    static const char *const declared[] = {"i32", "f64", "i32"};
    for (int32_t index = 0; index < 3; index++) {
        assert_status(sfsm_builder_add_event_at(builder, GO, declared[index], "gate.c", 20 + index), SFSM_OK);
    }
    sfsm_diagnostics *const faults = faults_of(builder);
    for (int32_t place = 0; place < 3; place++) {
        check_place(faults, 0, (size_t)place, 20 + place);
    }
    sfsm_diagnostics_release(faults);
    const sfsm_diagnostic fault = fault_that_says(
        builder, SFSM_ARGUMENT_CONFLICT, 20,
        "event GO is declared with the arguments (i32) and with (f64): keep one of these declarations");
    assert_int_equal(fault.place_count, 3);
    assert_int_equal(fault.event, GO);
    assert_int_equal(fault.state, SFSM_NONE);
    assert_int_equal(fault.target, SFSM_NONE);
    assert_int_equal(fault.predicate, SFSM_NONE);
}

static void an_event_may_be_declared_again_with_the_same_arguments(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    declare_event(builder, GO, "i32,str");
    declare_event(builder, GO, " i32 , str ");
    declare_event(builder, BACK, "");
    declare_event(builder, BACK, " ");
    check_sound(builder);
}

static void a_declared_event_that_stands_in_no_row_is_worth_a_warning(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    add_row(builder, HOME, GO, SFSM_SAME, 1);
    declare_event(builder, 4711, "i32");
    sfsm_diagnostics *const warnings = warnings_of(builder);
    assert_int_equal(count_of_kind(warnings, SFSM_UNUSED_EVENT), 1);
    for (size_t index = 0; index < sfsm_diagnostics_count(warnings); index++) {
        const sfsm_diagnostic warning = diagnostic_at(warnings, index);
        if (warning.kind == SFSM_UNUSED_EVENT) {
            assert_int_equal(warning.severity, SFSM_WARNING);
            assert_int_equal(warning.event, 4711);
            assert_int_equal(warning.line, EVENT_LINE);
            assert_string_equal(warning.file, "gate.c");
        }
    }
    sfsm_diagnostics_release(warnings);
    sfsm_builder_release(builder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_callback_of_a_row_has_its_results),
        cmocka_unit_test(arguments_are_those_that_the_event_declares),
        cmocka_unit_test(guards_and_resolvers_too),
        cmocka_unit_test(a_request_carries_nothing),
        cmocka_unit_test(a_row_for_any_event_names_no_arguments),
        cmocka_unit_test(predicate_types_must_be_declared),
        cmocka_unit_test(rows_of_superstates_count_for_the_states_that_have_them),
        cmocka_unit_test(each_callback_that_does_not_fit_is_told),
        cmocka_unit_test(an_event_has_one_declaration),
        cmocka_unit_test(an_event_may_be_declared_again_with_the_same_arguments),
        cmocka_unit_test(a_declared_event_that_stands_in_no_row_is_worth_a_warning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
