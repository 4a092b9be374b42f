/* Chapter 8, requests: those that are made from inside a step, those that fail, those that cannot be made at all, and
 * those that pass cases. */
#include "matches.h"

/* What the action of GO does next, in order, and what came of each. */
typedef struct wish {
    bool is_request;
    int32_t id; /* a state or an event */
    sfsm_outcome outcome;
} wish;

typedef struct wisher {
    trace trace;
    wish wishes[5];
    size_t count;
    size_t pending; /* after the last of them */
} wisher;

static int32_t wish_all(const sfsm_step *step, void *words) {
    wisher *const wisher = step->context;
    note(step, words);
    for (size_t index = 0; index < wisher->count; index++) {
        wish *const wish = &wisher->wishes[index];
        wish->outcome = wish->is_request ? sfsm_machine_request(step->machine, wish->id)
                                         : sfsm_machine_send(step->machine, wish->id);
    }
    wisher->pending = sfsm_machine_pending(step->machine);
    return 0;
}

static int32_t wish_all_and_fail(const sfsm_step *step, void *words) {
    wish_all(step, words);
    return OTHER_FAILURE;
}

/* STAY stays in HOME with this action; every state may be requested in every state, but from HOME to END. */
static sfsm_machine *machine_whose_action(sfsm_function action, wisher *wisher) {
    sfsm_builder *const builder = sound_builder();
    assert_status(sfsm_builder_add_action(builder, row_from(builder, HOME, STAY, SFSM_INTERNAL), action, "stay", NULL),
                  SFSM_OK);
    ADD_ROWS(builder, {SFSM_ANY, SFSM_REQUEST, SFSM_ANY, 7, NOTING("request")},
             {HOME, SFSM_REQUEST, END, 8, ASKING(note_no, "END?")});
    trace_state(builder, HOME);
    trace_state(builder, AWAY);
    trace_state(builder, END);
    return machine_from(builder, HOME, wisher);
}

static void requests_from_inside_wait_among_the_events_in_order(void **state) {
    (void)state;
    wisher wisher = {.wishes = {{false, GO, 0}, {true, END, 0}, {true, HOME, 0}, {true, END, 0}, {false, GO, 0}},
                     .count = 5};
    sfsm_machine *const machine = machine_whose_action(wish_all, &wisher);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    for (size_t index = 0; index < wisher.count; index++) {
        assert_status(wisher.wishes[index].outcome, SFSM_QUEUED);
    }
    assert_int_equal(wisher.pending, 5);
    assert_trace(&wisher.trace, "stay, exit HOME, entry AWAY, exit AWAY, request, entry END, exit END, request, "
                                "entry HOME, END?, exit HOME, entry AWAY");
    assert_int_equal(sfsm_machine_pending(machine), 0);
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    sfsm_machine_release(machine);
}

static void a_request_that_cannot_be_made_is_not_queued(void **state) {
    (void)state;
    wisher wisher = {.wishes = {{true, NOWHERE, 0}, {true, SFSM_ANY, 0}, {true, SFSM_NONE, 0}, {true, AWAY, 0}},
                     .count = 4};
    sfsm_machine *const machine = machine_whose_action(wish_all, &wisher);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    assert_status(wisher.wishes[0].outcome, SFSM_UNKNOWN_STATE);
    assert_status(wisher.wishes[1].outcome, SFSM_RESERVED_ID);
    assert_status(wisher.wishes[2].outcome, SFSM_RESERVED_ID);
    assert_status(wisher.wishes[3].outcome, SFSM_QUEUED);
    assert_int_equal(wisher.pending, 1);
    assert_trace(&wisher.trace, "stay, exit HOME, request, entry AWAY");
    sfsm_machine_release(machine);
}

static void a_failure_leaves_requests_to_be_run(void **state) {
    (void)state;
    wisher wisher = {.wishes = {{true, AWAY, 0}, {true, END, 0}}, .count = 2};
    sfsm_machine *const machine = machine_whose_action(wish_all_and_fail, &wisher);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_pending(machine), 2);
    assert_trace(&wisher.trace, "stay");
    assert_status(sfsm_machine_run_pending(machine), SFSM_OK);
    assert_trace(&wisher.trace, "exit HOME, request, entry AWAY, exit AWAY, request, entry END");
    assert_status(sfsm_machine_set_state(machine, HOME), SFSM_OK);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_CALLBACK_FAILED);
    assert_status(sfsm_machine_discard_pending(machine), SFSM_OK);
    assert_status(sfsm_machine_run_pending(machine), SFSM_OK);
    assert_trace(&wisher.trace, "stay");
    sfsm_machine_release(machine);
}

