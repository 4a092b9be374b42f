/* Chapter 5, superstates: their rows are those of each state that adopts them, under all policies, and come before its
 * own. */
#include "superstates.h"

/* The events of the journeys, beside those of faults.h. */
enum { REPEAT = 10, INSIDE, CHOOSE, OTHER };

/* The machine's context: where the resolver leads. */
typedef struct journey {
    trace trace;
    int32_t chosen;
} journey;

static int32_t choose(const sfsm_step *step, void *words) {
    journey *const journey = step->context;
    trace_note(&journey->trace, "%s", (const char *)words);
    return journey->chosen;
}

/* HOME and AWAY have nothing but callbacks of their own, and all of their rows from one superstate. */
static sfsm_machine *travel(int32_t guards, int32_t policy, int32_t initial, journey *journey) {
    static const struct { int32_t event, target; const char *words; } rows[] = {
        {GO, AWAY, "go"},          {STAY, SFSM_SAME, "stay"},        {REPEAT, HOME, "repeat"},
        {SFSM_ANY, HOME, "any"},   {INSIDE, SFSM_INTERNAL, "inside"}, {CHOOSE, SFSM_DYNAMIC, "act"},
    };
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t base = superstate_from(builder), home = state_from(builder, HOME), away = state_from(builder, AWAY);
    trace_block(builder, base, "BASE");
    trace_block(builder, home, "HOME");
    trace_block(builder, away, "AWAY");
    adopt(builder, home, base);
    adopt(builder, away, base);
    for (size_t index = 0; index < COUNT(rows); index++) {
        const sfsm_callback action = {note, (void *)rows[index].words, NULL};
        sfsm_row row = {.source = SFSM_NONE, .event = rows[index].event, .target = rows[index].target,
                        .actions = &action, .action_count = 1, .block = base};
        if (row.target == SFSM_DYNAMIC) {
            row.resolver = (sfsm_callback){choose, "choose", NULL};
        }
        assert_status(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
    }
    assert_status(sfsm_builder_set_guard_policy(builder, guards), SFSM_OK);
    assert_status(sfsm_builder_set_entry_exit_policy(builder, policy), SFSM_OK);
    return machine_from(builder, initial, journey);
}

typedef struct leg {
    int32_t from, event, chosen, to;
    const char *on_change, *always;
} leg;

static void rows_of_every_kind_of_target_are_those_of_each_state_under_all_policies(void **state) {
    (void)state;
    static const leg legs[] = {
        {HOME, GO, 0, AWAY, "exit BASE, exit HOME, go, entry BASE, entry AWAY",
         "exit BASE, exit HOME, go, entry BASE, entry AWAY"},
        {AWAY, GO, 0, AWAY, "go, cycle BASE, cycle AWAY",
         "exit BASE, exit AWAY, go, entry BASE, entry AWAY, cycle BASE, cycle AWAY"},
        {HOME, STAY, 0, HOME, "stay, cycle BASE, cycle HOME",
         "exit BASE, exit HOME, stay, entry BASE, entry HOME, cycle BASE, cycle HOME"},
        {AWAY, STAY, 0, AWAY, "stay, cycle BASE, cycle AWAY",
         "exit BASE, exit AWAY, stay, entry BASE, entry AWAY, cycle BASE, cycle AWAY"},
        {HOME, REPEAT, 0, HOME, "repeat, cycle BASE, cycle HOME",
         "exit BASE, exit HOME, repeat, entry BASE, entry HOME, cycle BASE, cycle HOME"},
        {AWAY, REPEAT, 0, HOME, "exit BASE, exit AWAY, repeat, entry BASE, entry HOME",
         "exit BASE, exit AWAY, repeat, entry BASE, entry HOME"},
        {AWAY, INSIDE, 0, AWAY, "inside", "inside"},
        {HOME, CHOOSE, AWAY, AWAY, "choose, exit BASE, exit HOME, act, entry BASE, entry AWAY",
         "choose, exit BASE, exit HOME, act, entry BASE, entry AWAY"},
        {AWAY, CHOOSE, AWAY, AWAY, "choose, act, cycle BASE, cycle AWAY",
         "choose, exit BASE, exit AWAY, act, entry BASE, entry AWAY, cycle BASE, cycle AWAY"},
        {AWAY, OTHER, 0, HOME, "exit BASE, exit AWAY, any, entry BASE, entry HOME",
         "exit BASE, exit AWAY, any, entry BASE, entry HOME"},
    };
    static const int32_t guards[] = {SFSM_EXCLUSIVE, SFSM_FIRST_MATCH};
    static const int32_t policies[] = {SFSM_ON_CHANGE, SFSM_ALWAYS};
    for (size_t index = 0; index < COUNT(legs) * COUNT(guards) * COUNT(policies); index++) {
        const leg *const leg = &legs[index / 4];
        const int32_t policy = policies[index % 2];
        journey journey = {{{0}, 0}, leg->chosen};
        sfsm_machine *const machine = travel(guards[index / 2 % 2], policy, leg->from, &journey);
        assert_status(sfsm_machine_send(machine, leg->event), SFSM_TRANSITIONED);
        assert_int_equal(sfsm_machine_state(machine), leg->to);
        assert_trace(&journey.trace, policy == SFSM_ALWAYS ? leg->always : leg->on_change);
        sfsm_machine_release(machine);
    }
}

static void inherited_rows_can_be_probed_and_are_permitted(void **state) {
    (void)state;
    journey journey = {{{0}, 0}, AWAY};
    sfsm_machine *const machine = travel(SFSM_EXCLUSIVE, SFSM_ON_CHANGE, HOME, &journey);
    int32_t target = 0, events[8];
    size_t count = 0;
    assert_status(sfsm_machine_probe(machine, MESSAGE(GO), &target), SFSM_TRANSITIONED);
    assert_int_equal(target, AWAY);
    assert_status(sfsm_machine_permitted(machine, NULL, 0, events, COUNT(events), &count), SFSM_OK);
    static const int32_t expected[] = {GO, STAY, REPEAT, INSIDE, CHOOSE};
    assert_int_equal(count, COUNT(expected));
    assert_memory_equal(events, expected, sizeof expected);
    sfsm_machine_release(machine);
}

static void only_the_states_that_adopt_a_superstate_have_its_rows(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    const size_t base = superstate_from(builder), home = state_from(builder, HOME);
    adopt(builder, home, base);
    add_row_to(builder, base, SFSM_NONE, STAY, SFSM_SAME, 5);
    sfsm_table *const table = table_from(builder);
    assert_int_equal(sfsm_table_state_count(table), 2); /* a superstate is none */
    sfsm_machine *const machine = machine_over(table, HOME, NULL);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_set_state(machine, AWAY), SFSM_OK);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_UNHANDLED);
    sfsm_machine_release(machine);
    sfsm_table_release(table);
}

