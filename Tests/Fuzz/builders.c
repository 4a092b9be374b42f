/* What is done with a builder besides drawing a definition: any call, building, and documents. */
#include "callbacks.h"
#include "definitions.h"
#include "tables.h"

void ask_diagnostics(sfsm_diagnostics *diagnostics) {
    const size_t count = sfsm_diagnostics_count(diagnostics);
    expect((strlen(sfsm_diagnostics_text(diagnostics)) > 0) == (count > 0), "diagnostics have a text");
    for (size_t i = 0; i < count; i++) {
        sfsm_diagnostic one = {.size = sizeof one};
        const char *file = NULL;
        int32_t line = 0;
        sfsm_id predicate = 0, value = 0;
        expect(sfsm_diagnostics_get(diagnostics, i, &one) == SFSM_OK && one.text != NULL && one.line >= 0,
               "a diagnostic has a text and a line");
        expect(strcmp(sfsm_diagnostic_kind_name(one.kind), "unknown") != 0, "the kind of a diagnostic is in the header");
        expect(one.severity == (one.kind > SFSM_ALL_WARNINGS ? SFSM_WARNING : SFSM_ERROR), "kinds have one severity");
        for (size_t place = 0; place < one.place_count; place++) {
            expect(sfsm_diagnostics_place(diagnostics, i, place, &file, &line) == SFSM_OK && line >= 0, "it has places");
        }
        for (size_t number = 0; number < one.case_count; number++) {
            expect(sfsm_diagnostics_case(diagnostics, i, number, &predicate, &value) == SFSM_OK, "it has cases");
        }
        expect(sfsm_diagnostics_place(diagnostics, i, one.place_count, &file, &line) == SFSM_OUT_OF_RANGE &&
                   sfsm_diagnostics_case(diagnostics, i, one.case_count, &predicate, &value) == SFSM_OUT_OF_RANGE,
               "and no more");
    }
    sfsm_diagnostics_release(diagnostics);
}

/* ------------------------------------------------------------------------------------------------------------------
 * Documents
 * --------------------------------------------------------------------------------------------------------------- */

/* A name says where its callback stood: a letter and a number. */
static sfsm_status find(const sfsm_wanted *wanted, void *context, sfsm_callback *out_callback) {
    (void)context;
    expect(wanted->role > SFSM_ANY_ROLE && wanted->role <= SFSM_STEP_HOOK && wanted->line > 0, "a callback has a role");
    sfsm_finalizer finalizer = NULL;
    place *const place = place_like((uint32_t)strtoul(wanted->name + 1, NULL, 10), &finalizer);
    *out_callback = (sfsm_callback){wanted->role == SFSM_STEP_HOOK ? watch_steps : function_of(wanted->role), place, finalizer};
    return SFSM_OK;
}

static void name_callbacks(sfsm_builder *builder) {
    static char names[MOST_PLACES][8];
    static sfsm_callback_name all[6 * MOST_PLACES];
    size_t count = 0;
    const sfsm_function functions[] = {guard, resolver, provider, action, updater, watch_steps};
    for (size_t i = 0; i < current.place_count; i++) {
        const uint32_t number = current.places[i].number;
        names[i][0] = 'c';
        size_t length = 1;
        for (uint32_t unit = 10000; unit > 0; unit /= 10) {
            names[i][length++] = (char)('0' + number / unit % 10);
        }
        names[i][length] = '\0';
        for (size_t function = 0; function < COUNT(functions); function++) {
            all[count++] = (sfsm_callback_name){functions[function], &current.places[i], names[i]};
        }
    }
    known(sfsm_builder_name_callbacks(builder, all, count));
}

static sfsm_table *read_table(const text *document, text *out_again) {
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_diagnostics *diagnostics = NULL;
    sfsm_table *table = NULL;
    const sfsm_reading reading = {.size = sizeof reading, .file = "again.fsm", .finder = find};
    expect(sfsm_builder_read(builder, document->bytes, document->length, &reading, &diagnostics) == SFSM_OK,
           "what is written can be read");
    expect(sfsm_builder_write(builder, NULL, append, out_again) == SFSM_OK, "what is read can be written");
    sfsm_builder_build(builder, &table, &diagnostics);
    ask_diagnostics(diagnostics);
    sfsm_builder_release(builder);
    return table;
}

