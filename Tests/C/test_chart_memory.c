/* Charts and the allocator: where the system gives no memory, a call changes nothing, and may be made again. */
#include "allocator.h"
#include "charts.h"
#include "lives.h"

static int32_t done(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 1;
}

/* The washing machine, with more of everything than it needs. */
static void fill(sfsm_builder *builder, size_t *finalized) {
    for (size_t i = 0; i < washing_state_count; i++) {
        const nested nested = washing_states[i];
        TRY(sfsm_builder_add_state(builder, nested.state, nested.flags, NULL));
        if (nested.parent != SFSM_NONE) {
            TRY(sfsm_builder_nest(builder, i + 1, nested.parent));
        }
        if (nested.target != SFSM_NONE) {
            TRY(sfsm_builder_set_default(builder, i + 1, nested.target));
            TRY(sfsm_builder_on_default(builder, i + 1, done, NULL, NULL));
        }
    }
    TRY(sfsm_builder_on_done(builder, 2, READY));
    TRY(sfsm_builder_on_default(builder, 7, done, finalized, count_call));
    TRY(sfsm_builder_add_rows(builder, washing_rows, washing_row_count));
    for (int again = 0; again < 20; again++) {
        TRY(sfsm_builder_add_raise(builder, 6, LOCK));
        TRY(sfsm_builder_add_in_guard(builder, 9, SPINNING, false));
    }
    size_t row = 0;
    TRY(sfsm_builder_add_row(builder, IDLE, LOCK, SPINNING, &row));
    TRY(sfsm_builder_add_target(builder, row, LOCKED));
}

static sfsm_machine *try_machine(sfsm_builder *builder) {
    sfsm_table *table = NULL;
    sfsm_machine *machine = NULL;
    TRY(sfsm_builder_build(builder, &table, NULL));
    sfsm_builder_release(builder);
    TRY(sfsm_machine_create(table, IDLE, NULL, &machine));
    sfsm_table_release(table);
    return machine;
}

/* Sends an event; without memory nothing has happened, and it is sent again. */
static void try_send(sfsm_machine *machine, int32_t event, sfsm_outcome expected) {
    sfsm_outcome outcome = sfsm_machine_send(machine, event);
    if (outcome == SFSM_OUT_OF_MEMORY) {
        allocator_grant_all();
        outcome = sfsm_machine_send(machine, event);
    }
    assert_status(outcome, expected);
}

static void live(void) {
    size_t finalized = 0;
    sfsm_builder *const builder = try_builder();
    fill(builder, &finalized);
    sfsm_machine *const machine = try_machine(builder);
    static const int32_t leaves[] = {SPINNING, LOCKED};
    try_send(machine, LOCK, SFSM_TRANSITIONED);
    assert_true(sfsm_machine_in(machine, SPINNING) && sfsm_machine_in(machine, LOCKED));
    try_send(machine, PAUSE, SFSM_TRANSITIONED);
    try_send(machine, PAUSE, SFSM_TRANSITIONED);
    assert_true(sfsm_machine_in(machine, SPINNING) && sfsm_machine_in(machine, CLOSED));
    try_send(machine, RESTART, SFSM_TRANSITIONED);
    try_send(machine, FULL, SFSM_TRANSITIONED);
    assert_true(sfsm_machine_in(machine, SPINNING) && sfsm_machine_in(machine, LOCKED));
    TRY(sfsm_machine_set_states(machine, leaves, 2));
    for (int again = 0; again < 20; again++) {
        try_send(machine, START, SFSM_DEFERRED);
    }
    sfsm_machine_release(machine);
    assert_true(finalized == 1 || finalized == 2); /* also of a call that found no memory */
}

static void one_allocation_is_refused(void **state) {
    (void)state;
    check_lives(live, allocator_refuse_one, 50);
}

static void all_allocations_from_one_on_are_refused(void **state) {
    (void)state;
    check_lives(live, allocator_grant, 50);
}

static int32_t take_all_memory(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    allocator_grant(0);
    return 0;
}

static size_t steps;

static int32_t count_step(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    steps++;
    return 0;
}

/* A machine over so many regions that a step needs memory. START does this, and one of the rows raises
 * an event. */
static sfsm_machine *wide_machine(sfsm_function start, size_t row, int32_t raised) {
    enum { REGIONS = 100 };
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_state(builder, 0, SFSM_PARALLEL, NULL), SFSM_OK);
    for (int32_t region = 1; region <= REGIONS; region++) {
        size_t block = 0;
        assert_status(sfsm_builder_add_state(builder, region, 0, &block), SFSM_OK);
        assert_status(sfsm_builder_nest(builder, block, 0), SFSM_OK);
    }
    const sfsm_row rows[] = {
        SFSM_ROW(1, START, SFSM_INTERNAL, start),
        SFSM_ROW(1, READY, SFSM_INTERNAL, count_step),
        SFSM_ROW(1, LOCK, SFSM_INTERNAL, NULL),
    };
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    assert_status(sfsm_builder_add_raise(builder, row, raised), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    sfsm_machine *machine = NULL;
    assert_status(sfsm_machine_create(table, 0, NULL, &machine), SFSM_OK);
    sfsm_table_release(table);
    return machine;
}

