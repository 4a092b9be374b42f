/* Chapter 12: machines of charts. */
#include "charts.h"
#include "sequences.h"

/* Whatever is named below is the washing machine's: see charts.h. */
static sfsm_builder *washing(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    for (size_t index = 0; index < washing_state_count; index++) {
        const nested nested = washing_states[index];
        const size_t block = sequence_block(run, builder, nested.state, nested.flags, nested.parent);
        if (nested.target != SFSM_NONE) {
            TRY(sfsm_builder_set_default(builder, block, nested.target), SFSM_OK);
            TRY(sfsm_builder_on_default(builder, block, sequence_count, HANDED_OVER), SFSM_OK);
        }
    }
    TRY(sfsm_builder_on_done(builder, 2, READY), SFSM_OK);
    TRY(sfsm_builder_add_rows(builder, washing_rows, washing_row_count), SFSM_OK);
    TRY(sfsm_builder_add_raise(builder, 6, LOCK), SFSM_OK);
    TRY(sfsm_builder_add_in_guard(builder, 9, SPINNING, false), SFSM_OK);
    return builder;
}

static void regions_and_histories(sequence_run *run) {
    sfsm_machine *const machine = sequence_machine(run, washing(run), IDLE, run);
    TRY_STEP(machine, sfsm_machine_send(machine, START), SFSM_TRANSITIONED);
    TRY_STEP(machine, sfsm_machine_send(machine, FULL), SFSM_TRANSITIONED);
    REQUIRE(sfsm_machine_in(machine, SPINNING) && sfsm_machine_in(machine, LOCKED));
    TRY_STEP(machine, sfsm_machine_send(machine, PAUSE), SFSM_TRANSITIONED);
    TRY_STEP(machine, sfsm_machine_send(machine, PAUSE), SFSM_TRANSITIONED);
    REQUIRE(sfsm_machine_in(machine, SPINNING) && sfsm_machine_in(machine, CLOSED));
    sfsm_machine_release(machine);
}

static void done_events_and_deferral(sequence_run *run) {
    sfsm_machine *const machine = sequence_machine(run, washing(run), WASHING, run);
    for (int again = 0; again < 20; again++) {
        TRY_STEP(machine, sfsm_machine_send(machine, START), SFSM_DEFERRED);
    }
    TRY_STEP(machine, sfsm_machine_send(machine, FULL), SFSM_TRANSITIONED);
    TRY_STEP(machine, sfsm_machine_send(machine, RESTART), SFSM_TRANSITIONED);
    REQUIRE(sfsm_machine_in(machine, FILLING));
    TRY_STEP(machine, sfsm_machine_send(machine, PAUSE), SFSM_TRANSITIONED);
    REQUIRE(sfsm_machine_state(machine) == PAUSED && sfsm_machine_pending(machine) == 0);
    sfsm_machine_release(machine);
}

static void sets_of_states(sequence_run *run) {
    static const sfsm_id leaves[] = {LOCKED, SPINNING};
    sfsm_id states[4];
    size_t count = 0;
    sfsm_machine *const machine = sequence_machine(run, washing(run), SFSM_NONE, run);
    TRY(sfsm_machine_start(machine, WASHING), SFSM_OK);
    TRY(sfsm_machine_set_states(machine, leaves, COUNT(leaves)), SFSM_OK);
    TRY(sfsm_machine_states(machine, states, COUNT(states), &count), SFSM_OK);
    REQUIRE(count == 2 && states[0] == SPINNING && states[1] == LOCKED);
    TRY(sfsm_machine_set_states(machine, leaves, 1), SFSM_BAD_CONFIGURATION);
    TRY(sfsm_machine_set_state(machine, IDLE), SFSM_OK);
    TRY(sfsm_machine_stop(machine), SFSM_OK);
    sfsm_machine_release(machine);
}

static int32_t raise_many(const sfsm_step *step, void *context) {
    sequence_run *const run = context;
    for (int again = 0; again < 30; again++) {
        TRY(sfsm_machine_raise(step->machine, LOCK), SFSM_QUEUED);
        TRY(sfsm_machine_send(step->machine, TIME), SFSM_QUEUED);
    }
    return 0;
}

static void raised_events(sequence_run *run) {
    sfsm_builder *const builder = washing(run);
    const size_t row = sequence_row(run, builder, IDLE, RESTART, SFSM_INTERNAL);
    TRY(sfsm_builder_add_action(builder, row, raise_many, HANDED_OVER), SFSM_OK);
    for (sfsm_id event = TIME; event <= LOCK; event++) {
        const size_t next = sequence_row(run, builder, IDLE, event, SFSM_INTERNAL);
        TRY(sfsm_builder_add_action(builder, next, sequence_count, HANDED_OVER), SFSM_OK);
    }
    sfsm_machine *const machine = sequence_machine(run, builder, IDLE, run);
    TRY_STEP(machine, sfsm_machine_send(machine, RESTART), SFSM_TRANSITIONED);
    REQUIRE(run->calls == 60);
    sfsm_machine_release(machine);
}

/* So wide that a step needs memory: its rows, the states left and entered, the leaves. */
static void many_regions(sequence_run *run) {
    enum { REGIONS = 150, WIDE = 0, NARROW = 1000 };
    sfsm_builder *const builder = sequence_builder(run);
    sequence_block(run, builder, WIDE, SFSM_PARALLEL, SFSM_NONE);
    for (sfsm_id region = 1; region <= REGIONS; region++) {
        sequence_block(run, builder, region, 0, WIDE);
        sequence_row(run, builder, region, START, SFSM_SAME);
    }
    sequence_row(run, builder, WIDE, PAUSE, NARROW);
    sequence_row(run, builder, NARROW, PAUSE, WIDE);
    TRY(sfsm_builder_add_raise(builder, 1, READY), SFSM_OK);
    sequence_row(run, builder, 2, READY, SFSM_INTERNAL);
    sfsm_machine *const machine = sequence_machine(run, builder, NARROW, NULL);
    for (int again = 0; again < 3; again++) {
        TRY_STEP(machine, sfsm_machine_send(machine, PAUSE), SFSM_TRANSITIONED);
        TRY_STEP(machine, sfsm_machine_send(machine, START), SFSM_TRANSITIONED);
        TRY_STEP(machine, sfsm_machine_send(machine, PAUSE), SFSM_TRANSITIONED);
    }
    REQUIRE(sfsm_machine_state(machine) == NARROW);
    sfsm_machine_release(machine);
}

static void rows_without_an_event(sequence_run *run) {
    enum { DEPTH = 40 };
    sfsm_builder *const builder = sequence_builder(run);
    for (sfsm_id state = 0; state < DEPTH; state++) {
        sequence_block(run, builder, state, state + 1 == DEPTH ? SFSM_FINAL : 0, SFSM_NONE);
        if (state + 1 < DEPTH) {
            sequence_row(run, builder, state, state == 0 ? START : SFSM_EVENTLESS, state + 1);
        }
    }
    sfsm_machine *const machine = sequence_machine(run, builder, 0, NULL);
    TRY_STEP(machine, sfsm_machine_send(machine, START), SFSM_TRANSITIONED);
    REQUIRE(sfsm_machine_is_done(machine));
    sfsm_machine_release(machine);
}

const call_sequence chart_sequences[] = {
    {"regions and histories", regions_and_histories},
    {"done events and deferral", done_events_and_deferral},
    {"sets of states", sets_of_states},
    {"raised events", raised_events},
    {"many regions", many_regions},
    {"rows without an event", rows_without_an_event},
    {NULL, NULL},
};
