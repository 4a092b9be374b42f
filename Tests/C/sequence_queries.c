/* Chapter 8: what a machine would do, asked in flat definitions and in charts. */
#include "sequences.h"

enum { COIN, PASS, KICK };

static const char flat[] = "definition d\n"
                           "  ids states shut = 0 open = 1\n"
                           "  ids events coin = 0 pass = 1 kick = 2\n"
                           "  predicate Mood good bad by yes\n"
                           "  guards first match\n"
                           "  any request -> any\n"
                           "  state shut\n"
                           "    coin [Mood good] -> open\n"
                           "    coin ? no -> open\n"
                           "    coin ? yes -> open\n"
                           "    kick -> dynamic by yes\n"
                           "  state open\n"
                           "    pass -> shut\n";
static const char chart[] = "definition d\n"
                            "  ids events coin = 0 pass = 1 kick = 2\n"
                            "  initial all\n"
                            "  parallel all\n"
                            "    state a\n"
                            "      state a1\n"
                            "        coin ? no -> a1\n"
                            "      coin -> same raises pass\n"
                            "    state b\n"
                            "      state b1\n"
                            "        coin ? yes in a1 -> b1\n"
                            "    pass -> internal\n"
                            "    kick -> defer\n";

static sfsm_machine *machine_of(sequence_run *run, const char *text, sfsm_id initial) {
    sfsm_table *const table = sequence_document(run, text);
    sfsm_machine *machine = NULL;
    TRY(sfsm_machine_create(table, initial, run, &machine), SFSM_OK);
    sfsm_table_release(table);
    return machine;
}

static void probes(sequence_run *run) {
    sfsm_id target = SFSM_NONE;
    sfsm_machine *machine = machine_of(run, flat, 0);
    TRY(sfsm_machine_probe(machine, MESSAGE(COIN), &target), SFSM_TRANSITIONED);
    REQUIRE(target == 1);
    TRY(sfsm_machine_probe(machine, MESSAGE(KICK), &target), SFSM_TRANSITIONED);
    TRY(sfsm_machine_probe(machine, REQUEST(1), &target), SFSM_TRANSITIONED);
    TRY(sfsm_machine_probe(machine, MESSAGE(PASS), &target), SFSM_UNHANDLED);
    sfsm_machine_release(machine);
    machine = machine_of(run, chart, SFSM_INITIAL);
    TRY(sfsm_machine_probe(machine, MESSAGE(COIN), &target), SFSM_TRANSITIONED);
    TRY(sfsm_machine_probe(machine, MESSAGE(KICK), &target), SFSM_DEFERRED);
    sfsm_machine_release(machine);
}

static void permitted(sequence_run *run) {
    sfsm_id ids[8];
    size_t count = 0;
    sfsm_machine *machine = machine_of(run, flat, 0);
    TRY(sfsm_machine_permitted(machine, NULL, 0, ids, COUNT(ids), &count), SFSM_OK);
    REQUIRE(count == 2 && ids[0] == COIN && ids[1] == KICK);
    TRY(sfsm_machine_permitted(machine, NULL, SFSM_PERMITTED_STATES, ids, COUNT(ids), &count), SFSM_OK);
    REQUIRE(count == 2);
    sfsm_machine_release(machine);
    machine = machine_of(run, chart, SFSM_INITIAL);
    TRY(sfsm_machine_permitted(machine, NULL, SFSM_WITHOUT_GUARDS, ids, COUNT(ids), &count), SFSM_OK);
    REQUIRE(count == 3);
    sfsm_machine_release(machine);
}

static void reasons(sequence_run *run) {
    sfsm_reason reasons[8];
    size_t count = 0;
    sfsm_machine *machine = machine_of(run, flat, 0);
    TRY(sfsm_machine_explain(machine, MESSAGE(COIN), reasons, COUNT(reasons), &count), SFSM_TRANSITIONED);
    REQUIRE(count == 3 && reasons[0].kind == SFSM_NOT_MATCHED && reasons[2].kind == SFSM_TAKEN);
    sfsm_machine_release(machine);
    machine = machine_of(run, chart, SFSM_INITIAL);
    TRY(sfsm_machine_explain(machine, MESSAGE(COIN), reasons, COUNT(reasons), &count), SFSM_TRANSITIONED);
    REQUIRE(count == 3);
    sfsm_machine_release(machine);
}

const call_sequence query_sequences[] = {
    {"probes", probes},
    {"permitted events and states", permitted},
    {"reasons", reasons},
    {NULL, NULL},
};