static void under_first_match_rows_are_tried_in_the_same_order(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    const size_t home = state_from(builder, HOME);
    add_traced_row(builder, home, HOME, STAY, SFSM_SAME, 0, note_no, "HOME");
    const size_t side = superstate_from(builder), middle = superstate_from(builder), base = superstate_from(builder);
    add_traced_row(builder, side, SFSM_NONE, STAY, SFSM_SAME, 0, note_no, "SIDE 1");
    add_traced_row(builder, middle, SFSM_NONE, STAY, SFSM_SAME, 0, note_no, "MIDDLE");
    add_traced_row(builder, base, SFSM_NONE, STAY, SFSM_SAME, 0, note_no, "BASE");
    add_traced_row(builder, side, SFSM_NONE, STAY, AWAY, 0, note_no, "SIDE 2");
    adopt(builder, home, middle);
    adopt(builder, home, side);
    adopt(builder, middle, base);
    add_traced_row(builder, 0, HOME, STAY, AWAY, 0, note_yes, "late");
    assert_status(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
    assert_trace(&trace, "BASE, MIDDLE, SIDE 1, SIDE 2, HOME, late, late"); /* its guard, then its action */
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    sfsm_machine_release(machine);
}

static void inherited_rows_have_the_precedence_of_the_states_own(void **state) {
    (void)state;
    static const int32_t guards[] = {SFSM_EXCLUSIVE, SFSM_FIRST_MATCH};
    for (size_t index = 0; index < COUNT(guards); index++) {
        trace trace = {{0}, 0};
        sfsm_builder *const builder = sfsm_builder_create();
        const size_t base = superstate_from(builder), home = state_from(builder, HOME);
        adopt(builder, home, base);
        add_traced_row(builder, 0, SFSM_ANY, GO, SFSM_SAME, 0, NULL, "(any, GO)");
        add_traced_row(builder, 0, SFSM_ANY, STAY, SFSM_SAME, 0, NULL, "(any, STAY)");
        add_traced_row(builder, 0, SFSM_ANY, SFSM_ANY, SFSM_SAME, 0, NULL, "(any, any)");
        add_traced_row(builder, base, SFSM_NONE, SFSM_ANY, SFSM_SAME, 0, NULL, "(BASE, any)");
        add_traced_row(builder, base, SFSM_NONE, GO, SFSM_SAME, 0, NULL, "(BASE, GO)");
        add_traced_row(builder, home, HOME, BACK, SFSM_SAME, 0, NULL, "(HOME, BACK)");
        assert_status(sfsm_builder_set_guard_policy(builder, guards[index]), SFSM_OK);
        sfsm_machine *const machine = machine_from(builder, HOME, &trace);
        assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
        assert_trace(&trace, "(BASE, GO)");
        assert_status(sfsm_machine_send(machine, BACK), SFSM_TRANSITIONED);
        assert_trace(&trace, "(HOME, BACK)");
        assert_status(sfsm_machine_send(machine, STAY), SFSM_TRANSITIONED);
        assert_trace(&trace, "(BASE, any)");
        sfsm_machine_release(machine);
    }
}

static void guards_of_inherited_rows_refuse_in_each_state(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    sfsm_builder *const builder = sound_builder();
    const size_t base = superstate_from(builder);
    adopt(builder, state_from(builder, HOME), base);
    adopt(builder, state_from(builder, AWAY), base);
    add_traced_row(builder, base, SFSM_NONE, STAY, HOME, 0, note_no, "no");
    sfsm_machine *const machine = machine_from(builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_REFUSED);
    assert_status(sfsm_machine_set_state(machine, AWAY), SFSM_OK);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_REFUSED);
    assert_trace(&trace, "no, no");
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_every_kind_of_target_are_those_of_each_state_under_all_policies),
        cmocka_unit_test(inherited_rows_can_be_probed_and_are_permitted),
        cmocka_unit_test(only_the_states_that_adopt_a_superstate_have_its_rows),
        cmocka_unit_test(under_first_match_rows_are_tried_in_the_same_order),
        cmocka_unit_test(inherited_rows_have_the_precedence_of_the_states_own),
        cmocka_unit_test(guards_of_inherited_rows_refuse_in_each_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
