/*
 * snapshot_benchmark: what it costs to store a machine in memory of the caller and to restore it, in nanoseconds of
 * processor time, beside a memcpy of as many bytes; and a million machines that are restored from one array of snapshots.
 */
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "swiftfsm.h"

enum { ROOM = 1024, OPERATIONS = 200000, REPETITIONS = 21, MILLION = 1000000, LONG_REPETITIONS = 5 };

/* An order, as many have it: flat, each state with a name. */
static const char order[] = "definition order version 7\n"
                            "  initial new\n"
                            "  new pay -> paid\n"
                            "  new cancel -> cancelled\n"
                            "  paid pack -> packed\n"
                            "  paid cancel -> refunded\n"
                            "  packed ship -> shipped\n"
                            "  shipped deliver -> delivered\n"
                            "  delivered return -> returned\n"
                            "  returned cancel -> refunded\n"
                            "  refunded cancel -> refunded\n"
                            "  cancelled cancel -> cancelled\n";

/* A chart with three regions, of which two have a history, and timeouts that run. */
static const char plant[] = "definition plant version 7\n"
                            "  initial off\n"
                            "  off pay -> on\n"
                            "  parallel on\n"
                            "    cancel -> off\n"
                            "    timeout 900 cancel\n"
                            "    state heating\n"
                            "      history hot\n"
                            "      default low\n"
                            "      timeout 20 pack\n"
                            "      state low\n"
                            "        pack -> high\n"
                            "      state high\n"
                            "        pack -> low\n"
                            "    state pumping\n"
                            "      deep history pumped\n"
                            "      default slow\n"
                            "      timeout 30 ship\n"
                            "      state slow\n"
                            "        ship -> fast\n"
                            "      state fast\n"
                            "        ship -> slow\n"
                            "    state lamp\n"
                            "      deliver -> same\n"
                            "  off return -> hot\n"
                            "  off turn -> pumped\n";

static void must(sfsm_status status, const sfsm_diagnostics *faults)
{
    if (status < 0)
        give_up("%s\n%s", sfsm_status_name(status), sfsm_diagnostics_text(faults));
}

static sfsm_table *make_table(const char *text)
{
    sfsm_builder *builder = sfsm_builder_create();
    sfsm_diagnostics *faults = NULL;
    sfsm_table *table = NULL;
    must(sfsm_builder_read(builder, text, strlen(text), NULL, &faults), faults);
    must(sfsm_builder_build(builder, &table, &faults), faults);
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
    return table;
}

static sfsm_machine *make_machine(const sfsm_table *table)
{
    sfsm_machine *machine = NULL;
    must(sfsm_machine_create(table, SFSM_INITIAL, NULL, &machine), NULL);
    must(sfsm_machine_send(machine, sfsm_table_event_named(table, "pay", 3)), NULL);
    return machine;
}

static void check_same(sfsm_machine *machine, uint32_t flags, const char *bytes, size_t size)
{
    char again[ROOM];
    size_t all = 0;
    must(sfsm_machine_snapshot(machine, flags, again, sizeof again, &all), NULL);
    if (all != size || memcmp(again, bytes, size) != 0)
        give_up("a machine that was restored is another one");
}

/* One operation on one machine, again and again. */
typedef struct work {
    sfsm_machine *machine;
    uint32_t flags;
    char bytes[ROOM], copy[ROOM];
    size_t size;
} work;

static void store(work *self) { must(sfsm_machine_snapshot(self->machine, self->flags, self->bytes, ROOM, &self->size), NULL); }
static void restore(work *self) { must(sfsm_machine_restore(self->machine, self->bytes, self->size, NULL, NULL), NULL); }

static void copy(work *self)
{
    memcpy(self->copy, self->bytes, self->size);
    __asm__ volatile("" : : "r"(self->copy) : "memory");
}

static double time_of(void (*operation)(work *self), work *work)
{
    double times[REPETITIONS];
    for (size_t repetition = 0; repetition < REPETITIONS; ++repetition) {
        const double start = thread_nanoseconds();
        for (size_t i = 0; i < OPERATIONS; ++i)
            operation(work);
        times[repetition] = (thread_nanoseconds() - start) / OPERATIONS;
    }
    return median(times, REPETITIONS);
}

