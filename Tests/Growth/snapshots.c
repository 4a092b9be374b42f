/* Snapshots and journals of machines with much to tell. */
#include "shapes.h"

enum { HOME, AWAY };
enum { FLOOD, DROP, MOVE };

/* Snapshots in both forms, restored in the same machine and in one over another version. */
static void counted_snapshots(const char *shape, sfsm_machine *machine, sfsm_machine *other, size_t size)
{
    char name[96];
    for (uint32_t flags = 0; flags <= SFSM_SNAPSHOT_JSON; ++flags) {
        const char *const form = flags == 0 ? "bytes" : "JSON";
        size_t count = 0;
        expect(sfsm_machine_snapshot(machine, flags, NULL, 0, &count), SFSM_OK);
        char *const bytes = allocate(count);
        begin_counting();
        expect(sfsm_machine_snapshot(machine, flags, bytes, count, &count), SFSM_OK);
        snprintf(name, sizeof name, "%s: snapshot as %s", shape, form);
        end_counting(name, size);
        begin_counting();
        expect(sfsm_machine_restore(machine, bytes, count, NULL, NULL), SFSM_OK);
        snprintf(name, sizeof name, "%s: restore from %s", shape, form);
        end_counting(name, size);
        if (other != NULL) {
            begin_counting();
            expect(sfsm_machine_restore(other, bytes, count, NULL, NULL), SFSM_OK);
            snprintf(name, sizeof name, "%s: restore from %s of another version", shape, form);
            end_counting(name, size);
        }
        free(bytes);
    }
    sfsm_machine_release(other);
    sfsm_machine_release(machine);
}

static sfsm_machine *flooded(size_t size, bool is_other_version)
{
    static const sfsm_name states[] = {SFSM_NAME(HOME), SFSM_NAME(AWAY)};
    static const sfsm_name events[] = {SFSM_NAME(FLOOD), SFSM_NAME(DROP), SFSM_NAME(MOVE)};
    sfsm_builder *const builder = sfsm_builder_create();
    expect(sfsm_builder_add_event_at(builder, DROP, "i32, str", NULL, 0), SFSM_OK);
    expect(sfsm_builder_name_states(builder, states, 2), SFSM_OK);
    expect(sfsm_builder_name_events(builder, events, 3), SFSM_OK);
    add_row(builder, HOME, DROP, SFSM_DEFER);
    add_row(builder, HOME, MOVE, is_other_version ? HOME : AWAY);
    add_row(builder, AWAY, DROP, SFSM_INTERNAL);
    sfsm_machine *const machine = machine_over(table_from(builder), HOME);
    for (size_t number = 0; number < size; ++number) {
        const sfsm_value arguments[] = {sfsm_value_of_integer((int64_t)number), sfsm_value_of_string("euro")};
        const sfsm_message message = {sizeof message, DROP, SFSM_NONE, NULL, 0, arguments, 2};
        expect(sfsm_machine_send_message(machine, &message), SFSM_DEFERRED);
        expect(sfsm_machine_send_later(machine, MOVE, (int64_t)(number * 7919 % size), NULL), SFSM_OK);
    }
    return machine;
}

static void waiting(size_t size)
{
    counted_snapshots("many waiting events and timers", flooded(size, false), flooded(0, true), size);
}

/* Each region has a leaf, a timeout and a history. */
static sfsm_machine *new_chart(size_t size, bool is_other_version)
{
    sfsm_builder *const builder = sfsm_builder_create();
    nested(builder, 0, SFSM_PARALLEL, SFSM_NONE);
    add_row(builder, 0, FLOOD, SFSM_INTERNAL);
    add_row(builder, 0, MOVE, is_other_version ? SFSM_INTERNAL : SFSM_SAME);
    for (size_t number = 1; number <= size; ++number) {
        const sfsm_id region = (sfsm_id)number * 4;
        expect(sfsm_builder_set_default(builder, nested(builder, region, 0, 0), region + 1), SFSM_OK);
        const size_t block = nested(builder, region + 1, 0, region);
        expect(sfsm_builder_add_timeout(builder, block, 1000 + region, FLOOD), SFSM_OK);
        nested(builder, region + 2, 0, region);
        nested(builder, region + 3, SFSM_SHALLOW_HISTORY, region);
        add_row(builder, region + 1, DROP, region + 2);
        add_row(builder, region + 2, DROP, region + 3);
    }
    for (sfsm_id state = 0; state <= (sfsm_id)size * 4 + 3; ++state) {
        char name[16];
        snprintf(name, sizeof name, "s%d", (int)state);
        expect(sfsm_builder_name_states(builder, &(sfsm_name){state, name}, 1), SFSM_OK);
    }
    static const sfsm_name events[] = {SFSM_NAME(FLOOD), SFSM_NAME(DROP), SFSM_NAME(MOVE)};
    expect(sfsm_builder_name_events(builder, events, 3), SFSM_OK);
    return machine_over(table_from(builder), 0);
}

static void leaves(size_t size)
{
    counted_snapshots("many active states", new_chart(size, false), new_chart(size, true), size);
}

/* A record for each step of a flat machine, and replaying them. */
static void journal(size_t size)
{
    for (uint32_t flags = 0; flags <= SFSM_JOURNAL_JSON; ++flags) {
        const sfsm_row rows[] = {SFSM_ROW(HOME, MOVE, AWAY, return_0), SFSM_ROW(AWAY, MOVE, HOME, return_0)};
        sfsm_machine *const machine = machine_of_rows(rows, 2, HOME);
        text written = {NULL, 0, 0};
        const sfsm_journal options = {.size = sizeof options, .flags = flags, .writer = append_bytes, .context = &written};
        begin_counting();
        expect(sfsm_machine_set_journal(machine, &options), SFSM_OK);
        for (size_t number = 0; number < size; ++number)
            expect(sfsm_machine_send(machine, MOVE), SFSM_TRANSITIONED);
        end_counting(flags == 0 ? "journal of many steps: write" : "journal of many steps: write as JSON", size);
        expect(sfsm_machine_set_journal(machine, NULL), SFSM_OK);
        size_t steps = 0;
        if (flags == 0) {
            begin_counting();
            expect(sfsm_machine_replay_journal(machine, written.bytes, written.length, SIZE_MAX, NULL, &steps), SFSM_OK);
            end_counting("journal of many steps: replay", size);
            require(steps == size);
        }
        sfsm_machine_release(machine);
        free(written.bytes);
    }
}

const shape snapshot_shapes[] = {
    {waiting, 25, 0, 0},
    {leaves, 25, 0, 0},
    {journal, 25, 0, 0},
    {NULL, 0, 0, 0},
};
