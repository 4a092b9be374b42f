/*
 * step_benchmark [--check]: nanoseconds for one step through the C ABI, and how that compares with REF: the nested
 * switch in C, or a plain step of the library, which calls one action. Beside it a table in C. Slices of all alternate,
 * so that whatever else the machine does meets both alike; the figures, ratios too, are medians over the slices, and
 * then over several processes. Checks that both have come to the same state by the same actions; with --check it does
 * nothing but that.
 */
#include "measure.h"
#include "ratios.h"
#include "reference.h"
#include "subjects.h"

#include <inttypes.h>
#include <stdbool.h>
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
SLICE(slice_of_c_table, reference_machine, reference_table)
SLICE(slice_of_turnstile, reference_machine, reference_turnstile)
SLICE(slice_of_ring, reference_machine, reference_ring)
SLICE(slice_of_16x16_16, reference_machine, reference_16x16_16)
SLICE(slice_of_64x64_1, reference_machine, reference_64x64_1)
SLICE(slice_of_64x64_64, reference_machine, reference_64x64_64)

typedef struct comparison {
    const char *subject;
    uint64_t (*reference)(reference_machine *machine, const int32_t *events); /* NULL: a plain step of the library */
    double goal; /* the ratio to reach; 0: none is set */
} comparison;

#define PLAIN_STEP "turnstile, alternating"

static const comparison comparisons[] = {
    {"turnstile, alternating", slice_of_turnstile, 1.05},
    {"turnstile, random", slice_of_turnstile, 1.25},
    {"ring of 16, next", slice_of_ring, 2},
    {"ring of 16, random", slice_of_ring, 0},
    {"16x16, random", slice_of_16x16_16, 0.75},
    {"16x16, sparse ids", slice_of_16x16_16, 1.2},
    {"64x64, 1 action", slice_of_64x64_1, 0},
    {"64x64, 64 actions", slice_of_64x64_64, 0.8},
    {"a guard", NULL, 2.2}, /* 8 ns where a plain step takes 3.6 */
    {"a guard that refuses", NULL, 0},
    {"first match, second row", NULL, 0},
    {"exit, action, entry", NULL, 2}, /* 7.2 ns */
    {"a resolver", NULL, 0},
    {"unhandled", NULL, 0},
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

static double time_of_reference(const subject *self, uint64_t (*reference)(reference_machine *, const int32_t *),
                                reference_machine *machine, const int32_t *indices)
{
    const double start = thread_nanoseconds();
    const uint64_t outcomes = reference(machine, indices);
    const double end = thread_nanoseconds();
    if (outcomes != (uint64_t)REFERENCE_HANDLED * SLICE_EVENTS)
        give_up("%s: a reference left an event unhandled", self->name);
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

/* One that a subject's events are sent to. */
typedef struct sent_machine {
    const subject *subject;
    sfsm_machine *machine;
    int32_t *ids;
    tally marks;
} sent_machine;

static void begin(sent_machine *self, const subject *subject)
{
    *self = (sent_machine){.subject = subject, .ids = allocate(SLICE_EVENTS * sizeof *self->ids)};
    subject_event_ids(subject, self->ids, SLICE_EVENTS);
    self->machine = subject_machine(subject, &self->marks);
}

static void end(sent_machine *self)
{
    const uint64_t callbacks = self->subject->callbacks * SLICE_EVENTS * ROUNDS;
    if (self->marks.count != callbacks)
        give_up("%s: %" PRIu64 " callbacks ran instead of %" PRIu64, self->subject->name, self->marks.count, callbacks);
    sfsm_machine_release(self->machine);
    free(self->ids);
}

static double time_of_slice(const sent_machine *self)
{
    return time_of_table(self->subject, self->machine, self->ids);
}

/* The cells of the table in C. */
static reference_cell *make_cells(const subject *self)
{
    reference_cell *cells = allocate((size_t)(self->states * self->events) * sizeof *cells);
    for (int32_t state = 0; state < self->states; ++state) {
        for (int32_t event = 0; event < self->events; ++event) {
            int32_t target = 0, action = 0;
            if (!subject_cell(self, state, event, &target, &action))
                give_up("%s: no table in C can do this", self->name);
            cells[state * self->events + event] = (reference_cell){reference_actions[action], target};
        }
    }
    return cells;
}

static time_pair measure_with_switch(const subject *self, const comparison *with)
{
    int32_t *indices = allocate(SLICE_EVENTS * sizeof *indices);
    subject_event_indices(self, indices, SLICE_EVENTS);
    double times[ROUNDS], switch_times[ROUNDS], c_times[ROUNDS];
    sent_machine table;
    begin(&table, self);
    tally switch_marks = {0, 0}, c_marks = {0, 0};
    reference_cell *cells = make_cells(self);
    reference_machine nested_switch = {0, reference_actions, &switch_marks, NULL, 0};
    reference_machine c_table = {0, NULL, &c_marks, cells, self->events};
    for (size_t round = 0; round < ROUNDS; ++round) {
        switch_times[round] = time_of_reference(self, with->reference, &nested_switch, indices);
        c_times[round] = time_of_reference(self, slice_of_c_table, &c_table, indices);
        times[round] = time_of_slice(&table);
    }
    compare_ends(self, table.machine, &table.marks, &nested_switch, &switch_marks);
    compare_ends(self, table.machine, &table.marks, &c_table, &c_marks);
    end(&table);
    free(cells);
    free(indices);
    return (time_pair){median(times, ROUNDS), median(switch_times, ROUNDS), median(c_times, ROUNDS)};
}

static time_pair measure_with_plain_step(const subject *self, bool compares)
{
    double times[ROUNDS], plain_times[ROUNDS];
    sent_machine table, plain;
    begin(&table, self);
    begin(&plain, subject_named(PLAIN_STEP));
    for (size_t round = 0; round < ROUNDS; ++round) {
        plain_times[round] = time_of_slice(&plain);
        times[round] = time_of_slice(&table);
    }
    end(&table);
    end(&plain);
    return (time_pair){median(times, ROUNDS), compares ? median(plain_times, ROUNDS) : 0, 0};
}

static time_pair measure(size_t index)
{
    const subject *self = &subjects[index];
    const comparison *with = comparison_for(self);
    if (with != NULL && with->reference != NULL)
        return measure_with_switch(self, with);
    return measure_with_plain_step(self, with != NULL);
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
           "own ratio, so that of the medians may differ). REF is a nested switch, and from the guard on a plain step\n",
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
        .other = "C table",
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
