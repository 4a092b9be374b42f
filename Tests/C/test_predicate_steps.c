/* Chapter 4, the cases of a step: what every kind of callback is told of them, and that they stay with their event
 * while others are sent, queued and asked for. */
#include "matches.h"

enum { NEXT = 4, SHUT, WHERE };

static int32_t resolve_with_cases(const sfsm_step *step, void *words) {
    note_cases(step, words);
    return AWAY;
}

static int32_t name_no_event(const sfsm_step *step, void *words) {
    note_cases(step, words);
    return SFSM_NONE;
}

static void callback(sfsm_status (*add)(sfsm_builder *, size_t, sfsm_function, void *, sfsm_finalizer),
                     sfsm_builder *builder, size_t number, sfsm_function function, const char *words) {
    assert_status(add(builder, number, function, (void *)words, NULL), SFSM_OK);
}

/* Every callback notes the cases: GO leads to AWAY, BACK to HOME, STAY is a cycle of HOME, WHERE asks a resolver, SHUT
 * is refused. */
static sfsm_builder *builder_that_notes_cases(void) {
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    static const int32_t states[] = {HOME, AWAY};
    for (size_t index = 0; index < COUNT(states); index++) {
        const size_t block = state_from(builder, states[index]);
        callback(sfsm_builder_on_entry, builder, block, note_cases, "entry");
        callback(sfsm_builder_on_exit, builder, block, note_cases, "exit");
        callback(sfsm_builder_on_cycle, builder, block, note_cases, "cycle");
        callback(sfsm_builder_on_update, builder, block, name_no_event, "update");
    }
    callback(sfsm_builder_add_guard, builder, 1, note_cases, "guard");
    callback(sfsm_builder_add_action, builder, 1, note_cases, "action");
    const size_t where = row_from(builder, HOME, WHERE, SFSM_DYNAMIC);
    callback(sfsm_builder_set_resolver, builder, where, resolve_with_cases, "resolver");
    callback(sfsm_builder_add_guard, builder, row_from(builder, HOME, SHUT, AWAY), note_no, "no");
    row_from(builder, HOME, STAY, SFSM_SAME);
    return builder;
}

static void hook(sfsm_machine *machine) {
    assert_status(sfsm_machine_on_step(machine, note_cases, "step", NULL), SFSM_OK);
    assert_status(sfsm_machine_on_unhandled(machine, note_cases, "unhandled", NULL), SFSM_OK);
}

