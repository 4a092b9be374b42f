/*
 * A call of the builder that is a mistake adds nothing. The next build reports the first such call, the one after does
 * not.
 */
#include "faults.h"
#include "support.h"

enum { LOCKED, UNLOCKED };
enum { COIN, PASS };
enum { WEATHER };

static sfsm_builder *sound(void) {
    sfsm_builder *const builder = sfsm_builder_create();
    row_from(builder, LOCKED, COIN, UNLOCKED);
    row_from(builder, UNLOCKED, PASS, LOCKED);
    return builder;
}

/* The build tells of just this call, once. */
static void check_reported(sfsm_builder *builder, const char *function, const char *reason) {
    sfsm_diagnostics *const faults = faults_of(builder);
    assert_int_equal(sfsm_diagnostics_count(faults), 1);
    const sfsm_diagnostic fault = diagnostic_at(faults, 0);
    assert_int_equal(fault.kind, SFSM_REJECTED_CALL);
    assert_int_equal(fault.severity, SFSM_ERROR);
    assert_says(fault, function, reason);
    sfsm_diagnostics_release(faults);
    sfsm_table_release(table_from(builder));
}

#define REJECTED(call, status, function, reason)                                                                      \
    do {                                                                                                              \
        sfsm_builder *const builder = sound();                                                                        \
        assert_status(call, status);                                                                                  \
        check_reported(builder, function, reason);                                                                    \
    } while (0)

