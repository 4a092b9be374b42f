/* Chapter 5, state blocks: their numbers, their callbacks, the rows that belong to them; and when entry, exit and
 * cycle callbacks run under each policy. */
#include "support.h"

enum { HOME, AWAY, END };
enum { GO, RETURN, STAY, REPEAT, INSIDE, CHOOSE, FINISH, EVERYWHERE };

static void blocks_count_from_one_up(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t expected = 1; expected <= 4; expected++) {
        size_t block = 0;
        assert_status(sfsm_builder_add_state(builder, HOME, SFSM_FINAL, &block), SFSM_OK);
        assert_int_equal(block, expected);
    }
    sfsm_builder_release(builder);
}

static void a_state_that_is_only_a_target_is_declared_by_a_block(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    size_t block = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    row_from(builder, HOME, GO, AWAY);
    row_from(builder, HOME, FINISH, END);
    assert_status(sfsm_builder_add_state(builder, END, SFSM_FINAL, NULL), SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, AWAY, 0, &block), SFSM_OK);
    assert_status(sfsm_builder_on_entry(builder, block, note, "entry AWAY", NULL), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    assert_int_equal(sfsm_table_state_count(table), 3);
    sfsm_machine *const machine = machine_over(table, HOME, &trace);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_trace(&trace, "entry AWAY");
    assert_status(sfsm_machine_set_state(machine, HOME), SFSM_OK);
    assert_status(sfsm_machine_send(machine, FINISH), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), END);
    sfsm_machine_release(machine);
    sfsm_table_release(table);
}

/* Two states with every kind of row; a resolver that takes the machine to where `chosen` says. */
typedef struct journey {
    trace trace;
    int32_t chosen;
} journey;

static int32_t choose(const sfsm_step *step, void *words) {
    journey *const journey = step->context;
    trace_note(&journey->trace, "%s", (const char *)words);
    return journey->chosen;
}

static sfsm_machine *travel(int32_t policy, journey *journey) {
    static const struct { int32_t source, event, target; const char *words; } rows[] = {
        {HOME, GO, AWAY, "go"},         {AWAY, RETURN, HOME, "return"},           {HOME, STAY, SFSM_SAME, "stay"},
        {HOME, REPEAT, HOME, "repeat"}, {HOME, INSIDE, SFSM_INTERNAL, "inside"},  {HOME, CHOOSE, SFSM_DYNAMIC, "act"},
        {SFSM_ANY, EVERYWHERE, HOME, "everywhere"},
    };
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t index = 0; index < COUNT(rows); index++) {
        const size_t row = row_from(builder, rows[index].source, rows[index].event, rows[index].target);
        assert_status(sfsm_builder_add_action(builder, row, note, (void *)rows[index].words, NULL), SFSM_OK);
        if (rows[index].target == SFSM_DYNAMIC) {
            assert_status(sfsm_builder_set_resolver(builder, row, choose, "choose", NULL), SFSM_OK);
        }
    }
    trace_state(builder, HOME);
    trace_state(builder, AWAY);
    assert_status(sfsm_builder_set_entry_exit_policy(builder, policy), SFSM_OK);
    return machine_from(builder, HOME, journey);
}

static void check_journey(int32_t policy, int32_t event, int32_t chosen, int32_t arrival, const char *expected) {
    journey journey = {{{0}, 0}, chosen};
    sfsm_machine *const machine = travel(policy, &journey);
    assert_status(sfsm_machine_send(machine, event), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), arrival);
    assert_trace(&journey.trace, expected);
    sfsm_machine_release(machine);
}

static void on_change_entry_and_exit_run_only_if_the_state_changes(void **state) {
    (void)state;
    check_journey(SFSM_ON_CHANGE, GO, 0, AWAY, "exit HOME, go, entry AWAY");
    check_journey(SFSM_ON_CHANGE, STAY, 0, HOME, "stay, cycle HOME");
    check_journey(SFSM_ON_CHANGE, REPEAT, 0, HOME, "repeat, cycle HOME");
    check_journey(SFSM_ON_CHANGE, EVERYWHERE, 0, HOME, "everywhere, cycle HOME");
    check_journey(SFSM_ON_CHANGE, INSIDE, 0, HOME, "inside");
    check_journey(SFSM_ON_CHANGE, CHOOSE, AWAY, AWAY, "choose, exit HOME, act, entry AWAY");
    check_journey(SFSM_ON_CHANGE, CHOOSE, HOME, HOME, "choose, act, cycle HOME");
}

