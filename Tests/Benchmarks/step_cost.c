/*
 * step_cost SUBJECT COUNT: sends COUNT events to the machine of that name, all from the function send_events, so that
 * step_cost.sh can have an instrument watch exactly that. step_cost --list names the machines.
 *
 * Two more are no machines of the benchmark: their actions do what a step must not do, to show that it is noticed.
 */
#include "measure.h"
#include "subjects.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { IDLE };
enum { WORK };

static int32_t allocating_action(const sfsm_step *step, void *context)
{
    (void)step;
    ((tally *)context)->count += 1;
    void *volatile memory = malloc(16);
    free(memory);
    return 0;
}

static int32_t locking_action(const sfsm_step *step, void *context)
{
    static atomic_uint_fast64_t total;
    (void)step;
    ((tally *)context)->count += 1;
    atomic_fetch_add(&total, 1);
    return 0;
}

static void define_allocating(const subject *self, sfsm_builder *builder)
{
    (void)self;
    const sfsm_row row = SFSM_ROW(IDLE, WORK, IDLE, allocating_action);
    sfsm_builder_add_rows(builder, &row, 1);
}

static void define_locking(const subject *self, sfsm_builder *builder)
{
    (void)self;
    const sfsm_row row = SFSM_ROW(IDLE, WORK, IDLE, locking_action);
    sfsm_builder_add_rows(builder, &row, 1);
}

static const subject offenders[] = {
    {"an action that allocates", define_allocating, 1, 1, 1, false, true, 1, SFSM_TRANSITIONED},
    {"an action that locks", define_locking, 1, 1, 1, false, true, 1, SFSM_TRANSITIONED},
};

static const subject *find(const char *name)
{
    for (size_t index = 0; index < sizeof offenders / sizeof offenders[0]; ++index) {
        if (strcmp(offenders[index].name, name) == 0)
            return &offenders[index];
    }
    return subject_named(name);
}

__attribute__((noinline)) uint64_t send_events(sfsm_machine *machine, const int32_t *events, size_t count);

uint64_t send_events(sfsm_machine *machine, const int32_t *events, size_t count)
{
    uint64_t outcomes = 0;
    for (size_t index = 0; index < count; ++index)
        outcomes += (uint32_t)sfsm_machine_send(machine, events[index]);
    return outcomes;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        for (size_t index = 0; index < subject_count; ++index)
            puts(subjects[index].name);
        return 0;
    }
    const subject *self = argc == 3 ? find(argv[1]) : NULL;
    const long count = argc == 3 ? strtol(argv[2], NULL, 10) : 0;
    if (self == NULL || count < 1) {
        fputs("usage: step_cost --list | step_cost SUBJECT COUNT\n", stderr);
        return 2;
    }
    int32_t *events = allocate((size_t)count * sizeof *events);
    subject_event_ids(self, events, (size_t)count);
    tally marks = {0, 0};
    sfsm_machine *machine = subject_machine(self, &marks);
    const uint64_t outcomes = send_events(machine, events, (size_t)count);
    if (outcomes != (uint64_t)self->outcome * (uint64_t)count || marks.count != self->callbacks * (uint64_t)count)
        give_up("%s: %" PRIu64 " callbacks ran, or a step had another outcome than %s", self->name, marks.count,
                sfsm_status_name(self->outcome));
    sfsm_machine_release(machine);
    free(events);
    return 0;
}
