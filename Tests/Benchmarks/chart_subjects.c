#include "chart_subjects.h"

#include "measure.h"

/* The first states; the others are numbered from FIRST on. */
enum { TOP, OTHER, FIRST };

static void must(sfsm_status status)
{
    if (status < 0)
        give_up("%s", sfsm_status_name(status));
}

static size_t nest(sfsm_builder *builder, int32_t state, uint32_t flags, int32_t parent)
{
    size_t block = 0;
    must(sfsm_builder_add_state(builder, state, flags, &block));
    if (parent != SFSM_NONE)
        must(sfsm_builder_nest(builder, block, parent));
    return block;
}

static void add_row(sfsm_builder *builder, int32_t source, int32_t event, int32_t target)
{
    const sfsm_row row = SFSM_ROW(source, event, target, table_actions[event % WORKLOAD_ACTIONS]);
    must(sfsm_builder_add_rows(builder, &row, 1));
}

/* Three levels; two leaves of the innermost state go to and fro. */
static void define_nested(sfsm_builder *builder, int32_t regions)
{
    (void)regions;
    must(sfsm_builder_set_default(builder, nest(builder, TOP, 0, SFSM_NONE), FIRST));
    must(sfsm_builder_set_default(builder, nest(builder, FIRST, 0, TOP), FIRST + 1));
    nest(builder, FIRST + 1, 0, FIRST);
    nest(builder, FIRST + 2, 0, FIRST);
    add_row(builder, FIRST + 1, 0, FIRST + 2);
    add_row(builder, FIRST + 2, 0, FIRST + 1);
}

/* Two branches of three levels, each of which is left and entered with a callback. */
static void define_branches(sfsm_builder *builder, int32_t regions)
{
    (void)regions;
    for (int32_t branch = 0; branch < 2; ++branch) {
        int32_t parent = SFSM_NONE;
        for (int32_t depth = 0; depth < 3; ++depth) {
            const int32_t state = depth == 0 ? branch : FIRST + branch * 2 + depth;
            const size_t block = nest(builder, state, 0, parent);
            must(sfsm_builder_on_entry(builder, block, table_actions[1], NULL, NULL));
            must(sfsm_builder_on_exit(builder, block, table_actions[2], NULL, NULL));
            parent = state;
        }
        add_row(builder, branch, 0, 1 - branch);
    }
}

/* Regions of two leaves each; `event_of` says for which event a region's rows are. */
static void define_regions(sfsm_builder *builder, int32_t regions, bool is_shared)
{
    nest(builder, TOP, SFSM_PARALLEL, SFSM_NONE);
    for (int32_t region = 0; region < regions; ++region) {
        const int32_t root = FIRST + region * 3, event = is_shared ? 0 : region;
        must(sfsm_builder_set_default(builder, nest(builder, root, 0, TOP), root + 1));
        nest(builder, root + 1, 0, root);
        nest(builder, root + 2, 0, root);
        add_row(builder, root + 1, event, root + 2);
        add_row(builder, root + 2, event, root + 1);
    }
}

static void define_one_reacts(sfsm_builder *builder, int32_t regions)
{
    define_regions(builder, regions, false);
}

static void define_all_react(sfsm_builder *builder, int32_t regions)
{
    define_regions(builder, regions, true);
}

/* The parallel state has a row itself, which is found from all leaves. */
static void define_around(sfsm_builder *builder, int32_t regions)
{
    define_regions(builder, regions, false);
    add_row(builder, TOP, regions, SFSM_INTERNAL);
}

/* The whole parallel state is left for another state, and entered again. */
static void define_left(sfsm_builder *builder, int32_t regions)
{
    define_regions(builder, regions, false);
    nest(builder, OTHER, 0, SFSM_NONE);
    add_row(builder, TOP, regions, OTHER);
    add_row(builder, OTHER, regions, TOP);
}

const chart_subject chart_subjects[] = {
    {"nested, 3 levels", define_nested, 0, 1, 1, 1, 1.1},
    {"3 levels left and entered", define_branches, 0, 1, 7, 1, 1.1},
    {"2 regions, one reacts", define_one_reacts, 2, 2, 1, 1, 3},
    {"8 regions, one reacts", define_one_reacts, 8, 8, 1, 1, 3},
    {"32 regions, one reacts", define_one_reacts, 32, 32, 1, 1, 3},
    {"8 regions, all react", define_all_react, 8, 1, 8, 8, 0},
    {"32 regions, all react", define_all_react, 32, 1, 32, 32, 0},
    {"8 regions, row around them", define_around, 8, -8, 1, 1, 0},
    {"8 regions, left or entered", define_left, 8, -8, 1, 1, 0},
};
const size_t chart_subject_count = sizeof chart_subjects / sizeof chart_subjects[0];

static sfsm_machine *machine_of(sfsm_builder *builder, tally *marks)
{
    sfsm_table *table = NULL;
    sfsm_diagnostics *diagnostics = NULL;
    sfsm_machine *machine = NULL;
    if (sfsm_builder_build(builder, &table, &diagnostics) < 0)
        give_up("%s", sfsm_diagnostics_text(diagnostics));
    must(sfsm_machine_create(table, TOP, marks, &machine));
    sfsm_diagnostics_release(diagnostics);
    sfsm_table_release(table);
    sfsm_builder_release(builder);
    return machine;
}

sfsm_machine *chart_machine(const chart_subject *self, tally *marks)
{
    sfsm_builder *const builder = sfsm_builder_create();
    self->define(builder, self->regions);
    return machine_of(builder, marks);
}

sfsm_machine *flat_machine(const chart_subject *self, tally *marks)
{
    sfsm_builder *const builder = sfsm_builder_create();
    const int32_t events = self->events < 0 ? 1 : self->events;
    for (int32_t event = 0; event < events; ++event) {
        for (int32_t state = TOP; state <= OTHER; ++state) {
            size_t row = 0;
            must(sfsm_builder_add_row(builder, state, event, 1 - state, &row));
            for (int32_t action = 0; action < self->callbacks / self->steps; ++action)
                must(sfsm_builder_add_action(builder, row, table_actions[(event + action) % WORKLOAD_ACTIONS], NULL, NULL));
        }
    }
    return machine_of(builder, marks);
}
