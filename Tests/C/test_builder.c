/* Chapter 5, rows: in bulk and one by one, what is copied, and which row is taken. */
#include "support.h"

#include <stdio.h>

enum { IDLE, BUSY, DONE };
enum { START, FINISH, RESET, OTHER };

static int32_t bare_guard(const sfsm_step *step, void *context) {
    trace_note(context, "bare guard");
    return step->context == context;
}

static int32_t bare_action(const sfsm_step *step, void *context) {
    trace_note(context, "bare action");
    return step->context == context ? 0 : FAILURE;
}

static void a_rows_bare_functions_come_before_its_arrays(void **state) {
    (void)state;
    const sfsm_callback actions[] = {{note, "second", NULL}, {note, "third", NULL}};
    const sfsm_callback guards[] = {{note_yes, "second guard", NULL}, {note_yes, "third guard", NULL}};
    const sfsm_row rows[] = {{
        .source = IDLE, .event = START, .target = SFSM_SAME, .action = bare_action, .guard = bare_guard,
        .actions = actions, .action_count = COUNT(actions), .guards = guards, .guard_count = COUNT(guards),
    }};
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), IDLE, &trace);
    assert_status(sfsm_machine_send(machine, START), SFSM_TRANSITIONED);
    assert_trace(&trace, "bare guard, second guard, third guard, bare action, second, third");
    sfsm_machine_release(machine);
}

static void a_callback_registered_with_null_gets_the_machines_context(void **state) {
    (void)state;
    const sfsm_callback actions[] = {{bare_action, NULL, NULL}};
    const sfsm_row rows[] = {
        {.source = IDLE, .event = START, .target = SFSM_SAME, .actions = actions, .action_count = COUNT(actions)}};
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), IDLE, &trace);
    assert_status(sfsm_machine_send(machine, START), SFSM_TRANSITIONED);
    assert_trace(&trace, "bare action");
    sfsm_machine_release(machine);
}

static void what_is_passed_in_is_copied(void **state) {
    (void)state;
    char file[] = "gate.c";
    char idle_name[] = "IDLE", start_name[] = "START";
    sfsm_callback actions[] = {{note, "work", NULL}};
    sfsm_row rows[] = {{.source = IDLE, .event = START, .target = DONE, .line = 7, .file = file, .actions = actions,
                        .action_count = COUNT(actions)}};
    sfsm_name states[] = {{IDLE, idle_name}}, events[] = {{START, start_name}};
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_rows(builder, rows, COUNT(rows)), SFSM_OK);
    assert_status(sfsm_builder_name_states(builder, states, COUNT(states)), SFSM_OK);
    assert_status(sfsm_builder_name_events(builder, events, COUNT(events)), SFSM_OK);
    memset(file, '#', sizeof file - 1);
    memset(idle_name, '#', sizeof idle_name - 1);
    memset(start_name, '#', sizeof start_name - 1);
    memset(actions, 0, sizeof actions);
    memset(rows, 0, sizeof rows);
    memset(states, 0, sizeof states);
    memset(events, 0, sizeof events);

    sfsm_diagnostics *const faults = faults_of(builder); /* DONE is declared nowhere yet */
    sfsm_diagnostic fault = {.size = sizeof fault};
    assert_status(sfsm_diagnostics_get(faults, 0, &fault), SFSM_OK);
    assert_string_equal(fault.file, "gate.c");
    sfsm_diagnostics_release(faults);

    assert_status(sfsm_builder_add_state(builder, DONE, SFSM_FINAL, NULL), SFSM_OK);
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_from(builder, IDLE, &trace);
    assert_string_equal(sfsm_table_state_name(sfsm_machine_table(machine), IDLE), "IDLE");
    assert_string_equal(sfsm_table_event_name(sfsm_machine_table(machine), START), "START");
    assert_status(sfsm_machine_send(machine, START), SFSM_TRANSITIONED);
    assert_trace(&trace, "work");
    sfsm_machine_release(machine);
}

