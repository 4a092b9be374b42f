/*
 * build_benchmark: what it costs to build a table, in nanoseconds of processor time a row and in bytes, and how that
 * compares with REF, a hash table of the same rows in C: both are built in turn. Each table is checked afterwards by a
 * random walk through it. Then, what rows cost that override those of a superstate.
 */
#include "actions.h"
#include "measure.h"
#include "reference_build.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define WALK_STEPS 10000

typedef struct definition {
    const char *name;
    int32_t states, events;
    bool chain; /* one row a state, to the next one, instead of a row for every event in every state */
    size_t repetitions;
    double goals[2]; /* the ratio to reach with rows in bulk, dense and sparse ids; 0: none is set */
} definition;

/* The goals are 60 % of what was measured before there were any. */
static const definition definitions[] = {
    {"100 x 100, full", 100, 100, false, 41, {18, 18}},
    {"1,000 x 100, full", 1000, 100, false, 11, {0, 0}},
    {"10,000 x 100, a row a state", 10000, 100, true, 41, {25, 31}},
    {"100,000 x 1,000, a row a state", 100000, 1000, true, 11, {0, 0}},
};

typedef struct cost {
    double add, build, reference; /* ns a row */
} cost;

static int32_t id(bool sparse, int32_t index)
{
    return sparse ? workload_sparse_id(index) : index;
}

static size_t row_count(const definition *self)
{
    return (size_t)self->states * (self->chain ? 1u : (size_t)self->events);
}

static int32_t row_event(const definition *self, size_t row)
{
    return (int32_t)(row % (size_t)self->events);
}

static int32_t row_state(const definition *self, size_t row)
{
    return (int32_t)(self->chain ? row : row / (size_t)self->events);
}

static int32_t row_target(const definition *self, int32_t state, int32_t event)
{
    return self->chain ? (state + 1) % self->states : workload_target(self->states, self->events, state, event);
}

static sfsm_row *make_rows(const definition *self, bool sparse)
{
    sfsm_row *rows = allocate(row_count(self) * sizeof *rows);
    for (size_t row = 0; row < row_count(self); ++row) {
        const int32_t state = row_state(self, row), event = row_event(self, row);
        const int32_t target = row_target(self, state, event);
        const int32_t action = workload_action(WORKLOAD_ACTIONS, self->events, state, event);
        rows[row] = (sfsm_row)SFSM_ROW(id(sparse, state), id(sparse, event), id(sparse, target), table_actions[action]);
    }
    return rows;
}

static reference_row *make_reference_rows(const sfsm_row *rows, size_t count)
{
    reference_row *made = allocate(count * sizeof *made);
    for (size_t row = 0; row < count; ++row) {
        made[row] = (reference_row){rows[row].source, rows[row].event, rows[row].target, NULL};
        made[row].action = (int32_t(*)(const void *, void *))(void (*)(void))rows[row].action;
    }
    return made;
}

static double time_of_reference(const reference_row *rows, size_t count)
{
    const double start = thread_nanoseconds();
    reference_cells *cells = reference_build(rows, count);
    const double end = thread_nanoseconds();
    if (cells == NULL)
        give_up("no memory for the reference");
    for (size_t row = 0; row < count; row += count / 10) {
        const reference_row *found = reference_find(cells, rows[row].source, rows[row].event);
        if (found == NULL || found->target != rows[row].target)
            give_up("the reference does not know row %zu", row);
    }
    reference_free(cells);
    return (end - start) / (double)count;
}

static void must(sfsm_status status)
{
    if (status < 0)
        give_up("%s", sfsm_status_name(status));
}

static void add_one_by_one(sfsm_builder *builder, const sfsm_row *rows, size_t count)
{
    for (size_t index = 0; index < count; ++index) {
        size_t number;
        must(sfsm_builder_add_row(builder, rows[index].source, rows[index].event, rows[index].target, &number));
        must(sfsm_builder_add_action(builder, number, rows[index].action, NULL, NULL));
    }
}

static sfsm_table *build(const sfsm_row *rows, size_t count, bool one_by_one, cost *spent)
{
    const double start = thread_nanoseconds();
    sfsm_builder *builder = sfsm_builder_create();
    if (one_by_one)
        add_one_by_one(builder, rows, count);
    else
        must(sfsm_builder_add_rows(builder, rows, count));
    const double added = thread_nanoseconds();
    sfsm_table *table = NULL;
    sfsm_diagnostics *faults = NULL;
    if (sfsm_builder_build(builder, &table, &faults) < 0)
        give_up("%s", sfsm_diagnostics_text(faults));
    const double built = thread_nanoseconds();
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
    spent->add = (added - start) / (double)count;
    spent->build = (built - added) / (double)count;
    return table;
}

