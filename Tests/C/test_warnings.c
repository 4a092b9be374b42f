/* Chapter 6, warnings: told beside a table that is built all the same. */
#include "support.h"

enum { HOME = 10, AWAY = 20, ISLAND = 30, END = 40 };
enum { GO = 1, BACK = 2, STAY = 3 };

static void add(sfsm_builder *builder, int32_t source, int32_t event, int32_t target, int32_t line) {
    assert_status(sfsm_builder_add_row_at(builder, source, event, target, "gate.c", line, NULL), SFSM_OK);
}

static sfsm_builder *named_builder(void) {
    static const sfsm_name states[] = {SFSM_NAME(HOME), SFSM_NAME(AWAY), SFSM_NAME(ISLAND), SFSM_NAME(END)};
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_name_states(builder, states, COUNT(states)), SFSM_OK);
    add(builder, HOME, GO, AWAY, 1);
    add(builder, AWAY, BACK, HOME, 2);
    return builder;
}

static void check_no_warning(sfsm_builder *builder) {
    sfsm_diagnostics *const warnings = warnings_of(builder);
    assert_null(warnings);
    sfsm_builder_release(builder);
}

static void check_only_warning(sfsm_builder *builder, int32_t kind, int32_t state, const char *name,
                               const char *mending) {
    sfsm_diagnostics *const warnings = warnings_of(builder);
    assert_int_equal(sfsm_diagnostics_count(warnings), 1);
    const sfsm_diagnostic warning = diagnostic_at(warnings, 0);
    assert_int_equal(warning.kind, kind);
    assert_int_equal(warning.severity, SFSM_WARNING);
    assert_int_equal(warning.state, state);
    assert_int_equal(warning.event, SFSM_NONE);
    assert_int_equal(warning.target, SFSM_NONE);
    assert_says(warning, name, mending, "add");
    assert_non_null(strstr(sfsm_diagnostics_text(warnings), "warning: "));
    sfsm_diagnostics_release(warnings);
    sfsm_builder_release(builder);
}

static void an_event_that_has_a_name_and_no_row(void **state) {
    (void)state;
    static const sfsm_name events[] = {SFSM_NAME(GO), SFSM_NAME(STAY)};
    sfsm_builder *const builder = named_builder();
    assert_status(sfsm_builder_name_events(builder, events, COUNT(events)), SFSM_OK);
    sfsm_diagnostics *const warnings = warnings_of(builder);
    assert_int_equal(sfsm_diagnostics_count(warnings), 1);
    const sfsm_diagnostic warning = diagnostic_at(warnings, 0);
    assert_int_equal(warning.kind, SFSM_UNUSED_EVENT);
    assert_int_equal(warning.event, STAY);
    assert_int_equal(warning.place_count, 0);
    assert_says(warning, "STAY", "add a row", "remove");
    sfsm_diagnostics_release(warnings);
    sfsm_builder_release(builder);
}

/* The only warning of a definition: its row in line 9 is never taken. */
static void check_never_taken(sfsm_builder *builder) {
    sfsm_diagnostics *const warnings = warnings_of(builder);
    assert_int_equal(sfsm_diagnostics_count(warnings), 1);
    const sfsm_diagnostic warning = diagnostic_at(warnings, 0);
    assert_int_equal(warning.kind, SFSM_NEVER_TAKEN);
    assert_int_equal(warning.line, 9);
    assert_says(warning, "never taken", "before it", "remove");
    sfsm_diagnostics_release(warnings);
    sfsm_builder_release(builder);
}

