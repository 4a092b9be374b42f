/* Every function with NULL for each of its pointers, chapter by chapter; those for cases are in test_null_cases.c,
 * those for arguments, providers, callables and closures in test_null_arguments.c. What a NULL leaves intact is looked at after it: the same objects go on
 * working. */
#include "support.h"

enum { HOME, AWAY };
enum { GO, BACK };

static int32_t done(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 1;
}

static const sfsm_row rows[] = {SFSM_ROW(HOME, GO, AWAY, done), SFSM_ROW(AWAY, BACK, HOME, done)};

static void null_handles_and_pointers_of_rows(void **state) {
    (void)state;
    size_t row = 4711;
    assert_status(sfsm_builder_add_rows(NULL, rows, COUNT(rows)), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_add_rows(NULL, rows, 0), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_add_row(NULL, HOME, GO, AWAY, &row), SFSM_NULL_POINTER);
    assert_int_equal(row, 4711); /* written on success only */
    assert_status(sfsm_builder_add_guard(NULL, 1, done, NULL, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_add_action(NULL, 1, done, NULL, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_set_resolver(NULL, 1, done, NULL, NULL), SFSM_NULL_POINTER);

    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_rows(builder, NULL, 1), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_add_row_at(builder, HOME, GO, AWAY, NULL, 0, NULL), SFSM_OK); /* both may be left out */
    row = row_from(builder, AWAY, BACK, SFSM_DYNAMIC);
    assert_status(sfsm_builder_add_guard(builder, row, NULL, NULL, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_add_action(builder, row, NULL, NULL, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_set_resolver(builder, row, NULL, NULL, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_set_resolver(builder, row, done, NULL, NULL), SFSM_OK);
    check_rejection(builder);
    sfsm_table *const table = table_from(builder);
    assert_int_equal(sfsm_table_row_count(table), 2);
    sfsm_table_release(table);
}

static void null_handles_and_pointers_of_blocks(void **state) {
    (void)state;
    size_t block = 4711;
    sfsm_status (*const adders[])(sfsm_builder *, size_t, sfsm_function, void *, sfsm_finalizer) = {
        sfsm_builder_on_entry, sfsm_builder_on_exit, sfsm_builder_on_cycle};
    assert_status(sfsm_builder_add_state(NULL, HOME, 0, &block), SFSM_NULL_POINTER);
    assert_int_equal(block, 4711);
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_state_at(builder, HOME, SFSM_FINAL, NULL, 0, NULL), SFSM_OK);
    for (size_t index = 0; index < COUNT(adders); index++) {
        assert_status(adders[index](NULL, 1, done, NULL, NULL), SFSM_NULL_POINTER);
        assert_status(adders[index](builder, 1, NULL, NULL, NULL), SFSM_NULL_POINTER);
        assert_status(adders[index](builder, 1, done, NULL, NULL), SFSM_OK);
    }
    sfsm_builder_release(builder);
}

static void null_handles_and_pointers_of_names(void **state) {
    (void)state;
    sfsm_status (*const namers[])(sfsm_builder *, const sfsm_name *, size_t) = {sfsm_builder_name_states,
                                                                                 sfsm_builder_name_events};
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t index = 0; index < COUNT(namers); index++) {
        const sfsm_name names[] = {{1, "one"}, {2, NULL}, {3, "three"}};
        assert_status(namers[index](NULL, names, 1), SFSM_NULL_POINTER);
        assert_status(namers[index](builder, NULL, 1), SFSM_NULL_POINTER);
        assert_status(namers[index](builder, names, COUNT(names)), SFSM_NULL_POINTER);
        assert_status(namers[index](builder, NULL, 0), SFSM_OK); /* no names, and no array */
    }
    row_from(builder, 1, 1, SFSM_SAME);
    check_rejection(builder);
    sfsm_table *const table = table_from(builder);
    assert_null(sfsm_table_state_name(table, 1)); /* none of the three was taken */
    assert_null(sfsm_table_event_name(table, 1));
    assert_int_equal(sfsm_table_event_count(table), 1);
    sfsm_table_release(table);
}

static void null_handles_and_pointers_of_policies(void **state) {
    (void)state;
    static const int32_t order[] = {SFSM_PHASE_RESOLVE, SFSM_PHASE_EXIT, SFSM_PHASE_ACTIONS, SFSM_PHASE_COMMIT,
                                    SFSM_PHASE_ENTRY};
    assert_status(sfsm_builder_set_initial(NULL, HOME), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_set_entry_exit_policy(NULL, SFSM_ALWAYS), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_set_guard_policy(NULL, SFSM_FIRST_MATCH), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_set_phase_order(NULL, order, COUNT(order)), SFSM_NULL_POINTER);
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_set_phase_order(builder, NULL, COUNT(order)), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_set_initial_at(builder, HOME, NULL, 0), SFSM_OK);
    sfsm_builder_release(builder);
}

static void null_handles_and_pointers_of_building(void **state) {
    (void)state;
    sfsm_table *table = NULL;
    sfsm_diagnostics *diagnostics = NULL;
    sfsm_builder_release(NULL);
    assert_status(sfsm_builder_build(NULL, &table, &diagnostics), SFSM_NULL_POINTER);
    assert_null(table);
    assert_null(diagnostics);
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    assert_status(sfsm_builder_build(builder, NULL, &diagnostics), SFSM_NULL_POINTER);
    assert_null(diagnostics);
    assert_status(sfsm_builder_build(builder, NULL, NULL), SFSM_NULL_POINTER);
    sfsm_machine *const machine = machine_from(builder, HOME, NULL); /* the builder is as it was */
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static void null_handles_and_pointers_of_diagnostics(void **state) {
    (void)state;
    sfsm_diagnostic diagnostic = {.size = sizeof diagnostic};
    const char *file = NULL;
    int32_t line = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    row_from(builder, HOME, GO, AWAY);
    sfsm_diagnostics *const faults = faults_of(builder);
    assert_int_equal(sfsm_diagnostics_count(NULL), 0);
    assert_string_equal(sfsm_diagnostics_text(NULL), "");
    assert_status(sfsm_diagnostics_get(NULL, 0, &diagnostic), SFSM_OUT_OF_RANGE); /* an empty list */
    assert_status(sfsm_diagnostics_place(NULL, 0, 0, &file, &line), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_diagnostics_get(faults, 0, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_diagnostics_place(faults, 0, 0, NULL, &line), SFSM_NULL_POINTER);
    assert_status(sfsm_diagnostics_place(faults, 0, 0, &file, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_diagnostics_get(faults, 0, &diagnostic), SFSM_OK);
    sfsm_diagnostics_release(NULL);
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

static void null_handles_of_tables(void **state) {
    (void)state;
    assert_null(sfsm_table_retain(NULL));
    sfsm_table_release(NULL);
    assert_int_equal(sfsm_table_state_count(NULL), 0);
    assert_int_equal(sfsm_table_event_count(NULL), 0);
    assert_int_equal(sfsm_table_row_count(NULL), 0);
    assert_int_equal(sfsm_table_size(NULL), 0);
    assert_int_equal(sfsm_table_initial(NULL), SFSM_NONE);
    assert_null(sfsm_table_state_name(NULL, HOME));
    assert_null(sfsm_table_event_name(NULL, GO));
}

static void null_handles_of_machines(void **state) {
    (void)state;
    int32_t number = 4711;
    size_t count = 4711;
    sfsm_machine *machine = (sfsm_machine *)&number; /* anything but NULL, which the call must write */
    assert_status(sfsm_machine_create(NULL, HOME, NULL, &machine), SFSM_NULL_POINTER);
    assert_null(machine);
    sfsm_machine_release(NULL);
    assert_status(sfsm_machine_send(NULL, GO), SFSM_NULL_POINTER);
    assert_int_equal(sfsm_machine_state(NULL), SFSM_NONE);
    assert_status(sfsm_machine_start(NULL, HOME), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_stop(NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_set_state(NULL, HOME), SFSM_NULL_POINTER);
    assert_null(sfsm_machine_context(NULL));
    assert_status(sfsm_machine_set_context(NULL, &number), SFSM_NULL_POINTER);
    assert_null(sfsm_machine_table(NULL));
    assert_status(sfsm_machine_probe(NULL, MESSAGE(GO), &number), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_permitted(NULL, NULL, 0, &number, 1, &count), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_on_unhandled(NULL, done, NULL, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_on_step(NULL, done, NULL, NULL), SFSM_NULL_POINTER);
    assert_int_equal(sfsm_machine_failure(NULL), 0);
    assert_int_equal(sfsm_machine_pending(NULL), 0);
    assert_status(sfsm_machine_run_pending(NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_discard_pending(NULL), SFSM_NULL_POINTER);
    assert_int_equal(number, 4711);
    assert_int_equal(count, 4711);
}

static void null_pointers_of_machines(void **state) {
    (void)state;
    int32_t event = 4711;
    size_t count = 4711;
    sfsm_table *const table = table_of_rows(rows, COUNT(rows));
    assert_status(sfsm_machine_create(table, HOME, NULL, NULL), SFSM_NULL_POINTER);
    sfsm_machine *const machine = machine_over(table, HOME, NULL); /* a context may be NULL */
    sfsm_table_release(table);
    assert_status(sfsm_machine_probe(machine, MESSAGE(GO), NULL), SFSM_TRANSITIONED); /* so may out_target */
    assert_status(sfsm_machine_permitted(machine, NULL, 0, &event, 1, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_permitted(machine, NULL, 0, NULL, 1, &count), SFSM_NULL_POINTER);
    assert_int_equal(event, 4711);
    assert_int_equal(count, 4711);
    assert_status(sfsm_machine_permitted(machine, NULL, 0, NULL, 0, &count), SFSM_OK);
    assert_int_equal(count, 1);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), AWAY);
    sfsm_machine_release(machine);
}

static void null_handles_and_pointers_of_transitions(void **state) {
    (void)state;
    int32_t value = 4711;
    size_t count = 4711;
    sfsm_transition transition = {.size = sizeof transition, .row = 4711};
    assert_int_equal(sfsm_table_state_at(NULL, 0), SFSM_NONE);
    assert_int_equal(sfsm_table_event_at(NULL, 0), SFSM_NONE);
    assert_int_equal(sfsm_table_transition_count(NULL), 0);
    assert_status(sfsm_table_transition(NULL, 0, &transition), SFSM_NULL_POINTER);
    assert_status(sfsm_table_transition_cases(NULL, 0, 1, &value, 1, &count), SFSM_NULL_POINTER);
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_predicate(builder, 1, 2), SFSM_OK);
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    assert_status(sfsm_table_transition(table, 0, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_table_transition_cases(table, 0, 1, &value, 1, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_table_transition_cases(table, 0, 1, NULL, 1, &count), SFSM_NULL_POINTER);
    assert_int_equal(transition.row, 4711);
    assert_int_equal(value, 4711);
    assert_int_equal(count, 4711);
    assert_status(sfsm_table_transition_cases(table, 0, 1, NULL, 0, &count), SFSM_OK);
    assert_int_equal(count, 2);
    sfsm_table_release(table);
}

static void null_handles_and_pointers_of_requests_and_explanations(void **state) {
    (void)state;
    int32_t event = 4711;
    size_t count = 4711;
    sfsm_reason reason = {.kind = 4711};
    const sfsm_row allowed[] = {SFSM_ROW(HOME, GO, AWAY, done), SFSM_ROW(HOME, SFSM_REQUEST, SFSM_ANY, done),
                                SFSM_ROW(AWAY, BACK, HOME, done)};
    assert_status(sfsm_machine_request(NULL, HOME), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_send_message(NULL, REQUEST(HOME)), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_explain(NULL, MESSAGE(GO), &reason, 1, &count), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_permitted(NULL, NULL, 0, &event, 1, &count), SFSM_NULL_POINTER);
    sfsm_machine *const machine = machine_of_rows(allowed, COUNT(allowed), HOME, NULL);
    assert_status(sfsm_machine_send_message(machine, REQUEST_MATCHING(AWAY, NULL, 1)), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_explain(machine, MESSAGE_MATCHING(GO, NULL, 1), &reason, 1, &count), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_explain(machine, MESSAGE(GO), NULL, 1, &count), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_permitted(machine, MESSAGE_MATCHING(SFSM_ANY, NULL, 1), 0, &event, 1, &count),
                  SFSM_NULL_POINTER);
    assert_status(sfsm_machine_permitted(machine, NULL, 0, NULL, 1, &count), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_permitted(machine, NULL, 0, &event, 1, NULL), SFSM_NULL_POINTER);
    assert_int_equal(event, 4711);
    assert_int_equal(count, 4711);
    assert_int_equal(reason.kind, 4711);
    assert_status(sfsm_machine_explain(machine, MESSAGE(GO), NULL, 0, NULL), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_permitted(machine, NULL, SFSM_PERMITTED_STATES, NULL, 0, &count), SFSM_OK);
    assert_int_equal(count, 2);
    assert_int_equal(sfsm_machine_state(machine), HOME);
    assert_status(sfsm_machine_send_message(machine, REQUEST(AWAY)), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(null_handles_and_pointers_of_rows),
        cmocka_unit_test(null_handles_and_pointers_of_blocks),
        cmocka_unit_test(null_handles_and_pointers_of_names),
        cmocka_unit_test(null_handles_and_pointers_of_policies),
        cmocka_unit_test(null_handles_and_pointers_of_building),
        cmocka_unit_test(null_handles_and_pointers_of_diagnostics),
        cmocka_unit_test(null_handles_of_tables),
        cmocka_unit_test(null_handles_of_machines),
        cmocka_unit_test(null_pointers_of_machines),
        cmocka_unit_test(null_handles_and_pointers_of_transitions),
        cmocka_unit_test(null_handles_and_pointers_of_requests_and_explanations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
