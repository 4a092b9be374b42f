/* Snapshots that are refused: too little room, other bytes, and machines that have more than bytes can keep. */
#include "charts.h"
#include "snapshots.h"

#include <stdio.h>

static void all_bytes_or_none_are_written(void **state) {
    (void)state;
    sfsm_machine *const machine = washing_machine();
    for (uint32_t flags = 0; flags < 4; flags++) {
        char bytes[MOST_BYTES] = "untouched";
        size_t size = 0;
        assert_status(sfsm_machine_snapshot(machine, flags, NULL, 0, &size), SFSM_OK);
        const size_t all = size;
        assert_true(all > 60 && all < MOST_BYTES);
        assert_status(sfsm_machine_snapshot(machine, flags, bytes, all - 1, &size), SFSM_OUT_OF_RANGE);
        assert_int_equal(size, all);
        assert_string_equal(bytes, "untouched");
        bytes[all] = 'x';
        assert_status(sfsm_machine_snapshot(machine, flags, bytes, all, &size), SFSM_OK);
        assert_int_equal(bytes[all], 'x');
        assert_status(sfsm_machine_snapshot(NULL, flags, bytes, all, &size), SFSM_NULL_POINTER);
        assert_status(sfsm_machine_snapshot(machine, flags, NULL, all, &size), SFSM_NULL_POINTER);
        assert_status(sfsm_machine_snapshot(machine, flags, bytes, all, NULL), SFSM_NULL_POINTER);
        assert_status(sfsm_machine_snapshot(machine, flags, bytes, SIZE_MAX, &size), SFSM_OUT_OF_RANGE);
        assert_status(sfsm_machine_restore(NULL, bytes, all, NULL, NULL), SFSM_NULL_POINTER);
        assert_status(sfsm_machine_restore(machine, NULL, all, NULL, NULL), SFSM_NULL_POINTER);
        assert_status(sfsm_machine_restore(machine, bytes, SIZE_MAX, NULL, NULL), SFSM_OUT_OF_RANGE);
        const sfsm_restoring restoring = {.size = 3};
        assert_status(sfsm_machine_restore(machine, bytes, all, &restoring, NULL), SFSM_BAD_SIZE);
    }
    size_t size = 0;
    assert_status(sfsm_machine_snapshot(machine, 4, NULL, 0, &size), SFSM_BAD_VALUE);
    assert_status(sfsm_machine_restore(machine, NULL, 0, NULL, NULL), SFSM_BAD_VALUE);
    assert_status(sfsm_machine_restore(machine, "SFSM", 4, NULL, NULL), SFSM_BAD_VALUE);
    assert_status(sfsm_machine_restore(machine, "no snapshot at all", 18, NULL, NULL), SFSM_BAD_VALUE);
    sfsm_machine_release(machine);
}

static void a_later_format_is_told(void **state) {
    (void)state;
    sfsm_machine *const machine = gate(LOCKED_GATE);
    snapshot later = snapshot_of(machine);
    later.bytes[4] = 2;
    assert_status(sfsm_machine_restore(machine, later.bytes, later.size, NULL, NULL), SFSM_UNSUPPORTED);
    assert_json_refused(machine, "{\"format\": 2, \"states\": [1]}", SFSM_UNSUPPORTED, "format 1");
    sfsm_machine_release(machine);
}

static void other_bytes_are_refused(void **state) {
    (void)state;
    sfsm_machine *const machine = washing_machine();
    sfsm_machine *const turnstile = gate(LOCKED_GATE);
    const snapshot good = snapshot_of(machine);
    for (size_t size = 0; size < good.size; size++) {
        char *const own = malloc(size + 1); /* of its own size, so that reading behind it is noticed */
        memcpy(own, good.bytes, size);
        const sfsm_status status = sfsm_machine_restore(machine, own, size, NULL, NULL);
        assert_status(status, size < 8 ? SFSM_BAD_VALUE : SFSM_BAD_CONFIGURATION);
        free(own);
    }
    assert_status(sfsm_machine_restore(machine, good.bytes, good.size + 1, NULL, NULL), SFSM_BAD_CONFIGURATION);
    sfsm_diagnostics *diagnostics = NULL;
    assert_status(sfsm_machine_restore(turnstile, good.bytes, good.size, NULL, &diagnostics), SFSM_UNKNOWN_STATE);
    assert_non_null(strstr(sfsm_diagnostics_text(diagnostics), "which this definition does not have"));
    sfsm_diagnostics_release(diagnostics);
    sfsm_machine_release(machine);
    sfsm_machine_release(turnstile);
}

