/* Steps of charts in which several regions take a row each: what their callbacks are shown, and what is active after. */
#include "charts.h"
#include "plans.h"

enum { WORK, LEFT, LEFT_HERE, LEFT_THERE, RIGHT, RIGHT_HERE, RIGHT_THERE };
enum { GO, RETURN = 1000000 };

/* Notes the row, and the leaves between which it leads. */
static int32_t show(const sfsm_step *step, void *words) {
    trace_note(step->context, "%s: row %zu, %d to %d", (const char *)words, sfsm_step_row(step), (int)step->source,
               (int)step->target);
    return 0;
}

static int32_t agree(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 1;
}

/* Two regions of two states, the first of which is left with GO in both. */
static sfsm_machine *showing_machine(bool has_guards, trace *trace) {
    static const char *const words[] = {"leave", "do", "enter"};
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_state(builder, WORK, SFSM_PARALLEL, NULL), SFSM_OK);
    for (int32_t region = LEFT; region <= RIGHT; region += RIGHT - LEFT) {
        add_nested(builder, region, 0, WORK, region + 1);
        const size_t here = add_nested(builder, region + 1, 0, region, SFSM_NONE),
                     there = add_nested(builder, region + 2, 0, region, SFSM_NONE),
                     row = row_from(builder, region + 1, GO, region + 2);
        assert_status(sfsm_builder_on_exit(builder, here, show, (void *)words[0], NULL), SFSM_OK);
        assert_status(sfsm_builder_add_action(builder, row, show, (void *)words[1], NULL), SFSM_OK);
        assert_status(sfsm_builder_on_entry(builder, there, show, (void *)words[2], NULL), SFSM_OK);
        if (has_guards) {
            assert_status(sfsm_builder_add_guard(builder, row, agree, NULL, NULL), SFSM_OK);
        }
    }
    return machine_from(builder, WORK, trace);
}

static const char *const calls_of_both = "leave: row 2, 5 to 6, leave: row 1, 2 to 3, do: row 1, 2 to 3, "
                                         "do: row 2, 5 to 6, enter: row 1, 2 to 3, enter: row 2, 5 to 6";

static void each_callback_is_shown_the_row_of_its_region(void **state) {
    (void)state;
    for (int has_guards = 0; has_guards <= 1; has_guards++) {
        trace trace = {.length = 0};
        sfsm_machine *const machine = showing_machine(has_guards != 0, &trace);
        assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
        assert_trace(&trace, calls_of_both);
        assert_states(machine, LEFT_THERE, RIGHT_THERE);
        sfsm_machine_release(machine);
    }
}

static void the_callbacks_of_a_plan_are_shown_the_same(void **state) {
    (void)state;
    for (int has_guards = 0; has_guards <= 1; has_guards++) {
        trace trace = {.length = 0};
        sfsm_machine *const machine = showing_machine(has_guards != 0, &trace);
        sfsm_plan plan;
        assert_status(plan_event(machine, GO, &plan), SFSM_TRANSITIONED);
        assert_int_equal(plan.callback_count, 6);
        assert_int_equal(plan.commit_index, 4);
        assert_status(perform_plan(machine, &plan), SFSM_TRANSITIONED);
        assert_trace(&trace, calls_of_both);
        sfsm_machine_release(machine);
    }
}

static void hooks_are_shown_the_row_that_was_found_first(void **state) {
    (void)state;
    for (int has_guards = 0; has_guards <= 1; has_guards++) {
        trace trace = {.length = 0};
        sfsm_machine *const machine = showing_machine(has_guards != 0, &trace);
        assert_status(sfsm_machine_on_step(machine, show, "hook", NULL), SFSM_OK);
        assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
        assert_non_null(strstr(trace.text, "enter: row 2, 5 to 6, hook: row 1, 2 to 3"));
        sfsm_machine_release(machine);
    }
}

enum { FIRST = 10, FIRST_LEAF, SECOND, SECOND_LEAF };

