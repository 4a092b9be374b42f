/* Chapter 5, SFSM_OVERRIDING with guards: what is replaced stays so, whatever the guards say, under both policies. */
#include "superstates.h"

static const int32_t policies[] = {SFSM_EXCLUSIVE, SFSM_FIRST_MATCH};

static void under_first_match_rows_of_the_same_block_are_kept_and_those_of_others_go(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    const home_blocks own = blocks_of_home();
    const size_t base = superstate_from(own.builder);
    adopt(own.builder, own.home, base);
    add_traced_row(own.builder, base, SFSM_NONE, STAY, AWAY, 0, note_yes, "BASE 1");
    add_traced_row(own.builder, base, SFSM_NONE, STAY, AWAY, 0, NULL, "BASE 2");
    add_traced_row(own.builder, own.home, HOME, STAY, SFSM_SAME, 0, note_no, "HOME 1");
    add_traced_row(own.builder, own.home, HOME, STAY, SFSM_SAME, SFSM_OVERRIDING, note_no, "HOME 2");
    add_traced_row(own.builder, own.home, HOME, STAY, SFSM_SAME, 0, note_no, "HOME 3");
    assert_status(sfsm_builder_set_guard_policy(own.builder, SFSM_FIRST_MATCH), SFSM_OK);
    sfsm_machine *const machine = machine_from(own.builder, HOME, &trace);
    assert_status(sfsm_machine_send(machine, STAY), SFSM_REFUSED);
    assert_trace(&trace, "HOME 1, HOME 2, HOME 3");
    sfsm_machine_release(machine);
}

static void a_guard_of_the_overriding_row_that_says_no_does_not_bring_the_others_back(void **state) {
    (void)state;
    for (size_t index = 0; index < COUNT(policies); index++) {
        trace trace = {{0}, 0};
        const home_blocks own = blocks_of_home();
        const size_t base = superstate_from(own.builder);
        adopt(own.builder, own.home, base);
        add_traced_row(own.builder, base, SFSM_NONE, STAY, AWAY, 0, NULL, "BASE");
        add_traced_row(own.builder, own.home, HOME, STAY, SFSM_SAME, SFSM_OVERRIDING, note_no, "HOME");
        assert_status(sfsm_builder_set_guard_policy(own.builder, policies[index]), SFSM_OK);
        sfsm_machine *const machine = machine_from(own.builder, HOME, &trace);
        assert_status(sfsm_machine_send(machine, STAY), SFSM_REFUSED);
        assert_trace(&trace, "HOME");
        assert_int_equal(sfsm_machine_state(machine), HOME);
        sfsm_machine_release(machine);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(under_first_match_rows_of_the_same_block_are_kept_and_those_of_others_go),
        cmocka_unit_test(a_guard_of_the_overriding_row_that_says_no_does_not_bring_the_others_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
