/* sfsm_step_state: which state's callback runs, with one function for all states. */
#include "charts.h"

#include <stdio.h>

/* Notes the state, under a word for what the function is registered as. */
static int32_t note_state(const sfsm_step *step, void *word) {
    const sfsm_id state = sfsm_step_state(step);
    if (state == SFSM_NONE) {
        trace_note(step->context, "%s none", (const char *)word);
    } else {
        trace_note(step->context, "%s %d", (const char *)word, state);
    }
    return 0;
}

static int32_t note_update(const sfsm_step *step, void *word) {
    note_state(step, word);
    return SFSM_NONE;
}

static int32_t note_guard(const sfsm_step *step, void *word) {
    note_state(step, word);
    return 1;
}

static void note_all(sfsm_builder *builder, size_t block) {
    static char words[][8] = {"in", "out", "again", "time"};
    assert_status(sfsm_builder_on_entry(builder, block, note_state, words[0], NULL), SFSM_OK);
    assert_status(sfsm_builder_on_exit(builder, block, note_state, words[1], NULL), SFSM_OK);
    assert_status(sfsm_builder_on_cycle(builder, block, note_state, words[2], NULL), SFSM_OK);
    assert_status(sfsm_builder_on_update(builder, block, note_update, words[3], NULL), SFSM_OK);
}

static void note_row(sfsm_builder *builder, size_t row) {
    static char words[][8] = {"do", "if"};
    assert_status(sfsm_builder_add_action(builder, row, note_state, words[0], NULL), SFSM_OK);
    if (row % 2 == 0) {
        assert_status(sfsm_builder_add_guard(builder, row, note_guard, words[1], NULL), SFSM_OK);
    }
}

/* A washing machine that notes everything. */
static sfsm_machine *noting_machine(trace *trace, bool is_observed) {
    static char words[][8] = {"first", "hook"};
    sfsm_builder *const builder = washing_builder();
    for (size_t block = 1; block <= washing_state_count; block++) {
        if ((washing_states[block - 1].flags & SFSM_SHALLOW_HISTORY) == 0) {
            note_all(builder, block);
        }
        if (washing_states[block - 1].target != SFSM_NONE || washing_states[block - 1].state == LAST) {
            assert_status(sfsm_builder_on_default(builder, block, note_state, words[0], NULL), SFSM_OK);
        }
    }
    if (is_observed) {
        assert_status(sfsm_builder_on_step(builder, note_state, words[1], NULL), SFSM_OK);
    }
    return machine_from(builder, IDLE, trace);
}

static void the_states_of_regions(void **state) {
    (void)state;
    trace trace = {.length = 0};
    sfsm_machine *const machine = noting_machine(&trace, false);
    assert_status(sfsm_machine_send(machine, START), SFSM_TRANSITIONED);
    assert_trace(&trace, "in 2, in 3, first 3, in 4, in 8, first 8, in 9");
    assert_status(sfsm_machine_update(machine, 1, NULL, NULL), SFSM_OK);
    assert_trace(&trace, "time 2, time 3, time 4, time 8, time 9");
    assert_status(sfsm_machine_send(machine, LOCK), SFSM_TRANSITIONED);
    assert_trace(&trace, "out 9, in 10, out 10, in 9");
    assert_status(sfsm_machine_send(machine, RESTART), SFSM_TRANSITIONED);
    assert_trace(&trace, "again 4");
    assert_status(sfsm_machine_send(machine, PAUSE), SFSM_TRANSITIONED);
    assert_trace(&trace, "out 9, out 8, out 4, out 3, out 2");
    assert_status(sfsm_machine_send(machine, PAUSE), SFSM_TRANSITIONED);
    assert_trace(&trace, "in 2, in 3, in 4, in 8, first 8, in 9");
    assert_status(sfsm_machine_stop(machine), SFSM_OK);
    assert_trace(&trace, "out 9, out 8, out 4, out 3, out 2");
    assert_status(sfsm_machine_start(machine, SFSM_LAST_STATE), SFSM_OK);
    assert_trace(&trace, "in 2, in 3, in 4, in 8, in 9");
    sfsm_machine_release(machine);
}