static void a_row_within_a_region_leaves_the_parents_of_its_source(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_state(builder, WORK, SFSM_PARALLEL, NULL), SFSM_OK);
    add_nested(builder, LEFT, 0, WORK, FIRST);
    add_nested(builder, FIRST, 0, LEFT, FIRST_LEAF);
    add_nested(builder, FIRST_LEAF, 0, FIRST, SFSM_NONE);
    add_nested(builder, SECOND, 0, LEFT, SECOND_LEAF);
    add_nested(builder, SECOND_LEAF, 0, SECOND, SFSM_NONE);
    add_nested(builder, RIGHT, 0, WORK, SFSM_NONE);
    row_from(builder, FIRST_LEAF, GO, SECOND_LEAF);
    row_from(builder, RIGHT, RETURN, SFSM_INTERNAL);
    sfsm_machine *const machine = machine_from(builder, WORK, NULL);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_states(machine, SECOND_LEAF, RIGHT);
    assert_true(sfsm_machine_in(machine, SECOND) && sfsm_machine_in(machine, LEFT) && sfsm_machine_in(machine, WORK));
    assert_false(sfsm_machine_in(machine, FIRST) || sfsm_machine_in(machine, FIRST_LEAF));
    sfsm_machine_release(machine);
}

/* Ids of events may be far apart; the region has the rows of the state with the lowest id, and of another. */
static void events_of_any_ids_reach_their_regions(void **state) {
    (void)state;
    enum { A, B, C, D, ALL, REGION };
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_state(builder, ALL, SFSM_PARALLEL, NULL), SFSM_OK);
    add_nested(builder, REGION, 0, ALL, A);
    for (int32_t leaf = A; leaf <= C; leaf++) {
        add_nested(builder, leaf, 0, REGION, SFSM_NONE);
    }
    add_nested(builder, D, 0, ALL, SFSM_NONE);
    row_from(builder, A, GO, B);
    row_from(builder, A, RETURN, C);
    row_from(builder, B, GO, A);
    row_from(builder, B, RETURN, SFSM_INTERNAL);
    row_from(builder, C, GO, A);
    sfsm_machine *const machine = machine_from(builder, ALL, NULL);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_states(machine, B, D);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_states(machine, A, D);
    assert_status(sfsm_machine_send(machine, RETURN), SFSM_TRANSITIONED);
    assert_states(machine, C, D);
    sfsm_machine_release(machine);
}

/* A row to the same state leaves nothing under SFSM_ON_CHANGE: its cycle callback is shown that row all the same. */
static void a_cycle_callback_is_shown_the_row_that_comes_back(void **state) {
    (void)state;
    for (int has_guards = 0; has_guards <= 1; has_guards++) {
        for (sfsm_entry_exit_policy policy = SFSM_ON_CHANGE; policy <= SFSM_ALWAYS; policy++) {
            trace trace = {.length = 0};
            sfsm_builder *const builder = sfsm_builder_create();
            assert_status(sfsm_builder_set_entry_exit_policy(builder, policy), SFSM_OK);
            assert_status(sfsm_builder_add_state(builder, WORK, SFSM_PARALLEL, NULL), SFSM_OK);
            add_nested(builder, LEFT, 0, WORK, LEFT_HERE);
            add_nested(builder, LEFT_HERE, 0, LEFT, SFSM_NONE);
            const size_t entered = add_nested(builder, LEFT_THERE, 0, LEFT, SFSM_NONE);
            add_nested(builder, RIGHT, 0, WORK, RIGHT_HERE);
            const size_t kept = add_nested(builder, RIGHT_HERE, 0, RIGHT, SFSM_NONE);
            assert_status(sfsm_builder_on_entry(builder, entered, show, "enter", NULL), SFSM_OK);
            assert_status(sfsm_builder_on_cycle(builder, kept, show, "cycle", NULL), SFSM_OK);
            const size_t rows[] = {row_from(builder, LEFT_HERE, GO, LEFT_THERE),
                                   row_from(builder, RIGHT_HERE, GO, SFSM_SAME)};
            for (size_t row = 0; has_guards && row < COUNT(rows); row++) {
                assert_status(sfsm_builder_add_guard(builder, rows[row], agree, NULL, NULL), SFSM_OK);
            }
            sfsm_machine *const machine = machine_from(builder, WORK, &trace);
            assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
            assert_trace(&trace, "enter: row 1, 2 to 3, cycle: row 2, 5 to 5");
            sfsm_machine_release(machine);
        }
    }
}