static void a_raised_event_waits_for_memory(void **state) {
    (void)state;
    steps = 0;
    sfsm_machine *const machine = wide_machine(take_all_memory, 1, READY);
    assert_status(sfsm_machine_send(machine, START), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_pending(machine), 1);
    assert_status(sfsm_machine_run_pending(machine), SFSM_OUT_OF_MEMORY);
    assert_int_equal(sfsm_machine_pending(machine), 1);
    assert_int_equal(steps, 0);
    allocator_grant_all();
    assert_status(sfsm_machine_run_pending(machine), SFSM_OK);
    assert_int_equal(sfsm_machine_pending(machine), 0);
    assert_int_equal(steps, 1);
    sfsm_machine_release(machine);
}

/* What a machine over a definition asks the system for. */
static size_t machine_bytes(sfsm_builder *builder, int32_t initial) {
    sfsm_table *const table = table_from(builder);
    const size_t before = allocator_bytes();
    sfsm_machine *const machine = machine_over(table, initial, NULL);
    const size_t after = allocator_bytes();
    sfsm_machine_release(machine);
    sfsm_table_release(table);
    return after - before;
}

/* A turnstile of two states; as many of them, each in a region of the state that has the next number. */
static sfsm_builder *turnstiles(int32_t count) {
    sfsm_builder *const builder = sfsm_builder_create();
    const int32_t parallel = 2 * count;
    if (count > 1) {
        assert_status(sfsm_builder_add_state(builder, parallel, SFSM_PARALLEL, NULL), SFSM_OK);
    }
    for (int32_t first = 0; first < parallel; first += 2) {
        const sfsm_row rows[] = {SFSM_ROW(first, START, first + 1, NULL), SFSM_ROW(first + 1, START, first, NULL)};
        assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
        if (count > 1) {
            add_nested(builder, parallel + 1 + first, 0, parallel, first);
            add_nested(builder, first, 0, parallel + 1 + first, SFSM_NONE);
            add_nested(builder, first + 1, 0, parallel + 1 + first, SFSM_NONE);
        }
    }
    return builder;
}

static void a_region_takes_two_bytes_of_a_machine(void **state) {
    (void)state;
    const size_t flat = machine_bytes(turnstiles(1), 0);
    for (int32_t count = 8; count <= 256; count *= 2) {
        assert_in_range(machine_bytes(turnstiles(count), 2 * count), flat, flat + 2 * (size_t)count);
    }
}

/* Whatever a definition has room for by now, and whichever allocation is refused. */
static void each_raise_of_many_rows_is_added_or_not(void **state) {
    (void)state;
    enum { ROWS = 100 };
    const size_t blocks = allocator_blocks();
    sfsm_builder *const builder = sfsm_builder_create();
    for (int32_t row = 1; row <= ROWS; row++) {
        assert_status(sfsm_builder_add_row(builder, row, START, row % ROWS + 1, NULL), SFSM_OK);
        for (int count = 0; count < 2; count++) {
            sfsm_status status = SFSM_OUT_OF_MEMORY;
            for (size_t granted = 0; status != SFSM_OK; granted++) {
                allocator_grant(granted);
                status = sfsm_builder_add_raise(builder, (size_t)row, READY);
                allocator_grant_all();
                assert_true(status == SFSM_OK || status == SFSM_OUT_OF_MEMORY);
            }
        }
    }
    sfsm_table *table = NULL;
    assert_status(sfsm_builder_build(builder, &table, NULL), SFSM_OK);
    sfsm_builder_release(builder);
    size_t count = 0;
    assert_status(sfsm_table_transition_raised(table, 0, NULL, 0, &count), SFSM_OK);
    assert_int_equal(count, 2);
    sfsm_table_release(table);
    assert_int_equal(allocator_blocks(), blocks);
}

/* Of many states the default ones are found in memory of their own. */
static void a_machine_is_made_once_there_is_memory(void **state) {
    (void)state;
    enum { REGIONS = 1000 };
    sfsm_table *const table = table_from(turnstiles(REGIONS));
    const size_t blocks = allocator_blocks();
    sfsm_machine *machine = NULL;
    size_t refused = 0;
    for (; machine == NULL; refused++) {
        allocator_refuse_one(refused);
        const sfsm_status status = sfsm_machine_create(table, 2 * REGIONS, NULL, &machine);
        allocator_grant_all();
        assert_status(status, machine == NULL ? SFSM_OUT_OF_MEMORY : SFSM_OK);
        assert_true(machine != NULL || allocator_blocks() == blocks);
    }
    assert_true(refused > 2);
    sfsm_machine_release(machine);
    assert_int_equal(allocator_blocks(), blocks);
    sfsm_table_release(table);
}