static void every_callback_is_told_the_cases_of_the_event(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(builder_that_notes_cases(), HOME, &trace);
    hook(machine);
    assert_status(sfsm_machine_send_message(
                      machine, MESSAGE_MATCHING(STAY, CASES({WEATHER, DRY}, {POLICY, WEAK}, {REWARD, WITHHELD}))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "cycle WITHHELD WEAK DRY, step WITHHELD WEAK DRY");
    assert_status(sfsm_machine_send_message(
                      machine, MESSAGE_MATCHING(GO, CASES({POLICY, STRONG}, {WEATHER, WET}, {REWARD, GIVEN}))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "guard GIVEN STRONG WET, exit GIVEN STRONG WET, action GIVEN STRONG WET, "
                         "entry GIVEN STRONG WET, step GIVEN STRONG WET");
    assert_status(sfsm_machine_send_message(
                      machine, MESSAGE_MATCHING(GO, CASES({POLICY, STRONG}, {WEATHER, SNOWY}, {REWARD, GIVEN}))),
                  SFSM_UNHANDLED);
    assert_trace(&trace, "unhandled GIVEN STRONG SNOWY, step GIVEN STRONG SNOWY");
    assert_status(sfsm_machine_set_state(machine, HOME), SFSM_OK);
    assert_status(sfsm_machine_send_message(
                      machine, MESSAGE_MATCHING(SHUT, CASES({POLICY, WEAK}, {WEATHER, DRY}, {REWARD, GIVEN}))),
                  SFSM_REFUSED);
    assert_trace(&trace, "no, step GIVEN WEAK DRY");
    assert_status(sfsm_machine_send_message(
                      machine, MESSAGE_MATCHING(WHERE, CASES({POLICY, WEAK}, {WEATHER, DRY}, {REWARD, GIVEN}))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "resolver GIVEN WEAK DRY, exit GIVEN WEAK DRY, entry GIVEN WEAK DRY, step GIVEN WEAK DRY");
    sfsm_machine_release(machine);
}

static void a_start_a_stop_and_an_update_have_no_cases(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(builder_that_notes_cases(), SFSM_NONE, &trace);
    hook(machine);
    assert_status(sfsm_machine_start(machine, HOME), SFSM_OK);
    assert_trace(&trace, "entry none none none, step none none none");
    assert_status(sfsm_machine_send_message(
                      machine, MESSAGE_MATCHING(STAY, CASES({POLICY, WEAK}, {WEATHER, DRY}, {REWARD, GIVEN}))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "cycle GIVEN WEAK DRY, step GIVEN WEAK DRY");
    assert_status(sfsm_machine_update(machine, 1, NULL, NULL), SFSM_OK);
    assert_trace(&trace, "update none none none");
    assert_status(sfsm_machine_stop(machine), SFSM_OK);
    assert_trace(&trace, "exit none none none, step none none none");
    sfsm_machine_release(machine);
}

static void cases_that_a_lenient_machine_was_not_sent_are_none(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = lenient_machine_from(builder_that_notes_cases(), HOME, &trace);
    hook(machine);
    assert_status(
        sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, CASES({POLICY, STRONG}, {4, 1}, {POLICY, WEAK}))),
        SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, CASES({WEATHER, SNOWY}))),
                  SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    assert_trace(&trace, "cycle none STRONG none, step none STRONG none, cycle none none SNOWY, step none none SNOWY, "
                         "cycle none none none, step none none none");
    sfsm_machine_release(machine);
}

static void a_request_has_cases_too(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = builder_that_notes_cases();
    ADD_ROWS(builder, {HOME, SFSM_REQUEST, AWAY, 7, MATCHING(SFSM_MATCH(POLICY, STRONG))});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    hook(machine);
    assert_status(sfsm_machine_request(machine, AWAY), SFSM_MISSING_PREDICATE);
    assert_rejected(machine, REWARD, SFSM_NONE);
    assert_status(sfsm_machine_send_message(
                      machine, REQUEST_MATCHING(AWAY, CASES({POLICY, WEAK}, {WEATHER, DRY}, {WEATHER, WET}))),
                  SFSM_REPEATED_PREDICATE);
    assert_rejected(machine, WEATHER, WET);
    assert_status(sfsm_machine_send_message(
                      machine, REQUEST_MATCHING(AWAY, CASES({POLICY, WEAK}, {REWARD, GIVEN}, {WEATHER, DRY}))),
                  SFSM_UNHANDLED);
    assert_trace(&trace, "unhandled GIVEN WEAK DRY, step GIVEN WEAK DRY");
    assert_status(sfsm_machine_send_message(
                      machine, REQUEST_MATCHING(AWAY, CASES({POLICY, STRONG}, {REWARD, GIVEN}, {WEATHER, DRY}))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "exit GIVEN STRONG DRY, entry GIVEN STRONG DRY, step GIVEN STRONG DRY");
    sfsm_machine_release(machine);
}

static int32_t ask_for_strangers(const sfsm_step *step, void *words) {
    static const int32_t strangers[] = {REWARD - 1, REWARD + 1, 0, POLICY + 1, WEATHER + 1, INT32_MAX, SFSM_FIRST_ID,
                                        SFSM_ANY, SFSM_NONE};
    note_cases(step, words);
    for (size_t index = 0; index < COUNT(strangers); index++) {
        if (sfsm_step_case(step, strangers[index]) != SFSM_NONE) {
            trace_note(step->context, "a case of %d", (int)strangers[index]);
        }
    }
    return 0;
}

static void a_type_that_the_table_lacks_has_no_case_and_nor_has_no_step(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = builder_that_notes_cases();
    callback(sfsm_builder_add_action, builder, row_from(builder, HOME, NEXT, SFSM_INTERNAL), ask_for_strangers, "next");
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send_message(
                      machine, MESSAGE_MATCHING(NEXT, CASES({POLICY, WEAK}, {WEATHER, DRY}, {REWARD, GIVEN}))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "next GIVEN WEAK DRY");
    assert_int_equal(sfsm_step_case(NULL, POLICY), SFSM_NONE);
    assert_int_equal(sfsm_step_case(NULL, 4711), SFSM_NONE);
    sfsm_machine_release(machine);
}

/* Sends NEXT with each policy from one array, which is gone when they run; then asks what is permitted otherwise. */
static int32_t send_next(const sfsm_step *step, void *words) {
    (void)words;
    int32_t events[8];
    size_t count = 0;
    sfsm_reason reasons[8];
    sfsm_case cases[] = {{WEATHER, WET}, {REWARD, WITHHELD}, {POLICY, WEAK}};
    note_cases(step, "before");
    for (cases[2].value = WEAK; cases[2].value <= STRONG; cases[2].value++) {
        const sfsm_outcome outcome =
            sfsm_machine_send_message(step->machine, MESSAGE_MATCHING(NEXT, cases, COUNT(cases)));
        trace_note(step->context, "%s", sfsm_status_name(outcome));
    }
    cases[2].value = WEAK;
    cases[0].value = SNOWY;
    sfsm_machine_permitted(step->machine, MESSAGE_MATCHING(SFSM_ANY, cases, COUNT(cases)), 0, events, COUNT(events),
                           &count);
    sfsm_machine_explain(step->machine, MESSAGE_MATCHING(GO, cases, COUNT(cases)), reasons, COUNT(reasons), &count);
    note_cases(step, "after");
    memset(cases, 0x7f, sizeof cases);
    return 0;
}

static void a_queued_event_keeps_its_cases_and_the_step_its_own(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = builder_that_notes_cases();
    callback(sfsm_builder_add_action, builder, row_from(builder, SFSM_ANY, NEXT, SFSM_INTERNAL), note_cases, "next");
    callback(sfsm_builder_add_action, builder, 1, send_next, "");
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send_message(
                      machine, MESSAGE_MATCHING(GO, CASES({POLICY, STRONG}, {WEATHER, DRY}, {REWARD, GIVEN}))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "guard GIVEN STRONG DRY, exit GIVEN STRONG DRY, action GIVEN STRONG DRY, "
                         "before GIVEN STRONG DRY, SFSM_QUEUED, SFSM_QUEUED, "
                         "guard WITHHELD WEAK SNOWY, no, resolver WITHHELD WEAK SNOWY, " /* of permitted */
                         "guard WITHHELD WEAK SNOWY, "                                 /* of explain */
                         "after GIVEN STRONG DRY, entry GIVEN STRONG DRY, "
                         "next WITHHELD WEAK WET, next WITHHELD STRONG WET");
    sfsm_machine_release(machine);
}

static int32_t send_wrongly(const sfsm_step *step, void *words) {
    static const struct { sfsm_case cases[4]; size_t count; } wrong[] = {
        {{{0, 0}}, 0},                                                          /* those of the step */
        {{{POLICY, 7}}, 1},                                                     /* unknown case */
        {{{4, 0}}, 1},                                                          /* unknown type */
        {{{POLICY, WEAK}, {POLICY, WEAK}}, 2},                                  /* repeated */
        {{{POLICY, WEAK}, {REWARD, GIVEN}, {WEATHER, WET}}, 3},
    };
    int32_t predicate, value;
    note(step, words);
    for (size_t index = 0; index < COUNT(wrong); index++) {
        const sfsm_outcome outcome =
            sfsm_machine_send_message(step->machine, MESSAGE_MATCHING(NEXT, wrong[index].cases, wrong[index].count));
        sfsm_machine_rejected_case(step->machine, &predicate, &value);
        trace_note(step->context, "%s %d", sfsm_status_name(outcome), (int)predicate);
    }
    trace_note(step->context, "%zu", sfsm_machine_pending(step->machine));
    return 0;
}

static void cases_are_judged_when_an_event_is_queued(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = builder_that_notes_cases();
    callback(sfsm_builder_add_action, builder, row_from(builder, HOME, BACK, SFSM_INTERNAL), send_wrongly, "wrongly");
    callback(sfsm_builder_add_action, builder, row_from(builder, HOME, NEXT, SFSM_INTERNAL), note_cases, "next");
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send_message(
                      machine, MESSAGE_MATCHING(BACK, CASES({POLICY, STRONG}, {REWARD, GIVEN}, {WEATHER, DRY}))),
                  SFSM_TRANSITIONED);
    assert_trace(&trace, "wrongly, SFSM_QUEUED -2147483644, SFSM_UNKNOWN_CASE 3, SFSM_UNKNOWN_PREDICATE 4, "
                         "SFSM_REPEATED_PREDICATE 3, SFSM_QUEUED 3, 2, next GIVEN STRONG DRY, "
                         "next GIVEN WEAK WET");
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_callback_is_told_the_cases_of_the_event),
        cmocka_unit_test(a_start_a_stop_and_an_update_have_no_cases),
        cmocka_unit_test(cases_that_a_lenient_machine_was_not_sent_are_none),
        cmocka_unit_test(a_request_has_cases_too),
        cmocka_unit_test(a_type_that_the_table_lacks_has_no_case_and_nor_has_no_step),
        cmocka_unit_test(a_queued_event_keeps_its_cases_and_the_step_its_own),
        cmocka_unit_test(cases_are_judged_when_an_event_is_queued),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
