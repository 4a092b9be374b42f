/* Guards: how they are asked, and how they choose among rows under each of the two policies. */
#include "support.h"

enum { HOME, LEFT, RIGHT };
enum { GO, BACK };

/* One row of a small definition, every word of it traced. */
typedef struct guarded_row {
    int32_t source, event, target;
    sfsm_function guard; /* or NULL */
    const char *question;
    const char *action;
} guarded_row;

static sfsm_machine *machine_of_guarded_rows(const guarded_row *rows, size_t count, int32_t policy, trace *trace) {
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_set_guard_policy(builder, policy), SFSM_OK);
    for (size_t index = 0; index < count; index++) {
        const size_t row = row_from(builder, rows[index].source, rows[index].event, rows[index].target);
        if (rows[index].guard != NULL) {
            void *const question = (void *)rows[index].question;
            assert_status(sfsm_builder_add_guard(builder, row, rows[index].guard, question, NULL), SFSM_OK);
        }
        assert_status(sfsm_builder_add_action(builder, row, note, (void *)rows[index].action, NULL), SFSM_OK);
    }
    row_from(builder, LEFT, BACK, HOME);
    row_from(builder, RIGHT, BACK, HOME);
    return machine_from(builder, HOME, trace);
}

static void check_first_step(const guarded_row *rows, size_t count, int32_t policy, sfsm_outcome outcome,
                             int32_t arrival, const char *expected) {
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_of_guarded_rows(rows, count, policy, &trace);
    assert_status(sfsm_machine_send(machine, GO), outcome);
    assert_int_equal(sfsm_machine_state(machine), arrival);
    assert_trace(&trace, expected);
    sfsm_machine_release(machine);
}

static void all_guards_must_say_yes(void **state) {
    (void)state;
    static const sfsm_function answers[] = {note_no, note_yes};
    static const char *const expected[2][2] = {
        {"first?", "first?"}, /* no more is asked after the first no */
        {"first?, second?", "first?, second?, go"},
    };
    for (size_t first = 0; first < 2; first++) {
        for (size_t second = 0; second < 2; second++) {
            trace trace = {{0}, 0};
            sfsm_builder *const builder = sfsm_builder_create();
            const size_t row = row_from(builder, HOME, GO, SFSM_SAME);
            assert_status(sfsm_builder_add_guard(builder, row, answers[first], "first?", NULL), SFSM_OK);
            assert_status(sfsm_builder_add_guard(builder, row, answers[second], "second?", NULL), SFSM_OK);
            assert_status(sfsm_builder_add_action(builder, row, note, "go", NULL), SFSM_OK);
            sfsm_machine *const machine = machine_from(builder, HOME, &trace);
            assert_status(sfsm_machine_send(machine, GO), first && second ? SFSM_TRANSITIONED : SFSM_REFUSED);
            assert_trace(&trace, expected[first][second]);
            sfsm_machine_release(machine);
        }
    }
}

static int32_t answer(const sfsm_step *step, void *context) {
    (void)step;
    return *(const int32_t *)context;
}

static void only_a_result_above_zero_is_yes(void **state) {
    (void)state;
    static const struct { int32_t result; sfsm_outcome outcome; } cases[] = {
        {1, SFSM_TRANSITIONED},     {2, SFSM_TRANSITIONED}, {INT32_MAX, SFSM_TRANSITIONED},
        {0, SFSM_REFUSED},          {-1, SFSM_CALLBACK_FAILED}, {INT32_MIN, SFSM_CALLBACK_FAILED},
        {256, SFSM_TRANSITIONED},   {1 << 16, SFSM_TRANSITIONED},
    };
    const sfsm_row rows[] = {SFSM_ROW_IF(HOME, GO, answer, LEFT, NULL), SFSM_ROW(LEFT, BACK, HOME, NULL)};
    for (size_t index = 0; index < COUNT(cases); index++) {
        int32_t result = cases[index].result;
        sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), HOME, &result);
        assert_status(sfsm_machine_send(machine, GO), cases[index].outcome);
        assert_int_equal(sfsm_machine_state(machine), cases[index].outcome == SFSM_TRANSITIONED ? LEFT : HOME);
        assert_int_equal(sfsm_machine_failure(machine), result < 0 ? result : 0);
        sfsm_machine_release(machine);
    }
}

