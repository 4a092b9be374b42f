/* Work and memory stay linear in the definition: each of these takes seconds or megabytes; squared, it would take
 * minutes or gigabytes. */
#include "superstates.h"

#include <sys/resource.h>

static long peak_kilobytes(void) {
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss;
}

static int32_t do_nothing(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

static int32_t count_step(const sfsm_step *step, void *context) {
    (void)step;
    ++*(size_t *)context;
    return 0;
}

/* A state overrides every row of its superstate. To copy all rows for each of them would take minutes. */
static void hundreds_of_thousands_of_overriding_rows(void **state) {
    (void)state;
    const int32_t count = (int32_t)test_size(400000, 2000);
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t base = superstate_from(builder), home = state_from(builder, HOME);
    adopt(builder, home, base);
    for (int32_t event = 0; event < count; event++) {
        add_row_to(builder, base, SFSM_NONE, event, HOME, 1);
    }
    for (int32_t event = 0; event < count; event++) {
        add_overriding_row(builder, home, HOME, event, SFSM_INTERNAL, 2);
    }
    sfsm_table *const table = table_from(builder);
    assert_int_equal(sfsm_table_row_count(table), 2 * count);
    assert_int_equal(sfsm_table_transition_count(table), count);
    sfsm_table_release(table);
}

/* 20,000 callbacks that 1,000 states inherit are 20,000 entries of the table, and not 20,000,000. */
static void states_share_the_callbacks_that_they_inherit(void **state) {
    (void)state;
    const size_t callbacks = test_size(20000, 500);
    const int32_t states = (int32_t)test_size(1000, 100);
    size_t entries = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t base = superstate_from(builder);
    for (size_t number = 0; number < callbacks; number++) {
        assert_status(sfsm_builder_on_entry(builder, base, do_nothing, NULL, NULL), SFSM_OK);
    }
    assert_status(sfsm_builder_on_entry(builder, base, count_step, &entries, NULL), SFSM_OK);
    for (int32_t number = 0; number < states; number++) {
        const size_t block = state_from(builder, number);
        adopt(builder, block, base);
        assert_status(sfsm_builder_on_exit(builder, block, do_nothing, NULL, NULL), SFSM_OK);
        add_row_to(builder, block, number, 0, (number + 1) % states, 1);
    }
    sfsm_table *const table = table_from(builder);
    assert_in_range(sfsm_table_size(table), 1, 32 * callbacks + 1024 * (size_t)states);
    sfsm_machine *const machine = machine_over(table, 0, NULL);
    for (int32_t number = 0; number < 3; number++) {
        assert_status(sfsm_machine_send(machine, 0), SFSM_TRANSITIONED);
    }
    assert_int_equal(entries, 3);
    sfsm_machine_release(machine);
    sfsm_table_release(table);
}

/* Faulty rows of a state whose name takes 100 kB, in files whose names do: no text repeats the whole of a name. */
static void names_of_a_hundred_kilobytes(void **state) {
    (void)state;
    enum { LENGTH = 100000, FILES = 10 };
    const int32_t rows = (int32_t)test_size(10000, 200);
    char *const name = malloc(LENGTH + 1);
    assert_non_null(name);
    memset(name, 'x', LENGTH);
    name[LENGTH] = '\0';
    const sfsm_name named = {HOME, name};
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_name_states(builder, &named, 1), SFSM_OK);
    for (int32_t row = 0; row < rows; row++) {
        name[LENGTH - 1] = (char)('0' + row % FILES);
        assert_status(sfsm_builder_add_row_at(builder, HOME, row, 1000, name, row + 1, NULL), SFSM_OK);
    }
    const long peak = peak_kilobytes();
    sfsm_diagnostics *const faults = faults_of(builder);
    assert_in_range(peak_kilobytes() - peak, 0, 100 * 1024);
    assert_int_equal(count_of_kind(faults, SFSM_UNKNOWN_TARGET), rows);
    const sfsm_diagnostic fault = diagnostic_at(faults, 0);
    assert_int_equal(strlen(fault.file), LENGTH); /* the name itself is whole */
    assert_in_range(strlen(fault.text), 1, 1000);
    assert_in_range(strlen(sfsm_diagnostics_text(faults)), 1, (size_t)rows * 3000);
    assert_non_null(strstr(sfsm_diagnostics_text(faults), "xxx0:1: error: ")); /* the end of a file's name tells most */
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
    free(name);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hundreds_of_thousands_of_overriding_rows),
        cmocka_unit_test(states_share_the_callbacks_that_they_inherit),
        cmocka_unit_test(names_of_a_hundred_kilobytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
