/* Chapter 6: reserved ids without a word of their own, which no document can say, wherever a definition names an id. */
#include "faults.h"
#include "support.h"

/* The sixteen lowest ids, but for those that mean something; and the two ends of these. */
static const sfsm_id reserved[] = {SFSM_ANY + 11, SFSM_ANY + 12, SFSM_ANY + 14, SFSM_FIRST_ID - 1};

/* The one fault is that of the reserved id, in line 7. */
static sfsm_diagnostic fault_of(sfsm_builder *builder) {
    const sfsm_diagnostic fault = ONLY_FAULT(builder, SFSM_RESERVED_ID_USED, "reserved");
    assert_int_equal(fault.line, 7);
    return fault;
}

static void a_reserved_source(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(reserved); i++) {
        sfsm_builder *const builder = sound_builder();
        add_row(builder, reserved[i], STAY, HOME, 7);
        assert_int_equal(fault_of(builder).state, reserved[i]);
    }
}

static void a_reserved_event(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(reserved); i++) {
        sfsm_builder *const builder = sound_builder();
        add_row(builder, HOME, reserved[i], HOME, 7);
        assert_int_equal(fault_of(builder).event, reserved[i]);
    }
}

static void a_reserved_target(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(reserved); i++) {
        sfsm_builder *const builder = sound_builder();
        add_row(builder, HOME, STAY, reserved[i], 7);
        assert_int_equal(fault_of(builder).target, reserved[i]);
    }
}

static void a_reserved_initial_state(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(reserved); i++) {
        sfsm_builder *const builder = sound_builder();
        assert_status(sfsm_builder_set_initial_at(builder, reserved[i], "gate.c", 7), SFSM_OK);
        assert_int_equal(fault_of(builder).state, reserved[i]);
    }
}

static void a_reserved_state_of_a_block(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(reserved); i++) {
        sfsm_builder *const builder = sound_builder();
        assert_status(sfsm_builder_add_state_at(builder, reserved[i], SFSM_FINAL, "gate.c", 7, NULL), SFSM_OK);
        assert_int_equal(fault_of(builder).state, reserved[i]);
    }
}

static void the_lowest_id_of_ones_own_is_none(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    add_row(builder, SFSM_FIRST_ID, SFSM_FIRST_ID, SFSM_FIRST_ID, 7);
    check_sound(builder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reserved_source),
        cmocka_unit_test(a_reserved_event),
        cmocka_unit_test(a_reserved_target),
        cmocka_unit_test(a_reserved_initial_state),
        cmocka_unit_test(a_reserved_state_of_a_block),
        cmocka_unit_test(the_lowest_id_of_ones_own_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
