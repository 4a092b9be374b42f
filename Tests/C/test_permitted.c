/* Chapter 8, permitted_matching: the events, or requests, that would be taken with certain cases. What is permitted
 * without predicates is in test_probe.c. */
#include "matches.h"

/* Compares the whole list, for every capacity: each gets what it has room for. */
#define PERMITTED(...) (const int32_t[]){__VA_ARGS__}, COUNT(((const int32_t[]){__VA_ARGS__}))
static void check_permitted(sfsm_machine *machine, const sfsm_case *cases, size_t case_count, uint32_t flags,
                            const int32_t *expected, size_t expected_count) {
    for (size_t capacity = 0; capacity <= expected_count + 1; capacity++) {
        int32_t events[16];
        size_t count = 4711;
        memset(events, 0x5a, sizeof events);
        assert_status(sfsm_machine_permitted(machine, MESSAGE_MATCHING(SFSM_ANY, cases, case_count), flags,
                                             capacity ? events : NULL, capacity, &count),
                      SFSM_OK);
        assert_int_equal(count, expected_count);
        for (size_t index = 0; index < COUNT(events); index++) {
            assert_int_equal(events[index], index < capacity && index < expected_count ? expected[index] : 0x5a5a5a5a);
        }
    }
}

static void check_none_permitted(sfsm_machine *machine, const sfsm_case *cases, size_t case_count, uint32_t flags) {
    check_permitted(machine, cases, case_count, flags, NULL, 0);
}

/* HOME: GO always, STAY when dry, BACK when wet if its guard says yes. AWAY may be requested when dry, END if a guard
 * says yes, HOME never. */
static sfsm_builder *weather_builder(sfsm_function guard) {
    sfsm_builder *const builder = sound_builder();
    declare(builder, WEATHER, 3);
    assert_status(sfsm_builder_add_state(builder, END, SFSM_FINAL, NULL), SFSM_OK);
    ADD_ROWS(builder, {HOME, STAY, AWAY, 3, MATCHING(SFSM_MATCH(WEATHER, DRY)), NOTING("3")},
             {HOME, BACK, AWAY, 4, MATCHING(SFSM_MATCH(WEATHER, WET)), ASKING(guard, "4?")},
             {HOME, SFSM_REQUEST, AWAY, 5, MATCHING(SFSM_MATCH(WEATHER, DRY)), NOTING("5")},
             {SFSM_ANY, SFSM_REQUEST, END, 6, ASKING(guard, "6?")});
    return builder;
}

static void events_are_permitted_if_a_row_is_for_these_cases(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(weather_builder(note_yes), HOME, &trace);
    check_permitted(machine, CASES({WEATHER, DRY}), 0, PERMITTED(GO, STAY));
    assert_trace(&trace, "");
    check_permitted(machine, CASES({WEATHER, WET}), 0, PERMITTED(GO, BACK));
    assert_trace(&trace, "4?, 4?, 4?, 4?");
    check_permitted(machine, CASES({WEATHER, SNOWY}), 0, PERMITTED(GO));
    assert_status(sfsm_machine_set_state(machine, AWAY), SFSM_OK);
    check_permitted(machine, CASES({WEATHER, SNOWY}), 0, PERMITTED(BACK));
    assert_status(sfsm_machine_set_state(machine, END), SFSM_OK);
    check_none_permitted(machine, CASES({WEATHER, SNOWY}), 0);
    sfsm_machine_release(machine);
}

static void guards_that_say_no_do_not_permit_but_need_not_be_asked(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(weather_builder(note_no), HOME, &trace);
    check_permitted(machine, CASES({WEATHER, WET}), 0, PERMITTED(GO));
    assert_trace(&trace, "4?, 4?, 4?");
    check_permitted(machine, CASES({WEATHER, WET}), SFSM_WITHOUT_GUARDS, PERMITTED(GO, BACK));
    check_permitted(machine, CASES({WEATHER, DRY}), SFSM_WITHOUT_GUARDS, PERMITTED(GO, STAY));
    check_permitted(machine, CASES({WEATHER, SNOWY}), SFSM_WITHOUT_GUARDS, PERMITTED(GO));
    assert_trace(&trace, "");
    sfsm_machine_release(machine);
}

