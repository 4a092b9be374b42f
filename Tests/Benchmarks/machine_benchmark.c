/*
 * machine_benchmark [--check]: nanoseconds to make and release a machine in memory of the caller, and to run a record
 * of three events, and how that compares with REF, machines that the library allocates. Measured as step_benchmark
 * does; checks that every event was taken.
 */
#include "actions.h"
#include "measure.h"
#include "ratios.h"

#include <stdio.h>
#include <stdlib.h>

enum { ORDERED, PAID, SHIPPED };
enum { PAY, SHIP, RETURN };

#define RECORDS 16384
#define MACHINES 100000
#define FEW 512
#define ROUNDS 21
#define PROCESSES 11

/* The same table for all: what a record of a log leads through. */
typedef struct subject {
    sfsm_table *table;
    size_t size;
    char *memory;            /* for MACHINES of them */
    sfsm_machine **machines; /* MACHINES of them */
    tally marks;
} subject;

static int32_t count_step(const sfsm_step *step, void *context)
{
    (void)step;
    ((tally *)context)->count++;
    return 0;
}

static subject make_subject(void)
{
    const sfsm_row rows[] = {
        SFSM_ROW(ORDERED, PAY, PAID, count_step),
        SFSM_ROW(PAID, SHIP, SHIPPED, count_step),
        SFSM_ROW(SHIPPED, RETURN, ORDERED, count_step),
    };
    subject self = {0};
    sfsm_builder *const builder = sfsm_builder_create();
    if (sfsm_builder_add_rows(builder, rows, 3) < 0 || sfsm_builder_build(builder, &self.table, NULL) < 0)
        give_up("the table was not built");
    sfsm_builder_release(builder);
    self.size = sfsm_machine_size(self.table);
    self.memory = aligned_alloc(64, (MACHINES * self.size + 63) / 64 * 64);
    self.machines = allocate(MACHINES * sizeof *self.machines);
    if (self.memory == NULL)
        give_up("no memory for the machines");
    return self;
}

static void release_subject(subject *self)
{
    free(self->memory);
    free(self->machines);
    sfsm_table_release(self->table);
}

/* A machine at `memory`, or where the library wants it. */
static sfsm_machine *make(subject *self, void *memory)
{
    const sfsm_machine_options options = {
        .size = sizeof options, .initial = ORDERED, .context = &self->marks, .memory = memory, .memory_size = self->size};
    sfsm_machine *machine;
    if (sfsm_machine_create_with(self->table, &options, &machine) < 0)
        give_up("a machine was not made");
    return machine;
}

static void run(sfsm_machine *machine)
{
    const int32_t outcomes = sfsm_machine_send(machine, PAY) + sfsm_machine_send(machine, SHIP);
    if (outcomes != 2 * SFSM_TRANSITIONED || sfsm_machine_send(machine, RETURN) != SFSM_TRANSITIONED)
        give_up("an event was not taken");
}

/* Few enough to stay in the processor's cache, released outside of the clock. */
static double make_few(subject *self, bool is_reference)
{
    double time = 0;
    for (size_t index = 0; index < RECORDS; index += FEW) {
        const double start = thread_nanoseconds();
        for (size_t each = 0; each < FEW; ++each)
            self->machines[each] = make(self, is_reference ? NULL : self->memory + each * self->size);
        time += thread_nanoseconds() - start;
        for (size_t each = 0; each < FEW; ++each)
            sfsm_machine_release(self->machines[each]);
    }
    return time / RECORDS;
}

/* One after the other, at one place. */
static double make_and_release(subject *self, void *memory)
{
    const double start = thread_nanoseconds();
    for (size_t index = 0; index < RECORDS; ++index)
        sfsm_machine_release(make(self, memory));
    return (thread_nanoseconds() - start) / RECORDS;
}

static double one_at_a_time(subject *self, bool is_reference)
{
    return make_and_release(self, is_reference ? NULL : self->memory);
}

/* All at once, in one array. */
static double many(subject *self, bool is_reference)
{
    const double start = thread_nanoseconds();
    for (size_t index = 0; index < MACHINES; ++index)
        self->machines[index] = make(self, is_reference ? NULL : self->memory + index * self->size);
    for (size_t index = 0; index < MACHINES; ++index)
        sfsm_machine_release(self->machines[index]);
    return (thread_nanoseconds() - start) / MACHINES;
}

static double machine_for_each_record(subject *self, void *memory)
{
    const double start = thread_nanoseconds();
    for (size_t index = 0; index < RECORDS; ++index) {
        sfsm_machine *const machine = make(self, memory);
        run(machine);
        sfsm_machine_release(machine);
    }
    return (thread_nanoseconds() - start) / RECORDS;
}

static double records_at_one_place(subject *self, bool is_reference)
{
    return machine_for_each_record(self, is_reference ? NULL : self->memory);
}

static double records_of_one_machine(subject *self, bool is_reference)
{
    if (is_reference)
        return machine_for_each_record(self, NULL);
    sfsm_machine *const machine = make(self, self->memory);
    const double start = thread_nanoseconds();
    for (size_t index = 0; index < RECORDS; ++index) {
        if (sfsm_machine_set_state(machine, ORDERED) < 0 || sfsm_machine_set_context(machine, &self->marks) < 0)
            give_up("a machine was not put back");
        run(machine);
    }
    const double end = thread_nanoseconds();
    sfsm_machine_release(machine);
    return (end - start) / RECORDS;
}

typedef struct comparison {
    const char *name;
    double (*time)(subject *self, bool is_reference);
    double goal;
    uint64_t callbacks; /* in a round, of each side */
} comparison;

static const comparison comparisons[] = {
    {"made, 512 in an array", make_few, 0.7, 0},
    {"made and released, one at a time", one_at_a_time, 0.85, 0},
    {"made and released, 100,000 in an array", many, 0.6, 0},
    {"a record, a machine at one place", records_at_one_place, 0.9, (uint64_t)3 * RECORDS},
    {"a record, one machine put back", records_of_one_machine, 0.6, (uint64_t)3 * RECORDS},
};

static time_pair measure(size_t index)
{
    const comparison *const self = &comparisons[index];
    subject subject = make_subject();
    double times[ROUNDS], reference_times[ROUNDS];
    for (size_t round = 0; round < ROUNDS; ++round) {
        reference_times[round] = self->time(&subject, true);
        times[round] = self->time(&subject, false);
    }
    if (subject.marks.count != 2 * self->callbacks * ROUNDS)
        give_up("%s: another number of callbacks ran", self->name);
    release_subject(&subject);
    return (time_pair){median(times, ROUNDS), median(reference_times, ROUNDS), 0};
}

static const char *name(size_t index)
{
    return comparisons[index].name;
}

static double goal(size_t index)
{
    return comparisons[index].goal;
}

static void print_title(void)
{
    printf("Lives of machines in memory of the caller, ns of processor time for each machine or record of three events:\n"
           "medians of %d processes with %d rounds. REF is the same with a machine that the library allocates\n",
           PROCESSES, ROUNDS);
}

int main(int argc, char **argv)
{
    const ratios lives = {
        .program = "machine_benchmark",
        .agreement = "Machines in memory of the caller and allocated ones took the same events.",
        .print_title = print_title,
        .labels = "",
        .library = "caller's",
        .name_width = 40,
        .time_width = 8,
        .ratio_width = 8,
        .processes = PROCESSES,
        .count = sizeof comparisons / sizeof comparisons[0],
        .name = name,
        .goal = goal,
        .measure = measure,
    };
    return ratios_main(&lives, argc, argv);
}
