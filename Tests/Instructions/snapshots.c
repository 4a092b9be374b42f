/* Snapshots, as bytes and as JSON. */
#include "paths.h"

enum { OUTER, LEFT, RIGHT, LAST };
enum { GO, TICK };

static sfsm_machine *new_machine(void)
{
    static const sfsm_name states[] = {SFSM_NAME(OUTER), SFSM_NAME(LEFT), SFSM_NAME(RIGHT), SFSM_NAME(LAST)};
    static const sfsm_name events[] = {SFSM_NAME(GO), SFSM_NAME(TICK)};
    static const sfsm_row rows[] = {SFSM_ROW(LEFT, GO, RIGHT, NULL), SFSM_ROW(RIGHT, GO, LAST, NULL),
                                    SFSM_ROW(OUTER, TICK, SFSM_INTERNAL, NULL)};
    sfsm_builder *const builder = sfsm_builder_create();
    expect(sfsm_builder_set_default(builder, nested(builder, OUTER, 0, SFSM_NONE), LEFT), SFSM_OK);
    for (sfsm_id state = LEFT; state <= RIGHT; ++state)
        expect(sfsm_builder_add_timeout(builder, nested(builder, state, 0, OUTER), 1000, TICK), SFSM_OK);
    nested(builder, LAST, SFSM_SHALLOW_HISTORY, OUTER);
    expect(sfsm_builder_name_states(builder, states, 4), SFSM_OK);
    expect(sfsm_builder_name_events(builder, events, 2), SFSM_OK);
    expect(sfsm_builder_add_rows(builder, rows, 3), SFSM_OK);
    sfsm_machine *const machine = machine_over(table_from(builder), OUTER);
    for (int64_t delay = 1; delay <= 10; ++delay)
        expect(sfsm_machine_send_later(machine, TICK, delay, NULL), SFSM_OK);
    return machine;
}

static void count_snapshot(sfsm_machine *machine, uint32_t flags, const char *saving, const char *restoring)
{
    char bytes[4096];
    size_t size = 0;
    begin_counting();
    for (int repetition = 0; repetition < REPETITIONS; ++repetition)
        expect(sfsm_machine_snapshot(machine, flags, bytes, sizeof bytes, &size), SFSM_OK);
    end_counting(saving, REPETITIONS);
    begin_counting();
    for (int repetition = 0; repetition < REPETITIONS; ++repetition)
        expect(sfsm_machine_restore(machine, bytes, size, NULL, NULL), SFSM_OK);
    end_counting(restoring, REPETITIONS);
}

void count_snapshots(void)
{
    sfsm_machine *const machine = new_machine();
    size_t size = 0;
    begin_counting();
    expect(sfsm_machine_snapshot(machine, 0, NULL, 0, &size), SFSM_OK);
    end_counting("snapshot: the first over a table", 1);
    count_snapshot(machine, 0, "snapshot: save", "snapshot: restore");
    count_snapshot(machine, SFSM_SNAPSHOT_JSON, "snapshot: save as JSON", "snapshot: restore from JSON");
    sfsm_machine_release(machine);
}
