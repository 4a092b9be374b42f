/* Chapter 8, requests: which row allows one, what its callbacks are told, and that it is a step as any other. How
 * requests wait and fail is tested in test_request_queue.c, faults of their rows in test_request_faults.c. */
#include "matches.h"

/* The sound rows, with traced entry, exit and cycle callbacks for HOME, AWAY and END. */
static sfsm_builder *traced_builder(void) {
    sfsm_builder *const builder = sound_builder();
    trace_state(builder, HOME);
    trace_state(builder, AWAY);
    trace_state(builder, END);
    return builder;
}

/* Requests `target` in `source`: what ran, and where it led. */
static void check_request(sfsm_machine *machine, int32_t source, int32_t target, sfsm_outcome outcome,
                          const char *expected) {
    assert_status(sfsm_machine_set_state(machine, source), SFSM_OK);
    assert_status(sfsm_machine_request(machine, target), outcome);
    assert_trace(sfsm_machine_context(machine), expected);
    assert_int_equal(sfsm_machine_state(machine), outcome == SFSM_TRANSITIONED ? target : source);
}

static void a_row_allows_a_request_for_its_target(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = traced_builder();
    ADD_ROWS(builder, {HOME, SFSM_REQUEST, AWAY, 7, NOTING("leave")});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    check_request(machine, HOME, AWAY, SFSM_TRANSITIONED, "exit HOME, leave, entry AWAY");
    check_request(machine, AWAY, HOME, SFSM_UNHANDLED, "");
    check_request(machine, HOME, END, SFSM_UNHANDLED, "");
    sfsm_machine_release(machine);
}

static void the_state_comes_before_any_state_then_the_target_before_any_target(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    ADD_ROWS(builder, {SFSM_ANY, SFSM_REQUEST, SFSM_ANY, 4, NOTING("any to any")},
             {SFSM_ANY, SFSM_REQUEST, AWAY, 5, NOTING("any to AWAY")},
             {HOME, SFSM_REQUEST, SFSM_ANY, 6, NOTING("HOME to any")},
             {HOME, SFSM_REQUEST, AWAY, 7, NOTING("HOME to AWAY")});
    assert_status(sfsm_builder_add_state(builder, END, SFSM_FINAL, NULL), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    check_request(machine, HOME, AWAY, SFSM_TRANSITIONED, "HOME to AWAY");
    check_request(machine, HOME, END, SFSM_TRANSITIONED, "HOME to any");
    check_request(machine, HOME, HOME, SFSM_TRANSITIONED, "HOME to any");
    check_request(machine, END, AWAY, SFSM_TRANSITIONED, "any to AWAY");
    check_request(machine, END, HOME, SFSM_TRANSITIONED, "any to any");
    check_request(machine, AWAY, AWAY, SFSM_TRANSITIONED, "any to AWAY");
    sfsm_machine_release(machine);
}

static void rows_for_any_event_are_not_for_requests(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = traced_builder();
    ADD_ROWS(builder, {HOME, SFSM_ANY, AWAY, 7, NOTING("any event")},
             {SFSM_ANY, SFSM_ANY, END, 8, NOTING("anywhere, any event")});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    static const int32_t states[] = {HOME, AWAY, END};
    for (size_t index = 0; index < COUNT(states) * COUNT(states); index++) {
        check_request(machine, states[index / COUNT(states)], states[index % COUNT(states)], SFSM_UNHANDLED, "");
    }
    sfsm_machine_release(machine);
}

static void rows_for_requests_are_not_for_events(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    size_t count = 4711;
    sfsm_builder *const builder = sound_builder();
    ADD_ROWS(builder, {SFSM_ANY, SFSM_REQUEST, SFSM_ANY, 7, NOTING("request")});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_UNHANDLED);
    assert_status(sfsm_machine_send(machine, 4711), SFSM_UNKNOWN_EVENT);
    assert_status(sfsm_machine_send(machine, SFSM_REQUEST), SFSM_RESERVED_ID);
    assert_status(sfsm_machine_probe(machine, MESSAGE(SFSM_REQUEST), NULL), SFSM_RESERVED_ID);
    assert_status(sfsm_machine_permitted(machine, NULL, 0, NULL, 0, &count), SFSM_OK);
    assert_int_equal(count, 1); /* GO */
    assert_int_equal(sfsm_table_event_count(sfsm_machine_table(machine)), 3); /* those that have names */
    assert_trace(&trace, "");
    sfsm_machine_release(machine);
}