static void a_refusal_changes_nothing(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t row = row_from(builder, HOME, GO, LEFT);
    assert_status(sfsm_builder_add_guard(builder, row, note_no, "go?", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, row, note, "go", NULL), SFSM_OK);
    trace_state(builder, HOME);
    trace_state(builder, LEFT);
    assert_status(sfsm_builder_set_entry_exit_policy(builder, SFSM_ALWAYS), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, GO), SFSM_REFUSED);
    assert_int_equal(sfsm_machine_state(machine), HOME);
    assert_trace(&trace, "go?");
    sfsm_machine_release(machine);
}

static void exclusively_a_no_refuses_the_event_and_nothing_else_is_asked(void **state) {
    (void)state;
    static const guarded_row rows[] = {
        {HOME, GO, LEFT, note_no, "left?", "left"},
        {HOME, SFSM_ANY, RIGHT, NULL, NULL, "right"},
        {SFSM_ANY, GO, RIGHT, NULL, NULL, "right from anywhere"},
        {SFSM_ANY, SFSM_ANY, RIGHT, note_yes, "whatever?", "whatever"},
    };
    check_first_step(rows, COUNT(rows), SFSM_EXCLUSIVE, SFSM_REFUSED, HOME, "left?");
}

static void exclusive_is_the_default(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_guard(builder, row_from(builder, HOME, GO, SFSM_SAME), note_no, "go?", NULL),
                  SFSM_OK);
    row_from(builder, SFSM_ANY, GO, SFSM_SAME);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, GO), SFSM_REFUSED);
    assert_trace(&trace, "go?");
    sfsm_machine_release(machine);
}

static void first_match_takes_the_first_row_whose_guards_pass(void **state) {
    (void)state;
    static const guarded_row rows[] = {
        {HOME, GO, LEFT, note_no, "left?", "left"},
        {HOME, GO, RIGHT, note_yes, "right?", "right"},
        {HOME, GO, HOME, note_yes, "home?", "home"},
    };
    check_first_step(rows, COUNT(rows), SFSM_FIRST_MATCH, SFSM_TRANSITIONED, RIGHT, "left?, right?, right");
}

static void first_match_tries_rows_by_precedence_then_as_added(void **state) {
    (void)state;
    static const guarded_row rows[] = {
        {SFSM_ANY, SFSM_ANY, LEFT, note_no, "any 1?", "any 1"},
        {SFSM_ANY, GO, LEFT, note_no, "event 1?", "event 1"},
        {HOME, SFSM_ANY, LEFT, note_no, "state 1?", "state 1"},
        {HOME, GO, LEFT, note_no, "both 1?", "both 1"},
        {SFSM_ANY, SFSM_ANY, RIGHT, note_yes, "any 2?", "any 2"},
        {SFSM_ANY, GO, RIGHT, note_no, "event 2?", "event 2"},
        {HOME, SFSM_ANY, RIGHT, note_no, "state 2?", "state 2"},
        {HOME, GO, RIGHT, note_no, "both 2?", "both 2"},
    };
    check_first_step(rows, COUNT(rows), SFSM_FIRST_MATCH, SFSM_TRANSITIONED, RIGHT,
                     "both 1?, both 2?, state 1?, state 2?, event 1?, event 2?, any 1?, any 2?, any 2");
}

static void first_match_refuses_if_every_row_says_no(void **state) {
    (void)state;
    static const guarded_row rows[] = {
        {HOME, GO, LEFT, note_no, "left?", "left"},
        {HOME, SFSM_ANY, RIGHT, note_no, "right?", "right"},
    };
    check_first_step(rows, COUNT(rows), SFSM_FIRST_MATCH, SFSM_REFUSED, HOME, "left?, right?");
}

static void first_match_stops_at_a_row_without_guards(void **state) {
    (void)state;
    static const guarded_row rows[] = {
        {HOME, GO, LEFT, NULL, NULL, "left"},
        {HOME, GO, RIGHT, note_yes, "right?", "right"},
    };
    check_first_step(rows, COUNT(rows), SFSM_FIRST_MATCH, SFSM_TRANSITIONED, LEFT, "left");
}

static void a_guard_that_fails_ends_the_step_without_trying_another_row(void **state) {
    (void)state;
    static const guarded_row rows[] = {
        {HOME, GO, LEFT, note_failure, "left?", "left"},
        {HOME, GO, RIGHT, note_yes, "right?", "right"},
        {HOME, SFSM_ANY, RIGHT, NULL, NULL, "any"},
    };
    check_first_step(rows, COUNT(rows), SFSM_FIRST_MATCH, SFSM_CALLBACK_FAILED, HOME, "left?");
}

