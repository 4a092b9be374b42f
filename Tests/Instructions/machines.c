/* The life of a machine, and questions to it. */
#include "paths.h"

enum { HOME, AWAY, STATES = 20 };
enum { GO, EVENTS = 20 };

static sfsm_table *new_table(void)
{
    sfsm_builder *const builder = sfsm_builder_create();
    for (int32_t number = 0; number < STATES * EVENTS; number += 3) {
        const int32_t state = number / EVENTS, event = number % EVENTS;
        const sfsm_row row = SFSM_ROW_IF(state, event, event % 2 == 0 ? return_1 : return_0, (state + 1) % STATES,
                                         return_0);
        expect(sfsm_builder_add_rows(builder, &row, 1), SFSM_OK);
    }
    return table_from(builder);
}

static void count_lives(sfsm_table *table)
{
    sfsm_machine *machine = NULL;
    begin_counting();
    for (int repetition = 0; repetition < REPETITIONS; ++repetition) {
        expect(sfsm_machine_create(table, HOME, NULL, &machine), SFSM_OK);
        sfsm_machine_release(machine);
    }
    end_counting("machine: create and release", REPETITIONS);

    expect(sfsm_machine_create(table, SFSM_NONE, NULL, &machine), SFSM_OK);
    begin_counting();
    for (int repetition = 0; repetition < REPETITIONS; ++repetition) {
        expect(sfsm_machine_start(machine, HOME), SFSM_OK);
        expect(sfsm_machine_stop(machine), SFSM_OK);
    }
    end_counting("machine: start and stop", REPETITIONS);
    begin_counting();
    for (int repetition = 0; repetition < REPETITIONS; ++repetition)
        expect(sfsm_machine_set_state(machine, repetition % STATES), SFSM_OK);
    end_counting("machine: set the state", REPETITIONS);
    sfsm_machine_release(machine);
}

static void count_questions(sfsm_machine *machine)
{
    const sfsm_message message = SFSM_MESSAGE(GO), any = SFSM_MESSAGE(SFSM_ANY);
    sfsm_id target = SFSM_NONE, events[EVENTS];
    sfsm_reason reasons[4];
    size_t count = 0;
    begin_counting();
    for (int repetition = 0; repetition < REPETITIONS; ++repetition)
        expect(sfsm_machine_probe(machine, &message, &target), SFSM_TRANSITIONED);
    end_counting("machine: probe", REPETITIONS);
    require(target == AWAY);
    begin_counting();
    for (int repetition = 0; repetition < REPETITIONS; ++repetition)
        expect(sfsm_machine_explain(machine, &message, reasons, 4, &count), SFSM_TRANSITIONED);
    end_counting("machine: explain", REPETITIONS);
    require(count == 1 && reasons[0].kind == SFSM_TAKEN);
    begin_counting();
    for (int repetition = 0; repetition < REPETITIONS; ++repetition)
        expect(sfsm_machine_permitted(machine, &any, 0, events, EVENTS, &count), SFSM_OK);
    end_counting("machine: permitted", REPETITIONS);
    require(count == 4 && events[1] == 6);
}

void count_machines(void)
{
    sfsm_table *const table = new_table();
    count_lives(table);
    sfsm_machine *const machine = machine_over(table, HOME);
    count_questions(machine);
    sfsm_machine_release(machine);
}
