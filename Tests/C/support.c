#include "support.h"

void status_check(int32_t actual, int32_t expected, const char *expression, const char *file, int line) {
    if (actual != expected) {
        print_error("%s\n  gave %s (%d), expected %s (%d)\n", expression, sfsm_status_name(actual), (int)actual,
                    sfsm_status_name(expected), (int)expected);
        _fail(file, line);
    }
}

sfsm_table *table_from(sfsm_builder *builder) {
    sfsm_table *table = NULL;
    sfsm_diagnostics *diagnostics = NULL;
    const sfsm_status status = sfsm_builder_build(builder, &table, &diagnostics);
    if (status != SFSM_OK) {
        print_error("%s", sfsm_diagnostics_text(diagnostics));
    }
    sfsm_diagnostics_release(diagnostics);
    assert_status(status, SFSM_OK);
    assert_non_null(table);
    sfsm_builder_release(builder);
    return table;
}

sfsm_table *table_of_rows(const sfsm_row *rows, size_t count) {
    sfsm_builder *const builder = sfsm_builder_create();
    assert_non_null(builder);
    assert_status(sfsm_builder_add_rows(builder, rows, count), SFSM_OK);
    return table_from(builder);
}

sfsm_machine *machine_over(const sfsm_table *table, int32_t initial, void *context) {
    sfsm_machine *machine = NULL;
    assert_status(sfsm_machine_create(table, initial, context, &machine), SFSM_OK);
    assert_non_null(machine);
    return machine;
}

sfsm_machine *lenient_machine_over(const sfsm_table *table, int32_t initial, void *context) {
    const sfsm_machine_options options = {
        .size = sizeof options, .initial = initial, .flags = SFSM_LENIENT, .context = context};
    sfsm_machine *machine = NULL;
    assert_status(sfsm_machine_create_with(table, &options, &machine), SFSM_OK);
    assert_non_null(machine);
    return machine;
}

sfsm_machine *machine_from(sfsm_builder *builder, int32_t initial, void *context) {
    sfsm_table *const table = table_from(builder);
    sfsm_machine *const machine = machine_over(table, initial, context);
    sfsm_table_release(table);
    return machine;
}

sfsm_machine *machine_of_rows(const sfsm_row *rows, size_t count, int32_t initial, void *context) {
    sfsm_table *const table = table_of_rows(rows, count);
    sfsm_machine *const machine = machine_over(table, initial, context);
    sfsm_table_release(table);
    return machine;
}

size_t row_from(sfsm_builder *builder, int32_t source, int32_t event, int32_t target) {
    size_t row = SIZE_MAX;
    assert_status(sfsm_builder_add_row_at(builder, source, event, target, NULL, 0, &row), SFSM_OK);
    return row;
}

sfsm_diagnostics *faults_of(sfsm_builder *builder) {
    sfsm_table *table = (sfsm_table *)builder; /* anything but NULL, which the call must write */
    sfsm_diagnostics *diagnostics = NULL;
    assert_status(sfsm_builder_build(builder, &table, &diagnostics), SFSM_INVALID_DEFINITION);
    assert_null(table);
    assert_non_null(diagnostics);
    return diagnostics;
}

sfsm_diagnostics *warnings_of(sfsm_builder *builder) {
    sfsm_table *table = NULL;
    sfsm_diagnostics *diagnostics = NULL;
    assert_status(sfsm_builder_build(builder, &table, &diagnostics), SFSM_OK);
    assert_non_null(table);
    sfsm_table_release(table);
    return diagnostics;
}

void check_rejection(sfsm_builder *builder) {
    sfsm_diagnostics *const faults = faults_of(builder);
    assert_int_equal(count_of_kind(faults, SFSM_REJECTED_CALL), 1);
    sfsm_diagnostics_release(faults);
}

sfsm_diagnostic diagnostic_at(const sfsm_diagnostics *diagnostics, size_t index) {
    sfsm_diagnostic diagnostic = {.size = sizeof diagnostic};
    assert_status(sfsm_diagnostics_get(diagnostics, index, &diagnostic), SFSM_OK);
    assert_non_null(diagnostic.text);
    return diagnostic;
}

size_t count_of_kind(const sfsm_diagnostics *diagnostics, int32_t kind) {
    size_t count = 0;
    for (size_t index = 0; index < sfsm_diagnostics_count(diagnostics); index++) {
        count += diagnostic_at(diagnostics, index).kind == kind;
    }
    return count;
}

void says_check(const char *text, const char *const *words, const char *file, int line) {
    for (; *words != NULL; words++) {
        if (strstr(text, *words) == NULL) {
            print_error("\"%s\"\n  does not say \"%s\"\n", text, *words);
            _fail(file, line);
        }
    }
}

size_t test_size(size_t plain, size_t reduced) {
    return getenv("SFSM_TEST_REDUCED") != NULL ? reduced : plain;
}

void count_call(void *context) {
    ++*(size_t *)context;
}
