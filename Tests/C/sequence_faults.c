/* Chapter 6: definitions with errors and warnings, and builders that are let go of. */
#include "sequences.h"

enum { LOCKED, UNLOCKED };
enum { COIN, PASS };

/* What is reported must not depend on whether memory was short on the way there. */
static void build_faulty(sequence_run *run, sfsm_builder *builder, sfsm_diagnostic_kind kind, size_t expected_count) {
    sfsm_table *table = NULL;
    sfsm_diagnostics *diagnostics = NULL;
    TRY(sfsm_builder_build(builder, &table, &diagnostics), kind < 100 ? SFSM_INVALID_DEFINITION : SFSM_OK);
    size_t count = 0;
    for (size_t index = 0; index < sfsm_diagnostics_count(diagnostics); index++) {
        sfsm_diagnostic diagnostic = {.size = sizeof diagnostic};
        TRY(sfsm_diagnostics_get(diagnostics, index, &diagnostic), SFSM_OK);
        REQUIRE(diagnostic.text != NULL && diagnostic.text[0] != '\0');
        count += diagnostic.kind == kind;
    }
    REQUIRE(count == expected_count);
    REQUIRE(strlen(sfsm_diagnostics_text(diagnostics)) > 0);
    sfsm_diagnostics_release(diagnostics);
    sfsm_table_release(table);
}

static void clashes(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    for (sfsm_id index = 0; index < 40; index++) {
        TRY(sfsm_builder_add_row_at(builder, index / 2, COIN, index, index % 2 == 0 ? "even.c" : "odd.c", index + 1, NULL),
            SFSM_OK);
        sequence_row(run, builder, index, PASS, LOCKED);
    }
    build_faulty(run, builder, SFSM_CLASH, 20);
    sfsm_builder_release(builder);
}

static void implicit_clashes(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    for (sfsm_id predicate = 0; predicate < 3; predicate++) {
        TRY(sfsm_builder_add_predicate(builder, predicate, 3), SFSM_OK);
        const size_t row = sequence_row(run, builder, LOCKED, COIN, predicate);
        TRY(sfsm_builder_add_match(builder, row, predicate, (const sfsm_id[]){1}, 1), SFSM_OK);
        sequence_row(run, builder, predicate, PASS, LOCKED);
    }
    build_faulty(run, builder, SFSM_IMPLICIT_CLASH, 1);
    sfsm_builder_release(builder);
}

static void unknown_things(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    for (sfsm_id index = 0; index < 10; index++) {
        sequence_row(run, builder, index, COIN, 100 + index);
    }
    TRY(sfsm_builder_set_initial(builder, 200), SFSM_OK);
    build_faulty(run, builder, SFSM_UNKNOWN_TARGET, 10);
    sfsm_builder_release(builder);
}

static void faults_of_superstates(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    size_t blocks[2] = {0, 0};
    TRY(sfsm_builder_add_superstate(builder, &blocks[0]), SFSM_OK);
    TRY(sfsm_builder_add_superstate(builder, &blocks[1]), SFSM_OK);
    TRY(sfsm_builder_adopt(builder, blocks[0], blocks[1]), SFSM_OK);
    TRY(sfsm_builder_adopt(builder, blocks[1], blocks[0]), SFSM_OK);
    sequence_row(run, builder, LOCKED, COIN, LOCKED);
    build_faulty(run, builder, SFSM_CIRCULAR_ADOPTION, 1);
    sfsm_builder_release(builder);
}

static void faults_of_charts(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    for (sfsm_id state = 0; state < 4; state++) {
        sequence_block(run, builder, state, 0, (state + 1) % 4);
        sequence_row(run, builder, state, COIN, (state + 1) % 4);
    }
    build_faulty(run, builder, SFSM_CIRCULAR_NESTING, 1);
    sfsm_builder_release(builder);
}

/* A definition with errors may be corrected. */
static void rejected_calls(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    sequence_row(run, builder, LOCKED, COIN, LOCKED);
    TRY(sfsm_builder_add_event(builder, COIN, "int, str"), SFSM_BAD_SIGNATURE);
    TRY(sfsm_builder_add_action(builder, 99, sequence_yes, HANDED_OVER), SFSM_OUT_OF_RANGE);
    build_faulty(run, builder, SFSM_REJECTED_CALL, 1);
    sfsm_table_release(sequence_table(run, builder));
}

static void warnings(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    TRY(sfsm_builder_set_initial(builder, LOCKED), SFSM_OK);
    for (sfsm_id state = 0; state < 5; state++) {
        sequence_row(run, builder, 10 * state, COIN, SFSM_SAME);
    }
    build_faulty(run, builder, SFSM_UNREACHABLE_STATE, 4);
    sfsm_builder_release(builder);
}

static void a_builder_that_is_let_go_of(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    const size_t row = sequence_row(run, builder, LOCKED, COIN, UNLOCKED);
    const size_t block = sequence_block(run, builder, LOCKED, 0, SFSM_NONE);
    TRY(sfsm_builder_add_action(builder, row, sequence_yes, HANDED_OVER), SFSM_OK);
    TRY(sfsm_builder_on_entry(builder, block, sequence_yes, HANDED_OVER), SFSM_OK);
    TRY(sfsm_builder_on_step(builder, sequence_yes, HANDED_OVER), SFSM_OK);
    sfsm_builder_release(builder);
    REQUIRE(run->finalized == run->handed_over);
}

const call_sequence fault_sequences[] = {
    {"clashes", clashes},
    {"implicit clashes", implicit_clashes},
    {"unknown targets", unknown_things},
    {"circular adoption", faults_of_superstates},
    {"circular nesting", faults_of_charts},
    {"rejected calls", rejected_calls},
    {"warnings", warnings},
    {"a builder that is let go of", a_builder_that_is_let_go_of},
    {NULL, NULL},
};