static int32_t refuse(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

static void a_row_before_which_others_always_come(void **state) {
    (void)state;
    sfsm_builder *const hidden = named_builder(); /* each state has a row of its own */
    add(hidden, HOME, BACK, SFSM_SAME, 5);
    add(hidden, SFSM_ANY, BACK, HOME, 9);
    check_never_taken(hidden);

    sfsm_builder *const second = named_builder();
    assert_status(sfsm_builder_set_guard_policy(second, SFSM_FIRST_MATCH), SFSM_OK);
    add(second, HOME, GO, HOME, 9);
    check_never_taken(second);
}

static void rows_that_guards_may_let_through_are_taken(void **state) {
    (void)state;
    sfsm_builder *const builder = named_builder();
    size_t row = 0;
    assert_status(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH), SFSM_OK);
    assert_status(sfsm_builder_add_row_at(builder, HOME, STAY, AWAY, "gate.c", 8, &row), SFSM_OK);
    assert_status(sfsm_builder_add_guard(builder, row, refuse, NULL, NULL), SFSM_OK);
    add(builder, HOME, STAY, HOME, 9);
    add(builder, SFSM_ANY, BACK, HOME, 10); /* AWAY has its own, HOME has not */
    check_no_warning(builder);
}

static void a_state_to_which_no_row_leads_from_the_initial_one(void **state) {
    (void)state;
    sfsm_builder *const builder = named_builder();
    add(builder, ISLAND, GO, HOME, 5);
    assert_status(sfsm_builder_set_initial(builder, HOME), SFSM_OK);
    check_only_warning(builder, SFSM_UNREACHABLE_STATE, ISLAND, "ISLAND", "remove");
}

static void its_place_is_where_it_is_spoken_of(void **state) {
    (void)state;
    sfsm_builder *const builder = named_builder();
    add(builder, ISLAND, GO, HOME, 5);
    assert_status(sfsm_builder_set_initial(builder, HOME), SFSM_OK);
    sfsm_diagnostics *const warnings = warnings_of(builder);
    const sfsm_diagnostic warning = diagnostic_at(warnings, 0);
    assert_string_equal(warning.file, "gate.c");
    assert_int_equal(warning.line, 5);
    assert_in_range(warning.place_count, 1, 10);
    sfsm_diagnostics_release(warnings);
    sfsm_builder_release(builder);
}

static void states_that_only_lead_to_each_other_are_unreachable(void **state) {
    (void)state;
    sfsm_builder *const builder = named_builder();
    add(builder, ISLAND, GO, END, 5);
    add(builder, END, BACK, ISLAND, 6);
    assert_status(sfsm_builder_set_initial(builder, HOME), SFSM_OK);
    sfsm_diagnostics *const warnings = warnings_of(builder);
    assert_int_equal(sfsm_diagnostics_count(warnings), 2);
    assert_int_equal(diagnostic_at(warnings, 0).state, ISLAND);
    assert_int_equal(diagnostic_at(warnings, 1).state, END);
    sfsm_diagnostics_release(warnings);
    sfsm_builder_release(builder);
}

static void without_an_initial_state_none_is_called_unreachable(void **state) {
    (void)state;
    sfsm_builder *const builder = named_builder();
    add(builder, ISLAND, GO, HOME, 5);
    check_no_warning(builder);
}

static void a_row_of_any_state_leads_everywhere_it_names(void **state) {
    (void)state;
    sfsm_builder *const builder = named_builder();
    add(builder, ISLAND, GO, HOME, 5);
    add(builder, SFSM_ANY, STAY, ISLAND, 6);
    assert_status(sfsm_builder_set_initial(builder, HOME), SFSM_OK);
    check_no_warning(builder);
}

static int32_t resolve(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return HOME;
}

/* Where a resolver leads is known to nobody before it is asked. */
static void a_dynamic_row_may_lead_to_any_state(void **state) {
    (void)state;
    sfsm_builder *const builder = named_builder();
    size_t row = 0;
    assert_status(sfsm_builder_add_row_at(builder, AWAY, STAY, SFSM_DYNAMIC, "gate.c", 4, &row), SFSM_OK);
    assert_status(sfsm_builder_set_resolver(builder, row, resolve, NULL, NULL), SFSM_OK);
    add(builder, ISLAND, GO, HOME, 5);
    assert_status(sfsm_builder_add_row_at(builder, END, STAY, SFSM_DYNAMIC, "gate.c", 6, &row), SFSM_OK);
    assert_status(sfsm_builder_set_resolver(builder, row, resolve, NULL, NULL), SFSM_OK);
    assert_status(sfsm_builder_set_initial(builder, HOME), SFSM_OK);
    check_no_warning(builder);
}