/* The calls of a plan, made by its host. */
static void perform(sfsm_machine *machine, sfsm_plan *plan) {
    sfsm_callback callback;
    int32_t next;
    while ((next = sfsm_plan_next(plan, &callback)) != SFSM_PLAN_END) {
        if (next == SFSM_PLAN_COMMIT) {
            assert_status(sfsm_machine_commit(machine, plan), SFSM_OK);
        } else {
            callback.function(plan->step, callback.context);
        }
    }
    assert_status(sfsm_machine_complete(machine, plan, 0), SFSM_TRANSITIONED);
}

static void the_states_of_a_plan(void **state) {
    (void)state;
    trace trace = {.length = 0};
    sfsm_machine *const machine = noting_machine(&trace, true);
    sfsm_plan plan = {.size = sizeof plan};
    assert_status(sfsm_machine_plan(machine, MESSAGE(START), &plan), SFSM_TRANSITIONED);
    perform(machine, &plan);
    assert_trace(&trace, "in 2, in 3, first 3, in 4, in 8, first 8, in 9, hook none");
    assert_status(sfsm_machine_run_pending(machine), SFSM_OK);
    assert_status(sfsm_machine_plan(machine, MESSAGE(PAUSE), &plan), SFSM_TRANSITIONED);
    perform(machine, &plan);
    assert_trace(&trace, "out 9, out 8, out 4, out 3, out 2, hook none");
    sfsm_machine_release(machine);
}

enum { OUTER = 1, INNER, OTHER, LEAF, SIDE };
enum { GO, BACK, TURN, STAY };

/* OUTER holds INNER and OTHER, INNER holds LEAF and SIDE: one leaf at a time, so that steps are as short as in a flat
 * definition. */
static sfsm_machine *nested_machine(trace *trace, sfsm_entry_exit_policy policy, bool is_observed) {
    static const sfsm_id parents[] = {SFSM_NONE, OUTER, OUTER, INNER, INNER};
    static char words[][8] = {"first", "hook"};
    sfsm_builder *const builder = sfsm_builder_create();
    for (int32_t state = OUTER; state <= SIDE; state++) {
        size_t block = 0;
        assert_status(sfsm_builder_add_state(builder, state, 0, &block), SFSM_OK);
        note_all(builder, block);
        if (parents[state - 1] != SFSM_NONE) {
            assert_status(sfsm_builder_nest(builder, block, parents[state - 1]), SFSM_OK);
        }
        if (state == OUTER || state == INNER) {
            assert_status(sfsm_builder_set_default(builder, block, state == OUTER ? INNER : LEAF), SFSM_OK);
            assert_status(sfsm_builder_on_default(builder, block, note_state, words[0], NULL), SFSM_OK);
        }
    }
    note_row(builder, row_from(builder, INNER, GO, OTHER));
    note_row(builder, row_from(builder, OTHER, BACK, INNER));
    note_row(builder, row_from(builder, LEAF, TURN, SIDE));
    note_row(builder, row_from(builder, SIDE, TURN, LEAF));
    note_row(builder, row_from(builder, LEAF, STAY, SFSM_SAME));
    assert_status(sfsm_builder_set_entry_exit_policy(builder, policy), SFSM_OK);
    if (is_observed) {
        assert_status(sfsm_builder_on_step(builder, note_state, words[1], NULL), SFSM_OK);
    }
    return machine_from(builder, OUTER, trace);
}

static void the_states_of_parents(void **state) {
    (void)state;
    for (int is_observed = 0; is_observed < 2; is_observed++) {
        const char *const hook = is_observed ? ", hook none" : "";
        char expected[128];
        trace trace = {.length = 0};
        sfsm_machine *const machine = nested_machine(&trace, SFSM_ON_CHANGE, is_observed);
        static const struct {
            int32_t event;
            const char *trace;
        } steps[] = {
            {GO, "out 4, out 2, do 4, in 3"},
            {BACK, "if 3, out 3, do 3, in 2, first 2, in 4"},
            {TURN, "out 4, do 4, in 5"},
            {TURN, "if 5, out 5, do 5, in 4"},
            {STAY, "do 4, again 4"},
        };
        for (size_t i = 0; i < COUNT(steps); i++) {
            assert_status(sfsm_machine_send(machine, steps[i].event), SFSM_TRANSITIONED);
            snprintf(expected, sizeof expected, "%s%s", steps[i].trace, hook);
            assert_trace(&trace, expected);
        }
        assert_int_equal(sfsm_machine_state(machine), LEAF);
        assert_true(sfsm_machine_in(machine, OUTER) && sfsm_machine_in(machine, INNER));
        sfsm_machine_release(machine);
    }
}

