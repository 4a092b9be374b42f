/*
 * chart_benchmark [--check]: nanoseconds for a step over a chart, and how that compares with REF, a step over a flat
 * table that calls as many callbacks. Measured as step_benchmark does; checks that as many callbacks ran.
 */
#include "chart_subjects.h"
#include "measure.h"
#include "ratios.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define SLICE_EVENTS 16384
#define ROUNDS 21
#define PROCESSES 11

static __attribute__((noinline, aligned(64))) double time_of(sfsm_machine *machine, const int32_t *events)
{
    uint64_t outcomes = 0;
    const double start = thread_nanoseconds();
    for (size_t index = 0; index < SLICE_EVENTS; ++index)
        outcomes += (uint32_t)sfsm_machine_send(machine, events[index]);
    const double end = thread_nanoseconds();
    if (outcomes != (uint64_t)SFSM_TRANSITIONED * SLICE_EVENTS)
        give_up("a step had another outcome than SFSM_TRANSITIONED");
    return (end - start) / SLICE_EVENTS;
}

/* Random events from 0 on; or always the one with this number, below zero. */
static int32_t *make_events(int32_t count)
{
    int32_t *const events = allocate(SLICE_EVENTS * sizeof *events);
    uint64_t random = 0x9e3779b97f4a7c15;
    for (size_t index = 0; index < SLICE_EVENTS; ++index) {
        random = random * 6364136223846793005 + 1442695040888963407;
        events[index] = count < 0 ? -count : (int32_t)((random >> 33) % (uint64_t)count);
    }
    return events;
}

static time_pair measure(size_t index)
{
    const chart_subject *const self = &chart_subjects[index];
    int32_t *const events = make_events(self->events);
    int32_t *const flat_events = make_events(self->events < 0 ? 1 : self->events);
    tally marks = {0, 0}, flat_marks = {0, 0};
    sfsm_machine *const chart = chart_machine(self, &marks), *const flat = flat_machine(self, &flat_marks);
    double times[ROUNDS], flat_times[ROUNDS];
    for (size_t round = 0; round < ROUNDS; ++round) {
        flat_times[round] = time_of(flat, flat_events) * self->steps;
        times[round] = time_of(chart, events);
    }
    const uint64_t expected = (uint64_t)self->callbacks * SLICE_EVENTS * ROUNDS;
    if (marks.count != expected || flat_marks.count * (uint64_t)self->steps != expected)
        give_up("%s: %" PRIu64 " callbacks ran instead of %" PRIu64, self->name, marks.count, expected);
    sfsm_machine_release(chart);
    sfsm_machine_release(flat);
    free(events);
    free(flat_events);
    return (time_pair){median(times, ROUNDS), median(flat_times, ROUNDS), 0};
}

static const char *name(size_t index)
{
    return chart_subjects[index].name;
}

static double goal(size_t index)
{
    return chart_subjects[index].goal;
}

static void print_title(void)
{
    printf("One step over a chart, ns of processor time: medians of %d processes with %d slices of %d events. REF is a\n"
           "flat step with as many callbacks; where all regions react, one of each region\n",
           PROCESSES, ROUNDS, SLICE_EVENTS);
}

int main(int argc, char **argv)
{
    const ratios steps = {
        .program = "chart_benchmark",
        .agreement = "Charts and flat tables called the same.",
        .print_title = print_title,
        .labels = "",
        .library = "chart",
        .name_width = 28,
        .time_width = 8,
        .ratio_width = 8,
        .processes = PROCESSES,
        .count = chart_subject_count,
        .name = name,
        .goal = goal,
        .measure = measure,
    };
    return ratios_main(&steps, argc, argv);
}