static void what_waits_runs_before_a_request(void **state) {
    (void)state;
    wisher wisher = {.wishes = {{false, GO, 0}}, .count = 1};
    sfsm_machine *const machine = machine_whose_action(wish_all_and_fail, &wisher);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_CALLBACK_FAILED);
    assert_status(sfsm_machine_request(machine, END), SFSM_TRANSITIONED); /* which is refused in HOME */
    assert_trace(&wisher.trace, "stay, exit HOME, entry AWAY, exit AWAY, request, entry END");
    sfsm_machine_release(machine);
}

static void a_failure_before_the_commit_keeps_the_state_and_one_after_it_does_not(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    const sfsm_callback fail = {note_failure, "action", NULL};
    sfsm_builder *const builder = sound_builder();
    ADD_ROWS(builder, {HOME, SFSM_REQUEST, AWAY, 7, .actions = &fail, .action_count = 1},
             {HOME, SFSM_REQUEST, END, 8, NOTING("leave")});
    assert_status(sfsm_builder_on_entry(builder, state_from(builder, END), note_failure, "entry", NULL), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_request(machine, AWAY), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_failure(machine), FAILURE);
    assert_int_equal(sfsm_machine_state(machine), HOME);
    assert_status(sfsm_machine_request(machine, END), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_state(machine), END);
    assert_trace(&trace, "action, leave, entry");
    sfsm_machine_release(machine);
}

static void nothing_happens_at_a_request_that_cannot_be_made(void **state) {
    (void)state;
    wisher wisher = {.count = 0};
    sfsm_machine *const machine = machine_whose_action(wish_all, &wisher);
    assert_status(sfsm_machine_on_step(machine, note, "step", NULL), SFSM_OK);
    assert_status(sfsm_machine_on_unhandled(machine, note, "unhandled", NULL), SFSM_OK);
    for (int32_t id = INT32_MIN; id < SFSM_FIRST_ID; id++) {
        assert_status(sfsm_machine_request(machine, id), SFSM_RESERVED_ID);
        assert_status(sfsm_machine_send_message(machine, REQUEST(id)), SFSM_RESERVED_ID);
    }
    assert_status(sfsm_machine_request(machine, NOWHERE), SFSM_UNKNOWN_STATE); /* it has nothing but a name */
    assert_status(sfsm_machine_request(machine, 4), SFSM_UNKNOWN_STATE);
    assert_status(sfsm_machine_set_state(machine, SFSM_NONE), SFSM_OK);
    assert_status(sfsm_machine_request(machine, AWAY), SFSM_NOT_RUNNING);
    assert_status(sfsm_machine_request(machine, NOWHERE), SFSM_NOT_RUNNING); /* the state is looked for later */
    assert_status(sfsm_machine_request(machine, SFSM_NONE), SFSM_RESERVED_ID);
    assert_trace(&wisher.trace, "");
    sfsm_machine_release(machine);
}

/* WEATHER decides whether AWAY may be requested in HOME; END only when it is dry and the policy weak. */
static sfsm_builder *weather_builder(void) {
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    assert_status(sfsm_builder_add_state(builder, END, SFSM_FINAL, NULL), SFSM_OK);
    ADD_ROWS(builder, {HOME, SFSM_REQUEST, SFSM_ANY, 5, MATCHING(SEVERAL(WEATHER, DRY, WET)), NOTING("not snowy")},
             {HOME, SFSM_REQUEST, SFSM_ANY, 6, MATCHING(SFSM_MATCH(WEATHER, DRY), SFSM_MATCH(POLICY, WEAK)),
              NOTING("dry, weak")},
             {HOME, SFSM_REQUEST, AWAY, 7, MATCHING(SFSM_MATCH(WEATHER, WET)), NOTING("AWAY when wet")});
    assert_status(sfsm_builder_on_entry(builder, state_from(builder, AWAY), note_cases, "entry", NULL), SFSM_OK);
    return builder;
}

static void check_matching(sfsm_machine *machine, int32_t target, const sfsm_case *cases, size_t count,
                           sfsm_outcome outcome, const char *expected) {
    assert_status(sfsm_machine_set_state(machine, HOME), SFSM_OK);
    assert_status(sfsm_machine_send_message(machine, REQUEST_MATCHING(target, cases, count)), outcome);
    assert_trace(sfsm_machine_context(machine), expected);
    assert_int_equal(sfsm_machine_state(machine), outcome == SFSM_TRANSITIONED ? target : HOME);
}

