/* Snapshots: a machine in bytes, and another one that goes on from them. */
#include "charts.h"
#include "snapshots.h"

#include <math.h>
#include <stdio.h>

static int32_t send_later_start(const sfsm_step *step, void *context) {
    (void)context;
    return sfsm_machine_send_later(step->machine, START, 50, NULL);
}

/* A washing machine with a timeout: SPINNING takes 30. */
static sfsm_builder *timed_washing_builder(void) {
    sfsm_builder *const builder = washing_builder();
    assert_status(sfsm_builder_add_timeout(builder, 4, 30, TIME), SFSM_OK);
    return builder;
}

/* The whole of a machine. */

static void another_machine_goes_on(void **state) {
    (void)state;
    sfsm_machine *const machine = machine_from(timed_washing_builder(), IDLE, NULL);
    sfsm_machine *const other = machine_from(timed_washing_builder(), PAUSED, NULL);
    assert_status(sfsm_machine_advance(machine, 1000), SFSM_OK);
    assert_status(sfsm_machine_send(machine, START), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send(machine, FULL), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send(machine, START), SFSM_DEFERRED);
    assert_status(sfsm_machine_advance(machine, 1010), SFSM_OK);

    const snapshot snapshot = snapshot_of(machine);
    sfsm_machine_release(machine);
    assert_status(sfsm_machine_advance(other, 7), SFSM_OK);
    restore(other, &snapshot);
    assert_states(other, SPINNING, LOCKED);
    assert_int_equal(sfsm_machine_state(other), WASHING);
    int64_t due = 0;
    assert_status(sfsm_machine_due(other, &due), SFSM_OK);
    assert_int_equal(due, 27); /* 20 are left */
    /* The machine is ready, and what was deferred starts it again. */
    assert_status(sfsm_machine_advance(other, 27), SFSM_OK);
    assert_states(other, FILLING, CLOSED);
    sfsm_machine_release(other);
}

static void histories_are_kept(void **state) {
    (void)state;
    sfsm_machine *const machine = washing_machine();
    sfsm_machine *const other = washing_machine();
    assert_status(sfsm_machine_send(machine, START), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send(machine, FULL), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send(machine, PAUSE), SFSM_TRANSITIONED);
    const snapshot snapshot = snapshot_of(machine);
    restore(other, &snapshot);
    assert_states(other, PAUSED);
    assert_status(sfsm_machine_send(other, PAUSE), SFSM_TRANSITIONED);
    assert_states(other, SPINNING, CLOSED);
    sfsm_machine_release(machine);
    sfsm_machine_release(other);
}

