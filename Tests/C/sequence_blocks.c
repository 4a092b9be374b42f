/* Chapters 5 and 12: blocks of states and superstates, and events with arguments. */
#include "sequences.h"

enum { LOCKED, UNLOCKED, BROKEN };
enum { COIN, PASS, KICK };

static void state_blocks(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    for (sfsm_id state = LOCKED; state <= BROKEN; state++) {
        const size_t block = sequence_block(run, builder, state, 0, SFSM_NONE);
        TRY(sfsm_builder_on_entry(builder, block, sequence_count, HANDED_OVER), SFSM_OK);
        TRY(sfsm_builder_on_exit(builder, block, sequence_count, HANDED_OVER), SFSM_OK);
        TRY(sfsm_builder_on_cycle(builder, block, sequence_count, HANDED_OVER), SFSM_OK);
        TRY(sfsm_builder_on_update(builder, block, sequence_yes, HANDED_OVER), SFSM_OK);
        sequence_row(run, builder, state, COIN, (state + 1) % 3);
        sequence_row(run, builder, state, PASS, SFSM_SAME);
    }
    sfsm_machine *const machine = sequence_machine(run, builder, LOCKED, NULL);
    TRY(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    TRY(sfsm_machine_update(machine, 1.5, NULL, NULL), SFSM_TRANSITIONED);
    REQUIRE(run->calls == 3);
    sfsm_machine_release(machine);
}

static void superstates(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    size_t above = 0, base = 0;
    TRY(sfsm_builder_add_superstate(builder, &above), SFSM_OK);
    TRY(sfsm_builder_add_superstate(builder, &base), SFSM_OK);
    TRY(sfsm_builder_name_superstate(builder, above, "above all, with a name that is not short"), SFSM_OK);
    TRY(sfsm_builder_name_superstate(builder, base, "base"), SFSM_OK);
    TRY(sfsm_builder_adopt(builder, base, above), SFSM_OK);
    TRY(sfsm_builder_on_entry(builder, above, sequence_count, HANDED_OVER), SFSM_OK);
    TRY(sfsm_builder_on_exit(builder, base, sequence_count, HANDED_OVER), SFSM_OK);
    for (sfsm_id event = COIN; event <= KICK; event++) {
        const sfsm_row row = {.source = SFSM_NONE, .event = event, .target = event, .block = event == COIN ? above : base};
        TRY(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
    }
    for (sfsm_id state = LOCKED; state <= BROKEN; state++) {
        TRY(sfsm_builder_adopt(builder, sequence_block(run, builder, state, 0, SFSM_NONE), base), SFSM_OK);
    }
    sfsm_machine *const machine = sequence_machine(run, builder, LOCKED, NULL);
    TRY(sfsm_machine_send(machine, PASS), SFSM_TRANSITIONED);
    REQUIRE(sfsm_table_superstate_count(sfsm_machine_table(machine)) == 2);
    REQUIRE(run->calls == 2 && sfsm_machine_state(machine) == UNLOCKED);
    sfsm_machine_release(machine);
}

static void overriding_rows(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    size_t base = 0;
    TRY(sfsm_builder_add_superstate(builder, &base), SFSM_OK);
    for (sfsm_id event = 0; event < 20; event++) {
        const sfsm_row row = {.source = SFSM_NONE, .event = event, .target = SFSM_SAME, .block = base};
        TRY(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
    }
    for (sfsm_id state = LOCKED; state <= UNLOCKED; state++) {
        const size_t block = sequence_block(run, builder, state, 0, SFSM_NONE);
        TRY(sfsm_builder_adopt(builder, block, base), SFSM_OK);
        const sfsm_row row = {.source = state, .event = 7, .target = 1 - state, .block = block, .flags = SFSM_OVERRIDING};
        TRY(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
    }
    sfsm_machine *const machine = sequence_machine(run, builder, LOCKED, NULL);
    TRY(sfsm_machine_send(machine, 7), SFSM_TRANSITIONED);
    TRY(sfsm_machine_send(machine, 6), SFSM_TRANSITIONED);
    REQUIRE(sfsm_machine_state(machine) == UNLOCKED);
    sfsm_machine_release(machine);
}

static void typed_events(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    for (sfsm_id event = COIN; event <= KICK; event++) {
        TRY(sfsm_builder_add_event(builder, event, event == COIN ? "i32, str" : "u8, f64, ptr, bool, i64, str"), SFSM_OK);
        sequence_row(run, builder, LOCKED, event, SFSM_SAME);
    }
    sfsm_machine *const machine = sequence_machine(run, builder, LOCKED, NULL);
    TRY(sfsm_send(machine, COIN, 7, "euro"), SFSM_TRANSITIONED);
    TRY(sfsm_send(machine, COIN, 7), SFSM_ARGUMENT_COUNT);
    TRY(sfsm_send(machine, KICK, 1, 2.5, NULL, true, 3, "x"), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

/* All that only charts have. */
static void nested_blocks(sequence_run *run) {
    enum { OUTER = 10, INNER, OTHER, LAST };
    sfsm_builder *const builder = sequence_builder(run);
    const size_t outer = sequence_block(run, builder, OUTER, 0, SFSM_NONE);
    TRY(sfsm_builder_set_default(builder, outer, INNER), SFSM_OK);
    TRY(sfsm_builder_on_default(builder, outer, sequence_count, HANDED_OVER), SFSM_OK);
    TRY(sfsm_builder_on_default(builder, outer, sequence_count, HANDED_OVER), SFSM_OK);
    TRY(sfsm_builder_on_done(builder, outer, KICK), SFSM_OK);
    TRY(sfsm_builder_add_timeout(builder, sequence_block(run, builder, INNER, 0, OUTER), 10, COIN), SFSM_OK);
    sequence_block(run, builder, OTHER, SFSM_FINAL, OUTER);
    TRY(sfsm_builder_set_default(builder, sequence_block(run, builder, LAST, SFSM_SHALLOW_HISTORY, OUTER), INNER), SFSM_OK);
    sequence_row(run, builder, LOCKED, COIN, OUTER);
    sequence_row(run, builder, LOCKED, PASS, LAST);
    const size_t row = sequence_row(run, builder, INNER, COIN, OTHER);
    for (int again = 0; again < 5; again++) {
        TRY(sfsm_builder_add_raise(builder, row, PASS), SFSM_OK);
        TRY(sfsm_builder_add_in_guard(builder, row, OUTER, true), SFSM_OK);
    }
    sequence_row(run, builder, OUTER, KICK, LOCKED);
    sfsm_machine *const machine = sequence_machine(run, builder, LOCKED, NULL);
    TRY_STEP(machine, sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    REQUIRE(run->calls == 2);
    TRY_STEP(machine, sfsm_machine_advance(machine, 10), SFSM_OK);
    REQUIRE(sfsm_machine_state(machine) == LOCKED);
    sfsm_machine_release(machine);
}

static void several_targets(sequence_run *run) {
    enum { ALL = 10, LEFT, RIGHT };
    sfsm_builder *const builder = sequence_builder(run);
    sequence_block(run, builder, ALL, SFSM_PARALLEL, SFSM_NONE);
    for (sfsm_id region = LEFT; region <= RIGHT; region++) {
        const size_t block = sequence_block(run, builder, region, 0, ALL);
        TRY(sfsm_builder_set_default(builder, block, 10 * region), SFSM_OK);
        for (sfsm_id child = 0; child < 3; child++) {
            sequence_block(run, builder, 10 * region + child, 0, region);
        }
    }
    const size_t row = sequence_row(run, builder, LOCKED, COIN, 10 * LEFT + 1);
    TRY(sfsm_builder_add_target(builder, row, 10 * RIGHT + 2), SFSM_OK);
    sequence_row(run, builder, ALL, COIN, LOCKED);
    sfsm_machine *const machine = sequence_machine(run, builder, LOCKED, NULL);
    TRY_STEP(machine, sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    REQUIRE(sfsm_machine_in(machine, 10 * LEFT + 1) && sfsm_machine_in(machine, 10 * RIGHT + 2));
    sfsm_machine_release(machine);
}

const call_sequence block_sequences[] = {
    {"blocks of states", state_blocks},
    {"superstates", superstates},
    {"overriding rows", overriding_rows},
    {"events with arguments", typed_events},
    {"nested blocks", nested_blocks},
    {"rows with several targets", several_targets},
    {NULL, NULL},
};
