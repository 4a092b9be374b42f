/* Timers and the allocator: where the system gives no memory, nothing has happened, nothing is lost, and a call may be made
 * again. */
#include "allocator.h"
#include "lives.h"

enum { IDLE, BUSY, WEARY };
enum { RING, WORK, TIRE, REST };

typedef struct counts {
    size_t rung, left, entered;
} counts;

static int32_t ring(const sfsm_step *step, void *context) {
    (void)context;
    ((counts *)step->context)->rung++;
    return 0;
}

static int32_t leave(const sfsm_step *step, void *context) {
    (void)context;
    ((counts *)step->context)->left++;
    return 0;
}

static int32_t enter(const sfsm_step *step, void *context) {
    (void)context;
    ((counts *)step->context)->entered++;
    return 0;
}

static sfsm_table *try_table(void) {
    sfsm_builder *const builder = try_builder();
    TRY(sfsm_builder_add_state(builder, IDLE, 0, NULL));
    TRY(sfsm_builder_add_timeout(builder, 1, 100, WORK));
    TRY(sfsm_builder_on_exit(builder, 1, leave, NULL, NULL));
    TRY(sfsm_builder_add_state(builder, BUSY, 0, NULL));
    for (int again = 0; again < 40; again++) {
        TRY(sfsm_builder_add_timeout(builder, 2, 10, TIRE));
    }
    TRY(sfsm_builder_on_entry(builder, 2, enter, NULL, NULL));
    TRY(sfsm_builder_add_row(builder, IDLE, RING, SFSM_INTERNAL, NULL));
    TRY(sfsm_builder_add_action(builder, 1, ring, NULL, NULL));
    TRY(sfsm_builder_add_row(builder, IDLE, WORK, BUSY, NULL));
    TRY(sfsm_builder_add_row(builder, BUSY, TIRE, WEARY, NULL));
    TRY(sfsm_builder_add_row(builder, WEARY, REST, IDLE, NULL));
    sfsm_table *table = NULL;
    TRY(sfsm_builder_build(builder, &table, NULL));
    sfsm_builder_release(builder);
    return table;
}

/* Tells the time; without memory for a step its event stays due. */
static void try_advance(sfsm_machine *machine, int64_t now) {
    sfsm_outcome outcome = sfsm_machine_advance(machine, now);
    if (outcome == SFSM_OUT_OF_MEMORY) {
        int64_t due = INT64_MAX;
        assert_status(sfsm_machine_due(machine, &due), SFSM_OK);
        assert_true(due <= now);
        allocator_grant_all();
        outcome = sfsm_machine_advance(machine, now);
    }
    assert_status(outcome, SFSM_OK);
}

static void live(void) {
    counts counts = {0, 0, 0};
    sfsm_table *const table = try_table();
    sfsm_machine *machine = NULL;
    TRY(sfsm_machine_create(table, IDLE, &counts, &machine));
    sfsm_table_release(table);
    for (int again = 0; again < 20; again++) {
        TRY(sfsm_machine_send_later(machine, RING, 50, NULL));
    }
    try_advance(machine, 99);
    assert_int_equal(counts.rung, 20);
    assert_int_equal(counts.left, 0);
    try_advance(machine, 100);
    assert_int_equal(sfsm_machine_state(machine), BUSY);
    assert_int_equal(counts.left, 1);
    assert_int_equal(counts.entered, 1);
    try_advance(machine, 110);
    assert_int_equal(sfsm_machine_state(machine), WEARY);
    assert_status(sfsm_machine_due(machine, &(int64_t){0}), SFSM_OUT_OF_RANGE);
    TRY(sfsm_machine_set_state(machine, BUSY));
    try_advance(machine, 120);
    assert_int_equal(sfsm_machine_state(machine), WEARY);
    assert_status(sfsm_machine_stop(machine), SFSM_OK);
    TRY(sfsm_machine_start(machine, BUSY));
    assert_int_equal(counts.entered, 2);
    sfsm_machine_release(machine);
}

static void one_allocation_is_refused(void **state) {
    (void)state;
    check_lives(live, allocator_refuse_one, 20);
}

static void all_allocations_from_one_on_are_refused(void **state) {
    (void)state;
    check_lives(live, allocator_grant, 20);
}

static int32_t idle(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

static void a_machine_without_timers_takes_no_memory_for_them(void **state) {
    (void)state;
    const sfsm_callback action = {idle, NULL, NULL};
    const sfsm_row row = {.source = IDLE, .event = RING, .target = IDLE, .actions = &action, .action_count = 1};
    sfsm_machine *const machine = machine_of_rows(&row, 1, IDLE, NULL);
    const size_t blocks = allocator_blocks(), calls = allocator_calls();
    assert_status(sfsm_machine_advance(machine, 10), SFSM_OK);
    assert_status(sfsm_machine_cancel(machine, 1), SFSM_OUT_OF_RANGE);
    assert_int_equal(allocator_calls(), calls);
    allocator_grant(0);
    assert_status(sfsm_machine_send_later(machine, RING, 1, NULL), SFSM_OUT_OF_MEMORY);
    allocator_grant(1);
    assert_status(sfsm_machine_send_later(machine, RING, 1, NULL), SFSM_OUT_OF_MEMORY);
    allocator_grant_all();
    assert_status(sfsm_machine_due(machine, &(int64_t){0}), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_machine_send_later(machine, RING, 1, NULL), SFSM_OK);
    assert_int_equal(allocator_blocks(), blocks + 2);
    /* What many timers took is given back, what few took is kept. */
    for (int again = 0; again < 5000; again++) {
        assert_status(sfsm_machine_send_later(machine, RING, 1, NULL), SFSM_OK);
    }
    assert_status(sfsm_machine_advance(machine, 20), SFSM_OK);
    assert_int_equal(allocator_blocks(), blocks + 1);
    sfsm_machine_release(machine);
}

static void a_few_timers_need_no_more_memory_than_one(void **state) {
    (void)state;
    const sfsm_callback action = {idle, NULL, NULL};
    const sfsm_row row = {.source = IDLE, .event = RING, .target = IDLE, .actions = &action, .action_count = 1};
    sfsm_machine *const machine = machine_of_rows(&row, 1, IDLE, NULL);
    assert_status(sfsm_machine_send_later(machine, RING, 1, NULL), SFSM_OK);
    allocator_grant(0);
    for (int more = 0; more < 3; more++) {
        assert_status(sfsm_machine_send_later(machine, RING, 1, NULL), SFSM_OK);
    }
    allocator_grant_all();
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(one_allocation_is_refused, grant_all),
        cmocka_unit_test_setup(all_allocations_from_one_on_are_refused, grant_all),
        cmocka_unit_test_setup(a_machine_without_timers_takes_no_memory_for_them, grant_all),
        cmocka_unit_test_setup(a_few_timers_need_no_more_memory_than_one, grant_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