static void exclusively_a_guard_that_says_no_refuses_whatever_less_specific_rows_say(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = traced_builder();
    ADD_ROWS(builder, {HOME, SFSM_REQUEST, AWAY, 5, ASKING(note_no, "AWAY?"), NOTING("AWAY")},
             {HOME, SFSM_REQUEST, SFSM_ANY, 6, ASKING(note_yes, "any?"), NOTING("any")},
             {SFSM_ANY, SFSM_REQUEST, AWAY, 7, NOTING("AWAY from anywhere")});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    check_request(machine, HOME, AWAY, SFSM_REFUSED, "AWAY?");
    check_request(machine, HOME, END, SFSM_TRANSITIONED, "any?, exit HOME, any, entry END");
    sfsm_machine_release(machine);
}

static void under_first_match_rows_are_tried_in_order_of_precedence_then_as_added(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    ADD_ROWS(builder, {SFSM_ANY, SFSM_REQUEST, SFSM_ANY, 3, ASKING(note_yes, "5?"), NOTING("any to any")},
             {SFSM_ANY, SFSM_REQUEST, AWAY, 4, ASKING(note_no, "4?")},
             {HOME, SFSM_REQUEST, SFSM_ANY, 5, ASKING(note_no, "3?")},
             {HOME, SFSM_REQUEST, AWAY, 6, ASKING(note_no, "1?")},
             {HOME, SFSM_REQUEST, AWAY, 7, ASKING(note_no, "2?")},
             {AWAY, SFSM_REQUEST, SFSM_ANY, 8, ASKING(note_no, "only?")});
    assert_status(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    check_request(machine, HOME, AWAY, SFSM_TRANSITIONED, "1?, 2?, 3?, 4?, 5?, any to any");
    check_request(machine, AWAY, HOME, SFSM_TRANSITIONED, "only?, 5?, any to any");
    sfsm_machine_release(machine);
}

static void a_request_is_refused_where_all_guards_say_no(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = traced_builder();
    ADD_ROWS(builder, {HOME, SFSM_REQUEST, AWAY, 6, ASKING(note_no, "AWAY?")},
             {SFSM_ANY, SFSM_REQUEST, SFSM_ANY, 7, ASKING(note_no, "any?")});
    assert_status(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    check_request(machine, HOME, AWAY, SFSM_REFUSED, "AWAY?, any?");
    sfsm_machine_release(machine);
}

static void a_request_for_the_present_state_needs_a_row_and_comes_back_to_it(void **state) {
    (void)state;
    static const struct { int32_t policy; const char *expected; } policies[] = {
        {SFSM_ON_CHANGE, "again, cycle HOME"}, {SFSM_ALWAYS, "exit HOME, again, entry HOME, cycle HOME"}};
    static const int32_t targets[] = {HOME, SFSM_ANY};
    for (size_t index = 0; index < COUNT(policies) * COUNT(targets); index++) {
        trace trace = {{0}, 0};
        sfsm_builder *const builder = traced_builder();
        ADD_ROWS(builder, {HOME, SFSM_REQUEST, targets[index / 2], 7, NOTING("again")});
        assert_status(sfsm_builder_set_entry_exit_policy(builder, policies[index % 2].policy), SFSM_OK);
        sfsm_machine *const machine = machine_from(builder, HOME, &trace);
        check_request(machine, HOME, HOME, SFSM_TRANSITIONED, policies[index % 2].expected);
        check_request(machine, AWAY, AWAY, SFSM_UNHANDLED, "");
        sfsm_machine_release(machine);
    }
}

static void the_order_of_a_step_holds_for_requests_too(void **state) {
    (void)state;
    static const int32_t order[] = {SFSM_PHASE_RESOLVE, SFSM_PHASE_COMMIT, SFSM_PHASE_ENTRY, SFSM_PHASE_ACTIONS,
                                    SFSM_PHASE_EXIT};
    trace trace = {{0}, 0};
    sfsm_builder *const builder = traced_builder();
    ADD_ROWS(builder, {HOME, SFSM_REQUEST, SFSM_ANY, 7, NOTING("leave"), ASKING(note_yes, "leave?")});
    assert_status(sfsm_builder_set_phase_order(builder, order, COUNT(order)), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    check_request(machine, HOME, END, SFSM_TRANSITIONED, "leave?, entry END, leave, exit HOME");
    sfsm_machine_release(machine);
}

static void states_have_the_rows_for_requests_of_their_superstates(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    const home_blocks own = blocks_of_home();
    const size_t base = superstate_from(own.builder);
    adopt(own.builder, own.home, base);
    adopt(own.builder, own.away, base);
    trace_block(own.builder, base, "BASE");
    add_traced_row(own.builder, base, SFSM_NONE, SFSM_REQUEST, AWAY, 0, NULL, "BASE to AWAY");
    add_traced_row(own.builder, base, SFSM_NONE, SFSM_REQUEST, SFSM_ANY, 0, NULL, "BASE to any");
    add_traced_row(own.builder, own.home, HOME, SFSM_REQUEST, AWAY, SFSM_OVERRIDING, NULL, "HOME to AWAY");
    sfsm_machine *const machine = machine_from(own.builder, HOME, &trace);
    check_request(machine, HOME, AWAY, SFSM_TRANSITIONED, "exit BASE, HOME to AWAY, entry BASE");
    check_request(machine, AWAY, AWAY, SFSM_TRANSITIONED, "BASE to AWAY, cycle BASE");
    check_request(machine, AWAY, HOME, SFSM_TRANSITIONED, "exit BASE, BASE to any, entry BASE");
    check_request(machine, HOME, HOME, SFSM_TRANSITIONED, "BASE to any, cycle BASE");
    sfsm_machine_release(machine);
}

/* A row for any target is another one: it is not overridden, but stands behind the row that names the target. */
static void an_overriding_row_replaces_those_for_the_same_target(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    const home_blocks own = blocks_of_home();
    const size_t base = superstate_from(own.builder);
    adopt(own.builder, own.home, base);
    add_traced_row(own.builder, base, SFSM_NONE, SFSM_REQUEST, AWAY, 0, note_yes, "BASE to AWAY");
    add_traced_row(own.builder, base, SFSM_NONE, SFSM_REQUEST, SFSM_ANY, 0, note_yes, "BASE to any");
    add_traced_row(own.builder, own.home, HOME, SFSM_REQUEST, AWAY, SFSM_OVERRIDING, note_no, "HOME to AWAY");
    assert_status(sfsm_builder_set_guard_policy(own.builder, SFSM_FIRST_MATCH), SFSM_OK);
    sfsm_machine *const machine = machine_from(own.builder, HOME, &trace);
    check_request(machine, HOME, AWAY, SFSM_TRANSITIONED, "HOME to AWAY, BASE to any, BASE to any");
    sfsm_machine_release(machine);
}

/* Notes what kind of step it is, and all that the step tells of states. */
static int32_t note_states(const sfsm_step *step, void *words) {
    trace_note(step->context, "%s: %s from %d to %d in %d", (const char *)words,
               step->event == SFSM_REQUEST ? "request" : "no request", (int)step->source, (int)step->target,
               (int)sfsm_machine_state(step->machine));
    return 1;
}

static void every_callback_is_told_of_the_request_and_the_requested_state(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    const sfsm_callback act = {note_states, "action", NULL};
    ADD_ROWS(builder, {HOME, SFSM_REQUEST, SFSM_ANY, 7, ASKING(note_states, "guard"), .actions = &act,
                       .action_count = 1});
    static const int32_t states[] = {HOME, END};
    for (size_t index = 0; index < COUNT(states); index++) {
        const size_t block = state_from(builder, states[index]);
        assert_status(sfsm_builder_on_entry(builder, block, note_states, "entry", NULL), SFSM_OK);
        assert_status(sfsm_builder_on_exit(builder, block, note_states, "exit", NULL), SFSM_OK);
        assert_status(sfsm_builder_on_cycle(builder, block, note_states, "cycle", NULL), SFSM_OK);
    }
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_on_step(machine, note_states, "step", NULL), SFSM_OK);
    check_request(machine, HOME, HOME, SFSM_TRANSITIONED,
                  "guard: request from 10 to 10 in 10, action: request from 10 to 10 in 10, "
                  "cycle: request from 10 to 10 in 10, step: request from 10 to 10 in 10");
    check_request(machine, HOME, END, SFSM_TRANSITIONED,
                  "guard: request from 10 to 30 in 10, exit: request from 10 to 30 in 10, "
                  "action: request from 10 to 30 in 10, entry: request from 10 to 30 in 30, "
                  "step: request from 10 to 30 in 30");
    sfsm_machine_release(machine);
}

static int32_t note_outcome(const sfsm_step *step, void *words) {
    note_states(step, words);
    trace_note(step->context, "%s", sfsm_status_name(step->outcome));
    return 0;
}

static void hooks_are_told_of_requests_that_came_to_nothing(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    ADD_ROWS(builder, {HOME, SFSM_REQUEST, AWAY, 7, ASKING(note_no, "AWAY?")});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_on_unhandled(machine, note_states, "unhandled", NULL), SFSM_OK);
    assert_status(sfsm_machine_on_step(machine, note_outcome, "step", NULL), SFSM_OK);
    check_request(machine, AWAY, HOME, SFSM_UNHANDLED,
                  "unhandled: request from 20 to 10 in 20, step: request from 20 to 10 in 20, SFSM_UNHANDLED");
    check_request(machine, HOME, HOME, SFSM_UNHANDLED,
                  "unhandled: request from 10 to 10 in 10, step: request from 10 to 10 in 10, SFSM_UNHANDLED");
    check_request(machine, HOME, AWAY, SFSM_REFUSED,
                  "AWAY?, step: request from 10 to 20 in 10, SFSM_REFUSED");
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_allows_a_request_for_its_target),
        cmocka_unit_test(the_state_comes_before_any_state_then_the_target_before_any_target),
        cmocka_unit_test(rows_for_any_event_are_not_for_requests),
        cmocka_unit_test(rows_for_requests_are_not_for_events),
        cmocka_unit_test(exclusively_a_guard_that_says_no_refuses_whatever_less_specific_rows_say),
        cmocka_unit_test(under_first_match_rows_are_tried_in_order_of_precedence_then_as_added),
        cmocka_unit_test(a_request_is_refused_where_all_guards_say_no),
        cmocka_unit_test(a_request_for_the_present_state_needs_a_row_and_comes_back_to_it),
        cmocka_unit_test(the_order_of_a_step_holds_for_requests_too),
        cmocka_unit_test(states_have_the_rows_for_requests_of_their_superstates),
        cmocka_unit_test(an_overriding_row_replaces_those_for_the_same_target),
        cmocka_unit_test(every_callback_is_told_of_the_request_and_the_requested_state),
        cmocka_unit_test(hooks_are_told_of_requests_that_came_to_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