static void cases_decide_among_rows_for_requests(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(weather_builder(), HOME, &trace);
    check_matching(machine, AWAY, CASES({WEATHER, WET}, {POLICY, WEAK}, {REWARD, GIVEN}), SFSM_TRANSITIONED,
                   "AWAY when wet, entry GIVEN WEAK WET");
    check_matching(machine, AWAY, CASES({POLICY, WEAK}, {REWARD, WITHHELD}, {WEATHER, DRY}), SFSM_TRANSITIONED,
                   "dry, weak, entry WITHHELD WEAK DRY"); /* the row for AWAY does not match, the next level does */
    check_matching(machine, HOME, CASES({POLICY, STRONG}, {REWARD, GIVEN}, {WEATHER, DRY}), SFSM_TRANSITIONED,
                   "not snowy");
    check_matching(machine, END, CASES({POLICY, WEAK}, {REWARD, GIVEN}, {WEATHER, SNOWY}), SFSM_UNHANDLED, "");
    sfsm_machine_release(machine);
}

static void a_strict_machine_wants_a_case_of_each_type_for_requests_too(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(weather_builder(), HOME, &trace);
    check_matching(machine, AWAY, CASES({WEATHER, WET}, {REWARD, GIVEN}), SFSM_MISSING_PREDICATE, "");
    assert_rejected(machine, POLICY, SFSM_NONE);
    check_matching(machine, AWAY, CASES({WEATHER, 3}, {REWARD, GIVEN}), SFSM_UNKNOWN_CASE, "");
    assert_rejected(machine, WEATHER, 3);
    check_matching(machine, AWAY, CASES({REWARD, GIVEN}, {REWARD, WITHHELD}), SFSM_REPEATED_PREDICATE, "");
    assert_rejected(machine, REWARD, WITHHELD);
    check_matching(machine, AWAY, CASES({4711, GIVEN}), SFSM_UNKNOWN_PREDICATE, "");
    assert_rejected(machine, 4711, GIVEN);
    assert_status(sfsm_machine_request(machine, AWAY), SFSM_MISSING_PREDICATE);
    assert_rejected(machine, REWARD, SFSM_NONE); /* the first of them */
    check_matching(machine, NOWHERE, CASES({4711, GIVEN}), SFSM_UNKNOWN_STATE, ""); /* told before what is wrong here */
    assert_rejected(machine, REWARD, SFSM_NONE);
    sfsm_machine_release(machine);
}

static void a_lenient_machine_takes_rows_that_do_not_name_what_is_missing(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_machine *const machine = lenient_machine_from(weather_builder(), HOME, &trace);
    check_matching(machine, AWAY, CASES({WEATHER, WET}), SFSM_TRANSITIONED, "AWAY when wet, entry none none WET");
    check_matching(machine, END, CASES({WEATHER, DRY}), SFSM_TRANSITIONED, "not snowy");
    check_matching(machine, AWAY, NULL, 0, SFSM_UNHANDLED, "");
    assert_status(sfsm_machine_request(machine, AWAY), SFSM_UNHANDLED);
    sfsm_machine_release(machine);
}

static int32_t request_away_when_wet(const sfsm_step *step, void *result) {
    sfsm_case cases[] = {{REWARD, GIVEN}, {POLICY, WEAK}, {WEATHER, WET}};
    *(sfsm_outcome *)result = sfsm_machine_send_message(step->machine, REQUEST_MATCHING(AWAY, cases, COUNT(cases)));
    memset(cases, 0, sizeof cases);
    return 0;
}

static void a_request_that_waits_keeps_its_cases(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_outcome outcome = SFSM_OK;
    sfsm_builder *const builder = weather_builder();
    const size_t row = row_from(builder, HOME, STAY, SFSM_INTERNAL);
    assert_status(sfsm_builder_add_action(builder, row, request_away_when_wet, &outcome, NULL), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    const sfsm_case sent[] = {{REWARD, WITHHELD}, {POLICY, STRONG}, {WEATHER, DRY}};
    assert_status(sfsm_machine_send_message(machine, MESSAGE_MATCHING(STAY, sent, COUNT(sent))), SFSM_TRANSITIONED);
    assert_status(outcome, SFSM_QUEUED);
    assert_trace(&trace, "AWAY when wet, entry GIVEN WEAK WET");
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_from_inside_wait_among_the_events_in_order),
        cmocka_unit_test(a_request_that_cannot_be_made_is_not_queued),
        cmocka_unit_test(a_failure_leaves_requests_to_be_run),
        cmocka_unit_test(what_waits_runs_before_a_request),
        cmocka_unit_test(a_failure_before_the_commit_keeps_the_state_and_one_after_it_does_not),
        cmocka_unit_test(nothing_happens_at_a_request_that_cannot_be_made),
        cmocka_unit_test(cases_decide_among_rows_for_requests),
        cmocka_unit_test(a_strict_machine_wants_a_case_of_each_type_for_requests_too),
        cmocka_unit_test(a_lenient_machine_takes_rows_that_do_not_name_what_is_missing),
        cmocka_unit_test(a_request_that_waits_keeps_its_cases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
