/* Arguments beside everything else: in each layout of a table and on each way through a step, with cases, guards and
 * first match, requests, updates, starts and stops, and nothing of them in any other step. Steps within steps are in
 * test_argument_nesting.c. */
#include "arguments.h"

#include <stdio.h>

enum { FIRST = 4, SECOND, SHUT };

static void nothing_is_carried_from_one_step_to_the_next(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    const size_t home = state_from(builder, HOME);
    assert_status(sfsm_builder_on_entry(builder, home, note_arguments, "entry", NULL), SFSM_OK);
    assert_status(sfsm_builder_on_exit(builder, home, note_arguments, "exit", NULL), SFSM_OK);
    declare_event(builder, FIRST, "i32");
    declare_event(builder, SHUT, "i32");
    ADD_ROWS(builder, {HOME, FIRST, SFSM_INTERNAL, 3, DOING(note_arguments, "first")},
             {HOME, STAY, SFSM_INTERNAL, 4, DOING(note_arguments, "stay")},
             {HOME, SHUT, SFSM_INTERNAL, 5, ASKING(note_arguments_no, "shut?")},
             {HOME, SFSM_REQUEST, HOME, 6, DOING(note_arguments, "request")});
    sfsm_machine *const machine = machine_from(builder, SFSM_NONE, &trace);
    assert_status(sfsm_machine_on_step(machine, note_arguments, "step", NULL), SFSM_OK);
    assert_status(sfsm_machine_start(machine, HOME), SFSM_OK);
    assert_trace(&trace, "entry(), step()");
    assert_status(sfsm_send(machine, FIRST, 1), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    assert_trace(&trace, "first(i32 1), step(i32 1), stay(), step()");
    assert_status(sfsm_send(machine, SHUT, 2), SFSM_REFUSED);
    assert_status(sfsm_machine_request(machine, HOME), SFSM_TRANSITIONED);
    assert_trace(&trace, "shut?(i32 2), step(i32 2), request(), step()");
    assert_status(sfsm_send(machine, FIRST, 3), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_stop(machine), SFSM_OK);
    assert_trace(&trace, "first(i32 3), step(i32 3), exit(), step()");
    assert_status(sfsm_machine_start(machine, HOME), SFSM_OK);
    assert_trace(&trace, "entry(), step()");
    sfsm_machine_release(machine);
}

static int32_t name_no_event(const sfsm_step *step, void *words) {
    note_arguments(step, words);
    return SFSM_NONE;
}

static int32_t name_stay(const sfsm_step *step, void *words) {
    note_arguments(step, words);
    return STAY;
}

static void an_update_carries_nothing_and_nor_does_the_event_that_it_names(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    const size_t home = state_from(builder, HOME);
    assert_status(sfsm_builder_on_update(builder, home, name_no_event, "none", NULL), SFSM_OK);
    assert_status(sfsm_builder_on_update(builder, home, name_stay, "update", NULL), SFSM_OK);
    declare_event(builder, FIRST, "i32");
    ADD_ROWS(builder, {HOME, FIRST, SFSM_INTERNAL, 3, DOING(note_arguments, "first")},
             {HOME, STAY, SFSM_INTERNAL, 4, DOING(note_arguments, "stay")});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_send(machine, FIRST, 1), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_update(machine, 0.5, NULL, NULL), SFSM_TRANSITIONED);
    assert_trace(&trace, "first(i32 1), none(), update(), stay()");
    sfsm_machine_release(machine);
}

/* One action and nothing else, in a table of one event. */
static void a_row_with_one_action(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    const int32_t targets[] = {HOME, SFSM_SAME, SFSM_INTERNAL};
    for (size_t index = 0; index < COUNT(targets); index++) {
        sfsm_builder *const builder = sfsm_builder_create();
        declare_event(builder, GO, "i32, f64");
        ADD_ROWS(builder, {HOME, GO, targets[index], 1, DOING(note_arguments, "go")});
        sfsm_machine *const machine = machine_from(builder, HOME, &trace);
        assert_status(sfsm_send(machine, GO, 150, 1.5), SFSM_TRANSITIONED);
        assert_status(sfsm_machine_send(machine, GO), SFSM_ARGUMENT_COUNT);
        assert_status(sfsm_machine_send_message(machine, MESSAGE(GO)), SFSM_ARGUMENT_COUNT);
        assert_status(sfsm_send(machine, GO, 151, 2.5), SFSM_TRANSITIONED);
        assert_trace(&trace, "go(i32 150, f64 1.5), go(i32 151, f64 2.5)");
        sfsm_machine_release(machine);
    }
}