static void a_state_that_no_row_leaves_and_that_is_not_final(void **state) {
    (void)state;
    sfsm_builder *const builder = named_builder();
    size_t block = 0;
    add(builder, HOME, STAY, END, 4);
    assert_status(sfsm_builder_add_state_at(builder, END, 0, "gate.c", 5, &block), SFSM_OK);
    assert_status(sfsm_builder_on_entry(builder, block, note, "entry", NULL), SFSM_OK);
    check_only_warning(builder, SFSM_DEAD_END_STATE, END, "END", "final");
}

static void rows_that_stay_do_not_lead_out(void **state) {
    (void)state;
    static const int32_t targets[] = {SFSM_SAME, SFSM_INTERNAL, END};
    for (size_t index = 0; index < COUNT(targets); index++) {
        sfsm_builder *const builder = named_builder();
        add(builder, HOME, STAY, END, 4);
        add(builder, END, STAY, targets[index], 5);
        check_only_warning(builder, SFSM_DEAD_END_STATE, END, "END", "final");
    }
}

static void a_final_state_is_meant_to_have_no_way_out(void **state) {
    (void)state;
    sfsm_builder *const builder = named_builder();
    add(builder, HOME, STAY, END, 4);
    add(builder, END, STAY, SFSM_SAME, 5);
    assert_status(sfsm_builder_add_state(builder, END, SFSM_FINAL, NULL), SFSM_OK);
    check_no_warning(builder);
}

static void any_row_that_goes_elsewhere_is_a_way_out(void **state) {
    (void)state;
    sfsm_builder *const builder = named_builder();
    add(builder, HOME, STAY, END, 4);
    add(builder, END, STAY, SFSM_SAME, 5);
    add(builder, SFSM_ANY, BACK, HOME, 6);
    check_no_warning(builder);
}

static void a_table_with_warnings_works(void **state) {
    (void)state;
    sfsm_table *table = NULL;
    sfsm_diagnostics *warnings = NULL;
    sfsm_builder *const builder = named_builder();
    add(builder, ISLAND, GO, END, 5);
    add(builder, END, STAY, SFSM_SAME, 6);
    assert_status(sfsm_builder_set_initial(builder, HOME), SFSM_OK);
    assert_status(sfsm_builder_build(builder, &table, &warnings), SFSM_OK);
    assert_int_equal(count_of_kind(warnings, SFSM_UNREACHABLE_STATE), 2);
    assert_int_equal(count_of_kind(warnings, SFSM_DEAD_END_STATE), 1);
    assert_int_equal(sfsm_diagnostics_count(warnings), 3);
    sfsm_diagnostics_release(warnings);
    sfsm_builder_release(builder);
    sfsm_machine *const machine = machine_over(table, ISLAND, NULL);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), END);
    sfsm_machine_release(machine);
    sfsm_table_release(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_that_has_a_name_and_no_row),
        cmocka_unit_test(a_row_before_which_others_always_come),
        cmocka_unit_test(rows_that_guards_may_let_through_are_taken),
        cmocka_unit_test(a_state_to_which_no_row_leads_from_the_initial_one),
        cmocka_unit_test(its_place_is_where_it_is_spoken_of),
        cmocka_unit_test(states_that_only_lead_to_each_other_are_unreachable),
        cmocka_unit_test(without_an_initial_state_none_is_called_unreachable),
        cmocka_unit_test(a_row_of_any_state_leads_everywhere_it_names),
        cmocka_unit_test(a_dynamic_row_may_lead_to_any_state),
        cmocka_unit_test(a_state_that_no_row_leaves_and_that_is_not_final),
        cmocka_unit_test(rows_that_stay_do_not_lead_out),
        cmocka_unit_test(a_final_state_is_meant_to_have_no_way_out),
        cmocka_unit_test(any_row_that_goes_elsewhere_is_a_way_out),
        cmocka_unit_test(a_table_with_warnings_works),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
