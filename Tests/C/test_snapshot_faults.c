/* Snapshots that are refused: too little room, other words, and machines that have more than words can keep. */
#include "charts.h"
#include "snapshots.h"

static void all_words_or_none_are_written(void **state) {
    (void)state;
    sfsm_machine *const machine = washing_machine();
    uint64_t words[MOST_WORDS] = {4711};
    size_t count = 0;
    assert_status(sfsm_machine_snapshot(machine, NULL, 0, &count), SFSM_OK);
    const size_t all = count;
    assert_true(all > 6 && all < MOST_WORDS);
    assert_status(sfsm_machine_snapshot(machine, words, all - 1, &count), SFSM_OUT_OF_RANGE);
    assert_int_equal(count, all);
    assert_int_equal(words[0], 4711);
    assert_status(sfsm_machine_snapshot(machine, words, all, &count), SFSM_OK);
    assert_status(sfsm_machine_snapshot(NULL, words, all, &count), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_snapshot(machine, NULL, all, &count), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_snapshot(machine, words, all, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_snapshot(machine, words, SIZE_MAX, &count), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_machine_restore(NULL, words, all), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_restore(machine, NULL, all), SFSM_NULL_POINTER);
    assert_status(sfsm_machine_restore(machine, words, SIZE_MAX), SFSM_OUT_OF_RANGE);
    assert_status(sfsm_machine_restore(machine, NULL, 0), SFSM_BAD_CONFIGURATION);
    sfsm_machine_release(machine);
}

static void other_words_are_refused(void **state) {
    (void)state;
    sfsm_machine *const machine = washing_machine();
    sfsm_machine *const turnstile = gate(LOCKED_GATE);
    const snapshot good = snapshot_of(machine);
    assert_status(sfsm_machine_restore(turnstile, good.words, good.count), SFSM_BAD_VALUE);
    for (size_t count = 1; count < good.count; count++) {
        assert_status(sfsm_machine_restore(machine, good.words, count), SFSM_BAD_CONFIGURATION);
    }
    assert_status(sfsm_machine_restore(machine, good.words, good.count + 1), SFSM_BAD_CONFIGURATION);
    assert_states(machine, IDLE);
    /* The leaves: FILLING without CLOSED, then with IDLE. */
    assert_status(sfsm_machine_send(machine, START), SFSM_TRANSITIONED);
    snapshot wrong = snapshot_of(machine);
    const uint64_t running = wrong.words[6];
    wrong.words[6] = running & (running - 1);
    assert_status(sfsm_machine_restore(machine, wrong.words, wrong.count), SFSM_BAD_CONFIGURATION);
    wrong.words[6] = running | good.words[6];
    assert_status(sfsm_machine_restore(machine, wrong.words, wrong.count), SFSM_BAD_CONFIGURATION);
    wrong.words[6] = 0;
    assert_status(sfsm_machine_restore(machine, wrong.words, wrong.count), SFSM_BAD_CONFIGURATION);
    assert_states(machine, FILLING, CLOSED);
    sfsm_machine_release(machine);
    sfsm_machine_release(turnstile);
}

static void arguments_do_not_fit_into_words(void **state) {
    (void)state;
    enum { PAY = 20 };
    sfsm_builder *const builder = washing_builder();
    assert_status(sfsm_builder_add_event(builder, PAY, "i32"), SFSM_OK);
    assert_status(sfsm_builder_add_row(builder, WASHING, PAY, SFSM_DEFER, NULL), SFSM_OK);
    assert_status(sfsm_builder_add_row(builder, IDLE, PAY, PAUSED, NULL), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, WASHING, NULL);
    const snapshot empty = snapshot_of(machine);
    const sfsm_value value = {.type = SFSM_I32, .as.i32 = 5};
    const sfsm_message message = {sizeof message, PAY, SFSM_NONE, NULL, 0, &value, 1};
    assert_status(sfsm_machine_send_message(machine, &message), SFSM_DEFERRED);
    size_t count = 0;
    assert_status(sfsm_machine_snapshot(machine, NULL, 0, &count), SFSM_UNSUPPORTED);
    restore(machine, &empty);
    assert_int_equal(snapshot_of(machine).count, empty.count);
    sfsm_machine_release(machine);
}

static int32_t try_both(const sfsm_step *step, void *context) {
    snapshot *const snapshot = context;
    size_t count = 0;
    const bool is_busy = sfsm_machine_snapshot(step->machine, NULL, 0, &count) == SFSM_BUSY &&
                         sfsm_machine_restore(step->machine, snapshot->words, snapshot->count) == SFSM_BUSY;
    return is_busy ? 0 : SFSM_FAILED;
}

static void a_step_or_plan_is_waited_for(void **state) {
    (void)state;
    snapshot snapshot = {.count = 1};
    const sfsm_row rows[] = {SFSM_ROW(LOCKED_GATE, COIN, UNLOCKED_GATE, try_both),
                             SFSM_ROW(UNLOCKED_GATE, PUSH, LOCKED_GATE, NULL)};
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), LOCKED_GATE, &snapshot);
    assert_status(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    sfsm_plan plan = {.size = sizeof plan};
    assert_status(sfsm_machine_plan(machine, MESSAGE(PUSH), &plan), SFSM_TRANSITIONED);
    size_t count = 0;
    assert_status(sfsm_machine_snapshot(machine, NULL, 0, &count), SFSM_BUSY);
    assert_status(sfsm_machine_restore(machine, snapshot.words, 1), SFSM_BUSY);
    assert_status(sfsm_machine_abandon(machine), SFSM_OK);
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_words_or_none_are_written),
        cmocka_unit_test(other_words_are_refused),
        cmocka_unit_test(arguments_do_not_fit_into_words),
        cmocka_unit_test(a_step_or_plan_is_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
