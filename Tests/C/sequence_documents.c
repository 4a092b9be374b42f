/* Chapter 13: documents, read and written. */
#include "sequences.h"

static const char text[] = "definition d version 1\n"
                           "  ids states a = 3 b\n"
                           "  event coin (i32 cents, str currency) was money\n"
                           "  predicate Mood good bad by look\n"
                           "  callable action thank void(context, predicate(Mood))\n"
                           "  on step note\n"
                           "  initial a\n"
                           "  superstate s\n"
                           "    reset -> a / note\n"
                           "  state a adopts s was c\n"
                           "    entry enter\n"
                           "    l: coin [Mood good|bad] ? sure in a -> b / note raises reset\n"
                           "  state b\n"
                           "    default d / note\n"
                           "    timeout 5 reset\n"
                           "    history d\n"
                           "      default e\n"
                           "    state e\n"
                           "      done reset\n"
                           "      reset -> \"a \\\"quoted\\\" name\"\n"
                           "    state \"a \\\"quoted\\\" name\"\n"
                           "      reset -> e\n";

static void count_call_of(sequence_run *run) {
    run->calls++;
}

static sfsm_status find(const sfsm_wanted *wanted, void *context, sfsm_callback *out_callback) {
    sequence_run *const run = context;
    if (strcmp(wanted->name, "look") == 0) {
        return SFSM_UNKNOWN_EVENT;
    }
    *out_callback = (sfsm_callback){sequence_yes, HANDED_OVER};
    return SFSM_OK;
}

/* A finder, and bindings, one of which is not used: all are finalized. */
static sfsm_status read_with_callbacks(sequence_run *run, sfsm_builder *builder) {
    const sfsm_binding bindings[] = {{SFSM_PROVIDER, "look", {sequence_no, HANDED_OVER}},
                                     {SFSM_ANY_ROLE, "unused", {sequence_no, HANDED_OVER}}};
    const sfsm_reading reading = {.size = sizeof reading, .file = "sequence.fsm", .bindings = bindings,
                                  .binding_count = COUNT(bindings), .finder = find, .context = run};
    return sfsm_builder_read(builder, text, sizeof text - 1, &reading, NULL);
}

static void documents_with_bindings(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    TRY(read_with_callbacks(run, builder), SFSM_OK);
    sfsm_machine *const machine = sequence_machine(run, builder, SFSM_INITIAL, run);
    TRY_STEP(machine, sfsm_send(machine, sfsm_table_event_named(sfsm_machine_table(machine), "coin", 4), 1, "euro"),
             SFSM_TRANSITIONED);
    sfsm_machine_release(machine);
}

static sfsm_status bind_callable(sequence_run *run, sfsm_builder *builder) {
    static const char document[] = "definition d\n"
                                   "  callable action thank void(context)\n"
                                   "  a go -> a / thank\n";
    sfsm_callable *callable = NULL;
    const sfsm_status status =
        sfsm_callable_create((sfsm_any_function)count_call_of, "void(context)", HANDED_OVER, &callable);
    if (status != SFSM_OK) {
        return status;
    }
    const sfsm_binding binding = {SFSM_ANY_ROLE, "thank", sfsm_callable_callback(callable)};
    sfsm_callable_release(callable);
    const sfsm_reading reading = {.size = sizeof reading, .bindings = &binding, .binding_count = 1};
    return sfsm_builder_read(builder, document, sizeof document - 1, &reading, NULL);
}

static void documents_with_callables(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    TRY(bind_callable(run, builder), SFSM_OK);
    sfsm_machine *const machine = sequence_machine(run, builder, 0, NULL);
    TRY(sfsm_machine_send(machine, 0), SFSM_TRANSITIONED);
    REQUIRE(run->calls == 1);
    sfsm_machine_release(machine);
}

