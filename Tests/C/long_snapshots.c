#include "long_snapshots.h"

bytes bytes_of(const sfsm_machine *machine, uint32_t flags) {
    bytes bytes = {NULL, 0};
    assert_status(sfsm_machine_snapshot(machine, flags, NULL, 0, &bytes.size), SFSM_OK);
    bytes.start = malloc(bytes.size);
    assert_non_null(bytes.start);
    assert_status(sfsm_machine_snapshot(machine, flags, bytes.start, bytes.size, &bytes.size), SFSM_OK);
    return bytes;
}

void assert_same(bytes one, bytes other) {
    assert_int_equal(one.size, other.size);
    assert_memory_equal(one.start, other.start, one.size);
}

void assert_restored(sfsm_machine *machine, bytes snapshot, uint32_t flags) {
    sfsm_diagnostics *diagnostics = NULL;
    const sfsm_status status = sfsm_machine_restore(machine, snapshot.start, snapshot.size, NULL, &diagnostics);
    if (status != SFSM_OK) {
        const bool is_json = (flags & SFSM_SNAPSHOT_JSON) != 0;
        fail_msg("%d: %s%.*s", status, sfsm_diagnostics_text(diagnostics), is_json ? (int)snapshot.size : 0,
                 (const char *)snapshot.start);
    }
    const bytes again = bytes_of(machine, flags);
    assert_same(snapshot, again);
    free(again.start);
}
