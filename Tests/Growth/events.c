/* Floods: events that wait, that are raised, deferred, or sent later. */
#include "shapes.h"

enum { HOME, AWAY };
enum { FLOOD, DROP, MOVE, TICK };

typedef struct flood {
    size_t size;
    sfsm_outcome (*send)(sfsm_machine *machine, sfsm_id event);
} flood;

static int32_t send_many(const sfsm_step *step, void *context)
{
    const flood *const self = context;
    for (size_t number = 0; number < self->size; ++number)
        expect(self->send(step->machine, DROP), SFSM_QUEUED);
    return 0;
}

static void queue(size_t size)
{
    const sfsm_row rows[] = {SFSM_ROW(HOME, FLOOD, SFSM_SAME, send_many), SFSM_ROW(HOME, DROP, SFSM_SAME, NULL)};
    flood flood = {size, sfsm_machine_send};
    sfsm_machine *const machine = machine_of_rows(rows, 2, HOME);
    expect(sfsm_machine_set_context(machine, &flood), SFSM_OK);
    begin_counting();
    expect(sfsm_machine_send(machine, FLOOD), SFSM_TRANSITIONED);
    end_counting("an action sends many events: a step", size);
    sfsm_machine_release(machine);
}

/* Events that are raised and that no row takes: up to SFSM_STEP_LIMIT of them may. */
static void raised(size_t size)
{
    const sfsm_row rows[] = {SFSM_ROW(HOME, FLOOD, SFSM_SAME, send_many), SFSM_ROW(AWAY, DROP, SFSM_DEFER, NULL),
                             SFSM_ROW(AWAY, FLOOD, HOME, NULL)};
    flood flood = {size, sfsm_machine_raise};
    sfsm_machine *const machine = machine_of_rows(rows, 3, HOME);
    expect(sfsm_machine_set_context(machine, &flood), SFSM_OK);
    begin_counting();
    expect(sfsm_machine_send(machine, FLOOD), SFSM_TRANSITIONED);
    end_counting("an action raises many events: a step", size);
    require(sfsm_machine_pending(machine) == 0);
    sfsm_machine_release(machine);
}

/* Events that wait in AWAY, and are taken in HOME without a change; or change the state and wait again. */
static void deferred(size_t size)
{
    const sfsm_row rows[] = {SFSM_ROW(AWAY, DROP, SFSM_DEFER, NULL), SFSM_ROW(HOME, DROP, SFSM_INTERNAL, NULL),
                             SFSM_ROW(AWAY, MOVE, HOME, NULL)};
    sfsm_machine *const machine = machine_of_rows(rows, 3, AWAY);
    begin_counting();
    for (size_t number = 0; number < size; ++number)
        expect(sfsm_machine_send(machine, DROP), SFSM_DEFERRED);
    end_counting("many deferred events: defer", size);
    begin_counting();
    expect(sfsm_machine_send(machine, MOVE), SFSM_TRANSITIONED);
    end_counting("many deferred events: take", size);
    require(sfsm_machine_pending(machine) == 0 && sfsm_machine_state(machine) == HOME);
    sfsm_machine_release(machine);
}

/* Deferred events each of which changes the state: the others are tried again, taken or deferred, after each. */
static void deferred_again(size_t size)
{
    const sfsm_row rows[] = {SFSM_ROW(AWAY, DROP, SFSM_DEFER, NULL), SFSM_ROW(HOME, DROP, AWAY, NULL),
                             SFSM_ROW(AWAY, MOVE, HOME, NULL)};
    sfsm_machine *const machine = machine_of_rows(rows, 3, AWAY);
    for (size_t number = 0; number < size; ++number)
        expect(sfsm_machine_send(machine, DROP), SFSM_DEFERRED);
    begin_counting();
    expect(sfsm_machine_send(machine, MOVE), SFSM_TRANSITIONED);
    end_counting("many deferred events: take one, defer the others again", size);
    sfsm_machine_release(machine);
}

/* Rows without an event, from state to state; at most SFSM_STEP_LIMIT follow each other. */
static void eventless(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t state = 0; state < size; ++state)
        add_row(builder, (sfsm_id)state, state == 0 ? FLOOD : SFSM_EVENTLESS, (sfsm_id)state + 1);
    nested(builder, (sfsm_id)size, SFSM_FINAL, SFSM_NONE);
    sfsm_machine *const machine = machine_over(counted_build("a chain of eventless rows: build", builder, size), 0);
    begin_counting();
    expect(sfsm_machine_send(machine, FLOOD), SFSM_TRANSITIONED);
    end_counting("a chain of eventless rows: a step", size);
    require(sfsm_machine_is_done(machine));
    sfsm_machine_release(machine);
}

/* A row that raises many events. */
static void raising_row(size_t size)
{
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t row = add_row(builder, HOME, FLOOD, SFSM_SAME);
    add_row(builder, HOME, DROP, SFSM_SAME);
    for (size_t number = 0; number < size; ++number)
        expect(sfsm_builder_add_raise(builder, row, DROP), SFSM_OK);
    sfsm_table_release(counted_build("a row that raises many events: build", builder, size));
}

static void timers_in(size_t size, const char *order, int64_t (*delay)(size_t size, size_t number))
{
    const sfsm_row row = SFSM_ROW(HOME, TICK, SFSM_SAME, return_0);
    sfsm_machine *const machine = machine_of_rows(&row, 1, HOME);
    uint64_t *const timers = allocate(2 * size * sizeof *timers);
    char name[64];
    begin_counting();
    for (size_t number = 0; number < 2 * size; ++number)
        expect(sfsm_machine_send_later(machine, TICK, delay(2 * size, number), &timers[number]), SFSM_OK);
    snprintf(name, sizeof name, "timers, %s: start", order);
    end_counting(name, size);
    begin_counting();
    for (size_t number = 0; number < size; ++number)
        expect(sfsm_machine_cancel(machine, timers[number * 2]), SFSM_OK);
    snprintf(name, sizeof name, "timers, %s: cancel half", order);
    end_counting(name, size);
    begin_counting();
    expect(sfsm_machine_advance(machine, INT64_MAX), SFSM_OK);
    snprintf(name, sizeof name, "timers, %s: the rest is due", order);
    end_counting(name, size);
    sfsm_machine_release(machine);
    free(timers);
}

static int64_t ascending(size_t size, size_t number)
{
    (void)size;
    return (int64_t)number;
}

static int64_t descending(size_t size, size_t number)
{
    return (int64_t)(size - number);
}

static int64_t together(size_t size, size_t number)
{
    (void)size;
    (void)number;
    return 1;
}

static void timers(size_t size)
{
    timers_in(size, "ascending", ascending);
    timers_in(size, "descending", descending);
    timers_in(size, "all at once", together);
}

const shape event_shapes[] = {
    {queue, 25, 62500, 0},
    {raised, 25, 0, 0},
    {deferred, 25, 0, 0},
    {deferred_again, 25, 0, 0},
    {eventless, 25, 100, 999},
    {raising_row, 25, 0, 0},
    {timers, 25, 0, 0},
    {NULL, 0, 0, 0},
};