static void requests_are_permitted_for_states(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(weather_builder(note_no), HOME, &trace);
    check_permitted(machine, CASES({WEATHER, DRY}), SFSM_PERMITTED_STATES, PERMITTED(AWAY));
    check_none_permitted(machine, CASES({WEATHER, WET}), SFSM_PERMITTED_STATES);
    assert_trace(&trace, "6?, 6?, 6?, 6?, 6?");
    check_permitted(machine, CASES({WEATHER, DRY}), SFSM_PERMITTED_STATES | SFSM_WITHOUT_GUARDS, PERMITTED(AWAY, END));
    check_permitted(machine, CASES({WEATHER, WET}), SFSM_PERMITTED_STATES | SFSM_WITHOUT_GUARDS, PERMITTED(END));
    assert_trace(&trace, "");
    sfsm_machine_release(machine);
}

static void a_row_for_any_state_permits_requests_for_all(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    assert_status(sfsm_builder_add_state(builder, END, SFSM_FINAL, NULL), SFSM_OK);
    ADD_ROWS(builder, {HOME, SFSM_REQUEST, SFSM_ANY, 5, NOTING("5")}, {AWAY, SFSM_ANY, HOME, 6, NOTING("6")});
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    check_permitted(machine, NULL, 0, SFSM_PERMITTED_STATES, PERMITTED(HOME, AWAY, END));
    check_permitted(machine, NULL, 0, 0, PERMITTED(GO));
    assert_status(sfsm_machine_set_state(machine, AWAY), SFSM_OK);
    check_none_permitted(machine, NULL, 0, SFSM_PERMITTED_STATES);
    check_permitted(machine, NULL, 0, 0, PERMITTED(GO, BACK, STAY));
    sfsm_machine_release(machine);
}

static int32_t note_none(const sfsm_step *step, void *words) {
    note(step, words);
    return SFSM_NONE;
}

static void without_guards_resolvers_are_not_asked_either(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    ADD_ROWS(builder, {HOME, STAY, SFSM_DYNAMIC, 7, .resolver = {note_none, "7?", NULL}});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    check_permitted(machine, NULL, 0, 0, PERMITTED(GO));
    assert_trace(&trace, "7?, 7?, 7?");
    check_permitted(machine, NULL, 0, SFSM_WITHOUT_GUARDS, PERMITTED(GO, STAY));
    assert_trace(&trace, "");
    sfsm_machine_release(machine);
}

static void a_lenient_machine_needs_no_cases(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = lenient_machine_from(weather_builder(note_yes), HOME, &trace);
    check_permitted(machine, NULL, 0, 0, PERMITTED(GO));
    check_permitted(machine, CASES({4711, 1}, {WEATHER, DRY}, {WEATHER, WET}), 0, PERMITTED(GO, STAY));
    check_permitted(machine, NULL, 0, SFSM_PERMITTED_STATES, PERMITTED(END));
    size_t count = 4711;
    assert_status(sfsm_machine_permitted(machine, NULL, 0, NULL, 0, &count), SFSM_OK);
    assert_int_equal(count, 1);
    sfsm_machine_release(machine);
}

static void check_error(sfsm_machine *machine, const sfsm_case *cases, size_t case_count, uint32_t flags,
                        sfsm_status status) {
    int32_t events[4] = {4711, 4711, 4711, 4711};
    size_t count = 4711;
    assert_status(sfsm_machine_permitted(machine, MESSAGE_MATCHING(SFSM_ANY, cases, case_count), flags, events,
                                         COUNT(events), &count),
                  status);
    assert_int_equal(count, 4711);
    if (status != SFSM_CALLBACK_FAILED) { /* then some were permitted already */
        assert_int_equal(events[0], 4711);
    }
}

