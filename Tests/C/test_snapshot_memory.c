/* Snapshots and the allocator: a machine that cannot be restored for want of memory is as it was, and may be restored
 * again. */
#include "allocator.h"
#include "charts.h"
#include "snapshots.h"

/* Also after a test that ended in the midst of it. */
static int grant_all(void **state) {
    (void)state;
    allocator_grant_all();
    return 0;
}

static int32_t fill_queues(const sfsm_step *step, void *context) {
    (void)context;
    for (int again = 0; again < 20; again++) {
        sfsm_machine_send(step->machine, FULL);
        sfsm_machine_raise(step->machine, LOCK);
        sfsm_machine_send_later(step->machine, PAUSE, 5, NULL);
    }
    return 0;
}

static int32_t refuse_entry(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return SFSM_FAILED;
}

/* A machine whose waiting events are left behind by a failure: in all its queues, and timers. */
static sfsm_machine *filled_machine(void) {
    sfsm_builder *const builder = washing_builder();
    size_t row = 0, block = 0;
    assert_status(sfsm_builder_add_row(builder, FILLING, READY, LOCKED, &row), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, row, fill_queues, NULL, NULL), SFSM_OK);
    assert_status(sfsm_builder_add_state(builder, LOCKED, 0, &block), SFSM_OK);
    assert_status(sfsm_builder_on_entry(builder, block, refuse_entry, NULL, NULL), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, WASHING, NULL);
    assert_status(sfsm_machine_send(machine, START), SFSM_DEFERRED);
    assert_status(sfsm_machine_send(machine, READY), SFSM_CALLBACK_FAILED);
    return machine;
}

static void check_restoring(void (*refuse)(size_t granted), uint32_t flags) {
    sfsm_machine *const machine = filled_machine();
    const snapshot snapshot = snapshot_with(machine, flags);
    for (size_t granted = 0;; granted++) {
        sfsm_machine *const other = filled_machine();
        assert_status(sfsm_machine_discard_pending(other), SFSM_OK);
        assert_status(sfsm_machine_set_state(other, IDLE), SFSM_OK);
        const struct snapshot before = snapshot_with(other, flags);
        const size_t blocks = allocator_blocks();
        refuse(granted);
        const sfsm_status status = sfsm_machine_restore(other, snapshot.bytes, snapshot.size, NULL, NULL);
        const int is_over = !allocator_has_refused();
        allocator_grant_all();
        assert_status(status, is_over ? SFSM_OK : SFSM_OUT_OF_MEMORY);
        struct snapshot after;
        if (!is_over) {
            assert_int_equal(allocator_blocks(), blocks);
            after = snapshot_with(other, flags);
            assert_same_snapshot(&after, &before);
            restore(other, &snapshot);
        }
        after = snapshot_with(other, flags);
        assert_same_snapshot(&after, &snapshot);
        sfsm_machine_release(other);
        if (is_over) {
            assert_true(granted > 3); /* queues and timers */
            sfsm_machine_release(machine);
            return;
        }
    }
}

static void one_allocation_is_refused(void **state) {
    (void)state;
    check_restoring(allocator_refuse_one, 0);
    check_restoring(allocator_refuse_one, SFSM_SNAPSHOT_JSON);
}

static void all_allocations_from_one_on_are_refused(void **state) {
    (void)state;
    check_restoring(allocator_grant, 0);
    check_restoring(allocator_grant, SFSM_SNAPSHOT_JSON);
}

/* The first one over a table makes what all of them begin with. */
static void only_the_first_snapshot_needs_memory(void **state) {
    (void)state;
    sfsm_machine *const machine = filled_machine();
    static char bytes[MOST_BYTES];
    size_t size = 0;
    for (size_t granted = 0; granted < 2; granted++) {
        allocator_grant(granted);
        const sfsm_status status = sfsm_machine_snapshot(machine, 0, bytes, MOST_BYTES, &size);
        allocator_grant_all();
        assert_status(status, SFSM_OUT_OF_MEMORY);
    }
    assert_status(sfsm_machine_snapshot(machine, 0, bytes, MOST_BYTES, &size), SFSM_OK);
    allocator_grant(0);
    const sfsm_status status = sfsm_machine_snapshot(machine, 0, bytes, MOST_BYTES, &size);
    const sfsm_status json_status = sfsm_machine_snapshot(machine, SFSM_SNAPSHOT_JSON, bytes, MOST_BYTES, &size);
    allocator_grant_all();
    assert_status(status, SFSM_OK);
    assert_status(json_status, size > 512 ? SFSM_OUT_OF_MEMORY : SFSM_OK); /* what is large needs the bytes first */
    sfsm_machine_release(machine);
}

/* A number far from all others, which is a timer's all the same. */
static void few_bytes_ask_for_little_memory(void **state) {
    (void)state;
    const sfsm_row row = {.source = 1, .event = START, .target = 1};
    sfsm_machine *const machine = machine_of_rows(&row, 1, 1, NULL);
    uint64_t timer = 0;
    assert_status(sfsm_machine_send_later(machine, START, 5, &timer), SFSM_OK);
    snapshot snapshot = snapshot_of(machine);
    char *const number = snapshot.bytes + 104; /* behind the state, the numbers, and that there are no histories */
    assert_memory_equal(number, &timer, sizeof timer);
    timer |= 0xffffff;
    memcpy(number, &timer, sizeof timer);
    const size_t before = allocator_bytes();
    restore(machine, &snapshot);
    assert_true(allocator_bytes() < before + 1000);
    const struct snapshot after = snapshot_of(machine);
    assert_same_snapshot(&after, &snapshot);
    allocator_grant(0);
    const sfsm_status refused = sfsm_machine_restore(machine, snapshot.bytes, snapshot.size, NULL, NULL);
    allocator_grant(2);
    const sfsm_status refused_later = sfsm_machine_restore(machine, snapshot.bytes, snapshot.size, NULL, NULL);
    allocator_grant_all();
    assert_status(refused, SFSM_OUT_OF_MEMORY);
    assert_status(refused_later, SFSM_OUT_OF_MEMORY);
    assert_status(sfsm_machine_cancel(machine, timer), SFSM_OK);
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(one_allocation_is_refused, grant_all),
        cmocka_unit_test_setup(all_allocations_from_one_on_are_refused, grant_all),
        cmocka_unit_test_setup(only_the_first_snapshot_needs_memory, grant_all),
        cmocka_unit_test_setup(few_bytes_ask_for_little_memory, grant_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