/* The bytes of a flat machine: all that the header says of them. */
static void a_flat_machine_in_bytes(void **state) {
    (void)state;
    sfsm_machine *const machine = gate(LOCKED_GATE);
    sfsm_machine *const other = gate(SFSM_NONE);
    assert_status(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    const snapshot snapshot = snapshot_of(machine);
    assert_int_equal(snapshot.size, 76);
    static const char magic[] = {'S', 'F', 'S', 'M', 1, 0, 0, 0};
    assert_memory_equal(snapshot.bytes, magic, sizeof magic);
    uint8_t fingerprint[32];
    sfsm_table *const table = table_of_rows(gate_rows, COUNT(gate_rows));
    assert_status(sfsm_table_fingerprint(table, fingerprint), SFSM_OK);
    sfsm_table_release(table);
    assert_memory_equal(snapshot.bytes + 8, fingerprint, sizeof fingerprint);
    static const char state_of_gate[] = {0, 0, 0, 0, /* no name */ 0, 0, 0, 0, /* no version */ 0, 0, 0, 0, /* no flags */
                                         76, 0, 0, 0, /* size */ 0, 0, 0, 0, 0, 0, 0, 0, /* no time */
                                         1, 0, 0, 0, UNLOCKED_GATE, 0, 0, 0, 0, 0, 0, 0 /* one state without a name */};
    assert_int_equal(40 + sizeof state_of_gate, snapshot.size);
    assert_memory_equal(snapshot.bytes + 40, state_of_gate, sizeof state_of_gate);
    restore(other, &snapshot);
    assert_int_equal(sfsm_machine_state(other), UNLOCKED_GATE);
    assert_status(sfsm_machine_send(other, PUSH), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
    sfsm_machine_release(other);
}

static void a_stopped_machine_starts_where_it_was(void **state) {
    (void)state;
    sfsm_machine *const machine = gate(UNLOCKED_GATE);
    sfsm_machine *const other = gate(LOCKED_GATE);
    assert_status(sfsm_machine_stop(machine), SFSM_OK);
    snapshot snapshot = snapshot_of(machine);
    restore(other, &snapshot);
    assert_int_equal(sfsm_machine_state(other), SFSM_NONE);
    assert_status(sfsm_machine_start(other, SFSM_LAST_STATE), SFSM_OK);
    assert_int_equal(sfsm_machine_state(other), UNLOCKED_GATE);
    sfsm_machine_release(machine);
    /* One that was never started has no last state. */
    sfsm_machine *const fresh = gate(SFSM_NONE);
    snapshot = snapshot_of(fresh);
    restore(other, &snapshot);
    assert_status(sfsm_machine_start(other, SFSM_LAST_STATE), SFSM_UNKNOWN_STATE);
    sfsm_machine_release(fresh);
    sfsm_machine_release(other);
}

static int32_t send_and_fail(const sfsm_step *step, void *context) {
    (void)context;
    sfsm_machine_send(step->machine, FULL);
    sfsm_machine_send_later(step->machine, PAUSE, 5, NULL);
    return SFSM_FAILED;
}

static void what_a_failure_left_behind_is_kept(void **state) {
    (void)state;
    sfsm_machine *machines[2];
    for (int i = 0; i < 2; i++) {
        sfsm_builder *const builder = washing_builder();
        size_t row = 0;
        assert_status(sfsm_builder_add_row(builder, FILLING, LOCK, SFSM_INTERNAL, &row), SFSM_OK);
        assert_status(sfsm_builder_add_action(builder, row, send_and_fail, NULL, NULL), SFSM_OK);
        machines[i] = machine_from(builder, WASHING, NULL);
    }
    assert_status(sfsm_machine_send(machines[0], LOCK), SFSM_CALLBACK_FAILED);
    assert_int_equal(sfsm_machine_pending(machines[0]), 1);
    const snapshot snapshot = snapshot_of(machines[0]);
    restore(machines[1], &snapshot);
    assert_int_equal(sfsm_machine_pending(machines[1]), 1);
    assert_status(sfsm_machine_run_pending(machines[1]), SFSM_OK);
    assert_states(machines[1], SPINNING, LOCKED);
    assert_status(sfsm_machine_advance(machines[1], 5), SFSM_OK);
    assert_states(machines[1], PAUSED);
    sfsm_machine_release(machines[0]);
    sfsm_machine_release(machines[1]);
}

static void a_machine_that_is_done_stays_done(void **state) {
    (void)state;
    sfsm_machine *machines[2];
    for (int i = 0; i < 2; i++) {
        sfsm_builder *const builder = sfsm_builder_create();
        size_t block = 0;
        assert_status(sfsm_builder_add_rows(builder, gate_rows, 1), SFSM_OK);
        assert_status(sfsm_builder_add_state(builder, LOCKED_GATE, 0, &block), SFSM_OK);
        assert_status(sfsm_builder_add_timeout(builder, block, 9, COIN), SFSM_OK);
        assert_status(sfsm_builder_add_state(builder, UNLOCKED_GATE, SFSM_FINAL, &block), SFSM_OK);
        machines[i] = machine_from(builder, LOCKED_GATE, NULL);
    }
    assert_status(sfsm_machine_advance(machines[0], 9), SFSM_OK);
    assert_true(sfsm_machine_is_done(machines[0]));
    const snapshot snapshot = snapshot_of(machines[0]);
    restore(machines[1], &snapshot);
    assert_true(sfsm_machine_is_done(machines[1]));
    assert_int_equal(sfsm_machine_due(machines[1], &(int64_t){0}), SFSM_OUT_OF_RANGE);
    sfsm_machine_release(machines[0]);
    sfsm_machine_release(machines[1]);
}

/* Fails while its context says so. */
static int32_t fail_if_told(const sfsm_step *step, void *context) {
    (void)step;
    return *(bool *)context ? SFSM_FAILED : 0;
}

static void a_chart_that_cannot_end_tries_again(void **state) {
    (void)state;
    bool fails = true;
    sfsm_machine *machines[2];
    for (int i = 0; i < 2; i++) {
        sfsm_builder *const builder = sfsm_builder_create();
        size_t block = 0;
        assert_status(sfsm_builder_add_rows(builder, gate_rows, 1), SFSM_OK);
        assert_status(sfsm_builder_add_row(builder, LOCKED_GATE, PUSH, SFSM_INTERNAL, NULL), SFSM_OK);
        assert_status(sfsm_builder_add_raise(builder, 1, PUSH), SFSM_OK);
        assert_status(sfsm_builder_add_state(builder, UNLOCKED_GATE, SFSM_FINAL, &block), SFSM_OK);
        assert_status(sfsm_builder_on_exit(builder, block, fail_if_told, &fails, NULL), SFSM_OK);
        machines[i] = machine_from(builder, LOCKED_GATE, NULL);
    }
    assert_status(sfsm_machine_send(machines[0], COIN), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_pending(machines[0]), 1);
    const snapshot snapshot = snapshot_of(machines[0]);
    restore(machines[1], &snapshot);
    fails = false;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(sfsm_machine_state(machines[i]), UNLOCKED_GATE);
        assert_int_equal(sfsm_machine_pending(machines[i]), 1);
        assert_status(sfsm_machine_run_pending(machines[i]), SFSM_OK);
        assert_true(sfsm_machine_is_done(machines[i]));
        assert_int_equal(sfsm_machine_pending(machines[i]), 0);
        sfsm_machine_release(machines[i]);
    }
}

/* Fingerprints. */

static uint64_t key_of(sfsm_builder *builder) {
    sfsm_table *const table = table_from(builder);
    const uint64_t key = sfsm_table_snapshot_key(table);
    sfsm_table_release(table);
    return key;
}

static sfsm_builder *gate_builder(sfsm_function action, const char *name) {
    sfsm_builder *const builder = sfsm_builder_create();
    const sfsm_row rows[] = {SFSM_ROW(LOCKED_GATE, COIN, UNLOCKED_GATE, action), gate_rows[1]};
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    assert_status(sfsm_builder_name_states(builder, &(const sfsm_name){LOCKED_GATE, name}, 1), SFSM_OK);
    return builder;
}

static void a_key_is_of_what_a_definition_does(void **state) {
    (void)state;
    const uint64_t plain = key_of(gate_builder(NULL, "locked"));
    /* The same in every process, and on every platform. */
    assert_true(plain == UINT64_C(0x40b412db2274d271));
    assert_true(key_of(gate_builder(send_later_start, "closed")) == plain);
    sfsm_builder *builder = gate_builder(NULL, "locked");
    assert_status(sfsm_builder_add_guard(builder, 1, send_later_start, NULL, NULL), SFSM_OK);
    assert_true(key_of(builder) != plain);
    builder = gate_builder(NULL, "locked");
    assert_status(sfsm_builder_set_entry_exit_policy(builder, SFSM_ALWAYS), SFSM_OK);
    assert_true(key_of(builder) != plain);
    builder = gate_builder(NULL, "locked");
    assert_status(sfsm_builder_add_row(builder, LOCKED_GATE, PUSH, LOCKED_GATE, NULL), SFSM_OK);
    assert_true(key_of(builder) != plain);
    assert_true(key_of(washing_builder()) == key_of(washing_builder()));
    assert_true(key_of(washing_builder()) != key_of(timed_washing_builder()));
    assert_true(sfsm_table_snapshot_key(NULL) == 0);
}

/* Databases and languages write numbers in their own ways: without an exponent, and no -0 that is an integer. */
static void numbers_survive_databases(void **state) {
    (void)state;
    char large[310] = "1", small[400] = "0.";
    memset(large + 1, '0', 308);
    memset(small + 2, '0', 323);
    strcpy(small + 325, "49406564584124654");
    const char *const texts[] = {large, small, "1.50", "\"-0\"", "-0", "1E+2", "\"inf\""};
    const double numbers[] = {1e308, 5e-324, 1.5, -0.0, -0.0, 100, INFINITY};
    sfsm_builder *const builder = gate_builder(NULL, "locked");
    assert_status(sfsm_builder_add_event(builder, COIN, "f64"), SFSM_OK);
    assert_status(sfsm_builder_name_events(builder, &(const sfsm_name){COIN, "coin"}, 1), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, LOCKED_GATE, NULL);
    for (size_t i = 0; i < COUNT(texts); i++) {
        char json[600], expected[64] = {0};
        const int length = snprintf(json, sizeof json,
                                    "{\"format\":1,\"states\":[\"locked\"],"
                                    "\"sent\":[{\"event\":\"coin\",\"arguments\":[{\"f64\":%s}]}]}",
                                    texts[i]);
        assert_status(sfsm_machine_restore(machine, json, (size_t)length, NULL, NULL), SFSM_OK);
        const snapshot bytes = snapshot_of(machine);
        /* The number is the last of the event, before the two lists that are empty. */
        memcpy(expected, bytes.bytes + bytes.size - 16, 8);
        assert_memory_equal(expected, &numbers[i], 8);
        const snapshot again = json_of(machine);
        restore(machine, &again);
        const snapshot same = snapshot_of(machine);
        assert_same_snapshot(&same, &bytes);
        if (i == 3) assert_non_null(strstr(again.bytes, "{\"f64\":\"-0\"}"));
    }
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_machine_goes_on),
        cmocka_unit_test(histories_are_kept),
        cmocka_unit_test(a_flat_machine_in_bytes),
        cmocka_unit_test(a_stopped_machine_starts_where_it_was),
        cmocka_unit_test(what_a_failure_left_behind_is_kept),
        cmocka_unit_test(a_machine_that_is_done_stays_done),
        cmocka_unit_test(a_chart_that_cannot_end_tries_again),
        cmocka_unit_test(numbers_survive_databases),
        cmocka_unit_test(a_key_is_of_what_a_definition_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
