/* Chapter 8, explain: why a row is taken or not. What cannot be explained is in test_explain_errors.c; random definitions
 * are explained in the cases of Tests/Conformance. */
#include "matches.h"

/* Notes "7 taken", "8 not matched WEATHER WET", by the line of the row and with names. */
static void note_reason(trace *trace, const sfsm_table *table, const sfsm_reason *reason) {
    sfsm_transition row = {.size = sizeof row};
    assert_status(sfsm_table_transition(table, reason->transition, &row), SFSM_OK);
    assert_int_equal(reason->kind == SFSM_NOT_MATCHED, reason->predicate != SFSM_NONE);
    assert_true(reason->kind == SFSM_NOT_MATCHED || reason->value == SFSM_NONE);
    assert_int_equal(reason->kind == SFSM_GUARD_REFUSED, reason->guard != -1);
    switch (reason->kind) {
    case SFSM_TAKEN: trace_note(trace, "%d taken", (int)row.line); break;
    case SFSM_NOT_MATCHED:
        trace_note(trace, "%d not matched %s %s", (int)row.line, sfsm_table_predicate_name(table, reason->predicate),
                   reason->value == SFSM_NONE ? "none"
                                              : sfsm_table_case_name(table, reason->predicate, reason->value));
        break;
    case SFSM_GUARD_REFUSED: trace_note(trace, "%d guard %d refused", (int)row.line, (int)reason->guard); break;
    case SFSM_RESOLVER_REFUSED: trace_note(trace, "%d resolver refused", (int)row.line); break;
    case SFSM_NOT_TRIED: trace_note(trace, "%d not tried", (int)row.line); break;
    default: trace_note(trace, "%d unknown kind %d", (int)row.line, (int)reason->kind);
    }
}

/* Explains, in the machine's state, the event (or the request), and compares all reasons; the context is a trace, to
 * which guards and resolvers have noted what they were asked before. */
static void check_explanation(sfsm_machine *machine, int32_t event, int32_t requested, const sfsm_case *cases,
                              size_t case_count, sfsm_outcome outcome, const char *expected) {
    sfsm_reason reasons[16];
    size_t count = 4711;
    const sfsm_message message = {sizeof(sfsm_message), event, requested, cases, case_count, NULL, 0};
    const int32_t before = sfsm_machine_state(machine);
    trace *const trace = sfsm_machine_context(machine);
    assert_status(sfsm_machine_explain(machine, &message, reasons, COUNT(reasons), &count), outcome);
    assert_in_range(count, 0, COUNT(reasons));
    for (size_t index = 0; index < count; index++) {
        note_reason(trace, sfsm_machine_table(machine), &reasons[index]);
    }
    assert_trace(trace, expected);
    assert_int_equal(sfsm_machine_state(machine), before);
}