static int32_t nothing(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

static void rows(void **state) {
    (void)state;
    const sfsm_row unknown_block = {.source = LOCKED, .event = PASS, .target = LOCKED, .block = 9};
    const char *const name = "sfsm_builder_add_rows";
    REJECTED(sfsm_builder_add_rows(builder, &unknown_block, 1), SFSM_OUT_OF_RANGE, name, "no such row or block");
    REJECTED(sfsm_builder_add_rows(builder, NULL, 1), SFSM_NULL_POINTER, name, "NULL");
    REJECTED(sfsm_builder_add_rows_at(builder, &unknown_block, 1, 3, NULL, 0), SFSM_BAD_SIZE, name, "size");
    REJECTED(sfsm_builder_add_guard(builder, 3, nothing, NULL, NULL), SFSM_OUT_OF_RANGE, "sfsm_builder_add_guard",
             "no such row");
    REJECTED(sfsm_builder_add_action(builder, 1, NULL, NULL, NULL), SFSM_NULL_POINTER, "sfsm_builder_add_action", "NULL");
    REJECTED(sfsm_builder_set_resolver(builder, 3, nothing, NULL, NULL), SFSM_OUT_OF_RANGE, "sfsm_builder_set_resolver",
             "no such row");
}

static void blocks(void **state) {
    (void)state;
    REJECTED(sfsm_builder_add_state(builder, LOCKED, 16, NULL), SFSM_BAD_VALUE, "sfsm_builder_add_state", "values");
    REJECTED(sfsm_builder_adopt(builder, 1, 2), SFSM_OUT_OF_RANGE, "sfsm_builder_adopt", "block");
    REJECTED(sfsm_builder_on_entry(builder, 1, nothing, NULL, NULL), SFSM_OUT_OF_RANGE, "sfsm_builder_on_entry",
             "block");
    REJECTED(sfsm_builder_on_exit(builder, 1, nothing, NULL, NULL), SFSM_OUT_OF_RANGE, "sfsm_builder_on_exit", "block");
    REJECTED(sfsm_builder_on_cycle(builder, 1, nothing, NULL, NULL), SFSM_OUT_OF_RANGE, "sfsm_builder_on_cycle",
             "block");
    REJECTED(sfsm_builder_on_update(builder, 1, nothing, NULL, NULL), SFSM_OUT_OF_RANGE, "sfsm_builder_on_update",
             "block");
}

static void events_and_predicate_types(void **state) {
    (void)state;
    const int32_t value = 0;
    const sfsm_name nameless = {LOCKED, NULL};
    const sfsm_name name = SFSM_NAME(LOCKED);
    REJECTED(sfsm_builder_add_event(builder, COIN, "int, str"), SFSM_BAD_SIGNATURE, "sfsm_builder_add_event", "types");
    REJECTED(sfsm_builder_add_event(builder, SFSM_ANY, "i32"), SFSM_RESERVED_ID, "sfsm_builder_add_event", "reserved");
    REJECTED(sfsm_builder_add_predicate(builder, WEATHER, 0), SFSM_BAD_VALUE, "sfsm_builder_add_predicate", "values");
    REJECTED(sfsm_builder_add_match(builder, 3, WEATHER, &value, 1), SFSM_OUT_OF_RANGE, "sfsm_builder_add_match", "row");
    REJECTED(sfsm_builder_set_provider(builder, WEATHER, nothing, NULL, NULL), SFSM_UNKNOWN_PREDICATE,
             "sfsm_builder_set_provider", "not declared");
    REJECTED(sfsm_builder_name_states(builder, &nameless, 1), SFSM_NULL_POINTER, "sfsm_builder_name_states", "NULL");
    REJECTED(sfsm_builder_name_events(builder, &name, (size_t)-1), SFSM_OUT_OF_RANGE, "sfsm_builder_name_events",
             "too large");
    REJECTED(sfsm_builder_name_predicates(builder, &nameless, 1), SFSM_NULL_POINTER, "sfsm_builder_name_predicates",
             "NULL");
    REJECTED(sfsm_builder_name_cases(builder, WEATHER, &name, 1), SFSM_UNKNOWN_PREDICATE, "sfsm_builder_name_cases",
             "not declared");
}

static void policies(void **state) {
    (void)state;
    const int32_t phases[] = {1, 2, 3, 4, 4};
    REJECTED(sfsm_builder_set_entry_exit_policy(builder, 7), SFSM_BAD_VALUE, "sfsm_builder_set_entry_exit_policy",
             "values");
    REJECTED(sfsm_builder_set_guard_policy(builder, 7), SFSM_BAD_VALUE, "sfsm_builder_set_guard_policy", "values");
    REJECTED(sfsm_builder_set_phase_order(builder, phases, 5), SFSM_BAD_VALUE, "sfsm_builder_set_phase_order",
             "values");
}

static void charts(void **state) {
    (void)state;
    REJECTED(sfsm_builder_nest(builder, 1, LOCKED), SFSM_OUT_OF_RANGE, "sfsm_builder_nest", "block");
    REJECTED(sfsm_builder_set_default(builder, 1, LOCKED), SFSM_OUT_OF_RANGE, "sfsm_builder_set_default", "block");
    REJECTED(sfsm_builder_on_done(builder, 1, COIN), SFSM_OUT_OF_RANGE, "sfsm_builder_on_done", "block");
    REJECTED(sfsm_builder_on_default(builder, 1, nothing, NULL, NULL), SFSM_OUT_OF_RANGE, "sfsm_builder_on_default",
             "block");
    REJECTED(sfsm_builder_add_target(builder, 1, SFSM_ANY), SFSM_RESERVED_ID, "sfsm_builder_add_target", "reserved");
    REJECTED(sfsm_builder_add_in_guard(builder, 3, LOCKED, true), SFSM_OUT_OF_RANGE, "sfsm_builder_add_in_guard",
             "no such row");
    REJECTED(sfsm_builder_add_raise(builder, 1, SFSM_ANY), SFSM_RESERVED_ID, "sfsm_builder_add_raise", "reserved");
    REJECTED(sfsm_builder_add_timeout(builder, 1, 10, COIN), SFSM_OUT_OF_RANGE, "sfsm_builder_add_timeout", "block");
}

static void the_first_one_with_its_place_among_other_errors(void **state) {
    (void)state;
    sfsm_builder *const builder = sound();
    assert_status(sfsm_builder_add_row_at(builder, LOCKED, PASS, 77, "gate.c", 30, NULL), SFSM_OK);
    assert_status(sfsm_builder_add_event_at(builder, COIN, "int", "gate.c", 12), SFSM_BAD_SIGNATURE);
    assert_status(sfsm_builder_add_event_at(builder, PASS, "long", "gate.c", 13), SFSM_BAD_SIGNATURE);
    sfsm_diagnostics *const faults = faults_of(builder);
    assert_int_equal(sfsm_diagnostics_count(faults), 2);
    const sfsm_diagnostic fault = diagnostic_at(faults, 0);
    assert_int_equal(fault.kind, SFSM_REJECTED_CALL);
    assert_string_equal(fault.file, "gate.c");
    assert_int_equal(fault.line, 12);
    assert_int_equal(diagnostic_at(faults, 1).kind, SFSM_UNKNOWN_TARGET);
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows),
        cmocka_unit_test(blocks),
        cmocka_unit_test(events_and_predicate_types),
        cmocka_unit_test(policies),
        cmocka_unit_test(charts),
        cmocka_unit_test(the_first_one_with_its_place_among_other_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
