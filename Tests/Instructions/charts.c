/* Steps of charts. */
#include "paths.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { OUTER, INNER, LEFT, RIGHT, LAST, AWAY, SIDE, UP, DOWN, ON };
enum { GO, BACK, LEAVE, RETURN, FLIP, RAISE, LATER, TICK };

/* OUTER: SIDE (UP, DOWN) beside INNER (LEFT, RIGHT and its history LAST); AWAY beside OUTER. */
static sfsm_machine *new_chart(void)
{
    sfsm_builder *const builder = sfsm_builder_create();
    nested(builder, OUTER, SFSM_PARALLEL, SFSM_NONE);
    expect(sfsm_builder_set_default(builder, nested(builder, INNER, 0, OUTER), LEFT), SFSM_OK);
    for (sfsm_id state = LEFT; state <= RIGHT; ++state) {
        const size_t block = nested(builder, state, 0, INNER);
        expect(sfsm_builder_on_entry(builder, block, return_0, NULL, NULL), SFSM_OK);
        expect(sfsm_builder_on_exit(builder, block, return_0, NULL, NULL), SFSM_OK);
    }
    nested(builder, LAST, SFSM_SHALLOW_HISTORY, INNER);
    expect(sfsm_builder_set_default(builder, nested(builder, SIDE, 0, OUTER), UP), SFSM_OK);
    nested(builder, UP, 0, SIDE);
    nested(builder, DOWN, 0, SIDE);
    const sfsm_row rows[] = {
        SFSM_ROW(LEFT, GO, RIGHT, return_0),  SFSM_ROW(RIGHT, BACK, LEFT, return_0),
        SFSM_ROW(LEFT, FLIP, RIGHT, return_0), SFSM_ROW(RIGHT, FLIP, LEFT, return_0),
        SFSM_ROW(UP, FLIP, DOWN, return_0),   SFSM_ROW(DOWN, FLIP, UP, return_0),
        SFSM_ROW(OUTER, LEAVE, AWAY, NULL),   SFSM_ROW(AWAY, RETURN, LAST, NULL),
        SFSM_ROW(OUTER, RAISE, SFSM_INTERNAL, return_0), SFSM_ROW(OUTER, TICK, SFSM_INTERNAL, return_0),
        SFSM_ROW(AWAY, LATER, SFSM_DEFER, NULL), SFSM_ROW(OUTER, LATER, SFSM_INTERNAL, return_0),
    };
    expect(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    expect(sfsm_builder_add_raise(builder, 9, TICK), SFSM_OK);
    return machine_over(table_from(builder), OUTER);
}

static void count_deferral(sfsm_machine *machine)
{
    begin_counting();
    for (int repetition = 0; repetition < REPETITIONS; ++repetition) {
        expect(sfsm_machine_send(machine, LEAVE), SFSM_TRANSITIONED);
        expect(sfsm_machine_send(machine, LATER), SFSM_DEFERRED);
        expect(sfsm_machine_send(machine, RETURN), SFSM_TRANSITIONED);
    }
    end_counting("chart: a deferred event", REPETITIONS);
}

/* ON until its timeout, again and again. */
static void count_timeouts(void)
{
    sfsm_builder *const builder = sfsm_builder_create();
    expect(sfsm_builder_add_timeout(builder, nested(builder, ON, 0, SFSM_NONE), 10, TICK), SFSM_OK);
    const sfsm_row rows[] = {SFSM_ROW(ON, TICK, AWAY, return_0), SFSM_ROW(AWAY, GO, ON, return_0)};
    expect(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    sfsm_machine *const machine = machine_over(table_from(builder), ON);
    int64_t now = 0;
    expect(sfsm_machine_advance(machine, now += 10), SFSM_OK);
    begin_counting();
    for (int repetition = 0; repetition < REPETITIONS; ++repetition) {
        expect(sfsm_machine_send(machine, GO), SFSM_TRANSITIONED);
        expect(sfsm_machine_advance(machine, now += 10), SFSM_OK);
    }
    end_counting("timer: a timeout", REPETITIONS);
    require(sfsm_machine_state(machine) == AWAY);
    sfsm_machine_release(machine);
}

static void count_timers(void)
{
    const sfsm_row row = SFSM_ROW(ON, TICK, SFSM_SAME, return_0);
    sfsm_machine *const machine = machine_of_rows(&row, 1, ON);
    uint64_t timers[REPETITIONS];
    begin_counting();
    for (int repetition = 0; repetition < REPETITIONS; ++repetition)
        expect(sfsm_machine_send_later(machine, TICK, repetition * 37 % REPETITIONS, &timers[repetition]), SFSM_OK);
    end_counting("timer: start", REPETITIONS);
    begin_counting();
    for (int repetition = 0; repetition < REPETITIONS; repetition += 2)
        expect(sfsm_machine_cancel(machine, timers[repetition]), SFSM_OK);
    end_counting("timer: cancel", REPETITIONS);
    begin_counting();
    expect(sfsm_machine_advance(machine, REPETITIONS), SFSM_OK);
    end_counting("timer: fifty are due", REPETITIONS);
    sfsm_machine_release(machine);
}

void count_charts(void)
{
    sfsm_machine *const machine = new_chart();
    count_sends("chart: a step in one region", machine, GO, BACK, SFSM_TRANSITIONED);
    count_sends("chart: a step in two regions", machine, FLIP, FLIP, SFSM_TRANSITIONED);
    count_sends("chart: by a history", machine, LEAVE, RETURN, SFSM_TRANSITIONED);
    count_sends("chart: a raised event", machine, RAISE, RAISE, SFSM_TRANSITIONED);
    count_deferral(machine);
    sfsm_machine_release(machine);
    count_timeouts();
    count_timers();
}
