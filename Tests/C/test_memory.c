/* When the system gives no memory: what the header says of it, and nothing worse. */
#include "allocator.h"
#include "support.h"

enum { HOME };
enum { GO, OTHER };

/* Also after a test that ended in the midst of it. */
static int grant_all(void **state) {
    (void)state;
    allocator_grant_all();
    return 0;
}

/* A builder for which there is no memory is not made. */
static void a_builder_is_not_made(void **state) {
    (void)state;
    allocator_grant(0);
    sfsm_builder *const builder = sfsm_builder_create();
    allocator_grant_all();
    assert_null(builder);
}

static int32_t do_nothing(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

/* Without memory: rows with an action, which is finalized, a block, an initial state, a name, and a table. */
static void check_nothing_is_taken(sfsm_builder *builder, size_t *finalized) {
    size_t number = 4711;
    const sfsm_callback action = {do_nothing, finalized, count_call};
    const sfsm_row row = {.source = HOME, .event = GO, .target = SFSM_SAME, .actions = &action, .action_count = 1};
    const sfsm_name name = SFSM_NAME(HOME);
    sfsm_table *table = NULL;
    sfsm_diagnostics *faults = NULL;

    allocator_grant(0);
    const sfsm_status rows = sfsm_builder_add_rows(builder, &row, 1);
    const sfsm_status one = sfsm_builder_add_row(builder, HOME, GO, HOME, &number);
    const sfsm_status block = sfsm_builder_add_state(builder, HOME, SFSM_FINAL, &number);
    const sfsm_status initial = sfsm_builder_set_initial(builder, HOME);
    const sfsm_status named = sfsm_builder_name_states(builder, &name, 1);
    const sfsm_status built = sfsm_builder_build(builder, &table, &faults);
    allocator_grant_all();
    assert_status(rows, SFSM_OUT_OF_MEMORY);
    assert_int_equal(*finalized, 1);
    assert_status(one, SFSM_OUT_OF_MEMORY);
    assert_status(block, SFSM_OUT_OF_MEMORY);
    assert_int_equal(number, 4711);
    assert_status(initial, SFSM_OUT_OF_MEMORY);
    assert_status(named, SFSM_OUT_OF_MEMORY);
    assert_status(built, SFSM_OUT_OF_MEMORY);
    assert_null(table);
    assert_null(faults);
}

/* What cannot be added is finalized, and the builder is as it was: with memory it goes on. */
static void a_builder_takes_nothing(void **state) {
    (void)state;
    size_t finalized = 0, number = 0;
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_table *table = NULL;
    sfsm_diagnostics *faults = NULL;
    check_nothing_is_taken(builder, &finalized);

    assert_status(sfsm_builder_add_row(builder, HOME, GO, HOME, &number), SFSM_OK);
    allocator_grant(0);
    const sfsm_status added = sfsm_builder_add_action(builder, number, do_nothing, &finalized, count_call);
    allocator_grant_all();
    assert_status(added, SFSM_OUT_OF_MEMORY);
    assert_int_equal(finalized, 2);
    assert_status(sfsm_builder_build(builder, &table, &faults), SFSM_OK);
    assert_int_equal(sfsm_table_row_count(table), 1);
    sfsm_diagnostics_release(faults);
    sfsm_table_release(table);
    sfsm_builder_release(builder);
    assert_int_equal(finalized, 2);
}

static sfsm_status make_machine(const sfsm_table *table, sfsm_machine **out_machine) {
    return sfsm_machine_create(table, HOME, NULL, out_machine);
}

static void a_machine_is_not_made(void **state) {
    (void)state;
    const sfsm_row rows[] = {SFSM_ROW(HOME, GO, SFSM_SAME, NULL)};
    sfsm_table *const table = table_of_rows(rows, COUNT(rows));
    check_machine_is_made_or_not(table, make_machine);
    sfsm_table_release(table);
}

/* Sends without memory until it is told so, and counts what was queued. */
typedef struct flood {
    size_t queued, handled;
    sfsm_outcome refusal;
} flood;

static int32_t send_without_memory(const sfsm_step *step, void *context) {
    flood *const flood = context;
    allocator_grant(0);
    while (flood->queued < 100000 && (flood->refusal = sfsm_machine_send(step->machine, OTHER)) == SFSM_QUEUED) {
        flood->queued++;
    }
    allocator_grant_all();
    return 0;
}

static int32_t count_event(const sfsm_step *step, void *context) {
    (void)step;
    ((flood *)context)->handled++;
    return 0;
}

static void an_event_is_not_queued_and_everything_else_is_intact(void **state) {
    (void)state;
    flood flood = {0, 0, SFSM_OK};
    const sfsm_row rows[] = {SFSM_ROW(HOME, GO, SFSM_SAME, send_without_memory),
                             SFSM_ROW(HOME, OTHER, SFSM_SAME, count_event)};
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), HOME, &flood);
    for (int round = 0; round < 2; round++) {
        flood.queued = flood.handled = 0;
        assert_status(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
        assert_status(flood.refusal, SFSM_OUT_OF_MEMORY);
        assert_int_equal(flood.handled, flood.queued);
    }
    sfsm_machine_release(machine);
}

/* Steps, questions and releases need no memory, so they go on without it. */
static void a_step_needs_none(void **state) {
    (void)state;
    flood flood = {0, 0, SFSM_OK};
    const sfsm_row rows[] = {SFSM_ROW(HOME, OTHER, SFSM_SAME, count_event)};
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), SFSM_NONE, &flood);
    allocator_grant(0);
    const sfsm_status started = sfsm_machine_start(machine, HOME);
    const sfsm_outcome sent = sfsm_machine_send(machine, OTHER),
                       probed = sfsm_machine_probe(machine, MESSAGE(OTHER), NULL);
    const sfsm_status stopped = sfsm_machine_stop(machine);
    sfsm_machine_release(machine);
    const int refused = allocator_has_refused();
    allocator_grant_all();
    assert_status(started, SFSM_OK);
    assert_status(sent, SFSM_TRANSITIONED);
    assert_status(probed, SFSM_TRANSITIONED);
    assert_status(stopped, SFSM_OK);
    assert_false(refused);
    assert_int_equal(flood.handled, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_builder_is_not_made, grant_all),
        cmocka_unit_test_setup(a_builder_takes_nothing, grant_all),
        cmocka_unit_test_setup(a_machine_is_not_made, grant_all),
        cmocka_unit_test_setup(an_event_is_not_queued_and_everything_else_is_intact, grant_all),
        cmocka_unit_test_setup(a_step_needs_none, grant_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
