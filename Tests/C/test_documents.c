/* Documents: what is read, how callbacks are found, and what is told of faults. */
#include "support.h"

#include <stdio.h>

static int32_t note_enough(const sfsm_step *step, void *context) {
    (void)step;
    trace_note(context, "enough");
    return 1;
}

static int32_t note_thank(const sfsm_step *step, void *context) {
    (void)step;
    trace_note(context, "thank");
    return 0;
}

static int32_t note_log(const sfsm_step *step, void *context) {
    (void)step;
    trace_note(context, "log");
    return 0;
}

static const char turnstile[] = "definition turnstile version 3\n"
                                "  ids states locked = 7 unlocked\n"
                                "  initial locked\n"
                                "  event coin (i32 cents)\n"
                                "  state locked was closed\n"
                                "    coin ? enough -> unlocked / thank log\n"
                                "  state unlocked\n"
                                "    pass -> locked / log\n";

static sfsm_status read_text(sfsm_builder *builder, const char *text, const sfsm_reading *reading,
                             sfsm_diagnostics **out_diagnostics) {
    return sfsm_builder_read(builder, text, strlen(text), reading, out_diagnostics);
}

static const sfsm_binding bindings[] = {
    {SFSM_GUARD, "enough", {note_enough, NULL, NULL}},
    {SFSM_ANY_ROLE, "thank", {note_thank, NULL, NULL}},
    {SFSM_ANY_ROLE, "log", {note_log, NULL, NULL}},
};

static sfsm_reading reading_with(const sfsm_binding *bindings, size_t count) {
    return (sfsm_reading){.size = sizeof(sfsm_reading), .file = "gate.fsm", .bindings = bindings, .binding_count = count};
}

static void a_document_is_a_definition(void **state) {
    (void)state;
    trace trace = {0};
    sfsm_builder *const builder = sfsm_builder_create();
    const sfsm_reading reading = reading_with(bindings, COUNT(bindings));
    sfsm_diagnostics *diagnostics = NULL;
    assert_status(read_text(builder, turnstile, &reading, &diagnostics), SFSM_OK);
    assert_null(diagnostics);
    sfsm_table *const table = table_from(builder);
    const sfsm_id coin = sfsm_table_event_named(table, "coin", 4), pass = sfsm_table_event_named(table, "pass", 4);
    assert_int_equal(sfsm_table_state_named(table, "locked", 6), 7);
    assert_int_equal(sfsm_table_state_named(table, "unlocked", 8), 0);
    assert_int_equal(sfsm_table_state_named(table, "lock", 4), SFSM_NONE);
    assert_int_equal(sfsm_table_state_named(table, "coin", 4), SFSM_NONE);
    assert_int_equal(sfsm_table_state_named(NULL, "locked", 6), SFSM_NONE);
    assert_int_equal(sfsm_table_state_named(table, NULL, 6), SFSM_NONE);
    assert_int_equal(sfsm_table_initial(table), 7);
    assert_string_equal(sfsm_table_state_name(table, 0), "unlocked");
    assert_int_equal(sfsm_table_argument_type(table, coin, 0), SFSM_I32);
    sfsm_transition first = {.size = sizeof first};
    assert_status(sfsm_table_transition(table, 1, &first), SFSM_OK);
    assert_string_equal(first.file, "gate.fsm");
    assert_int_equal(first.line, 6);
    sfsm_machine *const machine = machine_over(table, SFSM_INITIAL, &trace);
    assert_status(sfsm_send(machine, coin, (int32_t)100), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send(machine, pass), SFSM_TRANSITIONED);
    assert_trace(&trace, "enough, thank, log, log");
    sfsm_machine_release(machine);
    sfsm_table_release(table);
}

/* What a finder is asked, and what it answers. */
typedef struct questions {
    trace trace;
    size_t finalized;
    const char *unknown;
} questions;