static void wrong_cases_and_flags_are_told(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    int32_t event = 4711;
    size_t count = 4711;
    sfsm_machine *const machine = machine_from(weather_builder(note_yes), HOME, &trace);
    check_error(machine, NULL, 0, 0, SFSM_MISSING_PREDICATE);
    assert_rejected(machine, WEATHER, SFSM_NONE);
    check_error(machine, NULL, 0, SFSM_WITHOUT_GUARDS, SFSM_MISSING_PREDICATE);
    check_error(machine, CASES({WEATHER, -1}), SFSM_PERMITTED_STATES, SFSM_UNKNOWN_CASE);
    assert_rejected(machine, WEATHER, -1);
    check_error(machine, CASES({POLICY, 0}, {WEATHER, DRY}), 0, SFSM_UNKNOWN_PREDICATE);
    assert_rejected(machine, POLICY, 0);
    check_error(machine, CASES({WEATHER, WET}, {WEATHER, DRY}), 0, SFSM_REPEATED_PREDICATE);
    assert_rejected(machine, WEATHER, DRY);
    assert_status(sfsm_machine_permitted(machine, NULL, 0, &event, 1, &count), SFSM_MISSING_PREDICATE);
    for (uint32_t flag = 4; flag != 0; flag *= 2) {
        check_error(machine, CASES({WEATHER, DRY}), flag, SFSM_BAD_VALUE);
        check_error(machine, CASES({WEATHER, DRY}), flag | SFSM_PERMITTED_STATES, SFSM_BAD_VALUE);
    }
    assert_status(
        sfsm_machine_permitted(machine, MESSAGE_MATCHING(SFSM_ANY, CASES({WEATHER, DRY})), 0, &event, SIZE_MAX, &count),
        SFSM_OUT_OF_RANGE);
    assert_status(sfsm_machine_permitted(machine, MESSAGE_MATCHING(SFSM_ANY, &(sfsm_case){WEATHER, DRY}, SIZE_MAX), 0,
                                         &event, 1, &count),
                  SFSM_OUT_OF_RANGE);
    assert_status(sfsm_machine_set_state(machine, SFSM_NONE), SFSM_OK);
    check_error(machine, CASES({WEATHER, DRY}), 0, SFSM_NOT_RUNNING);
    check_error(machine, CASES({WEATHER, DRY}), SFSM_PERMITTED_STATES | SFSM_WITHOUT_GUARDS, SFSM_NOT_RUNNING);
    assert_int_equal(event, 4711);
    assert_int_equal(count, 4711);
    assert_trace(&trace, "");
    sfsm_machine_release(machine);
}

static void a_guard_that_fails_is_told(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(weather_builder(note_failure), HOME, &trace);
    check_error(machine, CASES({WEATHER, WET}), 0, SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_failure(machine), FAILURE);
    check_error(machine, CASES({WEATHER, WET}), SFSM_PERMITTED_STATES, SFSM_CALLBACK_FAILED);
    check_permitted(machine, CASES({WEATHER, WET}), SFSM_WITHOUT_GUARDS, PERMITTED(GO, BACK));
    assert_trace(&trace, "4?, 6?");
    sfsm_machine_release(machine);
}

/* The answer of a provider, which is a case or a failure. */
static int32_t answer(const sfsm_step *step, void *context) {
    (void)step;
    return *(const int32_t *)context;
}

static void in_a_chart_providers_say_what_rows_match(void **state) {
    (void)state;
    enum { OUTER = 40 };
    int32_t weather = DRY;
    size_t outer = 0, inner = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    declare(builder, WEATHER, 3);
    assert_status(sfsm_builder_set_provider(builder, WEATHER, answer, &weather, NULL), SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, OUTER, 0, &outer), SFSM_OK);
    assert_status(sfsm_builder_set_default(builder, outer, HOME), SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, HOME, 0, &inner), SFSM_OK);
    assert_status(sfsm_builder_nest(builder, inner, OUTER), SFSM_OK);
    ADD_ROWS(builder, {HOME, STAY, HOME, 1, MATCHING(SFSM_MATCH(WEATHER, DRY))},
             {OUTER, BACK, HOME, 2, MATCHING(SFSM_MATCH(WEATHER, WET))},
             {SFSM_ANY, GO, HOME, 3, MATCHING(SFSM_MATCH(WEATHER, DRY))});
    sfsm_machine *const machine = machine_from(builder, OUTER, NULL);
    int32_t events[4];
    size_t count = 0;
    for (uint32_t flags = 0; flags <= SFSM_WITHOUT_GUARDS; flags++) {
        weather = DRY;
        assert_status(sfsm_machine_permitted(machine, NULL, flags, events, COUNT(events), &count), SFSM_OK);
        assert_int_equal(count, 2);
        weather = WET;
        assert_status(sfsm_machine_permitted(machine, NULL, flags, events, COUNT(events), &count), SFSM_OK);
        assert_int_equal(count, 1);
        assert_int_equal(events[0], BACK);
        weather = -7;
        assert_status(sfsm_machine_permitted(machine, NULL, flags, events, COUNT(events), &count), SFSM_CALLBACK_FAILED);
        assert_int_equal(sfsm_machine_failure(machine), -7);
    }
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_are_permitted_if_a_row_is_for_these_cases),
        cmocka_unit_test(guards_that_say_no_do_not_permit_but_need_not_be_asked),
        cmocka_unit_test(requests_are_permitted_for_states),
        cmocka_unit_test(a_row_for_any_state_permits_requests_for_all),
        cmocka_unit_test(without_guards_resolvers_are_not_asked_either),
        cmocka_unit_test(a_lenient_machine_needs_no_cases),
        cmocka_unit_test(wrong_cases_and_flags_are_told),
        cmocka_unit_test(a_guard_that_fails_is_told),
        cmocka_unit_test(in_a_chart_providers_say_what_rows_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
