#include "sequences.h"

const call_sequence *const call_sequences[] = {
    builder_sequences, block_sequences, fault_sequences,    callable_sequences, table_sequences,    machine_sequences,
    query_sequences,   queue_sequences, plan_sequences,     chart_sequences,    timer_sequences,    snapshot_sequences,
    journal_sequences, document_sequences, picture_sequences, replay_sequences, value_sequences, inspection_sequences,
};
const size_t call_sequence_list_count = COUNT(call_sequences);

size_t visit_sequences(void (*visit)(const call_sequence *sequence, void *context), void *context) {
    size_t count = 0;
    for (size_t list = 0; list < call_sequence_list_count; list++) {
        for (const call_sequence *sequence = call_sequences[list]; sequence->name != NULL; sequence++) {
            visit(sequence, context);
            count++;
        }
    }
    return count;
}

bool play_sequence(const call_sequence *sequence, sequence_run *run) {
    sequence->play(run);
    REQUIRE(run->finalized == run->handed_over);
    return run->mistake == NULL;
}

void check_run(const call_sequence *sequence, const sequence_run *run) {
    if (run->mistake != NULL) {
        print_error("%s: %s\n  gave %s (%d)\n", sequence->name, run->mistake, sfsm_status_name(run->actual),
                    (int)run->actual);
        _fail(run->file, run->line);
    }
}

void sequence_mistake(sequence_run *run, int32_t actual, const char *expression, const char *file, int line) {
    if (run->mistake == NULL) {
        run->mistake = expression;
        run->actual = actual;
        run->file = file;
        run->line = line;
    }
}

void sequence_compare(sequence_run *run, int32_t actual, int32_t expected, const char *expression, const char *file,
                      int line) {
    if (actual != expected) {
        sequence_mistake(run, actual, expression, file, line);
    }
}

bool sequence_is_refused(sequence_run *run) {
    return run->was_refused != NULL && run->was_refused();
}

void sequence_finish_steps(sequence_run *run, sfsm_machine *machine, const char *file, int line) {
    /* A row without an event that waits for memory is not counted among the events that wait. */
    if (run->was_refused != NULL) {
        sequence_compare(run, sfsm_machine_run_pending(machine), SFSM_OK, "sfsm_machine_run_pending", file, line);
    }
}

void sequence_finalize(void *run) {
    ((sequence_run *)run)->finalized++;
}

int32_t sequence_yes(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 1;
}

int32_t sequence_no(const sfsm_step *step, void *context) {
    (void)step;
    (void)context;
    return 0;
}

int32_t sequence_count(const sfsm_step *step, void *run) {
    (void)step;
    ((sequence_run *)run)->calls++;
    return 0;
}

sfsm_builder *sequence_builder(sequence_run *run) {
    sfsm_builder *builder = sfsm_builder_create();
    if (sequence_is_refused(run) && builder == NULL) {
        builder = sfsm_builder_create();
    }
    REQUIRE(builder != NULL);
    return builder;
}

size_t sequence_row(sequence_run *run, sfsm_builder *builder, sfsm_id source, sfsm_id event, sfsm_id target) {
    size_t row = 0;
    TRY(sfsm_builder_add_row(builder, source, event, target, &row), SFSM_OK);
    return row;
}

size_t sequence_block(sequence_run *run, sfsm_builder *builder, sfsm_id state, uint32_t flags, sfsm_id parent) {
    size_t block = 0;
    TRY(sfsm_builder_add_state(builder, state, flags, &block), SFSM_OK);
    if (parent != SFSM_NONE) {
        TRY(sfsm_builder_nest(builder, block, parent), SFSM_OK);
    }
    return block;
}

sfsm_table *sequence_table(sequence_run *run, sfsm_builder *builder) {
    sfsm_table *table = NULL;
    sfsm_diagnostics *diagnostics = NULL;
    TRY(sfsm_builder_build(builder, &table, &diagnostics), SFSM_OK);
    sfsm_diagnostics_release(diagnostics);
    sfsm_builder_release(builder);
    return table;
}

sfsm_machine *sequence_machine(sequence_run *run, sfsm_builder *builder, sfsm_id initial, void *context) {
    sfsm_table *const table = sequence_table(run, builder);
    sfsm_machine *machine = NULL;
    TRY(sfsm_machine_create(table, initial, context, &machine), SFSM_OK);
    sfsm_table_release(table);
    return machine;
}

sfsm_table *sequence_document(sequence_run *run, const char *text) {
    sfsm_builder *const builder = sequence_builder(run);
    const sfsm_binding bindings[] = {{SFSM_ANY_ROLE, "yes", {sequence_yes, NULL, NULL}},
                                     {SFSM_ANY_ROLE, "no", {sequence_no, NULL, NULL}},
                                     {SFSM_ANY_ROLE, "count", {sequence_count, NULL, NULL}}};
    const sfsm_reading reading = {
        .size = sizeof reading, .file = "sequence.fsm", .bindings = bindings, .binding_count = COUNT(bindings)};
    sfsm_diagnostics *diagnostics = NULL;
    TRY(sfsm_builder_read(builder, text, strlen(text), &reading, &diagnostics), SFSM_OK);
    sfsm_diagnostics_release(diagnostics);
    return sequence_table(run, builder);
}