/* The same of STAY without cases, in a definition of these rows. Takes the builder. */
static void check_stay(sfsm_builder *builder, int32_t policy, sfsm_outcome outcome, const char *expected) {
    trace trace = {{0}, 0};
    assert_status(sfsm_builder_set_guard_policy(builder, policy), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    check_explanation(machine, STAY, 0, NULL, 0, outcome, expected);
    sfsm_machine_release(machine);
}

static void the_row_that_would_be_taken(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    ADD_ROWS(builder, {HOME, STAY, AWAY, 7, NOTING("stay")});
    check_stay(builder, SFSM_EXCLUSIVE, SFSM_TRANSITIONED, "7 taken");
}

static void no_row_no_reason(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    ADD_ROWS(builder, {AWAY, STAY, HOME, 7, NOTING("stay")});
    check_stay(builder, SFSM_EXCLUSIVE, SFSM_UNHANDLED, "");
}

static sfsm_builder *builder_of_four_levels(sfsm_function guard) {
    sfsm_builder *const builder = sound_builder();
    ADD_ROWS(builder, {SFSM_ANY, SFSM_ANY, HOME, 4, NOTING("4")}, {SFSM_ANY, STAY, HOME, 5, NOTING("5")},
             {HOME, SFSM_ANY, AWAY, 6, ASKING(note_no, "6?")}, {HOME, STAY, AWAY, 7, ASKING(guard, "7?")});
    return builder;
}

static void rows_stand_in_the_order_in_which_they_are_tried(void **state) {
    (void)state;
    check_stay(builder_of_four_levels(note_yes), SFSM_EXCLUSIVE, SFSM_TRANSITIONED,
               "7?, 7 taken, 6 not tried, 5 not tried, 4 not tried");
    check_stay(builder_of_four_levels(note_no), SFSM_EXCLUSIVE, SFSM_REFUSED,
               "7?, 7 guard 0 refused, 6 not tried, 5 not tried, 4 not tried");
    check_stay(builder_of_four_levels(note_no), SFSM_FIRST_MATCH, SFSM_TRANSITIONED,
               "7?, 6?, 7 guard 0 refused, 6 guard 0 refused, 5 taken, 4 not tried");
}

static void the_guard_that_said_no_is_told_by_its_number(void **state) {
    (void)state;
    for (int32_t policy = SFSM_EXCLUSIVE; policy <= SFSM_FIRST_MATCH; policy++) {
        sfsm_builder *const builder = sound_builder();
        const size_t row = row_from(builder, HOME, STAY, AWAY);
        assert_status(sfsm_builder_add_guard(builder, row, note_yes, "first?", NULL), SFSM_OK);
        assert_status(sfsm_builder_add_guard(builder, row, note_yes, "second?", NULL), SFSM_OK);
        assert_status(sfsm_builder_add_guard(builder, row, note_no, "third?", NULL), SFSM_OK);
        assert_status(sfsm_builder_add_guard(builder, row, note_no, "fourth?", NULL), SFSM_OK);
        check_stay(builder, policy, SFSM_REFUSED, "first?, second?, third?, 0 guard 2 refused");
    }
}

static int32_t note_none(const sfsm_step *step, void *words) {
    note(step, words);
    return SFSM_NONE;
}

static sfsm_builder *builder_with_resolver(void) {
    sfsm_builder *const builder = sound_builder();
    ADD_ROWS(builder, {HOME, STAY, SFSM_DYNAMIC, 7, .resolver = {note_none, "7?", NULL}},
             {SFSM_ANY, STAY, AWAY, 8, NOTING("8")});
    return builder;
}

static void a_resolver_that_names_no_state(void **state) {
    (void)state;
    static const int32_t order[] = {SFSM_PHASE_EXIT, SFSM_PHASE_ACTIONS, SFSM_PHASE_RESOLVE, SFSM_PHASE_COMMIT,
                                    SFSM_PHASE_ENTRY};
    check_stay(builder_with_resolver(), SFSM_EXCLUSIVE, SFSM_REFUSED, "7?, 7 resolver refused, 8 not tried");
    check_stay(builder_with_resolver(), SFSM_FIRST_MATCH, SFSM_TRANSITIONED, "7?, 7 resolver refused, 8 taken");
    sfsm_builder *const late = builder_with_resolver(); /* what has run has run: no other row is tried */
    assert_status(sfsm_builder_set_phase_order(late, order, COUNT(order)), SFSM_OK);
    check_stay(late, SFSM_FIRST_MATCH, SFSM_REFUSED, "7?, 7 resolver refused, 8 not tried");
}

static void rows_of_superstates_come_before_a_states_own(void **state) {
    (void)state;
    const home_blocks own = blocks_of_home();
    const size_t base = superstate_from(own.builder);
    adopt(own.builder, own.home, base);
    ADD_ROWS(own.builder, {HOME, STAY, AWAY, 5, ASKING(note_no, "own?")},
             {SFSM_NONE, STAY, AWAY, 6, ASKING(note_no, "base?"), .block = base},
             {SFSM_NONE, STAY, HOME, 7, ASKING(note_yes, "base too?"), .block = base});
    check_stay(own.builder, SFSM_FIRST_MATCH, SFSM_TRANSITIONED,
               "base?, base too?, 6 guard 0 refused, 7 taken, 5 not tried");
}

static void overridden_rows_are_not_spoken_of(void **state) {
    (void)state;
    const home_blocks own = blocks_of_home();
    const size_t base = superstate_from(own.builder);
    adopt(own.builder, own.home, base);
    add_row_to(own.builder, base, SFSM_NONE, STAY, AWAY, 5);
    add_overriding_row(own.builder, own.home, HOME, STAY, HOME, 6);
    check_stay(own.builder, SFSM_EXCLUSIVE, SFSM_TRANSITIONED, "6 taken");
}

static sfsm_builder *weather_builder(void) {
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    ADD_ROWS(builder, {HOME, STAY, HOME, 5, ASKING(note_yes, "5?")},
             {HOME, STAY, AWAY, 6, MATCHING(SFSM_MATCH(POLICY, WEAK), SEVERAL(WEATHER, DRY, WET))},
             {HOME, STAY, HOME, 7, MATCHING(SFSM_MATCH(WEATHER, SNOWY)), ASKING(note_no, "7?")},
             {SFSM_ANY, STAY, HOME, 8, MATCHING(SFSM_MATCH(REWARD, GIVEN))});
    return builder;
}

static void a_row_for_other_cases_is_not_matched(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(weather_builder(), HOME, &trace);
    check_explanation(machine, STAY, 0, CASES({WEATHER, SNOWY}, {POLICY, WEAK}, {REWARD, GIVEN}), SFSM_REFUSED,
                      "7?, 6 not matched WEATHER SNOWY, 7 guard 0 refused, 5 not tried, 8 not tried");
    check_explanation(machine, STAY, 0, CASES({POLICY, STRONG}, {REWARD, GIVEN}, {WEATHER, WET}), SFSM_TRANSITIONED,
                      "5?, 6 not matched POLICY STRONG, 7 not matched WEATHER WET, 5 taken, 8 not tried");
    sfsm_machine_release(machine);
}

static void the_first_type_that_does_not_match_is_told(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(weather_builder(), HOME, &trace);
    check_explanation(machine, STAY, 0, CASES({WEATHER, SNOWY}, {POLICY, STRONG}, {REWARD, WITHHELD}), SFSM_REFUSED,
                      "7?, 6 not matched POLICY STRONG, 7 guard 0 refused, 5 not tried, 8 not matched REWARD WITHHELD");
    sfsm_machine_release(machine);
}

static void no_row_that_stands_there_matches(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    ADD_ROWS(builder, {HOME, STAY, AWAY, 7, MATCHING(SFSM_MATCH(POLICY, WEAK))},
             {HOME, SFSM_ANY, AWAY, 8, MATCHING(SFSM_MATCH(WEATHER, DRY))});
    sfsm_machine *const machine = lenient_machine_from(builder, HOME, &trace);
    check_explanation(machine, STAY, 0, CASES({POLICY, STRONG}), SFSM_UNHANDLED,
                      "7 not matched POLICY STRONG, 8 not matched WEATHER none"); /* nothing was sent of it */
    check_explanation(machine, STAY, 0, NULL, 0, SFSM_UNHANDLED,
                      "7 not matched POLICY none, 8 not matched WEATHER none");
    check_explanation(machine, STAY, 0, CASES({4711, 5}, {POLICY, WEAK}, {POLICY, STRONG}), SFSM_TRANSITIONED,
                      "7 taken, 8 not matched WEATHER none"); /* whether it would be tried or not */
    sfsm_machine_release(machine);
}

static void requests_are_explained_too(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    ADD_ROWS(builder, {SFSM_ANY, SFSM_REQUEST, SFSM_ANY, 4, ASKING(note_yes, "4?")},
             {SFSM_ANY, SFSM_REQUEST, AWAY, 5, ASKING(note_yes, "5?")},
             {HOME, SFSM_REQUEST, SFSM_ANY, 6, ASKING(note_no, "6?")},
             {HOME, SFSM_REQUEST, AWAY, 7, ASKING(note_no, "7?")}, {HOME, SFSM_ANY, AWAY, 8, NOTING("any event")});
    assert_status(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    check_explanation(machine, SFSM_REQUEST, AWAY, NULL, 0, SFSM_TRANSITIONED,
                      "7?, 6?, 5?, 7 guard 0 refused, 6 guard 0 refused, 5 taken, 4 not tried");
    check_explanation(machine, SFSM_REQUEST, HOME, NULL, 0, SFSM_TRANSITIONED,
                      "6?, 4?, 6 guard 0 refused, 4 taken");
    check_explanation(machine, STAY, AWAY, NULL, 0, SFSM_TRANSITIONED, "8 taken");
    sfsm_machine_release(machine);
}

static void an_unknown_event_is_explained_by_rows_for_any_event(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    ADD_ROWS(builder, {HOME, SFSM_ANY, AWAY, 7, ASKING(note_no, "7?")}, {SFSM_ANY, SFSM_ANY, HOME, 8, NOTING("8")});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    check_explanation(machine, 4711, 0, NULL, 0, SFSM_REFUSED, "7?, 7 guard 0 refused, 8 not tried");
    check_explanation(machine, STAY, 0, NULL, 0, SFSM_REFUSED, "7?, 7 guard 0 refused, 8 not tried");
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_row_that_would_be_taken),
        cmocka_unit_test(no_row_no_reason),
        cmocka_unit_test(rows_stand_in_the_order_in_which_they_are_tried),
        cmocka_unit_test(the_guard_that_said_no_is_told_by_its_number),
        cmocka_unit_test(a_resolver_that_names_no_state),
        cmocka_unit_test(rows_of_superstates_come_before_a_states_own),
        cmocka_unit_test(overridden_rows_are_not_spoken_of),
        cmocka_unit_test(a_row_for_other_cases_is_not_matched),
        cmocka_unit_test(the_first_type_that_does_not_match_is_told),
        cmocka_unit_test(no_row_that_stands_there_matches),
        cmocka_unit_test(requests_are_explained_too),
        cmocka_unit_test(an_unknown_event_is_explained_by_rows_for_any_event),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
