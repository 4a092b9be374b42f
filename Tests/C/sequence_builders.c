/* Chapter 5: rows and what belongs to them. */
#include "sequences.h"

enum { LOCKED, UNLOCKED, BROKEN };
enum { COIN, PASS, KICK };
enum { WEATHER, SEASON };

static void rows_in_an_array(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    for (int again = 0; again < 3; again++) {
        sfsm_row rows[40];
        memset(rows, 0, sizeof rows);
        for (int32_t index = 0; index < 40; index++) {
            rows[index] = (sfsm_row){.source = index % 7, .event = 100 * again + index, .target = (index + 1) % 7,
                                     .action = sequence_yes, .file = index % 2 == 0 ? "even.c" : "odd.c", .line = index};
        }
        TRY(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    }
    sfsm_machine *const machine = sequence_machine(run, builder, 0, NULL);
    TRY(sfsm_machine_send(machine, 0), SFSM_TRANSITIONED);
    REQUIRE(sfsm_machine_state(machine) == 1);
    sfsm_machine_release(machine);
}

/* Finalizers in an array are those of one call: it is made again with callbacks of its own. */
static sfsm_status add_rows_with_callbacks(sequence_run *run, sfsm_builder *builder) {
    const sfsm_callback actions[] = {{sequence_yes, HANDED_OVER}, {sequence_count, HANDED_OVER}};
    const sfsm_callback guards[] = {{sequence_yes, HANDED_OVER}, {sequence_yes, HANDED_OVER}};
    const sfsm_row rows[] = {{.source = LOCKED, .event = COIN, .target = UNLOCKED, .actions = actions, .action_count = 2},
                             {.source = UNLOCKED, .event = PASS, .target = LOCKED, .guards = guards, .guard_count = 2},
                             {.source = UNLOCKED, .event = KICK, .target = SFSM_DYNAMIC,
                              .resolver = {sequence_no, HANDED_OVER}}};
    return sfsm_builder_add_rows(builder, rows, COUNT(rows));
}

static void callbacks_in_an_array(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    TRY(add_rows_with_callbacks(run, builder), SFSM_OK);
    sfsm_machine *const machine = sequence_machine(run, builder, LOCKED, run);
    TRY(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    TRY(sfsm_machine_send(machine, KICK), SFSM_TRANSITIONED);
    REQUIRE(run->calls == 1 && sfsm_machine_state(machine) == LOCKED);
    sfsm_machine_release(machine);
}

static void callbacks_one_by_one(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    const size_t row = sequence_row(run, builder, LOCKED, COIN, UNLOCKED);
    for (int again = 0; again < 5; again++) {
        TRY(sfsm_builder_add_guard(builder, row, sequence_yes, HANDED_OVER), SFSM_OK);
        TRY(sfsm_builder_add_action(builder, row, sequence_count, HANDED_OVER), SFSM_OK);
    }
    const size_t kick = sequence_row(run, builder, UNLOCKED, KICK, SFSM_DYNAMIC);
    TRY(sfsm_builder_set_resolver(builder, kick, sequence_no, HANDED_OVER), SFSM_OK);
    sfsm_machine *const machine = sequence_machine(run, builder, LOCKED, NULL);
    TRY(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    TRY(sfsm_machine_send(machine, KICK), SFSM_TRANSITIONED);
    REQUIRE(run->calls == 5 && sfsm_machine_state(machine) == LOCKED);
    sfsm_machine_release(machine);
}

static void matches_and_cases(sequence_run *run) {
    static const sfsm_id values[] = {0, 1};
    sfsm_builder *const builder = sequence_builder(run);
    TRY(sfsm_builder_add_predicate(builder, WEATHER, 3), SFSM_OK);
    TRY(sfsm_builder_add_predicate(builder, SEASON, 4), SFSM_OK);
    for (sfsm_id season = 0; season < 4; season++) {
        const size_t row = sequence_row(run, builder, LOCKED, COIN, season == 3 ? LOCKED : UNLOCKED);
        TRY(sfsm_builder_add_match(builder, row, WEATHER, values, COUNT(values)), SFSM_OK);
        TRY(sfsm_builder_add_match(builder, row, SEASON, &season, 1), SFSM_OK);
    }
    sequence_row(run, builder, UNLOCKED, COIN, LOCKED);
    sfsm_machine *const machine = sequence_machine(run, builder, LOCKED, NULL);
    TRY(sfsm_machine_send_message(machine, MESSAGE_MATCHING(COIN, ((sfsm_case[]){{WEATHER, 1}, {SEASON, 2}}), 2)),
        SFSM_TRANSITIONED);
    REQUIRE(sfsm_machine_state(machine) == UNLOCKED);
    sfsm_machine_release(machine);
}

static void matches_in_an_array(sequence_run *run) {
    static const sfsm_match matches[][2] = {{SFSM_MATCH(WEATHER, 0), SFSM_MATCH(SEASON, 1)},
                                            {SFSM_MATCH(WEATHER, 1), SFSM_MATCH(SEASON, 1)}};
    static const sfsm_row rows[] = {SFSM_ROW_MATCHING(LOCKED, COIN, matches[0], UNLOCKED, NULL),
                                    SFSM_ROW_MATCHING(LOCKED, COIN, matches[1], LOCKED, NULL),
                                    SFSM_ROW(UNLOCKED, COIN, LOCKED, NULL)};
    sfsm_builder *const builder = sequence_builder(run);
    TRY(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    TRY(sfsm_builder_add_predicate(builder, WEATHER, 2), SFSM_OK);
    TRY(sfsm_builder_add_predicate(builder, SEASON, 2), SFSM_OK);
    sfsm_machine *const machine = sequence_machine(run, builder, LOCKED, NULL);
    TRY(sfsm_machine_send(machine, COIN), SFSM_MISSING_PREDICATE);
    TRY(sfsm_machine_send_message(machine, MESSAGE_MATCHING(COIN, ((sfsm_case[]){{SEASON, 1}, {WEATHER, 0}}), 2)),
        SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static void providers(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    TRY(sfsm_builder_add_predicate(builder, WEATHER, 2), SFSM_OK);
    TRY(sfsm_builder_set_provider(builder, WEATHER, sequence_yes, HANDED_OVER), SFSM_OK);
    const size_t row = sequence_row(run, builder, LOCKED, COIN, UNLOCKED);
    TRY(sfsm_builder_add_match(builder, row, WEATHER, (const sfsm_id[]){1}, 1), SFSM_OK);
    sequence_row(run, builder, UNLOCKED, COIN, LOCKED);
    sfsm_machine *const machine = sequence_machine(run, builder, LOCKED, NULL);
    TRY(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static void names(sequence_run *run) {
    static const sfsm_name states[] = {{LOCKED, "a name that is too long to be kept in place"}, {UNLOCKED, "U\n"}};
    static const sfsm_name cases[] = {{0, "sunny"}, {1, "rainy, for much longer than a short name may be"}};
    sfsm_builder *const builder = sequence_builder(run);
    TRY(sfsm_builder_add_predicate(builder, WEATHER, 2), SFSM_OK);
    TRY(sfsm_builder_name_states(builder, states, COUNT(states)), SFSM_OK);
    TRY(sfsm_builder_name_events(builder, states, COUNT(states)), SFSM_OK);
    TRY(sfsm_builder_name_predicates(builder, states, 1), SFSM_OK);
    TRY(sfsm_builder_name_cases(builder, WEATHER, cases, COUNT(cases)), SFSM_OK);
    sequence_row(run, builder, LOCKED, COIN, LOCKED);
    sfsm_table *const table = sequence_table(run, builder);
    REQUIRE(strcmp(sfsm_table_case_name(table, WEATHER, 0), "sunny") == 0);
    REQUIRE(sfsm_table_case_named(table, WEATHER, cases[1].name, strlen(cases[1].name)) == 1);
    REQUIRE(sfsm_table_state_named(table, states[0].name, strlen(states[0].name)) == LOCKED);
    sfsm_table_release(table);
}

static void policies(sequence_run *run) {
    static const sfsm_phase order[] = {SFSM_PHASE_RESOLVE, SFSM_PHASE_ACTIONS, SFSM_PHASE_EXIT, SFSM_PHASE_COMMIT,
                                       SFSM_PHASE_ENTRY};
    sfsm_builder *const builder = sequence_builder(run);
    TRY(sfsm_builder_set_phase_order(builder, order, COUNT(order)), SFSM_OK);
    TRY(sfsm_builder_set_entry_exit_policy(builder, SFSM_ALWAYS), SFSM_OK);
    TRY(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH), SFSM_OK);
    TRY(sfsm_builder_set_warning(builder, SFSM_DEAD_END_STATE, false), SFSM_OK);
    TRY(sfsm_builder_set_initial(builder, LOCKED), SFSM_OK);
    for (int row = 1; row <= 3; row++) {
        sequence_row(run, builder, LOCKED, COIN, row == 1 ? UNLOCKED : BROKEN);
        TRY(sfsm_builder_add_guard(builder, (size_t)row, row == 3 ? sequence_yes : sequence_no, HANDED_OVER), SFSM_OK);
    }
    TRY(sfsm_builder_add_state(builder, UNLOCKED, SFSM_FINAL, NULL), SFSM_OK);
    TRY(sfsm_builder_add_state(builder, BROKEN, SFSM_FINAL, NULL), SFSM_OK);
    sfsm_machine *const machine = sequence_machine(run, builder, SFSM_INITIAL, NULL);
    TRY(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    REQUIRE(sfsm_machine_state(machine) == BROKEN);
    sfsm_machine_release(machine);
}

static void hooks_of_a_table(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    for (int again = 0; again < 4; again++) {
        TRY(sfsm_builder_on_step(builder, sequence_count, HANDED_OVER), SFSM_OK);
        TRY(sfsm_builder_on_unhandled(builder, sequence_count, HANDED_OVER), SFSM_OK);
    }
    sequence_row(run, builder, LOCKED, COIN, UNLOCKED);
    sequence_row(run, builder, UNLOCKED, PASS, LOCKED);
    sfsm_machine *const machine = sequence_machine(run, builder, LOCKED, NULL);
    TRY(sfsm_machine_send(machine, PASS), SFSM_UNHANDLED);
    REQUIRE(run->calls == 8);
    sfsm_machine_release(machine);
}

static void names_of_callbacks(sequence_run *run) {
    static const sfsm_callback_name given[] = {{sequence_yes, NULL, "yes"}, {sequence_no, NULL, "no, never"}};
    sfsm_builder *const builder = sequence_builder(run);
    const size_t row = sequence_row(run, builder, LOCKED, COIN, LOCKED);
    TRY(sfsm_builder_add_guard(builder, row, sequence_yes, HANDED_OVER), SFSM_OK);
    TRY(sfsm_builder_add_action(builder, row, sequence_no, HANDED_OVER), SFSM_OK);
    TRY(sfsm_builder_name_callbacks(builder, given, COUNT(given)), SFSM_OK);
    sfsm_table *const table = sequence_table(run, builder);
    REQUIRE(strcmp(sfsm_table_callback_name(table, row, SFSM_ACTION, 0), "no, never") == 0);
    sfsm_table_release(table);
}

const call_sequence builder_sequences[] = {
    {"rows in an array", rows_in_an_array},
    {"callbacks in an array", callbacks_in_an_array},
    {"callbacks one by one", callbacks_one_by_one},
    {"matches and cases", matches_and_cases},
    {"matches in an array", matches_in_an_array},
    {"providers", providers},
    {"names", names},
    {"policies", policies},
    {"hooks of a table", hooks_of_a_table},
    {"names of callbacks", names_of_callbacks},
    {NULL, NULL},
};
