/* Chapter 12: timers and timeouts. */
#include "sequences.h"

enum { IDLE, BUSY, WEARY };
enum { RING, WORK, TIRE, REST };

static void timers(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    const size_t row = sequence_row(run, builder, IDLE, RING, SFSM_INTERNAL);
    TRY(sfsm_builder_add_action(builder, row, sequence_count, HANDED_OVER), SFSM_OK);
    sfsm_machine *const machine = sequence_machine(run, builder, IDLE, run);
    uint64_t numbers[60];
    for (size_t index = 0; index < COUNT(numbers); index++) {
        TRY(sfsm_machine_send_later(machine, RING, 10 + (int64_t)(index * 37 % 50), &numbers[index]), SFSM_OK);
    }
    for (size_t index = 0; index < COUNT(numbers); index += 2) {
        TRY(sfsm_machine_cancel(machine, numbers[index]), SFSM_OK);
    }
    TRY_STEP(machine, sfsm_machine_advance(machine, 35), SFSM_OK);
    TRY_STEP(machine, sfsm_machine_advance(machine, 100), SFSM_OK);
    REQUIRE(run->calls == COUNT(numbers) / 2 && sfsm_machine_now(machine) == 100);
    sfsm_machine_release(machine);
}

static void timeouts(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    TRY(sfsm_builder_add_timeout(builder, sequence_block(run, builder, IDLE, 0, SFSM_NONE), 100, WORK), SFSM_OK);
    const size_t busy = sequence_block(run, builder, BUSY, 0, SFSM_NONE);
    for (int again = 0; again < 40; again++) {
        TRY(sfsm_builder_add_timeout(builder, busy, 10, TIRE), SFSM_OK);
    }
    sequence_row(run, builder, IDLE, WORK, BUSY);
    sequence_row(run, builder, BUSY, TIRE, WEARY);
    sequence_row(run, builder, WEARY, REST, IDLE);
    sfsm_machine *const machine = sequence_machine(run, builder, IDLE, run);
    int64_t due = 0;
    TRY(sfsm_machine_due(machine, &due), SFSM_OK);
    REQUIRE(due == 100);
    TRY_STEP(machine, sfsm_machine_advance(machine, 109), SFSM_OK);
    REQUIRE(sfsm_machine_state(machine) == BUSY);
    TRY_STEP(machine, sfsm_machine_advance(machine, 110), SFSM_OK);
    REQUIRE(sfsm_machine_state(machine) == WEARY);
    TRY(sfsm_machine_set_state(machine, BUSY), SFSM_OK);
    TRY(sfsm_machine_stop(machine), SFSM_OK);
    TRY(sfsm_machine_due(machine, &due), SFSM_OUT_OF_RANGE);
    TRY(sfsm_machine_start(machine, BUSY), SFSM_OK);
    sfsm_machine_release(machine);
}

static int32_t send_later(const sfsm_step *step, void *context) {
    sequence_run *const run = context;
    run->calls++;
    for (int again = 0; again < 20; again++) {
        TRY(sfsm_machine_send_later(step->machine, again == 19 ? WORK : RING, 5, NULL), SFSM_OK);
    }
    return 0;
}

static void timers_of_callbacks(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    const size_t row = sequence_row(run, builder, IDLE, WORK, SFSM_INTERNAL);
    TRY(sfsm_builder_add_action(builder, row, send_later, HANDED_OVER), SFSM_OK);
    sequence_row(run, builder, IDLE, RING, SFSM_INTERNAL);
    sfsm_machine *const machine = sequence_machine(run, builder, IDLE, run);
    TRY_STEP(machine, sfsm_machine_send(machine, WORK), SFSM_TRANSITIONED);
    TRY_STEP(machine, sfsm_machine_advance(machine, 22), SFSM_OK);
    REQUIRE(run->calls == 5);
    sfsm_machine_release(machine);
}

const call_sequence timer_sequences[] = {
    {"timers", timers},
    {"timeouts", timeouts},
    {"timers of callbacks", timers_of_callbacks},
    {NULL, NULL},
};
