#include "predicate_steps.h"

#include "actions.h"
#include "measure.h"
#include "predicate_reference.h"
#include "predicate_workload.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define SLICE_EVENTS 16384
#define ROUNDS 15
#define PROCESSES 11

typedef struct subject {
    const char *form; /* in which the library keeps the rows of a cell, see below */
    predicate_shape shape;
    predicate_reference reference; /* or NULL */
    double goal;                   /* the ratio to reach; 0: none is set */
} subject;

/*
 * A table of combinations is kept where these are not many more than the rows of the cell; eight types, of each of
 * which one case is named, make 256. Otherwise, and under first match, there are bit sets: one type alone has them only
 * there. The rows are 10 or 10,000 in all (of the lattice 512 and 10,240), in cells of the same size, and again 10,000
 * in a few large cells.
 */
static const subject subjects[] = {
    {"table", {1, 10, 5, 2}, reference_matching_1x10x5x2, 2.4},
    {"table", {1, 10, 5, 2000}, reference_matching_1x10x5x2000, 0},
    {"table", {1, 1000, 1000, 10}, NULL, 0},
    {"table", {3, 3, 5, 2}, reference_matching_3x3x5x2, 2.4},
    {"table", {3, 3, 5, 2000}, reference_matching_3x3x5x2000, 0},
    {"table", {3, 18, 1000, 10}, NULL, 0},
    {"table", {8, 2, 256, 2}, reference_matching_8x2x256x2, 1.5},
    {"table", {8, 2, 256, 40}, reference_matching_8x2x256x40, 1.1},
    {"first match", {1, 10, 5, 2}, reference_matching_1x10x5x2, 0},
    {"first match", {1, 10, 5, 2000}, reference_matching_1x10x5x2000, 0},
    {"first match", {1, 1000, 1000, 10}, NULL, 0},
    {"bit sets", {3, 10, 5, 2}, reference_matching_3x10x5x2, 0},
    {"bit sets", {3, 10, 5, 2000}, NULL, 0},
    {"bit sets", {3, 200, 1000, 10}, NULL, 0},
    {"bit sets", {8, 4, 5, 2}, reference_matching_8x4x5x2, 0},
    {"bit sets", {8, 4, 5, 2000}, NULL, 0},
    {"bit sets", {8, 10, 1000, 10}, NULL, 0},
};

static bool is_first_match(const subject *self)
{
    return self->form[0] == 'f';
}

static void must(sfsm_status status)
{
    if (status < 0)
        give_up("%s", sfsm_status_name(status));
}

/* ---------------------------------------------------------------------------------------------------------------------
 * The machine
 * ------------------------------------------------------------------------------------------------------------------ */

static void add_row(sfsm_builder *builder, const predicate_shape *shape, int32_t state, int32_t number)
{
    sfsm_match matches[PREDICATE_MOST_TYPES];
    sfsm_row row = {.source = state,
                    .event = 0,
                    .target = predicate_target(shape, state, number),
                    .action = table_actions[predicate_action(shape, state, number)],
                    .matches = matches};
    for (int32_t type = 0; type < shape->types; ++type) {
        const int32_t value = predicate_named_case(shape, number, type);
        if (value != PREDICATE_SILENT)
            matches[row.match_count++] = (sfsm_match)SFSM_MATCH(type, value);
    }
    must(sfsm_builder_add_rows(builder, &row, 1));
}

static sfsm_machine *machine_of(const subject *self, tally *marks)
{
    const predicate_shape *shape = &self->shape;
    sfsm_builder *builder = sfsm_builder_create();
    sfsm_table *table = NULL;
    sfsm_diagnostics *faults = NULL;
    for (int32_t type = 0; type < shape->types; ++type)
        must(sfsm_builder_add_predicate(builder, type, shape->cases));
    for (int32_t state = 0; state < shape->states; ++state) {
        for (int32_t number = 0; number < shape->rows; ++number)
            add_row(builder, shape, state, number);
    }
    must(sfsm_builder_set_guard_policy(builder, is_first_match(self) ? SFSM_FIRST_MATCH : SFSM_EXCLUSIVE));
    if (sfsm_builder_build(builder, &table, &faults) < 0)
        give_up("%s", sfsm_diagnostics_text(faults));
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
    sfsm_machine *machine = NULL;
    must(sfsm_machine_create(table, 0, marks, &machine));
    sfsm_table_release(table);
    return machine;
}

/* ---------------------------------------------------------------------------------------------------------------------
 * What is sent
 * ------------------------------------------------------------------------------------------------------------------ */

typedef struct workload {
    int32_t types;
    int32_t *values;  /* for the reference: a case of each type, event after event */
    sfsm_case *cases; /* for the table */
} workload;

/* Each row in turn at random is meant; what it says nothing of is random too, and may lead to another row. */
static workload make_workload(const predicate_shape *shape)
{
    const size_t count = SLICE_EVENTS * (size_t)shape->types;
    workload made = {shape->types, allocate(count * sizeof *made.values), allocate(count * sizeof *made.cases)};
    for (uint32_t event = 0; event < SLICE_EVENTS; ++event) {
        const int32_t row = (int32_t)(workload_scramble(event + 77u) % (uint32_t)shape->rows);
        for (int32_t type = 0; type < shape->types; ++type) {
            const size_t place = event * (size_t)shape->types + (size_t)type;
            const int32_t named = predicate_named_case(shape, row, type);
            const int32_t any = (int32_t)(workload_scramble((uint32_t)place + 1234567u) % (uint32_t)shape->cases);
            made.values[place] = named == PREDICATE_SILENT ? any : named;
            made.cases[place] = (sfsm_case){type, made.values[place]};
        }
    }
    return made;
}