static void rows_of_several_calls_add_up(void **state) {
    (void)state;
    const sfsm_row first[] = {SFSM_ROW(IDLE, START, BUSY, NULL)};
    const sfsm_row second[] = {SFSM_ROW(BUSY, FINISH, DONE, NULL), SFSM_ROW(DONE, RESET, IDLE, NULL)};
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_rows(builder, first, COUNT(first)), SFSM_OK);
    assert_status(sfsm_builder_add_rows(builder, second, COUNT(second)), SFSM_OK);
    assert_status(sfsm_builder_add_row(builder, BUSY, RESET, IDLE, NULL), SFSM_OK);
    assert_status(sfsm_builder_add_rows(builder, second, 0), SFSM_OK);
    sfsm_table *const table = table_from(builder);
    assert_int_equal(sfsm_table_row_count(table), 4);
    sfsm_machine *const machine = machine_over(table, IDLE, NULL);
    static const int32_t events[] = {START, RESET, START, FINISH, RESET};
    static const int32_t states[] = {BUSY, IDLE, BUSY, DONE, IDLE};
    for (size_t index = 0; index < COUNT(events); index++) {
        assert_status(sfsm_machine_send(machine, events[index]), SFSM_TRANSITIONED);
        assert_int_equal(sfsm_machine_state(machine), states[index]);
    }
    sfsm_machine_release(machine);
    sfsm_table_release(table);
}

/* A program compiled with a later header hands over longer rows: this library reads the part that it knows. */
static void longer_rows_of_a_later_version_are_read(void **state) {
    (void)state;
    typedef struct later_row {
        sfsm_row row;
        void *appended[3];
    } later_row;
    const later_row rows[] = {
        {SFSM_ROW(IDLE, START, BUSY, NULL), {NULL, NULL, NULL}},
        {SFSM_ROW(BUSY, FINISH, IDLE, NULL), {NULL, NULL, NULL}},
    };
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_rows_at(builder, &rows[0].row, COUNT(rows), sizeof(later_row), NULL, 0), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, IDLE, NULL);
    assert_status(sfsm_machine_send(machine, START), SFSM_TRANSITIONED);
    assert_status(sfsm_machine_send(machine, FINISH), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), IDLE);
    sfsm_machine_release(machine);
}