/* The table of the definition after it was written and read; the builder's own, if it cannot be written. */
static void write_and_read(sfsm_builder *builder) {
    text document = {NULL, 0}, again = {NULL, 0}, json = {NULL, 0};
    const sfsm_writing writing = {.size = sizeof writing, .format = SFSM_JSON};
    uint8_t prints[2][32] = {{0}};
    name_callbacks(builder);
    const sfsm_status status = known(sfsm_builder_write(builder, NULL, append, &document));
    const sfsm_status as_json = known(sfsm_builder_write(builder, &writing, append, &json));
    const sfsm_status printed = known(sfsm_builder_fingerprint(builder, prints[0]));
    expect(as_json == status && printed == status, "a definition is written in every form, or in none");
    if (status == SFSM_OK) {
        sfsm_table *const other = read_table(&document, &again);
        expect(are_equal(&document, &again), "what is read is written as the same");
        sfsm_table *own = NULL;
        sfsm_diagnostics *diagnostics = NULL;
        for (int attempt = 0; attempt < 2 && own == NULL; attempt++) { /* a call that was rejected is told once */
            sfsm_builder_build(builder, &own, &diagnostics);
            ask_diagnostics(diagnostics);
        }
        expect((own != NULL) == (other != NULL) || current.is_wild, "a definition that is read has the same errors");
        if (own != NULL && other != NULL) {
            expect(sfsm_table_snapshot_key(own) == sfsm_table_snapshot_key(other), "what is read does the same");
            expect(sfsm_table_fingerprint(other, prints[1]) == SFSM_OK && memcmp(prints[0], prints[1], 32) == 0,
                   "what is read has the same fingerprint");
        }
        /* From here on the one that was read. */
        current.table = other != NULL ? other : own;
        if (other != NULL) {
            sfsm_table_release(own);
        }
    }
    clear(&document);
    clear(&again);
    clear(&json);
}

sfsm_table *table_of(sfsm_builder *builder) {
    const uint8_t kind = take_byte();
    if (kind % 4 == 3 && !current.definition.has_callables) {
        write_and_read(builder);
    }
    for (int attempt = 0; attempt < 3 && current.table == NULL; attempt++) {
        sfsm_diagnostics *diagnostics = NULL;
        if (kind / 4 % 16 == 15 && attempt == 0) {
            refuse_after(take_byte());
        }
        const sfsm_status status = known(sfsm_builder_build(builder, &current.table, kind / 64 == 0 ? NULL : &diagnostics));
        grant_all();
        expect((status == SFSM_OK) == (current.table != NULL), "a table is built, or there is an error");
        ask_diagnostics(diagnostics);
        if (status == SFSM_INVALID_DEFINITION) {
            known(sfsm_builder_set_guard_policy(builder, SFSM_FIRST_MATCH));
            current.definition.is_first_match = true;
        }
    }
    if (current.table != NULL && kind / 4 % 8 == 5) {
        call_builder(builder);
    }
    sfsm_builder_release(builder);
    return current.table;
}

/* ------------------------------------------------------------------------------------------------------------------
 * Any call
 * --------------------------------------------------------------------------------------------------------------- */

static void register_any(sfsm_builder *builder, size_t number) {
    sfsm_finalizer finalizer = NULL;
    place *const place = new_place(&finalizer);
    const sfsm_function function = once_in(10) ? NULL : action;
    switch (below(12)) {
    case 0: known(sfsm_builder_add_guard(builder, number, function, place, finalizer)); break;
    case 1: known(sfsm_builder_add_action(builder, number, function, place, finalizer)); break;
    case 2: known(sfsm_builder_set_resolver(builder, number, function, place, finalizer)); break;
    case 3: known(sfsm_builder_on_entry(builder, number, function, place, finalizer)); break;
    case 4: known(sfsm_builder_on_exit(builder, number, function, place, finalizer)); break;
    case 5: known(sfsm_builder_on_cycle(builder, number, function, place, finalizer)); break;
    case 6: known(sfsm_builder_on_update(builder, number, function, place, finalizer)); break;
    case 7: known(sfsm_builder_on_default(builder, number, function, place, finalizer)); break;
    case 8: known(sfsm_builder_on_unhandled(builder, function, place, finalizer)); break;
    case 9: known(sfsm_builder_on_step(builder, function, place, finalizer)); break;
    default: known(sfsm_builder_set_provider(builder, any_predicate(), function, place, finalizer)); break;
    }
}