/* By JSON, where everything can be named. */
static void states_that_exclude_each_other_are_refused(void **state) {
    (void)state;
    sfsm_machine *const machine = washing_machine();
    char json[1000];
    const snapshot good = json_of(machine);
    const char *const states = strstr(good.bytes, "[");
    static const char *const wrong[][2] = {
        {"[]", ""},
        {"[3]", "the active states of the snapshot, 3 the first of them, cannot be the active ones"},
        {"[3,7,1]", "the active states of the snapshot, 3 the first"},
        {"[1,3]", "the active states of the snapshot, 1 the first"},
        {"[2]", "the active states of the snapshot, 2 the first"},
        {"[3,3]", "the active states of the snapshot, 3 the first"},
        {"[99]", "the active states of the snapshot, 99 the first"},
        {"[0],\"histories\":[{\"state\":8,\"states\":[9]}]", "the snapshot has a history of the state 8, which cannot be"},
    };
    for (size_t i = 0; i < COUNT(wrong); i++) {
        snprintf(json, sizeof json, "%.*s%s}", (int)(states - good.bytes), good.bytes, wrong[i][0]);
        assert_json_refused(machine, json, SFSM_BAD_CONFIGURATION, wrong[i][1]);
    }
    assert_states(machine, IDLE);
    sfsm_machine_release(machine);
}

/* Each by its whole name, in bytes and in JSON. */
static void all_that_has_no_place_is_named(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_rows(builder, gate_rows, COUNT(gate_rows)), SFSM_OK);
    assert_status(sfsm_builder_name_states(builder, &(const sfsm_name){LOCKED_GATE, "locked"}, 1), SFSM_OK);
    assert_status(sfsm_builder_name_events(builder, &(const sfsm_name){COIN, "coin"}, 1), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, LOCKED_GATE, NULL);
    assert_json_refused(machine, "{\"format\":1,\"states\":[\"Z\",\"Y\"]}", SFSM_UNKNOWN_STATE, "the state Y,");
    char json[1000] = "{\"format\":1,\"states\":[\"locked\"],\"sent\":[";
    for (int i = 0; i < 9; i++) {
        const size_t end = strlen(json);
        snprintf(json + end, sizeof json - end, "%s{\"event\":\"event-number-%d\"}", i > 0 ? "," : "", i);
    }
    strcat(json, "]}");
    for (int i = 0; i < 9; i++) {
        char words[40];
        snprintf(words, sizeof words, "the event event-number-%d waits", i);
        assert_json_refused(machine, json, SFSM_UNKNOWN_EVENT, words);
    }
    const char *const sent = "{\"format\":1,\"states\":[\"locked\"],"
                             "\"sent\":[{\"event\":\"coin\",\"arguments\":[{\"i32\":5}]}]}";
    assert_json_refused(machine, sent, SFSM_ARGUMENT_TYPE, "the event coin waits in the snapshot with other arguments");
    sfsm_machine_release(machine);
}

/* Bytes that are part of no JSON, wherever they stand. */
static void every_byte_is_read_or_refused(void **state) {
    (void)state;
    sfsm_machine *const machine = gate(LOCKED_GATE);
    const snapshot good = json_of(machine);
    for (size_t place = 0; place < good.size; place++) {
        for (int byte = 0; byte < 256; byte++) {
            snapshot damaged = good;
            damaged.bytes[place] = (char)byte;
            const sfsm_status status = sfsm_machine_restore(machine, damaged.bytes, damaged.size, NULL, NULL);
            if (status == SFSM_OK) restore(machine, &good);
            assert_true(status != SFSM_OK || byte != 1);
        }
    }
    sfsm_machine_release(machine);
}

static int32_t try_both(const sfsm_step *step, void *context) {
    snapshot *const snapshot = context;
    size_t size = 0;
    const bool is_busy = sfsm_machine_snapshot(step->machine, 0, NULL, 0, &size) == SFSM_BUSY &&
                         sfsm_machine_restore(step->machine, snapshot->bytes, snapshot->size, NULL, NULL) == SFSM_BUSY;
    return is_busy ? 0 : SFSM_FAILED;
}

static void a_step_or_plan_is_waited_for(void **state) {
    (void)state;
    snapshot snapshot = {.size = 1};
    const sfsm_row rows[] = {SFSM_ROW(LOCKED_GATE, COIN, UNLOCKED_GATE, try_both),
                             SFSM_ROW(UNLOCKED_GATE, PUSH, LOCKED_GATE, NULL)};
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), LOCKED_GATE, &snapshot);
    assert_status(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    sfsm_plan plan = {.size = sizeof plan};
    assert_status(sfsm_machine_plan(machine, MESSAGE(PUSH), &plan), SFSM_TRANSITIONED);
    size_t size = 0;
    assert_status(sfsm_machine_snapshot(machine, 0, NULL, 0, &size), SFSM_BUSY);
    assert_status(sfsm_machine_snapshot(machine, SFSM_SNAPSHOT_JSON, NULL, 0, &size), SFSM_BUSY);
    assert_status(sfsm_machine_restore(machine, snapshot.bytes, 1, NULL, NULL), SFSM_BUSY);
    assert_status(sfsm_machine_abandon(machine), SFSM_OK);
    sfsm_machine_release(machine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_bytes_or_none_are_written),
        cmocka_unit_test(a_later_format_is_told),
        cmocka_unit_test(other_bytes_are_refused),
        cmocka_unit_test(states_that_exclude_each_other_are_refused),
        cmocka_unit_test(all_that_has_no_place_is_named),
        cmocka_unit_test(every_byte_is_read_or_refused),
        cmocka_unit_test(a_step_or_plan_is_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