static sfsm_status find(const sfsm_wanted *wanted, void *context, sfsm_callback *out_callback) {
    questions *const questions = context;
    trace_note(&questions->trace, "%d %s %s %d:%d", (int)wanted->role, wanted->name,
               wanted->signature == NULL ? "-" : wanted->signature, (int)wanted->line, (int)wanted->column);
    assert_int_equal(wanted->size, sizeof *wanted);
    if (questions->unknown != NULL && strcmp(questions->unknown, wanted->name) == 0) {
        return SFSM_UNKNOWN_EVENT;
    }
    *out_callback = (sfsm_callback){note_log, &questions->finalized, count_call};
    return SFSM_OK;
}

static const char questionable[] = "definition\n"
                                   "  callable action thank void(context, predicate(Mood))\n"
                                   "  predicate Mood good bad by look\n"
                                   "  state a\n"
                                   "    x ? sure -> same / thank thank sure\n"
                                   "    y ? sure -> same / \"thank\"\n";

static void a_finder_is_asked_once_for_each_role_and_name(void **state) {
    (void)state;
    questions questions = {.unknown = NULL};
    sfsm_builder *const builder = sfsm_builder_create();
    const sfsm_reading reading = {.size = sizeof reading, .finder = find, .context = &questions};
    assert_status(read_text(builder, questionable, &reading, NULL), SFSM_OK);
    assert_trace(&questions.trace, "2 thank void(context, predicate(0)) 2:19, 8 look - 3:30, 1 sure - 5:9, 2 sure - 5:36");
    sfsm_builder_release(builder);
    assert_int_equal(questions.finalized, 4);
}

static sfsm_status find_no_function(const sfsm_wanted *wanted, void *context, sfsm_callback *out_callback) {
    (void)wanted;
    *out_callback = (sfsm_callback){NULL, context, count_call};
    return SFSM_OK;
}

static void what_a_finder_finds_is_finalized_without_a_function_too(void **state) {
    (void)state;
    for (uint32_t flags = 0; flags <= SFSM_UNBOUND; flags += SFSM_UNBOUND) {
        size_t finalized = 0;
        sfsm_builder *const builder = sfsm_builder_create();
        const sfsm_reading reading = {.size = sizeof reading, .finder = find_no_function, .context = &finalized,
                                      .flags = flags};
        assert_status(read_text(builder, questionable, &reading, NULL), flags == 0 ? SFSM_INVALID_DEFINITION : SFSM_OK);
        sfsm_builder_release(builder);
        assert_int_equal(finalized, 4);
    }
}