static void always_they_run_also_if_the_state_stays_but_never_for_an_internal_row(void **state) {
    (void)state;
    check_journey(SFSM_ALWAYS, GO, 0, AWAY, "exit HOME, go, entry AWAY");
    check_journey(SFSM_ALWAYS, STAY, 0, HOME, "exit HOME, stay, entry HOME, cycle HOME");
    check_journey(SFSM_ALWAYS, REPEAT, 0, HOME, "exit HOME, repeat, entry HOME, cycle HOME");
    check_journey(SFSM_ALWAYS, EVERYWHERE, 0, HOME, "exit HOME, everywhere, entry HOME, cycle HOME");
    check_journey(SFSM_ALWAYS, INSIDE, 0, HOME, "inside");
    check_journey(SFSM_ALWAYS, CHOOSE, AWAY, AWAY, "choose, exit HOME, act, entry AWAY");
    check_journey(SFSM_ALWAYS, CHOOSE, HOME, HOME, "choose, exit HOME, act, entry HOME, cycle HOME");
}

static void on_change_is_the_default(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sfsm_builder_create();
    row_from(builder, HOME, STAY, SFSM_SAME);
    trace_state(builder, HOME);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    assert_trace(&trace, "cycle HOME");
    sfsm_machine_release(machine);
}

static void the_policy_set_last_counts(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sfsm_builder_create();
    row_from(builder, HOME, STAY, SFSM_SAME);
    trace_state(builder, HOME);
    assert_status(sfsm_builder_set_entry_exit_policy(builder, SFSM_ON_CHANGE), SFSM_OK);
    assert_status(sfsm_builder_set_entry_exit_policy(builder, SFSM_ALWAYS), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    assert_trace(&trace, "exit HOME, entry HOME, cycle HOME");
    sfsm_machine_release(machine);
}

static void callbacks_of_several_blocks_add_up_in_order(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    size_t first = 0, second = 0, away = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_state(builder, HOME, 0, &first), SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, AWAY, 0, &away), SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, HOME, 0, &second), SFSM_OK);
    assert_status(sfsm_builder_on_exit(builder, first, note, "exit 1", NULL), SFSM_OK);
    assert_status(sfsm_builder_on_exit(builder, first, note, "exit 2", NULL), SFSM_OK);
    assert_status(sfsm_builder_on_exit(builder, second, note, "exit 3", NULL), SFSM_OK);
    assert_status(sfsm_builder_on_entry(builder, first, note, "entry 1", NULL), SFSM_OK);
    assert_status(sfsm_builder_on_entry(builder, second, note, "entry 2", NULL), SFSM_OK);
    assert_status(sfsm_builder_on_entry(builder, second, note, "entry 3", NULL), SFSM_OK);
    assert_status(sfsm_builder_on_cycle(builder, first, note, "cycle 1", NULL), SFSM_OK);
    assert_status(sfsm_builder_on_cycle(builder, second, note, "cycle 2", NULL), SFSM_OK);
    assert_status(sfsm_builder_on_entry(builder, away, note, "entry AWAY", NULL), SFSM_OK);
    row_from(builder, HOME, GO, AWAY);
    row_from(builder, AWAY, RETURN, HOME);
    row_from(builder, HOME, STAY, SFSM_SAME);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_trace(&trace, "exit 1, exit 2, exit 3, entry AWAY");
    assert_status(sfsm_machine_send(machine, RETURN), SFSM_TRANSITIONED);
    assert_trace(&trace, "entry 1, entry 2, entry 3");
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    assert_trace(&trace, "cycle 1, cycle 2");
    sfsm_machine_release(machine);
}

static void a_row_may_name_its_block(void **state) {
    (void)state;
    size_t home = 0, away = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_state(builder, HOME, 0, &home), SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, AWAY, 0, &away), SFSM_OK);
    const sfsm_row rows[] = {
        {.source = HOME, .event = GO, .target = AWAY, .block = home},
        {.source = AWAY, .event = RETURN, .target = HOME, .block = away},
    };
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, NULL); /* a row in each: no block is empty */
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send(machine, RETURN), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static void a_final_state_may_have_rows_and_callbacks_too(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    size_t end = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    row_from(builder, HOME, FINISH, END);
    row_from(builder, END, RETURN, HOME);
    assert_status(sfsm_builder_add_state(builder, END, SFSM_FINAL, &end), SFSM_OK);
    assert_status(sfsm_builder_on_entry(builder, end, note, "entry END", NULL), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, FINISH), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send(machine, RETURN), SFSM_TRANSITIONED);
    assert_trace(&trace, "entry END");
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_count_from_one_up),
        cmocka_unit_test(a_state_that_is_only_a_target_is_declared_by_a_block),
        cmocka_unit_test(on_change_entry_and_exit_run_only_if_the_state_changes),
        cmocka_unit_test(always_they_run_also_if_the_state_stays_but_never_for_an_internal_row),
        cmocka_unit_test(on_change_is_the_default),
        cmocka_unit_test(the_policy_set_last_counts),
        cmocka_unit_test(callbacks_of_several_blocks_add_up_in_order),
        cmocka_unit_test(a_row_may_name_its_block),
        cmocka_unit_test(a_final_state_may_have_rows_and_callbacks_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
