/* Timers in snapshots: their numbers, and delays that lead out of time. */
#include "snapshots.h"

static void timers_keep_their_numbers(void **state) {
    (void)state;
    sfsm_machine *const machine = gate(LOCKED_GATE);
    sfsm_machine *const other = gate(LOCKED_GATE);
    uint64_t timers[20], later = 0;
    for (size_t i = 0; i < COUNT(timers); i++) {
        assert_status(sfsm_machine_send_later(machine, COIN, (int64_t)(40 - i), &timers[i]), SFSM_OK);
    }
    assert_status(sfsm_machine_cancel(machine, timers[3]), SFSM_OK);
    const snapshot snapshot = snapshot_of(machine);
    restore(other, &snapshot);
    assert_status(sfsm_machine_cancel(other, timers[3]), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_machine_send_later(other, COIN, 1, &later), SFSM_OK);
    for (size_t i = 0; i < COUNT(timers); i++) {
        assert_true(later != timers[i]);
        assert_status(sfsm_machine_cancel(other, timers[i]), i == 3 ? SFSM_OUT_OF_RANGE : SFSM_OK);
    }
    assert_status(sfsm_machine_cancel(other, later), SFSM_OK);
    sfsm_machine_release(machine);
    sfsm_machine_release(other);
}

/* The words of a gate's timers. */
enum { FIRST_DELAY = 8, SECOND_DELAY = 11 };

/* Of very many timers few are left, in any order. */
static void timers_keep_numbers_that_lie_far_apart(void **state) {
    (void)state;
    enum { NEAR = 20, STEP = 1009, MANY = 12 * STEP };
    sfsm_machine *const machine = gate(LOCKED_GATE);
    sfsm_machine *const other = gate(LOCKED_GATE);
    static uint64_t timers[MANY];
    uint64_t later[40];
    for (size_t i = 0; i < MANY; i++) {
        assert_status(sfsm_machine_send_later(machine, COIN, (int64_t)(i * 7 % 13), &timers[i]), SFSM_OK);
    }
    for (size_t i = 0; i < MANY; i++) {
        if (i % STEP != STEP - 1 && i != NEAR) assert_status(sfsm_machine_cancel(machine, timers[i]), SFSM_OK);
    }
    snapshot snapshot = snapshot_of(machine);
    restore(other, &snapshot);
    for (size_t i = 0; i < COUNT(later); i++) {
        assert_status(sfsm_machine_send_later(other, PUSH, 20, &later[i]), SFSM_OK);
    }
    assert_status(sfsm_machine_cancel(other, timers[0]), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_machine_cancel(other, timers[STEP - 1]), SFSM_OK);
    assert_status(sfsm_machine_cancel(other, timers[STEP - 1]), SFSM_OUT_OF_RANGE);
    /* Once more, with timers that the first one never had. */
    snapshot = snapshot_of(other);
    restore(machine, &snapshot);
    assert_status(sfsm_machine_send_later(machine, PUSH, 20, &later[0]), SFSM_OK);
    assert_status(sfsm_machine_cancel(machine, later[0]), SFSM_OK);
    for (size_t i = 1; i < COUNT(later); i++) {
        assert_status(sfsm_machine_cancel(machine, later[i]), SFSM_OK);
    }
    for (size_t i = 2 * STEP - 1; i < MANY; i += STEP) {
        assert_status(sfsm_machine_cancel(machine, timers[i]), SFSM_OK);
        assert_status(sfsm_machine_cancel(machine, timers[i]), SFSM_OUT_OF_RANGE);
    }
    assert_status(sfsm_machine_cancel(machine, timers[NEAR]), SFSM_OK);
    assert_status(sfsm_machine_cancel(machine, 1), SFSM_OUT_OF_RANGE);
    int64_t due = 0;
    assert_status(sfsm_machine_due(machine, &due), SFSM_OK); /* the first of the others: its number was not asked for */
    assert_int_equal(due, 20);
    assert_status(sfsm_machine_advance(other, 20), SFSM_OK);
    assert_status(sfsm_machine_due(other, &due), SFSM_OUT_OF_RANGE);
    sfsm_machine_release(machine);
    sfsm_machine_release(other);
}

static void a_delay_may_be_longer_than_time(void **state) {
    (void)state;
    sfsm_machine *const machine = gate(LOCKED_GATE);
    sfsm_machine *const other = gate(LOCKED_GATE);
    assert_status(sfsm_machine_send_later(machine, COIN, INT64_MAX - 2, NULL), SFSM_OK);
    assert_status(sfsm_machine_send_later(machine, PUSH, INT64_MAX, NULL), SFSM_OK);
    assert_status(sfsm_machine_advance(other, 5), SFSM_OK);
    snapshot snapshot = snapshot_of(machine);
    restore(other, &snapshot);
    int64_t due = 0;
    assert_status(sfsm_machine_due(other, &due), SFSM_OK);
    assert_true(due == INT64_MAX);
    snapshot = snapshot_of(other);
    assert_true(snapshot.words[FIRST_DELAY] == INT64_MAX - 5 && snapshot.words[SECOND_DELAY] == INT64_MAX - 5);
    restore(machine, &snapshot);
    assert_status(sfsm_machine_due(machine, &due), SFSM_OK);
    assert_true(due == INT64_MAX - 5);
    sfsm_machine_release(machine);
    sfsm_machine_release(other);
}

static int32_t fail_step(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return SFSM_FAILED;
}

static void what_was_due_before_all_time_stays_due(void **state) {
    (void)state;
    const sfsm_row rows[] = {SFSM_ROW(LOCKED_GATE, COIN, UNLOCKED_GATE, fail_step), gate_rows[1]};
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), LOCKED_GATE, NULL);
    for (int i = 0; i < 3; i++) {
        assert_status(sfsm_machine_send_later(machine, COIN, i, NULL), SFSM_OK);
    }
    snapshot snapshot = snapshot_of(machine);
    snapshot.words[FIRST_DELAY] = snapshot.words[SECOND_DELAY] = (uint64_t)INT64_MIN;
    restore(machine, &snapshot);
    /* The first fails, and the others wait. */
    assert_status(sfsm_machine_advance(machine, 1), SFSM_CALLBACK_FAILED);
    snapshot = snapshot_of(machine);
    assert_true(snapshot.words[FIRST_DELAY] == (uint64_t)INT64_MIN);
    assert_int_equal(snapshot.words[SECOND_DELAY], 1);
    restore(machine, &snapshot);
    assert_status(sfsm_machine_advance(machine, 1), SFSM_CALLBACK_FAILED);
    assert_status(sfsm_machine_advance(machine, 1), SFSM_OK);
    assert_status(sfsm_machine_advance(machine, 2), SFSM_CALLBACK_FAILED);
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(timers_keep_their_numbers),
        cmocka_unit_test(timers_keep_numbers_that_lie_far_apart),
        cmocka_unit_test(a_delay_may_be_longer_than_time),
        cmocka_unit_test(what_was_due_before_all_time_stays_due),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