static void a_machine_is_started_once_there_is_memory(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_state(builder, WASHING, 0, NULL), SFSM_OK);
    assert_status(sfsm_builder_set_default(builder, 1, FILLING), SFSM_OK);
    add_nested(builder, FILLING, 0, WASHING, SFSM_NONE);
    row_from(builder, FILLING, FULL, SFSM_INTERNAL);
    sfsm_machine *const machine = machine_from(builder, SFSM_NONE, NULL);
    allocator_grant(0);
    const sfsm_status status = sfsm_machine_start(machine, WASHING);
    allocator_grant_all();
    assert_status(status, SFSM_OUT_OF_MEMORY);
    assert_int_equal(sfsm_machine_state(machine), SFSM_NONE);
    assert_status(sfsm_machine_start(machine, WASHING), SFSM_OK);
    assert_states(machine, FILLING);
    sfsm_machine_release(machine);
}

static void a_stop_is_planned_once_there_is_memory(void **state) {
    (void)state;
    sfsm_machine *const machine = machine_from(turnstiles(2), 4, NULL);
    sfsm_plan plan = {.size = sizeof plan};
    for (size_t granted = 0; granted < 2; granted++) {
        allocator_refuse_one(granted);
        const sfsm_outcome outcome = sfsm_machine_plan_stop(machine, &plan);
        allocator_grant_all();
        assert_status(outcome, SFSM_OUT_OF_MEMORY);
        assert_states(machine, 0, 2);
    }
    assert_status(sfsm_machine_plan_stop(machine, &plan), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_abandon(machine), SFSM_OK);
    sfsm_machine_release(machine);
}

/* Also where ids of events are far apart, and whether one region has a row or several. */
static void a_step_within_regions_takes_no_memory(void **state) {
    (void)state;
    enum { FAR = 1000000 };
    sfsm_builder *const builder = turnstiles(3);
    row_from(builder, 0, FAR, 1);
    sfsm_machine *const machine = machine_from(builder, 6, NULL);
    allocator_grant(0);
    const sfsm_outcome of_one = sfsm_machine_send(machine, FAR), of_all = sfsm_machine_send(machine, START);
    allocator_grant_all();
    assert_status(of_one, SFSM_TRANSITIONED);
    assert_status(of_all, SFSM_TRANSITIONED);
    assert_states(machine, 0, 3, 5);
    sfsm_machine_release(machine);
}

static int32_t send_ready_and_take_all_memory(const sfsm_step *step, void *context) {
    const sfsm_outcome outcome = sfsm_machine_send(step->machine, READY);
    take_all_memory(step, context);
    return outcome == SFSM_QUEUED ? 0 : -1;
}

static void an_event_that_was_sent_waits_for_memory(void **state) {
    (void)state;
    steps = 0;
    sfsm_machine *const machine = wide_machine(send_ready_and_take_all_memory, 2, LOCK);
    assert_status(sfsm_machine_send(machine, START), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_pending(machine), 1);
    assert_status(sfsm_machine_run_pending(machine), SFSM_OUT_OF_MEMORY);
    assert_int_equal(sfsm_machine_pending(machine), 1);
    assert_int_equal(steps, 0);
    allocator_grant_all();
    assert_status(sfsm_machine_run_pending(machine), SFSM_OK);
    assert_int_equal(sfsm_machine_pending(machine), 0);
    assert_int_equal(steps, 1);
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(each_raise_of_many_rows_is_added_or_not, grant_all),
        cmocka_unit_test_setup(one_allocation_is_refused, grant_all),
        cmocka_unit_test_setup(all_allocations_from_one_on_are_refused, grant_all),
        cmocka_unit_test_setup(a_raised_event_waits_for_memory, grant_all),
        cmocka_unit_test_setup(a_region_takes_two_bytes_of_a_machine, grant_all),
        cmocka_unit_test_setup(a_machine_is_made_once_there_is_memory, grant_all),
        cmocka_unit_test_setup(a_machine_is_started_once_there_is_memory, grant_all),
        cmocka_unit_test_setup(a_stop_is_planned_once_there_is_memory, grant_all),
        cmocka_unit_test_setup(a_step_within_regions_takes_no_memory, grant_all),
        cmocka_unit_test_setup(an_event_that_was_sent_waits_for_memory, grant_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