static void callbacks_are_added_to_the_row_of_that_number(void **state) {
    (void)state;
    trace trace = {{0}, 0};
    const sfsm_row bulk[] = {SFSM_ROW(DONE, RESET, IDLE, NULL)};
    sfsm_builder *const builder = sfsm_builder_create();
    const size_t start = row_from(builder, IDLE, START, BUSY);
    assert_status(sfsm_builder_add_rows(builder, bulk, COUNT(bulk)), SFSM_OK);
    const size_t finish = row_from(builder, BUSY, FINISH, DONE);
    assert_int_equal(start, 1); /* from 1, as blocks are */
    assert_int_equal(finish, 3);
    assert_int_not_equal(start, finish);
    assert_status(sfsm_builder_add_action(builder, finish, note, "finish 1", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, start, note, "start 1", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_guard(builder, start, note_yes, "start?", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, finish, note, "finish 2", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_guard(builder, start, note_yes, "really?", NULL), SFSM_OK);
    assert_status(sfsm_builder_add_action(builder, start, note, "start 2", NULL), SFSM_OK);
    sfsm_machine *const machine = machine_from(builder, IDLE, &trace);
    assert_status(sfsm_machine_send(machine, START), SFSM_TRANSITIONED);
    assert_trace(&trace, "start?, really?, start 1, start 2");
    assert_status(sfsm_machine_send(machine, FINISH), SFSM_TRANSITIONED);
    assert_trace(&trace, "finish 1, finish 2");
    assert_status(sfsm_machine_send(machine, RESET), SFSM_TRANSITIONED);
    assert_trace(&trace, "");
    sfsm_machine_release(machine);
}

/* The four kinds of row. */
static const struct { int32_t source, event; const char *words; } all_kinds[] = {
    {IDLE, START, "state and event"},
    {IDLE, SFSM_ANY, "state"},
    {SFSM_ANY, START, "event"},
    {SFSM_ANY, SFSM_ANY, "any"},
};

/* One that notes which row is taken, of the kinds whose bit is set in `kinds`. */
static sfsm_machine *machine_of_kinds(unsigned kinds, bool reversed, trace *trace) {
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t index = 0; index < COUNT(all_kinds); index++) {
        const size_t kind = reversed ? COUNT(all_kinds) - 1 - index : index;
        if (kinds >> kind & 1) {
            const size_t row = row_from(builder, all_kinds[kind].source, all_kinds[kind].event, SFSM_INTERNAL);
            void *const words = (void *)all_kinds[kind].words;
            assert_status(sfsm_builder_add_action(builder, row, note, words, NULL), SFSM_OK);
        }
    }
    row_from(builder, IDLE, FINISH, BUSY); /* makes the states known whatever the kinds are */
    row_from(builder, BUSY, FINISH, IDLE);
    const sfsm_name names[] = {SFSM_NAME(START), SFSM_NAME(OTHER)};
    assert_status(sfsm_builder_name_events(builder, names, COUNT(names)), SFSM_OK);
    return machine_from(builder, SFSM_NONE, trace);
}

static void check_precedence(unsigned kinds, bool reversed) {
    /* For each (state, event), the kinds that match it in the order of precedence. */
    static const struct { int32_t state, event; size_t matching[4], count; } cases[] = {
        {IDLE, START, {0, 1, 2, 3}, 4},
        {IDLE, OTHER, {1, 3, 0, 0}, 2},
        {BUSY, START, {2, 3, 0, 0}, 2},
        {BUSY, OTHER, {3, 0, 0, 0}, 1},
    };
    trace trace = {{0}, 0};
    sfsm_machine *const machine = machine_of_kinds(kinds, reversed, &trace);
    for (size_t index = 0; index < COUNT(cases); index++) {
        const char *expected = "";
        for (size_t rank = cases[index].count; rank-- > 0;) {
            const size_t kind = cases[index].matching[rank];
            expected = kinds >> kind & 1 ? all_kinds[kind].words : expected;
        }
        assert_status(sfsm_machine_set_state(machine, cases[index].state), SFSM_OK);
        assert_status(sfsm_machine_send(machine, cases[index].event),
                      *expected != '\0' ? SFSM_TRANSITIONED : SFSM_UNHANDLED);
        assert_trace(&trace, expected);
    }
    sfsm_machine_release(machine);
}

static void the_most_specific_row_is_taken_however_they_were_added(void **state) {
    (void)state;
    for (unsigned kinds = 0; kinds < 16; kinds++) {
        check_precedence(kinds, false);
        check_precedence(kinds, true);
    }
}

static void an_any_row_may_lead_to_a_state(void **state) {
    (void)state;
    const sfsm_row rows[] = {
        SFSM_ROW(IDLE, START, BUSY, NULL),
        SFSM_ROW(SFSM_ANY, RESET, IDLE, NULL),
        SFSM_ROW(DONE, SFSM_ANY, SFSM_SAME, NULL),
        SFSM_ROW(BUSY, FINISH, DONE, NULL),
    };
    sfsm_machine *const machine = machine_of_rows(rows, COUNT(rows), BUSY, NULL);
    assert_status(sfsm_machine_send(machine, RESET), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), IDLE);
    assert_status(sfsm_machine_set_state(machine, DONE), SFSM_OK);
    assert_status(sfsm_machine_send(machine, RESET), SFSM_TRANSITIONED);
    assert_int_equal(sfsm_machine_state(machine), DONE); /* the row that names the state comes first */
    sfsm_machine_release(machine);
}