static void a_row_without_any_action(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    declare_event(builder, GO, "i32");
    sfsm_machine *const machine = machine_from(builder, HOME, NULL);
    assert_status(sfsm_machine_send(machine, GO), SFSM_ARGUMENT_COUNT);
    assert_int_equal(sfsm_machine_state(machine), HOME);
    assert_status(sfsm_send(machine, GO, 150), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    assert_status(sfsm_machine_send(machine, BACK), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

/* So many events with and without arguments by turns, `stride` apart from `first` on. */
static void check_layout(int32_t first, int32_t stride, int32_t count) {
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sfsm_builder_create();
    for (int32_t number = count; number-- > 0;) {
        const int32_t event = (int32_t)(first + number * (int64_t)stride);
        ADD_ROWS(builder, {HOME, event, SFSM_SAME, 1, DOING(note_arguments, "done")});
        if (number % 2 == 1) {
            declare_event(builder, event, "i32, str");
        }
    }
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    for (int32_t number = 0; number < count; number++) {
        const int32_t event = (int32_t)(first + number * (int64_t)stride);
        char expected[64];
        assert_int_equal(sfsm_table_argument_count(sfsm_machine_table(machine), event), number % 2 * 2);
        assert_status(sfsm_machine_send(machine, event), number % 2 ? SFSM_ARGUMENT_COUNT : SFSM_TRANSITIONED);
        assert_trace(&trace, number % 2 ? "" : "done()");
        assert_status(sfsm_send(machine, event, number, "text"), number % 2 ? SFSM_TRANSITIONED : SFSM_ARGUMENT_COUNT);
        snprintf(expected, sizeof expected, "done(i32 %d, str \"text\")", (int)number);
        assert_trace(&trace, number % 2 ? expected : "");
    }
    sfsm_machine_release(machine);
}

static void dense_ids_and_scattered_ones(void **state) {
    (void)state;
    check_layout(0, 1, 2);
    check_layout(0, 1, 300);
    check_layout(-150, 1, 300);
    check_layout(-2000000000, 40000000, 100); /* too far apart for an array */
    check_layout(SFSM_FIRST_ID, 1, 20);
    check_layout(INT32_MAX - 19, 1, 20);
}

static void rows_for_any_event_and_any_state_take_what_the_event_carries(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    declare_event(builder, FIRST, "i32");
    declare_event(builder, STAY, "str, str");
    ADD_ROWS(builder, {SFSM_ANY, FIRST, SFSM_INTERNAL, 3, DOING(note_arguments, "(any, FIRST)")},
             {HOME, SFSM_ANY, SFSM_INTERNAL, 4, DOING(note_arguments, "(HOME, any)")},
             {SFSM_ANY, SFSM_ANY, SFSM_INTERNAL, 5, DOING(note_arguments, "(any, any)")});
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_send(machine, STAY, "one", "two"), SFSM_TRANSITIONED);
    assert_status(sfsm_send(machine, FIRST, 1), SFSM_TRANSITIONED);
    assert_status(sfsm_send(machine, 4711), SFSM_TRANSITIONED); /* no declaration, no arguments */
    assert_status(sfsm_send(machine, 4711, 1), SFSM_ARGUMENT_COUNT);
    assert_rejected_argument(machine, 0, 0, SFSM_INTEGER);
    assert_status(sfsm_machine_set_state(machine, AWAY), SFSM_OK);
    assert_status(sfsm_send(machine, FIRST, 2), SFSM_TRANSITIONED);
    assert_status(sfsm_send(machine, STAY, "three", "four"), SFSM_TRANSITIONED);
    assert_trace(&trace, "(HOME, any)(str \"one\", str \"two\"), (HOME, any)(i32 1), (HOME, any)(), "
                         "(any, FIRST)(i32 2), (any, any)(str \"three\", str \"four\")");
    sfsm_machine_release(machine);
}

/* Whether at least as much is paid as this guard is registered with. */
static int32_t is_enough(const sfsm_step *step, void *price) {
    return step->argument_count == 1 && step->arguments[0].as.i32 >= *(const int32_t *)price;
}

static void guards_and_resolvers_decide_by_what_the_event_carries(void **state) {
    (void)state;
    static int32_t low = 50, high = 100;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    declare_event(builder, STAY, "i32");
    ADD_ROWS(builder, {HOME, STAY, SFSM_INTERNAL, 3, ASKING(is_enough, &high), DOING(note_arguments, "high")},
             {HOME, STAY, SFSM_INTERNAL, 4, ASKING(is_enough, &low), DOING(note_arguments, "low")},
             {SFSM_ANY, STAY, SFSM_INTERNAL, 5, ASKING(note_arguments_no, "any?")});
    assert_status(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_send(machine, STAY, 100), SFSM_TRANSITIONED);
    assert_status(sfsm_send(machine, STAY, 99), SFSM_TRANSITIONED);
    assert_status(sfsm_send(machine, STAY, 49), SFSM_REFUSED);
    assert_trace(&trace, "high(i32 100), low(i32 99), any?(i32 49)");
    sfsm_machine_release(machine);
}

static int32_t resolve_as_sent(const sfsm_step *step, void *context) {
    (void)context;
    return step->arguments[0].as.i32;
}

static void a_resolver_decides_by_what_the_event_carries(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    declare_event(builder, STAY, "i32");
    ADD_ROWS(builder, {HOME, STAY, SFSM_DYNAMIC, 3, .resolver = {resolve_as_sent, NULL, NULL}});
    sfsm_machine *const machine = machine_from(builder, HOME, NULL);
    assert_status(sfsm_send(machine, STAY, SFSM_NONE), SFSM_REFUSED);
    assert_status(sfsm_send(machine, STAY, 4711), SFSM_UNKNOWN_STATE);
    assert_status(sfsm_send(machine, STAY, AWAY), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    sfsm_machine_release(machine);
}

static void cases_choose_the_row_and_arguments_go_with_them(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    declare_all(builder);
    declare_event(builder, STAY, "i64, str");
    ADD_ROWS(builder, {HOME, STAY, SFSM_SAME, 3, DOING(note_arguments, "silent")},
             {HOME, STAY, SFSM_SAME, 4, MATCHING(SFSM_MATCH(WEATHER, WET)), DOING(note_arguments, "wet")});
    sfsm_table *const table = table_from(builder);
    sfsm_machine *const strict = machine_over(table, HOME, &trace), *const lenient =
                                                                        lenient_machine_over(table, HOME, &trace);
    sfsm_table_release(table);
    assert_status(
        sfsm_machine_send_message(strict, MESSAGE_WITH(STAY, CASES({WEATHER, WET}, {POLICY, WEAK}, {REWARD, GIVEN}),
                                                       ARGUMENTS(I64(1), STR("one")))),
        SFSM_TRANSITIONED);
    assert_status(
        sfsm_machine_send_message(strict, MESSAGE_WITH(STAY, CASES({WEATHER, DRY}, {POLICY, WEAK}, {REWARD, GIVEN}),
                                                       ARGUMENTS(INTEGER(2), STR("two")))),
        SFSM_TRANSITIONED);
    assert_status(
        sfsm_machine_send_message(strict, MESSAGE_MATCHING(GO, CASES({WEATHER, DRY}, {POLICY, WEAK}, {REWARD, GIVEN}))),
        SFSM_TRANSITIONED);
    assert_status(sfsm_send(lenient, STAY, 3, "three"), SFSM_TRANSITIONED);
    assert_status(sfsm_send_matching(lenient, (&(sfsm_case){WEATHER, WET}), 1, STAY, 4, "four"), SFSM_TRANSITIONED);
    assert_trace(&trace, "wet(i64 1, str \"one\"), silent(i64 2, str \"two\"), silent(i64 3, str \"three\"), "
                         "wet(i64 4, str \"four\")");
    sfsm_machine_release(strict);
    sfsm_machine_release(lenient);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_carried_from_one_step_to_the_next),
        cmocka_unit_test(an_update_carries_nothing_and_nor_does_the_event_that_it_names),
        cmocka_unit_test(a_row_with_one_action),
        cmocka_unit_test(a_row_without_any_action),
        cmocka_unit_test(dense_ids_and_scattered_ones),
        cmocka_unit_test(rows_for_any_event_and_any_state_take_what_the_event_carries),
        cmocka_unit_test(guards_and_resolvers_decide_by_what_the_event_carries),
        cmocka_unit_test(a_resolver_decides_by_what_the_event_carries),
        cmocka_unit_test(cases_choose_the_row_and_arguments_go_with_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
