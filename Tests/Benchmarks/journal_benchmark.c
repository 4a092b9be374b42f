/*
 * journal_benchmark: what a journal adds to a step, in nanoseconds of processor time, as bytes and as JSON: of a flat machine
 * and of a chart with two regions. The writer only counts. The median of several times.
 */
#include "measure.h"

#include <stdio.h>

#include "swiftfsm.h"

enum { STEPS = 200000, REPETITIONS = 15 };
enum { ON, LEFT, LEFT_ON, LEFT_OFF, RIGHT, RIGHT_ON, RIGHT_OFF };
enum { SWITCH_LEFT, SWITCH_RIGHT };

static sfsm_status count_bytes(void *context, const char *bytes, size_t count)
{
    (void)bytes;
    *(size_t *)context += count;
    return SFSM_OK;
}

static void must(sfsm_status status)
{
    if (status < 0)
        give_up("%s", sfsm_status_name(status));
}

static sfsm_table *build(sfsm_builder *builder)
{
    sfsm_table *table = NULL;
    sfsm_diagnostics *faults = NULL;
    if (sfsm_builder_build(builder, &table, &faults) < 0)
        give_up("%s", sfsm_diagnostics_text(faults));
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
    return table;
}

static const sfsm_row rows[] = {
    SFSM_ROW(LEFT_ON, SWITCH_LEFT, LEFT_OFF, NULL),
    SFSM_ROW(LEFT_OFF, SWITCH_LEFT, LEFT_ON, NULL),
    SFSM_ROW(RIGHT_ON, SWITCH_RIGHT, RIGHT_OFF, NULL),
    SFSM_ROW(RIGHT_OFF, SWITCH_RIGHT, RIGHT_ON, NULL),
};

static sfsm_table *make_flat(void)
{
    sfsm_builder *builder = sfsm_builder_create();
    must(sfsm_builder_add_rows(builder, rows, 2));
    return build(builder);
}

static sfsm_table *make_chart(void)
{
    static const sfsm_id parents[] = {SFSM_NONE, ON, LEFT, LEFT, ON, RIGHT, RIGHT};
    static const sfsm_id defaults[] = {SFSM_NONE, LEFT_ON, SFSM_NONE, SFSM_NONE, RIGHT_ON, SFSM_NONE, SFSM_NONE};
    sfsm_builder *builder = sfsm_builder_create();
    for (sfsm_id state = ON; state <= RIGHT_OFF; ++state) {
        size_t block = 0;
        must(sfsm_builder_add_state(builder, state, state == ON ? SFSM_PARALLEL : 0, &block));
        if (parents[state] != SFSM_NONE)
            must(sfsm_builder_nest(builder, block, parents[state]));
        if (defaults[state] != SFSM_NONE)
            must(sfsm_builder_set_default(builder, block, defaults[state]));
    }
    must(sfsm_builder_add_rows(builder, rows, 4));
    return build(builder);
}

/* Nanoseconds of a step. */
static double measure_steps(sfsm_machine *machine)
{
    const double start = thread_nanoseconds();
    for (int step = 0; step < STEPS; ++step) {
        if (sfsm_machine_send(machine, SWITCH_LEFT) != SFSM_TRANSITIONED)
            give_up("a step was not taken");
    }
    return (thread_nanoseconds() - start) / STEPS;
}

static void report(const char *name, const sfsm_table *table, sfsm_id initial)
{
    double times[3][REPETITIONS];
    size_t written[3] = {0, 0, 0};
    sfsm_machine *machine = NULL;
    must(sfsm_machine_create(table, initial, NULL, &machine));
    for (int repetition = 0; repetition < REPETITIONS; ++repetition) {
        for (int form = 0; form < 3; ++form) {
            const sfsm_journal journal = {sizeof journal, form == 2 ? SFSM_JOURNAL_JSON : 0, count_bytes, &written[form]};
            must(sfsm_machine_set_journal(machine, form == 0 ? NULL : &journal));
            times[form][repetition] = measure_steps(machine);
        }
    }
    const double plain = median(times[0], REPETITIONS);
    printf("%-24s %6.1f ns a step, with bytes +%.1f ns (%zu bytes), with JSON +%.1f ns (%zu bytes)\n", name, plain,
           median(times[1], REPETITIONS) - plain, written[1] / REPETITIONS / STEPS,
           median(times[2], REPETITIONS) - plain, written[2] / REPETITIONS / STEPS);
    sfsm_machine_release(machine);
}

int main(void)
{
    sfsm_table *const flat = make_flat(), *const chart = make_chart();
    report("flat", flat, LEFT_ON);
    report("chart of two regions", chart, ON);
    sfsm_table_release(flat);
    sfsm_table_release(chart);
    return 0;
}
