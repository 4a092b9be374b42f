/* Chapter 6, what can be wrong with SFSM_OVERRIDING: nothing to override, or rows that come too late for it. */
#include "superstates.h"

static void there_must_be_a_row_to_override(void **state) {
    (void)state;
    /* Nothing is inherited; something is, but for another event; or only the same block has a row. */
    for (int way = 0; way < 3; way++) {
        const home_blocks own = blocks_of_home();
        if (way > 0) {
            const size_t base = superstate_from(own.builder);
            adopt(own.builder, own.home, base);
            add_row_to(own.builder, base, SFSM_NONE, BACK, SFSM_SAME, 7);
        }
        if (way == 2) {
            assert_status(sfsm_builder_set_guard_policy(own.builder, SFSM_FIRST_MATCH), SFSM_OK);
            add_row_to(own.builder, own.home, HOME, STAY, AWAY, 6);
        }
        add_overriding_row(own.builder, own.home, HOME, STAY, SFSM_INTERNAL, 8);
        const sfsm_diagnostic fault =
            ONLY_FAULT(own.builder, SFSM_NOTHING_TO_OVERRIDE, "HOME", "STAY", "override", "no other block", "adopt");
        assert_int_equal(fault.state, HOME);
        assert_int_equal(fault.event, STAY);
        assert_int_equal(fault.target, SFSM_INTERNAL);
        assert_int_equal(fault.line, 8);
        assert_int_equal(fault.place_count, 1);
    }
}

static void what_comes_after_cannot_be_overridden(void **state) {
    (void)state;
    /* The superstates in the wrong order, and then with something before that is overridden rightly. */
    for (int has_former = 0; has_former < 2; has_former++) {
        const home_blocks own = blocks_of_home();
        const size_t former = superstate_from(own.builder), base = superstate_from(own.builder);
        const size_t later = superstate_from(own.builder);
        add_row_to(own.builder, former, SFSM_NONE, has_former ? STAY : BACK, SFSM_SAME, 6);
        add_overriding_row(own.builder, base, SFSM_NONE, STAY, AWAY, 7);
        add_row_to(own.builder, later, SFSM_NONE, STAY, AWAY, 8);
        add_row_to(own.builder, own.home, HOME, STAY, AWAY, 9);
        adopt(own.builder, own.home, former);
        adopt(own.builder, own.home, base);
        adopt(own.builder, own.home, later);
        sfsm_diagnostics *const faults = faults_of(own.builder);
        assert_int_equal(count_of_kind(faults, SFSM_NOTHING_TO_OVERRIDE), 0);
        assert_int_equal(count_of_kind(faults, SFSM_OVERRIDE_OUT_OF_ORDER), 1);
        size_t index = 0;
        while (diagnostic_at(faults, index).kind != SFSM_OVERRIDE_OUT_OF_ORDER) {
            index++;
        }
        const sfsm_diagnostic fault = diagnostic_at(faults, index);
        assert_int_equal(fault.severity, SFSM_ERROR);
        assert_int_equal(fault.state, HOME);
        assert_int_equal(fault.event, STAY);
        assert_int_equal(fault.target, AWAY);
        assert_int_equal(fault.place_count, 3); /* the overriding row first, then all that come too late */
        for (size_t place = 0; place < 3; place++) {
            check_place(faults, index, place, 7 + (int32_t)place);
        }
        assert_says(fault, "HOME", "STAY", "override", "after", "last");
        sfsm_diagnostics_release(faults);
        sfsm_builder_release(own.builder);
    }
}

static void a_row_that_comes_too_late_is_reported_once(void **state) {
    (void)state;
    static const int32_t targets[] = {AWAY, SFSM_SAME}; /* alike and unlike: neither a duplicate nor a clash as well */
    for (size_t index = 0; index < COUNT(targets); index++) {
        const home_blocks own = blocks_of_home();
        const size_t base = superstate_from(own.builder), later = superstate_from(own.builder);
        add_overriding_row(own.builder, base, SFSM_NONE, STAY, AWAY, 7);
        add_row_to(own.builder, later, SFSM_NONE, STAY, targets[index], 8);
        adopt(own.builder, own.home, base);
        adopt(own.builder, own.home, later);
        ONLY_FAULT(own.builder, SFSM_OVERRIDE_OUT_OF_ORDER, "HOME", "STAY");
    }
}

static void what_is_wrong_in_a_superstate_is_reported_once_whoever_adopts_it(void **state) {
    (void)state;
    enum { STATES = 50 };
    for (int is_out_of_order = 0; is_out_of_order < 2; is_out_of_order++) {
        const home_blocks own = blocks_of_home();
        const size_t base = superstate_from(own.builder), later = superstate_from(own.builder);
        add_overriding_row(own.builder, base, SFSM_NONE, STAY, AWAY, 7);
        add_row_to(own.builder, later, SFSM_NONE, is_out_of_order ? STAY : BACK, AWAY, 8);
        for (int32_t number = 0; number < STATES; number++) {
            const size_t block = state_from(own.builder, 100 + number);
            adopt(own.builder, block, base);
            adopt(own.builder, block, later);
        }
        sfsm_diagnostics *const faults = faults_of(own.builder);
        assert_int_equal(
            count_of_kind(faults, is_out_of_order ? SFSM_OVERRIDE_OUT_OF_ORDER : SFSM_NOTHING_TO_OVERRIDE), 1);
        sfsm_diagnostics_release(faults);
        sfsm_builder_release(own.builder);
    }
}

static void a_superstates_row_overrides_where_it_can_and_is_at_fault_where_it_cannot(void **state) {
    (void)state;
    const home_blocks own = blocks_of_home();
    const size_t base = superstate_from(own.builder), later = superstate_from(own.builder);
    add_row_to(own.builder, base, SFSM_NONE, STAY, AWAY, 7);
    add_overriding_row(own.builder, later, SFSM_NONE, STAY, SFSM_SAME, 8);
    adopt(own.builder, own.home, base);
    adopt(own.builder, own.home, later);
    adopt(own.builder, own.away, later); /* without base */
    const sfsm_diagnostic fault = ONLY_FAULT(own.builder, SFSM_NOTHING_TO_OVERRIDE, "AWAY", "STAY");
    assert_int_equal(fault.state, AWAY);
    assert_int_equal(fault.line, 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_must_be_a_row_to_override),
        cmocka_unit_test(what_comes_after_cannot_be_overridden),
        cmocka_unit_test(a_row_that_comes_too_late_is_reported_once),
        cmocka_unit_test(what_is_wrong_in_a_superstate_is_reported_once_whoever_adopts_it),
        cmocka_unit_test(a_superstates_row_overrides_where_it_can_and_is_at_fault_where_it_cannot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