static void names_of_files_may_be_long_and_utf8(void **state) {
    (void)state;
    char file[3000];
    for (size_t index = 0; index + 2 < sizeof file; index += 2) {
        memcpy(file + index, "é", 3);
    }
    sfsm_builder *const builder = sfsm_builder_create();
    assert_status(sfsm_builder_add_row_at(builder, IDLE, START, BUSY, file, INT32_MAX, NULL), SFSM_OK);
    sfsm_diagnostics *const faults = faults_of(builder);
    sfsm_diagnostic fault = {.size = sizeof fault};
    assert_status(sfsm_diagnostics_get(faults, 0, &fault), SFSM_OK);
    assert_string_equal(fault.file, file);
    assert_int_equal(fault.line, INT32_MAX);
    assert_memory_equal(sfsm_diagnostics_text(faults), "...é", 5);
    assert_non_null(strstr(sfsm_diagnostics_text(faults), file + strlen(file) - 1000)); /* of a long path the end */
    sfsm_diagnostics_release(faults);
    sfsm_builder_release(builder);
}

/* The rows of `names`, of which row n stands in line n, each name in the same buffer. */
static sfsm_builder *builder_of_files(const char *const *names, size_t count) {
    char buffer[200];
    sfsm_builder *const builder = sfsm_builder_create();
    for (size_t index = 0; index < count; index++) {
        strcpy(buffer, names[index]);
        const int32_t line = (int32_t)index + 1;
        assert_status(sfsm_builder_add_row_at(builder, IDLE, line, IDLE, buffer, line, NULL), SFSM_OK);
    }
    return builder;
}

static void names_of_files_are_told_apart_in_one_buffer(void **state) {
    (void)state;
    static const char *const names[] = {
        "a.c", "b.c", "a.c", "", "a", "a.cc", "", "gate.c", "gate.cc", "gate.c.c", "gate.c", /* short, and prefixes */
        "a/longer/path/of/gate.c", "b/longer/path/of/gate.c", "a/longer/path/of/gate.h", "a/longer_path/of/gate.c",
        "a/longer/path/of/gate.c", "ab/cdefg", "ab/cdefg/", "cdefg/ab", "ab/cdefgab/cdefg", "ab/cdefg", "\xc3\xa9.c",
        "\xff.c", "\xff.c", "\xef\xbf\xbd.c", "a.c", "\xfe.c", "\xff.c", /* no UTF-8, which is replaced */
    };
    sfsm_table *const table = table_from(builder_of_files(names, COUNT(names)));
    assert_int_equal(sfsm_table_transition_count(table), COUNT(names));
    for (size_t index = 0; index < COUNT(names); index++) {
        sfsm_transition transition = {.size = sizeof transition};
        assert_status(sfsm_table_transition(table, index, &transition), SFSM_OK);
        const char *const name = names[transition.line - 1];
        assert_string_equal(transition.file, *name == '\xff' || *name == '\xfe' ? "\xef\xbf\xbd.c" : name);
    }
    sfsm_table_release(table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rows_bare_functions_come_before_its_arrays),
        cmocka_unit_test(a_callback_registered_with_null_gets_the_machines_context),
        cmocka_unit_test(what_is_passed_in_is_copied),
        cmocka_unit_test(rows_of_several_calls_add_up),
        cmocka_unit_test(longer_rows_of_a_later_version_are_read),
        cmocka_unit_test(callbacks_are_added_to_the_row_of_that_number),
        cmocka_unit_test(the_most_specific_row_is_taken_however_they_were_added),
        cmocka_unit_test(an_any_row_may_lead_to_a_state),
        cmocka_unit_test(names_of_files_may_be_long_and_utf8),
        cmocka_unit_test(names_of_files_are_told_apart_in_one_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
