/* What building tells of timeouts: the places, and a sentence that says what to mend. */
#include "faults.h"

/* Opens a block of HOME in line 10, which has a timeout. */
static sfsm_builder *builder_with_timeout(int32_t event) {
    sfsm_builder *const builder = sound_builder();
    size_t block = 0;
    assert_status(sfsm_builder_add_state_at(builder, HOME, 0, "gate.c", 10, &block), SFSM_OK);
    assert_status(sfsm_builder_add_timeout(builder, block, 30, event), SFSM_OK);
    return builder;
}

static void an_event_that_a_row_takes(void **state) {
    (void)state;
    check_sound(builder_with_timeout(GO));
}

static void an_event_with_arguments(void **state) {
    (void)state;
    sfsm_builder *const builder = builder_with_timeout(GO);
    assert_status(sfsm_builder_add_event_at(builder, GO, "i32", "gate.c", 1), SFSM_OK);
    const sfsm_diagnostic fault = ONLY_FAULT(builder, SFSM_ARGUMENT_CONFLICT, "event GO is declared with the arguments",
                                             "a timeout of state HOME", "raise another event");
    assert_int_equal(fault.event, GO);
    assert_int_equal(fault.place_count, 2);
}

static void a_history(void **state) {
    (void)state;
    sfsm_builder *const builder = sound_builder();
    size_t home = 0, away = 0, history = 0;
    assert_status(sfsm_builder_add_state(builder, HOME, 0, &home), SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, AWAY, 0, &away), SFSM_OK);
    assert_status(sfsm_builder_nest(builder, away, HOME), SFSM_OK);
    assert_status(sfsm_builder_add_state_at(builder, END, SFSM_SHALLOW_HISTORY, "gate.c", 12, &history), SFSM_OK);
    assert_status(sfsm_builder_nest(builder, history, HOME), SFSM_OK);
    assert_status(sfsm_builder_add_timeout(builder, history, 30, GO), SFSM_OK);
    const sfsm_diagnostic fault = ONLY_FAULT(builder, SFSM_INVALID_HISTORY, "history END is never active",
                                             "has timeouts: give that to a state, or remove it");
    assert_int_equal(fault.state, END);
    assert_int_equal(fault.line, 12);
}

static void an_event_that_no_row_takes(void **state) {
    (void)state;
    sfsm_builder *const builder = builder_with_timeout(STAY);
    sfsm_diagnostics *const warnings = warnings_of(builder);
    assert_int_equal(sfsm_diagnostics_count(warnings), 1);
    const sfsm_diagnostic warning = diagnostic_at(warnings, 0);
    assert_int_equal(warning.kind, SFSM_UNUSED_EVENT);
    assert_int_equal(warning.severity, SFSM_WARNING);
    assert_int_equal(warning.event, STAY);
    assert_int_equal(warning.line, 10);
    assert_says(warning, "a timeout of state HOME raises event STAY, but no row takes it", "add a row");
    sfsm_diagnostics_release(warnings);
    sfsm_builder_release(builder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_that_a_row_takes),
        cmocka_unit_test(an_event_with_arguments),
        cmocka_unit_test(a_history),
        cmocka_unit_test(an_event_that_no_row_takes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
