/* Mistakes with rows in arrays, and with calls that come too late: each gives its status, and nothing is added. */
#include "support.h"

enum { HOME, AWAY };
enum { GO };

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
    assert_status(add_rows(NULL, &row, SIZE_MAX, sizeof row), SFSM_OUT_OF_RANGE);
    assert_status(add_rows(builder, &row, SIZE_MAX, sizeof row), SFSM_OUT_OF_RANGE);
    /* The build tells of the first of them. */
    sfsm_diagnostics *const faults = faults_of(builder);
    assert_non_null(strstr(sfsm_diagnostics_text(faults), "sfsm_builder_add_rows"));
    sfsm_diagnostics_release(faults);
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
        cmocka_unit_test(rows_of_a_later_version_say_no_more_than_is_known),
        cmocka_unit_test(an_order_has_phases),
        cmocka_unit_test(what_is_built_is_written_by_its_table),
        cmocka_unit_test(a_plan_is_of_a_message_of_a_known_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
