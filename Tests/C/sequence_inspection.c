/* What the library tells of a step, a refusal, a table and a mistake. */
#include "sequences.h"

enum { COIN, PASS };
enum { SHUT, OPEN };
enum { WEATHER, FINE = 0, FOUL };

/* The library's version too, since it stands in no object. */
static int32_t inspect(const sfsm_step *step, void *context) {
    sequence_run *const run = context;
    run->calls++;
    REQUIRE(sfsm_step_row(step) == 1 && sfsm_step_state(step) == SHUT);
    REQUIRE(sfsm_step_case(step, WEATHER) == FOUL && sfsm_step_case(step, WEATHER + 1) == SFSM_NONE);
    REQUIRE(sfsm_version() / 1000000 == SFSM_VERSION_MAJOR && sfsm_version_string() != NULL);
    return 0;
}

static sfsm_builder *builder_of(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    TRY(sfsm_builder_add_predicate(builder, WEATHER, 2), SFSM_OK);
    TRY(sfsm_builder_add_event(builder, COIN, "i32, ptr"), SFSM_OK);
    const size_t row = sequence_row(run, builder, SHUT, COIN, OPEN);
    TRY(sfsm_builder_add_action(builder, row, inspect, HANDED_OVER), SFSM_OK);
    TRY(sfsm_builder_add_match(builder, row, WEATHER, (const sfsm_id[]){FOUL}, 1), SFSM_OK);
    sequence_row(run, builder, OPEN, PASS, SHUT);
    return builder;
}

static void steps_and_refusals(sequence_run *run) {
    static const sfsm_case foul = {WEATHER, FOUL}, unknown = {WEATHER, 2};
    const sfsm_value values[] = {sfsm_value_of_integer(1), sfsm_value_of_pointer(NULL), sfsm_value_of_integer(1)};
    sfsm_machine *const machine = sequence_machine(run, builder_of(run), SHUT, NULL);
    sfsm_message message = SFSM_MESSAGE(COIN);
    message.cases = &unknown;
    message.case_count = 1;
    message.arguments = values;
    message.argument_count = 2;
    sfsm_id predicate = SFSM_NONE, value = SFSM_NONE;
    TRY(sfsm_machine_send_message(machine, &message), SFSM_UNKNOWN_CASE);
    TRY(sfsm_machine_rejected_case(machine, &predicate, &value), SFSM_OK);
    REQUIRE(predicate == WEATHER && value == 2);
    message.cases = &foul;
    message.argument_count = 3;
    size_t index = 0;
    sfsm_value_type declared = SFSM_PTR, sent = SFSM_NONE;
    TRY(sfsm_machine_send_message(machine, &message), SFSM_ARGUMENT_COUNT);
    TRY(sfsm_machine_rejected_argument(machine, &index, &declared, &sent), SFSM_OK);
    REQUIRE(index == 2 && declared == 0 && sent == SFSM_INTEGER);
    REQUIRE(sfsm_machine_rejected_event(machine) == SFSM_NONE);
    message.argument_count = 2;
    TRY_STEP(machine, sfsm_machine_send_message(machine, &message), SFSM_TRANSITIONED);
    REQUIRE(run->calls == 1);
    sfsm_machine_release(machine);
}

static void tables(sequence_run *run) {
    sfsm_table *table = sequence_table(run, builder_of(run));
    REQUIRE(sfsm_table_event_at(table, 0) == COIN && sfsm_table_predicate_at(table, 0) == WEATHER);
    REQUIRE(sfsm_table_case_count(table, WEATHER) == 2);
    REQUIRE(sfsm_table_argument_type(table, COIN, 0) == SFSM_I32 && sfsm_table_argument_type(table, COIN, 1) == SFSM_PTR);
    REQUIRE(sfsm_table_size(table) > 0 && sfsm_table_replay_width(table) == 1);
    REQUIRE(sfsm_table_predicate_named(table, "Weather", 7) == SFSM_NONE);
    sfsm_table_release(table);
    table = sequence_document(run, "definition d\n  initial all\n  parallel all\n    state a\n      k -> all\n    state b\n"
                                   "      k -> all\n");
    const sfsm_id all = sfsm_table_state_named(table, "all", 3), a = sfsm_table_state_named(table, "a", 1);
    REQUIRE(sfsm_table_parent(table, a) == all && sfsm_table_parent(table, all) == SFSM_NONE);
    REQUIRE((sfsm_table_kind(table, all) & SFSM_PARALLEL) != 0);
    REQUIRE(sfsm_table_snapshot_key(table) != 0);
    sfsm_table_release(table);
}

/* An implicit clash: its places, and the combination of cases that both rows match. */
static void mistakes(sequence_run *run) {
    enum { SEASON = WEATHER + 1 };
    sfsm_builder *const builder = sequence_builder(run);
    TRY(sfsm_builder_add_predicate(builder, WEATHER, 2), SFSM_OK);
    TRY(sfsm_builder_add_predicate(builder, SEASON, 2), SFSM_OK);
    sequence_row(run, builder, OPEN, PASS, SHUT);
    for (sfsm_id predicate = WEATHER; predicate <= SEASON; predicate++) {
        const size_t row = sequence_row(run, builder, SHUT, COIN, predicate == WEATHER ? SHUT : OPEN);
        TRY(sfsm_builder_add_match(builder, row, predicate, (const sfsm_id[]){1}, 1), SFSM_OK);
    }
    sfsm_table *table = NULL;
    sfsm_diagnostics *diagnostics = NULL;
    TRY(sfsm_builder_build(builder, &table, &diagnostics), SFSM_INVALID_DEFINITION);
    sfsm_diagnostic diagnostic = {.size = sizeof diagnostic};
    TRY(sfsm_diagnostics_get(diagnostics, 0, &diagnostic), SFSM_OK);
    REQUIRE(diagnostic.kind == SFSM_IMPLICIT_CLASH && diagnostic.place_count == 2 && diagnostic.case_count == 2);
    for (size_t number = 0; number < 2; number++) {
        const char *file = NULL;
        int32_t line = 0;
        sfsm_id predicate = SFSM_NONE, value = SFSM_NONE;
        TRY(sfsm_diagnostics_place(diagnostics, 0, number, &file, &line), SFSM_OK);
        REQUIRE(file != NULL && line > 0);
        TRY(sfsm_diagnostics_case(diagnostics, 0, number, &predicate, &value), SFSM_OK);
        REQUIRE(predicate == (sfsm_id)number && value == 1);
    }
    sfsm_diagnostics_release(diagnostics);
    sfsm_builder_release(builder);
}

const call_sequence inspection_sequences[] = {
    {"steps and refusals", steps_and_refusals},
    {"what tables tell", tables},
    {"what mistakes tell", mistakes},
    {NULL, NULL},
};
