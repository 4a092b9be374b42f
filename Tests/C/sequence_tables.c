/* Chapters 7 and 13: tables, what they tell, and their forms in memory. */
#include "sequences.h"

enum { COIN, PASS };

static void a_table_tells_its_parts(sequence_run *run) {
    static const char text[] = "definition door version 2\n"
                               "  event coin (i32 cents)\n"
                               "  predicate Mood good bad\n"
                               "  initial shut\n"
                               "  superstate quiet\n"
                               "    hush -> same / count\n"
                               "  state shut adopts quiet\n"
                               "    first: coin [Mood good] ? yes -> open / count\n"
                               "  state open adopts quiet\n"
                               "    coin -> shut\n";
    sfsm_table *const table = sequence_document(run, text);
    REQUIRE(sfsm_table_state_count(table) == 2 && sfsm_table_event_count(table) == 2);
    REQUIRE(sfsm_table_predicate_count(table) == 1 && sfsm_table_row_count(table) == 3);
    REQUIRE(sfsm_table_argument_count(table, sfsm_table_event_named(table, "coin", 4)) == 1);
    REQUIRE(strcmp(sfsm_table_name(table), "door") == 0 && strcmp(sfsm_table_version(table), "2") == 0);
    REQUIRE(sfsm_table_initial(table) == sfsm_table_state_named(table, "shut", 4));
    for (size_t index = 0; index < sfsm_table_transition_count(table); index++) {
        sfsm_transition transition = {.size = sizeof transition};
        sfsm_id ids[4];
        bool are_active[4];
        size_t count = 0;
        TRY(sfsm_table_transition(table, index, &transition), SFSM_OK);
        TRY(sfsm_table_transition_cases(table, index, sfsm_table_predicate_at(table, 0), ids, 4, &count), SFSM_OK);
        TRY(sfsm_table_transition_targets(table, index, ids, 4, &count), SFSM_OK);
        TRY(sfsm_table_transition_conditions(table, index, ids, are_active, 4, &count), SFSM_OK);
        TRY(sfsm_table_transition_raised(table, index, ids, 4, &count), SFSM_OK);
        sfsm_table_row_label(table, index + 1);
    }
    sfsm_table_release(table);
}

static void references_to_a_table(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    const size_t row = sequence_row(run, builder, 0, COIN, 0);
    TRY(sfsm_builder_add_action(builder, row, sequence_count, HANDED_OVER), SFSM_OK);
    sfsm_table *const table = sequence_table(run, builder);
    sfsm_table *const again = sfsm_table_retain(table);
    sfsm_machine *machine = NULL;
    TRY(sfsm_machine_create(again, 0, NULL, &machine), SFSM_OK);
    sfsm_table_release(again);
    sfsm_table_release(table);
    REQUIRE(run->finalized + 1 == run->handed_over);
    TRY(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

/* Ids that are far apart: hashed. */
static void ids_far_apart(sequence_run *run) {
    enum { STATES = 30, STRIDE = 30000001 };
    sfsm_builder *const builder = sequence_builder(run);
    for (sfsm_id state = 0; state < STATES; state++) {
        sequence_row(run, builder, state * STRIDE, -state * STRIDE - 1, (state + 1) % STATES * STRIDE);
    }
    sfsm_machine *const machine = sequence_machine(run, builder, 0, NULL);
    for (sfsm_id state = 0; state < STATES; state++) {
        TRY(sfsm_machine_send(machine, -state * STRIDE - 1), SFSM_TRANSITIONED);
    }
    REQUIRE(sfsm_machine_state(machine) == 0);
    sfsm_machine_release(machine);
}

/* So many predicate types that a cell holds its rows as sets of bits. */
static void many_predicates(sequence_run *run) {
    enum { PREDICATES = 24 };
    sfsm_builder *const builder = sequence_builder(run);
    TRY(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH), SFSM_OK);
    sfsm_case cases[PREDICATES];
    for (sfsm_id predicate = 0; predicate < PREDICATES; predicate++) {
        TRY(sfsm_builder_add_predicate(builder, predicate, 4), SFSM_OK);
        const size_t row = sequence_row(run, builder, 0, COIN, predicate);
        TRY(sfsm_builder_add_match(builder, row, predicate, (const sfsm_id[]){2}, 1), SFSM_OK);
        sequence_row(run, builder, predicate, PASS, 0);
        cases[predicate] = (sfsm_case){predicate, predicate == 17 ? 2 : 1};
    }
    sfsm_machine *const machine = sequence_machine(run, builder, 0, NULL);
    TRY(sfsm_machine_send_message(machine, MESSAGE_MATCHING(COIN, cases, PREDICATES)), SFSM_TRANSITIONED);
    REQUIRE(sfsm_machine_state(machine) == 17);
    sfsm_machine_release(machine);
}

/* So few rows for so many states and events that the table is compressed. */
static void a_sparse_table(sequence_run *run) {
    enum { STATES = 400 };
    sfsm_builder *const builder = sequence_builder(run);
    for (sfsm_id state = 0; state < STATES; state++) {
        sequence_row(run, builder, state, state, (state + 1) % STATES);
    }
    sfsm_machine *const machine = sequence_machine(run, builder, 7, NULL);
    TRY(sfsm_machine_send(machine, 7), SFSM_TRANSITIONED);
    TRY(sfsm_machine_send(machine, 7), SFSM_UNHANDLED);
    sfsm_machine_release(machine);
}

static void rows_for_any(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    sequence_row(run, builder, SFSM_ANY, COIN, 1);
    sequence_row(run, builder, SFSM_ANY, SFSM_ANY, SFSM_SAME);
    sequence_row(run, builder, 1, SFSM_ANY, 2);
    sequence_row(run, builder, 2, PASS, 1);
    sfsm_machine *const machine = sequence_machine(run, builder, 1, NULL);
    TRY(sfsm_machine_send(machine, 4711), SFSM_TRANSITIONED);
    TRY(sfsm_machine_send(machine, COIN), SFSM_TRANSITIONED);
    REQUIRE(sfsm_machine_state(machine) == 1);
    sfsm_machine_release(machine);
}

const call_sequence table_sequences[] = {
    {"a table tells its parts", a_table_tells_its_parts},
    {"references to a table", references_to_a_table},
    {"ids far apart", ids_far_apart},
    {"many predicates", many_predicates},
    {"a sparse table", a_sparse_table},
    {"rows for any", rows_for_any},
    {NULL, NULL},
};
