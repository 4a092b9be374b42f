/* Snapshots and the allocator: a machine that cannot be restored for want of memory is as it was, and may be restored
 * again. */
#include "allocator.h"
#include "charts.h"

enum { MOST_WORDS = 256 };

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

static void check_restoring(void (*refuse)(size_t granted)) {
    sfsm_machine *const machine = filled_machine();
    uint64_t words[MOST_WORDS], before[MOST_WORDS], after[MOST_WORDS];
    size_t count = 0, before_count = 0, after_count = 0;
    assert_status(sfsm_machine_snapshot(machine, words, MOST_WORDS, &count), SFSM_OK);
    for (size_t granted = 0;; granted++) {
        sfsm_machine *const other = filled_machine();
        assert_status(sfsm_machine_discard_pending(other), SFSM_OK);
        assert_status(sfsm_machine_set_state(other, IDLE), SFSM_OK);
        assert_status(sfsm_machine_snapshot(other, before, MOST_WORDS, &before_count), SFSM_OK);
        const size_t blocks = allocator_blocks();
        refuse(granted);
        const sfsm_status status = sfsm_machine_restore(other, words, count);
        const int is_over = !allocator_has_refused();
        allocator_grant_all();
        assert_status(status, is_over ? SFSM_OK : SFSM_OUT_OF_MEMORY);
        if (!is_over) {
            assert_int_equal(allocator_blocks(), blocks);
            assert_status(sfsm_machine_snapshot(other, after, MOST_WORDS, &after_count), SFSM_OK);
            assert_int_equal(after_count, before_count);
            assert_memory_equal(after, before, before_count * sizeof before[0]);
            assert_status(sfsm_machine_restore(other, words, count), SFSM_OK);
        }
        assert_status(sfsm_machine_snapshot(other, after, MOST_WORDS, &after_count), SFSM_OK);
        assert_int_equal(after_count, count);
        assert_memory_equal(after, words, count * sizeof words[0]);
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
    check_restoring(allocator_refuse_one);
}

static void all_allocations_from_one_on_are_refused(void **state) {
    (void)state;
    check_restoring(allocator_grant);
}

static void a_snapshot_needs_no_memory(void **state) {
    (void)state;
    sfsm_machine *const machine = filled_machine();
    uint64_t words[MOST_WORDS];
    size_t count = 0;
    allocator_grant(0);
    const sfsm_status status = sfsm_machine_snapshot(machine, words, MOST_WORDS, &count);
    allocator_grant_all();
    assert_status(status, SFSM_OK);
    sfsm_machine_release(machine);
}

/* A number far from all others, which is a timer's all the same. */
static void few_words_ask_for_little_memory(void **state) {
    (void)state;
    const sfsm_row row = {.source = 1, .event = START, .target = 1};
    sfsm_machine *const machine = machine_of_rows(&row, 1, 1, NULL);
    uint64_t timer = 0, words[MOST_WORDS], after[MOST_WORDS];
    size_t count = 0;
    assert_status(sfsm_machine_send_later(machine, START, 5, &timer), SFSM_OK);
    assert_status(sfsm_machine_snapshot(machine, words, MOST_WORDS, &count), SFSM_OK);
    assert_true(words[count - 1] == timer);
    timer |= 0xffffff;
    words[count - 1] = timer;
    const size_t before = allocator_bytes();
    assert_status(sfsm_machine_restore(machine, words, count), SFSM_OK);
    assert_true(allocator_bytes() < before + 1000);
    assert_status(sfsm_machine_snapshot(machine, after, MOST_WORDS, &count), SFSM_OK);
    assert_true(after[count - 1] == timer);
    allocator_grant(0);
    const sfsm_status refused = sfsm_machine_restore(machine, words, count);
    allocator_grant(2);
    const sfsm_status refused_later = sfsm_machine_restore(machine, words, count);
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
        cmocka_unit_test_setup(a_snapshot_needs_no_memory, grant_all),
        cmocka_unit_test_setup(few_words_ask_for_little_memory, grant_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
