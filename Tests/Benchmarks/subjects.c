#include "subjects.h"

#include "measure.h"

#include <string.h>

enum { LOCKED, UNLOCKED };
enum { COIN, PASS, KICK };
enum { NEXT, BACK };
enum { UNLOCK, ALARM, THANK_YOU, LOCK };

static void must(sfsm_status status)
{
    if (status < 0)
        give_up("%s", sfsm_status_name(status));
}

static void define_turnstile(const subject *self, sfsm_builder *builder)
{
    (void)self;
    const sfsm_row rows[] = {
        SFSM_ROW(LOCKED, COIN, UNLOCKED, table_actions[UNLOCK]),
        SFSM_ROW(LOCKED, PASS, LOCKED, table_actions[ALARM]),
        SFSM_ROW(UNLOCKED, COIN, UNLOCKED, table_actions[THANK_YOU]),
        SFSM_ROW(UNLOCKED, PASS, LOCKED, table_actions[LOCK]),
    };
    must(sfsm_builder_add_rows(builder, rows, sizeof rows / sizeof rows[0]));
}

static void define_ring(const subject *self, sfsm_builder *builder)
{
    for (int32_t state = 0; state < self->states; ++state) {
        for (int32_t event = NEXT; event <= BACK; ++event) {
            int32_t target, action;
            subject_cell(self, state, event, &target, &action);
            const sfsm_row row = SFSM_ROW(state, event, target, table_actions[action]);
            must(sfsm_builder_add_rows(builder, &row, 1));
        }
    }
}

static void define_grid(const subject *self, sfsm_builder *builder)
{
    for (int32_t state = 0; state < self->states; ++state) {
        for (int32_t event = 0; event < self->events; ++event) {
            const int32_t target = workload_target(self->states, self->events, state, event);
            const int32_t action = workload_action(self->actions, self->events, state, event);
            const sfsm_row row = SFSM_ROW(subject_state_id(self, state), subject_event_id(self, event),
                                          subject_state_id(self, target), table_actions[action]);
            must(sfsm_builder_add_rows(builder, &row, 1));
        }
    }
}

static void define_guarded(const subject *self, sfsm_builder *builder)
{
    (void)self;
    const sfsm_row rows[] = {
        SFSM_ROW_IF(LOCKED, COIN, guard_yes, UNLOCKED, table_actions[UNLOCK]),
        SFSM_ROW_IF(UNLOCKED, PASS, guard_yes, LOCKED, table_actions[LOCK]),
    };
    must(sfsm_builder_add_rows(builder, rows, sizeof rows / sizeof rows[0]));
}

static void define_refusing(const subject *self, sfsm_builder *builder)
{
    (void)self;
    const sfsm_row rows[] = {
        SFSM_ROW_IF(LOCKED, COIN, guard_no, UNLOCKED, table_actions[UNLOCK]),
        SFSM_ROW_IF(LOCKED, PASS, guard_no, UNLOCKED, table_actions[UNLOCK]),
        SFSM_ROW(UNLOCKED, PASS, LOCKED, table_actions[LOCK]),
    };
    must(sfsm_builder_add_rows(builder, rows, sizeof rows / sizeof rows[0]));
}

static void define_first_match(const subject *self, sfsm_builder *builder)
{
    (void)self;
    const sfsm_row rows[] = {
        SFSM_ROW_IF(LOCKED, COIN, guard_no, LOCKED, table_actions[ALARM]),
        SFSM_ROW_IF(LOCKED, COIN, guard_yes, UNLOCKED, table_actions[UNLOCK]),
        SFSM_ROW_IF(UNLOCKED, PASS, guard_no, UNLOCKED, table_actions[THANK_YOU]),
        SFSM_ROW_IF(UNLOCKED, PASS, guard_yes, LOCKED, table_actions[LOCK]),
    };
    must(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH));
    must(sfsm_builder_add_rows(builder, rows, sizeof rows / sizeof rows[0]));
}

static void define_three_callbacks(const subject *self, sfsm_builder *builder)
{
    define_turnstile(self, builder);
    for (int32_t state = LOCKED; state <= UNLOCKED; ++state) {
        size_t block;
        must(sfsm_builder_add_state(builder, state, 0, &block));
        must(sfsm_builder_on_exit(builder, block, table_actions[4 + state], NULL, NULL));
        must(sfsm_builder_on_entry(builder, block, table_actions[6 + state], NULL, NULL));
    }
}

static void define_any_state(const subject *self, sfsm_builder *builder)
{
    (void)self;
    const sfsm_row rows[] = {
        SFSM_ROW(SFSM_ANY, COIN, UNLOCKED, table_actions[UNLOCK]),
        SFSM_ROW(SFSM_ANY, SFSM_ANY, LOCKED, table_actions[LOCK]),
        SFSM_ROW(LOCKED, PASS, SFSM_INTERNAL, table_actions[ALARM]),
        SFSM_ROW(UNLOCKED, COIN, SFSM_SAME, table_actions[THANK_YOU]),
    };
    must(sfsm_builder_add_rows(builder, rows, sizeof rows / sizeof rows[0]));
}

static int32_t other_state(const sfsm_step *step, void *context)
{
    (void)context;
    return UNLOCKED - step->source;
}