static void read_faulty(sequence_run *run, const char *document, uint32_t flags) {
    sfsm_builder *const builder = sequence_builder(run);
    const sfsm_reading reading = {.size = sizeof reading, .file = "faulty.fsm", .flags = flags};
    sfsm_diagnostics *diagnostics = NULL;
    TRY(sfsm_builder_read(builder, document, strlen(document), &reading, &diagnostics), SFSM_INVALID_DEFINITION);
    REQUIRE(sfsm_diagnostics_count(diagnostics) > 0);
    sfsm_diagnostics_release(diagnostics);
    sfsm_builder_release(builder);
}

static void documents_with_faults(sequence_run *run) {
    read_faulty(run, "definition\n  what\n  state a adopts nobody\n    frob\n", 0);
    read_faulty(run, "definition d\n  [\n  a ->\n  b go -> c [\n", SFSM_UNBOUND);
}

static void documents_without_callbacks(sequence_run *run) {
    read_faulty(run, text, 0);
    sfsm_builder *const builder = sequence_builder(run);
    const sfsm_reading reading = {.size = sizeof reading, .flags = SFSM_UNBOUND};
    TRY(sfsm_builder_read(builder, text, sizeof text - 1, &reading, NULL), SFSM_OK);
    sfsm_table *const table = sequence_table(run, builder);
    sfsm_machine *machine = NULL;
    TRY(sfsm_machine_create(table, SFSM_INITIAL, NULL, &machine), SFSM_UNBOUND_CALLBACKS);
    sfsm_table_release(table);
}

static void several_documents(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    for (int part = 0; part < 6; part++) {
        char document[] = "definition parts\n  a go0 -> a\n  b go0 -> a\n";
        document[22] = (char)('0' + part);
        document[37] = (char)('0' + part);
        TRY(sfsm_builder_read(builder, document, sizeof document - 1, NULL, NULL), SFSM_OK);
    }
    sfsm_table *const table = sequence_table(run, builder);
    REQUIRE(sfsm_table_row_count(table) == 12);
    sfsm_table_release(table);
}

/* Counts bytes as they come; what was written before memory ran out is written again. */
static sfsm_status count_bytes(void *context, const char *bytes, size_t count) {
    *(size_t *)context += bytes == NULL ? 0 : count;
    return SFSM_OK;
}

static void documents_written_by_builders(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    uint8_t fingerprint[32];
    size_t size = 0;
    TRY(read_with_callbacks(run, builder), SFSM_OK);
    for (sfsm_format format = SFSM_TEXT; format <= SFSM_JSON; format++) {
        const sfsm_writing writing = {.size = sizeof writing, .format = format};
        TRY((size = 0, sfsm_builder_write(builder, &writing, count_bytes, &size)), SFSM_OK);
        REQUIRE(size > 100);
    }
    TRY(sfsm_builder_fingerprint(builder, fingerprint), SFSM_OK);
    sfsm_builder_release(builder);
}

static void documents_written_by_tables(sequence_run *run) {
    sfsm_builder *const builder = sequence_builder(run);
    uint8_t fingerprint[32];
    size_t size = 0;
    TRY(read_with_callbacks(run, builder), SFSM_OK);
    sfsm_table *const table = sequence_table(run, builder);
    for (sfsm_format format = SFSM_TEXT; format <= SFSM_JSON; format++) {
        const sfsm_writing writing = {.size = sizeof writing, .format = format};
        TRY((size = 0, sfsm_table_write(table, &writing, count_bytes, &size)), SFSM_OK);
        REQUIRE(size > 100);
    }
    TRY(sfsm_table_fingerprint(table, fingerprint), SFSM_OK);
    sfsm_table_release(table);
}

const call_sequence document_sequences[] = {
    {"documents with bindings", documents_with_bindings},
    {"documents with callables", documents_with_callables},
    {"documents with faults", documents_with_faults},
    {"documents without callbacks", documents_without_callbacks},
    {"several documents", several_documents},
    {"documents written by builders", documents_written_by_builders},
    {"documents written by tables", documents_written_by_tables},
    {NULL, NULL},
};