static int32_t resolve(const sfsm_step *step, void *context) {
    const int32_t target = *(const int32_t *)context;
    trace_note(step->context, target == SFSM_NONE ? "nowhere" : target == LEFT ? "to the left" : "elsewhere");
    return target;
}

static void check_resolvers(int32_t policy, int32_t first, int32_t second, sfsm_outcome outcome, int32_t arrival,
                            const char *expected) {
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_set_guard_policy(builder, policy), SFSM_OK);
    const size_t exact = row_from(builder, HOME, GO, SFSM_DYNAMIC);
    const size_t wide = row_from(builder, HOME, SFSM_ANY, SFSM_DYNAMIC);
    assert_status(sfsm_builder_set_resolver(builder, exact, resolve, &first, NULL), SFSM_OK);
    assert_status(sfsm_builder_add_guard(builder, exact, note_yes, "exact?", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, exact, note, "exact", NULL), SFSM_OK);
    assert_status(sfsm_builder_set_resolver(builder, wide, resolve, &second, NULL), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, wide, note, "wide", NULL), SFSM_OK);
    row_from(builder, LEFT, BACK, HOME);
    row_from(builder, RIGHT, BACK, HOME);
    trace_state(builder, HOME);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, GO), outcome);
    assert_int_equal(sfsm_machine_state(machine), arrival);
    assert_trace(&trace, expected);
    sfsm_machine_release(machine);
}

static void a_resolver_that_names_a_state_takes_the_row(void **state) {
    (void)state;
    check_resolvers(SFSM_EXCLUSIVE, LEFT, RIGHT, SFSM_TRANSITIONED, LEFT, "exact?, to the left, exit HOME, exact");
    check_resolvers(SFSM_FIRST_MATCH, LEFT, RIGHT, SFSM_TRANSITIONED, LEFT, "exact?, to the left, exit HOME, exact");
}

static void exclusively_a_resolver_that_says_none_refuses_the_event(void **state) {
    (void)state;
    check_resolvers(SFSM_EXCLUSIVE, SFSM_NONE, RIGHT, SFSM_REFUSED, HOME, "exact?, nowhere");
}

static void first_match_goes_on_past_a_resolver_that_says_none(void **state) {
    (void)state;
    check_resolvers(SFSM_FIRST_MATCH, SFSM_NONE, RIGHT, SFSM_TRANSITIONED, RIGHT,
                    "exact?, nowhere, elsewhere, exit HOME, wide");
    check_resolvers(SFSM_FIRST_MATCH, SFSM_NONE, SFSM_NONE, SFSM_REFUSED, HOME, "exact?, nowhere, nowhere");
}

static void a_resolver_that_fails_ends_the_step_without_trying_another_row(void **state) {
    (void)state;
    check_resolvers(SFSM_FIRST_MATCH, SFSM_FAILED, LEFT, SFSM_CALLBACK_FAILED, HOME, "exact?, elsewhere");
    check_resolvers(SFSM_FIRST_MATCH, 4711, LEFT, SFSM_UNKNOWN_STATE, HOME, "exact?, elsewhere");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_guards_must_say_yes),
        cmocka_unit_test(only_a_result_above_zero_is_yes),
        cmocka_unit_test(a_refusal_changes_nothing),
        cmocka_unit_test(exclusively_a_no_refuses_the_event_and_nothing_else_is_asked),
        cmocka_unit_test(exclusive_is_the_default),
        cmocka_unit_test(first_match_takes_the_first_row_whose_guards_pass),
        cmocka_unit_test(first_match_tries_rows_by_precedence_then_as_added),
        cmocka_unit_test(first_match_refuses_if_every_row_says_no),
        cmocka_unit_test(first_match_stops_at_a_row_without_guards),
        cmocka_unit_test(a_guard_that_fails_ends_the_step_without_trying_another_row),
        cmocka_unit_test(a_resolver_that_names_a_state_takes_the_row),
        cmocka_unit_test(exclusively_a_resolver_that_says_none_refuses_the_event),
        cmocka_unit_test(first_match_goes_on_past_a_resolver_that_says_none),
        cmocka_unit_test(a_resolver_that_fails_ends_the_step_without_trying_another_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