static void define_dynamic(const subject *self, sfsm_builder *builder)
{
    (void)self;
    const sfsm_callback resolver = {other_state, NULL, NULL};
    const sfsm_row rows[] = {
        {.source = LOCKED,
         .event = COIN,
         .target = SFSM_DYNAMIC,
         .resolver = resolver,
         .action = table_actions[UNLOCK]},
        {.source = UNLOCKED,
         .event = PASS,
         .target = SFSM_DYNAMIC,
         .resolver = resolver,
         .action = table_actions[LOCK]},
    };
    must(sfsm_builder_add_rows(builder, rows, sizeof rows / sizeof rows[0]));
}

/* The events that are sent are known to the table, but lead somewhere only in the state in which the machine is not. */
static void define_unhandled(const subject *self, sfsm_builder *builder)
{
    (void)self;
    const sfsm_row rows[] = {
        SFSM_ROW(LOCKED, KICK, UNLOCKED, table_actions[ALARM]),
        SFSM_ROW(UNLOCKED, COIN, LOCKED, table_actions[UNLOCK]),
        SFSM_ROW(UNLOCKED, PASS, LOCKED, table_actions[LOCK]),
    };
    must(sfsm_builder_add_rows(builder, rows, sizeof rows / sizeof rows[0]));
}

/* name, define, states, events, actions, sparse, alternating, callbacks, outcome */
const subject subjects[] = {
    {"turnstile, alternating", define_turnstile, 2, 2, 4, false, true, 1, SFSM_TRANSITIONED},
    {"turnstile, random", define_turnstile, 2, 2, 4, false, false, 1, SFSM_TRANSITIONED},
    {"ring of 16, next", define_ring, 16, 1, 32, false, false, 1, SFSM_TRANSITIONED},
    {"ring of 16, random", define_ring, 16, 2, 32, false, false, 1, SFSM_TRANSITIONED},
    {"16x16, random", define_grid, 16, 16, 16, false, false, 1, SFSM_TRANSITIONED},
    {"64x64, 1 action", define_grid, 64, 64, 1, false, false, 1, SFSM_TRANSITIONED},
    {"64x64, 64 actions", define_grid, 64, 64, 64, false, false, 1, SFSM_TRANSITIONED},
    {"16x16, sparse ids", define_grid, 16, 16, 16, true, false, 1, SFSM_TRANSITIONED},
    {"rows for any state", define_any_state, 2, 2, 4, false, true, 1, SFSM_TRANSITIONED},
    {"a guard", define_guarded, 2, 2, 4, false, true, 2, SFSM_TRANSITIONED},
    {"a guard that refuses", define_refusing, 2, 2, 4, false, true, 1, SFSM_REFUSED},
    {"first match, second row", define_first_match, 2, 2, 4, false, true, 3, SFSM_TRANSITIONED},
    {"exit, action, entry", define_three_callbacks, 2, 2, 4, false, true, 3, SFSM_TRANSITIONED},
    {"a resolver", define_dynamic, 2, 2, 4, false, true, 1, SFSM_TRANSITIONED},
    {"unhandled", define_unhandled, 2, 2, 4, false, true, 0, SFSM_UNHANDLED},
};
const size_t subject_count = sizeof subjects / sizeof subjects[0];

const subject *subject_named(const char *name)
{
    for (size_t index = 0; index < subject_count; ++index) {
        if (strcmp(subjects[index].name, name) == 0)
            return &subjects[index];
    }
    return NULL;
}

sfsm_machine *subject_machine(const subject *self, tally *marks)
{
    sfsm_builder *builder = sfsm_builder_create();
    if (builder == NULL)
        give_up("no memory for a builder");
    self->define(self, builder);
    sfsm_table *table = NULL;
    sfsm_diagnostics *faults = NULL;
    if (sfsm_builder_build(builder, &table, &faults) < 0)
        give_up("%s: %s", self->name, sfsm_diagnostics_text(faults));
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
    sfsm_machine *machine = NULL;
    must(sfsm_machine_create(table, subject_state_id(self, 0), marks, &machine));
    sfsm_table_release(table);
    return machine;
}

int32_t subject_state_id(const subject *self, int32_t index)
{
    return self->sparse ? workload_sparse_id(index) : index;
}

int32_t subject_event_id(const subject *self, int32_t index)
{
    return self->sparse ? workload_sparse_id(1000 + index) : index;
}

bool subject_cell(const subject *self, int32_t state, int32_t event, int32_t *target, int32_t *action)
{
    if (self->define == define_turnstile) {
        *target = event == COIN ? UNLOCKED : LOCKED;
        *action = 2 * state + event;
    } else if (self->define == define_ring) {
        *target = (state + (event == NEXT ? 1 : self->states - 1)) % self->states;
        *action = event * self->states + state;
    } else if (self->define == define_grid) {
        *target = workload_target(self->states, self->events, state, event);
        *action = workload_action(self->actions, self->events, state, event);
    } else {
        return false;
    }
    return true;
}

void subject_event_indices(const subject *self, int32_t *events, size_t count)
{
    for (size_t index = 0; index < count; ++index) {
        const uint32_t number = self->alternating ? (uint32_t)index : workload_scramble((uint32_t)index + 77u);
        events[index] = (int32_t)(number % (uint32_t)self->events);
    }
}

void subject_event_ids(const subject *self, int32_t *events, size_t count)
{
    subject_event_indices(self, events, count);
    for (size_t index = 0; index < count; ++index)
        events[index] = subject_event_id(self, events[index]);
}
