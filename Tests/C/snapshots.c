#include "snapshots.h"

snapshot snapshot_of(const sfsm_machine *machine) {
    snapshot snapshot = {.count = 0};
    assert_status(sfsm_machine_snapshot(machine, snapshot.words, MOST_WORDS, &snapshot.count), SFSM_OK);
    return snapshot;
}

void restore(sfsm_machine *machine, const snapshot *snapshot) {
    assert_status(sfsm_machine_restore(machine, snapshot->words, snapshot->count), SFSM_OK);
}

const sfsm_row gate_rows[2] = {
    SFSM_ROW(LOCKED_GATE, COIN, UNLOCKED_GATE, NULL),
    SFSM_ROW(UNLOCKED_GATE, PUSH, LOCKED_GATE, NULL),
};

sfsm_machine *gate(int32_t initial) {
    return machine_of_rows(gate_rows, COUNT(gate_rows), initial, NULL);
}
