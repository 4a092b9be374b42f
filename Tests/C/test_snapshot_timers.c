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

/* Where the delays of a gate's first timers lie: behind its state, the numbers, and that it has no histories. */
enum { FIRST_TIMER = 76 + 20 + 4 + 4, TIMER = 24, FIRST_DELAY = FIRST_TIMER + 8, SECOND_DELAY = FIRST_DELAY + TIMER };

static int64_t delay_at(const snapshot *snapshot, size_t position) {
    int64_t delay;
    memcpy(&delay, snapshot->bytes + position, sizeof delay);
    return delay;
}

static void set_delay(snapshot *snapshot, size_t position, int64_t delay) {
    memcpy(snapshot->bytes + position, &delay, sizeof delay);
}

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
    assert_true(delay_at(&snapshot, FIRST_DELAY) == INT64_MAX - 5 && delay_at(&snapshot, SECOND_DELAY) == INT64_MAX - 5);
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
    set_delay(&snapshot, FIRST_DELAY, INT64_MIN);
    set_delay(&snapshot, SECOND_DELAY, INT64_MIN);
    restore(machine, &snapshot);
    /* The first fails, and the others wait. */
    assert_status(sfsm_machine_advance(machine, 1), SFSM_CALLBACK_FAILED);
    snapshot = snapshot_of(machine);
    assert_true(delay_at(&snapshot, FIRST_DELAY) == INT64_MIN);
    assert_int_equal(delay_at(&snapshot, SECOND_DELAY), 1);
    restore(machine, &snapshot);
    assert_status(sfsm_machine_advance(machine, 1), SFSM_CALLBACK_FAILED);
    assert_status(sfsm_machine_advance(machine, 1), SFSM_OK);
    assert_status(sfsm_machine_advance(machine, 2), SFSM_CALLBACK_FAILED);
    sfsm_machine_release(machine);
}

/* The host's time goes on while nobody has the machine. */
static void timers_may_be_stored_by_when_they_are_due(void **state) {
    (void)state;
    for (uint32_t form = 0; form <= SFSM_SNAPSHOT_JSON; form++) {
        sfsm_machine *const machine = gate(LOCKED_GATE);
        sfsm_machine *const other = gate(LOCKED_GATE);
        assert_status(sfsm_machine_advance(machine, 1000), SFSM_OK);
        assert_status(sfsm_machine_send_later(machine, COIN, 50, NULL), SFSM_OK);
        assert_status(sfsm_machine_send_later(machine, PUSH, 70, NULL), SFSM_OK);
        const snapshot snapshot = snapshot_with(machine, SFSM_SNAPSHOT_DUE | form);
        restore(other, &snapshot);
        assert_int_equal(sfsm_machine_now(other), 1000);
        int64_t due = 0;
        assert_status(sfsm_machine_due(other, &due), SFSM_OK);
        assert_int_equal(due, 1050);
        const struct snapshot again = snapshot_with(other, SFSM_SNAPSHOT_DUE | form);
        assert_same_snapshot(&again, &snapshot);
        /* One whose time is later already sends what was due meanwhile. */
        assert_status(sfsm_machine_advance(other, 1060), SFSM_OK);
        assert_int_equal(sfsm_machine_state(other), UNLOCKED_GATE);
        restore(other, &snapshot);
        assert_int_equal(sfsm_machine_now(other), 1060);
        assert_status(sfsm_machine_advance(other, 1060), SFSM_OK);
        assert_int_equal(sfsm_machine_state(other), UNLOCKED_GATE);
        assert_status(sfsm_machine_advance(other, 1070), SFSM_OK);
        assert_int_equal(sfsm_machine_state(other), LOCKED_GATE);
        sfsm_machine_release(machine);
        sfsm_machine_release(other);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(timers_keep_their_numbers),
        cmocka_unit_test(timers_keep_numbers_that_lie_far_apart),
        cmocka_unit_test(a_delay_may_be_longer_than_time),
        cmocka_unit_test(what_was_due_before_all_time_stays_due),
        cmocka_unit_test(timers_may_be_stored_by_when_they_are_due),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
