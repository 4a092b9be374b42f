/* Mistakes with rows in arrays, and with calls that come too late: each gives its status, and nothing is added. */
#include "support.h"

enum { HOME, AWAY };
enum { GO };

/* More than any array has. */
static const size_t huge[] = {SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 64};

/* A row of a later version of the header, which says something that this one does not know. */
typedef struct longer_row {
    sfsm_row row;
    int64_t more;
} longer_row;

static sfsm_status add_rows(sfsm_builder *builder, const void *rows, size_t count, size_t row_size) {
    return sfsm_builder_add_rows_at(builder, rows, count, row_size, "gate.c", 1);
}

static void arrays_of_rows_have_a_size(void **state) {
    (void)state;
    static const sfsm_row row = SFSM_ROW(HOME, GO, AWAY, NULL);
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(add_rows(builder, NULL, 0, sizeof row), SFSM_OK);
    assert_status(add_rows(builder, &row, 0, sizeof row), SFSM_OK);
    assert_status(add_rows(NULL, NULL, 1, sizeof row), SFSM_NULL_POINTER);
    assert_status(add_rows(NULL, &row, 1, sizeof row), SFSM_NULL_POINTER);
    assert_status(add_rows(NULL, &row, 1, sizeof row - 8), SFSM_BAD_SIZE);
    for (size_t i = 0; i < COUNT(huge); i++) {
        assert_status(add_rows(NULL, &row, huge[i], sizeof row), SFSM_OUT_OF_RANGE);
        assert_status(add_rows(builder, &row, huge[i], sizeof row), SFSM_OUT_OF_RANGE);
    }
    assert_status(add_rows(builder, &row, 2, SIZE_MAX / 4 + 1), SFSM_OUT_OF_RANGE);
    /* The build tells of the first of them. */
    sfsm_diagnostics *const faults = faults_of(builder);
    assert_non_null(strstr(sfsm_diagnostics_text(faults), "sfsm_builder_add_rows"));
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

static int32_t act(const sfsm_step *step, void *context) {
    (void)step, (void)context;
    return 0;
}

static void rows_do_not_hold_more_than_an_array_can(void **state) {
    (void)state;
    static const sfsm_callback callback = {act, NULL, NULL};
    static const sfsm_match match = {.predicate = 1};
    const sfsm_row sound = SFSM_ROW(HOME, GO, AWAY, NULL);
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t i = 0; i < COUNT(huge); i++) {
        sfsm_row row = sound;
        row.actions = &callback;
        row.action_count = huge[i];
        assert_status(sfsm_builder_add_rows(builder, &row, 1), SFSM_OUT_OF_RANGE);
        row = sound;
        row.guards = &callback;
        row.guard_count = huge[i];
        assert_status(sfsm_builder_add_rows(builder, &row, 1), SFSM_OUT_OF_RANGE);
        row = sound;
        row.matches = &match;
        row.match_count = huge[i];
        assert_status(sfsm_builder_add_rows(builder, &row, 1), SFSM_OUT_OF_RANGE);
    }
    sfsm_builder_release(builder);
}

static void arrays_of_names_bindings_and_ids_have_an_end(void **state) {
    (void)state;
    static const sfsm_name name = {HOME, "home"};
    static const sfsm_callback_name action = {act, NULL, "act"};
    static const sfsm_binding binding = {SFSM_ANY_ROLE, "act", {act, NULL, NULL}};
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t i = 0; i < COUNT(huge); i++) {
        const sfsm_reading reading = {.size = sizeof reading, .bindings = &binding, .binding_count = huge[i]};
        assert_status(sfsm_builder_name_states(builder, &name, huge[i]), SFSM_OUT_OF_RANGE);
        assert_status(sfsm_builder_name_callbacks(builder, &action, huge[i]), SFSM_OUT_OF_RANGE);
        assert_status(sfsm_builder_read(builder, "definition\n", 11, &reading, NULL), SFSM_OUT_OF_RANGE);
    }
    sfsm_builder_release(builder);
}