/* In an order with both behind the commit, all actions come before all entry callbacks. The row of STOP calls as its
 * actions what that of GO calls as an action and an entry callback. */
static void actions_of_all_regions_come_before_entry_callbacks(void **state) {
    (void)state;
    enum { STOP = GO + 1 };
    static const sfsm_phase order[] = {SFSM_PHASE_RESOLVE, SFSM_PHASE_EXIT, SFSM_PHASE_COMMIT, SFSM_PHASE_ACTIONS,
                                       SFSM_PHASE_ENTRY};
    static char left[] = "left", ring[] = "ring", right[] = "right";
    trace trace = {.length = 0};
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_set_phase_order(builder, order, COUNT(order)), SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, WORK, SFSM_PARALLEL, NULL), SFSM_OK);
    add_nested(builder, LEFT, 0, WORK, LEFT_HERE);
    add_nested(builder, LEFT_HERE, 0, LEFT, SFSM_NONE);
    const size_t there = add_nested(builder, LEFT_THERE, 0, LEFT, SFSM_NONE);
    assert_status(sfsm_builder_on_entry(builder, there, note, ring, NULL), SFSM_OK);
    add_nested(builder, RIGHT, 0, WORK, SFSM_NONE);
    const size_t go = row_from(builder, LEFT_HERE, GO, LEFT_THERE),
                 stop = row_from(builder, LEFT_HERE, STOP, SFSM_INTERNAL),
                 rows[] = {row_from(builder, RIGHT, GO, SFSM_INTERNAL), row_from(builder, RIGHT, STOP, SFSM_INTERNAL)};
    assert_status(sfsm_builder_add_action(builder, go, note, left, NULL), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, stop, note, left, NULL), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, stop, note, ring, NULL), SFSM_OK);
    for (size_t row = 0; row < COUNT(rows); row++) {
        assert_status(sfsm_builder_add_action(builder, rows[row], note, right, NULL), SFSM_OK);
    }
    sfsm_machine *const machine = machine_from(builder, WORK, &trace);
    assert_status(sfsm_machine_send(machine, STOP), SFSM_TRANSITIONED);
    assert_trace(&trace, "left, ring, right");
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_trace(&trace, "left, right, ring");
    sfsm_machine_release(machine);
}

static void each_cycle_callback_is_shown_its_own_row(void **state) {
    (void)state;
    trace trace = {.length = 0};
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_state(builder, WORK, SFSM_PARALLEL, NULL), SFSM_OK);
    for (int32_t region = LEFT; region <= RIGHT; region += RIGHT - LEFT) {
        add_nested(builder, region, 0, WORK, region + 1);
        const size_t kept = add_nested(builder, region + 1, 0, region, SFSM_NONE);
        assert_status(sfsm_builder_on_cycle(builder, kept, show, "cycle", NULL), SFSM_OK);
        assert_int_equal(row_from(builder, region + 1, GO, SFSM_SAME), region / 3 + 1);
    }
    sfsm_machine *const machine = machine_from(builder, WORK, &trace);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_trace(&trace, "cycle: row 1, 2 to 2, cycle: row 2, 5 to 5");
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_callback_is_shown_the_row_of_its_region),
        cmocka_unit_test(the_callbacks_of_a_plan_are_shown_the_same),
        cmocka_unit_test(hooks_are_shown_the_row_that_was_found_first),
        cmocka_unit_test(a_row_within_a_region_leaves_the_parents_of_its_source),
        cmocka_unit_test(events_of_any_ids_reach_their_regions),
        cmocka_unit_test(a_cycle_callback_is_shown_the_row_that_comes_back),
        cmocka_unit_test(actions_of_all_regions_come_before_entry_callbacks),
        cmocka_unit_test(each_cycle_callback_is_shown_its_own_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