static void missing_callbacks_are_told_all_at_once(void **state) {
    (void)state;
    questions questions = {.unknown = "sure"};
    size_t unused = 0;
    const sfsm_binding own[] = {{SFSM_PROVIDER, "look", {note_log, &unused, count_call}},
                                {SFSM_GUARD, "nobody", {note_log, &unused, count_call}}};
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_diagnostics *diagnostics = NULL;
    const sfsm_reading reading = {.size = sizeof reading, .file = "q.fsm", .bindings = own, .binding_count = COUNT(own),
                                  .finder = find, .context = &questions};
    assert_status(read_text(builder, questionable, &reading, &diagnostics), SFSM_INVALID_DEFINITION);
    assert_string_equal(sfsm_diagnostics_text(diagnostics),
                        "q.fsm:5:9: error: expected a callback for guard 'sure': none was supplied\n"
                        "q.fsm:5:36: error: expected a callback for action 'sure': none was supplied\n");
    const sfsm_diagnostic first = diagnostic_at(diagnostics, 0);
    assert_int_equal(first.kind, SFSM_UNBOUND_CALLBACK);
    assert_int_equal(first.line, 5);
    assert_int_equal(first.column, 9);
    sfsm_diagnostics_release(diagnostics);
    /* What was supplied is finalized, used or not; and nothing was read. */
    assert_int_equal(unused, 2);
    assert_int_equal(questions.finalized, 1);
    sfsm_diagnostics *const faults = faults_of(builder);
    assert_int_equal(count_of_kind(faults, SFSM_EMPTY_DEFINITION), 1);
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

static void a_table_without_its_callbacks_runs_no_machine(void **state) {
    (void)state;
    sfsm_builder *const builder = sfsm_builder_create();
    const sfsm_reading reading = {.size = sizeof reading, .flags = SFSM_UNBOUND};
    assert_status(read_text(builder, turnstile, &reading, NULL), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    assert_int_equal(sfsm_table_transition_count(table), 2);
    sfsm_machine *machine = NULL;
    assert_status(sfsm_machine_create(table, 7, NULL, &machine), SFSM_UNBOUND_CALLBACKS);
    assert_null(machine);
    sfsm_table_release(table);
}

/* A later reading supplies what an earlier one has left out. */
static void what_is_missing_may_be_supplied_later(void **state) {
    (void)state;
    trace trace = {0};
    sfsm_builder *const builder = sfsm_builder_create();
    const sfsm_reading unbound = {.size = sizeof unbound, .flags = SFSM_UNBOUND};
    const sfsm_reading whole = reading_with(bindings, COUNT(bindings));
    assert_status(read_text(builder, turnstile, &unbound, NULL), SFSM_OK);
    assert_status(read_text(builder, "definition\n  unlocked coin -> same / thank\n", &whole, NULL), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    const sfsm_id coin = sfsm_table_event_named(table, "coin", 4);
    sfsm_machine *const machine = machine_over(table, 7, &trace);
    assert_status(sfsm_send(machine, coin, (int32_t)1), SFSM_TRANSITIONED);
    assert_status(sfsm_send(machine, coin, (int32_t)1), SFSM_TRANSITIONED);
    assert_trace(&trace, "enough, thank, log, thank");
    sfsm_machine_release(machine);
    sfsm_table_release(table);
}

static void names_of_code_are_names_of_documents(void **state) {
    (void)state;
    const sfsm_name states[] = {{40, "locked"}}, events[] = {{50, "coin"}};
    const sfsm_binding all[] = {SFSM_BIND(note_log)};
    sfsm_builder *const builder = sfsm_builder_create();
    const sfsm_reading reading = reading_with(all, 1);
    assert_status(sfsm_builder_name_states(builder, states, 1), SFSM_OK);
    assert_status(sfsm_builder_name_events(builder, events, 1), SFSM_OK);
    assert_status(read_text(builder, "definition\n  locked coin -> unlocked / note_log\n  unlocked coin -> locked\n",
                            &reading, NULL),
                  SFSM_OK);
    sfsm_table *const table = table_from(builder);
    assert_int_equal(sfsm_table_state_named(table, "locked", 6), 40);
    assert_int_equal(sfsm_table_event_named(table, "coin", 4), 50);
    assert_int_equal(sfsm_table_state_named(table, "unlocked", 8), 0);
    sfsm_table_release(table);
}

static void a_callable_has_the_signature_that_is_declared(void **state) {
    (void)state;
    sfsm_callable *callable = NULL;
    const sfsm_status made =
        sfsm_callable_create((sfsm_any_function)note_log, "void(context,i32)", NULL, NULL, &callable);
    if (made == SFSM_UNSUPPORTED) {
        skip();
    }
    assert_status(made, SFSM_OK);
    sfsm_binding own[] = {{SFSM_ANY_ROLE, "thank", sfsm_callable_callback(callable)}};
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_diagnostics *diagnostics = NULL;
    const sfsm_reading reading = reading_with(own, 1);
    assert_status(read_text(builder,
                            "definition\n  event x (i64)\n  callable action thank void(context, i64)\n"
                            "  a x -> same / thank\n",
                            &reading, &diagnostics),
                  SFSM_INVALID_DEFINITION);
    assert_string_equal(sfsm_diagnostics_text(diagnostics),
                        "gate.fsm:3:19: error: expected a callable void(context, i64) for action 'thank', found one that "
                        "is void(context,i32)\n");
    sfsm_diagnostics_release(diagnostics);
    own[0].callback = sfsm_callable_callback(callable);
    sfsm_builder *const other = sfsm_builder_create();
    sfsm_reading free_choice = reading;
    free_choice.flags = SFSM_OWN_SIGNATURES;
    assert_status(read_text(other,
                            "definition\n  event x (i64)\n  callable action thank void(context, i64)\n"
                            "  a x -> same / thank\n",
                            &free_choice, NULL),
                  SFSM_OK);
    sfsm_builder_release(other);
    own[0].callback = sfsm_callable_callback(callable);
    assert_status(read_text(builder,
                            "definition\n  event x (i32)\n  callable action thank void(context, i32)\n"
                            "  a x -> same / thank\n",
                            &reading, NULL),
                  SFSM_OK);
    sfsm_callable_release(callable);
    sfsm_table_release(table_from(builder));
}

static void calls_that_cannot_be_carried_out(void **state) {
    (void)state;
    size_t finalized = 0;
    const sfsm_binding own[] = {{SFSM_ANY_ROLE, "a", {note_log, &finalized, count_call}}};
    const sfsm_binding nameless[] = {{SFSM_ANY_ROLE, NULL, {note_log, NULL, NULL}}};
    const sfsm_binding empty[] = {{SFSM_ANY_ROLE, "a", {NULL, NULL, NULL}}};
    const sfsm_binding misfit[] = {{11, "a", {note_log, NULL, NULL}}};
    sfsm_builder *const builder = sfsm_builder_create();
    sfsm_reading reading = reading_with(own, 1);
    sfsm_diagnostics *diagnostics = (sfsm_diagnostics *)&reading;
    assert_status(read_text(NULL, turnstile, &reading, &diagnostics), SFSM_NULL_POINTER);
    assert_null(diagnostics);
    assert_int_equal(finalized, 1);
    assert_status(sfsm_builder_read(builder, NULL, 3, &reading, NULL), SFSM_NULL_POINTER);
    assert_status(sfsm_builder_read(builder, turnstile, (size_t)-1, &reading, NULL), SFSM_OUT_OF_RANGE);
    reading.flags = 4;
    assert_status(read_text(builder, turnstile, &reading, NULL), SFSM_BAD_VALUE);
    reading.flags = 0;
    reading.reserved = 1;
    assert_status(read_text(builder, turnstile, &reading, NULL), SFSM_BAD_VALUE);
    assert_int_equal(finalized, 5);
    reading.reserved = 0;
    reading.size = 8;
    assert_status(read_text(builder, turnstile, &reading, NULL), SFSM_BAD_SIZE);
    assert_int_equal(finalized, 5);
    reading = reading_with(NULL, 1);
    assert_status(read_text(builder, turnstile, &reading, NULL), SFSM_NULL_POINTER);
    reading = reading_with(nameless, 1);
    assert_status(read_text(builder, turnstile, &reading, NULL), SFSM_NULL_POINTER);
    reading = reading_with(empty, 1);
    assert_status(read_text(builder, turnstile, &reading, NULL), SFSM_NULL_POINTER);
    reading = reading_with(misfit, 1);
    assert_status(read_text(builder, turnstile, &reading, NULL), SFSM_BAD_VALUE);
    check_rejection(builder);
    assert_status(read_text(builder, "definition\n  a x -> same\n", NULL, NULL), SFSM_OK);
    sfsm_table *table = NULL;
    assert_status(sfsm_builder_build(builder, &table, NULL), SFSM_OK);
    assert_status(read_text(builder, turnstile, NULL, NULL), SFSM_ALREADY_BUILT);
    sfsm_table_release(table);
    sfsm_builder_release(builder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_document_is_a_definition),
        cmocka_unit_test(a_finder_is_asked_once_for_each_role_and_name),
        cmocka_unit_test(what_a_finder_finds_is_finalized_without_a_function_too),
        cmocka_unit_test(missing_callbacks_are_told_all_at_once),
        cmocka_unit_test(a_table_without_its_callbacks_runs_no_machine),
        cmocka_unit_test(what_is_missing_may_be_supplied_later),
        cmocka_unit_test(names_of_code_are_names_of_documents),
        cmocka_unit_test(a_callable_has_the_signature_that_is_declared),
        cmocka_unit_test(calls_that_cannot_be_carried_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
