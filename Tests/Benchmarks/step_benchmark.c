/*
 * step_benchmark [--check]: nanoseconds for one step through the C ABI, and how that compares with REF, the nested
 * switch in C. Slices of both alternate, so that whatever else the machine does meets both alike; the figures, ratios
 * too, are medians over the slices, and then over several processes. Checks that both have come to the same state by
 * the same actions; with --check it does nothing but that.
 */
#include "measure.h"
#include "ratios.h"
#include "reference.h"
#include "subjects.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Too many for a branch predictor to learn by heart, few enough to stay in the second-level cache. */
#define SLICE_EVENTS 65536
#define ROUNDS 31
#define PROCESSES 21

/* Each loop calls its function by name, as a program linked with the library does. The sum of what came back keeps
 * either compiler from leaving anything out, and is checked. */
#define SLICE(name, machine_type, send)                                                                                \
    static __attribute__((noinline, aligned(64))) uint64_t name(machine_type *machine, const int32_t *events)          \
    {                                                                                                                  \
        uint64_t outcomes = 0;                                                                                         \
        for (size_t index = 0; index < SLICE_EVENTS; ++index)                                                          \
            outcomes += (uint32_t)send(machine, events[index]);                                                        \
        return outcomes;                                                                                               \
    }

SLICE(slice_of_table, sfsm_machine, sfsm_machine_send)
SLICE(slice_of_turnstile, reference_machine, reference_turnstile)
SLICE(slice_of_16x16_16, reference_machine, reference_16x16_16)
SLICE(slice_of_64x64_1, reference_machine, reference_64x64_1)
SLICE(slice_of_64x64_64, reference_machine, reference_64x64_64)

typedef struct comparison {
    const char *subject;
    uint64_t (*reference)(reference_machine *machine, const int32_t *events);
    double goal; /* the ratio to reach; 0: none is set */
} comparison;

static const comparison comparisons[] = {
    {"turnstile, alternating", slice_of_turnstile, 1.5},
    {"turnstile, random", slice_of_turnstile, 0},
    {"16x16, random", slice_of_16x16_16, 0},
    {"16x16, sparse ids", slice_of_16x16_16, 0},
    {"64x64, 1 action", slice_of_64x64_1, 0},
    {"64x64, 64 actions", slice_of_64x64_64, 0.8},
};
static const size_t comparison_count = sizeof comparisons / sizeof comparisons[0];

static const comparison *comparison_for(const subject *self)
{
    for (size_t index = 0; index < comparison_count; ++index) {
        if (subject_named(comparisons[index].subject) == self)
            return &comparisons[index];
    }
    return NULL;
}

static double time_of_table(const subject *self, sfsm_machine *machine, const int32_t *events)
{
    const double start = thread_nanoseconds();
    const uint64_t outcomes = slice_of_table(machine, events);
    const double end = thread_nanoseconds();
    if (outcomes != (uint64_t)self->outcome * SLICE_EVENTS)
        give_up("%s: a step had another outcome than %s", self->name, sfsm_status_name(self->outcome));
    return (end - start) / SLICE_EVENTS;
}

static double time_of_reference(const comparison *with, reference_machine *machine, const int32_t *indices)
{
    const double start = thread_nanoseconds();
    const uint64_t outcomes = with->reference(machine, indices);
    const double end = thread_nanoseconds();
    if (outcomes != (uint64_t)REFERENCE_HANDLED * SLICE_EVENTS)
        give_up("%s: the reference left an event unhandled", with->subject);
    return (end - start) / SLICE_EVENTS;
}

static void compare_ends(const subject *self, sfsm_machine *machine, const tally *marks,
                         const reference_machine *reference, const tally *reference_marks)
{
    const int32_t state = sfsm_machine_state(machine), other = subject_state_id(self, reference->state);
    if (state != other)
        give_up("%s: the table came to state %" PRId32 ", the reference to %" PRId32, self->name, state, other);
    if (marks->count != reference_marks->count || marks->trace != reference_marks->trace)
        give_up("%s: %" PRIu64 " actions of the table and %" PRIu64 " of the reference were not the same", self->name,
                marks->count, reference_marks->count);
}

static time_pair measure(size_t index)
{
    const subject *self = &subjects[index];
    const comparison *with = comparison_for(self);
    const uint64_t callbacks = self->callbacks * SLICE_EVENTS * ROUNDS;
    int32_t *ids = allocate(SLICE_EVENTS * sizeof *ids), *indices = allocate(SLICE_EVENTS * sizeof *indices);
    subject_event_ids(self, ids, SLICE_EVENTS);
    subject_event_indices(self, indices, SLICE_EVENTS);

    double table_times[ROUNDS], reference_times[ROUNDS];
    tally marks = {0, 0}, reference_marks = {0, 0};
    sfsm_machine *machine = subject_machine(self, &marks);
    reference_machine reference = {0, reference_actions, &reference_marks};
    for (size_t round = 0; round < ROUNDS; ++round) {
        if (with != NULL)
            reference_times[round] = time_of_reference(with, &reference, indices);
        table_times[round] = time_of_table(self, machine, ids);
    }
    if (marks.count != callbacks)
        give_up("%s: %" PRIu64 " callbacks ran instead of %" PRIu64, self->name, marks.count, callbacks);
    if (with != NULL)
        compare_ends(self, machine, &marks, &reference, &reference_marks);

    sfsm_machine_release(machine);
    free(indices);
    free(ids);
    return (time_pair){median(table_times, ROUNDS), with != NULL ? median(reference_times, ROUNDS) : 0};
}

static const char *name(size_t index)
{
    return subjects[index].name;
}

static double goal(size_t index)
{
    const comparison *with = comparison_for(&subjects[index]);
    return with != NULL ? with->goal : 0;
}

static void print_title(void)
{
    printf("One step, ns of processor time: medians of %d processes with %d slices of %d events (each process has its\n"
           "own ratio, so that of the medians may differ)\n",
           PROCESSES, ROUNDS, SLICE_EVENTS);
}

int main(int argc, char **argv)
{
    const ratios steps = {
        .program = "step_benchmark",
        .agreement = "The table and the reference did the same.",
        .print_title = print_title,
        .labels = "",
        .library = "table",
        .name_width = 26,
        .time_width = 8,
        .ratio_width = 8,
        .processes = PROCESSES,
        .count = subject_count,
        .name = name,
        .goal = goal,
        .measure = measure,
    };
    return ratios_main(&steps, argc, argv);
}