/* With few bytes, as text. */
static void read_any(sfsm_builder *builder) {
    char bytes[200];
    const size_t length = take_bytes(bytes, below(2) == 0 ? sizeof bytes : below(100));
    sfsm_finalizer finalizer = NULL;
    place *const place = new_place(&finalizer);
    const sfsm_binding binding = {(sfsm_role)below(12), "act", {action, place, finalizer}};
    sfsm_reading reading = {.size = sizeof reading, .bindings = &binding, .binding_count = 1, .flags = below(5)};
    reading.size = once_in(20) ? take_byte() % (sizeof reading + 1) : reading.size;
    sfsm_diagnostics *diagnostics = NULL;
    const sfsm_status status = known(sfsm_builder_read(builder, bytes, length, &reading, &diagnostics));
    if (status == SFSM_BAD_SIZE) {
        forget_place(place);
    }
    expect((status == SFSM_INVALID_DEFINITION) == (diagnostics != NULL), "faults of a document are told");
    ask_diagnostics(diagnostics);
}

void call_builder(sfsm_builder *given) {
    sfsm_builder *const builder = once_in(32) ? NULL : given;
    const size_t number = below(MOST_BLOCKS);
    size_t out = 0;
    const sfsm_name name = {any_id(), once_in(8) ? NULL : "name"};
    const sfsm_id values[] = {(sfsm_id)below(5), (sfsm_id)below(5)};
    const sfsm_phase phases[] = {(sfsm_phase)below(6), 2, 3, 4, 5};
    uint8_t print[32];
    text written = {NULL, 0};
    switch (below(30)) {
    case 0: known(sfsm_builder_add_row_at(builder, any_state(), any_event(), any_id(), "a", take_pair(), &out)); break;
    case 1: known(sfsm_builder_add_match(builder, number, any_predicate(), values, below(3))); break;
    case 2: known(sfsm_builder_add_state_at(builder, any_state(), below(17), NULL, -1, NULL)); break;
    case 3: known(sfsm_builder_add_superstate_at(builder, "b", 0, &out)); break;
    case 4: known(sfsm_builder_name_superstate(builder, number, name.name)); break;
    case 5: known(sfsm_builder_adopt(builder, number, below(MOST_BLOCKS))); break;
    case 6: known(sfsm_builder_name_states(builder, &name, below(2))); break;
    case 7: known(sfsm_builder_name_events(builder, &name, 1)); break;
    case 8: known(sfsm_builder_add_predicate_at(builder, any_predicate(), (int32_t)take_byte() - 1, NULL, 0)); break;
    case 9: known(sfsm_builder_name_predicates(builder, &name, 1)); break;
    case 10: known(sfsm_builder_name_cases(builder, any_predicate(), &name, 1)); break;
    case 11: known(sfsm_builder_add_event_at(builder, any_event(), arguments_of(take_byte()), NULL, 0)); break;
    case 12: known(sfsm_builder_set_initial_at(builder, any_state(), NULL, 0)); break;
    case 13: known(sfsm_builder_set_entry_exit_policy(builder, (int32_t)below(3))); break;
    case 14: known(sfsm_builder_set_guard_policy(builder, (int32_t)below(3))); break;
    case 15: known(sfsm_builder_set_phase_order(builder, phases, once_in(5) ? take_byte() % 5 : 5)); break;
    case 16: known(sfsm_builder_set_warning(builder, (int32_t)take_byte(), below(2) == 0)); break;
    case 17: known(sfsm_builder_nest(builder, number, any_state())); break;
    case 18: known(sfsm_builder_set_default(builder, number, any_state())); break;
    case 19: known(sfsm_builder_on_done(builder, number, any_event())); break;
    case 20: known(sfsm_builder_add_timeout(builder, number, (int64_t)take_byte() - 2, any_event())); break;
    case 21: known(sfsm_builder_add_target(builder, number, any_state())); break;
    case 22: known(sfsm_builder_add_in_guard(builder, number, any_state(), true)); break;
    case 23: known(sfsm_builder_add_raise(builder, number, any_event())); break;
    case 24: known(sfsm_builder_write(builder, NULL, append, &written)); break;
    case 25: known(sfsm_builder_fingerprint(builder, print)); break;
    case 26: read_any(builder); break;
    default: register_any(builder, number); break;
    }
    clear(&written);
}