static void the_states_of_a_flat_definition(void **state) {
    (void)state;
    trace trace = {.length = 0};
    sfsm_builder *const builder = sfsm_builder_create();
    size_t block = 0;
    for (int32_t number = OUTER; number <= INNER; number++) {
        assert_status(sfsm_builder_add_state(builder, number, 0, &block), SFSM_OK);
        note_all(builder, block);
    }
    note_row(builder, row_from(builder, OUTER, GO, INNER));
    note_row(builder, row_from(builder, INNER, GO, OUTER));
    note_row(builder, row_from(builder, INNER, STAY, SFSM_SAME));
    sfsm_machine *const machine = machine_from(builder, SFSM_NONE, &trace);
    assert_status(sfsm_machine_start(machine, OUTER), SFSM_OK);
    assert_trace(&trace, "in 1");
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_trace(&trace, "out 1, do 1, in 2");
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    assert_trace(&trace, "do 2, again 2");
    assert_status(sfsm_machine_update(machine, 1, NULL, NULL), SFSM_OK);
    assert_trace(&trace, "time 2");
    assert_status(sfsm_machine_stop(machine), SFSM_OK);
    assert_trace(&trace, "out 2");
    assert_int_equal(sfsm_step_state(NULL), SFSM_NONE);
    sfsm_machine_release(machine);
}

/* OTHER has no callbacks: those that ran last are the exits of INNER and LEAF. */
static void the_state_of_actions_is_the_source(void **state) {
    (void)state;
    static const sfsm_id parents[] = {SFSM_NONE, OUTER, OUTER, INNER};
    trace trace = {.length = 0};
    sfsm_builder *const builder = sfsm_builder_create();
    for (int32_t number = OUTER; number <= LEAF; number++) {
        size_t block = 0;
        assert_status(sfsm_builder_add_state(builder, number, 0, &block), SFSM_OK);
        if (parents[number - 1] != SFSM_NONE) {
            assert_status(sfsm_builder_nest(builder, block, parents[number - 1]), SFSM_OK);
        }
        if (number == OUTER || number == INNER) {
            assert_status(sfsm_builder_set_default(builder, block, number == OUTER ? INNER : LEAF), SFSM_OK);
        }
        if (number == INNER || number == LEAF) {
            assert_status(sfsm_builder_on_exit(builder, block, note_state, "out", NULL), SFSM_OK);
        }
    }
    row_from(builder, INNER, GO, OTHER);
    const size_t stay = row_from(builder, OTHER, STAY, SFSM_INTERNAL);
    assert_status(sfsm_builder_add_action(builder, stay, note_state, "do", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, stay, note_state, "do", NULL), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, OUTER, &trace);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_trace(&trace, "out 4, out 2");
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    assert_trace(&trace, "do 3, do 3");
    sfsm_machine_release(machine);
}

/* The parent of the source is left with a callback, the source without one. */
static void the_state_of_a_single_exit_may_be_a_parent(void **state) {
    (void)state;
    trace trace = {.length = 0};
    sfsm_builder *const builder = sfsm_builder_create();
    size_t outer = 0, leaf = 0;
    assert_status(sfsm_builder_add_state(builder, OUTER, 0, &outer), SFSM_OK);
    assert_status(sfsm_builder_on_exit(builder, outer, note_state, "out", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, LEAF, 0, &leaf), SFSM_OK);
    assert_status(sfsm_builder_nest(builder, leaf, OUTER), SFSM_OK);
    row_from(builder, LEAF, GO, OTHER);
    row_from(builder, OTHER, BACK, OUTER);
    sfsm_machine *const machine = machine_from(builder, OUTER, &trace);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_trace(&trace, "out 1");
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_states_of_regions),
        cmocka_unit_test(the_states_of_a_plan),
        cmocka_unit_test(the_states_of_parents),
        cmocka_unit_test(the_states_of_a_flat_definition),
        cmocka_unit_test(the_state_of_actions_is_the_source),
        cmocka_unit_test(the_state_of_a_single_exit_may_be_a_parent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
