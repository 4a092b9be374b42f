/* Chapter 12: snapshots, of this version of a definition and of others. */
#include "sequences.h"

enum { MOST = 3000 };
enum { GO, STAY, LATER };

static const char first_version[] = "definition shop version 1\n"
                                    "  ids events go = 0 stay = 1 later = 2\n"
                                    "  event tell (i32, str)\n"
                                    "  initial cart\n"
                                    "  state cart\n"
                                    "    timeout 50 later\n"
                                    "    go -> paid\n"
                                    "    stay -> defer\n"
                                    "    later -> same\n"
                                    "    tell -> same\n"
                                    "  state paid\n"
                                    "    timeout 70 later\n"
                                    "    later -> cart\n";
static const char second_version[] = "definition shop version 2\n"
                                     "  event tell (i64, str)\n"
                                     "  ids events stay = 7 later = 8 go = 9\n"
                                     "  initial basket\n"
                                     "  state basket was cart\n"
                                     "    timeout 50 later\n"
                                     "    go -> basket\n"
                                     "    stay -> defer\n"
                                     "    later -> same\n"
                                     "    tell -> same\n";

/* A machine with a deferred event, timers and a timeout. */
static sfsm_machine *filled_machine(sequence_run *run, const char *text) {
    sfsm_table *const table = sequence_document(run, text);
    sfsm_machine *machine = NULL;
    TRY(sfsm_machine_create(table, SFSM_INITIAL, run, &machine), SFSM_OK);
    sfsm_table_release(table);
    return machine;
}

static void fill(sequence_run *run, sfsm_machine *machine) {
    TRY_STEP(machine, sfsm_machine_advance(machine, 20), SFSM_OK);
    for (int again = 0; again < 10; again++) {
        TRY_STEP(machine, sfsm_machine_send(machine, STAY), SFSM_DEFERRED);
        TRY(sfsm_machine_send_later(machine, LATER, 10 + again, NULL), SFSM_OK);
    }
}

/* The machine of a snapshot has the same snapshot. */
static void check_snapshots(sequence_run *run, uint32_t flags) {
    char bytes[2][MOST];
    size_t sizes[2] = {0, 1};
    sfsm_machine *const machine = filled_machine(run, first_version);
    fill(run, machine);
    TRY(sfsm_machine_snapshot(machine, flags, bytes[0], MOST, &sizes[0]), SFSM_OK);
    TRY(sfsm_machine_set_state(machine, SFSM_INITIAL), SFSM_OK);
    TRY(sfsm_machine_discard_pending(machine), SFSM_OK);
    TRY(sfsm_machine_restore(machine, bytes[0], sizes[0], NULL, NULL), SFSM_OK);
    TRY(sfsm_machine_snapshot(machine, flags, bytes[1], MOST, &sizes[1]), SFSM_OK);
    REQUIRE(sizes[0] == sizes[1] && memcmp(bytes[0], bytes[1], sizes[0]) == 0);
    TRY_STEP(machine, sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static void snapshots_as_bytes(sequence_run *run) {
    check_snapshots(run, 0);
    check_snapshots(run, SFSM_SNAPSHOT_DUE);
}

static void snapshots_as_json(sequence_run *run) {
    check_snapshots(run, SFSM_SNAPSHOT_JSON);
}

static void snapshots_of_another_version(sequence_run *run) {
    char bytes[MOST];
    size_t size = 0;
    sfsm_machine *const machine = filled_machine(run, first_version), *const other = filled_machine(run, second_version);
    fill(run, machine);
    for (uint32_t flags = 0; flags <= SFSM_SNAPSHOT_JSON; flags++) {
        TRY(sfsm_machine_snapshot(machine, flags, bytes, MOST, &size), SFSM_OK);
        TRY(sfsm_machine_restore(other, bytes, size, NULL, NULL), SFSM_OK);
        REQUIRE(sfsm_machine_state(other) == sfsm_table_state_named(sfsm_machine_table(other), "basket", 6));
    }
    sfsm_machine_release(machine);
    sfsm_machine_release(other);
}

/* The one state that there is takes the place of any other. */
static sfsm_id take_the_only_one(void *context, const sfsm_missing *missing) {
    return missing->part == SFSM_STATE_PART ? sfsm_table_state_at(context, 0) : SFSM_NONE;
}

static void snapshots_that_migrate(sequence_run *run) {
    char bytes[MOST];
    size_t size = 0;
    sfsm_machine *const machine = filled_machine(run, first_version), *const other = filled_machine(run, second_version);
    TRY_STEP(machine, sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
    TRY(sfsm_machine_snapshot(machine, 0, bytes, MOST, &size), SFSM_OK);
    sfsm_diagnostics *diagnostics = NULL;
    TRY(sfsm_machine_restore(other, bytes, size, NULL, &diagnostics), SFSM_UNKNOWN_STATE);
    REQUIRE(sfsm_diagnostics_count(diagnostics) > 0);
    sfsm_diagnostics_release(diagnostics);
    void *const table = sfsm_table_retain(sfsm_machine_table(other));
    const sfsm_restoring restoring = {sizeof restoring, take_the_only_one, table};
    TRY(sfsm_machine_restore(other, bytes, size, &restoring, &diagnostics), SFSM_OK);
    sfsm_table_release(table);
    sfsm_machine_release(machine);
    sfsm_machine_release(other);
}

static void snapshots_that_are_wrong(sequence_run *run) {
    static const char json[] = "{\"format\": 1, \"definition\": \"shop\", \"states\": [\"nowhere\"], \"flags\": \"?\"}";
    sfsm_machine *const machine = filled_machine(run, first_version);
    sfsm_diagnostics *diagnostics = NULL;
    const sfsm_status status = sfsm_machine_restore(machine, json, sizeof json - 1, NULL, NULL);
    sequence_is_refused(run);
    REQUIRE(status < 0);
    TRY(sfsm_machine_restore(machine, json, sizeof json - 1, NULL, &diagnostics), SFSM_BAD_VALUE);
    REQUIRE(sfsm_diagnostics_count(diagnostics) > 0);
    sfsm_diagnostics_release(diagnostics);
    sfsm_machine_release(machine);
}

const call_sequence snapshot_sequences[] = {
    {"snapshots as bytes", snapshots_as_bytes},
    {"snapshots as JSON", snapshots_as_json},
    {"snapshots of another version", snapshots_of_another_version},
    {"snapshots that migrate", snapshots_that_migrate},
    {"snapshots that are wrong", snapshots_that_are_wrong},
    {NULL, NULL},
};