static __attribute__((noinline)) uint64_t slice_of_table(sfsm_machine *machine, const workload *sent)
{
    uint64_t outcomes = 0;
    const size_t types = (size_t)sent->types;
    for (size_t event = 0; event < SLICE_EVENTS; ++event)
        outcomes += (uint32_t)sfsm_send_matching(machine, sent->cases + event * types, types, 0);
    return outcomes;
}

static __attribute__((noinline)) uint64_t slice_of_reference(predicate_reference reference, reference_machine *machine,
                                                             const workload *sent)
{
    uint64_t outcomes = 0;
    const size_t types = (size_t)sent->types;
    for (size_t event = 0; event < SLICE_EVENTS; ++event)
        outcomes += (uint32_t)reference(machine, 0, sent->values + event * types);
    return outcomes;
}

/* ---------------------------------------------------------------------------------------------------------------------
 * Measuring
 * ------------------------------------------------------------------------------------------------------------------ */

/* Until the next call. */
static const char *name_of(const subject *self)
{
    static char name[80];
    const predicate_shape *shape = &self->shape;
    snprintf(name, sizeof name, "%-12s%6" PRId32 "%7" PRId32 "%7" PRId32 "%7" PRId32 "%7" PRId32, self->form,
             shape->types, shape->cases, shape->rows, shape->states, shape->rows * shape->states);
    return name;
}

static void compare_ends(const subject *self, sfsm_machine *machine, const tally *marks,
                         const reference_machine *reference, const tally *reference_marks)
{
    const char *name = name_of(self);
    if (marks->count != (uint64_t)SLICE_EVENTS * ROUNDS)
        give_up("%s: %" PRIu64 " actions ran in %d steps", name, marks->count, SLICE_EVENTS * ROUNDS);
    if (self->reference == NULL)
        return;
    if (sfsm_machine_state(machine) != reference->state)
        give_up("%s: the table came to state %" PRId32 ", the reference to %" PRId32, name, sfsm_machine_state(machine),
                reference->state);
    if (marks->count != reference_marks->count || marks->trace != reference_marks->trace)
        give_up("%s: the actions of the table and of the reference were not the same", name);
}

static double time_of_table(sfsm_machine *machine, const workload *sent)
{
    const double start = thread_nanoseconds();
    const uint64_t outcomes = slice_of_table(machine, sent);
    const double end = thread_nanoseconds();
    if (outcomes != (uint64_t)SFSM_TRANSITIONED * SLICE_EVENTS)
        give_up("a step had another outcome than SFSM_TRANSITIONED");
    return (end - start) / SLICE_EVENTS;
}

static double time_of_reference(predicate_reference reference, reference_machine *machine, const workload *sent)
{
    const double start = thread_nanoseconds();
    const uint64_t outcomes = slice_of_reference(reference, machine, sent);
    const double end = thread_nanoseconds();
    if (outcomes != (uint64_t)REFERENCE_HANDLED * SLICE_EVENTS)
        give_up("the reference left an event unhandled");
    return (end - start) / SLICE_EVENTS;
}

static time_pair measure(size_t index)
{
    const subject *self = &subjects[index];
    double table_times[ROUNDS], reference_times[ROUNDS] = {0};
    tally marks = {0, 0}, reference_marks = {0, 0};
    const workload sent = make_workload(&self->shape);
    sfsm_machine *machine = machine_of(self, &marks);
    reference_machine reference = {.actions = reference_actions, .context = &reference_marks};
    for (size_t round = 0; round < ROUNDS; ++round) {
        if (self->reference != NULL)
            reference_times[round] = time_of_reference(self->reference, &reference, &sent);
        table_times[round] = time_of_table(machine, &sent);
    }
    compare_ends(self, machine, &marks, &reference, &reference_marks);
    sfsm_machine_release(machine);
    free(sent.cases);
    free(sent.values);
    return (time_pair){median(table_times, ROUNDS), median(reference_times, ROUNDS), 0};
}

/* ---------------------------------------------------------------------------------------------------------------------
 * The table
 * ------------------------------------------------------------------------------------------------------------------ */

static const char *name(size_t index)
{
    return name_of(&subjects[index]);
}

static double goal(size_t index)
{
    return subjects[index].goal;
}

static void print_title(void)
{
    printf("One step with sfsm_send_matching, ns of processor time: medians of %d processes with %d slices\n"
           "of %d events. The limit: as many operations for 10,000 rows as for 10 in cells of the same size, and in\n"
           "large cells that have a table of combinations; otherwise a 64th of the cell's rows for each type.\n",
           PROCESSES, ROUNDS, SLICE_EVENTS);
}

const ratios predicate_steps = {
    .program = "predicate_benchmark",
    .agreement = "The tables take the rows that they should, and do the same as the reference.",
    .print_title = print_title,
    .labels = "form         types  cases a cell  cells   rows",
    .library = "table",
    .name_width = 46,
    .time_width = 9,
    .ratio_width = 7,
    .processes = PROCESSES,
    .count = sizeof subjects / sizeof subjects[0],
    .name = name,
    .goal = goal,
    .measure = measure,
};
