#include "snapshots.h"

snapshot snapshot_with(const sfsm_machine *machine, uint32_t flags) {
    snapshot snapshot = {.size = 0};
    assert_status(sfsm_machine_snapshot(machine, flags, snapshot.bytes, MOST_BYTES - 1, &snapshot.size), SFSM_OK);
    return snapshot;
}

snapshot snapshot_of(const sfsm_machine *machine) {
    return snapshot_with(machine, 0);
}

snapshot json_of(const sfsm_machine *machine) {
    return snapshot_with(machine, SFSM_SNAPSHOT_JSON);
}

void restore(sfsm_machine *machine, const snapshot *snapshot) {
    sfsm_diagnostics *diagnostics = NULL;
    const sfsm_status status = sfsm_machine_restore(machine, snapshot->bytes, snapshot->size, NULL, &diagnostics);
    if (status != SFSM_OK) {
        print_message("%s%s\n", sfsm_diagnostics_text(diagnostics), snapshot->bytes[0] == '{' ? snapshot->bytes : "");
    }
    assert_status(status, SFSM_OK);
    assert_null(diagnostics);
}

void assert_same_snapshot(const snapshot *one, const snapshot *other) {
    assert_int_equal(one->size, other->size);
    assert_memory_equal(one->bytes, other->bytes, one->size);
}

void assert_json_refused(sfsm_machine *machine, const char *json, sfsm_status status, const char *words) {
    sfsm_diagnostics *diagnostics = NULL;
    const snapshot before = snapshot_of(machine);
    assert_status(sfsm_machine_restore(machine, json, strlen(json), NULL, &diagnostics), status);
    const char *const text = diagnostics == NULL ? "" : sfsm_diagnostics_text(diagnostics);
    if (strstr(text, words) == NULL) fail_msg("%s does not say: %s", text, words);
    sfsm_diagnostics_release(diagnostics);
    const snapshot after = snapshot_of(machine);
    assert_same_snapshot(&before, &after);
}

const sfsm_row gate_rows[2] = {
    SFSM_ROW(LOCKED_GATE, COIN, UNLOCKED_GATE, NULL),
    SFSM_ROW(UNLOCKED_GATE, PUSH, LOCKED_GATE, NULL),
};

sfsm_machine *gate(int32_t initial) {
    return machine_of_rows(gate_rows, COUNT(gate_rows), initial, NULL);
}