static void rows_of_a_later_version_say_no_more_than_is_known(void **state) {
    (void)state;
    longer_row rows[] = {{SFSM_ROW(HOME, GO, AWAY, NULL), 0}, {SFSM_ROW(AWAY, GO, HOME, NULL), 0}};
    sfsm_builder *builder = sfsm_builder_create();
    assert_status(add_rows(builder, rows, COUNT(rows), sizeof rows[0]), SFSM_OK);
    sfsm_table *table = NULL;
    assert_status(sfsm_builder_build(builder, &table, NULL), SFSM_OK);
    assert_int_equal(sfsm_table_row_count(table), COUNT(rows));
    sfsm_table_release(table);
    sfsm_builder_release(builder);
    rows[1].more = 1;
    builder = sfsm_builder_create();
    assert_status(add_rows(builder, rows, COUNT(rows), sizeof rows[0]), SFSM_BAD_SIZE);
    sfsm_builder_release(builder);
}

static void an_order_has_phases(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_set_phase_order(builder, NULL, 0), SFSM_BAD_VALUE);
    assert_status(sfsm_builder_set_phase_order(builder, NULL, 1), SFSM_NULL_POINTER);
    sfsm_builder_release(builder);
}

static sfsm_status write_nothing(void *context, const char *bytes, size_t count) {
    (void)context, (void)bytes, (void)count;
    fail_msg("a builder that is built has no text");
    return SFSM_OK;
}

static void what_is_chosen_for_a_picture_has_an_end(void **state) {
    (void)state;
    static const sfsm_row row = SFSM_ROW(HOME, GO, HOME, NULL);
    static const sfsm_id home = HOME;
    sfsm_table *const table = table_of_rows(&row, 1);
    for (size_t i = 0; i < COUNT(huge); i++) {
        const sfsm_writing hidden = {.size = sizeof hidden, .format = SFSM_DOT, .hidden = &home, .hidden_count = huge[i]};
        const sfsm_writing current = {.size = sizeof current, .format = SFSM_DOT, .current = &home,
                                      .current_count = huge[i]};
        assert_status(sfsm_table_write(table, &hidden, write_nothing, NULL), SFSM_OUT_OF_RANGE);
        assert_status(sfsm_table_write(table, &current, write_nothing, NULL), SFSM_OUT_OF_RANGE);
    }
    sfsm_table_release(table);
}

static void what_is_built_is_written_by_its_table(void **state) {
    (void)state;
    static const sfsm_row row = SFSM_ROW(HOME, GO, HOME, NULL);
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
    sfsm_table *table = NULL;
    uint8_t bytes[32];
    assert_status(sfsm_builder_fingerprint(builder, bytes), SFSM_OK);
    assert_status(sfsm_builder_build(builder, &table, NULL), SFSM_OK);
    assert_status(sfsm_builder_write(builder, NULL, write_nothing, NULL), SFSM_ALREADY_BUILT);
    assert_status(sfsm_builder_fingerprint(builder, bytes), SFSM_ALREADY_BUILT);
    sfsm_table_release(table);
    sfsm_builder_release(builder);
}

static void a_plan_is_of_a_message_of_a_known_size(void **state) {
    (void)state;
    static const sfsm_row row = SFSM_ROW(HOME, GO, HOME, NULL);
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, HOME, NULL);
    const sfsm_message small = {.size = sizeof small - 1, .event = GO};
    sfsm_plan plan = {.size = sizeof plan};
    assert_status(sfsm_machine_plan(machine, &small, &plan), SFSM_BAD_SIZE);
    assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
    assert_int_equal(sfsm_machine_now(NULL), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrays_of_rows_have_a_size),
        cmocka_unit_test(rows_do_not_hold_more_than_an_array_can),
        cmocka_unit_test(arrays_of_names_bindings_and_ids_have_an_end),
        cmocka_unit_test(rows_of_a_later_version_say_no_more_than_is_known),
        cmocka_unit_test(an_order_has_phases),
        cmocka_unit_test(what_is_chosen_for_a_picture_has_an_end),
        cmocka_unit_test(what_is_built_is_written_by_its_table),
        cmocka_unit_test(a_plan_is_of_a_message_of_a_known_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