static void check(const definition *self, const sfsm_table *table, bool sparse)
{
    if (sfsm_table_row_count(table) != row_count(self) || sfsm_table_state_count(table) != (size_t)self->states ||
        sfsm_table_event_count(table) != (size_t)self->events)
        give_up("%s: the table counts other rows, states or events", self->name);
    tally marks = {0, 0};
    sfsm_machine *machine = NULL;
    int32_t state = 0;
    must(sfsm_machine_create(table, id(sparse, state), &marks, &machine));
    for (uint32_t step = 0; step < WALK_STEPS; ++step) {
        const int32_t event =
            self->chain ? state % self->events : (int32_t)(workload_scramble(step) % (uint32_t)self->events);
        const sfsm_outcome outcome = sfsm_machine_send(machine, id(sparse, event));
        state = row_target(self, state, event);
        if (outcome != SFSM_TRANSITIONED || sfsm_machine_state(machine) != id(sparse, state))
            give_up("%s: step %" PRIu32 " led to a wrong state", self->name, step);
    }
    if (marks.count != WALK_STEPS)
        give_up("%s: %" PRIu64 " actions ran in %d steps", self->name, marks.count, WALK_STEPS);
    sfsm_machine_release(machine);
}

static void measure(const definition *self, bool sparse, bool one_by_one)
{
    sfsm_row *rows = make_rows(self, sparse);
    reference_row *reference_rows = make_reference_rows(rows, row_count(self));
    double *add = allocate(self->repetitions * sizeof *add), *finish = allocate(self->repetitions * sizeof *finish);
    double *reference = allocate(self->repetitions * sizeof *reference);
    size_t bytes = 0;
    for (size_t repetition = 0; repetition < self->repetitions; ++repetition) {
        cost spent;
        reference[repetition] = time_of_reference(reference_rows, row_count(self));
        sfsm_table *table = build(rows, row_count(self), one_by_one, &spent);
        add[repetition] = spent.add;
        finish[repetition] = spent.build;
        if (repetition == 0)
            check(self, table, sparse);
        bytes = sfsm_table_size(table);
        sfsm_table_release(table);
    }
    const double add_time = median(add, self->repetitions), finish_time = median(finish, self->repetitions);
    const double ratio = (add_time + finish_time) / median(reference, self->repetitions);
    const double goal = one_by_one ? 0 : self->goals[sparse ? 1 : 0];
    printf("%-31s %-7s%-11s %7.1f %7.1f %7.1f %11zu %7.1f %7.2f", self->name, sparse ? "sparse" : "dense",
           one_by_one ? "one by one" : "bulk", add_time, finish_time, add_time + finish_time, bytes,
           (double)bytes / (double)row_count(self), ratio);
    if (goal > 0)
        printf(" %7.2f%s", goal, ratio <= goal ? "" : "  not reached");
    putchar('\n');
    fflush(stdout);
    free(reference);
    free(finish);
    free(add);
    free(reference_rows);
    free(rows);
}

/* Each state adopts a superstate with a row for each of 100 events, and overrides them all. */
static void measure_overriding(int32_t states)
{
    enum { EVENTS = 100, REPETITIONS = 11 };
    double times[REPETITIONS];
    for (size_t repetition = 0; repetition < REPETITIONS; ++repetition) {
        sfsm_builder *builder = sfsm_builder_create();
        size_t common, block;
        must(sfsm_builder_add_superstate(builder, &common));
        for (int32_t state = -1; state < states; ++state) {
            const bool is_common = state < 0;
            if (!is_common) {
                must(sfsm_builder_add_state(builder, state, 0, &block));
                must(sfsm_builder_adopt(builder, block, common));
            }
            for (int32_t event = 0; event < EVENTS; ++event) {
                const sfsm_row row = {.source = is_common ? SFSM_NONE : state,
                                      .event = event,
                                      .target = is_common ? SFSM_SAME : (state + 1) % states,
                                      .action = table_actions[event % WORKLOAD_ACTIONS],
                                      .block = is_common ? common : block,
                                      .flags = is_common ? 0 : SFSM_OVERRIDING};
                must(sfsm_builder_add_rows(builder, &row, 1));
            }
        }
        sfsm_table *table = NULL;
        sfsm_diagnostics *faults = NULL;
        const double start = thread_nanoseconds();
        if (sfsm_builder_build(builder, &table, &faults) < 0)
            give_up("%s", sfsm_diagnostics_text(faults));
        times[repetition] = (thread_nanoseconds() - start) / (states * EVENTS);
        sfsm_diagnostics_release(faults);
        sfsm_builder_release(builder);
        sfsm_table_release(table);
    }
    printf("%7" PRId32 " states %10.1f\n", states, median(times, REPETITIONS));
    fflush(stdout);
}

int main(void)
{
    puts("Building a table, ns of processor time a row; its size; and the ratio to REF, a hash table in C");
    printf("%-31s %-7s%-11s %7s %7s %7s %11s %7s %7s %7s\n", "states x events", "ids", "rows", "add", "build", "both",
           "bytes", "a row", "ratio", "goal");
    for (size_t index = 0; index < sizeof definitions / sizeof definitions[0]; ++index) {
        for (int kind = 0; kind < 4; ++kind)
            measure(&definitions[index], kind / 2 == 1, kind % 2 == 1);
    }
    puts("\nRows that override 100 of a superstate in each state, build, ns a row: as many for 1,000 states as for 100");
    measure_overriding(100);
    measure_overriding(1000);
    return 0;
}
