/*
 * instruction_paths: takes each path through the library a number of times, and counts them for check.py. What a path
 * does is checked, so that no count is that of an error.
 */
#include "paths.h"

void count_sends(const char *name, sfsm_machine *machine, sfsm_id first, sfsm_id second, sfsm_outcome outcome)
{
    expect(sfsm_machine_send(machine, first), outcome);
    expect(sfsm_machine_send(machine, second), outcome);
    begin_counting();
    for (int repetition = 0; repetition < REPETITIONS; ++repetition) {
        expect(sfsm_machine_send(machine, first), outcome);
        expect(sfsm_machine_send(machine, second), outcome);
    }
    end_counting(name, REPETITIONS);
}

void count_messages(const char *name, sfsm_machine *machine, const sfsm_message *message, sfsm_outcome outcome)
{
    expect(sfsm_machine_send_message(machine, message), outcome);
    begin_counting();
    for (int repetition = 0; repetition < REPETITIONS; ++repetition)
        expect(sfsm_machine_send_message(machine, message), outcome);
    end_counting(name, REPETITIONS);
}

int main(void)
{
    prepare_counting();
    count_steps();
    count_matches();
    count_callables();
    count_charts();
    count_builds();
    count_documents();
    count_machines();
    count_snapshots();
    count_journals();
    count_replays();
    require(counted_blocks() == 0);
    return 0;
}