/* The goals are 0 where there is none. */
static void measure(const char *name, const sfsm_table *table, uint32_t flags, double store_goal, double restore_goal)
{
    work work = {.machine = make_machine(table), .flags = flags};
    store(&work);
    const double copying = time_of(copy, &work), storing = time_of(store, &work), restoring = time_of(restore, &work);
    check_same(work.machine, flags, work.bytes, work.size);
    sfsm_machine_release(work.machine);
    const struct line {
        const char *word;
        double time, goal;
    } lines[] = {{"stored", storing, store_goal}, {"restored", restoring, restore_goal}};
    for (size_t i = 0; i < 2; ++i) {
        printf("%-22s %-8s %5zu bytes %8.1f ns %8.1f x memcpy", name, lines[i].word, work.size, lines[i].time,
               lines[i].time / copying);
        if (lines[i].goal > 0)
            printf("   goal %.0f ns", lines[i].goal);
        putchar('\n');
    }
}

/* A million snapshots behind each other, of machines in all states. */
static char *make_snapshots(sfsm_machine *machine, size_t *sizes, int32_t *states)
{
    const sfsm_table *table = sfsm_machine_table(machine);
    const size_t count = sfsm_table_state_count(table);
    char *const all = allocate((size_t)MILLION * 160);
    size_t end = 0;
    for (size_t i = 0; i < MILLION; ++i) {
        states[i] = sfsm_table_state_at(table, i * 7919 % count);
        must(sfsm_machine_set_state(machine, states[i]), NULL);
        must(sfsm_machine_snapshot(machine, 0, all + end, 160, &sizes[i]), NULL);
        end += sizes[i];
    }
    return all;
}

/* Machine number i is the one at i * stride, of which each has to be in the state of its snapshot. */
static void measure_million(const char *name, char *machines, size_t stride, const char *snapshots, const size_t *sizes,
                            const int32_t *states)
{
    double times[LONG_REPETITIONS];
    for (size_t repetition = 0; repetition < LONG_REPETITIONS; ++repetition) {
        const char *next = snapshots;
        char *place = machines;
        size_t wrong = 0;
        const double start = thread_nanoseconds();
        for (size_t i = 0; i < MILLION; ++i, place += stride) {
            sfsm_machine *const machine = (sfsm_machine *)(void *)place;
            must(sfsm_machine_restore(machine, next, sizes[i], NULL, NULL), NULL);
            wrong += sfsm_machine_state(machine) != states[i];
            next += sizes[i];
        }
        times[repetition] = thread_nanoseconds() - start;
        if (wrong > 0)
            give_up("%zu machines are in another state", wrong);
    }
    printf("%-48s %8.3f s   goal 0.2 s\n", name, median(times, LONG_REPETITIONS) / 1e9);
}

static void measure_millions(const sfsm_table *table)
{
    size_t *const sizes = allocate(MILLION * sizeof *sizes);
    int32_t *const states = allocate(MILLION * sizeof *states);
    sfsm_machine *const machine = make_machine(table);
    char *const snapshots = make_snapshots(machine, sizes, states);
    measure_million("a million restored, one after the other, in one", (char *)machine, 0, snapshots, sizes, states);

    const size_t stride = sfsm_machine_size(table);
    char *const memory = allocate(MILLION * stride);
    for (size_t i = 0; i < MILLION; ++i) {
        sfsm_machine *each = NULL;
        const sfsm_machine_options options = {.size = sizeof options, .initial = SFSM_INITIAL, .memory = memory + i * stride,
                                              .memory_size = stride};
        must(sfsm_machine_create_with(table, &options, &each), NULL);
    }
    measure_million("a million restored, each in one of its own", memory, stride, snapshots, sizes, states);
    for (size_t i = 0; i < MILLION; ++i)
        sfsm_machine_release((sfsm_machine *)(void *)(memory + i * stride));
    sfsm_machine_release(machine);
    free(memory);
    free(snapshots);
    free(states);
    free(sizes);
}

int main(void)
{
    sfsm_table *const flat = make_table(order), *const chart = make_table(plant);
    printf("Snapshots into memory of the caller: medians of %d times %d\n", REPETITIONS, OPERATIONS);
    measure("flat, bytes", flat, 0, 60, 60);
    measure("flat, JSON", flat, SFSM_SNAPSHOT_JSON, 1000, 1000);
    measure("regions, timeouts", chart, 0, 0, 0);
    measure("regions, timeouts, JSON", chart, SFSM_SNAPSHOT_JSON, 0, 0);
    measure_millions(flat);
    sfsm_table_release(flat);
    sfsm_table_release(chart);
    return 0;
}
