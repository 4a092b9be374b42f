/* Chapter 8: machines, their starts and stops, and their hooks. */
#include "sequences.h"

#include <stdalign.h>

enum { LOCKED, UNLOCKED };
enum { COIN, PASS };
enum { WEATHER };

/* The turnstile, whose actions count. */
static sfsm_builder *turnstile(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    for (sfsm_id state = LOCKED; state <= UNLOCKED; state++) {
        const size_t row = sequence_row(run, builder, state, state == LOCKED ? COIN : PASS, 1 - state);
        TRY(sfsm_builder_add_action(builder, row, sequence_count, HANDED_OVER), SFSM_OK);
    }
    TRY(sfsm_builder_set_initial(builder, LOCKED), SFSM_OK);
    return builder;
}

static void a_machine_in_its_own_memory(sequence_run *run) {
    alignas(SFSM_MACHINE_ALIGNMENT) char memory[1024];
    sfsm_table *const table = sequence_table(run, turnstile(run));
    const sfsm_machine_options options = {.size = sizeof options, .initial = SFSM_INITIAL, .flags = SFSM_LENIENT,
                                          .context = run, .memory = memory, .memory_size = sizeof memory};
    sfsm_machine *machine = NULL;
    REQUIRE(sfsm_machine_size(table) <= sizeof memory);
    TRY(sfsm_machine_create_with(table, &options, &machine), SFSM_OK);
    sfsm_table_release(table);
    REQUIRE((char *)machine == memory);
    TRY(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static void many_machines(sequence_run *run) {
    sfsm_table *const table = sequence_table(run, turnstile(run));
    sfsm_machine *machines[10];
    for (size_t index = 0; index < COUNT(machines); index++) {
        TRY(sfsm_machine_create(table, SFSM_INITIAL, run, &machines[index]), SFSM_OK);
    }
    sfsm_table_release(table);
    for (size_t index = 0; index < COUNT(machines); index++) {
        TRY(sfsm_machine_send(machines[index], COIN), SFSM_TRANSITIONED);
        sfsm_machine_release(machines[index]);
    }
    REQUIRE(run->calls == COUNT(machines));
}

static void starts_and_stops(sequence_run *run) {
    sfsm_machine *const machine = sequence_machine(run, turnstile(run), SFSM_NONE, run);
    TRY(sfsm_machine_send(machine, COIN), SFSM_NOT_RUNNING);
    TRY(sfsm_machine_start(machine, SFSM_INITIAL), SFSM_OK);
    TRY(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    TRY(sfsm_machine_stop(machine), SFSM_OK);
    TRY(sfsm_machine_start(machine, SFSM_LAST_STATE), SFSM_OK);
    REQUIRE(sfsm_machine_state(machine) == UNLOCKED);
    sfsm_machine_release(machine);
}

static void a_machine_put_into_states(sequence_run *run) {
    sfsm_machine *const machine = sequence_machine(run, turnstile(run), LOCKED, NULL);
    for (int again = 0; again < 10; again++) {
        TRY(sfsm_machine_set_state(machine, LOCKED), SFSM_OK);
        TRY(sfsm_machine_set_context(machine, run), SFSM_OK);
        TRY(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    }
    REQUIRE(run->calls == 10 && sfsm_machine_context(machine) == run);
    sfsm_machine_release(machine);
}

static void requests(sequence_run *run) {
    sfsm_builder *const builder = turnstile(run);
    sequence_row(run, builder, SFSM_ANY, SFSM_REQUEST, SFSM_ANY);
    sequence_row(run, builder, LOCKED, SFSM_REQUEST, LOCKED);
    sfsm_machine *const machine = sequence_machine(run, builder, LOCKED, NULL);
    TRY(sfsm_machine_request(machine, UNLOCKED), SFSM_TRANSITIONED);
    TRY(sfsm_machine_request(machine, 99), SFSM_UNKNOWN_STATE);
    REQUIRE(sfsm_machine_state(machine) == UNLOCKED);
    sfsm_machine_release(machine);
}

static void hooks_of_a_machine(sequence_run *run) {
    sfsm_machine *const machine = sequence_machine(run, turnstile(run), LOCKED, run);
    for (int again = 0; again < 6; again++) {
        TRY(sfsm_machine_on_step(machine, sequence_count, HANDED_OVER), SFSM_OK);
        TRY(sfsm_machine_on_unhandled(machine, sequence_count, HANDED_OVER), SFSM_OK);
    }
    TRY(sfsm_machine_send(machine, PASS), SFSM_UNHANDLED);
    REQUIRE(run->calls == 12);
    TRY(sfsm_machine_on_step(machine, NULL, NULL, NULL), SFSM_OK);
    TRY(sfsm_machine_send(machine, PASS), SFSM_UNHANDLED);
    REQUIRE(run->calls == 18);
    sfsm_machine_release(machine);
}

static int32_t release_machine(const sfsm_step *step, void *context) {
    (void)context;
    sfsm_machine_release(step->machine);
    return 0;
}

static void a_machine_that_releases_itself(sequence_run *run) {
    sfsm_builder *const builder = turnstile(run);
    TRY(sfsm_builder_add_action(builder, 1, release_machine, HANDED_OVER), SFSM_OK);
    sfsm_machine *const machine = sequence_machine(run, builder, LOCKED, run);
    TRY(sfsm_machine_on_step(machine, sequence_count, HANDED_OVER), SFSM_OK);
    TRY(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    REQUIRE(run->calls == 2);
}

static void many_events_at_once(sequence_run *run) {
    static const sfsm_id events[] = {COIN, PASS, COIN, COIN, PASS};
    sfsm_machine *const machine = sequence_machine(run, turnstile(run), LOCKED, run);
    sfsm_outcome outcomes[COUNT(events)] = {0};
    size_t count = 0;
    TRY(sfsm_machine_run(machine, events, COUNT(events), outcomes, &count), SFSM_OK);
    REQUIRE(count == COUNT(events) && outcomes[3] == SFSM_UNHANDLED && run->calls == 4);
    sfsm_machine_release(machine);
}

static void a_lenient_machine(sequence_run *run) {
    sfsm_builder *const builder = turnstile(run);
    TRY(sfsm_builder_add_predicate(builder, WEATHER, 2), SFSM_OK);
    TRY(sfsm_builder_add_match(builder, 1, WEATHER, (const sfsm_id[]){1}, 1), SFSM_OK);
    sfsm_table *const table = sequence_table(run, builder);
    const sfsm_machine_options options = {.size = sizeof options, .initial = LOCKED, .flags = SFSM_LENIENT, .context = run};
    sfsm_machine *machine = NULL;
    TRY(sfsm_machine_create_with(table, &options, &machine), SFSM_OK);
    sfsm_table_release(table);
    TRY(sfsm_machine_send(machine, COIN), SFSM_UNHANDLED);
    TRY(sfsm_machine_send_message(machine, MESSAGE_MATCHING(COIN, ((sfsm_case[]){{9, 9}, {WEATHER, 1}}), 2)),
        SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

const call_sequence machine_sequences[] = {
    {"a machine in its own memory", a_machine_in_its_own_memory},
    {"many machines", many_machines},
    {"starts and stops", starts_and_stops},
    {"a machine put into states", a_machine_put_into_states},
    {"requests", requests},
    {"hooks of a machine", hooks_of_a_machine},
    {"a machine that releases itself", a_machine_that_releases_itself},
    {"many events at once", many_events_at_once},
    {"a lenient machine", a_lenient_machine},
    {NULL, NULL},
};
